"""Files of Spaces that are new or changed, fetched from the Hub and kept as revisions of their entries."""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from types import TracebackType
from typing import Final, NamedTuple, Self

from openrepro import clock
from openrepro.challenge.rules import Rules
from openrepro.clock import written
from openrepro.entries.archiving import Archived, archive, lost, manifest_digest
from openrepro.entries.discovery import Known
from openrepro.entries.entry import RevisionFile
from openrepro.entries.members import MIB, USUAL, Limits, UploadError
from openrepro.entries.paths import Shelf, checked_path, left_out
from openrepro.entries.ports import Blobs
from openrepro.entries.spaces import fetch_failed, files_refused, space_fetched, wants_files
from openrepro.entries.window import Terms
from openrepro.hub.fetching import BusyError, FetchError
from openrepro.hub.files import Files
from openrepro.hub.manners import StoppedError
from openrepro.hub.rows import RemoteFile
from openrepro.ids import sha256
from openrepro.papers.resolving import quoted
from openrepro.store.store import Store, Transaction

IN_MEMORY: Final = 4 * MIB
LEASE: Final = timedelta(minutes=30)
FIRST_RETRY: Final = timedelta(minutes=5)
LAST_RETRY: Final = timedelta(hours=12)


class Fetched(NamedTuple):
    """How many Spaces were `kept`, `refused` for what their files are, and `failed` for now; `sentence` says why
    fetching ended early, if it did."""

    kept: int = 0
    refused: int = 0
    failed: int = 0
    sentence: str = ""


class SpaceFiles(Mapping[str, bytes]):
    """The files of a Space, read from a temporary file one by one; close it when done."""

    def __init__(self) -> None:
        self._spool = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  closed by __exit__
        self._places: dict[str, tuple[int, int]] = {}
        self._size = 0

    def add(self, path: str, data: bytes) -> None:
        self._spool.seek(self._size)
        self._spool.write(data)
        self._places[path] = (self._size, len(data))
        self._size += len(data)

    @property
    def manifest(self) -> tuple[RevisionFile, ...]:
        """Path, size and hash of every file."""
        return tuple(RevisionFile(path, len(data), sha256(data)) for path, data in self.items())

    def __getitem__(self, path: str) -> bytes:
        start, size = self._places[path]
        self._spool.seek(start)
        return self._spool.read(size)

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._spool.close()


