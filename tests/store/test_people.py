"""Accounts, their teams and their tokens, on both databases."""

import re
import threading
from typing import Any

import pytest
import sqlalchemy as sa

from openrepro.errors import OpenReproError
from openrepro.people.accounts import Account, Role, Scope, Team, Token
from openrepro.people.tokens import token_hash, token_text
from openrepro.store.people import MOST_TOKENS, SignedIn
from openrepro.store.store import Store
from openrepro.store.tables import accounts, teams, tokens

NOW = "2026-07-20T12:00:00Z"
TEXT = token_text(bytes(range(30)))


def add(store: Store, name: str, **told: Any) -> Account:
    with store.write() as tx:
        return tx.people.add(name, now=NOW, **told)


def add_token(store: Store, account: Account, text: str = TEXT, name: str = "laptop") -> Token:
    with store.write() as tx:
        return tx.people.add_token(account.id, text, (Scope.READ, Scope.SUBMIT), name=name, now=NOW)


def count(store: Store, table: sa.Table) -> int:
    with store.read() as tx:
        return int(tx.connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0)


def test_an_account_comes_with_a_team_of_one(store: Store) -> None:
    ada = add(store, " Ada  Lovelace ", role=Role.ADMIN)
    assert ada.id.startswith("a_")
    assert ada.team.startswith("t_")
    with store.read() as tx:
        assert tx.people.get(ada.id) == ada == tx.people.by_name("Ada Lovelace")
        assert tx.people.team(ada.team) == Team(ada.team, "Ada Lovelace", True, NOW)
        assert tx.people.team_named("Ada Lovelace") == tx.people.team(ada.team)
        assert tx.people.members(ada.team) == (ada,)


def test_an_account_is_added_once(store: Store) -> None:
    ada = add(store, "ada", role=Role.ORGANISER)
    assert add(store, "ada") == ada
    assert count(store, accounts) == count(store, teams) == 1


def test_the_same_name_at_two_providers_is_two_people(store: Store) -> None:
    here, there, other = add(store, "ada"), add(store, "ada", provider="huggingface"), add(store, "ada (huggingface)")
    with store.read() as tx:
        assert {account.id for account in tx.people.named("ada")} == {here.id, there.id}
        assert tx.people.by_name("ada", provider="huggingface") == there
        names = {key: team.name for key, team in tx.people.teams([here.team, there.team, other.team]).items()}
    assert names == {
        here.team: "ada",
        there.team: "ada (huggingface)",
        other.team: "ada (huggingface) (local)",
    }


