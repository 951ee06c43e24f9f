"""Premises as declared against premises of the claim: the same but for case, spaces and a final full stop."""

from collections.abc import Iterable


def missing_premises(wanted: Iterable[str], declared: Iterable[str]) -> tuple[str, ...]:
    """Those of `wanted` that are not among `declared`, in their order."""
    known = {_plain(premise) for premise in declared}
    return tuple(premise for premise in wanted if _plain(premise) not in known)


def _plain(premise: str) -> str:
    return " ".join(premise.split()).removesuffix(".").rstrip().casefold()
