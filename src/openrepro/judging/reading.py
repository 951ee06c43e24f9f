"""The form a reader fills for one claim. A reader never emits a label."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from openrepro.ids import Json
from openrepro.logbooks.logbook import Address


class Answer(StrEnum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Method(StrEnum):
    EXPERIMENT = "experiment"
    NUMERICAL_AUDIT = "numerical audit"
    WRITTEN_PROOF = "written proof"
    MACHINE_CHECKED_PROOF = "machine-checked proof"
    COUNTEREXAMPLE = "counterexample"
    CONSTRUCTION = "construction"
    HUMAN_RATING = "human rating"
    ARTIFACT_COUNT = "artifact count"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Reader:
    """Who filled the form: `reader` is "rules", "model" or "person"; `prompt` names the prompt's hash."""

    reader: str
    name: str = ""
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """One measured value, as printed, with the bytes it stands at.

    `versus` and `versus_values` are the other arm's value and its values, paired by position; `points` are
    (axis, measured) pairs of a trend.
    """

    value: str
    at: Address
    unit: str = ""
    plus_minus: str | None = None
    n: str | None = None
    seeds: str | None = None
    values: tuple[str, ...] = ()
    versus: str | None = None
    versus_values: tuple[str, ...] = ()
    points: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ScaleValue:
    value: str
    at: Address


@dataclass(frozen=True, slots=True)
class Substitution:
    what: str
    is_contribution: Answer = Answer.UNKNOWN
    at: Address | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    code: str
    why: str
    at: Address | None = None


@dataclass(frozen=True, slots=True)
class PremiseMet:
    """Whether one premise of the claim, word for word, was met, and the bytes that show it."""

    premise: str
    met: Answer = Answer.UNKNOWN
    at: Address | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """See formats.md. `unknown` names the fields that the reader could not fill; `premises` answer one by one, where a
    reader did so."""

    claim: str
    by: Reader
    addressed: Answer = Answer.UNKNOWN
    method: Method = Method.NONE
    measured: tuple[Measured, ...] = ()
    scale: Mapping[str, ScaleValue] = field(default_factory=dict)
    substitutions: tuple[Substitution, ...] = ()
    premises_met: Answer = Answer.UNKNOWN
    supports: Answer = Answer.UNKNOWN
    contradictions: tuple[Doubt, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    quotes: tuple[Address, ...] = ()
    unknown: tuple[str, ...] = ()
    premises: tuple[PremiseMet, ...] = ()

    def as_json(self) -> dict[str, Json]:
        return self._fields() | ({"premises": [_premise(item) for item in self.premises]} if self.premises else {})

    def _fields(self) -> dict[str, Json]:
        return {
            "schema": "openrepro.reading/1",
            "claim": self.claim,
            "by": {"reader": self.by.reader, "name": self.by.name, "prompt": self.by.prompt},
            "addressed": self.addressed.value,
            "method": self.method.value,
            "measured": [
                {
                    "value": item.value,
                    "unit": item.unit,
                    "plus_minus": item.plus_minus,
                    "n": item.n,
                    "seeds": item.seeds,
                    "values": list(item.values),
                    "versus": item.versus,
                    "versus_values": list(item.versus_values),
                    "points": [list(point) for point in item.points],
                    "at": item.at.as_json(),
                }
                for item in self.measured
            ],
            "scale": {axis: {"value": item.value, "at": item.at.as_json()} for axis, item in self.scale.items()},
            "substitutions": [
                {"what": item.what, "is_contribution": item.is_contribution.value, "at": _json(item.at)}
                for item in self.substitutions
            ],
            "premises_met": self.premises_met.value,
            "supports": self.supports.value,
            "contradictions": [_doubt(item) for item in self.contradictions],
            "doubts": [_doubt(item) for item in self.doubts],
            "quotes": [address.as_json() for address in self.quotes],
            "unknown": list(self.unknown),
        }


def _json(address: Address | None) -> Json:
    return None if address is None else address.as_json()


def _premise(item: PremiseMet) -> Json:
    return {"premise": item.premise, "met": item.met.value, "at": _json(item.at)}


def _doubt(doubt: Doubt) -> Json:
    return {"code": doubt.code, "why": doubt.why, "at": _json(doubt.at)}
