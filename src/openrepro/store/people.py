"""The store of accounts, teams and tokens."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from openrepro import pseudonyms
from openrepro.clock import instant_of, written
from openrepro.errors import OpenReproError
from openrepro.people.accounts import Account, Role, Scope, Team, Token
from openrepro.people.names import LONGEST, checked_name
from openrepro.people.tokens import PREFIX_LENGTH, TOUCHED_EVERY, is_token, same_token, token_hash
from openrepro.store.statements import CHUNK, alone, insert, text_of, value_of
from openrepro.store.tables import accounts, teams, tokens

LOCAL: Final = "local"
MOST_TOKENS: Final = 50
MOST_LISTED: Final = 200
LAST: Final = "\U0010ffff"
"""A text followed by it sorts after all that begin with the text."""


class SignedIn(NamedTuple):
    """Whose token it is, and the token."""

    account: Account
    token: Token


class SqlPeople:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, name: str, *, provider: str = LOCAL, role: Role = Role.PARTICIPANT, now: str) -> Account:
        """The account of that name at that provider; made, with a team of its own, when it is not there yet.

        An account that is there keeps its role. Raises OpenReproError when the name is not fit to be shown.
        """
        name = checked_name(name, "name of the account")
        alone(self._connection, f"account {provider} {name}")
        held = self.by_name(name, provider=provider)
        if held is not None:
            return held
        account = pseudonyms.new_account_id()
        team = self._team_of_one(name, provider, account, now)
        row = {"id": account, "name": name, "provider": provider, "role": role.value, "team_id": team}
        self._connection.execute(sa.insert(accounts).values(**row, created_at=now))
        return Account(account, name, role, team, now, provider)

    def _team_of_one(self, name: str, provider: str, account: str, now: str) -> str:
        """A new team, named like its account as far as no other team is."""
        team = pseudonyms.new_team_id()
        for free in (name, f"{name} ({provider})", f"{name[: LONGEST - 20]} {account}"):
            made = insert(self._connection, teams).on_conflict_do_nothing().returning(teams.c.id)
            if self._connection.scalar(made, {"id": team, "name": free, "folded": free.casefold(), "created_at": now}):
                return team
        raise AssertionError(f"a team is named like the new account {account}")

    def get(self, account: str) -> Account | None:
        return self._account(accounts.c.id == account)

    def by_name(self, name: str, *, provider: str = LOCAL) -> Account | None:
        return self._account(accounts.c.provider == provider, accounts.c.name == name)

    def local_admin(self) -> Account | None:
        """The first local account, by name, that is an admin."""
        wanted = (accounts.c.provider == LOCAL, accounts.c.role == Role.ADMIN.value, accounts.c.deleted_at == "")
        row = self._connection.execute(sa.select(accounts).where(*wanted).order_by(accounts.c.name).limit(1)).first()
        return None if row is None else _account(row)

    def named(self, name: str) -> tuple[Account, ...]:
        """The accounts of that name, at any provider (at most 200)."""
        query = sa.select(accounts).where(accounts.c.name == name).order_by(accounts.c.id).limit(MOST_LISTED)
        return tuple(map(_account, self._connection.execute(query)))

    def page(self, *, after: str = "", limit: int = 50) -> tuple[Account, ...]:
        """Accounts by name, from after the account `after` (an id) on; at most 200."""
        query = sa.select(accounts).order_by(accounts.c.name, accounts.c.id).limit(max(1, min(limit, MOST_LISTED)))
        last = self.get(after) if after else None
        if last is not None:
            query = query.where(sa.tuple_(accounts.c.name, accounts.c.id) > sa.tuple_(last.name, last.id))
        return tuple(map(_account, self._connection.execute(query)))

    def accounts(self, ids: Iterable[str]) -> dict[str, Account]:
        """Those of the accounts `ids` that there are, by id."""
        queries = (sa.select(accounts).where(accounts.c.id.in_(part)) for part in _parts(ids))
        return {row.id: _account(row) for query in queries for row in self._connection.execute(query)}

    def set_role(self, account: str, role: Role) -> bool:
        """Give an account a role; false when there is no such account."""
        return self._changed(sa.update(accounts).where(accounts.c.id == account).values(role=role.value))

    def team(self, team: str) -> Team | None:
        return self.teams([team]).get(team)

    def team_named(self, name: str) -> Team | None:
        row = self._connection.execute(sa.select(teams).where(teams.c.name == name)).first()
        return None if row is None else _team(row)

    def teams(self, ids: Iterable[str]) -> dict[str, Team]:
        """Those of the teams `ids` that there are, by id."""
        queries = (sa.select(teams).where(teams.c.id.in_(part)) for part in _parts(ids))
        return {row.id: _team(row) for query in queries for row in self._connection.execute(query)}

    def teams_after(self, team: str = "", *, limit: int = 100) -> tuple[Team, ...]:
        """One page of teams, ordered by id, from beyond `team` (at most 200)."""
        query = sa.select(teams).where(teams.c.id > team).order_by(teams.c.id).limit(max(1, min(limit, MOST_LISTED)))
        return tuple(map(_team, self._connection.execute(query)))

    def teams_called(self, beginning: str, *, limit: int = 20) -> tuple[Team, ...]:
        """Teams whose name begins so, in capital or small letters of any script; by name, none for no beginning."""
        folded = beginning.casefold()
        begins = (teams.c.folded >= folded, teams.c.folded < f"{folded}{LAST}") if folded else (sa.false(),)
        query = sa.select(teams).where(*begins).order_by(teams.c.folded, teams.c.name)
        return tuple(map(_team, self._connection.execute(query.limit(max(1, min(limit, MOST_LISTED))))))

    def members(self, team: str) -> tuple[Account, ...]:
        """The accounts of a team, by name (at most 200)."""
        query = sa.select(accounts).where(accounts.c.team_id == team).order_by(accounts.c.name).limit(MOST_LISTED)
        return tuple(map(_account, self._connection.execute(query)))

    def set_competing(self, team: str, competing: bool) -> bool:
        """Let a team compete or not; false when there is no such team."""
        return self._changed(sa.update(teams).where(teams.c.id == team).values(competing=competing))

    def add_token(self, account: str, text: str, scopes: Sequence[Scope], *, name: str = "", now: str) -> Token:
        """Keep the hash of a new token (`tokens.token_text` of random bytes); its text is shown once and never kept.

        Raises OpenReproError when the account has 50 tokens that stand, or the name is not fit to be shown.
        """
        assert is_token(text)
        assert scopes
        name = checked_name(name, "name of the token") if name else ""
        alone(self._connection, f"tokens of {account}")
        if len([token for token in self.tokens(account) if not token.revoked_at]) >= MOST_TOKENS:
            raise OpenReproError(f"The account has {MOST_TOKENS} tokens already.", hint="Revoke one that is not used.")
        token = Token(pseudonyms.new_token_id(), account, name, text[:PREFIX_LENGTH], tuple(scopes), now)
        row = {"id": token.id, "account_id": account, "name": name, "prefix": token.prefix, "created_at": now}
        held = {"hash": token_hash(text), "scopes": text_of([scope.value for scope in scopes])}
        self._connection.execute(sa.insert(tokens).values(**row, **held))
        return token

    def tokens(self, account: str) -> tuple[Token, ...]:
        """The tokens of an account, those that stand first, then newest first (at most 200)."""
        query = (
            sa.select(tokens)
            .where(tokens.c.account_id == account)
            .order_by(tokens.c.revoked_at != "", tokens.c.created_at.desc(), tokens.c.id)
            .limit(MOST_LISTED)
        )
        return tuple(map(_token, self._connection.execute(query)))

    def token(self, token: str) -> Token | None:
        row = self._connection.execute(sa.select(tokens).where(tokens.c.id == token)).first()
        return None if row is None else _token(row)

    def signed_in(self, text: str) -> SignedIn | None:
        """Whose token `text` is; None when it is nobody's, was revoked, or its account deleted."""
        row = self._by_hash(token_hash(text)) if is_token(text) else None
        return None if row is None or not same_token(text, row.hash) else _signed_in(row)

    def _by_hash(self, kept_hash: str) -> Row[Any] | None:
        query = (
            sa.select(tokens, *(column.label(f"account_{column.name}") for column in accounts.c if column.name != "id"))
            .join(accounts, accounts.c.id == tokens.c.account_id)
            .where(tokens.c.hash == kept_hash, tokens.c.revoked_at == "", accounts.c.deleted_at == "")
        )
        return self._connection.execute(query).first()

    def touch(self, token: str, *, now: str) -> bool:
        """Note that a token is used; false when that was noted within the last minute (nothing is written then)."""
        before = written(instant_of(now) - TOUCHED_EVERY)
        due = (tokens.c.id == token) & (tokens.c.last_used_at <= before)
        return self._changed(sa.update(tokens).where(due).values(last_used_at=now))

    def revoke(self, token: str, *, now: str) -> bool:
        """End a token for good; false when there is none that stands."""
        standing = (tokens.c.id == token) & (tokens.c.revoked_at == "")
        return self._changed(sa.update(tokens).where(standing).values(revoked_at=now))

    def _account(self, *where: sa.ColumnElement[bool]) -> Account | None:
        row = self._connection.execute(sa.select(accounts).where(*where)).first()
        return None if row is None else _account(row)

    def _changed(self, update: sa.Update) -> bool:
        return self._connection.execute(update).rowcount > 0


def _parts(ids: Iterable[str]) -> Iterator[list[str]]:
    left = iter(dict.fromkeys(ids))
    while part := list(islice(left, CHUNK)):
        yield part


def _account(row: Row[Any]) -> Account:
    return Account(row.id, row.name, Role(row.role), row.team_id, row.created_at, row.provider, row.deleted_at)


def _team(row: Row[Any]) -> Team:
    return Team(row.id, row.name, row.competing, row.created_at)


def _token(row: Row[Any]) -> Token:
    scopes = tuple(map(Scope, value_of(row.scopes)))
    used = (row.created_at, row.last_used_at, row.revoked_at)
    return Token(row.id, row.account_id, row.name, row.prefix, scopes, *used)


def _signed_in(row: Row[Any]) -> SignedIn:
    account = Account(
        row.account_id,
        row.account_name,
        Role(row.account_role),
        row.account_team_id,
        row.account_created_at,
        row.account_provider,
    )
    return SignedIn(account, _token(row))
