"""Numbers that a Python program prints, writes or returns as results although nothing computed them."""

import ast
import re
import warnings
from collections import ChainMap, Counter
from collections.abc import Iterator
from typing import NamedTuple

from openrepro.evidence.names import is_metric, is_of_paper, is_setting, parts_of
from openrepro.evidence.patterns import split_words
from openrepro.evidence.programs.constants import Constants, Scope, bindings_of, called, nodes_of

MAX_SOURCE = 200_000
_MAX_FOUND = 200
_MAX_DEPTH = 20
_WRITERS = split_words("print dump dumps write write_text writelines safe_dump echo log info")
_JUDGES = re.compile(r"evaluat|score|reward|metric|mos\b|preference|benchmark|mean|average", re.IGNORECASE)
_TRIVIAL = frozenset({0.0, 0.5, 1.0, 100.0, 1000.0})
_STANDARDS = split_words("baseline base dense full original teacher reference ref")
_SAID = re.compile(
    r"(?P<name>[A-Za-z][\w ./-]{0,60}?)[\"']?\s{0,3}[:=]\s{0,3}[\"']?"
    r"(?P<value>-?[0-9]{1,12}(?:\.[0-9]{1,12})?(?:e-?[0-9]{1,3})?)(?![\w.])"
)


class LiteralResult(NamedTuple):
    """A literal that reaches a result: its name, its value, the bytes `[start, end)` in the program, and how."""

    name: str
    value: float
    start: int
    end: int
    how: str
    is_input: bool = False
    """Whether a result is computed from it, so that the literal itself need not be shown."""


def literal_results(source: str) -> tuple[LiteralResult, ...]:
    """The literals of a Python program that reach a printed, written or returned result without computation.

    Asserted expectations, settings and values named as the paper's are none. A program that does not parse, or
    of more than `MAX_SOURCE` characters, gives none.
    """
    tree = _parse(source)
    if tree is None:
        return ()
    finder = _Finder(source)
    nodes = nodes_of(tree)
    shared = bindings_of(tree, nodes)
    finder.search(tree, nodes, Constants(shared))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inner = nodes_of(node)
            finder.search(node, inner, Constants(ChainMap(bindings_of(node, inner), shared)))
    return tuple(sorted(set(finder.found), key=lambda item: (item.start, item.end)))[:_MAX_FOUND]


def printed_literals(text: str) -> Iterator[tuple[str, str]]:
    """Name and value of the metrics that a fixed text states (`accuracy: 0.912`), as a program would print it."""
    for match in _SAID.finditer(text[:5_000]):
        name = match.group("name").strip()
        declared = text.lstrip().startswith("RESULT") and name.rpartition(" ")[2] == "value"
        if (is_metric(name) or declared) and not is_of_paper(text[:200]):
            yield name, match.group("value")


def _parse(source: str) -> ast.Module | None:
    if len(source) > MAX_SOURCE:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


