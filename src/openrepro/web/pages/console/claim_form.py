"""The form of a claim's spec in plain words: its fields with hints, and the field that each fault is about."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from openrepro.claims.check_codes import CheckCode
from openrepro.claims.fields import Fault, FaultCode
from openrepro.claims.form import CHOICES, PATHS
from openrepro.ids import Json

LONG: Final = 4_000
LINE: Final = 300


class Asked(NamedTuple):
    """A field: `lines` is how high a box of text is, 1 for a line."""

    name: str
    label: str
    hint: str = ""
    lines: int = 1


class Group(NamedTuple):
    """Fields that belong together; `folded` where few claims need them."""

    title: str
    fields: tuple[Asked, ...]
    folded: bool = False


GROUPS: Final = (
    Group(
        "What is claimed",
        (
            Asked("text", "The claim", "One thing that could be wrong, in a sentence that stands alone.", 3),
            Asked("kind", "Kind", "It decides how a measurement is compared."),
            Asked("quote", "The paper's words", "Word for word: every number of the claim stands in them.", 3),
        ),
    ),
    Group(
        "Where the words stand",
        (
            Asked("version", "Version of the paper", "As its source names it: v1, v2, camera-ready."),
            Asked("sha256", "SHA-256 of the file", "64 hex digits; it says which file was read."),
            Asked("page", "Page"),
            Asked("span", "Characters", "First and last, as 18220 18291."),
            Asked("label", "Table, figure, theorem or section", "As the paper calls it: Table 3."),
        ),
        folded=True,
    ),
    Group(
        "What is measured",
        (
            Asked("name", "Quantity", "perplexity increase, top-1 accuracy, …"),
            Asked("of", "Of what", "The model, method or setting that it is measured of."),
            Asked("unit", "Unit", "percent, percentage points, seconds; count or ratio where there is none."),
            Asked("better", "Which is better"),
            Asked("counted", "What is counted", "What the denominator holds: tokens without padding, test cases, …"),
        ),
    ),
    Group(
        "What is stated of it",
        (
            Asked("comparator", "Comparator", "~ is about; between takes a lower and an upper end."),
            Asked("value", "Value", "As printed, without unit. For a range its lower end."),
            Asked("upper", "Upper end", "Only with between."),
            Asked("plus_minus", "±", "As the paper prints it."),
            Asked("spread_kind", "What the ± is"),
            Asked("n", "Over how many runs"),
            Asked("versus_of", "Compared with", "The other arm of an ordering or a margin; the baseline of a cost."),
            Asked("versus_value", "Value of the other arm"),
        ),
    ),
    Group(
        "How close is close enough",
        (
            Asked("absolute", "Tolerance, absolute", "In the unit of the quantity: 0.5."),
            Asked("relative", "Tolerance, relative", "As a fraction: 5 % is 0.05."),
            Asked(
                "spread",
                "How much runs differ (a guess)",
                "A standard deviation, for the hint; it is not kept.",
            ),
        ),
    ),
    Group(
        "Full scale",
        (
            Asked(
                "scale",
                "Axes",
                "One a line, as eval_tokens | 245000 | 24500: axis, the paper's, the least that counts.",
                3,
            ),
            Asked("seeds_needed", "Seeds needed", "1 for what does not depend on chance."),
            Asked("reduced_check", "What a smaller run still says"),
        ),
    ),
    Group(
        "Around it",
        (
            Asked("premises", "Premises", "One a line: what must hold for the claim to be about a run.", 2),
            Asked("falsified_by", "Falsified by", "Said beforehand: what would refute it.", 2),
        ),
    ),
)
ABOUT: Final[Mapping[str, str]] = {
    CheckCode.UNTESTABLE_WITH_SPEC: "kind",
    CheckCode.NO_QUANTITY: "name",
    CheckCode.NO_UNIT: "unit",
    CheckCode.PERCENT_AMBIGUOUS: "unit",
    CheckCode.NO_STATEMENT: "comparator",
    CheckCode.NO_VALUE: "value",
    CheckCode.BOUND_TWO_SIDED: "comparator",
    CheckCode.NULL_ONE_SIDED: "comparator",
    CheckCode.VALUE_ONE_SIDED: "comparator",
    CheckCode.RANGE_INCOMPLETE: "upper",
    CheckCode.RANGE_REVERSED: "upper",
    CheckCode.RANGE_UNREAD: "upper",
    CheckCode.SPREAD_NOT_POSITIVE: "plus_minus",
    CheckCode.SPREAD_KIND_MISSING: "spread_kind",
    CheckCode.SPREAD_MISSING: "plus_minus",
    CheckCode.NO_TOLERANCE: "absolute",
    CheckCode.TOLERANCE_NEGATIVE: "absolute",
    CheckCode.TOLERANCE_LARGE: "relative",
    CheckCode.TOLERANCE_ZERO: "absolute",
    CheckCode.TOLERANCE_OF_ZERO: "relative",
    CheckCode.TWO_TOLERANCES: "relative",
    CheckCode.UNIVERSAL_TOLERANCE: "absolute",
    CheckCode.ORDERING_TOLERANCE: "absolute",
    CheckCode.NO_VERSUS: "versus_of",
    CheckCode.NO_DIRECTION: "better",
    CheckCode.NO_BASELINE: "versus_value",
    CheckCode.SEEDS_UNSTATED: "seeds_needed",
    CheckCode.SEEDS_ZERO: "seeds_needed",
    CheckCode.SEEDS_TOO_FEW: "seeds_needed",
    CheckCode.SEEDS_CONTRADICT: "seeds_needed",
    CheckCode.AXIS_TWICE: "scale",
    CheckCode.NO_MINIMUM: "scale",
    CheckCode.MINIMUM_NOT_POSITIVE: "scale",
    CheckCode.MINIMUM_ABOVE_PAPER: "scale",
    CheckCode.NO_QUOTE: "quote",
    CheckCode.NO_LOCATOR: "version",
    CheckCode.LOCATOR_HASH: "sha256",
    CheckCode.LOCATOR_SPAN: "span",
    CheckCode.NUMBER_NOT_QUOTED: "quote",
    CheckCode.LOOKS_COMPOUND: "text",
    CheckCode.NO_FALSIFIER: "falsified_by",
    CheckCode.NO_PREMISES: "premises",
    FaultCode.NO_TEXT: "text",
    FaultCode.NO_KIND: "kind",
    FaultCode.NO_COMPARATOR: "comparator",
    "span": "span",
}


def field_of(fault: Fault) -> str:
    """The field that a fault is about; empty where it is about the whole claim."""
    told = fault.text.partition(" ")[0]
    named = next((name for name, path in PATHS.items() if ".".join(path) == told), "")
    by_path = named or next((name for name in ("scale", "premises") if told.startswith(name)), "")
    return by_path or ABOUT.get(fault.code, "span" if told == "locator.span" else "")


def faults_json(faults: Iterable[Fault]) -> list[Json]:
    """Faults as the page tells them, each with its field."""
    return [
        {"code": str(one.code), "severity": one.severity.value, "text": one.text, "field": field_of(one)}
        for one in faults
    ]


def form_json(fields: Mapping[str, str], faults: Sequence[Fault]) -> list[Json]:
    """The form with what was typed, and beside each field what is wrong with it."""
    by_field: dict[str, list[str]] = {}
    for fault in faults:
        by_field.setdefault(field_of(fault), []).append(fault.text)
    return [
        {
            "title": group.title,
            "folded": group.folded and not any(fields.get(one.name) for one in group.fields),
            "can_fold": group.folded,
            "fields": [_field_json(one, fields, by_field.get(one.name, ())) for one in group.fields],
        }
        for group in GROUPS
    ]


def _field_json(one: Asked, fields: Mapping[str, str], faults: Sequence[str]) -> dict[str, Json]:
    return {
        "name": one.name,
        "label": one.label,
        "hint": one.hint,
        "lines": one.lines,
        "most": LONG if one.lines > 1 else LINE,
        "options": list(CHOICES.get(one.name, ())),
        "value": fields.get(one.name, ""),
        "faults": list(faults),
    }
