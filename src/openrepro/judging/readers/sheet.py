"""What a person is given of a logbook to read about one claim: evidence first, prose apart, each block by a name."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from openrepro.claims.claim import Claim
from openrepro.evidence.places import Places
from openrepro.evidence.sentences import is_code
from openrepro.ids import Json
from openrepro.judging.judge import Bench, atoms_of
from openrepro.judging.masking import Mask, mask_of
from openrepro.judging.parts import Part, describe, parts_of
from openrepro.judging.readers.model.question import ShownBlock
from openrepro.logbooks.logbook import Address, BlockKind, CellType, Logbook
from openrepro.visible import visible

MOST_BLOCKS: Final = 80
LONGEST_BLOCK: Final = 8_000
LONGEST_KIND: Final = 60_000
CUT: Final = "\n[cut: {:,} characters]\n"


class Sort(StrEnum):
    """What a block is, in the order in which a person reads."""

    OUTPUT = "output"
    FILE = "file"
    CODE = "code"
    PROSE = "prose"


LETTERS: Final = {Sort.OUTPUT: "R", Sort.FILE: "F", Sort.CODE: "C", Sort.PROSE: "P"}


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """A block as it is shown. `about` says what it is, `cut` how many of its characters are left out in the middle,
    `withheld` how many passages are. `near` is false for one that only mentions the claim."""

    name: str
    sort: Sort
    about: str
    file: str
    near: bool
    text: str
    cut: int
    withheld: int

    def as_json(self) -> dict[str, Json]:
        return {
            "name": self.name,
            "sort": self.sort.value,
            "about": self.about,
            "file": self.file,
            "near": self.near,
            "text": self.text,
            "cut": self.cut,
            "withheld": self.withheld,
        }


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is shown, and how many blocks are not for lack of room."""

    revision: str
    blocks: tuple[SheetBlock, ...]
    left_out: int


def sheet_of(bench: Bench, claim: Claim) -> Sheet:
    """The blocks about `claim`, outputs first, then result files, code and prose; those of the claim itself first.

    Title, author and self-verdicts are withheld as from every reader.
    """
    mask, parts = mask_of(bench.logbook), _parts(bench, claim)
    blocks: list[SheetBlock] = []
    room = dict.fromkeys(Sort, LONGEST_KIND)
    left_out = 0
    for name, sort, part in _named(parts):
        body, cut = _body(part.text)
        if len(blocks) == MOST_BLOCKS or len(body) > room[sort]:
            left_out += 1
            continue
        room[sort] -= len(body)
        blocks.append(_block(name, sort, part, mask, body, cut))
    return Sheet(bench.logbook.revision, tuple(blocks), left_out)


def blocks_of(bench: Bench, claim: Claim) -> tuple[ShownBlock, ...]:
    """Where the blocks about `claim` stand whole, under their names on the sheet: there quotes are looked for.

    What was withheld or made visible is in none of them.
    """
    return tuple(
        block for name, _sort, part in _named(_parts(bench, claim)) for block in _stretches(name, part, bench.logbook)
    )


def _parts(bench: Bench, claim: Claim) -> list[Part]:
    files = (bench.case_file(atom, claim) for atom in atoms_of(claim))
    places = tuple(dict.fromkeys(at for file in files for at in file.places))
    return sorted(parts_of(bench.logbook, claim, places, mask_of(bench.logbook)), key=lambda part: part.rank)


def _named(parts: Iterable[Part]) -> Iterator[tuple[str, Sort, Part]]:
    """The parts in reading order, each by its letter and number."""
    by_sort: dict[Sort, list[Part]] = {sort: [] for sort in Sort}
    for part in parts:
        by_sort[_sort(part)].append(part)
    for sort, found in by_sort.items():
        yield from ((f"{LETTERS[sort]}{number}", sort, part) for number, part in enumerate(found, start=1))


def _sort(part: Part) -> Sort:
    if part.block.kind is BlockKind.PROSE:
        return Sort.PROSE
    if is_code(part.block):
        return Sort.CODE
    return Sort.FILE if part.cell.type is CellType.UNKNOWN and part.block.info == "json" else Sort.OUTPUT


def _block(name: str, sort: Sort, part: Part, mask: Mask, body: str, cut: int) -> SheetBlock:
    return SheetBlock(
        name=name,
        sort=sort,
        about=visible(describe(part, mask)),
        file=visible(part.block.at.file)[:200],
        near=part.rank[0] == 0,
        text=body,
        cut=cut,
        withheld=len(part.held),
    )


def _body(text: str) -> tuple[str, int]:
    """A text, its middle cut out where it is long, and how many characters that were."""
    if len(text) <= LONGEST_BLOCK:
        return text, 0
    half = LONGEST_BLOCK // 2
    gone = len(text) - 2 * half
    return f"{text[:half]}{CUT.format(gone)}{text[-half:]}", gone


def _stretches(name: str, part: Part, logbook: Logbook) -> Iterator[ShownBlock]:
    """Each stretch of a part that stands so in the source: where the very bytes are those that are shown."""
    places = Places(part.block.text, part.block.at)
    for start, end, source in part.shown.stretches:
        at: Address = places.address(source, source + end - start)
        if logbook.read(at) == part.text[start:end].encode("utf-8", "replace"):
            yield ShownBlock(name, at)
