"""The nouns of evidence: grade, run, quantity, result, scale, and the case file that holds them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.programs.showing import only_says, only_shows
from openrepro.grades import Grade as Grade
from openrepro.ids import Json, digest, sha256
from openrepro.logbooks.logbook import Address


class RunState(StrEnum):
    COMPLETED = "completed"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    DIVERGED = "diverged"
    SUBMISSION = "submission"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Script:
    """A script attached to a run: file name (may be empty), language, text, place."""

    name: str
    language: str
    text: str
    at: Address


@dataclass(frozen=True, slots=True)
class Output:
    """The output of a run: whole text (head and tail when elided), its place, whether a part is gone."""

    text: str
    at: Address
    balanced: bool = True
    elided: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """An executed command: argv, exit code, duration in seconds, attached scripts, outputs, state."""

    page: str
    cell: str | None
    at: Address
    argv: tuple[str, ...]
    exit_code: int | None
    duration_s: str | None
    created_at: str
    scripts: tuple[Script, ...]
    outputs: tuple[Output, ...]
    state: RunState
    title: str = ""

    @property
    def grade(self) -> Grade:
        """The grade of what it shows: E2 when recorded and more than a look at a file, E1 for such a look, else E0."""
        scripts = tuple((script.name, script.text) for script in self.scripts)
        if not self.recorded or only_says(self.argv, scripts):
            return Grade.E0
        return Grade.E1 if only_shows(self.argv, scripts) else Grade.E2

    @property
    def recorded(self) -> bool:
        """Whether the tool captured it: a command, an exit code, a duration, a balanced output."""
        return (
            bool(self.argv)
            and self.exit_code is not None
            and self.duration_s is not None
            and bool(self.outputs)
            and all(output.balanced for output in self.outputs)
        )


class UnitKind(StrEnum):
    """Kinds of number that must not be mixed."""

    PLAIN = "plain"
    PERCENT = "percent"
    POINT = "percentage point"
    RELATIVE_PERCENT = "relative percent"
    FRACTION = "fraction"
    FACTOR = "factor"
    TIME = "time"
    SIZE = "size"
    P_VALUE = "p-value"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its words: `value` is the decimal string as printed (thousands separators removed),
    `unit` as printed, `words` the text just before and after on its line."""

    value: str
    at: Address
    unit: str = ""
    kind: UnitKind = UnitKind.PLAIN
    plus_minus: str | None = None
    comparator: str = ""
    words: str = ""
    name: str = ""


class Source(StrEnum):
    DECLARED = "declared"
    OUTPUT = "output"
    TABLE = "table"
    FILE = "file"
    PROSE = "prose"


@dataclass(frozen=True, slots=True)
class Result:
    """A value bound to words, wherever it was found; a declared one may name its claim.

    Decimal strings as printed. `path` is the key path within a result file. `scale` maps axis to value.
    `counterexample` is the declared one, as JSON text, or None. `versus` and `versus_values` are the other arm's value
    and its value per seed; `points` are (axis, measured) pairs of a trend.
    """

    value: str
    at: Address
    grade: Grade
    source: Source
    name: str = ""
    unit: str = ""
    kind: UnitKind = UnitKind.PLAIN
    claim: str | None = None
    plus_minus: str | None = None
    n: str | None = None
    seeds: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    scale: Mapping[str, str] = field(default_factory=dict)
    premises: tuple[str, ...] = ()
    counterexample: str | None = None
    versus: str | None = None
    versus_values: tuple[str, ...] = ()
    points: tuple[tuple[str, str], ...] = ()
    path: str = ""
    run: Address | None = None


class AxisState(StrEnum):
    MET = "met"
    BELOW = "below"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ScaleReading:
    """One axis: what the spec demands, what the evidence states, where.

    `against` is the lesser value that the run itself states where a result declares `found`.
    """

    axis: str
    state: AxisState
    minimum: str | None = None
    found: str | None = None
    at: Address | None = None
    against: str | None = None


@dataclass(frozen=True, slots=True)
class CaseFile:
    """Everything code could establish about one revision and one claim.

    `places` are the cells (or page prose) that are about the claim; `addressed` is None when code can't tell.
    `grade` is the best grade of evidence about the claim, None when there is none at all. `proof` is where a written
    proof opens. `unattributed` is evidence of the entry that may be about the claim although nothing says so.
    `around` is the digest of what that evidence shows, so that a change of it is seen.
    `unread` is prose beyond the bounds of what is read; with any, nothing can be decided. `spec` is the digest of what
    the claim is judged by, which other versions of its set may share.
    """

    revision: str
    claim: str
    claim_version: str
    rules: str
    places: tuple[Address, ...]
    addressed: bool | None
    grade: Grade | None
    runs: tuple[Run, ...] = ()
    results: tuple[Result, ...] = ()
    scale: tuple[ScaleReading, ...] = ()
    findings: tuple[Finding, ...] = ()
    proof: Address | None = None
    unattributed: tuple[Address, ...] = ()
    unread: tuple[Address, ...] = ()
    spec: str = ""
    around: str = ""

    def has(self, *codes: Code) -> bool:
        return any(finding.code in codes for finding in self.findings)

    def of(self, *codes: Code) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.code in codes)

    @property
    def digest(self) -> str:
        """The hash that a verdict is kept by: what was run, printed, filed, measured and found.

        Places, the revision and prose are not in it, so an edit that changes no evidence keeps the verdict.
        """
        return digest(
            {
                "claim": self.claim,
                "claim_version": self.spec or self.claim_version,
                "rules": self.rules,
                "addressed": self.addressed,
                "grade": None if self.grade is None else self.grade.name,
                "proof": self.proof is not None,
                "runs": [run_json(run) for run in self.runs],
                "results": [_result(result) for result in self.results],
                "scale": [[reading.axis, reading.state.value, reading.found] for reading in self.scale],
                "findings": sorted({finding.code.value for finding in self.findings} - PROSE_CODES),
                "unattributed": self.around,
            }
        )


PROSE_CODES = frozenset(
    code.value
    for code in (
        Code.STEERING,
        Code.SELF_VERDICT,
        Code.FORECAST_SCORE,
        Code.HIDDEN_CHARACTERS,
        Code.HIDDEN_MARKUP,
        Code.UNSUPPORTED_NUMBER,
    )
)


def run_json(run: Run) -> Json:
    """What a run was and showed, without its place and title."""
    return {
        "argv": list(run.argv),
        "exit_code": run.exit_code,
        "duration_s": run.duration_s,
        "state": run.state.value,
        "scripts": [sha256(script.text.encode("utf-8", "surrogateescape")) for script in run.scripts],
        "outputs": [sha256(output.text.encode("utf-8", "surrogateescape")) for output in run.outputs],
    }


def _result(result: Result) -> Json:
    return {
        "name": result.name,
        "path": result.path,
        "value": result.value,
        "unit": result.unit,
        "grade": result.grade.name,
        "source": result.source.value,
        "claim": result.claim,
        "plus_minus": result.plus_minus,
        "n": result.n,
        "seeds": list(result.seeds),
        "values": list(result.values),
        "scale": dict(result.scale),
        "premises": list(result.premises),
        "counterexample": result.counterexample,
        "versus": result.versus,
        "versus_values": list(result.versus_values),
        "points": [list(point) for point in result.points],
    }
