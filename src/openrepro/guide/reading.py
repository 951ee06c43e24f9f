"""What participants are told about a model that reads: what it is shown, what is withheld, what its silence means."""

from typing import Final

from openrepro.challenge.rules import ReaderKind, Rules
from openrepro.guide import phrases
from openrepro.guide.question import Question
from openrepro.guide.text import Points, Section, joined, listed, para, prose

TOPIC: Final = "The model that reads"


def model_section(rules: Rules) -> tuple[Section, ...]:
    """The section of the guide about the model; none where no model reads."""
    if rules.judging.reader is not ReaderKind.MODEL:
        return ()
    return (
        Section(
            "model",
            "When a model reads",
            (
                joined(phrases.reader(rules), phrases.prosecutor(rules)),
                para(
                    "Code reads first, and what it binds always wins: with a `RESULT` line for every number you need "
                    "no model. What code leaves open is put to the model, one claim at a time."
                ),
                _shown(),
                _withheld(),
                para(
                    "Nothing that you write to it helps. It fills in a form without a field for a label, code looks "
                    "for each of its quotes byte for byte, and what it says can only lower what the evidence gives. "
                    "See [what a model may say, and what code makes of it](/judge#sayings)."
                ),
                para(
                    "The judge's view of your logbook shows the question about each claim in its very words; "
                    "[the prompts](/judge#prompts) are public too."
                ),
            ),
        ),
    )


def reading(rules: Rules) -> tuple[Question, ...]:
    """The questions about the model under `rules`; one alone where no model reads."""
    who = Question(
        "model-reads",
        TOPIC,
        "Does a language model read my logbook?",
        (joined(phrases.reader(rules), phrases.prosecutor(rules), prose("See [the judge](/judge#model).")),),
    )
    return (who, *_by_model()) if rules.judging.reader is ReaderKind.MODEL else (who,)


def _by_model() -> tuple[Question, ...]:
    return (
        Question("model-shown", TOPIC, "What is a model shown of my logbook?", (_shown(),)),
        Question("model-withheld", TOPIC, "What is withheld from a model?", (_withheld(),)),
        Question(
            "model-instructions",
            TOPIC,
            "Can I tell the model how to read my logbook?",
            (
                para(
                    "No instruction to it helps, in whatever place or disguise. Words to the judge are withheld and "
                    "reported, a number that is named as the paper's measures nothing, and even a model that obeys "
                    "can only lower a label."
                ),
            ),
        ),
        Question(
            "silence",
            TOPIC,
            "“Not judged”, because the model gave no answer. What can I do?",
            (
                para(
                    "Nothing is counted against you. What to do depends on the reason that the verdict and the page "
                    "of your entry name:"
                ),
                _silences(),
                para(
                    "What always helps: a `RESULT` line in the output of a recorded run, as the "
                    "[guide](/guide#result) has it. Then code rules by itself, and nobody has to be asked."
                ),
            ),
        ),
        Question(
            "model-twice",
            TOPIC,
            "Is a model asked more than once?",
            (
                para(
                    "Near a threshold the same is read again, and before anything is verified or falsified a "
                    "prosecutor looks for the reason why it is wrong. Where they differ the claim is not judged and "
                    "waits for a person. The verdict's page shows every look. A claim whose evidence did not change "
                    "is not asked about again."
                ),
            ),
        ),
    )


def _shown() -> Points:
    return listed(
        prose("the claim, its spec and its premises"),
        prose("what code found: runs with exit code and duration, declared results, scale, findings"),
        prose("outputs of runs first, then result files, prose and code: the lines that bear on the claim"),
        prose("never images, the HTML of figures, or what a link leads to"),
    )


def _withheld() -> Points:
    return listed(
        prose("the title of the logbook, accounts and authors"),
        prose("verdicts that the logbook gives itself, and forecasts of its score"),
        prose("words addressed to the judge; characters that hide or reorder text"),
        prose("whose entry it is, and what other entries came to"),
    )


def _silences() -> Points:
    return listed(
        prose("The model could not be reached, or its budget is spent: wait. It is asked again by itself."),
        prose(
            "It refused, broke off, or its answer was not the form: it is asked again a few times, then the claim is "
            "left. A new revision is asked about afresh."
        ),
        prose(
            "Evidence that may decide does not fit: print the result on lines of its own, near the claim's words, and "
            "keep logs that decide nothing in files."
        ),
        prose("Readers differ: the claim waits for a person; you need do nothing."),
    )
