"""How far independent teams agree on the same claim, with intervals that count claims and not pairs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations_with_replacement
from math import comb
from typing import Final, NamedTuple

from openrepro.board.consensus import Tally
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.replication.intervals import Interval, wilson_interval, z_factor

LABELS: Final = (Label.VERIFIED, Label.FALSIFIED, Label.TOY, Label.INCONCLUSIVE)
Labels = tuple[int, int, int, int]


class Pairs(NamedTuple):
    """Pairs of teams of which one gave a claim one label and the other the `other`."""

    one: Label
    other: Label
    pairs: int


class SameLabel(NamedTuple):
    """Of the labels that teams gave beside another team, how many the other team gave too: twice the pairs that agree
    on it, of those and the pairs in which only one team gave it."""

    label: Label
    agreeing: int
    all: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """Claims that at least two teams labelled, those with one label only, pairs of teams on one claim, and those that
    agree. `interval` holds 95 % for the share of pairs, claims taken as clusters (linearised ratio); None where there
    are too few claims, or no claim differs from another."""

    claims: int
    unanimous: int
    pairs: int
    agreeing: int
    interval: Interval | None
    matrix: Sequence[Pairs]
    labels: Sequence[SameLabel]

    def as_json(self) -> dict[str, Json]:
        wilson = wilson_interval(Decimal(self.unanimous) / self.claims, self.claims) if self.claims else None
        matrix: list[Json] = [{"one": one.value, "other": other.value, "pairs": n} for one, other, n in self.matrix]
        labels: list[Json] = [
            {"label": label.value, "agreeing": same, "all": every, "percent": percent(same, every)}
            for label, same, every in self.labels
        ]
        return {
            "claims": self.claims,
            "unanimous": self.unanimous,
            "unanimous_percent": percent(self.unanimous, self.claims),
            "unanimous_interval": _percents(wilson),
            "pairs": self.pairs,
            "agreeing": self.agreeing,
            "percent": percent(self.agreeing, self.pairs),
            "interval": _percents(self.interval),
            "matrix": matrix,
            "labels": labels,
        }


def agreement(tallies: Iterable[Tally]) -> Agreement:
    """The agreement of teams on claims, of the labels that count."""
    kinds = Counter((tally.verified, tally.falsified, tally.toy, tally.inconclusive) for tally in tallies)
    shared: list[tuple[Labels, int]] = [(labels, many) for labels, many in kinds.items() if sum(labels) > 1]
    matrix = dict.fromkeys(combinations_with_replacement(range(4), 2), 0)
    for labels, many in shared:
        for one, other in matrix:
            matrix[one, other] += many * (comb(labels[one], 2) if one == other else labels[one] * labels[other])
    agreeing, pairs = sum(matrix[at, at] for at in range(4)), sum(matrix.values())
    return Agreement(
        claims=sum(many for _, many in shared),
        unanimous=sum(many for labels, many in shared if max(labels) == sum(labels)),
        pairs=pairs,
        agreeing=agreeing,
        interval=_interval(shared, agreeing, pairs),
        matrix=[Pairs(LABELS[one], LABELS[other], many) for (one, other), many in matrix.items()],
        labels=[_same(at, matrix) for at in range(4)],
    )


def percent(part: int, whole: int) -> str | None:
    """A share in percent with one decimal; None of nothing."""
    return f"{100 * part / whole:.1f}" if whole else None


def _same(at: int, matrix: dict[tuple[int, int], int]) -> SameLabel:
    alone = sum(many for (one, other), many in matrix.items() if one != other and at in (one, other))
    both = 2 * matrix[at, at]
    return SameLabel(LABELS[at], both, both + alone)


def _interval(shared: Sequence[tuple[Labels, int]], agreeing: int, pairs: int) -> Interval | None:
    """The share of pairs is a ratio of sums over claims: its variance is k/(k−1) Σ(aᵢ − p nᵢ)² / n²."""
    claims = sum(many for _, many in shared)
    squares = sum(
        many * (sum(comb(count, 2) for count in labels) * pairs - agreeing * comb(sum(labels), 2)) ** 2
        for labels, many in shared
    )
    if claims < 2 or not squares:
        return None
    share = Decimal(agreeing) / pairs
    half = z_factor() * (Decimal(claims * squares) / (claims - 1)).sqrt() / (Decimal(pairs) ** 2)
    return Interval(max(share - half, Decimal(0)), min(share + half, Decimal(1)))


def _percents(interval: Interval | None) -> Json:
    return None if interval is None else [f"{100 * end:.1f}" for end in (interval.low, interval.high)]
