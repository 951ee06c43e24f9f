"""The rule table in words: what each row of `ruling` matches, and what it gives."""

from typing import Final, NamedTuple


class TableRow(NamedTuple):
    """A row of the table. Rows are tried from the top; the first that matches decides."""

    number: int
    when: str
    outcome: str


RULE_TABLE: Final = (
    TableRow(1, "the claim is a definition or a position", "not testable"),
    TableRow(
        2,
        "readers disagree, evidence that could decide was cut, or a model that had to look gave no answer, before "
        "anything else is asked; or, after all other rows, the reading leaves open what a later row would need",
        "not judged",
    ),
    TableRow(
        3,
        "the output or file that carries the result was forged by another run's output, typed into the code, or copied "
        "from the paper",
        "inconclusive, a person looks",
    ),
    TableRow(
        4,
        "the entry does not address the claim; only says the result; says itself that the result is no measurement, or "
        "that it did not run this; only handed the work to another machine; its runs failed, were stopped or diverged; "
        "a control it declared failed; it replaced the paper's own contribution; a premise is not met",
        "inconclusive",
    ),
    TableRow(
        5,
        "two current pages say opposite things; or a measured number is in another unit that does not convert exactly "
        "into the claim's (percent and fraction, units of time, and units of size do), or differs from the claim by a "
        "factor that looks like another unit, normalisation or denominator, whichever way it points",
        "inconclusive, a person looks",
    ),
    TableRow(
        6,
        "a claim about all cases meets a counterexample in exact or interval arithmetic whose premises are checked, or "
        "a checked disproof",
        "falsified, provisional",
    ),
    TableRow(
        7,
        "a claim about all cases has a proof that a machine or a person checked; a claim that something exists has a "
        "checked construction",
        "verified",
    ),
    TableRow(
        8,
        "there is a written proof or disproof that nobody has checked",
        "a person decides; until then toy where row 10 gives it, else not judged",
    ),
    TableRow(
        9,
        "the numbers leave the direction open: between one and three tolerances, an interval wider than the margin, "
        "too few seeds, a value that is neither the mean nor the median of its own runs; a bound for every seed is "
        "held against the worst seed",
        "inconclusive",
    ),
    TableRow(
        10,
        "an axis is below its minimum, a stand-in was tested, or finitely many cases of a claim about all",
        "toy, with the direction that the spec's reduced check leaves meaningful",
    ),
    TableRow(11, "nothing states an axis that the spec demands", "inconclusive"),
    TableRow(
        12,
        "row 13 or 14 would match, but the evidence is of a lower grade than the rule file asks for",
        "not judged, a re-run or a person",
    ),
    TableRow(13, "the comparison supports the claim and every axis is met", "verified"),
    TableRow(
        14,
        "the comparison contradicts the claim beyond three tolerances, its interval excludes the claim, and every axis "
        "is met",
        "falsified, provisional",
    ),
    TableRow(15, "no row matched, which is a fault of the judge and is reported as one", "not judged"),
)
