"""A verdict record in words: what was measured where, at which scale, why it was ruled so, and what would raise it."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from openrepro.claims.claim import Claim, ScaleAxis
from openrepro.claims.saying import axis_words
from openrepro.claims.spec import stated_of
from openrepro.evidence.findings import MEANING as FINDINGS
from openrepro.grades import Grade
from openrepro.ids import Json
from openrepro.judging.comparing import sample_of
from openrepro.judging.reading import Answer, Doubt, Measured, Method, Reading
from openrepro.judging.rule_table import RULE_TABLE
from openrepro.judging.ruling import Reason
from openrepro.judging.verdict import Verdict
from openrepro.lint.raising import raising
from openrepro.logbooks.logbook import Address
from openrepro.replication import Estimate, UnitSort, number, quantum, show, sort_of, standing
from openrepro.web.pages.spots import spot_address

MOST_VALUES: Final = 60
MOST_PLACES: Final = 6
MOST_DIGITS: Final = 12
ROWS: Final = {f"row-{row.number}": row.when for row in RULE_TABLE}
CODES: Final = {code.value: text for code, text in FINDINGS.items()}
GRADES: Final[dict[Grade | None, str]] = {
    None: "no evidence",
    Grade.E0: "prose or a typed table: it is only said",
    Grade.E1: "a result file that the logbook carries",
    Grade.E2: "output of a run that was recorded",
    Grade.E3: "output of our own re-run",
}
METHODS: Final[dict[Method, str]] = {
    Method.EXPERIMENT: "an experiment",
    Method.NUMERICAL_AUDIT: "a numerical audit",
    Method.WRITTEN_PROOF: "a written proof",
    Method.MACHINE_CHECKED_PROOF: "a proof that a machine checked",
    Method.COUNTEREXAMPLE: "a counterexample",
    Method.CONSTRUCTION: "a construction",
    Method.HUMAN_RATING: "ratings by people",
    Method.ARTIFACT_COUNT: "counting in an artifact",
    Method.NONE: "nothing that the reader could name",
}
SIGNS: Final = {"=": "", "~": "about ", "between": "", "<=": "≤ ", ">=": "≥ "}
READERS: Final = {
    "rules": "rules alone, without a model",
    "model": "a language model filled the form; rules ruled",
    "person": "a person filled the form; rules ruled",
}
ANSWERS: Final = {Answer.YES: "yes", Answer.NO: "no", Answer.UNKNOWN: "not known"}


class Spots(NamedTuple):
    """Where the quotes of a verdict are shown: by file and bytes, the page's address, and what stands there."""

    at: Mapping[tuple[str, int, int], Mapping[str, Json]]

    def of(self, address: Address, entry: str) -> dict[str, Json]:
        """A place of evidence: its cell or file, and the address where it is shown."""
        found = self.at.get((address.file, address.start, address.end), {})
        return {
            "file": address.file,
            "cell": address.cell,
            "bytes": [address.start, address.end],
            "where": found.get("where") or f"/logbooks/{entry}",
            "exact": bool(found),
            "text": found.get("text") or "",
        }


NOWHERE: Final = Spots({})


def spots_of(entry: str, verdict: str, material: Mapping[str, Any]) -> Spots:
    """The places of a verdict's quotes, by what was rendered of its logbook."""
    found: dict[tuple[str, int, int], Mapping[str, Json]] = {}
    for quote in material.get("quotes", ()):
        spot = quote["spot"]
        if quote["verdict"] != verdict or spot is None:
            continue
        start, end = spot["bytes"]
        where = spot_address(entry, spot, quote["name"] if quote["marked"] else "")
        found[spot["file"], start, end] = {"where": where, "text": quote["text"]}
    return Spots(found)


def told_record(verdict: Verdict, claim: Claim | None, spots: Spots = NOWHERE) -> dict[str, Json]:
    """What a record says, in words and numbers; `claim` is the claim as it was judged."""
    reading, entry = verdict.reading, verdict.entry
    return {
        "grade": None if verdict.grade is None else verdict.grade.name,
        "grade_words": GRADES[verdict.grade],
        "read": reading is not None,
        "measured": told_measured(reading, claim, spots, entry),
        "placed": placed(reading, claim),
        "scale": _scale(reading, claim),
        "reasons": [_reason(reason, spots, entry) for reason in verdict.ruling.reasons],
        "raise": list(raising(verdict.ruling.reasons, verdict.label, claim)),
        "review": verdict.ruling.review,
        "provisional": verdict.provisional,
        "judge": told_judge(verdict),
    }


def told_judge(verdict: Verdict) -> dict[str, Json]:
    judge = verdict.judge
    return {**judge.as_json(), "words": READERS.get(judge.reader, judge.reader)}


def told_measured(reading: Reading | None, claim: Claim | None, spots: Spots, entry: str) -> list[Json]:
    """Every measured value as it was printed; the first is the one that was compared."""
    measured = () if reading is None else reading.measured
    return [_measured(one, claim, spots, entry) for one in measured]