class _Finder:
    """Walks from each place where results leave a program back to the literals they are made of."""

    def __init__(self, source: str) -> None:
        self.found: list[LiteralResult] = []
        self._used: frozenset[str] = frozenset()
        self._starts = [0]
        for line in source.encode("utf-8", "surrogateescape").split(b"\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def search(self, scope: Scope, nodes: tuple[ast.AST, ...], constants: Constants) -> None:
        owner = scope.name if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef) else ""
        if is_of_paper(owner) or is_setting(owner) or owner.startswith("test"):
            return
        self._used = _computed_with(nodes)
        for node in nodes:
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Dict | ast.Name):
                self._reach(node.value, owner, constants, "returned by a function as its outcome", 0)
            elif isinstance(node, ast.Call) and called(node) in _WRITERS:
                for argument in node.args:
                    self._reach(argument, "", constants, "printed or written as a result", 0)
            elif isinstance(node, ast.Assign):
                self._scaled(node)
            elif isinstance(node, ast.Call) and _JUDGES.search(called(node)):
                self._judged(node, constants)

    def _reach(self, node: ast.expr, name: str, constants: Constants, how: str, depth: int) -> None:
        if depth > _MAX_DEPTH or is_of_paper(name) or is_setting(name):
            return
        if isinstance(node, ast.Dict):
            self._reach_items(node, name, constants, how, depth)
        elif isinstance(node, ast.List | ast.Tuple):
            for element in node.elts[:500]:
                if isinstance(element, ast.Dict | ast.Name):
                    self._reach(element, name, constants, how, depth + 1)
        elif isinstance(node, ast.Name) and isinstance(constants.bindings.get(node.id), ast.Dict | ast.List):
            self._reach(constants.bindings[node.id], f"{name} {node.id}", constants, how, depth + 1)
        elif isinstance(node, ast.JoinedStr):
            self._reach_formatted(node, constants, how)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            for said, value in printed_literals(node.value):
                self._take(said, float(value), node, how)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            self._reach(node.left, name, constants, how, depth + 1)
            self._reach(node.right, name, constants, how, depth + 1)
        elif isinstance(node, ast.Call) and called(node) in ("dumps", "str", "dict", "pformat") and node.args:
            self._reach(node.args[0], name, constants, how, depth + 1)

    def _reach_items(self, node: ast.Dict, name: str, constants: Constants, how: str, depth: int) -> None:
        keys = [key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else "" for key in node.keys]
        declares = "value" in keys and ("quantity" in keys or "claim" in keys)
        for key, value in zip(keys, node.values, strict=True):
            number = constants.worth(value)
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and declares and key == "value":
                number = _float(value.value)
            if isinstance(number, float):
                if (is_metric(key) or (declares and key == "value")) and not is_of_paper(name):
                    self._take(key, number, value, how)
            elif not is_of_paper(key) and isinstance(value, ast.Dict | ast.List | ast.Name):
                self._reach(value, key, constants, how, depth + 1)

    def _reach_formatted(self, node: ast.JoinedStr, constants: Constants, how: str) -> None:
        before, used = "", self._used
        for part in node.values:
            if isinstance(part, ast.Constant):
                before = str(part.value)
            elif isinstance(part, ast.FormattedValue):
                number = constants.worth(part.value)
                name = part.value.id if isinstance(part.value, ast.Name) else ""
                if isinstance(number, float) and is_metric(f"{before[-40:]} {name}") and name not in used:
                    self._take(name or before[-40:].strip(" :="), number, part.value, how)

    def _judged(self, node: ast.Call, constants: Constants) -> None:
        """Lists of invented scores, and outcomes given as arguments, that a judging function takes."""
        for argument in node.args:
            values = constants.worth(argument)
            if isinstance(argument, ast.Name) and isinstance(values, tuple) and len(values) >= 3:
                fractional = any(value != int(value) for value in values)
                if is_metric(argument.id) and fractional:
                    self._take(
                        argument.id,
                        values[0],
                        constants.bindings[argument.id],
                        "a list of scores that nothing measured",
                        True,
                    )
        for keyword in node.keywords:
            number = constants.worth(keyword.value)
            if isinstance(number, float) and keyword.arg and is_metric(keyword.arg) and number != int(number):
                self._take(keyword.arg, number, keyword.value, "given to a scoring function as if measured", True)

    def _scaled(self, node: ast.Assign) -> None:
        """An outcome that is a standard times a literal, such as `our_macs = baseline_macs * 0.395`."""
        target, value = node.targets[0], node.value
        while isinstance(value, ast.Call) and called(value) in ("round", "float") and value.args:
            value = value.args[0]
        if not isinstance(target, ast.Name) or not is_metric(target.id):
            return
        if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Mult):
            return
        for standard, factor in ((value.left, value.right), (value.right, value.left)):
            number = Constants({}).worth(factor)
            if isinstance(number, float) and number != int(number) and parts_of(ast.unparse(standard)) & _STANDARDS:
                self._take(target.id, number, factor, "a standard multiplied by a literal", True)

    def _take(self, name: str, value: float, node: ast.expr, how: str, is_input: bool = False) -> None:
        small = abs(value) <= 10 and value == int(value)
        if abs(value) in _TRIVIAL or small or not abs(value) < 1e12:
            return
        start = self._starts[node.lineno - 1] + node.col_offset
        end_line = node.end_lineno or node.lineno
        end = self._starts[end_line - 1] + (node.end_col_offset or node.col_offset)
        self.found.append(LiteralResult(name.strip()[:80], value, start, end, how, is_input))


def _computed_with(nodes: tuple[ast.AST, ...]) -> frozenset[str]:
    """The names that a scope reads outside formatted text: what is computed with is a setting, not an outcome."""
    names = (node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    read = Counter(names)
    formatted = Counter(
        inner.id
        for node in nodes
        if isinstance(node, ast.FormattedValue)
        for inner in ast.walk(node.value)
        if isinstance(inner, ast.Name)
    )
    return frozenset(name for name, count in read.items() if count > formatted[name])


def _float(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
