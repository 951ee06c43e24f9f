"""What the expressions of a Python program are worth when its literals are followed through names and calls."""

import ast
from collections.abc import Sequence
from decimal import Decimal

from openrepro.evidence.names import is_of_paper
from openrepro.evidence.programs.constants import called
from openrepro.evidence.programs.folded import (
    MOST_ITEMS,
    MOST_TEXT,
    UNKNOWN,
    Folded,
    Listed,
    Table,
    folded,
    formatted,
    mean,
    number,
    percent,
    plus,
    text_of,
    times,
)
from openrepro.evidence.programs.folded_calls import of_collection, of_library, of_text

_SIZE_PER_STEP = 20
_CALLS = 8
_DEPTH = 60
_MOST_PRINTED = 200_000
_MEANS = frozenset({"mean", "fmean", "average", "median"})
_PRINTERS = frozenset({"print", "write", "writelines", "write_text", "echo", "dump", "info"})
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
Names = dict[str, Folded]


class SpentError(Exception):
    """Ends a walk that has no steps left."""


class Folding:
    """The state of a walk through a program, and its expressions; what statements do is added by its walk."""

    def __init__(self, argv: Sequence[str], wanted: frozenset[Decimal]) -> None:
        self._argv = Listed([item[:MOST_TEXT] for item in argv])
        self._wanted = wanted
        self._names: Names = {}
        self._scopes: list[Names] = [self._names]
        self._functions: dict[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda] = {}
        self._classes: dict[str, ast.ClassDef] = {}
        self._options: Names = {}
        self._printed: list[str] = []
        self._size = 0
        self._left = 0
        self._loops = 0
        self._choosing: dict[ast.stmt, bool] = {}
        self._returned: list[list[Folded]] = []

    def _block(self, body: Sequence[ast.stmt]) -> None:
        raise NotImplementedError

    def _bind(self, target: ast.expr, value: Folded) -> None:
        raise NotImplementedError

    def _joined(self, values: Sequence[Folded]) -> Folded:
        raise NotImplementedError

    def _step(self, size: int = 0) -> None:
        self._left -= 1 + size // _SIZE_PER_STEP
        if self._left < 0:
            raise SpentError

    def _fold(self, node: ast.expr | None, depth: int = 0) -> Folded:
        value = self._folded(node, depth)
        self._step(len(value) if isinstance(value, str) else 0)
        if isinstance(value, Listed | Table):
            self._step(len(value.items))
        return value

    def _folded(self, node: ast.expr | None, depth: int) -> Folded:
        self._step()
        if node is None or len(self._scopes) > _CALLS or depth > _DEPTH:
            return UNKNOWN
        if isinstance(node, ast.Constant):
            return folded(node.value.decode("latin-1") if isinstance(node.value, bytes) else node.value)
        if isinstance(node, ast.Name):
            return self._named(node.id)
        if isinstance(node, ast.JoinedStr):
            return "".join(self._part(part) for part in node.values)[:MOST_TEXT]
        if isinstance(node, ast.BinOp):
            if _is_mean(node):
                return self._mean_of(node.left.args[0])  # type: ignore[attr-defined]
            return self._binary(node.op, self._fold(node.left, depth + 1), self._fold(node.right, depth + 1))
        return self._compound(node)

    def _compound(self, node: ast.expr) -> Folded:
        if isinstance(node, ast.List | ast.Tuple):
            return Listed(_spread(node.elts, [self._fold(item) for item in node.elts[:MOST_ITEMS]]))
        if isinstance(node, ast.Dict):
            return self._table(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self._fold(node.operand)
            return -value if isinstance(value, int | float) and not isinstance(value, bool) else UNKNOWN
        if isinstance(node, ast.IfExp):
            return self._joined((self._fold(node.body), self._fold(node.orelse)))
        if isinstance(node, ast.BoolOp):
            return self._joined([self._fold(value) for value in node.values])
        if isinstance(node, ast.NamedExpr):
            value = self._fold(node.value)
            self._bind(node.target, value)
            return value
        if isinstance(node, ast.Subscript | ast.Attribute):
            return self._member(node)
        if isinstance(node, ast.Await | ast.Starred):
            return self._fold(node.value)
        return self._call(node) if isinstance(node, ast.Call) else UNKNOWN

    def _named(self, name: str) -> Folded:
        """What a name stands for. A small number behind a name may be a counter, so it is unknown."""
        for scope in (self._scopes[-1], self._names):
            if name in scope:
                value = scope[name]
                known = number(value)
                return UNKNOWN if known is not None and known == int(known) and abs(known) < 100 else value
        return UNKNOWN

    def _part(self, part: ast.expr) -> str:
        if isinstance(part, ast.FormattedValue):
            value = self._fold(part.value)
            spec = "" if part.format_spec is None else text_of(self._fold(part.format_spec))
            return formatted(value, spec) if spec else text_of(value)
        return text_of(self._fold(part))

    def _binary(self, operator: ast.operator, left: Folded, right: Folded) -> Folded:
        if isinstance(operator, ast.Mod):
            return percent(left, right) if isinstance(left, str) else UNKNOWN
        if isinstance(operator, ast.Add):
            return plus(left, right)
        if isinstance(operator, ast.Sub):
            known = number(right)
            return plus(left, -known) if known is not None else UNKNOWN
        if isinstance(operator, ast.Mult | ast.Div):
            return times(left, right, divide=isinstance(operator, ast.Div))
        if isinstance(operator, ast.BitOr) and isinstance(left, Table) and isinstance(right, Table):
            return Table({**left.items, **right.items})
        return UNKNOWN

    def _table(self, node: ast.Dict) -> Table:
        table = Table()
        for key, item in list(zip(node.keys, node.values, strict=True))[:MOST_ITEMS]:
            value = self._fold(item)
            if key is None:
                table.items.update(value.items if isinstance(value, Table) else {})
            else:
                table.items[text_of(self._fold(key))] = value
        return table

    def _member(self, node: ast.Subscript | ast.Attribute) -> Folded:
        if isinstance(node, ast.Attribute):
            if node.attr == "argv":
                return self._argv
            if isinstance(node.value, ast.Name) and node.value.id in self._classes:
                return self._instance(self._classes[node.value.id], [], {}).items.get(node.attr, UNKNOWN)
        owner = self._fold(node.value)
        key: Folded = node.attr if isinstance(node, ast.Attribute) else self._fold(node.slice)
        if isinstance(owner, Table):
            return owner.items.get(text_of(key), UNKNOWN)
        if isinstance(owner, Listed) and isinstance(key, int) and -len(owner.items) <= key < len(owner.items):
            return owner.items[key]
        if isinstance(owner, Listed) and isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            first = self._fold(node.slice.lower) if node.slice.lower else 0
            return Listed(owner.items[first:]) if isinstance(first, int) and node.slice.upper is None else UNKNOWN
        return UNKNOWN

    def _call(self, node: ast.Call) -> Folded:
        name = called(node)
        if name in _MEANS and node.args:
            return self._mean_of(node.args[0])
        owner = self._fold(node.func.value) if isinstance(node.func, ast.Attribute) else UNKNOWN
        given = _spread(node.args, [self._fold(item) for item in node.args])
        named: Names = {}
        for keyword in node.keywords:
            value = self._fold(keyword.value)
            if keyword.arg is not None:
                named[keyword.arg] = value
            elif isinstance(value, Table):
                named.update(value.items)
        if name in _PRINTERS:
            self._print(name, given, named)
        return self._result(node, name, owner, given, named)

    def _result(self, node: ast.Call, name: str, owner: Folded, given: list[Folded], named: Names) -> Folded:
        first = given[0] if given else UNKNOWN
        if isinstance(node.func, ast.Name) and name in self._functions:
            return self._entered(self._functions[name], given, named)
        if isinstance(node.func, ast.Name) and name in self._classes:
            return self._instance(self._classes[name], given, named)
        if isinstance(owner, Table) and isinstance(owner.items.get("__class__"), str):
            method = _method(self._classes.get(text_of(owner.items["__class__"])), name)
            if method is not None:
                return self._entered(method, [owner, *given], named)
        if isinstance(owner, str):
            return of_text(owner, name, given, named)
        if isinstance(owner, Table | Listed):
            return of_collection(owner, name, given, named, again=bool(self._loops))
        if name == "add_argument":
            return self._option(given, named)
        if name in ("parse_args", "parse_known_args", "Namespace", "SimpleNamespace", "dict"):
            made = dict(self._options) if name.startswith("parse") else dict(named)
            return Table({**(first.items if isinstance(first, Table) else {}), **made})
        return of_library(name, given)

    def _mean_of(self, node: ast.expr) -> Folded:
        of_paper = isinstance(node, ast.Name) and is_of_paper(node.id)
        return UNKNOWN if of_paper else mean(self._fold(node))

    def _print(self, name: str, given: list[Folded], named: Names) -> None:
        separator, end = named.get("sep", " "), named.get("end", "\n")
        texts = [text_of(item) for item in given]
        text = (separator if isinstance(separator, str) else " ").join(texts)
        self._step(len(text))
        if name in ("print", "echo", "info"):
            text += end if isinstance(end, str) else "\n"
        self._size += len(text)
        if self._size <= _MOST_PRINTED:
            self._printed.append(text)

    def _option(self, given: list[Folded], named: Names) -> Folded:
        flags = [text_of(item) for item in given]
        name = text_of(named.get("dest", max(flags, key=len, default=""))).lstrip("-").replace("-", "_")
        value = named.get("default", UNKNOWN)
        for index, item in enumerate(self._argv.items):
            flag, mark, said = text_of(item).partition("=")
            if flag in flags and flag.startswith("-"):
                value = said if mark else (self._argv.items[index + 1 : index + 2] or [UNKNOWN])[0]
        if len(self._options) < MOST_ITEMS:
            self._options[name] = value
        return UNKNOWN

    def _instance(self, node: ast.ClassDef, given: list[Folded], named: Names) -> Table:
        made = Table({"__class__": node.name})
        fields = [item for item in node.body if isinstance(item, ast.AnnAssign | ast.Assign)]
        names = []
        for item in fields:
            target = item.target if isinstance(item, ast.AnnAssign) else item.targets[0]
            if isinstance(target, ast.Name):
                names.append(target.id)
                made.items[target.id] = self._fold(item.value)
        made.items.update(dict(zip(names, given, strict=False)))
        made.items.update(named)
        start = _method(node, "__init__")
        if start is not None:
            self._entered(start, [made, *given], named)
        return made

    def _entered(
        self, function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, given: list[Folded], named: Names
    ) -> Folded:
        if len(self._scopes) >= _CALLS:
            return UNKNOWN
        scope = self._arguments(function.args, given, named)
        self._scopes.append(scope)
        self._returned.append([])
        if isinstance(function, ast.Lambda):
            self._returned[-1].append(self._fold(function.body))
        else:
            self._block(function.body)
        self._scopes.pop()
        returned = self._returned.pop()
        return self._joined(returned) if returned else UNKNOWN

    def _arguments(self, arguments: ast.arguments, given: list[Folded], named: Names) -> Names:
        names = [item.arg for item in (*arguments.posonlyargs, *arguments.args)]
        scope: Names = dict.fromkeys([*names, *(item.arg for item in arguments.kwonlyargs)], UNKNOWN)
        if arguments.defaults:
            scope.update(zip(names[-len(arguments.defaults) :], map(self._fold, arguments.defaults), strict=False))
        for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=False):
            scope[item.arg] = self._fold(default)
        scope.update(zip(names, given, strict=False))
        scope.update({name: value for name, value in named.items() if name in scope or arguments.kwarg is None})
        return scope


def _method(node: ast.ClassDef | None, name: str) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    methods = [] if node is None else [item for item in node.body if isinstance(item, FUNCTIONS)]
    return next((item for item in methods if item.name == name), None)


def _is_mean(node: ast.BinOp) -> bool:
    """Whether an expression is `sum(x) / len(x)`."""
    left, right = node.left, node.right
    if not isinstance(left, ast.Call) or not isinstance(right, ast.Call) or not isinstance(node.op, ast.Div):
        return False
    if (called(left), called(right)) != ("sum", "len") or len(left.args) != 1 or len(right.args) != 1:
        return False
    one, other = left.args[0], right.args[0]
    return isinstance(one, ast.Name) and isinstance(other, ast.Name) and one.id == other.id


def _spread(nodes: Sequence[ast.expr], values: list[Folded]) -> list[Folded]:
    """The values of a list or of arguments, those of `*values` one by one."""
    spread: list[Folded] = []
    for node, value in zip(nodes, values, strict=False):
        spread.extend(value.items if isinstance(node, ast.Starred) and isinstance(value, Listed) else [value])
    return spread[:MOST_ITEMS]
