"""The ruling of a compound claim from the rulings of its parts."""

from dataclasses import replace

from openrepro.judging.label import Label
from openrepro.judging.ruling import Reason, Ruling

STRENGTH = {
    Label.NOT_TESTABLE: 0,
    Label.NOT_JUDGED: 1,
    Label.INCONCLUSIVE: 2,
    Label.TOY: 3,
    Label.VERIFIED: 4,
    Label.FALSIFIED: 5,
}


def rule_compound(parts: tuple[Ruling, ...]) -> Ruling:
    """The ruling of a claim from those of its conjuncts: any falsified → falsified; all verified → verified; else the
    weakest. Parts that are not testable do not count, unless all are."""
    counted = tuple(part for part in parts if part.label is not Label.NOT_TESTABLE) or parts
    weakest = min(counted, key=lambda part: STRENGTH[part.label])
    falsified = tuple(part for part in counted if part.label is Label.FALSIFIED)
    leading = falsified[0] if falsified else weakest
    provisional = bool(falsified) and all(part.provisional for part in falsified)
    reviews = tuple(dict.fromkeys(part.review for part in counted if part.review))
    lead = Reason("conjuncts", f"Of {len(counted)} parts that can be tested: {_tally(counted)}.")
    return replace(
        leading,
        reasons=(lead, *leading.reasons),
        provisional=provisional,
        review="; ".join(reviews),
    )


def _tally(parts: tuple[Ruling, ...]) -> str:
    counts = {label: sum(part.label is label for part in parts) for label in Label}
    return ", ".join(f"{count} {label.value}" for label, count in counts.items() if count)
