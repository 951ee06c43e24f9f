"""What an expression of a Python program is worth when it is built from literals alone."""

import ast
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

Worth = float | tuple[float, ...]
"""A number, or a list of at least one."""

Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef

_MAX_DEPTH = 30
_MAX_LENGTH = 2_000
_LIST_CALLS: dict[str, Callable[[Sequence[float]], float]] = {
    "mean": fmean, "average": fmean, "fmean": fmean, "sum": sum, "max": max, "min": min, "median": fmean,
}  # fmt: skip
_CHANGERS = frozenset({"append", "extend", "insert", "update", "pop", "setdefault", "sort"})
_WRAPPERS = frozenset(
    {"round", "float", "int", "abs", "str", "array", "asarray", "list", "tuple", "Decimal", "float64"}
)


def nodes_of(scope: Scope) -> tuple[ast.AST, ...]:
    """The nodes of a module or function without those of the functions inside it."""
    found: list[ast.AST] = []
    todo: list[ast.AST] = list(reversed(scope.body))
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        found.append(node)
        todo.extend(reversed(list(ast.iter_child_nodes(node))))
    return tuple(found)


def bindings_of(scope: Scope, nodes: tuple[ast.AST, ...]) -> dict[str, ast.expr]:
    """The names that `scope`, of the given `nodes`, binds exactly once by a plain assignment, and to what."""
    bound: dict[str, ast.expr | None] = dict.fromkeys(_parameters(scope))
    for node in nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            bound[name] = None if name in bound else node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            bound[node.target.id] = None if node.target.id in bound else node.value
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in bound:
            bound[node.id] = None
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            bound[node.target.id] = None
    changed = _changed(nodes)
    return {name: value for name, value in bound.items() if value is not None and name not in changed}


class Constants:
    """The constant expressions of one scope: literals, arithmetic on them, means of them, and names bound to them."""

    def __init__(self, bindings: Mapping[str, ast.expr]) -> None:
        self.bindings = bindings
        self._known: dict[str, Worth | None] = {}

    def worth(self, node: ast.AST, depth: int = 0) -> Worth | None:
        """The value of an expression, or None when anything in it is computed by the program."""
        if depth > _MAX_DEPTH:
            return None
        if isinstance(node, ast.Constant):
            return None if isinstance(node.value, bool) else _number(node.value)
        if isinstance(node, ast.Name):
            return self._named(node.id, depth)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            operand = self.worth(node.operand, depth + 1)
            return -operand if isinstance(operand, float) and isinstance(node.op, ast.USub) else operand
        if isinstance(node, ast.List | ast.Tuple):
            return self._list(node.elts, depth)
        if isinstance(node, ast.BinOp):
            return self._arithmetic(node, depth)
        return self._call(node, depth) if isinstance(node, ast.Call) else None

    def number(self, node: ast.AST) -> float | None:
        """The value of an expression that is a single constant number, else None."""
        value = self.worth(node)
        return value if isinstance(value, float) else None

    def _named(self, name: str, depth: int) -> Worth | None:
        if name not in self._known:
            self._known[name] = None
            value = self.bindings.get(name)
            self._known[name] = None if value is None else self.worth(value, depth + 1)
        return self._known[name]

    def _list(self, elements: Sequence[ast.expr], depth: int) -> tuple[float, ...] | None:
        if not 0 < len(elements) <= _MAX_LENGTH:
            return None
        values = []
        for element in elements:
            value = self.worth(element, depth + 1)
            if not isinstance(value, float):
                return None
            values.append(value)
        return tuple(values)

    def _arithmetic(self, node: ast.BinOp, depth: int) -> float | None:
        left = self.worth(node.left, depth + 1)
        right = self.worth(node.right, depth + 1) if left is not None else None
        if not isinstance(left, float) or not isinstance(right, float):
            return None
        if isinstance(node.op, ast.Add):
            return left + right
        if isinstance(node.op, ast.Sub):
            return left - right
        if isinstance(node.op, ast.Mult):
            return left * right
        return left / right if isinstance(node.op, ast.Div) and right else None

    def _call(self, node: ast.Call, depth: int) -> Worth | None:
        name = called(node)
        if not node.args or (name not in _LIST_CALLS and name not in _WRAPPERS):
            return None
        value = self.worth(node.args[0], depth + 1)
        if isinstance(value, tuple) and name in _LIST_CALLS:
            return float(_LIST_CALLS[name](value))
        if isinstance(value, float) and name == "round" and len(node.args) == 2:
            digits = self.worth(node.args[1], depth + 1)
            return round(value, int(digits)) if isinstance(digits, float) and 0 <= digits <= 20 else None
        return value if name in _WRAPPERS else None


def called(node: ast.AST) -> str:
    """The last name of what is called: `json.dump(…)` → `dump`; empty for anything else."""
    if not isinstance(node, ast.Call):
        return ""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _parameters(scope: Scope) -> list[str]:
    if isinstance(scope, ast.Module):
        return []
    arguments = scope.args
    return [item.arg for item in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _changed(nodes: tuple[ast.AST, ...]) -> set[str]:
    """Names of lists or tables that are changed in place after their assignment."""
    changed: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Global | ast.Nonlocal):
            changed.update(node.names)
        elif called(node) in _CHANGERS and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            changed.update({owner.id} if isinstance(owner, ast.Name) else ())
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            changed.add(node.value.id)
    return changed


def _number(value: object) -> float | None:
    try:
        return float(value) if isinstance(value, int | float) else None
    except OverflowError:
        return None
