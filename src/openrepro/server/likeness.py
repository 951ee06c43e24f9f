"""Finding entries that are alike: by small signatures first, then on the real bytes of both sides."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from openrepro.entries.entry import Revision, RevisionFile
from openrepro.entries.likeness import Likeness, LikenessKind, Shared, SharedPassage
from openrepro.entries.likeness_numbers import Numbers, compare_numbers, digits_in, numbers_of
from openrepro.entries.likeness_sample import Sample, sample_of
from openrepro.entries.likeness_words import Words, compare_words, runs_in, words_of
from openrepro.entries.ports import Blobs
from openrepro.logbooks.kinds import kind_of
from openrepro.logbooks.logbook import Address, FileEntry, FileKind, Logbook
from openrepro.logbooks.trackio import parse
from openrepro.store.likeness import Near, SameFiles
from openrepro.store.store import Store, Transaction

TELLING: Final = (FileKind.PAGE, FileKind.README, FileKind.RESULT, FileKind.SOURCE, FileKind.TRACE)
"""Kinds of file that somebody wrote or ran; of those that tools and papers bring along, all have the same."""
READ: Final = (FileKind.PAGE, FileKind.README, FileKind.RESULT, FileKind.MANIFEST, FileKind.METADATA)
LEAST_BYTES: Final = 1_000
MOST_BYTES: Final = 5_000_000
MOST_READ: Final = 50_000_000
MOST_NUMBER_KEYS: Final = 256
BACKGROUND: Final = 8
MOST_PASSAGES: Final = 8
COMMON: Final = 2
"""How many other teams, on other papers, must have a thing for it to be nobody's own."""


@dataclass(frozen=True)
class Side:
    """One of two entries that are compared."""

    entry: str
    revision: str
    logbook: Logbook

    @cached_property
    def words(self) -> Words:
        return words_of(self.logbook)

    @cached_property
    def numbers(self) -> Numbers:
        return numbers_of(self.logbook)

    @cached_property
    def files(self) -> Mapping[str, FileEntry]:
        """The files worth comparing, by hash, largest first."""
        telling = (file for file in self.logbook.manifest if file.kind in TELLING and file.size >= LEAST_BYTES)
        return {file.sha256: file for file in sorted(telling, key=lambda file: (-file.size, file.path))}


class Common(NamedTuple):
    """What is nobody's own: of the paper and its claims, or of everybody's scaffold."""

    runs: frozenset[int] = frozenset()
    numbers: frozenset[str] = frozenset()


class _Found(NamedTuple):
    """Whom to compare with, as signatures and hashes tell; `older` entries were there first."""

    same: tuple[str, ...]
    files: tuple[SameFiles, ...]
    near: tuple[Near, ...]
    common: Common
    older: frozenset[str]


def likeness_of(store: Store, blobs: Blobs, entry: str, logbook: Logbook, *, now: str) -> tuple[Likeness, ...]:
    """Find and keep the likenesses of an entry's newest revision, `logbook`, to all entries seen before.

    Call it once per archived revision, outside any transaction (it opens its own, and reads the bytes of at most
    some twenty other entries). It changes no label and no state. Calling it twice changes nothing more. Two entries
    that come at the same moment are found by the one that is signed last. Raises only what the store raises.
    """
    side = Side(entry, logbook.revision, logbook)
    with store.write() as tx:
        key = tx.likeness.key()
        samples = _samples(side, key)
        tx.likeness.sign(entry, side.revision, samples)
    with store.read() as tx:
        found = _candidates(tx, side, samples)
    likenesses = tuple(_alike(store, blobs, side, found, now))
    if likenesses:
        with store.write() as tx:
            tx.likeness.save(likenesses)
    return likenesses


def _samples(side: Side, key: bytes) -> dict[LikenessKind, Sample]:
    return {
        LikenessKind.TEXT: sample_of(side.words.distinct, key),
        LikenessKind.OUTPUTS: sample_of(side.numbers.places, key, MOST_NUMBER_KEYS),
    }


def _candidates(tx: Transaction, side: Side, samples: Mapping[LikenessKind, Sample]) -> _Found:
    same = tx.likeness.same_revision(side.entry, side.revision)
    files = tuple(one for one in tx.likeness.same_files(side.entry, tuple(side.files)) if one.entry not in same)
    near = tuple(one for one in tx.likeness.near(side.entry, samples) if one.entry not in same)
    others = (*same, *(one.entry for one in files), *(one.entry for one in near))
    older = tx.likeness.older(side.entry, others)
    return _Found(same, files, near, _of_the_paper(tx, side.entry), older)


