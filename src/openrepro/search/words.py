"""Words that texts are found by: folded as titles are, with what hyphens and points hold together kept as well."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from openrepro.papers.identity import title_key

LONGEST: Final = 60
MOST_PARTS: Final = 4
MOST_ASKED: Final = 8
LONGEST_QUESTION: Final = 200
DECIMAL: Final = re.compile(r"[0-9]+(?:\.[0-9]+)+")
WORD: Final = re.compile(r"\S+")
COMMON: Final = frozenset(
    (
        *("a", "an", "and", "are", "as", "at", "be", "by", "can", "for", "from", "has", "have", "how"),
        *("in", "into", "is", "it", "its", "no", "not", "of", "on", "or", "our", "that", "the"),
        *(
            "their",
            "then",
            "there",
            "these",
            "this",
            "to",
            "via",
            "was",
            "we",
            "what",
            "when",
            "which",
            "while",
            "with",
            "without",
        ),
    )
)


class Units(NamedTuple):
    """What a run of characters without a space is found by: its `parts`, and all of it as one word (`gpt4` for
    `GPT-4`; empty where it has one part only)."""

    parts: tuple[str, ...]
    joined: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        return (*self.parts, self.joined) if self.joined else self.parts


def units(chunk: str) -> Units:
    """The words in a run of characters. A decimal number is one word: `3.1` is not 3 and 1."""
    cut = chunk[:LONGEST]
    if cut.isascii() and cut.isalpha():
        return Units((cut.lower(),))
    numbers = DECIMAL.findall(cut)
    pieces = title_key(DECIMAL.sub(" ", cut) if numbers else cut).split()
    parts = tuple(dict.fromkeys((*pieces, *numbers)))
    if not 1 < len(parts) <= MOST_PARTS:
        return Units(parts)
    return Units(parts, "".join(_whole(cut))[:LONGEST])


def _whole(cut: str) -> Iterator[str]:
    at = 0
    for number in DECIMAL.finditer(cut):
        yield title_key(cut[at : number.start()]).replace(" ", "")
        yield number.group()
        at = number.end()
    yield title_key(cut[at:]).replace(" ", "")


def asked_units(question: str) -> tuple[Units, ...]:
    """What somebody looks for, run by run; common words are left out unless there is nothing else."""
    chunks = question[:LONGEST_QUESTION].replace('"', " ").split()[:MOST_ASKED]
    found = [one for one in map(units, chunks) if one.parts]
    telling = [one for one in found if one.joined or one.parts[0] not in COMMON]
    return tuple(telling or found)


class Piece(NamedTuple):
    """A part of a text, and whether it is what was looked for."""

    text: str
    marked: bool


def marked(text: str, terms: tuple[str, ...], prefix: str) -> tuple[Piece, ...]:
    """`text` in pieces: runs that hold one of `terms`, or begin with `prefix`, are marked. The pieces give `text`."""
    wanted, found, at = frozenset(terms), [], 0
    for run in WORD.finditer(text) if terms or prefix else ():
        words = units(run.group()).words
        if wanted.intersection(words) or (prefix and any(word.startswith(prefix) for word in words)):
            found += [Piece(text[at : run.start()], marked=False), Piece(run.group(), marked=True)]
            at = run.end()
    return tuple(piece for piece in (*found, Piece(text[at:], marked=False)) if piece.text)
