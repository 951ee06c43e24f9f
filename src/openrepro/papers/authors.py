"""Names of authors made comparable, as far as lists differ in writing the same people."""

from collections.abc import Iterable, Iterator

from openrepro.papers.identity import title_key


def author_keys(authors: Iterable[str]) -> frozenset[str]:
    """What people of a list are known by: their names in any order of words, with a first name cut to its initial, and
    run together. `Kaleab A Kinfu` and `Kaleab Kinfu` have a key in common, `Yang Shengtian` and `Shengtian Yang` too.
    """
    return frozenset(key for author in authors for key in _keys(author))


def _keys(author: str) -> Iterator[str]:
    words = title_key(author).split()
    if words:
        yield " ".join(sorted(words))
        yield "".join(words)
        yield f"{words[0][0]} {words[-1]}" if len(words) > 1 else words[0]


def strangers(left: frozenset[str], right: frozenset[str]) -> bool:
    """Whether both lists of keys are known and have nobody in common."""
    return bool(left and right) and left.isdisjoint(right)