@dataclass(frozen=True, slots=True)
class Fetching:
    """Fetches what is due, `at_once` Spaces at a time, within the limits of an upload."""

    store: Store
    files: Files
    blobs: Blobs
    rules: Rules
    now: Callable[[], datetime] = clock.now
    limits: Limits = USUAL
    at_once: int = 4

    def run(self, most: int = 100_000) -> Fetched:
        """Fetch the files of at most `most` Spaces that wait for it. Raises StoppedError when asked to stop."""
        done = Fetched()
        while (left := most - done.kept - done.refused - done.failed) > 0 and not done.sentence:
            batch = self._batch(min(self.at_once * 4, left))
            if not batch:
                break
            for one in batch:
                done = _sum(done, one)
        return done

    def _batch(self, count: int) -> Sequence[Fetched]:
        """Fetch the next few; a process that dies over them leaves them to others after a while."""
        now = self.now()
        until = written(now + LEASE)
        with self.store.write() as tx:
            taken = tx.spaces.take_due(written(now), count, until)
        try:
            with ThreadPoolExecutor(self.at_once, "fetch") as pool:
                return tuple(pool.map(self._one, taken))
        except StoppedError:
            with self.store.write() as tx:
                tx.spaces.give_back([one.id for one in taken], until, written(now))
            raise

    def _one(self, known: Known) -> Fetched:
        """Fetch the files of one Space and keep what came of it."""
        try:
            with SpaceFiles() as held:
                notes = self._fill(known, held)
                revision = manifest_digest(held.manifest)
                with self.store.read() as tx:  # what is refused must not stay in the archive
                    wanted = wants_files(tx, known.entry, revision)
                if not wanted:
                    return self._unwanted(known, Archived(revision, held.manifest))
                archived = archive(held, self.blobs, self.rules, notes=notes, limits=self.limits)
            return self._kept(known, archived)
        except UploadError as fault:
            return self._refused(known, f"{fault.text} {fault.hint}".strip())
        except FetchError as fault:
            return self._failed(known, fault)

    def _fill(self, known: Known, held: SpaceFiles) -> tuple[str, ...]:
        """Fetch all files that could be part of a logbook, and say what was left out."""
        tree = self.files.tree(known.id, known.space.sha, self.limits.members)
        chosen = chosen_files(tree, self.limits)
        for file in chosen.files:
            held.add(file.path, self.files.content(known.id, known.space.sha, file))
        return chosen.notes

    def _kept(self, known: Known, archived: Archived) -> Fetched:
        with self.store.write() as tx:
            existed = known.space.modified_at
            space_fetched(tx, known.entry, archived, known.space.sha, self._terms(), existed_at=existed)
            if lost(archived, tx, self.blobs):
                raise FetchError("Files like these were being removed at this moment.")
            self._settle(tx, known)
        return Fetched(kept=1)

    def _unwanted(self, known: Known, archived: Archived) -> Fetched:
        """Tell the entry, without keeping a byte."""
        with self.store.write() as tx:
            if wants_files(tx, known.entry, archived.revision):
                raise FetchError("The entry was restored at this moment.")
            space_fetched(tx, known.entry, archived, known.space.sha, self._terms())
            self._settle(tx, known)
        return Fetched(refused=1)

    def _refused(self, known: Known, sentence: str) -> Fetched:
        with self.store.write() as tx:
            files_refused(tx, known.entry, sentence, self._terms())
            self._settle(tx, known)
        return Fetched(refused=1)

    def _failed(self, known: Known, fault: FetchError) -> Fetched:
        """Try again later, and ever later; a Hub that is busy costs no attempt."""
        busy = isinstance(fault, BusyError)
        with self.store.write() as tx:
            fetch_failed(tx, known.entry, f"{fault.text} It is tried again.", self._terms())
        failures = known.failures + (not busy)
        wait = min(FIRST_RETRY * 2 ** min(failures, 10), LAST_RETRY)
        self._put_off(known, written(self.now() + wait), failures)
        return Fetched(failed=1, sentence=fault.text if busy else "")

    def _put_off(self, known: Known, until: str, failures: int) -> None:
        """Fetch this commit at a later time; a newer one that came meanwhile stays due."""
        with self.store.write() as tx:
            current = tx.spaces.known([known.id]).get(known.id)
            if current is not None and current.space.sha == known.space.sha and current.fetch_at:
                tx.spaces.put([replace(current, failures=failures, fetch_at=until)])

    def _settle(self, tx: Transaction, known: Known) -> None:
        """Note that this commit was dealt with; a newer one that came meanwhile stays due."""
        current = tx.spaces.known([known.id]).get(known.id)
        if current is not None:
            waits = current.space.sha != known.space.sha
            at = current.fetch_at if waits else ""
            tx.spaces.put([replace(current, fetched_sha=known.space.sha, fetch_at=at, failures=0)])

    def _terms(self) -> Terms:
        return Terms(self.rules, written(self.now()))


class Chosen(NamedTuple):
    files: tuple[RemoteFile, ...]
    notes: tuple[str, ...] = ()


def chosen_files(tree: tuple[RemoteFile, ...], limits: Limits) -> Chosen:
    """The files of a Space that are fetched: what is no part of a logbook, or larger than a file may be, is left out
    and told. Raises UploadError when a name is not as it should be, or all of it is too much."""
    shelf, taken, large = Shelf(), [], []
    for file in tree:
        path = checked_path(file.path, limits)
        if left_out(path):
            continue
        if file.size > limits.file:
            large.append(file.path)
            continue
        shelf.add(path)
        taken.append(file)
    if len(taken) > limits.files:
        raise UploadError(f"The Space holds {len(taken):,} files; at most {limits.files:,} are taken.")
    total = sum(file.size for file in taken)
    if total > limits.total:
        raise UploadError(f"The Space holds {total // MIB:,} MB; at most {limits.total // MIB:,} MB are taken.")
    if not taken:
        raise UploadError(
            "The Space holds no files that could be a logbook.", hint="Publish the logbook with its pages."
        )
    return Chosen(tuple(taken), _large_note(large, limits))


def _large_note(large: list[str], limits: Limits) -> tuple[str, ...]:
    if not large:
        return ()
    named = ", ".join(quoted(path) for path in large[:3]) + (f" and {len(large) - 3:,} more" if len(large) > 3 else "")
    return (f"Left out, since a file may have at most {limits.file // MIB} MB: {named}.",)


def _sum(one: Fetched, other: Fetched) -> Fetched:
    return Fetched(
        one.kept + other.kept, one.refused + other.refused, one.failed + other.failed, one.sentence or other.sentence
    )
