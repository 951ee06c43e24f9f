"""What a model may say in the form, and what code makes of it, in words."""

from typing import Final, NamedTuple


class Taken(NamedTuple):
    """Something that a model says, and what comes of it; `` `code` `` is marked so."""

    says: str
    made: str


TAKEN: Final = (
    Taken(
        "a quote",
        "looked for byte for byte in what was shown; one that is not found is void, with what rests on it",
    ),
    Taken(
        "a measured value",
        "counts where it stands in output of a recorded run of this claim, or of one that ended well, stands "
        "under no claim and has half of this claim's words in title and output, more than of any other claim, or in "
        "its part of a result file; not in prose, a void cell, a run about another claim, a `RESULT` "
        "line of another claim; not on a line that speaks to the judge, forecasts a score or is nothing but a "
        "verdict; not where its line, column, heading or parent names it as the paper's or one to compare with; "
        "only where the text around it has at least half of the words of the claim's quantity (`mae` is as good as "
        "error, `rows` as examples); and of lines that differ in "
        "their numbers only, the last of a run counts, and none where runs end with different values",
    ),
    Taken(
        "several values that differ",
        "none counts, unless the claim is about cases",
    ),
    Taken(
        "its unit, its ±",
        "read again from the printed number; a printed ± counts although the model leaves it out",
    ),
    Taken(
        "the values of all runs",
        "count as the whole of one list in brackets on the same line; their number is the number of seeds",
    ),
    Taken(
        "n, seeds, points of a trend",
        "never taken from a model: the case file says",
    ),
    Taken(
        "the scale of an axis",
        "counts, against the axis's minimum, where code found nothing and reads the number again in output or command "
        "of a completed run of this claim, or of the run that holds the measured value, or in its part of a result "
        "file; not in prose, on a line that speaks to the judge or as the paper's; its own clause, column or key must "
        "name what the axis counts and say nothing else; unknown where that run or the one of the measured value "
        "states less itself; below the minimum only beside a measured value. Of a person the same, but for the words",
    ),
    Taken(
        "addressed, premises met: “no”",
        "stands, whatever code bound",
    ),
    Taken(
        "premises met: “yes”",
        "where each premise that no run declared is answered yes by a quote in evidence of grade E1 or better that "
        "does not speak to the judge and has to do with it: a line with half of the premise's words that denies "
        "nothing, or a `RESULT` line of this claim that declares it",
    ),
    Taken(
        "supports",
        "never lifts. Code compares. Where the model says the opposite of the numbers, a person looks",
    ),
    Taken(
        "experiment, numerical audit, artifact count",
        "where a measured value counts",
    ),
    Taken(
        "construction",
        "where every measured value keeps the statement, by code",
    ),
    Taken(
        "counterexample, human rating",
        "never from a model; an exact counterexample is declared on a `RESULT` line",
    ),
    Taken(
        "machine-checked proof",
        "where the quote lies in output of a recorded run of a known checker (lean, lake, coqc, coqchk, rocq,"
        " isabelle, agda, dafny, z3, cvc5, why3, idris2, hol) that ended well, with no `sorry`, `admit`, "
        "`axiom` or `postulate` in its scripts and outputs; and even then a person says whether what was "
        "proved is the claim (row 8)",
    ),
    Taken(
        "written proof",
        "a person checks it (row 8)",
    ),
    Taken(
        "a substitution",
        "lowers what would be verified or falsified to toy; earns nothing where nothing would be settled; of "
        "the paper's own contribution: inconclusive (row 4)",
    ),
    Taken(
        "a contradiction with a quote",
        "row 5: inconclusive, a person looks",
    ),
    Taken(
        "a doubt with a quote",
        "before a label that would be settled: not judged, a person looks",
    ),
)
