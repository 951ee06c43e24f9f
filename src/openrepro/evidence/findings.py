"""Every finding a check can make: its code, its severity, and what it means."""

from dataclasses import dataclass
from enum import StrEnum

from openrepro.ids import Json
from openrepro.logbooks.logbook import Address, Severity


class Code(StrEnum):
    """Finding codes. Each check owns the codes named after it; `MEANING` says what each one tells."""

    # runs.py
    SUBMISSION_ONLY = "submission-only"
    RUN_FAILED = "run-failed"
    RUN_INTERRUPTED = "run-interrupted"
    RUN_DIVERGED = "run-diverged"
    CONTROL_FAILED = "control-failed"
    OUTPUT_ELIDED = "output-elided"
    OUTPUT_EMPTY = "output-empty"
    FORGED_OUTPUT = "forged-output"
    # declared.py
    RESULT_REFUSED = "result-refused"
    # provenance.py
    UNSUPPORTED_NUMBER = "unsupported-number"
    HARD_CODED = "hard-coded"
    COPIED_FROM_PAPER = "copied-from-paper"
    # scale.py
    SCALE_BELOW = "scale-below"
    SCALE_UNKNOWN = "scale-unknown"
    PROXY = "proxy"
    NOT_RUN = "not-run"
    DISOWNED = "disowned"
    # mismatch.py
    UNIT_MISMATCH = "unit-mismatch"
    DENOMINATOR_MISMATCH = "denominator-mismatch"
    PERCENT_KIND = "percent-kind"
    COUNTED_DIFFERENTLY = "counted-differently"
    # horizon.py
    FINITE_HORIZON = "finite-horizon"
    # steering.py
    STEERING = "steering"
    SELF_VERDICT = "self-verdict"
    FORECAST_SCORE = "forecast-score"
    HIDDEN_CHARACTERS = "hidden-characters"
    HIDDEN_MARKUP = "hidden-markup"
    # conflict.py
    CONFLICT = "conflict"
    # bounds.py
    UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of one check: a sentence that a participant can act on, and the bytes it is about."""

    code: Code
    text: str
    at: tuple[Address, ...] = ()
    severity: Severity = Severity.WARNING

    def as_json(self) -> dict[str, Json]:
        return {
            "code": self.code.value,
            "severity": self.severity.value,
            "text": self.text,
            "at": [address.as_json() for address in self.at],
        }


MEANING: dict[Code, str] = {
    Code.SUBMISSION_ONLY: "A command only handed work to a machine elsewhere; its result is not in the logbook.",
    Code.RUN_FAILED: "A run ended with an exit code other than 0, or its output ends in an error.",
    Code.RUN_INTERRUPTED: "A run was stopped before its end (time limit or interrupt).",
    Code.RUN_DIVERGED: "A run printed NaN or infinity, or a loss that exploded.",
    Code.CONTROL_FAILED: "A control that the entry itself declared did not behave as declared.",
    Code.OUTPUT_ELIDED: "A run's output was cut; numbers may have stood in the part that is gone.",
    Code.OUTPUT_EMPTY: "A run printed nothing, so it shows no result.",
    Code.FORGED_OUTPUT: "A cell stands inside another run's output: a program printed it, so it is void.",
    Code.RESULT_REFUSED: "A RESULT line, or what nearly is one, was not taken; its result binds to no claim.",
    Code.UNSUPPORTED_NUMBER: "A number in prose stands in no output of the entry.",
    Code.HARD_CODED: "A printed result is a literal in the code that printed it; nothing computed it.",
    Code.COPIED_FROM_PAPER: "A number equals the paper's printed digits and stands in no output.",
    Code.SCALE_BELOW: "An axis of the claim's scale is below its minimum.",
    Code.SCALE_UNKNOWN: "An axis of the claim's scale is not stated by any evidence.",
    Code.PROXY: "The entry itself says that it used a stand-in (synthetic data, a toy model, a simulation).",
    Code.DISOWNED: "The entry itself says that a result is no measurement (made up, copied, mock), or takes it back.",
    Code.NOT_RUN: "The entry itself says that it did not run what the claim is about.",
    Code.UNIT_MISMATCH: "Measured and claimed are in different units, or differ by a factor that looks like it.",
    Code.DENOMINATOR_MISMATCH: "Measured and claimed differ by a factor that the run itself names as a size.",
    Code.PERCENT_KIND: "Percent, percentage point, fraction and relative percent were mixed.",
    Code.COUNTED_DIFFERENTLY: "What was counted is not what the claim counts (padding, ignored labels, failures).",
    Code.FINITE_HORIZON: "The claim is about all cases or a limit; the largest tested value is finite.",
    Code.STEERING: "Text is addressed to the judge.",
    Code.SELF_VERDICT: "The entry gives itself a verdict; it is withheld from readers.",
    Code.FORECAST_SCORE: "The entry forecasts its own score; it is withheld from readers.",
    Code.HIDDEN_CHARACTERS: "Invisible or bidirectional characters hide or reorder text.",
    Code.HIDDEN_MARKUP: "Markup hides text from people while a reader would see it.",
    Code.UNREAD: "A part of the entry was not read, because it is longer than the bounds.",
    Code.CONFLICT: "Two current pages say opposite things about one claim.",
}
