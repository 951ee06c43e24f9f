"""What would raise a verdict: for each reason of a ruling, what to do about it next time."""

from collections.abc import Iterator, Sequence
from typing import Final

from openrepro.claims.claim import Claim
from openrepro.claims.saying import amount, axis_words
from openrepro.evidence.findings import Code
from openrepro.judging.label import Label
from openrepro.judging.lacks import SCALE_BELOW, Lack
from openrepro.judging.ruling import Reason
from openrepro.lint.advice import OF_FINDINGS
from openrepro.replication.stated import Code as Compared

RUN_IT: Final = "Record a run of your own (`trackio logbook run -- COMMAND`) that prints a RESULT line for this claim."

OF_LACKS: Final[dict[Lack, str]] = {
    Lack.NOT_ADDRESSED: RUN_IT,
    Lack.ONLY_SAID: f"{RUN_IT} What is only written, in a page or a typed table, is no evidence.",
    Lack.DISOWNED: OF_FINDINGS[Code.DISOWNED],
    Lack.NOT_RUN: RUN_IT,
    Lack.HANDED_OVER: OF_FINDINGS[Code.SUBMISSION_ONLY],
    Lack.NO_SOUND_END: OF_FINDINGS[Code.RUN_FAILED],
    Lack.CONTROL_FAILED: "Find why the control failed, mend it, and record run and control again.",
    Lack.CONTRIBUTION_REPLACED: "Test the paper's own method; a stand-in for it says nothing about it.",
    Lack.PREMISE_UNMET: "Run it with every premise of the claim met, and name the premises in the RESULT line.",
    Lack.CUT: OF_FINDINGS[Code.UNREAD],
    Lack.SILENT: f"Nothing, or do not wait for it: {RUN_IT[0].lower()}{RUN_IT[1:]} Code can read that without a model.",
    Lack.NO_READING: f"{RUN_IT} Code can read that without a model.",
    Lack.STAND_IN: "Test the real thing: the data, model or system that the claim names.",
    Lack.FINITE: "Give a proof that a machine checks, or one exact counterexample; more cases of it cannot decide.",
}

OF_COMPARISONS: Final[dict[Compared, str]] = {
    Compared.DIRECTION_ONLY: "Measure the size more precisely: more runs, and the claim's own scale and settings.",
    Compared.NO_COUNTEREXAMPLE: "Find a case that breaks the statement by more than rounding, or leave it open.",
    Compared.BETWEEN_ONE_AND_THREE: "More runs would narrow the interval; check settings and data against the paper's "
    "as well, since the value lies between one and three tolerances.",
    Compared.INTERVAL_TOO_WIDE: "Make the interval narrower than the tolerance: more seeds, or more cases per run.",
    Compared.INTERVAL_CROSSES: "Make the interval narrow enough to lie on one side: more seeds, or more cases per run.",
    Compared.OUTSIDE_PREDICTION: "Check settings and data: the claimed value is outside what these runs predict.",
    Compared.PRINTED_TOO_COARSELY: "Print the value with more digits, at least as many as the paper does.",
    Compared.TOO_FEW_SEEDS: "Run more seeds, and print the value of each in the RESULT line's `values`.",
    Compared.NO_SPREAD: "Print the value of each run in the RESULT line's `values`, or a ± with it.",
    Compared.NO_OTHER_ARM: "Measure the other arm in the same run, and print it as `versus` or `versus_values`.",
    Compared.ARMS_NOT_PAIRED: "Print one value per run for both arms, in the same order: `values`, `versus_values`.",
    Compared.RANGE_TOO_SHORT: "Measure over a wider range of the axis: a decade, or as much as the paper covers.",
    Compared.RANGE_UNKNOWN: "Print the points that the exponent was fitted to (`points`), so that the range is known.",
    Compared.VALUES_DISAGREE: "Print the mean (or median) of the very values that stand beside it.",
    Compared.PERCENT_KIND: OF_FINDINGS[Code.PERCENT_KIND],
    Compared.RATIO_INVERTED: "Say which arm is divided by which, and print the ratio that way round.",
    Compared.NOT_COMPARABLE_HARDWARE: "Measure a baseline in the same run, and print the ratio to it.",
    Compared.NOT_BY_NUMBERS: "This claim is not decided by comparing numbers; see what kind of claim it is.",
    Compared.NOT_TESTABLE: "Nothing: it states no result that could be tested.",
    Compared.NOT_A_NUMBER: "Print finite numbers of an ordinary size.",
    Compared.SPEC_INCOMPLETE: "Nothing on your side: the claim's spec lacks something. Dispute the spec.",
    Compared.SPEC_CONTRADICTORY: "Nothing on your side: the claim's spec contradicts itself. Dispute the spec.",
}