def _of_the_paper(tx: Transaction, entry: str) -> Common:
    """What every entry on a paper may say, since the paper or its claims say it."""
    row = tx.entries.get(entry)
    paper = tx.papers.get(row.paper) if row is not None and row.paper else None
    if paper is None:
        return Common()
    claims = tx.papers.claim_sets([paper.id]).get(paper.id, ())
    texts = [paper.title, paper.abstract]
    texts += [text for held in claims for claim in held.claims for text in (claim.text, claim.quote or "")]
    return Common(runs_in(texts), digits_in(texts))


def _alike(store: Store, blobs: Blobs, side: Side, found: _Found, now: str) -> Iterator[Likeness]:
    pair = _Pairs(side, found.older, now)
    for entry in found.same:
        count = len(side.logbook.manifest)
        yield pair.of(LikenessKind.BYTES, entry, side.revision, Shared("1.00", count, count, count))
    for same in found.files:
        yield pair.of(LikenessKind.FILES, same.entry, same.revision, _same_files(store, same, side))
    others = [other for near in found.near if (other := _read(store, blobs, near)) is not None]
    alike = [other for other in others if _compared(other, side, found.common)]
    common = _with_background(store, blobs, side, found.common) if alike else found.common
    for other in alike:
        for kind, shared in _compared(other, side, common).items():
            yield pair.of(kind, other.entry, other.revision, shared)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Makes likenesses of one side, with the entry that was there first on the left."""

    side: Side
    older: frozenset[str]
    now: str

    def of(self, kind: LikenessKind, other: str, revision: str, shared: Shared) -> Likeness:
        mine = (self.side.entry, self.side.revision)
        if other in self.older:
            return Likeness(kind, other, revision, *mine, shared, self.now)
        return Likeness(kind, *mine, other, revision, shared.turned, self.now)


def _compared(left: Side, right: Side, common: Common) -> dict[LikenessKind, Shared]:
    compared = {
        LikenessKind.OUTPUTS: compare_numbers(left.numbers, right.numbers, common.numbers),
        LikenessKind.TEXT: compare_words(left.words, right.words, common.runs),
    }
    return {kind: shared for kind, shared in compared.items() if shared is not None}


def _same_files(store: Store, same: SameFiles, side: Side) -> Shared:
    with store.read() as tx:
        revision = tx.entries.revision(same.entry, same.revision)
    theirs = {} if revision is None else {file.sha256: file for file in revision.files}
    passages = tuple(
        SharedPassage(_whole(theirs[one]), _whole(side.files[one]), side.files[one].size, one)
        for one in same.hashes
        if one in theirs
    )
    share = len(same.hashes) / max(1, len(side.files))
    return Shared(f"{share:.2f}", len(same.hashes), len(theirs), len(side.files), passages[:MOST_PASSAGES])


def _whole(file: FileEntry | RevisionFile) -> Address:
    return Address(file.path, 0, file.size)


def _with_background(store: Store, blobs: Blobs, side: Side, common: Common) -> Common:
    """`common`, and what several other teams have in entries on other papers."""
    with store.read() as tx:
        others = tx.likeness.background(side.entry, BACKGROUND)
    runs: dict[int, int] = {}
    numbers: dict[str, int] = {}
    for other in (read for near in others if (read := _read(store, blobs, near)) is not None):
        for run in other.words.distinct & side.words.distinct:
            runs[run] = runs.get(run, 0) + 1
        for digits in other.numbers.places.keys() & side.numbers.places.keys():
            numbers[digits] = numbers.get(digits, 0) + 1
    return Common(
        common.runs | {run for run, count in runs.items() if count >= COMMON},
        common.numbers | {digits for digits, count in numbers.items() if count >= COMMON},
    )


def _read(store: Store, blobs: Blobs, near: Near) -> Side | None:
    """The other side's pages and results, from the archive; None when its bytes are gone."""
    with store.read() as tx:
        revision = tx.entries.revision(near.entry, near.revision)
    files = {} if revision is None else _files(blobs, revision)
    return Side(near.entry, near.revision, parse(files, name=near.entry)) if files else None


def _files(blobs: Blobs, revision: Revision) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    left = MOST_READ
    for file in sorted(revision.files, key=lambda file: file.size):
        if kind_of(file.path) in READ and file.size <= min(left, MOST_BYTES):
            data = blobs.get(file.sha256)
            if data is not None:
                files[file.path] = data
                left -= len(data)
    return files
