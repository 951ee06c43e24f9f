"""The store of examinations of the judge; each is kept as it was added."""

import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from openrepro.ids import Json, canonical, digest
from openrepro.store.statements import alone
from openrepro.store.tables import examinations


@dataclass(frozen=True, slots=True)
class KeptExamination:
    """An examination with its number (from 1), when it was added, its SHA-256, and the operator's note."""

    id: int
    at: str
    digest: str
    note: str
    body: dict[str, Json]


class SqlExaminations:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, body: dict[str, Json], *, note: str, now: str) -> int | None:
        """Keep an examination and give its number; None when the same one is kept already."""
        alone(self._connection, "examinations")
        name = digest(body)
        if self._connection.scalar(sa.select(examinations.c.id).where(examinations.c.digest == name)) is not None:
            return None
        row = {"at": now, "digest": name, "note": note, "body": canonical(body).decode()}
        made = sa.insert(examinations).values(row).returning(examinations.c.id)
        return int(self._connection.execute(made).scalar_one())

    def get(self, number: int) -> KeptExamination | None:
        return self._one(sa.select(examinations).where(examinations.c.id == number))

    def latest(self) -> KeptExamination | None:
        return self._one(sa.select(examinations).order_by(examinations.c.id.desc()).limit(1))

    def list(self, *, before: int = 0, limit: int = 50) -> tuple[KeptExamination, ...]:
        """Examinations, newest first; `before` is the number of the last one already seen."""
        query = sa.select(examinations).order_by(examinations.c.id.desc()).limit(limit)
        if before:
            query = query.where(examinations.c.id < before)
        return tuple(map(_kept, self._connection.execute(query)))

    def _one(self, query: sa.Select[Any]) -> KeptExamination | None:
        row = self._connection.execute(query).first()
        return None if row is None else _kept(row)


def _kept(row: Row[Any]) -> KeptExamination:
    return KeptExamination(row.id, row.at, row.digest, row.note, json.loads(row.body))
