"""Where the digits of a value stand as a literal of a Python program that could be its result."""

import ast
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from openrepro.evidence.names import is_of_paper, is_setting, parts_of
from openrepro.evidence.numerals import to_decimal
from openrepro.evidence.patterns import split_words
from openrepro.evidence.programs.constants import called

_ALSO_OF_PAPER = split_words("claim claims known true truth exact analytic goal gold answer baseline tol test want")
_SPEC_KEYS = split_words("tol tolerance paper quote text kind margin comparator expected")
_PLAIN_CALLS = split_words(
    """print dumps dump str float int round format write write_text append update join dict list tuple Decimal replace
    ArgumentParser add_argument parse_args Namespace SimpleNamespace open get getenv dataclass field flush exit main
    strip read loads load sleep time perf_counter now Path items values keys mkdir"""
)
_LOOPS = (ast.For, ast.While, ast.comprehension, ast.AsyncFor, ast.AugAssign)
_ARITHMETIC = (ast.Mult, ast.Div, ast.Pow, ast.FloorDiv, ast.MatMult, ast.Sub)


class Literal(NamedTuple):
    """A literal, its value, and the name, key or parameter that it is given to (empty: none)."""

    value: Decimal
    name: str
    node: ast.Constant


def own_literals(tree: ast.Module) -> Iterator[Literal]:
    """The literals of a program but those that are compared, asserted, named as the paper's or as settings, or said.

    Docstrings and other texts that are no number by themselves are none.
    """
    todo: list[tuple[ast.AST, str]] = [(tree, "")]
    while todo:
        node, name = todo.pop()
        if isinstance(node, ast.Constant):
            number = _number(node.value)
            if number is not None:
                yield Literal(number, name, node)
        elif not _is_foreign(node, name):
            todo.extend((child, found) for child, found in _named_children(node, name) if not _foreign_name(found))


def literals_in(tree: ast.Module) -> Iterator[Literal]:
    """Every number of a program, and every text that is a number."""
    for node in ast.walk(tree):
        number = _number(node.value) if isinstance(node, ast.Constant) else None
        if number is not None and isinstance(node, ast.Constant):
            yield Literal(number, "", node)


def computes_nothing(tree: ast.Module) -> bool:
    """Whether a program has no loop, no arithmetic and no call but of its own functions and of plain output."""
    own = {
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    for node in ast.walk(tree):
        if isinstance(node, _LOOPS) or (isinstance(node, ast.BinOp) and isinstance(node.op, _ARITHMETIC)):
            return False
        if isinstance(node, ast.Call) and called(node) not in own | _PLAIN_CALLS:
            return False
    return True


def _is_foreign(node: ast.AST, name: str) -> bool:
    """Whether what stands below a node is compared, expected, or the paper's."""
    if isinstance(node, ast.Assert | ast.Compare) or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)):
        return True
    if isinstance(node, ast.Call):
        said = [item.value for item in node.args if isinstance(item, ast.Constant) and isinstance(item.value, str)]
        return _foreign_name(called(node)) or any(_foreign_name(text[:200]) for text in said if "RESULT" not in text)
    if isinstance(node, ast.Dict):
        keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
        return bool(keys & _SPEC_KEYS)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and _foreign_name(node.name)


def _named_children(node: ast.AST, name: str) -> Iterator[tuple[ast.AST, str]]:
    if isinstance(node, ast.Assign):
        yield node.value, _target(node.targets[0])
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield node.value, _target(node.target)
    elif isinstance(node, ast.keyword):
        yield node.value, node.arg or name
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            yield value, str(key.value) if isinstance(key, ast.Constant) else name
    elif isinstance(node, ast.arguments):
        names = [item.arg for item in (*node.posonlyargs, *node.args)]
        yield from zip(node.defaults, names[len(names) - len(node.defaults) :], strict=False)
    else:
        for child in ast.iter_child_nodes(node):
            yield child, "" if isinstance(node, ast.stmt) else name


def _target(node: ast.expr) -> str:
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return str(node.slice.value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _foreign_name(name: str) -> bool:
    return is_of_paper(name) or is_setting(name) or bool(parts_of(name) & _ALSO_OF_PAPER)


def _number(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    text = value if isinstance(value, str) else repr(value) if isinstance(value, float) else str(value)[:60]
    return to_decimal(text) if len(text) <= 40 else None
