"""Where in a folder the logbook lies, which files are its pages, and in which order they are read."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from openrepro.logbooks.kinds import kind_of
from openrepro.logbooks.logbook import FileKind, Layout

_LINK = re.compile(r"\(#/([^()\s]{1,400})\)")
_MARKER = b"<!-- trackio-cell"
_WORKSPACE = ".trackio/logbook/"


@dataclass(frozen=True, slots=True)
class Ground:
    """A logbook's place: `root` is the prefix of its `pages/` (with a slash at its end, or empty)."""

    layout: Layout
    root: str
    others: tuple[str, ...] = ()

    @property
    def pages(self) -> str:
        return f"{self.root}pages/"


def find_ground(files: Mapping[str, bytes]) -> Ground:
    """The logbook in `files`: a workspace before a published Space before plain pages, a high folder before a low."""
    roots = sorted(_roots(files), key=lambda root: _rank(root, files))
    best = roots[0] if roots else ""
    return Ground(_layout(best, files), best, tuple(roots[1:]))


def _roots(files: Iterable[str]) -> set[str]:
    roots = set()
    for path in files:
        parts = path.split("/")
        if parts[-1] == "logbook.json":
            roots.add("/".join([*parts[:-1], ""]))
        elif "pages" in parts[:-1] and kind_of(path) in (FileKind.PAGE, FileKind.README):
            roots.add("/".join([*parts[: parts.index("pages")], ""]))
    return roots


def _rank(root: str, files: Mapping[str, bytes]) -> tuple[bool, bool, int, str]:
    return (not root.endswith(_WORKSPACE), f"{root}logbook.json" not in files, root.count("/"), root)


def _layout(root: str, files: Mapping[str, bytes]) -> Layout:
    if root.endswith(_WORKSPACE):
        return Layout.WORKSPACE
    pages = [path for path in files if path.startswith(f"{root}pages/") and kind_of(path) is FileKind.PAGE]
    if f"{root}logbook.json" in files or any(_MARKER in files[path] for path in pages):
        return Layout.SPACE
    markdown = any(kind_of(path) in (FileKind.PAGE, FileKind.README) for path in files)
    return Layout.PLAIN if markdown else Layout.EMPTY


def slug_of(path: str, ground: Ground) -> str:
    """The slug of a page's file: its place below `pages/`, without `/page.md` or `.md`."""
    name = path.removeprefix(ground.pages) if path.startswith(ground.pages) else path.removeprefix(ground.root)
    stem = name.rsplit(".", 1)[0]
    return stem.removesuffix("/page") if stem.endswith("/page") else stem


def links_of(index: str) -> tuple[str, ...]:
    """The slugs that an index links to (`(#/slug)`), in the order of their first link."""
    return tuple(dict.fromkeys(match[1].strip("/") for match in _LINK.finditer(index)))


def reading_order(paths: Sequence[str], ground: Ground, order: Sequence[str]) -> list[str]:
    """`paths` as they are read: index, pages named in `order`, the other pages by name, README files, the rest.

    A nested page follows the page it lies below.
    """
    places = {slug: place for place, slug in reversed(list(enumerate(order)))}

    def rank(path: str) -> tuple[int, int, str]:
        slug = slug_of(path, ground)
        if not path.startswith(ground.pages):
            return (3 if kind_of(path) is FileKind.README else 4, 0, path)
        if slug == "index":
            return (0, 0, path)
        place = next((places[name] for name in _with_parents(slug) if name in places), len(places))
        return (1, place, slug)

    return sorted(paths, key=rank)


def _with_parents(slug: str) -> list[str]:
    parts = slug.split("/")
    return ["/".join(parts[:count]) for count in range(len(parts), 0, -1)] + [parts[-1]]
