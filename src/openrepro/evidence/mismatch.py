"""Mismatch: measured and claimed values that differ by the factor of a unit or of a size, or in kind of percent."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from math import log
from typing import NamedTuple, Protocol

from openrepro.claims.claim import Claim, Comparator, Kind
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import UnitKind
from openrepro.evidence.places import Places
from openrepro.evidence.scale import GradedText
from openrepro.evidence.sentences import holds_any
from openrepro.logbooks.logbook import Address, Severity
from openrepro.replication import canonical, convertible, factor, pure, same_unit, scaled

CLOSENESS = Decimal("0.02")
"""A ratio within this share of a factor is taken for the factor."""

UNIT_FACTORS: tuple[tuple[str, Decimal], ...] = (
    ("100 (percent against fraction)", Decimal(100)),
    ("1000 (milli, kilo)", Decimal(1000)),
    ("60 (seconds, minutes, hours)", Decimal(60)),
    ("3600 (seconds, hours)", Decimal(3600)),
    ("1024 (binary kilo)", Decimal(1024)),
    ("ln 2 (bits against nats)", Decimal(repr(log(2)))),
    ("ln 10 (decades against nats)", Decimal(repr(log(10)))),
)
SIZE_WORDS = (
    "batch(?:es)?|items?|trajector(?:y|ies)|seeds?|class(?:es)?|layers?|length|tokens?|samples?|examples?|heads?|steps?"
    "|workers?|devices?|gpus?|chunks?|folds?|runs?|trials?|episodes?|questions?|prompts?|images?|sequences?|rows?|cells?"
    "|graphs?|nodes?|agents?"
)
_SIZE_STEMS = (
    *("batch", "item", "trajector", "seed", "class", "layer", "length", "token", "sample", "example", "head", "step"),
    *("worker", "device", "gpu", "chunk", "fold", "run", "trial", "episode", "question", "prompt", "image", "sequence"),
    *("row", "cell", "graph", "node", "agent"),
)
"""One of these stands, in lower case, in every text that names a size."""
LEAST_SIZE = 3
LONGEST_SHOWN_UNIT = 40
MOST_SIZES = 400

_SIZE = re.compile(
    rf"(?<![A-Za-z])(?P<before>(?:[A-Za-z]{{2,16}}[_ -]){{0,2}}(?:{SIZE_WORDS})(?:[_ -](?:size|count|len|length))?)"
    r"[\"'`*]{0,3}\s{0,2}[:=]\s{0,2}(?P<first>[0-9]{1,9})(?![\w.])"
    rf"|(?<![\w.])(?P<second>[0-9]{{1,9}})\s(?:[a-z-]{{2,16}}\s)?(?P<after>{SIZE_WORDS})(?![A-Za-z])",
    re.IGNORECASE,
)
_PERCENTS = (UnitKind.PERCENT, UnitKind.POINT, UnitKind.RELATIVE_PERCENT, UnitKind.FRACTION)


class HasValue(Protocol):
    """A measured value: a `Result` or a `Measured`."""

    @property
    def value(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def at(self) -> Address: ...


class Size(NamedTuple):
    """A number that the evidence names as a size or denominator."""

    name: str
    value: Decimal
    at: Address


def sizes_in(texts: Iterable[GradedText]) -> tuple[Size, ...]:
    """The sizes that outputs and result files name (`batch_size=64`, `52 trajectories`), each value once."""
    found: dict[tuple[str, Decimal], Size] = {}
    for text in texts:
        if len(found) >= MOST_SIZES:
            break
        if not holds_any(text.text.lower(), _SIZE_STEMS):
            continue
        places = Places(text.text, text.at)
        for match in _SIZE.finditer(text.text):
            value = Decimal(match["first"] or match["second"])
            name = " ".join((match["before"] or match["after"]).replace("_", " ").lower().split())
            if value >= LEAST_SIZE and len(found) < MOST_SIZES:
                found.setdefault((name, value), Size(name, value, places.address(match.start(), match.end())))
    return tuple(found.values())


def mismatch_findings(claim: Claim, measured: Iterable[HasValue], sizes: Iterable[Size] = ()) -> tuple[Finding, ...]:
    """UNIT_MISMATCH, DENOMINATOR_MISMATCH and PERCENT_KIND of measured values against the claim's value.

    A value that agrees with the claim within its tolerance, or satisfies its bound, raises no factor finding. Both
    directions count: measured/claimed and claimed/measured.
    """
    kept = tuple(sizes)
    return tuple(finding for item in measured for finding in _of_value(claim, item, kept))


def _of_value(claim: Claim, item: HasValue, sizes: tuple[Size, ...]) -> Iterator[Finding]:
    unit = claim.quantity.unit if claim.quantity else ""
    kind = unit_kind(item.unit, getattr(item, "kind", UnitKind.PLAIN))
    claimed_kind = unit_kind(unit, UnitKind.PLAIN)
    if kind in _PERCENTS and claimed_kind in _PERCENTS and kind is not claimed_kind:
        yield from _percent_kind(kind, claimed_kind, item)
    elif other_unit(item.unit, unit):
        yield _unit_finding(claim, item)
        return
    claimed, printed = _number(claim.statement.value if claim.statement else None), _number(item.value)
    by = factor(item.unit, unit)
    value = printed if printed is None or by is None else scaled(printed, by)
    if value is not None and claimed is not None and _either_unit(claim, item, value, claimed):
        yield _open_unit_finding(claim, item)
        return
    if not claimed or not value or _agrees(claim, value, claimed):
        return
    ratio = abs(value / claimed)
    for name, size_of_unit in UNIT_FACTORS:
        if _close(ratio, size_of_unit):
            yield _factor_finding(Code.UNIT_MISMATCH, item, claim, name, ())
            return
    for size in sizes:
        if _close(ratio, size.value):
            name = f"{size.value}, which the run names as its {size.name}"
            yield _factor_finding(Code.DENOMINATOR_MISMATCH, item, claim, name, (size.at,))
            return


def _either_unit(claim: Claim, item: HasValue, value: Decimal, claimed: Decimal) -> bool:
    """Whether only one of value and claim is in percent, and it hangs on the other's unit whether they agree.

    What agrees as it stands is taken so, except for a bound that a value in percent meets only if the bound is too.
    A claim about all cases that names no unit is broken by no value that has a dimension.
    """
    unit = claim.quantity.unit if claim.quantity else ""
    own, others = canonical(item.unit), canonical(unit)
    if claim.kind is Kind.UNIVERSAL and not others and not pure(item.unit):
        return not _agrees(claim, value, claimed)
    if claim.kind is Kind.UNIVERSAL or (own, others) not in (("percent", ""), ("", "percent")):
        return False
    agrees = _agrees(claim, value, claimed)
    other_way = _agrees(claim, value.scaleb(2 if others else -2), claimed)
    bounds = claim.statement is not None and claim.statement.comparator not in (Comparator.EQUAL, Comparator.ABOUT)
    return agrees is not other_way and (other_way or (bounds and own == "percent"))


def _percent_kind(kind: UnitKind, claimed: UnitKind, item: HasValue) -> Iterator[Finding]:
    if {kind, claimed} == {UnitKind.PERCENT, UnitKind.FRACTION}:
        return
    text = (
        f"The claim is in {claimed.value}, the measured {item.value} in {kind.value}: these are different kinds of"
        " number."
    )
    yield Finding(
        Code.PERCENT_KIND, text + " State the measured value in the claim's kind.", (item.at,), Severity.SERIOUS
    )


def _unit_finding(claim: Claim, item: HasValue) -> Finding:
    unit = claim.quantity.unit if claim.quantity else ""
    text = f"The claim is in {unit}, the measured {_said(item)}. State the value in the claim's unit."
    return Finding(Code.UNIT_MISMATCH, text, (item.at,), Severity.SERIOUS)


def _open_unit_finding(claim: Claim, item: HasValue) -> Finding:
    unit = (claim.quantity.unit if claim.quantity else "") or "no stated unit"
    text = (
        f"The claim is in {unit}, the measured {_said(item)}; they agree or not, depending on which is meant."
        " State the unit of both."
    )
    return Finding(Code.UNIT_MISMATCH, text, (item.at,), Severity.SERIOUS)


def _said(item: HasValue) -> str:
    """The measured value and its unit, for a sentence that says `the measured 4.9 in bits`."""
    if not item.unit.strip():
        return f"{item.value} in no stated unit"
    shown = len(item.unit) <= LONGEST_SHOWN_UNIT and item.unit.isprintable()
    return f"{item.value} in {item.unit.strip()}" if shown else f"{item.value} in another unit"


def other_unit(one: str, other: str) -> bool:
    """Whether two named units are different, and neither converts into the other by definition.

    A unit that is not named is taken for the other. Percent and fraction, units of time, and units of size convert.
    """
    return not same_unit(one, other) and not convertible(one, other)


def _factor_finding(code: Code, item: HasValue, claim: Claim, name: str, more: tuple[Address, ...]) -> Finding:
    claimed = claim.statement.value if claim.statement else ""
    text = (
        f"Measured {item.value}{_in_unit(item)} and claimed {claimed} differ by a factor of {name}."
        " Check the unit and what the value is divided by, and print both."
    )
    return Finding(code, text, (item.at, *more), Severity.SERIOUS)


def _in_unit(item: HasValue) -> str:
    shown = item.unit.strip() and len(item.unit) <= LONGEST_SHOWN_UNIT and item.unit.isprintable()
    return f" {item.unit.strip()}" if shown else ""


def unit_kind(unit: str, kind: UnitKind) -> UnitKind:
    """The kind a unit's name states, else `kind`."""
    named = " ".join(unit.lower().replace("_", " ").replace("-", " ").split())
    if named in ("percentage point", "percentage points", "pp", "pts", "points", "point", "percent points", "% points"):
        return UnitKind.POINT
    if named in ("relative percent", "relative %", "percent relative", "% relative"):
        return UnitKind.RELATIVE_PERCENT
    if named in ("percent", "%", "per cent", "pct"):
        return kind if kind in (UnitKind.POINT, UnitKind.RELATIVE_PERCENT) else UnitKind.PERCENT
    return UnitKind.FRACTION if named in ("fraction", "share", "proportion", "probability") else kind


