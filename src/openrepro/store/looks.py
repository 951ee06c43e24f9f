"""The store of verdicts that a person should look at: who looks now, and what came of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import ColumnElement, Connection, Row

from openrepro.entries.entry import State
from openrepro.judging.label import Label
from openrepro.judging.looks import Standing, Why
from openrepro.judging.verdict import Verdict
from openrepro.store.record_rows import LABELS
from openrepro.store.statements import CHUNK, add_missing, text_of, value_of
from openrepro.store.tables import entries, look_conflicts, looks_wanted, revisions, verdicts

SUPERSEDED: Final = "superseded"
"""Who closed a look that nobody took: a later verdict."""
COUNTED: Final = 1_000
_OPEN: Final = looks_wanted.c.done_at == ""


@dataclass(frozen=True, slots=True)
class Look:
    """A verdict that a person should look at, until `done_at`. `taken_by` has it until `taken_until`; `done_by` is the
    account that read it, or `superseded`; `outcome` is the verdict that came of it."""

    id: int
    entry: str
    team: str
    revision: str
    claim: str
    verdict: str
    why: tuple[Why, ...]
    created_at: str
    taken_by: str = ""
    taken_until: str = ""
    done_at: str = ""
    done_by: str = ""
    outcome: str = ""

    def held_by(self, account: str, now: str) -> bool:
        """Whether that account has taken it and its time is not over."""
        return self.taken_by == account and self.taken_until > now


class Person(NamedTuple):
    """Whose queue is asked for: an account and its team."""

    account: str
    team: str


class SqlLooks:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def want(self, wishes: Iterable[tuple[Verdict, Sequence[Why]]], *, now: str) -> None:
        """Note that verdicts should be looked at; one that is noted already stays as it is."""
        rows = [_row(verdict, why, now) for verdict, why in wishes if why]
        for at in range(0, len(rows), CHUNK):
            add_missing(self._connection, looks_wanted, rows[at : at + CHUNK])

    def supersede(self, names: Sequence[str], *, now: str) -> None:
        """Close the looks at verdicts that later ones took the place of."""
        for at in range(0, len(names), CHUNK):
            superseded = looks_wanted.c.verdict.in_(names[at : at + CHUNK])
            self._close(superseded & _OPEN, now=now, by=SUPERSEDED)

    def done(self, look: int, *, account: str, outcome: str, now: str) -> None:
        """Close a look whose reading gave the verdict `outcome`."""
        self._close(looks_wanted.c.id == look, now=now, by=account, outcome=outcome)

    def get(self, look: int) -> Look | None:
        return self._first(looks_wanted.c.id == look)

    def ended_in(self, verdict: str) -> Look | None:
        """The look that a verdict came of; None for a verdict that no person gave."""
        return self._first(looks_wanted.c.outcome == verdict) if verdict else None

    def open_at(self, names: Sequence[str]) -> Mapping[str, Look]:
        """The open looks at verdicts (at most 500), by verdict."""
        if not names:
            return {}
        rows = self._connection.execute(sa.select(looks_wanted).where(looks_wanted.c.verdict.in_(names[:CHUNK]), _OPEN))
        return {row.verdict: _look(row) for row in rows}

    def open_of(self, entry: str, *, limit: int) -> tuple[Look, ...]:
        """The open looks at verdicts on an entry, by claim."""
        query = sa.select(looks_wanted).where(looks_wanted.c.entry_id == entry, _OPEN).order_by(looks_wanted.c.claim)
        return tuple(map(_look, self._connection.execute(query.limit(limit))))

    def waiting(self, person: Person, *, now: str, after: int = 0, limit: int) -> tuple[Look, ...]:
        """Open looks that a person may take or has taken, oldest first: at no entry of the own team, none with a
        declared conflict, none that another one has, none whose verdict the person gave. Entries that are hidden,
        withdrawn or without their files are left out."""
        query = self._of(person, now).where(looks_wanted.c.id > after).order_by(looks_wanted.c.id).limit(limit)
        return tuple(map(_look, self._connection.execute(query)))

    def for_person(self, look: int, person: Person, *, now: str) -> Look | None:
        """A look that `waiting` would list for a person; None when it would not."""
        row = self._connection.execute(self._of(person, now).where(looks_wanted.c.id == look)).first()
        return None if row is None else _look(row)

    def count_open(self) -> int:
        """How many looks are open; counting ends at 1,000."""
        some = sa.select(looks_wanted.c.id).where(_OPEN).limit(COUNTED).subquery()
        return int(self._connection.scalar(sa.select(sa.func.count()).select_from(some)) or 0)

    def take(self, look: int, account: str, *, now: str, until: str) -> bool:
        """Have a look until an instant; false when it is closed, or another one has it."""
        free = sa.or_(looks_wanted.c.taken_until <= now, looks_wanted.c.taken_by == account)
        mine = {"taken_by": account, "taken_until": until}
        changed = sa.update(looks_wanted).where(looks_wanted.c.id == look, _OPEN, free).values(mine)
        return self._connection.execute(changed).rowcount > 0

    def give_back(self, look: int, account: str) -> bool:
        """Let somebody else have it; false when the account has not taken it."""
        mine = (looks_wanted.c.id == look, looks_wanted.c.taken_by == account, _OPEN)
        changed = sa.update(looks_wanted).where(*mine).values(taken_by="", taken_until="")
        return self._connection.execute(changed).rowcount > 0

    def declare_conflict(self, look: int, account: str, *, now: str) -> None:
        """Note that an account must not read this; it is not offered to it any more."""
        row = {"look_id": look, "account_id": account, "declared_at": now}
        add_missing(self._connection, look_conflicts, [row])
        self.give_back(look, account)

    def standing(self, claims: Sequence[str]) -> Mapping[str, Sequence[Standing]]:
        """The current verdicts that verify or falsify claims, by claim (at most 500 claims)."""
        held = verdicts.c
        columns = (held.id, held.seq, held.claim, held.entry_id, held.team_id, held.revision, held.label, held.reader)
        settled = held.label.in_((Label.VERIFIED.value, Label.FALSIFIED.value))
        found = self._connection.execute(
            sa.select(*columns).where(held.claim.in_(claims[:CHUNK]), held.current, settled).order_by(held.seq)
        )
        by_claim: dict[str, list[Standing]] = {}
        for row in found:
            one = Standing(
                row.id, row.seq, row.claim, row.entry_id, row.team_id, row.revision, LABELS[row.label], row.reader
            )
            by_claim.setdefault(one.claim, []).append(one)
        return by_claim

    def open_again(self, held: Sequence[Standing], *, now: str) -> None:
        """Note of verdicts (at most 500) that a confirmed falsification stands against them.

        A verdict of a ledger that was taken over without its entries is left out: there is nothing to look at.
        """
        known = self.open_at([one.verdict for one in held])
        of_entries = sa.select(entries.c.id).where(entries.c.id.in_({one.entry for one in held}))
        here = set(self._connection.scalars(of_entries))
        fresh = [_opened(one, now) for one in held if one.verdict not in known and one.entry in here]
        add_missing(self._connection, looks_wanted, fresh)
        more = [look for look in known.values() if Why.REOPENED not in look.why]
        for look in more:
            why = text_of([*look.why, Why.REOPENED])
            self._connection.execute(sa.update(looks_wanted).where(looks_wanted.c.id == look.id).values(why=why))

    def _of(self, person: Person, now: str) -> "sa.Select[Any]":
        held, entry = looks_wanted.c, entries.c
        before = looks_wanted.alias("before")
        theirs = sa.exists().where(before.c.outcome == held.verdict, before.c.done_by == person.account)
        conflict = sa.exists().where(look_conflicts.c.look_id == held.id, look_conflicts.c.account_id == person.account)
        kept = revisions.c.taken_down_at == "", revisions.c.files > 0
        files = sa.exists().where(revisions.c.entry_id == held.entry_id, revisions.c.revision == held.revision, *kept)
        shown = sa.not_(entry.hidden), entry.state != State.WITHDRAWN.value
        free = sa.or_(held.taken_until <= now, held.taken_by == person.account)
        joined = looks_wanted.join(entries, entry.id == held.entry_id)
        return (
            sa.select(looks_wanted)
            .select_from(joined)
            .where(_OPEN, held.team_id != person.team, free, *shown, files, sa.not_(conflict), sa.not_(theirs))
        )

    def _close(self, which: ColumnElement[bool], *, now: str, by: str, outcome: str = "") -> None:
        ended = {"done_at": now, "done_by": by, "outcome": outcome, "taken_by": "", "taken_until": ""}
        self._connection.execute(sa.update(looks_wanted).where(which).values(ended))

    def _first(self, which: ColumnElement[bool]) -> Look | None:
        row = self._connection.execute(sa.select(looks_wanted).where(which).limit(1)).first()
        return None if row is None else _look(row)


def _row(verdict: Verdict, why: Sequence[Why], now: str) -> dict[str, Any]:
    return {
        "entry_id": verdict.entry,
        "team_id": verdict.team,
        "revision": verdict.revision,
        "claim": verdict.claim,
        "verdict": verdict.id,
        "why": text_of(list(why)),
        "created_at": now,
    }


def _opened(one: Standing, now: str) -> dict[str, Any]:
    return {
        "entry_id": one.entry,
        "team_id": one.team,
        "revision": one.revision,
        "claim": one.claim,
        "verdict": one.verdict,
        "why": text_of([Why.REOPENED]),
        "created_at": now,
    }


def _look(row: Row[Any]) -> Look:
    why = tuple(map(Why, value_of(row.why)))
    return Look(
        id=row.id,
        entry=row.entry_id,
        team=row.team_id,
        revision=row.revision,
        claim=row.claim,
        verdict=row.verdict,
        why=why,
        created_at=row.created_at,
        taken_by=row.taken_by,
        taken_until=row.taken_until,
        done_at=row.done_at,
        done_by=row.done_by,
        outcome=row.outcome,
    )
