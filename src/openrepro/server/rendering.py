"""Renders archived revisions: strangers' bytes go to a child process, and what readers are shown of them is kept."""

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from threading import Event
from typing import Final, NamedTuple, Protocol, TypeVar

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.clock import written
from openrepro.entries.entry import Revision
from openrepro.entries.ports import Blobs
from openrepro.ids import digest
from openrepro.logbooks.logbook import Address
from openrepro.rendering.making import VERSION, Made, render_files
from openrepro.rendering.quoted import Asked, asked_of
from openrepro.server.bench import BeyondLimitsError, ChildError
from openrepro.store import renderings_due
from openrepro.store.blob_faults import DamagedError
from openrepro.store.renderings import Holding
from openrepro.store.renderings_due import Batch, Due
from openrepro.store.store import Store, Transaction

log = logging.getLogger("openrepro.keeper")
Result = TypeVar("Result")

AT_ONCE: Final = 10
BEYOND: Final = "Making its pages took more time or memory than one logbook may take, twice in a row."
FAULT: Final = "Making its pages failed by a fault of this platform; nothing is wrong with the logbook."
MISSING: Final = "Archived files of this revision are missing or damaged, so its pages cannot be shown."
OTHERS: Final = "The archived files are not those of this revision, so its pages cannot be shown."
LONGEST_CARRIED: Final = 4_000


class Run(Protocol):
    """Calls a function that strangers' bytes are handed to, in a child process (`Bench.run`) or, in tests, here."""

    def __call__(self, function: Callable[..., Result], *arguments: object, stop: Event | None = None) -> Result: ...


class Case(NamedTuple):
    """A revision to render, the claims of its paper in force, the verdicts that hold for it with their records, and
    what a rendering of all this is called (`basis`)."""

    revision: Revision
    claims: ClaimSet | None
    verdicts: tuple[tuple[Holding, str], ...]
    basis: str


class Rendered(NamedTuple):
    """How many revisions were rendered, and how many of them failed."""

    done: int
    failed: int


@dataclass(frozen=True, slots=True)
class Rendering:
    """Renders what is due. `rules` gives the rules that hold at an instant. Safe to share between threads."""

    store: Store
    blobs: Blobs
    rules: Callable[[datetime], Rules]
    run: Run

    def waits(self) -> bool:
        """Whether there is anything to look at; asked all the time."""
        with self.store.read() as tx:
            return renderings_due.waits(tx.connection, VERSION)

    def render_due(self, now: datetime, stop: Event) -> Rendered:
        """Render some of what is due, in bounded time unless logbooks are hostile."""
        batch = self._batch()
        done = failed = 0
        for one in batch.due:
            if stop.is_set():
                return Rendered(done, failed)
            outcome = self.render(one, now, stop)
            done += outcome is not None
            failed += outcome is False
        with self.store.write() as tx:
            renderings_due.note_done(tx.connection, batch)
        return Rendered(done, failed)

    def render_all(self, now: datetime) -> int:
        """Render everything that is due; gives how many were rendered."""
        done = 0
        while self.waits():
            done += self.render_due(now, Event()).done
        return done

    def render(self, due: Due, now: datetime, stop: Event) -> bool | None:
        """Render a revision unless it is rendered as it should be (None); gives whether that went well.

        Raises BrokenOffError when `stop` is set, and whatever is a fault of database or archive.
        """
        with self.store.read() as tx:
            case = case_of(tx, due)
            if case is None or tx.renderings.basis(due.entry, due.revision) == case.basis:
                return None
        made = self._made(case, now, stop)
        if isinstance(made, str):
            return not self._failed(case, made, now)
        with self.store.write() as tx:
            tx.renderings.put(*due, basis=case.basis, body=made.body, parts=made.parts, now=written(now))
        return True

    def _batch(self) -> Batch:
        with self.store.read() as tx:
            return renderings_due.due(tx.connection, VERSION, AT_ONCE)

    def _made(self, case: Case, now: datetime, stop: Event) -> Made | str:
        """What was made of a case, or why nothing could be."""
        entry = case.revision.entry
        files = self._files(case.revision)
        if files is None:
            return MISSING
        asked = list(self._asked(case))
        try:
            made = self.run(render_files, files, asked, case.claims, self.rules(now), stop=stop)
        except BeyondLimitsError as fault:
            log.warning("the entry %s could not be rendered: %s", entry, fault.text)
            return BEYOND
        except ChildError as fault:
            log.warning("the entry %s could not be rendered: %s", entry, fault.text)
            return FAULT
        return made if made.revision == case.revision.id else OTHERS

    def _failed(self, case: Case, sentence: str, now: datetime) -> bool:
        one = case.revision
        with self.store.write() as tx:
            return tx.renderings.fail(one.entry, one.id, basis=case.basis, sentence=sentence, now=written(now))

    def _files(self, revision: Revision) -> Mapping[str, bytes] | None:
        """The bytes of a revision by path; None when some are gone from the archive or damaged there."""
        files = {}
        for file in revision.files:
            data = self._bytes(file.sha256)
            if data is None:
                return None
            files[file.path] = data
        return files

    def _bytes(self, name: str) -> bytes | None:
        with suppress(DamagedError):
            return self.blobs.get(name)
        return None

    def _asked(self, case: Case) -> Iterator[Asked]:
        """The bytes that the verdicts rest on, those of carried-over verdicts as their own revision has them."""
        held: dict[tuple[str, str], bytes] = {}
        for verdict, body in case.verdicts:
            for asked in asked_of(json.loads(body), verdict.id):
                if verdict.revision == case.revision.id:
                    yield asked
                elif asked.at.end - asked.at.start <= LONGEST_CARRIED:
                    data = self._earlier(case.revision.entry, verdict.revision, asked.at, held)
                    yield asked._replace(carried=data)

    def _earlier(self, entry: str, revision: str, at: Address, held: dict[tuple[str, str], bytes]) -> bytes:
        """The bytes at an address of an earlier revision; empty when they are gone."""
        key = (revision, at.file)
        if key not in held:
            with self.store.read() as tx:
                old = tx.entries.revision(entry, revision)
            there = () if old is None or old.taken_down_at else old.files
            name = next((file.sha256 for file in there if file.path == at.file), "")
            held[key] = (self._bytes(name) if name else None) or b""
        return held[key][at.start : at.end]


def _state(claims: ClaimSet | None) -> Iterator[str]:
    """What names the claims as they are judged: their version, and which of them are in quarantine."""
    yield "" if claims is None else claims.version
    yield from sorted(claims.quarantined) if claims is not None else ()


def case_of(tx: Transaction, due: Due) -> Case | None:
    """What there is to render of a revision; None when it is gone."""
    revision = tx.entries.revision(due.entry, due.revision)
    entry = tx.entries.get(due.entry)
    if entry is None or revision is None or revision.taken_down_at or not revision.files:
        return None
    claims = tx.papers.claims(entry.paper) if entry.paper else None
    known = None if claims is None else {claim.id for claim in claims.claims}
    holding = [one for one in tx.renderings.holding(*due) if known is None or one.claim in known]
    bodies = tx.renderings.bodies([one.seq for one in holding])
    made_of = digest([*_state(claims), *(one.id for one in holding)])
    return Case(revision, claims, tuple((one, bodies[one.seq]) for one in holding), f"{VERSION} {made_of[:32]}")
