"""Declared RESULT lines that stand ready in the text of a program."""

import ast
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from openrepro.evidence.model import Result
from openrepro.evidence.names import is_of_paper
from openrepro.evidence.numerals import significant_digits, to_decimal

HOLE = "\x00"
"""Stands, in a text that a program would print, for what only running it can tell."""
MARK = "RESULT"
_WINDOW = 600
_LINE = 20_000
_MAX_SPELLED = 200
_NUMBER = r"-?[0-9]{1,40}+(?:\.[0-9]{1,40}+)?(?:[eE][-+]?[0-9]{1,4}+)?"
_QUOTES = r"[\\\"'\s]{0,8}"
_VALUE = re.compile(
    rf"(?<![A-Za-z_])value{_QUOTES}(?::|=>|=){_QUOTES}(?P<number>{_NUMBER})(?=\\{{0,4}}[\"']{{0,3}}\s{{0,8}}(?:[,}})\]\\\n\"']|$))"
)
_SLOT = re.compile(
    rf"(?<![A-Za-z_])value{_QUOTES}(?::|=>|=){_QUOTES}(?:%[-+.0-9]{{0,8}}[sdfgeiu]|\{{[^{{}}\n]{{0,20}}\}})"
)
_TYPED = re.compile(rf"(?<![\w.])(?P<number>{_NUMBER})(?![\w.])")
_NAMED = re.compile(
    rf"(?<![\w.])(?P<name>[A-Za-z_]\w{{0,60}})[\"']?[ \t]{{0,4}}(?:=|<-|:=)[ \t]{{0,4}}[\"']?"
    rf"(?P<number>{_NUMBER})(?![\w.])"
)
_TRIVIAL = frozenset(Decimal(number) for number in ("0", "0.5", "1", "10", "100", "1000"))
TELLING = 3


class Spelled(NamedTuple):
    """A declared result and the characters `[start, end)` of a text in which its value stands."""

    result: Result
    start: int
    end: int


def is_telling(value: str) -> bool:
    """Whether equal digits of `value` are no accident: at least three that carry meaning."""
    number = to_decimal(value)
    return number is not None and significant_digits(value) >= TELLING and abs(number) not in _TRIVIAL


class Declarations:
    """The declared results of a run, by their values."""

    def __init__(self, results: Iterable[Result]) -> None:
        self.results = tuple(results)
        self._by_value: dict[Decimal, list[Result]] = {}
        for result in self.results:
            number = to_decimal(result.value)
            if number is not None:
                self._by_value.setdefault(number, []).append(result)

    def of(self, number: str) -> list[Result]:
        """The results whose value is `number`, however it is written."""
        value = to_decimal(number)
        return [] if value is None else self._by_value.get(value, [])

    def telling(self, number: str) -> list[Result]:
        """As `of`, only values of at least three digits that carry meaning."""
        return [result for result in self.of(number) if is_telling(result.value)]


def spelled_in(text: str, declared: Declarations) -> Iterator[Spelled]:
    """The declared results whose RESULT text stands in `text` with their claim and their value.

    A RESULT text ends with its line, or 600 characters after its start.
    """
    found = 0
    for start, segment in segments(text):
        lowered = segment.lower()
        for match in _VALUE.finditer(segment):
            for result in declared.of(match["number"]):
                if _names_claim(lowered, result):
                    yield Spelled(result, start + match.start("number"), start + match.end("number"))
                    found += 1
        if found >= _MAX_SPELLED:
            return


def filled_in(text: str, declared: Declarations) -> Iterator[Spelled]:
    """The declared results whose value a shell or another language puts into a RESULT text by a name or a format."""
    if MARK not in text:
        return
    following = list(segments(text))[:_MAX_SPELLED]
    for start, segment in following:
        if _SLOT.search(segment):
            for match in _TYPED.finditer(segment):
                for result in declared.telling(match["number"]):
                    if _names_claim(segment.lower(), result):
                        yield Spelled(result, start + match.start(), start + match.end())
    words = {word for _, segment in following for word in re.findall(r"[A-Za-z_]\w{0,60}", segment)}
    for match in _NAMED.finditer(text):
        if match["name"] in words and not is_of_paper(match["name"]):
            for result in declared.telling(match["number"]):
                yield Spelled(result, *match.span("number"))


def _names_claim(lowered: str, result: Result) -> bool:
    return (result.claim or "").lower() in lowered or HOLE in lowered


def segments(text: str) -> Iterator[tuple[int, str]]:
    """Where each RESULT stands, and what follows up to the next one, the end of its line or 600 characters."""
    start = text.find(MARK)
    while start >= 0:
        following = text.find(MARK, start + len(MARK))
        line = text.find("\n", start, start + _LINE)
        end = min(len(text), start + _LINE) if line < 0 else line
        end = max(end, start + _WINDOW)
        yield start, text[start : end if following < 0 else min(end, following)]
        start = following


def names_of(result: Result) -> frozenset[str]:
    """The names under which a program would keep a result's value."""
    return frozenset({"value", _slug(result.name)} - {""})


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def telling_values(results: Iterable[Result]) -> frozenset[Decimal]:
    """The values that `is_telling`."""
    values = (to_decimal(result.value) for result in results if is_telling(result.value))
    return frozenset(value for value in values if value is not None)


def texts_of(tree: ast.Module, *, documented: bool) -> Iterator[tuple[ast.expr, str]]:
    """The texts of a Python program that hold a RESULT, with holes for formatted parts.

    Docstrings are left out unless the program is `documented`: it reads its own text.
    """
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and not documented:
            continue
        text = _text(node)
        if text is None:
            todo.extend(ast.iter_child_nodes(node))
        elif MARK in text and isinstance(node, ast.expr):
            yield node, text


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in node.values)
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        return node.value if isinstance(node.value, str) else node.value.decode("latin-1")
    return None
