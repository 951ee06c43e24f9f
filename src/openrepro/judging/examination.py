"""Judging the judge: its labels against gold, next to three controls, with intervals."""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.replication.intervals import wilson_interval

NEEDS_PERSON = "needs_person"
RANDOM_SEED = 20260715
LABELS = (Label.VERIFIED, Label.FALSIFIED, Label.TOY, Label.INCONCLUSIVE)


class Gold(StrEnum):
    """The labels a gold file may hold: those of a ruling, and a proof that only a person can settle."""

    VERIFIED = "verified"
    FALSIFIED = "falsified"
    TOY = "toy"
    INCONCLUSIVE = "inconclusive"
    NOT_TESTABLE = "not_testable"
    NEEDS_PERSON = "needs_person"


@dataclass(frozen=True, slots=True)
class Item:
    """One gold item and what the judge said of it.

    `author` is the label the entry gives itself. `review` says that the ruling asks for a person. `quotes` and
    `valid_quotes` count the quotes shown and those found byte for byte. `again` holds the labels of repeats.
    """

    id: str
    logbook: str
    kind: str
    specified: bool
    gold: Gold
    label: Label
    review: bool
    author: Label
    row: str = ""
    quotes: int = 0
    valid_quotes: int = 0
    again: tuple[Label, ...] = ()
    cost_usd: str = "0"


@dataclass(frozen=True, slots=True)
class Share:
    """`part` of `whole`, with the Wilson 95 % interval; the interval is None for an empty whole."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        return self.part / self.whole if self.whole else None

    @property
    def interval(self) -> tuple[float, float] | None:
        if not self.whole:
            return None
        found = wilson_interval(Decimal(self.part) / self.whole, self.whole)
        return float(found.low), float(found.high)

    def as_json(self) -> dict[str, Json]:
        return {
            "part": self.part,
            "whole": self.whole,
            "value": None if self.value is None else f"{self.value:.4f}",
            "interval_95": None if self.interval is None else [f"{end:.4f}" for end in self.interval],
        }


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one judge over a set of items.

    `decided` counts the four labels and *not testable*; `right` is of the decided; `false_verified` is the share of
    items whose gold is not verified that it verified; `wrong_verified` is the share of its verified that are wrong;
    `falsified_recall` is over gold falsified. `kappa` is Cohen's, over decided items whose gold is a label.
    """

    decided: Share
    right: Share
    false_verified: Share
    wrong_verified: Share
    falsified_recall: Share
    kappa: float | None

    def as_json(self) -> dict[str, Json]:
        return {
            "decided": self.decided.as_json(),
            "right": self.right.as_json(),
            "false_verified": self.false_verified.as_json(),
            "wrong_verified": self.wrong_verified.as_json(),
            "falsified_recall": self.falsified_recall.as_json(),
            "kappa": None if self.kappa is None else f"{self.kappa:.4f}",
        }


Judge = Callable[[Item], Label]


def right(item: Item, label: Label) -> bool:
    """Whether `label` is the gold one; a proof that needs a person is met by *not judged*, or by toy with review."""
    if item.gold is Gold.NEEDS_PERSON:
        return label is Label.NOT_JUDGED or (label is Label.TOY and label is item.label and item.review)
    return label.value.replace(" ", "_") == item.gold.value


def decided(label: Label) -> bool:
    return label is not Label.NOT_JUDGED


def figures(items: Sequence[Item], judge: Judge) -> Figures:
    """The figures of `judge` over `items`."""
    labels = [(item, judge(item)) for item in items]
    settled = [(item, label) for item, label in labels if decided(label)]
    verified = [item for item, label in labels if label is Label.VERIFIED]
    wrong = [item for item in verified if item.gold is not Gold.VERIFIED]
    falsified = [(item, label) for item, label in labels if item.gold is Gold.FALSIFIED]
    unmet = sum(item.gold is not Gold.VERIFIED for item in items)
    return Figures(
        decided=Share(len(settled), len(items)),
        right=Share(sum(right(item, label) for item, label in settled), len(settled)),
        false_verified=Share(len(wrong), unmet),
        wrong_verified=Share(len(wrong), len(verified)),
        falsified_recall=Share(sum(label is Label.FALSIFIED for _, label in falsified), len(falsified)),
        kappa=kappa([(item.gold.value, label.value.replace(" ", "_")) for item, label in settled]),
    )


def kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Cohen's kappa of two raters: (po - pe) / (1 - pe); None without pairs or when chance agreement is 1."""
    if not pairs:
        return None
    total = len(pairs)
    first, second = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    observed = sum(a == b for a, b in pairs) / total
    expected = sum(first[name] * second[name] for name in first) / total**2
    return None if expected == 1 else (observed - expected) / (1 - expected)


def own(item: Item) -> Label:
    """The judge under examination."""
    return item.label


def always_inconclusive(_item: Item) -> Label:
    return Label.INCONCLUSIVE


def trust_the_author(item: Item) -> Label:
    return item.author


def at_random(items: Sequence[Item]) -> Judge:
    """A control that draws each label evenly among the four, the same at every run."""
    source = random.Random(RANDOM_SEED)
    drawn = {item.id: source.choice(LABELS) for item in items}
    return lambda item: drawn[item.id]


def controls(items: Sequence[Item]) -> dict[str, Judge]:
    return {
        "this judge": own,
        "random": at_random(items),
        "always inconclusive": always_inconclusive,
        "trust the author": trust_the_author,
    }


def confusion(items: Sequence[Item]) -> Mapping[tuple[str, str], int]:
    """How many items have each (gold label, judge's label)."""
    return Counter((item.gold.value, item.label.value) for item in items)


def flips(items: Sequence[Item]) -> Share:
    """Items whose label changed in some repeat on identical input."""
    repeated = [item for item in items if item.again]
    return Share(sum(any(label is not item.label for label in item.again) for item in repeated), len(repeated))


def cost_per_claim(items: Sequence[Item]) -> Decimal:
    """The mean cost of a judgement in US dollars, to a hundredth of a cent; 0 without items."""
    total = sum((Decimal(item.cost_usd) for item in items), Decimal(0))
    return (total / max(len(items), 1)).quantize(Decimal("0.0001"))


def quote_validity(items: Sequence[Item]) -> Share:
    return Share(sum(item.valid_quotes for item in items), sum(item.quotes for item in items))


def by(items: Sequence[Item], key: Callable[[Item], str]) -> dict[str, tuple[Item, ...]]:
    """Items grouped by `key`, in the order of the key."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return {name: tuple(groups[name]) for name in sorted(groups)}
