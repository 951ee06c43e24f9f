"""Questions about taking part: entries, teams, revisions, limits."""

from typing import Final

from openrepro.challenge.rules import Rules
from openrepro.entries.members import MIB, USUAL
from openrepro.guide import phrases
from openrepro.guide.question import Question
from openrepro.guide.text import joined, para, prose

TOPIC: Final = "Taking part"


def entering(rules: Rules) -> tuple[Question, ...]:
    """The questions about taking part under `rules`."""
    return (*_beginning(rules), *_entries(rules), *_afterwards(rules))


def _beginning(rules: Rules) -> tuple[Question, ...]:
    return (
        Question(
            "who-may",
            TOPIC,
            "Who may take part, and do I need an agent?",
            (
                para(
                    "Anybody. Many work with a coding agent; nobody has to. What counts is what the logbook shows, "
                    "not who or what typed it."
                ),
            ),
        ),
        Question(
            "which-paper",
            TOPIC,
            "Which paper should I pick?",
            (
                para(
                    "[Papers](/papers) can be filtered by area, code, testable claims and attempts. A paper that "
                    "[nobody tried](/papers?attempts=none) adds most; a claim that is contested needs a second team. "
                    "[Recommended papers](/papers/recommended) differ from one who asks to the next, so that effort "
                    "spreads."
                ),
            ),
        ),
        Question(
            "when",
            TOPIC,
            "When does it open and close, and in which time zone?",
            (
                joined(
                    phrases.opening(rules),
                    phrases.closing(rules),
                    prose(
                        "There is one instant for all; AoE (anywhere on Earth) is UTC−12. The [timeline](/timeline) "
                        "shows it in your own zone."
                    ),
                ),
            ),
        ),
        Question(
            "late",
            TOPIC,
            "What if I am late?",
            (
                joined(
                    phrases.late(rules),
                    prose(
                        "Files of a Space that the Hub dates before the close are in time, whenever they were fetched."
                    ),
                ),
            ),
        ),
        Question(
            "how-enter",
            TOPIC,
            "How do I enter a logbook?",
            (
                joined(
                    prose("Upload an archive with a token, or publish a Space."),
                    phrases.tag(rules),
                    prose("The commands are in the [guide](/guide#enter)."),
                ),
            ),
        ),
        Question(
            "token",
            TOPIC,
            "Where do I get a token?",
            (
                para(
                    "From the organisers: they make one for your account, and it is shown once. `read` lets it see "
                    "your own things, `submit` also enter, refresh and withdraw. Entering a Space by its tags needs "
                    "no token."
                ),
            ),
        ),
    )


def _entries(rules: Rules) -> tuple[Question, ...]:
    return (
        Question(
            "size",
            TOPIC,
            "How large may an upload be?",
            (
                para(
                    "The archive {archive} MB, unpacked {total} MB in at most {files} files. Leave out data, models "
                    "and environments; numbers and outputs are what counts. All bounds are in the "
                    "[guide](/guide#limits).",
                    archive=USUAL.archive // MIB,
                    total=USUAL.total // MIB,
                    files=f"{USUAL.files:,}",
                ),
            ),
        ),
        Question(
            "several-entries",
            TOPIC,
            "May I enter several logbooks on one paper?",
            (
                joined(
                    phrases.scoring(rules), prose("A better second attempt is best made as a revision of the first.")
                ),
            ),
        ),
        Question(
            "cap",
            TOPIC,
            "How many entries may I make a day?",
            (joined(phrases.cap(rules), phrases.diminishing(rules)),),
        ),
        Question(
            "teams",
            TOPIC,
            "Can we work as a team?",
            (
                para(
                    "Yes. Every account begins as a team of its own; the organisers put accounts into one team. "
                    "Points, caps and ranks are the team's, and consensus counts teams, not accounts."
                ),
            ),
        ),
        Question(
            "organisers",
            TOPIC,
            "Do organisers compete?",
            (para("They may enter. A team that does not compete is shown on the boards without a rank."),),
        ),
        Question(
            "same-logbook",
            TOPIC,
            "What if two entries are nearly the same?",
            (
                para(
                    "Every entry is compared with the others. What two have in common is shown on the pages of both, "
                    "with both sides, for people to judge."
                ),
            ),
        ),
        Question(
            "wrong-paper",
            TOPIC,
            "My entry was rejected: “unknown paper”. What now?",
            (
                joined(
                    prose(
                        "Ids are compared exactly, capital letters included. The page of the entry names the nearest "
                        "paper there is; correct the tag, or upload again and name the paper."
                    ),
                    phrases.tag(rules),
                ),
            ),
        ),
    )


def _afterwards(rules: Rules) -> tuple[Question, ...]:
    return (
        Question(
            "where-is-it",
            TOPIC,
            "Where is my entry, and how long will it take?",
            (
                para(
                    "The page of an entry (`/entries/ID`) shows its state with the reason, its place in the "
                    "[queue](/queue), the expected time and the next step. The same is in the API, and webhooks tell "
                    "you of every step."
                ),
            ),
        ),
        Question(
            "licence",
            TOPIC,
            "Which licence does my logbook need?",
            (joined(phrases.licence(rules)),),
        ),
        Question(
            "withdraw",
            TOPIC,
            "Can I withdraw an entry?",
            (
                para(
                    "At any time. It leaves the boards; its verdicts stay on record, marked as withdrawn. Only an "
                    "operator can bring it back."
                ),
            ),
        ),
        Question(
            "takedown",
            TOPIC,
            "My logbook shows something that must go. What can be done?",
            (
                para(
                    "Ask the organisers for a takedown. The bytes are deleted for good; hashes, sizes and the time "
                    "remain, so that the record can still be verified. Remember that others may have copied what was "
                    "public."
                ),
            ),
        ),
        Question(
            "privacy",
            TOPIC,
            "What is public about me?",
            (
                para(
                    "The name of your account and team, your entries and their verdicts. Records hold pseudonyms, "
                    "nothing personal. What stands in your logbook is published as it is: `openrepro lint` finds "
                    "keys, e-mail addresses and home folders beforehand."
                ),
            ),
        ),
    )
