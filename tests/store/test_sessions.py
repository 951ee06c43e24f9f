"""Sessions of people who are signed in, on both databases."""

import sqlalchemy as sa

from openrepro.people.accounts import Account, Role, Scope, Token
from openrepro.people.sessions import MOST_SESSIONS, SESSION_BYTES, secret_of
from openrepro.people.tokens import token_text
from openrepro.store.store import Store
from openrepro.store.tables import accounts, sessions

NOW, LATER, UNTIL = "2026-07-20T12:00:00Z", "2026-07-20T13:00:00Z", "2026-07-21T00:00:00Z"
SECRET = secret_of(bytes(range(SESSION_BYTES)))


def ada(store: Store) -> tuple[Account, Token]:
    with store.write() as tx:
        account = tx.people.add("ada", role=Role.ORGANISER, now=NOW)
        return account, tx.people.add_token(account.id, token_text(bytes(30)), (Scope.READ,), now=NOW)


def begin(store: Store, account: Account, token: str = "", secret: str = SECRET, now: str = NOW) -> None:
    with store.write() as tx:
        tx.sessions.begin(secret, account.id, csrf="word", now=now, until=UNTIL, token=token)


def who(store: Store, secret: str = SECRET, now: str = LATER) -> str:
    with store.read() as tx:
        found = tx.sessions.of(secret, now=now)
    return "" if found is None else found.account.name


def count(store: Store) -> int:
    with store.read() as tx:
        return int(tx.connection.scalar(sa.select(sa.func.count()).select_from(sessions)) or 0)


def test_a_session_may_what_its_token_may(store: Store) -> None:
    account, token = ada(store)
    begin(store, account, token.id)
    with store.read() as tx:
        found = tx.sessions.of(SECRET, now=LATER)
    assert found is not None
    assert (found.account, found.token, found.csrf, found.expires_at) == (account, token, "word", UNTIL)


def test_who_is_vouched_for_otherwise_may_what_the_role_allows(store: Store) -> None:
    account, _ = ada(store)
    begin(store, account)
    with store.read() as tx:
        found = tx.sessions.of(SECRET, now=LATER)
    assert found is not None
    assert (found.token.id, found.token.scopes) == ("", tuple(Scope))


def test_the_database_holds_no_secret(store: Store) -> None:
    account, token = ada(store)
    begin(store, account, token.id)
    with store.read() as tx:
        assert SECRET not in str(tx.connection.execute(sa.select(sessions)).all())


def test_a_session_ends_with_its_time(store: Store) -> None:
    account, token = ada(store)
    begin(store, account, token.id)
    assert who(store, now="2026-07-20T23:59:59Z") == "ada"
    assert who(store, now=UNTIL) == ""


def test_a_session_ends_with_its_token_and_with_its_account(store: Store) -> None:
    account, token = ada(store)
    other = secret_of(b"o" * SESSION_BYTES)
    begin(store, account, token.id)
    begin(store, account, secret=other)
    with store.write() as tx:
        tx.people.revoke(token.id, now=LATER)
    assert (who(store), who(store, other)) == ("", "ada")
    with store.write() as tx:
        tx.connection.execute(sa.update(accounts).values(deleted_at=LATER))
    assert who(store, other) == ""


def test_nobody_is_signed_in_by_what_is_no_secret(store: Store) -> None:
    account, token = ada(store)
    begin(store, account, token.id)
    assert who(store, secret_of(bytes(SESSION_BYTES))) == ""
    for text in ("", "x", SECRET + "A", "' OR 1=1 --", "é" * 43):
        assert who(store, text) == ""


def test_signing_out_ends_one_session(store: Store) -> None:
    account, token = ada(store)
    begin(store, account, token.id)
    begin(store, account, token.id, secret_of(b"o" * SESSION_BYTES))
    with store.write() as tx:
        assert tx.sessions.end(SECRET)
        assert not tx.sessions.end(SECRET)
    assert (who(store), count(store)) == ("", 1)


def test_what_is_over_is_swept(store: Store) -> None:
    account, token = ada(store)
    begin(store, account, token.id)
    with store.write() as tx:
        assert (tx.sessions.any_over(LATER), tx.sessions.sweep(LATER)) == (False, 0)
        assert (tx.sessions.any_over(UNTIL), tx.sessions.sweep(UNTIL)) == (True, 1)
    assert count(store) == 0


def test_an_account_has_so_many_sessions_and_loses_the_oldest(store: Store) -> None:
    account, token = ada(store)
    secrets = [secret_of(bytes([number]) * SESSION_BYTES) for number in range(MOST_SESSIONS + 3)]
    for number, secret in enumerate(secrets):
        begin(store, account, token.id, secret, now=f"2026-07-20T12:00:{number:02}Z")
    assert count(store) == MOST_SESSIONS
    assert [who(store, secret) for secret in secrets] == [""] * 3 + ["ada"] * MOST_SESSIONS


def test_the_oldest_goes_also_where_all_began_in_one_second(store: Store) -> None:
    account, token = ada(store)
    secrets = [secret_of(bytes([200 - number]) * SESSION_BYTES) for number in range(MOST_SESSIONS + 3)]
    for secret in secrets:
        begin(store, account, token.id, secret)
    assert [who(store, secret) for secret in secrets] == [""] * 3 + ["ada"] * MOST_SESSIONS
