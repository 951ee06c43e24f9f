"""A linear scanner of JSON text that says where each value stands."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

MAX_DEPTH = 100
_MAX_PATH = 400


class LeafKind(StrEnum):
    NUMBER = "number"
    STRING = "string"
    BOOLEAN = "boolean"
    NULL = "null"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value that is no container: its key path (`runs[3].acc`), its text and its characters `[start, end)`.

    `text` of a string is what stands between the quotes, escapes as written; of anything else the token.
    """

    path: str
    kind: LeafKind
    text: str
    start: int
    end: int

    @property
    def key(self) -> str:
        """The last key of the path, without indexes."""
        return self.path.rpartition(".")[2].partition("[")[0]


class NotJsonError(ValueError):
    """The text stops being JSON at character `at`."""

    def __init__(self, at: int) -> None:
        super().__init__(f"not JSON at character {at}")
        self.at = at


_TOKEN = re.compile(
    r"\s*+(?:(?P<open>[{\[])|(?P<close>[}\]])|(?P<mark>[,:])"
    r"|\"(?P<string>[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*+)\"|'(?P<single>[^'\\\n]*+(?:\\.[^'\\\n]*+)*+)'"
    r"|(?P<number>[-+]?(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][-+]?[0-9]++)?)(?![\w.])"
    r"|(?P<word>[-+]?(?:true|false|null|NaN|nan|Infinity|inf|True|False|None))(?!\w))"
)
_BOOLEANS = frozenset({"true", "false", "True", "False"})


class _Container:
    """An open object or array: where its members are, and the key or index of the next one."""

    __slots__ = ("index", "is_array", "key", "path")

    def __init__(self, path: str, is_array: bool) -> None:
        self.path = path
        self.is_array = is_array
        self.index = 0
        self.key: str | None = None

    def member_path(self) -> str:
        if self.is_array:
            return f"{self.path}[{self.index}]"[:_MAX_PATH]
        return f"{self.path}.{self.key or ''}".removeprefix(".")[:_MAX_PATH]


def scan(text: str, start: int = 0) -> Iterator[Leaf]:
    """The leaves of the JSON value that begins at `start`, in order; ends where that value ends.

    Single-quoted strings and the words of Python and JavaScript for truth, nothing and NaN are accepted, so
    that a printed `dict` is read too. Raises `NotJsonError` where the text is not JSON or nests too deep.
    """
    return Scanner(text, start).leaves()


class Scanner:
    """A scan in progress; `position` is the offset behind what was read."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.position = start
        self.stack: list[_Container] = []

    def leaves(self) -> Iterator[Leaf]:
        """As `scan`."""
        while True:
            match = _TOKEN.match(self.text, self.position)
            if match is None:
                raise NotJsonError(self.position)
            self.position = match.end()
            leaf = self._step(match)
            if leaf is not None:
                yield leaf
            if not self.stack:
                return

    def _step(self, match: re.Match[str]) -> Leaf | None:
        """Take one token in; returns the leaf it makes, if any."""
        kind = match.lastgroup or ""
        if kind == "open":
            self._open(match)
        elif kind == "close":
            self._close(match)
        elif kind == "mark":
            self._mark(match)
        elif kind in ("string", "single") and self._is_key(match):
            self.stack[-1].key = match.group(kind)
        else:
            return self._leaf(match, kind)
        return None

    def _open(self, match: re.Match[str]) -> None:
        if len(self.stack) >= MAX_DEPTH:
            raise NotJsonError(match.start(match.lastgroup or 0))
        path = self.stack[-1].member_path() if self.stack else ""
        self.stack.append(_Container(path, match.group("open") == "["))

    def _close(self, match: re.Match[str]) -> None:
        if not self.stack or self.stack[-1].is_array is not (match.group("close") == "]"):
            raise NotJsonError(match.start("close"))
        self.stack.pop()

    def _mark(self, match: re.Match[str]) -> None:
        if not self.stack:
            raise NotJsonError(match.start("mark"))
        if match.group("mark") == ",":
            self.stack[-1].index += 1
            self.stack[-1].key = None

    def _is_key(self, match: re.Match[str]) -> bool:
        return bool(self.stack) and not self.stack[-1].is_array and self.stack[-1].key is None

    def _leaf(self, match: re.Match[str], group: str) -> Leaf:
        if self.stack and not self.stack[-1].is_array and self.stack[-1].key is None:
            raise NotJsonError(match.start(group))
        path = self.stack[-1].member_path() if self.stack else ""
        return Leaf(path, _kind(group, match.group(group)), match.group(group), match.start(group), match.end(group))


def _kind(group: str, token: str) -> LeafKind:
    if group in ("string", "single"):
        return LeafKind.STRING
    if token in _BOOLEANS:
        return LeafKind.BOOLEAN
    return LeafKind.NULL if token in ("null", "None") else LeafKind.NUMBER
