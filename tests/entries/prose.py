"""Text that nobody wrote twice, for tests of likeness: words drawn from a fixed sequence."""

import hashlib
from collections.abc import Iterator

from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.trackio import parse

SYLLABLES = ("ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu", "ra", "se", "ti", "vo", "zu", "my")


def words(seed: str, count: int) -> list[str]:
    """`count` made-up words; another seed gives others."""
    return [word for word, _ in zip(_words(seed), range(count), strict=False)]


def _words(seed: str) -> Iterator[str]:
    turn = 0
    while True:
        drawn = hashlib.sha256(f"{seed} {turn}".encode()).digest()
        for at in range(0, 30, 3):
            yield "".join(SYLLABLES[byte % 16] for byte in drawn[at : at + 3])
        turn += 1


def paragraphs(seed: str, count: int, length: int = 60) -> list[str]:
    drawn = words(seed, count * length)
    return [" ".join(drawn[at * length : (at + 1) * length]) + "." for at in range(count)]


def book(*texts: str, **files: str) -> Logbook:
    """A logbook of plain pages; `evidence_json="…"` is a file `evidence.json` beside them."""
    pages = {f"pages/page-{at}.md": text.encode() for at, text in enumerate(texts)}
    others = {name.replace("_", "."): text.encode() for name, text in files.items()}
    return parse(pages | others, name="book")
