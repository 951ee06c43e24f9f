"""What a paper asserts: one claim, its typed spec, and the versioned set it belongs to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from openrepro.ids import Json, digest


class Kind(StrEnum):
    EXACT = "exact"
    VALUE = "value"
    BOUND = "bound"
    ORDERING = "ordering"
    MARGIN = "margin"
    TREND = "trend"
    NULL = "null"
    UNIVERSAL = "universal"
    EXISTENCE = "existence"
    RESOURCE = "resource"
    MECHANISM = "mechanism"
    DATASET = "dataset"
    QUALITATIVE = "qualitative"
    DEFINITION = "definition"
    POSITION = "position"

    @property
    def testable(self) -> bool:
        return self not in (Kind.DEFINITION, Kind.POSITION)


class Comparator(StrEnum):
    EQUAL = "="
    LESS = "<"
    AT_MOST = "<="
    GREATER = ">"
    AT_LEAST = ">="
    BETWEEN = "between"
    ABOUT = "~"


class ReducedCheck(StrEnum):
    """What still carries meaning at reduced scale."""

    SIGN = "sign"
    ORDER = "order"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Locator:
    """Where the quote stands: a named version of the paper (with its hash), page, character span, label."""

    version: str
    sha256: str
    page: int | None = None
    span: tuple[int, int] | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class QuantitySpec:
    """What is measured, of what, in which unit; `better` is "higher", "lower" or empty; `counted` says what
    the denominator counts (tokens without padding, cases, …)."""

    name: str
    of: str = ""
    unit: str = ""
    better: str = ""
    counted: str = ""


@dataclass(frozen=True, slots=True)
class Versus:
    of: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """What is said of the quantity. Numbers are decimal strings as printed.

    With comparator `between`, `value` is the lower and `upper` the upper end.
    """

    comparator: Comparator
    value: str | None = None
    plus_minus: str | None = None
    spread_kind: str | None = None
    n: int | None = None
    versus: Versus | None = None
    upper: str | None = None


@dataclass(frozen=True, slots=True)
class Tolerance:
    absolute: str | None = None
    relative: str | None = None


@dataclass(frozen=True, slots=True)
class ScaleAxis:
    """One axis of full scale: the paper's value and the least that still counts as full scale."""

    axis: str
    paper: str | None
    minimum: str | None


@dataclass(frozen=True, slots=True)
class Claim:
    """One atomic assertion, or a compound one with `conjuncts` that are ruled one by one.

    `specified` is false when no typed spec was given (the kind was guessed from the text).
    """

    id: str
    kind: Kind
    text: str
    quote: str | None = None
    locator: Locator | None = None
    quantity: QuantitySpec | None = None
    statement: Statement | None = None
    tolerance: Tolerance = Tolerance()
    scale: tuple[ScaleAxis, ...] = ()
    premises: tuple[str, ...] = ()
    falsified_by: str = ""
    seeds_needed: int | None = None
    reduced_check: ReducedCheck = ReducedCheck.NONE
    conjuncts: tuple["Claim", ...] = ()
    specified: bool = True

    @property
    def number(self) -> int | None:
        """The n of `<paper>.c<n>`, or None for ids of another shape."""
        tail = self.id.rpartition("c")[2].rstrip("abcdefghijklmnopqrstuvwxyz")
        return int(tail) if tail.isdecimal() else None


@dataclass(frozen=True, slots=True)
class ClaimSet:
    """All claims of one paper. `source` is the canonical JSON value the version is the hash of; `alike` names for each
    claim the versions on record in which it is judged by the same words and numbers as in this one; `quarantined` are
    the claims whose quote does not stand in the paper, which nobody judges until it does."""

    paper: str
    claims: tuple[Claim, ...]
    source: Json = field(default=(), repr=False, compare=False)
    title: str = ""
    aliases: tuple[str, ...] = ()
    alike: Mapping[str, frozenset[str]] = field(default_factory=dict, repr=False, compare=False)
    quarantined: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    @property
    def judged(self) -> tuple[Claim, ...]:
        """The claims that are judged: all but those in quarantine."""
        return tuple(claim for claim in self.claims if claim.id not in self.quarantined)

    @property
    def testable(self) -> tuple[Claim, ...]:
        """The claims that count: those that are judged and state something that a run could test."""
        return tuple(claim for claim in self.judged if claim.kind.testable)

    @property
    def version(self) -> str:
        """The SHA-256 of the canonical claims."""
        return digest(self.source)

    def holds(self, claim_id: str, version: str) -> bool:
        """Whether a verdict on the claim of that version of the set is a verdict on the claim as it stands here."""
        return version == self.version or version in self.alike.get(claim_id, ())

    def find(self, claim_id: str) -> Claim | None:
        return next((claim for claim in self.claims if claim.id == claim_id), None)
