"""Names of authors made comparable, as far as lists differ in writing the same people."""

from collections.abc import Iterable
from functools import lru_cache

from openrepro.papers.identity import title_key


def author_keys(authors: Iterable[str]) -> frozenset[str]:
    """What people of a list are known by: their names in any order of words, with a first name cut to its initial, and
    run together. `Kaleab A Kinfu` and `Kaleab Kinfu` have a key in common, `Yang Shengtian` and `Shengtian Yang` too.
    """
    return frozenset(key for author in authors for key in _keys(author))


@lru_cache(maxsize=1 << 17)
def _keys(author: str) -> tuple[str, ...]:
    words = title_key(author).split()
    if not words:
        return ()
    short = f"{words[0][0]} {words[-1]}" if len(words) > 1 else words[0]
    return " ".join(sorted(words)), "".join(words), short


def strangers(left: frozenset[str], right: frozenset[str]) -> bool:
    """Whether both lists of keys are known and have nobody in common."""
    return bool(left and right) and left.isdisjoint(right)
