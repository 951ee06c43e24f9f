"""The participants' guide, made from a rule file: from picking a paper to what to do after a verdict."""

from dataclasses import dataclass
from typing import Final

from openrepro.challenge.rules import Rules
from openrepro.entries.members import MIB, USUAL
from openrepro.guide import examples, phrases
from openrepro.guide.believing import evidence, scale, withheld
from openrepro.guide.making import check, declare, enter, pick, run
from openrepro.guide.reading import model_section
from openrepro.guide.text import Grid, Section, joined, listed, para, prose

LABELS: Final = (
    ("verified", "the measurement supports the claim at the scale that its spec demands"),
    ("falsified", "the measurement contradicts it at that scale"),
    ("toy", "tested, but smaller, with a stand-in, or on finitely many cases of a claim about all"),
    ("inconclusive", "looked at, and the evidence does not settle it"),
    ("not judged", "code could not rule and no reader has yet; never a verdict on the work"),
    ("not testable", "the claim is a definition or a position"),
)


@dataclass(frozen=True, slots=True)
class Guide:
    """The guide of one rule file."""

    title: str
    sections: tuple[Section, ...]


def guide_of(rules: Rules, server: str = examples.SERVER) -> Guide:
    """The guide under `rules`; `server` is the address of the site, for commands."""
    sections = (
        _start(rules),
        pick(server),
        run(),
        declare(),
        evidence(rules),
        scale(rules),
        withheld(),
        *model_section(rules),
        check(),
        enter(rules, server),
        _limits(rules),
        _worth(rules),
        _after(rules),
    )
    return Guide(f"Guide to {rules.name}", sections)


def _start(rules: Rules) -> Section:
    return Section(
        "start",
        "In short",
        (
            joined(
                prose(
                    "You reproduce claims of a paper, keep what you ran in a logbook, and enter the logbook. The "
                    "judge labels every claim from what was executed."
                ),
                phrases.certified(rules),
            ),
            listed(
                prose("Pick a paper and read its claims (step by step [below](/guide#pick))."),
                prose(
                    "Run the experiments through a tool that records command, exit code, duration and output together."
                ),
                prose("Print one `RESULT` line for every number that answers a claim."),
                prose("Check the logbook on your own machine with `openrepro lint` and `openrepro judge`."),
                prose("Enter it: upload it, or publish it as a Space with two tags."),
                ordered=True,
            ),
            joined(phrases.opening(rules), phrases.closing(rules), phrases.late(rules)),
            para(
                "Short answers to common questions are in the [FAQ](/faq); the rule file in words is at "
                "[Rules](/rules)."
            ),
        ),
    )


def _limits(rules: Rules) -> Section:
    return Section(
        "limits",
        "Limits",
        (
            Grid(
                "The most that an upload may be (.zip, .tar or .tar.gz)",
                ("what", "at most"),
                (
                    (prose("the archive as sent"), prose("{size} MB", size=USUAL.archive // MIB)),
                    (prose("all files, unpacked"), prose("{size} MB", size=USUAL.total // MIB)),
                    (prose("one file"), prose("{size} MB", size=USUAL.file // MIB)),
                    (prose("files"), prose("{files}", files=f"{USUAL.files:,}")),
                    (prose("a path"), prose("{name} bytes", name=USUAL.name)),
                ),
            ),
            listed(phrases.cap(rules), phrases.cooldown(rules), phrases.scoring(rules), phrases.late(rules)),
            para("A fault of the platform never costs you anything: it is tried again and counts for nothing."),
        ),
    )


def _worth(rules: Rules) -> Section:
    return Section(
        "labels",
        "Labels and points",
        (
            Grid(
                "The labels",
                ("label", "what it means"),
                tuple((prose(label), prose(meaning)) for label, meaning in LABELS),
            ),
            joined(phrases.points(rules), phrases.most_points(rules), phrases.diminishing(rules)),
            joined(phrases.second_look(rules), phrases.disagreement(rules)),
        ),
    )


def _after(rules: Rules) -> Section:
    return Section(
        "after",
        "After the verdict",
        (
            listed(
                prose(
                    "Every verdict names its row of the rule table, its reasons, and the exact bytes that it rests on."
                ),
                prose(
                    "To raise a label, add what the reasons name and enter a new revision. Wording alone changes "
                    "nothing."
                ),
                phrases.cooldown(rules),
                prose(
                    "A claim whose evidence is unchanged keeps its verdict; a new verdict names the one that it "
                    "replaces."
                ),
                phrases.appeals(rules),
                prose("You can withdraw an entry at any time. Its verdicts stay on record, marked."),
            ),
        ),
    )