def _number(text: str | None) -> Decimal | None:
    try:
        value = Decimal((text or "").replace(",", "").replace("−", "-").strip("% "))
    except ArithmeticError:
        return None
    return value if value.is_finite() and abs(value.adjusted()) < 400 else None


def _close(ratio: Decimal, factor: Decimal) -> bool:
    return any(abs(one / factor - 1) <= CLOSENESS for one in (ratio, 1 / ratio))


def _agrees(claim: Claim, value: Decimal, claimed: Decimal) -> bool:
    comparator = claim.statement.comparator if claim.statement else Comparator.EQUAL
    if comparator in (Comparator.LESS, Comparator.AT_MOST):
        return value <= claimed
    if comparator in (Comparator.GREATER, Comparator.AT_LEAST):
        return value >= claimed
    if comparator is Comparator.BETWEEN and claim.statement:
        upper = _number(claim.statement.upper)
        return upper is not None and claimed <= value <= upper
    return abs(value - claimed) <= _margin(claim, claimed)


def _margin(claim: Claim, claimed: Decimal) -> Decimal:
    absolute = _number(claim.tolerance.absolute) or Decimal(0)
    relative = _number(claim.tolerance.relative) or Decimal(0)
    spread = _number(claim.statement.plus_minus if claim.statement else None) or Decimal(0)
    exponent = claimed.as_tuple().exponent
    rounding = Decimal(1).scaleb(exponent) / 2 if isinstance(exponent, int) else Decimal(0)
    return max(abs(absolute), abs(relative * claimed), abs(spread), rounding)