def test_people_who_come_at_once_get_one_account_each(store: Store) -> None:
    found: list[Account] = []
    threads = [threading.Thread(target=lambda: found.append(add(store, "ada"))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert len(set(found)) == 1
    assert count(store, teams) == 1


def test_a_name_that_deceives_is_refused(store: Store) -> None:
    with pytest.raises(OpenReproError, match="name of the account holds a character"):
        add(store, "ada\u202e")
    assert count(store, teams) == 0


def test_nobody_is_found_under_names_that_are_not_there(store: Store) -> None:
    with store.read() as tx:
        assert tx.people.get("a_0") is None
        assert tx.people.by_name("nobody\0") is None
        assert tx.people.team("t_0") is None
        assert tx.people.team_named("x") is None
        assert tx.people.token("k_0") is None
        assert tx.people.accounts([]) == {}


def test_accounts_are_listed_by_name_in_pages(store: Store) -> None:
    made = {name: add(store, name) for name in ("bob", "Ada", "élan", "ada", "Zoë")}
    with store.read() as tx:
        first = tx.people.page(limit=2)
        second = tx.people.page(after=first[-1].id, limit=10)
        found = tx.people.accounts([account.id for account in made.values()] + ["a_0"])
    assert [account.name for account in first + second] == ["Ada", "Zoë", "ada", "bob", "élan"]
    assert found == {account.id: account for account in made.values()}


def test_roles_and_competing_are_set(store: Store) -> None:
    ada = add(store, "ada")
    with store.write() as tx:
        assert tx.people.set_role(ada.id, Role.REVIEWER)
        assert tx.people.set_competing(ada.team, False)
        assert not tx.people.set_role("a_0", Role.ADMIN)
        assert not tx.people.set_competing("t_0", False)
    with store.read() as tx:
        changed, team = tx.people.get(ada.id), tx.people.team(ada.team)
    assert changed is not None
    assert changed.role is Role.REVIEWER
    assert team is not None
    assert not team.competing


def test_a_token_lets_its_owner_in_and_is_never_kept(store: Store) -> None:
    ada = add(store, "ada", role=Role.ORGANISER)
    token = add_token(store, ada)
    with store.read() as tx:
        assert tx.people.signed_in(TEXT) == SignedIn(ada, token)
        assert tx.people.tokens(ada.id) == (token,) == (tx.people.token(token.id),)
        kept = str(tx.connection.execute(sa.select(tokens)).one())
    assert token.prefix == "or_AAEC"
    assert TEXT[7:] not in kept


@pytest.mark.parametrize("text", ["", "or_", "' OR 1=1 --", token_text(bytes(30)), token_hash(TEXT), TEXT + " "])
def test_what_is_no_token_lets_nobody_in(store: Store, text: str) -> None:
    add_token(store, add(store, "ada"))
    with store.read() as tx:
        assert tx.people.signed_in(text) is None


def test_a_revoked_token_lets_nobody_in(store: Store) -> None:
    token = add_token(store, add(store, "ada"))
    with store.write() as tx:
        assert tx.people.revoke(token.id, now=NOW)
        assert not tx.people.revoke(token.id, now=NOW)
        assert not tx.people.revoke("k_0", now=NOW)
    with store.read() as tx:
        assert tx.people.signed_in(TEXT) is None
        assert tx.people.tokens(token.account)[0].revoked_at == NOW


def test_the_token_of_a_deleted_account_lets_nobody_in(store: Store) -> None:
    ada = add(store, "ada")
    add_token(store, ada)
    with store.write() as tx:
        tx.connection.execute(sa.update(accounts).values(deleted_at=NOW))
    with store.read() as tx:
        assert tx.people.signed_in(TEXT) is None


def test_use_is_noted_at_most_once_a_minute(store: Store) -> None:
    token = add_token(store, add(store, "ada"))
    with store.write() as tx:
        noted = [tx.people.touch(token.id, now=f"2026-07-20T12:{at}Z") for at in ("00:00", "00:59", "01:00", "01:01")]
        kept = tx.people.token(token.id)
    assert noted == [True, False, True, False]
    assert kept is not None
    assert kept.last_used_at == "2026-07-20T12:01:00Z"


def test_an_account_has_a_bounded_number_of_tokens(store: Store) -> None:
    ada = add(store, "ada")
    made = [add_token(store, ada, token_text(bytes([at]) * 30), name="") for at in range(MOST_TOKENS)]
    with pytest.raises(OpenReproError, match="50 tokens already"):
        add_token(store, ada)
    with store.write() as tx:
        tx.people.revoke(made[0].id, now=NOW)
    add_token(store, ada)


def test_a_token_is_found_by_an_index(store: Store) -> None:
    sqlite = store.engine.dialect.name == "sqlite"
    with store.read() as tx:
        queries: list[str] = []
        sa.event.listen(tx.connection, "before_cursor_execute", lambda *told: queries.append(told[2]))
        tx.people.signed_in(TEXT)
        assert len(queries) == 1
        filled = queries[0].replace("?", "'x'") if sqlite else re.sub(r"%\(\w+\)s", "'x'", queries[0])
        if not sqlite:
            tx.connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        plan = str(tx.connection.exec_driver_sql(f"EXPLAIN {'QUERY PLAN ' if sqlite else ''}{filled}").all())
    assert ("SCAN" not in plan) if sqlite else ("Seq Scan" not in plan)


def test_a_team_is_found_by_the_beginning_of_its_name_in_any_letters(store: Store) -> None:
    names = ("Straße ÉCOLE", "ΣΟΦΙΑ lab", "ЛАБОРАТОРИЯ", "פריק", "mIxEd", "mixed too", "100%", "🦄 team")
    with store.write() as tx:
        for name in names:
            tx.people.add(name, now=NOW)

    def found(beginning: str) -> list[str]:
        with store.read() as tx:
            return [team.name for team in tx.people.teams_called(beginning)]

    assert found("STRASSE é") == found("straße É") == ["Straße ÉCOLE"]
    assert found("σοφια") == ["ΣΟΦΙΑ lab"]
    assert found("лаб") == ["ЛАБОРАТОРИЯ"]
    assert found("MiXe") == ["mIxEd", "mixed too"]
    assert (found("פ"), found("100%"), found("🦄")) == (["פריק"], ["100%"], ["🦄 team"])
    assert found("") == found("%") == found("school") == []
