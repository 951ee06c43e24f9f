"""Entries in parts, for operators: so many of so many, and where the next part begins."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa

from openrepro.entries.entry import Entry
from openrepro.errors import OpenReproError
from openrepro.server.operating import stuck_entries
from openrepro.store.entries import Wanted
from openrepro.store.store import Transaction
from openrepro.store.tables import entries

MOST_STUCK = 100_000


class Part(NamedTuple):
    """A part of a list of `total` entries. `next` is the last entry of the part, empty when nothing comes after it."""

    entries: tuple[Entry, ...]
    total: int
    next: str = ""


def listed_part(tx: Transaction, wanted: Wanted, *, after: str = "", limit: int = 100) -> Part:
    """Entries, newest first, from after the entry `after` on."""
    before = _place(tx, after) if after else 0
    page = tx.entries.page(wanted, before=before, limit=limit)
    found = tuple(row.entry for row in page.rows)
    return Part(found, _count(tx, wanted), found[-1].id if page.next else "")


def stuck_part(tx: Transaction, now: datetime, *, standing: timedelta, after: str = "", limit: int = 100) -> Part:
    """Entries that have stood still for longer than `standing`, longest first, from after the entry `after` on."""
    found = stuck_entries(tx, now, after=standing, limit=MOST_STUCK)
    ids = [entry.id for entry in found]
    if after and after not in ids:
        raise OpenReproError(f"The entry {after[:60]!r} is not stuck any more.", hint="List from the beginning again.")
    start = ids.index(after) + 1 if after else 0
    part = found[start : start + limit]
    return Part(part, len(found), part[-1].id if start + limit < len(found) else "")


def _place(tx: Transaction, entry: str) -> int:
    place = tx.connection.scalar(sa.select(entries.c.seq).where(entries.c.id == entry))
    if place is None:
        raise OpenReproError(f"There is no entry {entry[:60]!r}.", hint="openrepro admin entries list shows them.")
    return int(place)


def _count(tx: Transaction, wanted: Wanted) -> int:
    where: Sequence[sa.ColumnElement[bool]] = (
        *((entries.c.state == wanted.state,) if wanted.state else ()),
        *((entries.c.hidden == wanted.hidden,) if wanted.hidden is not None else ()),
    )
    return tx.connection.scalar(sa.select(sa.func.count()).select_from(entries).where(*where)) or 0
