"""Finding entries that are alike: by small signatures first, then on the real bytes of both sides."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, TypeVar

from openrepro.entries.entry import Revision, RevisionFile
from openrepro.entries.likeness import Likeness, LikenessKind, Shared, SharedPassage
from openrepro.entries.likeness_sample import Sample
from openrepro.entries.likeness_sides import Files, Other, alike, signature_of
from openrepro.entries.ports import Blobs
from openrepro.logbooks.kinds import kind_of
from openrepro.logbooks.logbook import Address, FileKind
from openrepro.store.blob_faults import DamagedError
from openrepro.store.likeness import Near, SameFiles
from openrepro.store.store import Store, Transaction

log = logging.getLogger("openrepro.keeper")
Result = TypeVar("Result")

TELLING: Final = (FileKind.RESULT, FileKind.SOURCE, FileKind.TRACE)
"""Kinds of file that somebody's work leaves behind. Pages are compared as text, and what tools bring along all have."""
READ: Final = (FileKind.PAGE, FileKind.README, FileKind.RESULT, FileKind.MANIFEST, FileKind.METADATA)
LEAST_BYTES: Final = 1_000
MOST_READ: Final = 4_000_000
BACKGROUND: Final = 8
MOST_PASSAGES: Final = 8
MOST_NAMED: Final = 3


class Run(Protocol):
    """Calls a function that strangers' bytes are handed to, here or in a child process (`Bench.run`)."""

    def __call__(self, function: Callable[..., Result], *arguments: object) -> Result: ...


def run_here(function: Callable[..., Result], *arguments: object) -> Result:
    return function(*arguments)


class _Case(NamedTuple):
    """The entry in question: its revision and what of its bytes is read."""

    entry: str
    revision: Revision
    files: Files

    @property
    def telling(self) -> Mapping[str, RevisionFile]:
        """The files worth comparing whole, by hash, largest first."""
        kept = [one for one in self.revision.files if one.size >= LEAST_BYTES and kind_of(one.path) in TELLING]
        return {one.sha256: one for one in sorted(kept, key=lambda one: (-one.size, one.path))}


class _Found(NamedTuple):
    """Whom to compare with, as signatures and hashes tell, and what the paper says; `older` were there first."""

    same: tuple[str, ...]
    files: tuple[SameFiles, ...]
    near: tuple[Near, ...]
    said: tuple[str, ...]
    older: frozenset[str]


def likeness_of(
    store: Store, blobs: Blobs, entry: str, revision: str, *, now: str, run: Run = run_here
) -> tuple[Likeness, ...]:
    """Find and keep the likenesses of an entry's archived revision to all entries that were signed before.

    Call it once per archived revision (when judged, or by the keeper), outside any transaction: it opens its own,
    short ones. Strangers' bytes are only read inside `run`; pass `bench.run` to have that done in a child process. It
    changes no label and no state, and calling it again changes nothing more. Of two entries that come at the same
    moment the one that is signed last finds the other. Raises what the store, the archive and `run` raise; a revision
    that is gone or taken down has no likeness.
    """
    case = _case(store, blobs, entry, revision)
    if case is None:
        return ()
    with store.write() as tx:
        key = tx.likeness.key()
    samples = run(signature_of, case.files, key)
    with store.write() as tx:
        tx.likeness.sign(entry, revision, samples)
    with store.read() as tx:
        found = _candidates(tx, case, samples)
    likenesses = tuple(_likenesses(store, blobs, case, found, _Pairs(case, found.older, now), run))
    if likenesses:
        with store.write() as tx:
            tx.likeness.save(likenesses)
    return likenesses


def _case(store: Store, blobs: Blobs, entry: str, revision: str) -> _Case | None:
    with store.read() as tx:
        held = tx.entries.revision(entry, revision)
    if held is None or held.taken_down_at:
        return None
    read = _read(blobs, held)
    if read.lost:
        told = "the entry %s is compared without %d of its files, which are gone from the archive or damaged: %s"
        log.warning(told, entry, len(read.lost), ", ".join(one[:12] for one in read.lost[:MOST_NAMED]))
    return _Case(entry, held, read.files)


