"""What a Python program would print if it computed nothing: its literals followed through names, calls and texts."""

import ast
from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal

from openrepro.evidence.numerals import to_decimal
from openrepro.evidence.programs.folded import (
    UNKNOWN,
    Folded,
    Listed,
    Table,
    as_json,
)
from openrepro.evidence.programs.folded_calls import forget
from openrepro.evidence.programs.folding import FUNCTIONS, Folding, SpentError

_LEAST_STEPS = 500
_STEPS_PER_NODE = 6
_MOST_STEPS = 30_000
_CHOOSES = (ast.If, ast.While, ast.Try, ast.IfExp, ast.Break, ast.Continue, ast.BoolOp, ast.Compare, ast.Assert)


def foreseen(tree: ast.Module, argv: Sequence[str], wanted: frozenset[Decimal]) -> str:
    """The text that the program prints or writes, with holes for all that it computes.

    `argv` is what the program sees of its command line. `wanted` are the values to look for: where the way through
    the program is open, a branch that gives one of them is taken.
    """
    return _Walk(argv, wanted).run(tree)


class _Walk(Folding):
    """A walk through a program in the order of its statements, each loop once, each branch as if taken."""

    def run(self, tree: ast.Module) -> str:
        nodes = sum(1 for _ in ast.walk(tree))
        self._left = min(_MOST_STEPS, _LEAST_STEPS + _STEPS_PER_NODE * nodes)
        with suppress(SpentError, RecursionError):
            self._block(tree.body)
        return "".join(self._printed)

    def _block(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            if isinstance(statement, FUNCTIONS):
                self._functions[statement.name] = statement
        for statement in body:
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        self._step()
        if isinstance(node, ast.Assign):
            value = self._fold(node.value)
            for target in node.targets:
                self._bind(target, value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self._bind(node.target, self._fold(node.value))
        elif isinstance(node, ast.AugAssign):
            self._augment(node)
        elif isinstance(node, ast.Expr):
            self._fold(node.value)
        elif isinstance(node, ast.Return):
            value = UNKNOWN if node.value is None else self._fold(node.value)
            if self._returned:
                self._returned[-1].append(value)
        elif isinstance(node, ast.If):
            self._branch(node)
        elif isinstance(node, ast.For | ast.AsyncFor):
            self._loop(node)
        elif isinstance(node, ast.ClassDef):
            self._classes[node.name] = node
        else:
            self._other(node)

    def _other(self, node: ast.stmt) -> None:
        if isinstance(node, ast.While):
            self._loops += 1
            self._block(node.body)
            self._loops -= 1
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                self._fold(item.context_expr)
                if item.optional_vars is not None:
                    self._bind(item.optional_vars, UNKNOWN)
            self._block(node.body)
        elif isinstance(node, ast.Try):
            self._block(node.body)
            for handler in node.handlers:
                self._either(handler.body, [])
            self._block(node.orelse)
            self._block(node.finalbody)

    def _augment(self, node: ast.AugAssign) -> None:
        value = self._binary(node.op, self._fold(node.target), self._fold(node.value))
        self._bind(node.target, value)

    def _branch(self, node: ast.If) -> None:
        if "__name__" in {item.id for item in ast.walk(node.test) if isinstance(item, ast.Name)}:
            self._block(node.body)
        else:
            self._fold(node.test)
            self._either(node.body, node.orelse)

    def _either(self, body: Sequence[ast.stmt], other: Sequence[ast.stmt]) -> None:
        before = dict(self._scopes[-1])
        self._step(4 * len(before))
        returned = len(self._returned[-1]) if self._returned else 0
        self._block(body)
        after = dict(self._scopes[-1])
        self._scopes[-1].clear()
        self._scopes[-1].update(before)
        self._block(other)
        for name in {*after, *self._scopes[-1]}:
            both = after.get(name, UNKNOWN), self._scopes[-1].get(name, UNKNOWN)
            self._scopes[-1][name] = self._joined(both)
        if self._loops and self._returned:
            self._returned[-1][returned:] = [UNKNOWN] * (len(self._returned[-1]) - returned)

    def _joined(self, values: Sequence[Folded]) -> Folded:
        """What one of several ways gives: a wanted value if there is one (in no loop: that is a search)."""
        if all(value is values[0] or (type(value) is type(values[0]) and value == values[0]) for value in values):
            return values[0] if values else UNKNOWN
        wanted = () if self._loops else [value for value in values if self._is_wanted(value)]
        return wanted[0] if wanted else UNKNOWN

    def _is_wanted(self, value: Folded) -> bool:
        text = as_json(value).strip('"')
        self._step(len(text))
        parsed = to_decimal(text)
        if parsed is not None:
            return parsed in self._wanted or any(_is_rounded(parsed, item) for item in self._wanted)
        return isinstance(value, str | Listed | Table) and any(str(item) in text for item in self._wanted)

    def _loop(self, node: ast.For | ast.AsyncFor) -> None:
        items = self._fold(node.iter)
        chooses = self._chooses(node)
        if isinstance(items, Listed) and not chooses and len(items.items) <= 50:
            for item in items.items:
                self._bind(node.target, item)
                self._block(node.body)
        else:
            self._loops += 1
            self._bind(node.target, UNKNOWN)
            self._block(node.body)
            self._loops -= 1
        self._block(node.orelse)

    def _chooses(self, node: ast.stmt) -> bool:
        if node not in self._choosing:
            self._choosing[node] = any(isinstance(inner, _CHOOSES) for inner in ast.walk(node))
        return self._choosing[node]

    def _bind(self, target: ast.expr, value: Folded) -> None:
        if isinstance(target, ast.Name):
            self._scopes[-1][target.id] = value
            if isinstance(value, Table | Listed | str | int | float):
                self._functions.pop(target.id, None)
        elif isinstance(target, ast.Tuple | ast.List):
            items = value.items if isinstance(value, Listed) else []
            for index, element in enumerate(target.elts):
                self._bind(element, items[index] if index < len(items) else UNKNOWN)
        elif isinstance(target, ast.Attribute | ast.Subscript):
            self._store(target, value)

    def _store(self, target: ast.Attribute | ast.Subscript, value: Folded) -> None:
        owner = self._fold(target.value)
        key: Folded = target.attr if isinstance(target, ast.Attribute) else self._fold(target.slice)
        if isinstance(owner, Table) and isinstance(key, str | int | float):
            owner.items[str(key)] = value
        elif isinstance(owner, Listed) and isinstance(key, int) and -len(owner.items) <= key < len(owner.items):
            owner.items[key] = value
        else:
            forget(owner)


def _is_rounded(value: Decimal, wanted: Decimal) -> bool:
    exponent = wanted.as_tuple().exponent
    if not isinstance(exponent, int) or not -20 < exponent <= 0 or abs(value.adjusted()) > 20:
        return False
    return round(value, -exponent) == wanted
