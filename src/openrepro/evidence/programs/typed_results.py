"""Declared results that a run's own program or command line states instead of computing them."""

import ast
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import Result, Run
from openrepro.evidence.names import is_metric, is_of_paper, is_setting
from openrepro.evidence.places import Places
from openrepro.evidence.programs.foreseen import foreseen
from openrepro.evidence.programs.literal_values import Literal, computes_nothing, literals_in, own_literals
from openrepro.evidence.programs.sources import Program, inline_python, programs_of, python_in, seen_argv, shell_texts
from openrepro.evidence.programs.spelled import (
    HOLE,
    Declarations,
    filled_in,
    names_of,
    segments,
    spelled_in,
    telling_values,
    texts_of,
)
from openrepro.evidence.programs.syntax import parsed
from openrepro.logbooks.logbook import Address, Severity

_MAX_NAMED = 5
_MAX_PLACES = 40
_COMMENT = re.compile(r"^[ \t]{0,200}(?:#(?!!)|//|--)[^\n]*", re.MULTILINE)
_READS_ITSELF = re.compile(r"__doc__|__file__|getsource|argv\[0\]|\$0|BASH_SOURCE|\$\{0")
_GIVEN = re.compile(
    r"(?:-{0,2}(?P<name>[A-Za-z][\w-]{0,60})=)?[\"']?(?P<number>-?[0-9]{1,40}+(?:\.[0-9]{1,40}+)?)[\"']?"
)
_FLAG = re.compile(r"--?[A-Za-z][\w-]{0,60}")
_OUTCOMES = frozenset({"value", "result", "answer", "measured", "observed", "v"})
_MOST_WORDS = 5_000


class _Hit(NamedTuple):
    """A declared result, and where the program states it."""

    result: Result
    at: Address


def typed_results(run: Run, results: Iterable[Result]) -> tuple[Finding, ...]:
    """A serious finding for each program of `run` that states results which the run then declares.

    `results` are the declared results of the run. A result counts when its RESULT text stands ready in a program of
    any language or on the command line, when following literals through a Python program gives it, or when its
    value (of three digits that carry meaning, or more) was handed over on the command line.
    """
    declared = Declarations(results)
    if not declared.results:
        return ()
    findings = []
    told: set[Address] = set()
    for program in programs_of(run):
        hits = [hit for hit in _hits(run, program, declared) if hit.result.at not in told]
        if hits:
            told.update(hit.result.at for hit in hits)
            findings.append(_finding(program, hits))
    return tuple(findings)


def _finding(program: Program, hits: list[_Hit]) -> Finding:
    names = list(dict.fromkeys(f"{hit.result.name or 'value'} = {hit.result.value}" for hit in hits))
    more = f" and {len(names) - _MAX_NAMED} more" if len(names) > _MAX_NAMED else ""
    places = dict.fromkeys(at for hit in hits for at in (hit.at, hit.result.at))
    return Finding(
        Code.HARD_CODED,
        f"In {program.name}, {', '.join(names[:_MAX_NAMED])}{more}: typed there and printed as a RESULT line. "
        "Nothing computed it: print what the run measured.",
        tuple(places)[:_MAX_PLACES],
        Severity.SERIOUS,
    )


def _hits(run: Run, program: Program, declared: Declarations) -> Iterator[_Hit]:
    is_python = False
    for inner in (*python_in(program), *(() if program.exact else inline_python(run))):
        tree = parsed(inner.text)
        if tree is not None:
            is_python = is_python or inner is program
            yield from _in_python(run, inner, tree, declared)
    if not is_python:
        yield from _in_text(program, declared)
    if not program.exact:
        yield from _given(run, declared)


def _in_text(program: Program, declared: Declarations) -> Iterator[_Hit]:
    """RESULT texts in a program of any language; its comments count only where it reads its own text."""
    text = program.text
    if program.exact and not _READS_ITSELF.search(text):
        text = _COMMENT.sub(lambda match: " " * len(match[0]), text)
    places = Places(text, program.at)
    for spelled in (*spelled_in(text, declared), *filled_in(text, declared)):
        at = places.address(spelled.start, spelled.end) if program.exact else program.at
        yield _Hit(spelled.result, at)


def _in_python(run: Run, program: Program, tree: ast.Module, declared: Declarations) -> Iterator[_Hit]:
    places = _Lines(program)
    for node, text in texts_of(tree, documented=_READS_ITSELF.search(program.text) is not None):
        for spelled in spelled_in(text, declared):
            yield _Hit(spelled.result, places.of(node))
    wanted = telling_values(declared.results)
    printed = foreseen(tree, seen_argv(run), wanted)
    typed = {literal.value: literal.node for literal in literals_in(tree)}
    for spelled in spelled_in(printed, declared):
        nodes = [node for value, node in typed.items() if spelled.result in declared.of(str(value))]
        yield _Hit(spelled.result, places.of(nodes[0]) if nodes else program.at)
    own = [literal for literal in own_literals(tree) if literal.value in wanted]
    if own:
        yield from _unfollowed(tree, own, printed, declared, places)


def _unfollowed(
    tree: ast.Module, own: list[Literal], printed: str, declared: Declarations, places: "_Lines"
) -> Iterator[_Hit]:
    """Literals with the declared digits where no way from them to the output can be followed.

    They count when the program computes nothing at all; or when they are kept under the result's own name and the
    program is not seen to print that result from what it computed.
    """
    idle = computes_nothing(tree)
    for literal in own:
        for result in declared.telling(str(literal.value)):
            if idle or (literal.name.lower() in names_of(result) and not _is_computed(printed, result)):
                yield _Hit(result, places.of(literal.node))


def _is_computed(printed: str, result: Result) -> bool:
    claim = (result.claim or "").lower()
    return any(HOLE in text and (claim in text.lower() or HOLE in text) for _, text in segments(printed))


def _given(run: Run, declared: Declarations) -> Iterator[_Hit]:
    """Values handed over on the command line, but settings and values said to be the paper's."""
    flag = ""
    for word in _words(run)[:_MOST_WORDS]:
        match = _GIVEN.fullmatch(word)
        name = (match and match["name"]) or flag
        if match and not is_of_paper(name) and not is_setting(name):
            outcome = name.lower().strip("-") in _OUTCOMES or is_metric(name)
            for result in declared.telling(match["number"]):
                if outcome or ("." in match["number"] and not run.scripts):
                    yield _Hit(result, run.at)
        flag = word.lstrip("-") if _FLAG.fullmatch(word) else ""


def _words(run: Run) -> list[str]:
    """The words of the command line and of a simple shell text within it; no program text."""
    shell = [text for text in shell_texts(run.argv) if "<<" not in text and " -c" not in text and " -e" not in text]
    return [*run.argv, *(word.strip("\"';") for text in shell for word in text[:20_000].split())]


class _Lines:
    """Addresses of the nodes of a Python program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._starts = [0]
        if program.exact:
            for line in program.text.encode("utf-8", "surrogateescape").split(b"\n"):
                self._starts.append(self._starts[-1] + len(line) + 1)

    def of(self, node: ast.expr) -> Address:
        at = self._program.at
        end_line, end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        if not self._program.exact or end_line >= len(self._starts):
            return at
        return Address(
            at.file,
            at.start + self._starts[node.lineno - 1] + node.col_offset,
            at.start + self._starts[end_line - 1] + end,
            at.cell,
        )
