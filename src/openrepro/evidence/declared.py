"""Results that a run declares in `RESULT {json}` lines."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from openrepro.evidence.declared_fields import OffSchemaError, fields_of, result_of
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import Grade, Result, Run
from openrepro.evidence.near_results import near_results
from openrepro.evidence.places import Places
from openrepro.logbooks.logbook import Address, BlockKind, Cell, Problem, Severity

_LINE = re.compile(r"^[ \t>]{0,8}RESULT[ \t:]{1,4}(?=\{)", re.MULTILINE)
_MAX_LINES = 5_000
_MOST_NAMED = 20


REFUSED_LINE = "result-line"
REFUSED_PART = "result-part"
REFUSED = (REFUSED_LINE, REFUSED_PART)
"""The codes of problems with `RESULT` lines, and with objects of result files in their shape."""


class Declared(NamedTuple):
    """The results declared somewhere, and a problem for each `RESULT` line that could not be taken."""

    results: tuple[Result, ...]
    problems: tuple[Problem, ...]


def declared_results(run: Run) -> Declared:
    """The results that the outputs of `run` declare, of the run's grade."""
    return _together(_declared(output.text, output.at, run.grade, run.at) for output in run.outputs)


def declared_elsewhere(cells: Iterable[Cell]) -> Declared:
    """The `RESULT` lines in cells that are no runs (prose, typed output): grade E0, they were only said."""
    blocks = (block for cell in cells if not cell.is_run and not cell.void for block in cell.blocks)
    return _together(_declared(b.text, b.at, Grade.E0, None) for b in blocks if b.kind is not BlockKind.PAYLOAD)


def declared_spans(text: str) -> Iterator[tuple[int, int]]:
    """The characters `[start, end)` of each line of `text` that begins with `RESULT {`."""
    for match in _LINE.finditer(text):
        end = text.find("\n", match.end())
        yield match.start(), len(text) if end < 0 else end


def refused_findings(problems: Iterable[Problem]) -> tuple[Finding, ...]:
    """One warning for each `RESULT` line that was not taken, which says what to change; the last counts the rest."""
    refused = [item for item in problems if item.code in REFUSED]
    named = [Finding(Code.RESULT_REFUSED, item.text, item.at, Severity.WARNING) for item in refused[:_MOST_NAMED]]
    if more := len(refused) - len(named):
        text = f"{more} more RESULT lines were not taken: repair those that are named first."
        named.append(Finding(Code.RESULT_REFUSED, text, refused[_MOST_NAMED].at, Severity.WARNING))
    return tuple(named)


def _together(parts: Iterable[Declared]) -> Declared:
    results: list[Result] = []
    problems: list[Problem] = []
    for part in parts:
        results.extend(part.results)
        problems.extend(part.problems)
    return Declared(tuple(results), tuple(problems))


def _declared(text: str, at: Address, grade: Grade, run: Address | None) -> Declared:
    places = Places(text, at)
    results: list[Result] = []
    problems: list[Problem] = []
    for count, (start, end) in enumerate(declared_spans(text)):
        first = text.index("RESULT", start)
        place = places.address(first, end)
        try:
            if count >= _MAX_LINES:
                raise OffSchemaError(f"only the first {_MAX_LINES} lines of one output are read")
            results.append(result_of(fields_of(text[first:end].lstrip("RESULT \t:")), place, grade, run))
        except OffSchemaError as error:
            problems.append(_refused(str(error), place))
            if count >= _MAX_LINES:
                break
    if run is not None:
        problems += (_refused(near.reason, places.address(near.start, near.end)) for near in near_results(text))
    return Declared(tuple(results), tuple(problems))


def _refused(reason: str, at: Address) -> Problem:
    return Problem(REFUSED_LINE, f"A RESULT line was not taken: {reason}.", (at,))