def _measured(one: Measured, claim: Claim | None, spots: Spots, entry: str) -> dict[str, Json]:
    return {
        "value": one.value,
        "unit": one.unit,
        "plus_minus": one.plus_minus,
        "n": one.n,
        "seeds": one.seeds,
        "values": list(one.values[:MOST_VALUES]),
        "values_left_out": max(0, len(one.values) - MOST_VALUES),
        "versus": one.versus,
        "versus_values": list(one.versus_values[:MOST_VALUES]),
        "points": [list(point) for point in one.points[:MOST_VALUES]],
        "at": spots.of(one.at, entry),
    }


def placed(reading: Reading | None, claim: Claim | None) -> dict[str, Json] | None:
    """The first measured value with its 95 % interval, in the quantity and unit of the claim; None without one."""
    if reading is None or not reading.measured or claim is None or claim.statement is None:
        return None
    sample = sample_of(claim, reading.measured[0])
    found = None if sample is None else standing(stated_of(claim), sample)
    if found is None:
        return None
    if found.interval is None:
        return {"value": show(found.value), "low": None, "high": None}
    low, high = (_end(end, found) for end in (found.interval.low, found.interval.high))
    return {"value": show(found.value), "low": low, "high": high}


def _end(end: Decimal, found: Estimate) -> str:
    """An end of an interval with one digit more than the value has, where that tells it from the value."""
    digits = quantum(found.value) / 10
    if abs(end.adjusted() - digits.adjusted()) > MOST_DIGITS:
        return show(end)
    rounded = end.quantize(digits)
    return show(end if rounded == found.value else rounded)


def _scale(reading: Reading | None, claim: Claim | None) -> list[Json]:
    """Each axis of the claim with what the evidence states, and axes that only the evidence names; none unread."""
    if reading is None:
        return []
    given = reading.scale
    axes = () if claim is None else claim.scale
    known = [_axis(axis, given[axis.axis].value if axis.axis in given else None) for axis in axes]
    named = {axis.axis for axis in axes}
    more = [_axis(ScaleAxis(name, None, None), one.value) for name, one in given.items() if name not in named]
    return [*known, *more[:MOST_PLACES]]


def _axis(axis: ScaleAxis, found: str | None) -> dict[str, Json]:
    return {
        "axis": axis_words(axis.axis),
        "found": found,
        "minimum": axis.minimum,
        "paper": axis.paper,
        "state": _reached(found, axis.minimum),
    }


def _reached(found: str | None, minimum: str | None) -> str:
    if minimum is None:
        return "no minimum"
    value, least = None if found is None else number(found), number(minimum)
    if value is None or least is None:
        return "not stated"
    return "met" if value >= least else "below"


def _reason(reason: Reason, spots: Spots, entry: str) -> dict[str, Json]:
    return {
        "code": reason.code,
        "text": reason.text,
        "meaning": ROWS.get(reason.code) or CODES.get(reason.code, ""),
        "finding": reason.code in CODES,
        "at": [spots.of(address, entry) for address in reason.at[:MOST_PLACES]],
        "more": max(0, len(reason.at) - MOST_PLACES),
    }


def told_reading(reading: Reading | None, spots: Spots, entry: str) -> dict[str, Json] | None:
    """What else the reader filled in; None where nothing was read."""
    if reading is None:
        return None
    return {
        "addressed": ANSWERS[reading.addressed],
        "method": METHODS[reading.method],
        "premises_met": ANSWERS[reading.premises_met],
        "supports": ANSWERS[reading.supports],
        "substitutions": [
            {"what": one.what, "is_contribution": ANSWERS[one.is_contribution]} for one in reading.substitutions
        ],
        "contradictions": _doubts(reading.contradictions),
        "doubts": _doubts(reading.doubts),
        "quotes": [spots.of(address, entry) for address in reading.quotes[:MOST_VALUES]],
        "unknown": list(reading.unknown),
    }


def _doubts(doubts: Iterable[Doubt]) -> list[Json]:
    return [{"code": one.code, "why": one.why} for one in doubts]


def claimed_words(claim: Claim) -> str:
    """The stated number in a few words, `claimed < 0.04 units of x`; empty where no number is stated."""
    statement = claim.statement
    if statement is None or statement.value is None:
        return ""
    sign = SIGNS.get(statement.comparator.value, f"{statement.comparator.value} ")
    upper = "" if statement.upper is None else f" to {statement.upper}"
    unit = "" if claim.quantity is None else claim.quantity.unit
    factor = sort_of(unit) is UnitSort.RATIO
    return f"claimed {sign}{'a factor of ' if factor else ''}{statement.value}{upper} {'' if factor else unit}".strip()


def unit_words(claim: Claim) -> str:
    """What the numbers of a claim are in: `in loss`, `as factors`; empty where it names no unit."""
    unit = "" if claim.quantity is None else claim.quantity.unit
    if not unit:
        return ""
    return "as factors" if sort_of(unit) is UnitSort.RATIO else f"in {unit}"
