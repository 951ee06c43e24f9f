"""Questions about evidence, labels and the judge."""

from typing import Final

from openrepro.challenge.rules import Rules
from openrepro.guide import phrases
from openrepro.guide.question import Question
from openrepro.guide.text import joined, listed, para, prose

TOPIC: Final = "Evidence and labels"


def judging(rules: Rules) -> tuple[Question, ...]:
    """The questions about the judge under `rules`."""
    return (*_evidence(rules), *_labels(rules), *_judge(rules))


def _evidence(rules: Rules) -> tuple[Question, ...]:
    return (
        Question(
            "what-counts",
            TOPIC,
            "What counts as evidence?",
            (
                joined(
                    phrases.evidence(rules),
                    prose(
                        "Prose, tables typed by hand and pasted output count for nothing. See the "
                        "[guide](/guide#evidence)."
                    ),
                ),
            ),
        ),
        Question(
            "result-line",
            TOPIC,
            "What is a RESULT line, and must I print one?",
            (
                para(
                    "A line of a run's output that says in JSON which claim a number answers. Without it the reader "
                    "may not know which number is meant, and the claim stays inconclusive or not judged. The form is "
                    "in the [guide](/guide#result)."
                ),
            ),
        ),
        Question(
            "elsewhere",
            TOPIC,
            "My runs were on a cluster. Does that count?",
            (
                para(
                    "A cell that only submits a job shows no result. Let a recorded run print the job's output and "
                    "numbers, or carry its result file in the logbook; a result file alone is evidence of grade E1."
                ),
            ),
        ),
        Question(
            "how-judge-decides",
            TOPIC,
            "Who decides on a label?",
            (
                joined(
                    phrases.reader(rules),
                    phrases.prosecutor(rules),
                    prose(
                        "A reader only fills in a form and quotes exact bytes; a fixed table of rules makes the label "
                        "from it. The same input gives the same label. See [the judge](/judge)."
                    ),
                ),
            ),
        ),
        Question(
            "steering",
            TOPIC,
            "Does it help to state my verdict, or to address the judge?",
            (para("No. Both are withheld from the reader, and the logbook is shown to have held them."),),
        ),
        Question(
            "what-is-seen",
            TOPIC,
            "What does the judge see of my logbook?",
            (
                para(
                    "`openrepro logbook show . --as judge` prints exactly that, with token counts and cuts; each "
                    "logbook's page has the same view. Images are not read."
                ),
            ),
        ),
    )


def _labels(rules: Rules) -> tuple[Question, ...]:
    return (
        Question(
            "why-inconclusive",
            TOPIC,
            "Why is my claim inconclusive?",
            (
                para("The verdict names its row of the rule table and its reasons. The usual ones:"),
                listed(
                    prose("The entry does not address the claim, or only says the result."),
                    prose("The number was typed into the code, or copied from the paper."),
                    prose("Nothing states an axis of scale that the spec demands."),
                    prose("The interval is wider than the margin, or there are too few seeds."),
                    prose("Unit or denominator may differ, or two current pages disagree."),
                ),
            ),
        ),
        Question(
            "why-not-judged",
            TOPIC,
            "Why “not judged”?",
            (
                joined(
                    prose(
                        "Code could not rule and no reader has yet. It is never a verdict on the work. Mostly a "
                        "`RESULT` line is missing, or the evidence is of a lower grade than asked for."
                    ),
                    phrases.evidence(rules),
                ),
            ),
        ),
        Question(
            "toy",
            TOPIC,
            "What does “toy” mean? Is it bad?",
            (
                joined(
                    prose(
                        "The claim was tested, but at a smaller scale, with a stand-in, or on finitely many cases of "
                        "a claim about all. It is a statement, not a punishment."
                    ),
                    phrases.finite_check(rules),
                ),
            ),
        ),
        Question(
            "raise",
            TOPIC,
            "How do I raise a label?",
            (
                joined(
                    prose(
                        "Do what the verdict's reasons name: run at the scale of the spec, add seeds, declare "
                        "premises, print the line. Then enter a new revision. Rewording changes nothing."
                    ),
                    phrases.cooldown(rules),
                ),
            ),
        ),
        Question(
            "provisional",
            TOPIC,
            "My falsification is “provisional”. Why?",
            (joined(phrases.second_look(rules)),),
        ),
        Question(
            "contested",
            TOPIC,
            "Two teams disagree on a claim. What happens?",
            (
                joined(
                    phrases.disagreement(rules),
                    prose("The page of a claim shows every team's measurement side by side with the claimed value."),
                ),
            ),
        ),
    )


def _judge(rules: Rules) -> tuple[Question, ...]:
    return (
        Question(
            "cooldown",
            TOPIC,
            "What is the cool-down?",
            (
                joined(
                    phrases.cooldown(rules),
                    prose("Verdicts under older claims or rules wait for nothing."),
                ),
            ),
        ),
        Question(
            "wrong-verdict",
            TOPIC,
            "I think a verdict is wrong. What can I do?",
            (
                joined(
                    prose(
                        "Read its reasons first; often a number is bound to another quantity than you meant. Then add "
                        "evidence, or tell the organisers."
                    ),
                    phrases.appeals(rules),
                ),
            ),
        ),
        Question(
            "how-good",
            TOPIC,
            "How good is the judge?",
            (
                joined(
                    prose(
                        "It is examined against labels that people gave, beside three controls: [latest "
                        "examination](/judge#examination)."
                    ),
                    phrases.audit(rules),
                ),
            ),
        ),
        Question(
            "claim-wrong",
            TOPIC,
            "The claim itself is stated wrongly. What now?",
            (
                para(
                    "Tell the organisers, with the quote from the paper. Claim sets have versions: when one changes, "
                    "its entries are judged anew and the old verdicts stay on record."
                ),
            ),
        ),
    )
