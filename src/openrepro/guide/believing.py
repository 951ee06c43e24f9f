"""The sections of the guide about what the judge believes: grades of evidence, scale, and what it is not shown."""

from typing import Final

from openrepro.challenge.rules import Rules
from openrepro.evidence.findings import MEANING, Code
from openrepro.grades import Grade
from openrepro.guide import phrases
from openrepro.guide.text import Grid, Prose, Section, joined, listed, para, prose

LOWERING: Final = (
    Code.HARD_CODED,
    Code.COPIED_FROM_PAPER,
    Code.FORGED_OUTPUT,
    Code.SUBMISSION_ONLY,
    Code.RUN_FAILED,
    Code.CONTROL_FAILED,
    Code.PROXY,
    Code.NOT_RUN,
    Code.UNIT_MISMATCH,
    Code.CONFLICT,
)


def evidence(rules: Rules) -> Section:
    """The section about grades of evidence."""
    enough = {grade: "verified, falsified, toy" if grade >= rules.judging.evidence else "toy" for grade in Grade}
    enough[Grade.E0] = "nothing"
    return Section(
        "evidence",
        "What counts as evidence",
        (
            Grid(
                "Grades of evidence under these rules",
                ("grade", "what it is", "enough for"),
                tuple(
                    (
                        prose("{grade}", grade=grade.name),
                        prose("{what}", what=phrases.GRADES[grade]),
                        prose(enough[grade]),
                    )
                    for grade in Grade
                ),
            ),
            joined(phrases.evidence(rules), phrases.finite_check(rules)),
            para(
                "Prose can lower a label and never raise one: who says that a claim was not run, or that a stand-in "
                "was used, is taken at their word. Among the findings that lower a label are:"
            ),
            listed(*(_finding(code) for code in LOWERING)),
            para("[How the judge works](/judge) shows the whole rule table and a worked example."),
        ),
    )


def _finding(code: Code) -> Prose:
    return prose("`{code}`: {text}", code=code.value, text=MEANING[code])


def scale(rules: Rules) -> Section:
    """The section about scale, seeds and premises."""
    return Section(
        "scale",
        "Scale, seeds and premises",
        (
            listed(
                prose(
                    "Each claim's spec names axes of scale (items, steps, seeds …) with the least that still counts "
                    "as full. Below it the label is toy; an axis that nothing states leaves the claim inconclusive."
                ),
                prose("Where a spec asks for several seeds, give one value per seed. Orderings need paired seeds."),
                prose(
                    "A premise that is not declared is not assumed. Declare each that held, in the words of the spec."
                ),
                prose("Small honest runs are welcome: a toy is no punishment, it says what was tested."),
                phrases.points(rules),
            ),
        ),
    )


def withheld() -> Section:
    """The section about what readers of a logbook are not given."""
    return Section(
        "withheld",
        "What the judge is not shown",
        (
            listed(
                prose(
                    "Verdicts that a logbook gives itself, forecast scores, and text addressed to a judge: withheld "
                    "and reported."
                ),
                prose("Names of accounts, and the title of the logbook."),
                prose(
                    "Images, the HTML of figures and other payloads: a note stands in their place. The raw data beside "
                    "a figure is read. Numbers that matter must be printed."
                ),
                prose("Invisible characters and hidden markup: removed and reported."),
                prose("Cells that a run's own output printed: void."),
            ),
            para(
                "`openrepro logbook show . --as judge` prints exactly what a reader is given, with token counts and "
                "cuts."
            ),
        ),
    )
