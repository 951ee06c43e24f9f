"""The values of the result files that an entry carries, by key path, with the bytes of each."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from openrepro.evidence.declared_files import declared_in_file
from openrepro.evidence.leaves import Leaf, NotJsonError, Scanner
from openrepro.evidence.model import Grade, Result, Source
from openrepro.evidence.named_leaves import is_prose, named_results
from openrepro.evidence.places import Places
from openrepro.evidence.quantities import quantities
from openrepro.evidence.tables import read_separated, results_of_tables
from openrepro.logbooks.logbook import Address, Block, BlockKind, FileKind, Logbook, Problem

MAX_FILE_BYTES = 5_000_000
MAX_LEAVES = 20_000
_MAX_SENTENCES = 500


class FileResults(NamedTuple):
    """The results of all result files, and a problem for each file that could not be read whole."""

    results: tuple[Result, ...]
    problems: tuple[Problem, ...]


def results_of_files(logbook: Logbook) -> FileResults:
    """The numbers of the entry's result files (JSON, JSON Lines, CSV, TSV) by key path: grade E1.

    Objects in the shape of a `RESULT` line are declared results in addition. Numbers inside sentences of a file are
    only said: grade E0. Of one file, `MAX_FILE_BYTES` bytes and
    `MAX_LEAVES` values are read at most; what is left out or unreadable is a problem.
    """
    results: list[Result] = []
    problems: list[Problem] = []
    for entry in logbook.files_of(FileKind.RESULT):
        found = _of_file(entry.path, logbook.files.get(entry.path, b""))
        results.extend(found.results)
        problems.extend(found.problems)
    return FileResults(tuple(results), tuple(problems))


def _of_file(path: str, data: bytes) -> FileResults:
    whole = Address(path, 0, len(data))
    if len(data) > MAX_FILE_BYTES:
        text = f"'{path}' is larger than {MAX_FILE_BYTES} bytes and was not read: keep results in smaller files."
        return FileResults((), (Problem("result-file", text, (whole,)),))
    text = data.decode("utf-8", "surrogateescape")
    suffix = path.lower().rpartition(".")[2]
    if suffix in ("csv", "tsv"):
        return FileResults(tuple(_of_table(text, whole, "\t" if suffix == "tsv" else ",")), ())
    if suffix in ("json", "jsonl", "ndjson"):
        return _of_json(text, whole, many=suffix != "json")
    return FileResults((), ())


def _of_table(text: str, at: Address, separator: str) -> Iterator[Result]:
    table = read_separated(text, separator)
    if table is not None:
        numbers = quantities(text, Block(BlockKind.FENCE, text, at))
        yield from results_of_tables([table], numbers, Places(text, at), Grade.E1, Source.FILE, None)


def _of_json(text: str, at: Address, *, many: bool) -> FileResults:
    places = Places(text, at)
    leaves: list[Leaf] = []
    problems: tuple[Problem, ...] = ()
    try:
        for leaf in islice(_values(text, many=many), MAX_LEAVES + 1):
            leaves.append(leaf)
    except NotJsonError as error:
        place = places.address(min(error.at, len(text)), len(text))
        problems = (
            Problem(
                "result-file",
                f"'{at.file}' is not JSON from byte {place.start} on; what follows was not read.",
                (place,),
            ),
        )
    if len(leaves) > MAX_LEAVES:
        place = places.address(leaves.pop().start, len(text))
        sentence = f"Only the first {MAX_LEAVES} values of '{at.file}' were read: put the results first."
        problems = (Problem("result-file", sentence, (place,)),)
    declared = declared_in_file(text, places, many=many)
    results = (*declared.results, *named_results(leaves, places, Grade.E1, Source.FILE, None))
    return FileResults((*results, *_said(leaves, text, places)), (*problems, *declared.problems))


def _values(text: str, *, many: bool) -> Iterator[Leaf]:
    """The leaves of a JSON file, or of each line of a JSON Lines file (paths then begin with the line's index)."""
    start, index = (1 if text.startswith("\ufeff") else 0), 0
    while index == 0 or (many and start < len(text)):
        scanner = Scanner(text, start)
        for leaf in scanner.leaves():
            yield Leaf(f"[{index}].{leaf.path}", leaf.kind, leaf.text, leaf.start, leaf.end) if many else leaf
        start, index = _next_line(text, scanner.position), index + 1


def _next_line(text: str, position: int) -> int:
    """The start of the next line that is not blank, or the end of the text."""
    while position < len(text) and text[position].isspace():
        position += 1
    return position


def _said(leaves: list[Leaf], text: str, places: Places) -> Iterator[Result]:
    for leaf in islice(filter(is_prose, leaves), _MAX_SENTENCES):
        if not any(character.isdigit() for character in leaf.text):
            continue
        at = places.address(leaf.start, leaf.end)
        for number in quantities(leaf.text[:4_000], Block(BlockKind.PROSE, leaf.text[:4_000], at)):
            yield Result(
                value=number.value,
                at=number.at,
                grade=Grade.E0,
                source=Source.PROSE,
                name=number.name or number.words,
                unit=number.unit,
                kind=number.kind,
                plus_minus=number.plus_minus,
                path=leaf.path,
            )
