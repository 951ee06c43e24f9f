"""The numbers that LaTeX gives to sections, theorems, tables and formulas, and what references to them say."""

import re
from typing import Final, NamedTuple

from openrepro.papers.latex_words import NUMBERED, THEOREMS

MOST: Final = 2_000
_THEOREM: Final = re.compile(
    r"\\newtheorem\*?\s{0,5}\{(?P<name>[A-Za-z]{1,40}\*?)\}\s{0,5}(?:\[(?P<like>[A-Za-z]{1,40})\])?\s{0,5}"
    r"\{(?P<title>[^{}\\]{1,60})\}\s{0,5}(?:\[(?P<within>[A-Za-z]{1,40})\])?"
)
_MACRO: Final = re.compile(
    r"\\(?:(?:re|provide)?(?:new)?command\*?\s{0,3}\{?\s?|def)\\(?P<name>[A-Za-z]{1,40})\s?\}?\s{0,3}\{(?P<body>[^{}\\$#%]{1,200})\}"
)
_STYLED: Final = re.compile(
    r"\\(?:(?:re|provide)?(?:new)?command\*?\s{0,3}\{?\s?|def)\\(?P<name>[A-Za-z]{1,40})\s?\}?\s{0,3}"
    r"\{\s?\\[A-Za-z]{1,20}\s?\{(?P<body>[^{}\\$#%]{1,200})\}\s?(?:\\xspace)?\s?\}"
)


class Kind(NamedTuple):
    """A declared sort of theorem: its title, the counter it goes by, and within which other counter."""

    title: str
    counter: str
    within: str


class Numbered(NamedTuple):
    """What a reference leads to."""

    sort: str
    number: str


class Numbers:
    """Counters of one reading. `known` are the references of an earlier reading of the same file."""

    def __init__(self, source: str, known: dict[str, Numbered]) -> None:
        self.known = known
        self.found: dict[str, Numbered] = {}
        self.last = Numbered("", "")
        self._theorems = _declared(source)
        self._counts: dict[str, int] = {}
        self._section = [0] * (NUMBERED + 1)
        self._appendix = False

    def section(self, level: int) -> str:
        """The number of the next section of a level from 1 on."""
        self._section[level] += 1
        self._section[level + 1 :] = [0] * (len(self._section) - level - 1)
        if level == 1:
            self._counts = {name: count for name, count in self._counts.items() if name not in self._within()}
        number = self._sections(level)
        return self._step("Appendix" if self._appendix else "Section", number)

    def appendix(self) -> None:
        self._appendix, self._section = True, [0] * len(self._section)

    def theorem(self, name: str) -> Numbered | None:
        """The next theorem of an environment; None when that is none."""
        kind = self._theorems.get(name)
        if kind is None:
            return None
        own = self.count(kind.counter)
        inner = kind.within.startswith("section") or kind.within == "subsection"
        number = f"{self._sections(2 if kind.within == 'subsection' else 1)}.{own}" if inner else str(own)
        self._step(kind.title, number)
        return self.last

    def next(self, sort: str) -> str:
        """The number of the next table, figure or formula."""
        return self._step(sort, str(self.count(sort)))

    def count(self, name: str) -> int:
        self._counts[name] = self._counts.get(name, 0) + 1
        return self._counts[name]

    def label(self, name: str, *, in_formula: bool = False) -> None:
        """Note what a label names: what was numbered last, or the formula that is being read."""
        formula = Numbered("Equation", str(self._counts.get("Equation", 0) + 1))
        self.found[name[:200]] = formula if in_formula else self.last

    def _step(self, sort: str, number: str) -> str:
        self.last = Numbered(sort, number)
        return number

    def _sections(self, level: int) -> str:
        first = chr(ord("A") + (self._section[1] - 1) % 26) if self._appendix else str(self._section[1])
        return ".".join([first, *map(str, self._section[2 : level + 1])])

    def _within(self) -> frozenset[str]:
        """The counters that begin anew with each section."""
        return frozenset(kind.counter for kind in self._theorems.values() if kind.within)


def _declared(source: str) -> dict[str, Kind]:
    """The sorts of theorems that a file declares, and the usual ones."""
    found = {name: Kind(title, title, "") for name, title in THEOREMS.items()}
    for _, match in zip(range(MOST), _THEOREM.finditer(source), strict=False):
        like = found.get(match["like"] or "")
        counter = like.counter if like else match["name"]
        within = like.within if like else match["within"] or ""
        found[match["name"]] = Kind(match["title"].strip(), counter, within)
    return found


def macros(source: str) -> dict[str, str]:
    """Commands without arguments that a file defines as plain words, with or without one style."""
    found: dict[str, str] = {}
    for pattern in (_MACRO, _STYLED):
        for _, match in zip(range(MOST), pattern.finditer(source), strict=False):
            found[match["name"]] = " ".join(match["body"].replace("~", " ").split())
    return found
