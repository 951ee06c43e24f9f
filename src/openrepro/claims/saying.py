"""A claim's spec in plain sentences: what is stated, how close is close enough, and what would falsify it."""

from collections.abc import Iterator
from decimal import Decimal
from enum import StrEnum
from typing import Final, NamedTuple

from openrepro.claims.claim import Claim, Comparator, Kind, QuantitySpec, ReducedCheck, ScaleAxis, Statement, Tolerance
from openrepro.claims.stating import about_every_run, spread_of
from openrepro.replication import Spread, UnitSort, number, show, sort_of


class About(StrEnum):
    """What a sentence is about; sentences come in this order."""

    KIND = "kind of claim"
    STATED = "stated"
    COUNTED = "what counts"
    TOLERANCE = "close enough"
    SCALE = "full scale"
    SEEDS = "runs"
    PREMISE = "premises"
    REFUTATION = "falsified by"
    REDUCED = "at smaller scale"
    PARTS = "parts"


class Said(NamedTuple):
    """One sentence of a spec."""

    about: About
    text: str


OF_KINDS: Final[dict[Kind, str]] = {
    Kind.EXACT: "An exact number: the measured one must equal it after both are rounded to their printed digits.",
    Kind.VALUE: "A measured value: another measurement must agree with it within the tolerance.",
    Kind.BOUND: "A bound: the whole interval of the measurement must lie on the stated side.",
    Kind.ORDERING: "An order of two arms: measured in pairs, the interval of their difference must lie on the stated "
    "side of no difference.",
    Kind.MARGIN: "A margin between two arms: both the direction and the size of their difference or ratio must agree.",
    Kind.TREND: "A trend along an axis: its exponent or its sign must agree, over a wide enough range of the axis.",
    Kind.NULL: "No difference: the two arms must be equivalent within the margin; a large p-value alone never shows "
    "that.",
    Kind.UNIVERSAL: "A statement about all cases: a checked counterexample falsifies it, and a checked proof verifies "
    "it.",
    Kind.EXISTENCE: "A statement that something exists: one checked construction verifies it.",
    Kind.RESOURCE: "A cost: times and rates are compared as ratios to a baseline of the same run, never across "
    "machines; amounts that no machine changes are compared as they stand.",
    Kind.MECHANISM: "A named cause: taking it away or changing it must move the quantity in the stated direction.",
    Kind.DATASET: "A property of a released artifact: it is counted exactly, on the named revision of the artifact.",
    Kind.QUALITATIVE: "A quality: it is decided by blinded ratings of people, not by comparing numbers.",
    Kind.DEFINITION: "A definition: it states no result, so no run can test it, and it carries no points.",
    Kind.POSITION: "A position: it states an opinion and no result, so no run can test it, and it carries no points.",
}
_RELATIONS: Final[dict[Comparator, str]] = {
    Comparator.EQUAL: "is",
    Comparator.ABOUT: "is about",
    Comparator.LESS: "is below",
    Comparator.AT_MOST: "is at most",
    Comparator.GREATER: "is above",
    Comparator.AT_LEAST: "is at least",
    Comparator.BETWEEN: "lies between",
}
_SMALLER: Final = (Comparator.LESS, Comparator.AT_MOST)
_LARGER: Final = (Comparator.GREATER, Comparator.AT_LEAST)
_NEEDS_TOLERANCE: Final = (Kind.VALUE, Kind.MARGIN, Kind.TREND, Kind.NULL)
_SPREADS: Final[dict[Spread, str]] = {
    Spread.DEVIATION: "a standard deviation",
    Spread.ERROR: "a standard error",
    Spread.INTERVAL: "a 95 % interval",
    Spread.UNKNOWN: "of a kind that the paper does not name, so the widest is assumed",
}
_REDUCED: Final[dict[ReducedCheck, str]] = {
    ReducedCheck.SIGN: "A smaller run still says which way the effect goes; its size carries no meaning then.",
    ReducedCheck.ORDER: "A smaller run still says which side comes first; by how much carries no meaning then.",
    ReducedCheck.NONE: "A smaller run says nothing about this claim either way.",
}
_UNSPECIFIED: Final = "Nobody has written down what exactly is to be measured; the kind was guessed from the text."


def said(claim: Claim) -> tuple[Said, ...]:
    """The spec of `claim` in sentences, without those of its parts."""
    return tuple(_sentences(claim))


def amount(value: str, unit: str = "") -> str:
    """A printed number with its unit: `245,000 tokens`, `3.1 percent`, `a factor of 14`."""
    shown = _grouped(value)
    if unit and sort_of(unit) is UnitSort.RATIO:
        return f"a factor of {shown}"
    return f"{shown} {unit}".strip()


def axis_words(axis: str) -> str:
    """The name of an axis as words: `eval tokens`."""
    return axis.replace("_", " ")


def _sentences(claim: Claim) -> Iterator[Said]:
    yield Said(About.KIND, OF_KINDS[claim.kind])
    if not claim.specified:
        yield Said(About.STATED, _UNSPECIFIED)
    if claim.conjuncts:
        yield Said(About.PARTS, _parts(len(claim.conjuncts)))
    else:
        yield from _stated(claim)
        yield from _tolerance(claim)
    yield from (Said(About.SCALE, _axis(axis)) for axis in claim.scale)
    if claim.seeds_needed is not None:
        yield Said(About.SEEDS, _seeds(claim.seeds_needed))
    yield from (Said(About.PREMISE, _ended(premise)) for premise in claim.premises)
    if claim.falsified_by:
        yield Said(About.REFUTATION, _ended(claim.falsified_by))
    if claim.kind.testable and claim.specified:
        yield Said(About.REDUCED, _REDUCED[claim.reduced_check])