OF_ROWS: Final[dict[str, str]] = {
    "row-1": "Nothing: it states no result that could be tested.",
    "row-2": RUN_IT,
    "row-3": "Let the run compute the value that it prints, and record that run anew.",
    "row-4": RUN_IT,
    "row-5": "Say which page is current, and print the value in the claim's own unit and denominator.",
    "row-6": "A second look confirms or overturns it: another reading, another team, a re-run or a person.",
    "row-7": "Nothing: it is verified. A second team that shows it too makes it surer.",
    "row-8": "A person has to check the written proof; one that a machine checks needs nobody.",
    "row-9": "More seeds or more cases per run, so that the interval leaves no doubt.",
    "row-10": "Run it at full scale, with the real thing.",
    "row-11": "State the scale in the RESULT line, as the run itself counted it.",
    "row-12": "Record the run that makes the result file, so that its output shows the value.",
    "row-13": "Nothing: it is verified. A second team or a re-run makes it surer.",
    "row-14": "A second look confirms or overturns it: another reading, another team, a re-run or a person.",
    "row-15": "Nothing on your side: this is a fault of the judge, and it was reported.",
}
OTHERS: Final[dict[str, str]] = {
    "conjuncts": "The part that is ruled weakest decides; what is said below is about that part.",
    "published": "Another judge published this verdict, without a reason code; a new revision is judged here.",
}


def raising(reasons: Sequence[Reason], label: Label, claim: Claim | None = None) -> tuple[str, ...]:
    """What would raise a verdict with these reasons, most important first, nothing twice. `claim` is the claim as it
    was judged, which gives the numbers of its scale; with no reason known it says how to begin."""
    settled = label in (Label.VERIFIED, Label.FALSIFIED)
    telling = [reason for reason in reasons if not settled or reason.code in OF_ROWS or reason.code in OTHERS]
    found = [text for reason in telling for text in _of(reason, claim)]
    if not found and label.decided and label is not Label.VERIFIED:
        found = [RUN_IT]
    return tuple(dict.fromkeys(found))


def _of(reason: Reason, claim: Claim | None) -> Iterator[str]:
    code = reason.code
    if code.startswith("row-"):
        yield _of_row(reason, claim)
    elif code in OF_FINDINGS_BY_CODE:
        yield OF_FINDINGS_BY_CODE[code]
    elif code in OF_COMPARISONS_BY_CODE:
        yield OF_COMPARISONS_BY_CODE[code]
    elif code in OTHERS:
        yield OTHERS[code]


def _of_row(reason: Reason, claim: Claim | None) -> str:
    lack = OF_LACKS_BY_TEXT.get(reason.text)
    if lack is not None:
        return lack
    if reason.text.startswith(Lack.SILENT):
        return OF_LACKS[Lack.SILENT]
    if reason.code == "row-10" and reason.text.startswith(SCALE_BELOW):
        return _full_scale("Run it at full scale", claim)
    if reason.code == "row-11":
        return _full_scale("State in the RESULT line, as the run itself counted it", claim)
    return OF_ROWS.get(reason.code, RUN_IT)


def _full_scale(lead: str, claim: Claim | None) -> str:
    axes = () if claim is None else tuple(axis for axis in claim.scale if axis.minimum)
    told = ", ".join(f"at least {amount(axis.minimum or '')} {axis_words(axis.axis)}" for axis in axes)
    return f"{lead}: {told}." if told else f"{lead}, on every axis that the claim names."


OF_LACKS_BY_TEXT: Final = {lack.value: text for lack, text in OF_LACKS.items()}
OF_FINDINGS_BY_CODE: Final = {code.value: text for code, text in OF_FINDINGS.items()}
OF_COMPARISONS_BY_CODE: Final = {code.value: text for code, text in OF_COMPARISONS.items()}
