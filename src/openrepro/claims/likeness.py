"""Texts of claims that say the same: in the same words, or nearly, with the same numbers."""

import re
from typing import Final, NamedTuple

from openrepro.claims.numerals import numerals
from openrepro.papers.normal import normal

MOST_WORDS: Final = 300
MOST_TEXTS: Final = 200
"""With the same numbers that are compared with each other; further ones only by their exact words."""
NEAR: Final = 0.8
"""Words that two texts share, of all that either has, from which on they are nearly the same."""
_WORD: Final = re.compile(r"[^\W_]+")
_LEFT_OUT: Final = frozenset(
    ("a", "an", "the", "of", "to", "in", "on", "for", "and", "is", "are", "that", "this", "its", "with", "by", "as")
)


class Likeness(NamedTuple):
    """The name of a text that is like another one; `same` when only spaces, case and signs differ."""

    name: str
    same: bool


class Alike:
    """Texts that were seen, to look others up in. Only texts with the same numbers are nearly the same."""

    def __init__(self) -> None:
        self._same: dict[str, str] = {}
        self._stating: dict[frozenset[str], list[tuple[str, frozenset[str]]]] = {}

    def add(self, name: str, text: str) -> None:
        """Remember a text by a name; of equal texts the first counts."""
        self._same.setdefault(key_of(text), name)
        stating = self._stating.setdefault(_numbers(text), [])
        if len(stating) < MOST_TEXTS:
            stating.append((name, _words(text)))

    def like(self, text: str) -> Likeness | None:
        """The first text like this one; None when there is none."""
        same = self._same.get(key_of(text))
        if same is not None:
            return Likeness(same, True)
        words = _words(text)
        for name, others in self._stating.get(_numbers(text), ()):
            if len(words & others) >= NEAR * len(words | others):
                return Likeness(name, False)
        return None


def key_of(text: str) -> str:
    """What texts have in common that differ in spaces, case, hyphens and signs of type-setting only."""
    return normal(text[:20_000]).text.casefold().strip(".;:,!")


def _words(text: str) -> frozenset[str]:
    found = (match[0].casefold() for match in _WORD.finditer(text[:20_000]))
    return frozenset([word for word in found if word not in _LEFT_OUT][:MOST_WORDS])


def _numbers(text: str) -> frozenset[str]:
    return frozenset(str(one.value.normalize()) for one in numerals(text))
