"""How pages are called and linked in a copy of the site that is made of files."""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from markupsafe import Markup

from openrepro.web.assets import assets
from openrepro.web.templating import address

PAGED: Final = ("page", "before", "after", "part", "view", "claim")
"""What of a query names another page; anything else is for scripts to read."""

ALSO_PAGED: Final = {"/claims": ("state",)}
"""The same for single paths whose values are few, and all of them pages of a copy."""

MOST_PATHS: Final = 50_000
PLAIN: Final = re.compile(r"(?!.*\.\.)[A-Za-z0-9_-][A-Za-z0-9_.-]{0,119}")
SERVER_ONLY: Final = ("/api/",)


def file_of(path: str, query: Mapping[str, object] | None = None, *, ending: str = "html") -> str:
    """The file of a page, relative to the top of the copy: `papers/x.html`, `papers.page-2.json`."""
    said = [f".{name}-{_plain(str(query[name]))}" for name in _names(path, query)] if query else []
    return f"{_bare(path)}{''.join(said)}.{ending}"


@lru_cache(maxsize=10_000)
def _bare(path: str) -> str:
    return "/".join(map(_plain, path.strip("/").split("/"))) if path != "/" else "index"


def _names(path: str, query: Mapping[str, object]) -> list[str]:
    """What of a query names a page of the copy, in a fixed order."""
    return [name for name in (*PAGED, *ALSO_PAGED.get(path, ())) if query.get(name) not in ("", None)]


def _plain(text: str) -> str:
    """A part of a path as a file name that every file system takes, still different for different texts."""
    if PLAIN.fullmatch(text):
        return text
    mark = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]
    return f"{re.sub(r'[^A-Za-z0-9_-]', '_', text)[:40]}-{mark}"


@dataclass(slots=True)
class Used:
    """The files that pages of a copy link, what is known of the addresses that they did it by, and the pieces of their
    frames that were made."""

    files: set[str] = field(default_factory=set)
    paths: dict[str, str] = field(default_factory=dict)
    pieces: dict[tuple[str, str], Markup] = field(default_factory=dict)

    def file(self, path: str) -> str:
        """The file of a page without a query."""
        found = self.paths.get(path)
        if found is None:
            if len(self.paths) > MOST_PATHS:
                self.paths.clear()
            found = self.paths[path] = file_of(path)
            self.files.add(found)
        return found


@dataclass(slots=True)
class FileLinks:
    """Links of the page in the file `here`. What only a server has leads to `server`, its public address, where that
    is known. `used` collects the files that were linked; several pages may share it. `up` leads from the page to the
    top of the copy."""

    here: str
    server: str = ""
    used: Used = field(default_factory=Used)
    up: str = ""

    def __post_init__(self) -> None:
        self.up = self.up or "../" * self.here.count("/")

    def page(self, path: str, query: Mapping[str, object]) -> str:
        if path.startswith(SERVER_ONLY):
            return f"{self.server}{address(path, query)}" if self.server else self._to(file_of("/data"))
        if not query:
            return self.up + self.used.file(path)
        named = _names(path, query)
        found = self._to(file_of(path, query))
        rest = {name: value for name, value in query.items() if name not in named}
        return found + address("", rest) if rest else found

    def twin(self, path: str, query: Mapping[str, object]) -> str:
        return self._to(file_of(path, query, ending="json"))

    def asset(self, name: str) -> str:
        return self._to(f"assets/{assets()[name].name}")

    def raw(self, where: str) -> str:
        if "?" not in where and "#" not in where and where.startswith("/") and not where.startswith("//"):
            return self.page(where, {})
        split = urlsplit(where)
        found = self.page(split.path, dict(parse_qsl(split.query)))
        return f"{found}#{split.fragment}" if split.fragment else found

    def text(self, name: str) -> str:
        """A text file at the top of the site (`llms.txt`)."""
        return self._to(name)

    def once(self, piece: str, caller: Callable[[], Markup]) -> Markup:
        """Pages of one copy that are equally deep share their frame."""
        key = self.up, piece
        if key not in self.used.pieces:
            self.used.pieces[key] = caller()
        return self.used.pieces[key]

    def _to(self, file: str) -> str:
        self.used.files.add(file)
        return self.up + file
