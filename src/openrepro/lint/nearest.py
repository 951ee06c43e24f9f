"""The known name that a mistyped one comes nearest to."""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST = 80
ALIKE = 0.7


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that is most like `name`; one that differs in case only comes first. None when none is alike."""
    names = tuple(known)
    folded = name.casefold()
    for one in names:
        if one.casefold() == folded:
            return one
    found = get_close_matches(name[:LONGEST], [one[:LONGEST] for one in names], n=1, cutoff=ALIKE)
    return found[0] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A half-sentence that names the nearest known name, or empty: `; did you mean 'demo1'?`."""
    near = nearest(name, known)
    return "" if near is None else f"; did you mean {near!r}?"
