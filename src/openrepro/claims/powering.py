"""How many runs a claim needs before they can decide it, told before anybody begins."""

import math
from decimal import Decimal
from typing import Final, NamedTuple

from openrepro.claims.claim import Claim, Kind
from openrepro.claims.stating import spread_of
from openrepro.replication import Spread, number, seeds_needed, show

_ORDERED: Final = (Kind.ORDERING, Kind.MECHANISM)
_NOISY: Final = (Kind.VALUE, Kind.BOUND, Kind.MARGIN, Kind.TREND, Kind.NULL, Kind.RESOURCE, *_ORDERED)
_LEAST_PAIRS: Final = 6
_Z: Final = Decimal("1.96")
_ADVICE: Final = (
    "Give a tolerance, and the ± of the paper or a guess of how much runs differ, to see how many are needed."
)


class PowerHint(NamedTuple):
    """`seeds` runs show a difference of `effect` in 80 of 100 cases where runs differ by the standard deviation
    `spread` (decimal texts in the claim's unit). None where that cannot be said; `sentence` says why, or what it
    means. `guessed`: the spread is somebody's guess, not the paper's."""

    seeds: int | None
    sentence: str
    effect: str = ""
    spread: str = ""
    guessed: bool = False


def power_hint(claim: Claim, guess: str = "") -> PowerHint | None:
    """The hint for a claim; `guess` is a standard deviation that is used before the paper's own. None where runs do
    not differ by chance: for exact numbers, counts, proofs and what no run can test."""
    if claim.kind not in _NOISY or claim.conjuncts:
        return None
    effect, typed = _effect(claim), number(guess) if guess else None
    spread = typed if typed is not None and typed >= 0 else _printed(claim)
    if effect is None or spread is None:
        return PowerHint(None, _ADVICE)
    return _hint(claim, effect, spread, guessed=typed is not None)


def asks_too_little(claim: Claim) -> str:
    """A sentence on a claim that asks for fewer seeds than would decide it; empty for any other."""
    hint = power_hint(claim)
    if hint is None or hint.seeds is None or (claim.seeds_needed or 1) >= hint.seeds:
        return ""
    asked = "one run" if (claim.seeds_needed or 1) == 1 else f"{claim.seeds_needed} seeds"
    return f"{claim.id}: it asks for {asked}. {hint.sentence}"


def _hint(claim: Claim, effect: Decimal, spread: Decimal, *, guessed: bool) -> PowerHint:
    found = seeds_needed(float(effect), float(spread))
    told = show(effect.normalize()), show(spread.normalize())
    if found is None:
        text = f"No number of runs that anybody makes shows a difference of {told[0]} where runs differ by {told[1]}."
        return PowerHint(None, text, *told, guessed)
    seeds = max(found, _LEAST_PAIRS) if claim.kind in _ORDERED else found
    whose = "as guessed" if guessed else "as the paper prints"
    text = (
        f"About {seeds} seeds decide this: so many runs show a difference of {told[0]} in 80 of 100 cases, where runs "
        f"differ by a standard deviation of {told[1]} ({whose})."
    )
    return PowerHint(seeds, text, *told, guessed)


def _effect(claim: Claim) -> Decimal | None:
    """The least difference that matters: the tolerance; of two arms that are only ordered, how far apart they are."""
    said = claim.statement
    value = None if said is None else number(said.value or "")
    if claim.kind in _ORDERED:
        other = None if said is None or said.versus is None else number(said.versus.value or "")
        apart = None if value is None else abs(value - (other or Decimal(0)))
        return apart or None
    absolute, relative = number(claim.tolerance.absolute or ""), number(claim.tolerance.relative or "")
    given = [absolute, None if relative is None or value is None else relative * abs(value)]
    return min((one for one in given if one is not None and one > 0), default=None)


def _printed(claim: Claim) -> Decimal | None:
    """The standard deviation of one run that the paper's ± stands for; the widest reading where it says nothing."""
    said = claim.statement
    printed = None if said is None else number(said.plus_minus or "")
    if said is None or printed is None or printed <= 0:
        return None
    root = Decimal(str(math.sqrt(said.n or 1)))
    kind = spread_of(said.spread_kind)
    if kind is Spread.DEVIATION:
        return printed
    return printed * root / _Z if kind is Spread.INTERVAL else printed * root
