"""Questions about points, prizes, authors and the record."""

from typing import Final

from openrepro.challenge.rules import Rules
from openrepro.guide import phrases
from openrepro.guide.question import Question
from openrepro.guide.text import Block, joined, listed, para, prose

POINTS: Final = "Points and prizes"
RECORD: Final = "The record"


def event(rules: Rules) -> tuple[Question, ...]:
    """The questions about the challenge as a whole under `rules`."""
    return (*_points(rules), *_prizes(rules), *_record(rules))


def _points(rules: Rules) -> tuple[Question, ...]:
    return (
        Question(
            "points",
            POINTS,
            "How are points counted?",
            (joined(phrases.points(rules), phrases.most_points(rules), phrases.diminishing(rules)),),
        ),
        Question(
            "ties",
            POINTS,
            "How are ties broken, and what other boards are there?",
            (
                joined(
                    phrases.ties(rules),
                    prose(
                        "Beside points there are boards for being first to establish a claim, for strength of "
                        "evidence, and for coverage of what nobody else tried: see the [leaderboard](/leaderboard)."
                    ),
                    phrases.strength(rules),
                ),
            ),
        ),
        Question(
            "why-zero",
            POINTS,
            "Why does an entry of mine earn nothing?",
            (
                para(
                    "Its page says so: it is not the team's scoring entry on that paper, it came late, it is beyond "
                    "the cap, its falsifications are provisional, or its claims are inconclusive or not judged."
                ),
            ),
        ),
    )


def _prizes(rules: Rules) -> tuple[Question, ...]:
    return (
        Question("prizes", POINTS, "Which prizes are there?", _awards(rules)),
        Question(
            "credits",
            POINTS,
            "Are there compute credits, and what do they pay for?",
            (joined(phrases.grants(rules), phrases.grants_expire(rules), phrases.reserved(rules)),),
        ),
        Question(
            "costs",
            POINTS,
            "What does it cost me?",
            (
                para(
                    "Entering and being judged cost nothing. What you run, you pay for: begin with a claim whose spec "
                    "asks for little scale."
                ),
            ),
        ),
    )


def _awards(rules: Rules) -> tuple[Block, ...]:
    if not rules.awards:
        return (para("The rules name no prizes."),)
    return (
        listed(*phrases.awards(rules)),
        para("A winner needs a public logbook and a review by people; the reasons are written down."),
    )


def _record(rules: Rules) -> tuple[Question, ...]:
    return (
        Question(
            "certified",
            RECORD,
            "Is this certified by the conference? Are the papers wrong, then?",
            (
                joined(
                    phrases.certified(rules),
                    prose(
                        "A verdict says what one logbook's evidence shows about a claim as it is stated here. It says "
                        "nothing about the honesty of authors or participants."
                    ),
                ),
            ),
        ),
        Question(
            "authors",
            RECORD,
            "I am an author of a paper. What can I do?",
            (joined(phrases.replies(rules), phrases.held_back(rules)),),
        ),
        Question(
            "frozen",
            RECORD,
            "What does “frozen” mean?",
            (
                para(
                    "After the freeze no entry changes its state and no verdict is added. What is shown is the "
                    "record, which the organisers sign."
                ),
            ),
        ),
        Question(
            "rules-change",
            RECORD,
            "Can the rules change while it runs?",
            (
                para(
                    "Only from an announced instant on, as a new version with a note on the [timeline](/timeline). "
                    "What was judged before stays as it is. [Rules](/rules) shows every version and what it changed."
                ),
            ),
        ),
        Question(
            "trust",
            RECORD,
            "How do I know that nothing was changed afterwards?",
            (
                para(
                    "Every verdict is a leaf of an append-only tree of hashes. Keep its root, and you can prove later "
                    "what was on record: see [data](/data#verify)."
                ),
            ),
        ),
        Question(
            "data",
            RECORD,
            "Is there an API, or the data as files?",
            (
                para(
                    "Both: every page has a JSON twin (add `.json` to its address), and everything public is in the "
                    "API. [Data](/data) lists the addresses; `/llms.txt` is for agents."
                ),
            ),
        ),
    )
