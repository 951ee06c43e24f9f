"""Votes and verdicts for tests, as short as they can be."""

from openrepro.board.votes import Vote, with_scoring
from openrepro.grades import Grade
from openrepro.ids import digest
from openrepro.judging.label import Label
from openrepro.judging.ruling import Ruling
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.record.acts import Act, ActKind

LABELS = {
    "v": Label.VERIFIED,
    "f": Label.FALSIFIED,
    "p": Label.FALSIFIED,
    "t": Label.TOY,
    "i": Label.INCONCLUSIVE,
    "-": Label.NOT_JUDGED,
    "x": Label.NOT_TESTABLE,
}

CLAIMS = digest([f"demo.c{at}" for at in (1, 2, 3)])
"""The version of the claims `demo.c1` to `demo.c3` in the challenge that tests set up."""


def entry(team: str, labels: str, *, paper: str = "demo", name: str = "", day: int = 1) -> list[Vote]:
    """The votes of one entry, a letter per claim; `p` is a falsification that waits for its second look."""
    time = f"2027-01-{day:02}T00:00:00Z"
    return [
        Vote(
            claim=f"{paper}.c{at}",
            paper=paper,
            team=team,
            entry=name or f"{team}/{paper}",
            label=LABELS[letter],
            provisional=letter == "p",
            judged_at=time,
            entry_judged_at=time,
        )
        for at, letter in enumerate(labels, start=1)
    ]


def event(*entries: list[Vote]) -> tuple[Vote, ...]:
    """The votes of several entries, with the scoring ones marked."""
    return with_scoring([vote for votes in entries for vote in votes])


def verdict(
    letter: str = "v",
    *,
    claim: str = "demo.c1",
    team: str = "a",
    entry: str = "a/demo",
    time: str = "2027-01-01T00:00:00Z",
    supersedes: str = "",
    reader: str = "rules",
    grade: Grade | None = Grade.E2,
) -> Verdict:
    return Verdict(
        claim=claim,
        claim_version=CLAIMS,
        paper=claim.partition(".")[0],
        revision="1" * 64,
        entry=entry,
        team=team,
        judge=JudgeIdentity(rules="2" * 64, reader=reader),
        case_file="3" * 64,
        ruling=Ruling(LABELS[letter], (), provisional=letter == "p"),
        grade=grade,
        time=time,
        supersedes=supersedes,
    )


def act(
    kind: str,
    entry: str = "",
    *,
    team: str = "",
    paper: str = "",
    revision: str = "",
    created: str = "",
    reason: str = "",
    time: str = "2027-01-01T00:00:00Z",
) -> Act:
    return Act(ActKind(kind), time, entry, team, paper, revision, created, reason)
