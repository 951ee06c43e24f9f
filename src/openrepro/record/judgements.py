"""The votes in a judgement document, as `openrepro judge --format json` prints it."""

from typing import Final

from openrepro.board.votes import Vote
from openrepro.challenge.table import Table
from openrepro.judging.label import Label

JUDGEMENT_SCHEMA: Final = "openrepro.judgement/1"
MOST_ASSURED: Final = 4


def votes_from_judgement(table: Table) -> tuple[Vote, ...]:
    """One vote per logbook and claim.

    The entry is the logbook's path, and its own team unless the logbook has a `team`. A logbook whose paper is
    unknown counts as a paper of its own. Which entry scores is not decided here; times are unknown unless the
    logbook has a `judged_at`. Raises OpenReproError on the first wrong value.
    """
    rows = table.each("logbooks", _logbook)
    return tuple(vote for row in rows for vote in row)


def _logbook(table: Table) -> tuple[Vote, ...]:
    path = table.text("path", empty=False)
    paper = table.optional_text("paper") or path
    team = table.text("team", empty=False) if table.has("team") else path
    time = table.instant("judged_at").strftime("%Y-%m-%dT%H:%M:%SZ") if table.has("judged_at") else ""
    claims = table.each("claims", lambda claim: _vote(claim, Vote("", paper, team, path, Label.NOT_JUDGED)))
    return tuple(vote._replace(judged_at=time, entry_judged_at=time) for vote in claims)


def _vote(table: Table, blank: Vote) -> Vote:
    label = table.choice("label", Label)
    provisional = table.flag("provisional") if table.has("provisional") else False
    assurance = table.whole("assurance")
    if assurance > MOST_ASSURED:
        raise table.refuse("assurance", f"a whole number, 0 to {MOST_ASSURED}")
    return blank._replace(
        claim=table.text("id", empty=False),
        label=label,
        provisional=provisional and label is Label.FALSIFIED,
        assurance=assurance,
    )