def _candidates(tx: Transaction, case: _Case, samples: Mapping[LikenessKind, Sample]) -> _Found:
    same = tx.likeness.same_revision(case.entry, case.revision.id)
    files = tuple(one for one in tx.likeness.same_files(case.entry, tuple(case.telling)) if one.entry not in same)
    near = tuple(one for one in tx.likeness.near(case.entry, samples) if one.entry not in same)
    others = (*same, *(one.entry for one in files), *(one.entry for one in near))
    return _Found(same, files, near, _said(tx, case.entry), tx.likeness.older(case.entry, others))


def _said(tx: Transaction, entry: str) -> tuple[str, ...]:
    """What every entry on a paper may say, since the paper or its claims say it."""
    row = tx.entries.get(entry)
    paper = tx.papers.get(row.paper) if row is not None and row.paper else None
    if paper is None:
        return ()
    sets = tx.papers.claim_sets([paper.id]).get(paper.id, ())
    claims = [text for held in sets for claim in held.claims for text in (claim.text, claim.quote or "")]
    return (paper.title, paper.abstract, *claims)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Makes likenesses of one entry, with the one that was there first on the left."""

    case: _Case
    older: frozenset[str]
    now: str

    def of(self, kind: LikenessKind, other: str, revision: str, shared: Shared) -> Likeness:
        mine = (self.case.entry, self.case.revision.id)
        if other in self.older:
            return Likeness(kind, other, revision, *mine, shared, self.now)
        return Likeness(kind, *mine, other, revision, shared.turned, self.now)


def _likenesses(store: Store, blobs: Blobs, case: _Case, found: _Found, pairs: _Pairs, run: Run) -> Iterator[Likeness]:
    count = len(case.revision.files)
    for entry in found.same:
        yield pairs.of(LikenessKind.BYTES, entry, case.revision.id, Shared("1.00", count, count, count))
    for same in found.files:
        yield pairs.of(LikenessKind.FILES, same.entry, same.revision, _same_files(store, same, case))
    others = [other for near in found.near if (other := _other(store, blobs, near)) is not None]
    if not others:
        return
    first = {one.entry for one in run(alike, case.files, others, found.said)}
    if first:
        close = [other for other in others if other.entry in first]
        for one in run(alike, case.files, close, found.said, _elsewhere(store, blobs, case.entry)):
            yield pairs.of(one.kind, one.entry, one.revision, one.shared)


def _same_files(store: Store, same: SameFiles, case: _Case) -> Shared:
    with store.read() as tx:
        revision = tx.entries.revision(same.entry, same.revision)
    theirs = {} if revision is None else {file.sha256: file for file in revision.files}
    mine = case.telling
    passages = tuple(
        SharedPassage(_whole(theirs[one]), _whole(mine[one]), mine[one].size, one)
        for one in same.hashes
        if one in theirs
    )
    share = len(same.hashes) / len(mine)
    return Shared(f"{share:.2f}", len(same.hashes), len(theirs), len(mine), passages[:MOST_PASSAGES])


def _whole(file: RevisionFile) -> Address:
    return Address(file.path, 0, file.size)


def _elsewhere(store: Store, blobs: Blobs, entry: str) -> list[Files]:
    with store.read() as tx:
        background = tx.likeness.background(entry, BACKGROUND)
    return [other.files for near in background if (other := _other(store, blobs, near)) is not None]


def _other(store: Store, blobs: Blobs, near: Near) -> Other | None:
    """An entry's pages and results from the archive; None when they are gone."""
    with store.read() as tx:
        revision = tx.entries.revision(near.entry, near.revision)
    files = {} if revision is None or revision.taken_down_at else _read(blobs, revision).files
    return Other(near.entry, near.revision, files) if files else None


class _Read(NamedTuple):
    """Files of a revision, and the names of those that are gone from the archive or damaged there."""

    files: Files
    lost: Sequence[str]


def _read(blobs: Blobs, revision: Revision) -> _Read:
    """The pages and results of a revision, small files first, within a bound."""
    files: dict[str, bytes] = {}
    lost: list[str] = []
    left = MOST_READ
    for file in sorted(revision.files, key=lambda file: (file.size, file.path)):
        if kind_of(file.path) in READ and file.size <= left:
            data = _whole_bytes(blobs, file.sha256)
            if data is None:
                lost.append(file.sha256)
                continue
            files[file.path] = data
            left -= len(data)
    return _Read(files, lost)


def _whole_bytes(blobs: Blobs, name: str) -> bytes | None:
    try:
        return blobs.get(name)
    except DamagedError:
        return None
