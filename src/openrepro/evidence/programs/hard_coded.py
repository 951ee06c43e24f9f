"""Results that are literals in the code that printed or wrote them."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import Grade, Result, Run, Source
from openrepro.evidence.numerals import to_decimal
from openrepro.evidence.places import Places
from openrepro.evidence.programs.literals import LiteralResult, literal_results, printed_literals
from openrepro.evidence.programs.typed_results import typed_results
from openrepro.evidence.shown import Shown, shown_in
from openrepro.logbooks.logbook import Address, FileKind, Logbook, Severity

_PYTHON = frozenset({"python", "py", "python3"})
_SHELL = frozenset({"bash", "sh", "zsh", "shell"})
_ECHO = re.compile(
    r"(?:^|[;&|]|\bthen\b|\bdo\b)[ \t]{0,40}(?:echo|printf)[ \t]{1,4}(?P<text>[^\n]{1,2000})", re.MULTILINE
)
_TEST_FILE = re.compile(r"(?:^|/)(?:tests?/|test_[^/]{0,100}\.py$|conftest\.py$)|_test\.py$")
_MAX_SCRIPTS = 40
_MAX_NAMED = 5


class Program(NamedTuple):
    """A program to look at: what to call it, its language, its text, its place."""

    name: str
    language: str
    text: str
    at: Address


class Typed(NamedTuple):
    """A literal that reaches a result: where it was typed, and where it is shown (None: an input of what is shown)."""

    literal: LiteralResult
    at: Address
    shown: Address | None


def hard_coded_in_runs(runs: Iterable[Run], results: Iterable[Result]) -> tuple[Finding, ...]:
    """Findings for each run that shows a literal of its own scripts or command line as a result.

    `results` are those of all runs. A literal that the run's output does not show is no finding.
    """
    by_run: dict[Address, list[Result]] = {}
    for result in results:
        if result.run is not None:
            by_run.setdefault(result.run, []).append(result)
    return tuple(finding for run in runs for finding in _of_run(run, tuple(_programs_of(run)), by_run.get(run.at, [])))


def _of_run(run: Run, programs: tuple[Program, ...], results: list[Result]) -> Iterator[Finding]:
    """The findings of one run; a declared result that one tells of is not told twice.

    What a command that only says its own words prints is shown all the same: it was typed.
    """
    declared = [result for result in results if result.source is Source.DECLARED]
    typed = typed_results(run, declared)
    places = {at for finding in typed for at in finding.at}
    yield from typed
    if not programs:
        return
    told = {to_decimal(result.value) for result in declared if result.at in places}
    shown = shown_in(replace(result, grade=max(result.grade, Grade.E1)) for result in results if run.recorded)
    for program in programs:
        yield from _findings(program, shown, named=False, told=told)


def hard_coded_in_files(logbook: Logbook, results: Iterable[Result]) -> tuple[Finding, ...]:
    """Findings for each Python file of the entry whose literals stand in a result file or an output as results."""
    files = [entry for entry in logbook.files_of(FileKind.SOURCE) if entry.path.endswith(".py")]
    shown = shown_in(results if files else ())
    return tuple(
        finding
        for entry in files[:_MAX_SCRIPTS]
        if not _TEST_FILE.search(entry.path) and entry.path in logbook.files
        for finding in _findings(_program_file(logbook, entry.path, entry.size), shown, named=True)
    )


def _program_file(logbook: Logbook, path: str, size: int) -> Program:
    return Program(path, "python", logbook.text(path), Address(path, 0, size))


def _programs_of(run: Run) -> Iterator[Program]:
    for script in run.scripts[:_MAX_SCRIPTS]:
        suffix = script.name.rpartition(".")[2]
        language = "python" if {script.language, suffix} & _PYTHON else "shell"
        if language == "python" or {script.language, suffix} & _SHELL:
            yield Program(script.name or "the attached script", language, script.text, script.at)
    for flag, text in zip(run.argv, run.argv[1:], strict=False):
        if flag in ("-c", "-lc"):
            name = run.argv[0].rpartition("/")[2]
            yield Program("the command line", "python" if name.startswith("python") else "shell", text, run.at)


def _findings(
    program: Program, shown: Shown, *, named: bool, told: Collection[Decimal | None] = ()
) -> Iterator[Finding]:
    groups: dict[str, list[Typed]] = {}
    for typed in _typed(program, shown, named=named):
        if Decimal(repr(typed.literal.value)) in told:
            continue
        groups.setdefault(typed.literal.how, []).append(typed)
    for how, items in groups.items():
        yield _finding(program, how, items)


def _finding(program: Program, how: str, items: list[Typed]) -> Finding:
    named = ", ".join(f"{item.literal.name} = {item.literal.value:g}" for item in items[:_MAX_NAMED])
    more = f" and {len(items) - _MAX_NAMED} more" if len(items) > _MAX_NAMED else ""
    places = (*(item.at for item in items), *(item.shown for item in items if item.shown is not None))
    return Finding(
        Code.HARD_CODED,
        f"In {program.name}, {named}{more}: {how}. Nothing computed it: measure it, or mark it as the paper's value.",
        tuple(dict.fromkeys(places)),
        Severity.SERIOUS if any(item.shown is not None for item in items) else Severity.WARNING,
    )


def _typed(program: Program, shown: Shown, *, named: bool) -> Iterator[Typed]:
    """The literals that are shown (under their own name if `named`), and those that results are computed from."""
    places = _ProgramPlaces(program)
    literals = literal_results(program.text) if program.language == "python" else tuple(_echoed(program.text))
    for literal in literals:
        at = shown.find_literal(literal.value, literal.name if named else "")
        if at is not None or literal.is_input:
            yield Typed(literal, places.address(literal), at)


class _ProgramPlaces:
    """Addresses in a program. What was typed on the command line lies somewhere in the cell's header."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def address(self, literal: LiteralResult) -> Address:
        at = self._program.at
        if self._program.name == "the command line":
            return at
        return Address(at.file, at.start + literal.start, at.start + literal.end, at.cell)


def _echoed(text: str) -> Iterator[LiteralResult]:
    """The metrics that a shell program prints as fixed text."""
    places = Places(text, Address("", 0, 0))
    for match in _ECHO.finditer(text[:200_000]):
        said = match.group("text").strip()
        if "$" in said or "`" in said:
            continue
        at = places.address(*match.span("text"))
        for name, value in printed_literals(said.strip("'\"")):
            yield LiteralResult(name, float(value), at.start, at.end, "printed or written as a result")
