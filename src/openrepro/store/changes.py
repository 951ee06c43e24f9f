"""The marks of papers, claims and texts, by which others see that something changed."""

import secrets
from typing import Final

from sqlalchemy import Connection, select

from openrepro.store.statements import upsert
from openrepro.store.tables import notes

INDEX: Final = "papers:changed"
TEXTS: Final = "texts:changed"


def index_mark(connection: Connection) -> str:
    """What marks the papers, their texts and the claims in force as they are: another text after every change; empty
    before."""
    return str(connection.scalar(select(notes.c.value).where(notes.c.key == INDEX)) or "")


def mark_changed(connection: Connection) -> None:
    """Mark the papers as others than before. By chance, and no count: a count of a transaction that is undone would
    be given again, to something else."""
    upsert(connection, notes, [{"key": INDEX, "value": secrets.token_hex(16)}])


def texts_mark(connection: Connection) -> str:
    """What marks the files of papers' texts as they are: another text after every change; empty before the first."""
    return str(connection.scalar(select(notes.c.value).where(notes.c.key == TEXTS)) or "")


def mark_texts_changed(connection: Connection) -> None:
    """Mark the files of papers' texts as others than before."""
    upsert(connection, notes, [{"key": TEXTS, "value": secrets.token_hex(16)}])
