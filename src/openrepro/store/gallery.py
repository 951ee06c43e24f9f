"""The gallery of entries, read in pages both ways, and what is told of each without reading its records."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection, Select

from openrepro.store.entries import Listed, SqlEntries, Wanted, conditions_of
from openrepro.store.record_rows import VerdictRow, shown_verdict
from openrepro.store.statements import CHUNK
from openrepro.store.tables import entries, verdicts


class Shelf(NamedTuple):
    """One page of the gallery. `next` is where the following page begins and `previous` where the one before it does:
    0 stands for the first page. None: there is no such page."""

    rows: tuple[Listed, ...]
    next: int | None = None
    previous: int | None = None


class SqlGallery:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def newest(self, wanted: Wanted, *, before: int = 0, limit: int = 30) -> Shelf:
        """Entries, those that came last first, from the one before that place on."""
        held = entries.c
        page = SqlEntries(self._connection).page(wanted, before=before, limit=limit)
        above = sa.select(held.seq).where(*conditions_of(wanted), held.seq >= before).order_by(held.seq)
        return Shelf(page.rows, page.next or None, self._previous(above, limit) if before else None)

    def labelled(self, label: str, wanted: Wanted, *, before: int = 0, limit: int = 30) -> Shelf:
        """Entries of a paper, of a team or of all (what else is wanted is left aside) with a current verdict of that
        label, those that got one last first. Places are those of verdicts: an entry stands where its newest one is."""
        held = verdicts.c
        query = _newest_of(label, wanted)
        lower = query.where(held.seq < before) if before else query
        found = self._connection.execute(lower.order_by(held.seq.desc()).limit(limit + 1)).all()
        by_id = SqlEntries(self._connection).several([row.entry_id for row in found[:limit]])
        rows = tuple(Listed(row.seq, by_id[row.entry_id]) for row in found[:limit] if row.entry_id in by_id)
        following = found[limit - 1].seq if len(found) > limit else None
        above = query.where(held.seq >= before).order_by(held.seq)
        return Shelf(rows, following, self._previous(above, limit) if before else None)

    def labels(self, of: Sequence[str]) -> Mapping[str, Mapping[str, int]]:
        """How many current verdicts of each label those entries (at most 500) have."""
        held = verdicts.c
        query = sa.select(held.entry_id, held.label, sa.func.count().label("many"))
        query = query.where(held.entry_id.in_(of[:CHUNK]), held.current).group_by(held.entry_id, held.label)
        found: dict[str, dict[str, int]] = {}
        for row in self._connection.execute(query) if of else ():
            found.setdefault(row.entry_id, {})[row.label] = row.many
        return found

    def provisional(self, of: Sequence[str]) -> tuple[VerdictRow, ...]:
        """The current verdicts of those entries (at most 500) that were recorded as waiting for a second look."""
        held = verdicts.c
        query = sa.select(verdicts).where(held.entry_id.in_(of[:CHUNK]), held.current, held.provisional)
        return tuple(map(shown_verdict, self._connection.execute(query).mappings())) if of else ()

    def _previous(self, above: Select[Any], limit: int) -> int | None:
        """Where the page before begins, given the places above this one, lowest first; 0 when it is the first one."""
        places = list(self._connection.scalars(above.limit(limit + 1)))
        if not places:
            return None
        return int(places[limit]) if len(places) > limit else 0


def _newest_of(label: str, wanted: Wanted) -> Select[Any]:
    """The newest current verdict of that label of each entry that is wanted."""
    held, later = verdicts.c, verdicts.alias()
    same = (later.c.entry_id == held.entry_id, later.c.current, later.c.label.concat("") == label)
    newest = ~sa.select(sa.literal(1)).where(*same, later.c.seq > held.seq).exists()
    mine = sa.select(held.seq, held.entry_id).join(entries, entries.c.id == held.entry_id)
    narrow = {held.paper_id: wanted.paper, held.team_id: wanted.team}
    few = [column == value for column, value in narrow.items() if value]
    # Beside a paper or a team, the index of a label would lead the planner astray; a term keeps it out.
    which = (held.label.concat("") if few else held.label) == label
    if wanted.hidden is not None:
        few.append(entries.c.hidden == wanted.hidden)
    return mine.where(which, held.current, newest, *few)
