"""A challenge to enter: the bundled papers and claims, some teams, an archive in memory, and somebody who judges."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from threading import Event
from typing import Any

import sqlalchemy as sa

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.clock import instant_of, written
from openrepro.demo.example import read_example
from openrepro.entries.archiving import archive, manifest_digest
from openrepro.entries.discovery import Space, naming
from openrepro.entries.entry import Entry, RevisionFile
from openrepro.entries.intake import Owner, Receipt, Submission, submit_upload
from openrepro.entries.judged import Judged, judge_revision
from openrepro.entries.spaces import SeenSpace, seen_space, space_fetched
from openrepro.entries.window import Terms
from openrepro.ids import sha256
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.queue.faults import put_back_or_fail
from openrepro.queue.terms import USUAL
from openrepro.server.asking import Models
from openrepro.server.judging import Judging
from openrepro.store.store import Store
from openrepro.store.tables import accounts, outbox, teams
from tests.entries.archives import files_of

EXAMPLE = read_example()
OPEN = "2026-11-20T12:00:00Z"
EARLY = "2026-11-01T00:00:00Z"
AFTER = "2026-12-20T00:00:00Z"
HEDGE = "demo-hedge"


class MemoryBlobs:
    """Blobs in memory."""

    def __init__(self) -> None:
        self.held: dict[str, bytes] = {}

    def put(self, data: bytes) -> str:
        self.held[sha256(data)] = data
        return sha256(data)

    def get(self, name: str) -> bytes | None:
        return self.held.get(name)

    def has(self, name: str) -> bool:
        return name in self.held

    def delete(self, name: str) -> None:
        self.held.pop(name, None)


class HereBench:
    """Judges in this process, where children would only cost time, and each files once. `during` is called while it
    works."""

    def __init__(self) -> None:
        self.during: Callable[[], object] = lambda: None

    def run(self, function: Callable[..., Any], *arguments: Any, stop: Event | None = None) -> Any:
        self.during()
        if function is not judge_revision:
            return function(*arguments)
        files, claims, rules, occasion = arguments
        key = (manifest_of(files), claims.version, rules.digest)
        if key not in _JUDGED:
            _JUDGED[key] = function(files, claims, rules, occasion)
        found = _JUDGED[key]
        named = {"entry": occasion.entry, "team": occasion.team, "time": occasion.time}
        return replace(found, verdicts=tuple(replace(verdict, **named) for verdict in found.verdicts))


_JUDGED: dict[tuple[str, str, str], Judged] = {}


def manifest_of(files: Mapping[str, bytes]) -> str:
    return manifest_digest(tuple(RevisionFile(path, len(data), sha256(data)) for path, data in files.items()))


@dataclass
class Scene:
    """A challenge at the instant `now`, which tests move on."""

    store: Store
    rules: Rules = EXAMPLE.rules
    now: str = OPEN
    blobs: MemoryBlobs = field(default_factory=MemoryBlobs)
    bench: HereBench = field(default_factory=HereBench)
    models: Models | None = None

    @property
    def terms(self) -> Terms:
        return Terms(self.rules, self.now)

    @property
    def judging(self) -> Judging:
        now = lambda: instant_of(self.now)  # noqa: E731
        return Judging(self.store, self.blobs, self.bench, lambda _: self.rules, now=now, models=self.models)  # type: ignore[arg-type]

    def later(self, **more: float) -> None:
        """Let time pass."""
        self.now = written(instant_of(self.now) + timedelta(**more))

    def with_rules(self, **changes: object) -> None:
        """Change the rules about entries."""
        self.rules = replace(self.rules, entries=replace(self.rules.entries, **changes))  # type: ignore[arg-type]

    def upload(
        self,
        files: Mapping[str, bytes] | str,
        *,
        team: str = "amber",
        paper: str = "",
        licence: str = "MIT",
        entry: str = "",
        made: str = "",
    ) -> Receipt:
        """Submit files, or a bundled logbook by its name."""
        book = files_of(files) if isinstance(files, str) else files
        archived = archive(book, self.blobs, self.rules)
        submission = Submission(Owner(f"a-{team}", f"t-{team}"), archived, paper, licence, entry)
        with self.store.write() as tx:
            return submit_upload(tx, submission, self.terms, entry_id=made)

    def seen(self, space: Space, *, team: str = "amber", made: str = "") -> Entry:
        """Discover a Space."""
        owner = Owner(f"a-{team}", f"t-{team}")
        shown = SeenSpace(space, naming(space.tags, self.rules), owner, f"https://hub.example/{space.id}")
        with self.store.write() as tx:
            return seen_space(tx, shown, self.terms, entry_id=made)

    def fetched(self, entry: Entry, files: Mapping[str, bytes] | str, *, existed_at: str = "") -> Entry:
        """Fetch the files of a Space."""
        book = files_of(files) if isinstance(files, str) else files
        archived = archive(book, self.blobs, self.rules)
        with self.store.write() as tx:
            return space_fetched(tx, entry.id, archived, "c0ffee", self.terms, existed_at=existed_at)

    def work(self, most: int = 50) -> int:
        """Do the jobs that are due, as a worker does; gives how many were taken."""
        for done in range(most):
            with self.store.write() as tx:
                job = tx.jobs.lease("w", now=self.now, until=written(instant_of(self.now) + timedelta(minutes=1)))
            if job is None:
                return done
            try:
                self.judging(job, Event())
            except Exception as error:
                self.fault = error
                self._put_back(job)
        raise AssertionError("the jobs do not come to an end")

    fault: Exception | None = None

    def _put_back(self, job: Any) -> None:
        with self.store.write() as tx:
            held = tx.jobs.get(job.id)
            if held is not None and held.fence == job.fence and held.state.live:
                put_back_or_fail(tx, job, "fault", USUAL, lambda: instant_of(self.now), self.judging.failed)

    def entry(self, name: str) -> Entry:
        with self.store.read() as tx:
            found = tx.entries.get(name)
        assert found is not None
        return found

    def states(self, name: str) -> list[str]:
        """The history of an entry, as `state/reason` each."""
        with self.store.read() as tx:
            return [f"{event.state}/{event.reason}" for event in tx.entries.history(name)]

    def labels(self, name: str) -> dict[str, str]:
        """The labels that an entry has now, by claim."""
        with self.store.read() as tx:
            return {verdict.claim.rpartition(".")[2]: str(verdict.label) for verdict in tx.ledger.current(name)}

    def told(self, name: str) -> list[str]:
        """The events that webhooks hear of about an entry."""
        with self.store.read() as tx:
            query = sa.select(outbox.c.event).where(outbox.c.entry_id == name).order_by(outbox.c.id)
            return list(tx.connection.scalars(query))

    def acts(self, name: str) -> list[str]:
        with self.store.read() as tx:
            return [str(row.act) for row in tx.ledger.acts(name)]


def scene(store: Store, *, now: str = OPEN, claims: bool = True, rules: Rules = EXAMPLE.rules) -> Scene:
    """A scene with the papers of the bundled challenge and, unless told otherwise, their claims."""
    made = Scene(store, rules, now)
    with store.write() as tx:
        for team in ("amber", "birch"):
            row = {"id": f"t-{team}", "name": team, "created_at": now}
            tx.connection.execute(sa.insert(teams).values(row))
            account = {"id": f"a-{team}", "name": team, "team_id": f"t-{team}", "created_at": now}
            tx.connection.execute(sa.insert(accounts).values(account))
        tx.papers.put([_paper(one) for one in EXAMPLE.papers], now=now)
        if claims:
            tx.papers.put_claims(EXAMPLE.papers, now=now)
    return made


def _paper(claims: ClaimSet) -> Paper:
    aliases = (Alias("7001", AliasKind.SUBMISSION),) if claims.paper == HEDGE else ()
    return Paper(claims.paper, claims.title or f"The paper {claims.paper}", aliases=aliases)