def _stated(claim: Claim) -> Iterator[Said]:
    statement, quantity = claim.statement, claim.quantity
    if statement is not None:
        yield Said(About.STATED, _statement(statement, quantity))
        yield from (Said(About.STATED, text) for text in _versus(statement, quantity))
        if statement.plus_minus is not None:
            yield Said(About.STATED, _spread(statement))
    elif quantity is not None:
        yield Said(About.STATED, f"It is about {_subject(quantity)}.")
    if claim.kind is Kind.BOUND and about_every_run(claim):
        yield Said(About.STATED, "It must hold in every run, not only on average.")
    if quantity is not None and quantity.counted:
        yield Said(About.COUNTED, f"Counted: {_ended(quantity.counted)}")
    if quantity is not None and quantity.better in ("higher", "lower"):
        yield Said(About.COUNTED, f"{quantity.better.capitalize()} is better.")


def _subject(quantity: QuantitySpec | None) -> str:
    if quantity is None or not quantity.name:
        return "the quantity"
    return f"the {_bare(quantity.name)}" + (f" ({quantity.of})" if quantity.of else "")


def _bare(name: str) -> str:
    return name.removeprefix("the ").removeprefix("The ")


def _statement(statement: Statement, quantity: QuantitySpec | None) -> str:
    subject, unit = _subject(quantity), "" if quantity is None else quantity.unit
    if quantity is not None and unit == quantity.name:
        subject, unit = subject.replace("the ", "the number of ", 1), ""
    relation = _RELATIONS[statement.comparator]
    if statement.value is None:
        return _capital(f"{subject} {_without_value(statement, quantity)}.")
    value = amount(statement.value, unit)
    if statement.comparator is Comparator.BETWEEN and statement.upper is not None:
        value = f"{_grouped(statement.value)} and {amount(statement.upper, unit)}"
    return _capital(f"{subject} {relation} {value}.")


def _without_value(statement: Statement, quantity: QuantitySpec | None) -> str:
    other = statement.versus.of if statement.versus is not None and statement.versus.of else "the other arm"
    better = "" if quantity is None else quantity.better
    if statement.comparator in _SMALLER or (statement.comparator not in _LARGER and better == "lower"):
        return f"is smaller than that of {other}"
    if statement.comparator in _LARGER or better == "higher":
        return f"is larger than that of {other}"
    return f"is compared with that of {other}; the paper prints no number"


def _versus(statement: Statement, quantity: QuantitySpec | None) -> Iterator[str]:
    versus = statement.versus
    if versus is None or not versus.of or (statement.value is None and versus.value is None):
        return
    unit = "" if quantity is None else quantity.unit
    printed = f", for which the paper prints {amount(versus.value, unit)}" if versus.value is not None else ""
    yield f"It is compared with {versus.of}{printed}."


def _spread(statement: Statement) -> str:
    runs = "" if statement.n is None else f", over {_grouped(str(statement.n))} runs"
    kind = _SPREADS[spread_of(statement.spread_kind)]
    return f"The paper prints ± {_grouped(statement.plus_minus or '')} ({kind}{runs})."


def _tolerance(claim: Claim) -> Iterator[Said]:
    within = _within(claim.tolerance, "" if claim.quantity is None else claim.quantity.unit)
    if within:
        text = f"A measurement agrees within {within} of what is stated, and contradicts beyond three times that; "
        yield Said(About.TOLERANCE, f"{text}what lies between decides nothing.")
    elif claim.kind in _NEEDS_TOLERANCE and claim.statement is not None:
        yield Said(About.TOLERANCE, _no_tolerance(claim))


def _no_tolerance(claim: Claim) -> str:
    if claim.statement is not None and claim.statement.plus_minus is not None and claim.kind is Kind.VALUE:
        return "The spec fixes no tolerance; the ± that the paper prints stands in for it."
    return "The spec fixes no tolerance."


def _within(tolerance: Tolerance, unit: str) -> str:
    found = []
    if tolerance.absolute is not None:
        plain = "" if sort_of(unit) is UnitSort.RATIO else unit
        found.append(amount(tolerance.absolute, plain))
    if tolerance.relative is not None:
        found.append(_percent(tolerance.relative))
    return " and within ".join(found)


def _percent(fraction: str) -> str:
    value = number(fraction)
    return f"the fraction {fraction}" if value is None else f"{show((value * 100).normalize())} %"


def _axis(axis: ScaleAxis) -> str:
    name = _capital(axis_words(axis.axis))
    if axis.minimum is None and axis.paper is None:
        return f"{name}: the spec fixes no number."
    if axis.minimum is None:
        return f"{name}: the paper used {_grouped(axis.paper or '')}; the spec fixes no minimum."
    paper = "" if axis.paper in (None, axis.minimum) else f" (the paper used {_grouped(axis.paper or '')})"
    return f"{name}: at least {_grouped(axis.minimum)}{paper}."


def _seeds(needed: int) -> str:
    return "One run is enough." if needed == 1 else f"At least {_grouped(str(needed))} independent runs (seeds)."


def _parts(count: int) -> str:
    if count == 1:
        return "It has one part, and is ruled as that part is."
    return (
        f"It has {count} parts that are ruled one by one: one falsified part falsifies it, and all of them have to "
        "be verified to verify it."
    )


def _grouped(text: str) -> str:
    """A printed number with its thousands apart where it is a long plain one; anything else as it is."""
    whole, point, rest = text.partition(".")
    digits = whole.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and 4 <= len(digits) <= 40):
        return text
    return f"{Decimal(whole):,}{point}{rest}"


def _ended(text: str) -> str:
    plain = text.strip()
    return plain if plain.endswith((".", "!", "?", "…")) else f"{plain}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
