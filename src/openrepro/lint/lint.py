"""The whole lint of one logbook: structure, substance, names, privacy, steering, and what the reader met."""

from collections.abc import Iterator

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.evidence.casefile import gather
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.guess import guessed_claims
from openrepro.lint.names import names
from openrepro.lint.notice import Notice, Topic
from openrepro.lint.privacy import privacy
from openrepro.lint.structure import structure
from openrepro.lint.substance import substance
from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.problems import MEANING as PROBLEM_MEANING
from openrepro.severity import Severity

STEERING = (
    Code.STEERING,
    Code.SELF_VERDICT,
    Code.FORECAST_SCORE,
    Code.HIDDEN_CHARACTERS,
    Code.HIDDEN_MARKUP,
)
TODO = {
    Code.SELF_VERDICT: "Leave the verdict to the judge; say what was measured. It changes nothing and is withheld.",
    Code.FORECAST_SCORE: "Remove it; it changes nothing and is withheld.",
    Code.STEERING: "Remove it; it is withheld from the reader and shown to reviewers.",
    Code.HIDDEN_CHARACTERS: "Remove the characters.",
    Code.HIDDEN_MARKUP: "Show the text, or remove it.",
    Code.UNSUPPORTED_NUMBER: "Show the run that printed it, or say whose number it is.",
    Code.HARD_CODED: "Compute it in the run that prints it.",
    Code.COPIED_FROM_PAPER: "Say that it is the paper's number, or show the run that measured it.",
    Code.FORGED_OUTPUT: "Do not let a program print cell headers or fences; write the output to a file.",
}
PROBLEM_TODO = {
    "misplaced-metadata": "Move it to .trackio/metadata.json.",
    "crlf": "Save the page with \\n line ends.",
    "bom": "Save the page as UTF-8 without a byte order mark.",
    "not-utf8": "Save the page as UTF-8.",
    "page-missing": "Remove the link, or add the page.",
    "page-unlisted": "Link the page from pages/index.md.",
}
ORDER = {severity: place for place, severity in enumerate((Severity.SERIOUS, Severity.WARNING, Severity.NOTE))}


def lint(logbook: Logbook, rules: Rules, claims: ClaimSet | None = None) -> tuple[Notice, ...]:
    """Every notice about `logbook` under `rules`, the weightiest of each topic first.

    `claims` are the paper's claims; without them the logbook's own claim pages stand in.
    """
    evidence = gather(logbook, guessed_claims(logbook) if claims is None else claims)
    notices = (
        *structure(logbook, rules),
        *substance(logbook),
        *names(logbook),
        *privacy(logbook),
        *(_of_finding(finding) for finding in evidence.findings),
        *_of_problems(logbook),
    )
    topics = {topic: place for place, topic in enumerate(Topic)}
    return tuple(sorted(notices, key=lambda notice: (topics[notice.topic], ORDER[notice.severity])))


def _of_finding(finding: Finding) -> Notice:
    topic = Topic.STEERING if finding.code in STEERING else Topic.SUBSTANCE
    todo = TODO.get(finding.code, "See docs/judging.md for what this means.")
    return Notice(topic, finding.code.value, finding.severity, finding.text, todo, finding.at)


def _of_problems(logbook: Logbook) -> Iterator[Notice]:
    for problem in logbook.problems:
        todo = PROBLEM_TODO.get(problem.code, PROBLEM_MEANING.get(problem.code, "Mend it in the file named."))
        yield Notice(Topic.READING, problem.code, problem.severity, problem.text, todo, problem.at)
