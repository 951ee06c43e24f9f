"""The store of announcements, the acts of operators, and turns at work that one process does for all."""

from datetime import datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection, Row
from sqlalchemy.dialects import postgresql, sqlite

from openrepro.clock import written
from openrepro.people.operators import Action, Announcement, OperatorAct
from openrepro.store.tables import announcements, notes, operator_acts

_TURN: Final = "turn:"


class SqlOperator:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def record(self, act: Action, target: str, *, actor: str, why: str, now: str) -> int:
        """Keep what an operator did, and give its number. `actor` is a pseudonym."""
        row = {"at": now, "actor": actor, "action": act.value, "target": target, "why": why}
        made = sa.insert(operator_acts).values(row).returning(operator_acts.c.id)
        return int(self._connection.execute(made).scalar_one())

    def acts(self, *, target: str = "", before: int = 0, limit: int = 50) -> tuple[OperatorAct, ...]:
        """Acts, newest first: of one target, or of all; `before` is the number of the last one already seen."""
        query = sa.select(operator_acts).order_by(operator_acts.c.id.desc()).limit(limit)
        if target:
            query = query.where(operator_acts.c.target == target)
        if before:
            query = query.where(operator_acts.c.id < before)
        return tuple(_act(row) for row in self._connection.execute(query))

    def announce(self, text: str, *, author: str, now: str) -> int:
        """Put up an announcement and give its number."""
        row = {"at": now, "text": text, "author": author}
        made = sa.insert(announcements).values(row).returning(announcements.c.id)
        return int(self._connection.execute(made).scalar_one())

    def withdraw_announcement(self, number: int, *, now: str) -> bool:
        """Take an announcement down; false when there is none of that number standing."""
        standing = (announcements.c.id == number) & (announcements.c.withdrawn_at == "")
        done = self._connection.execute(sa.update(announcements).where(standing).values(withdrawn_at=now))
        return done.rowcount > 0

    def announcements(self, *, withdrawn: bool = False, before: int = 0, limit: int = 20) -> tuple[Announcement, ...]:
        """Announcements, newest first: those that stand, or with `withdrawn` all; `before` is the number of the last
        one already seen."""
        query = sa.select(announcements).order_by(announcements.c.id.desc()).limit(limit)
        if not withdrawn:
            query = query.where(announcements.c.withdrawn_at == "")
        if before:
            query = query.where(announcements.c.id < before)
        found = self._connection.execute(query)
        return tuple(Announcement(row.id, row.at, row.text, row.author, row.withdrawn_at) for row in found)

    def take_turn(self, work: str, holder: str, *, now: datetime, until: datetime) -> bool:
        """Whether `holder` may do `work` until then: nobody else's turn is still running. Taken again to go on."""
        key, turn = _TURN + work, f"{written(until)} {holder}"
        self._connection.execute(_if_absent(self._connection, key))
        mine = sa.or_(notes.c.value < written(now), notes.c.value.endswith(f" {holder}", autoescape=True))
        taken = self._connection.execute(sa.update(notes).where(notes.c.key == key, mine).values(value=turn))
        return taken.rowcount > 0

    def end_turn(self, work: str, holder: str) -> None:
        """Give the turn back, so that another process need not wait for its end."""
        mine = (notes.c.key == _TURN + work) & notes.c.value.endswith(f" {holder}", autoescape=True)
        self._connection.execute(sa.update(notes).where(mine).values(value=""))


def _if_absent(connection: Connection, key: str) -> sa.Insert:
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    return insert(notes).values(key=key, value="").on_conflict_do_nothing()


def _act(row: Row[tuple[object, ...]]) -> OperatorAct:
    return OperatorAct(row.id, row.at, row.actor, Action(row.action), row.target, row.why)
