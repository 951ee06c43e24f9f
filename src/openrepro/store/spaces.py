"""The store of every Space ever seen, of the pages that listed them, and of the runs of discovery."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, and_, delete, func, insert, or_, select, update

from openrepro.entries.discovery import Known, Run, RunState, Space, Status
from openrepro.store.statements import CHUNK, alone, paged, upsert
from openrepro.store.tables import discovery_pages, discovery_runs, spaces

SETTLED: Final = (Status.GONE.value, Status.WITHHELD.value, Status.DISABLED.value)


class KnownPage(NamedTuple):
    """A page of a listing as it was when the Hub gave it this `etag`: its Spaces and the page after it."""

    url: str
    etag: str
    next_url: str
    ids: tuple[str, ...]


class SqlSpaces:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def known(self, ids: Iterable[str]) -> Mapping[str, Known]:
        """What is known of these Spaces, by id; those never seen are left out."""
        return {one.id: one for one in self._where_in(spaces.c.id, ids)}

    def by_keys(self, keys: Iterable[str]) -> Mapping[str, Known]:
        """The Spaces that the Hub calls by these keys of its own, whatever they are named, but not those that are
        known to have moved."""
        found = self._where_in(spaces.c.key, keys)
        return {one.space.key: one for one in found if one.status is not Status.MOVED}

    def _where_in(self, column: Any, values: Iterable[str]) -> Iterator[Known]:
        wanted = [value for value in dict.fromkeys(values) if value]
        for start in range(0, len(wanted), CHUNK):
            query = select(spaces).where(column.in_(wanted[start : start + CHUNK]))
            yield from map(_known, self._connection.execute(query))

    def of_entry(self, entry: str) -> Known | None:
        """The Space that an entry is found under; the newest where it was renamed."""
        query = select(spaces).where(spaces.c.entry_id == entry, spaces.c.status != Status.MOVED.value)
        row = self._connection.execute(query.order_by(spaces.c.last_seen.desc()).limit(1)).first()
        return None if row is None else _known(row)

    def put(self, rows: Sequence[Known]) -> None:
        """Add Spaces, or replace what is known of them."""
        upsert(self._connection, spaces, [_row(one) for one in rows])

    def touch(self, ids: Sequence[str], now: str) -> None:
        """Note that the Hub showed these Spaces, unchanged."""
        for start in range(0, len(ids), CHUNK):
            statement = update(spaces).where(spaces.c.id.in_(ids[start : start + CHUNK])).values(last_seen=now)
            self._connection.execute(statement)

    def not_shown(self, since: str, asked_before: str, limit: int, after: Known | None = None) -> tuple[Known, ...]:
        """Spaces last seen before `since`, those first that were not asked for longest, from the one after `after` on.

        Those that the Hub does not hand out any more are among them only when they were last asked for before
        `asked_before`; those that moved never are.
        """
        settled = and_(spaces.c.status.in_(SETTLED), spaces.c.asked_at >= asked_before)
        query = select(spaces).where(spaces.c.last_seen < since, spaces.c.status != Status.MOVED.value, ~settled)
        place = () if after is None else (after.asked_at, after.id)
        found = paged(query, spaces.c.asked_at, spaces.c.id, after=place, limit=limit)
        return tuple(map(_known, self._connection.execute(found)))

    def due(self, now: str, limit: int) -> tuple[Known, ...]:
        """Spaces whose files are to be fetched, those that wait longest first."""
        query = select(spaces).where(spaces.c.fetch_at > "", spaces.c.fetch_at <= now)
        return tuple(map(_known, self._connection.execute(query.order_by(spaces.c.fetch_at, spaces.c.id).limit(limit))))

    def take_due(self, now: str, limit: int, until: str) -> tuple[Known, ...]:
        """Take Spaces whose files are due, so that no other process takes them before `until`."""
        alone(self._connection, "spaces due")
        taken = self.due(now, limit)
        ids = [one.id for one in taken]
        self._connection.execute(update(spaces).where(spaces.c.id.in_(ids)).values(fetch_at=until))
        return taken

    def give_back(self, ids: Sequence[str], until: str, now: str) -> None:
        """Let others take those that were taken until `until` and are not dealt with."""
        mine = (spaces.c.id.in_(ids), spaces.c.fetch_at == until)
        self._connection.execute(update(spaces).where(*mine).values(fetch_at=now))

    def counts(self) -> Mapping[Status, int]:
        """How many Spaces stand where."""
        query = select(spaces.c.status, func.count().label("many")).group_by(spaces.c.status)
        return {Status(row.status): row.many for row in self._connection.execute(query)}

    def waiting(self) -> int:
        """How many Spaces have files still to be fetched."""
        return self._connection.scalar(select(func.count()).select_from(spaces).where(spaces.c.fetch_at > "")) or 0

    def page(self, url: str) -> KnownPage | None:
        row = self._connection.execute(select(discovery_pages).where(discovery_pages.c.url == url)).first()
        return None if row is None else KnownPage(row.url, row.etag, row.next_url, tuple(json.loads(row.ids)))

    def keep_page(self, page: KnownPage, now: str) -> None:
        row = page._asdict() | {"ids": json.dumps(page.ids), "seen_at": now}
        upsert(self._connection, discovery_pages, [row])

    def forget_pages(self, before: str) -> None:
        """Forget pages that no walk has met since `before`."""
        self._connection.execute(delete(discovery_pages).where(discovery_pages.c.seen_at < before))

    def begin(self, now: str) -> Run:
        row = {"started_at": now, "touched_at": now, "state": RunState.RUNNING.value}
        made = self._connection.execute(
            insert(discovery_runs).values(**row).returning(discovery_runs.c.id)
        ).scalar_one()
        return Run(made, now, now)

    def save(self, run: Run, was: str) -> bool:
        """Replace the row of a run that was last touched at `was`; false when another process has it by now."""
        values = {name: value for name, value in asdict(run).items() if name != "id"} | {"state": run.state.value}
        statement = update(discovery_runs).where(
            discovery_runs.c.id == run.id,
            discovery_runs.c.touched_at == was,
            discovery_runs.c.state == RunState.RUNNING.value,
        )
        return self._connection.execute(statement.values(**values)).rowcount == 1

    def last_run(self, *states: RunState) -> Run | None:
        """The newest run, or the newest of those in `states`."""
        query = select(discovery_runs).order_by(discovery_runs.c.id.desc()).limit(1)
        if states:
            query = query.where(or_(*(discovery_runs.c.state == state.value for state in states)))
        row = self._connection.execute(query).first()
        return None if row is None else _run(row)

    def runs(self, limit: int = 20) -> tuple[Run, ...]:
        """The newest runs, newest first."""
        query = select(discovery_runs).order_by(discovery_runs.c.id.desc()).limit(limit)
        return tuple(map(_run, self._connection.execute(query)))


def _run(row: Row[Any]) -> Run:
    return Run(**{**row._mapping, "state": RunState(row.state)})


def _known(row: Row[Any]) -> Known:
    space = Space(row.id, row.sha, tuple(json.loads(row.tags)), row.created_at, row.modified_at, row.key)
    return Known(
        space=space,
        status=Status(row.status),
        first_seen=row.first_seen,
        last_seen=row.last_seen,
        sentence=row.sentence,
        entry=row.entry_id or "",
        etag=row.etag,
        asked_at=row.asked_at,
        missing_since=row.missing_since,
        moved_to=row.moved_to,
        fetched_sha=row.fetched_sha,
        fetch_at=row.fetch_at,
        failures=row.failures,
    )


def _row(one: Known) -> dict[str, Any]:
    space = one.space
    return {
        "id": space.id,
        "key": space.key,
        "sha": space.sha,
        "etag": one.etag,
        "tags": json.dumps(space.tags, ensure_ascii=False),
        "created_at": space.created_at,
        "modified_at": space.modified_at,
        "first_seen": one.first_seen,
        "last_seen": one.last_seen,
        "asked_at": one.asked_at,
        "missing_since": one.missing_since,
        "moved_to": one.moved_to,
        "entry_id": one.entry or None,
        "status": one.status.value,
        "sentence": one.sentence,
        "fetched_sha": one.fetched_sha,
        "fetch_at": one.fetch_at,
        "failures": one.failures,
    }
