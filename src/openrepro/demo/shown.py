"""What the demo shows of a judged example: each entry's rulings by claim, and the consensus of the teams."""

from collections.abc import Mapping
from dataclasses import dataclass

from openrepro.board.consensus import Consensus
from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.demo.example import Outcome
from openrepro.judging.ruling import Ruling


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """One team's entry, named `<team>/<folder>`. `waits` says why its newest files have no ruling yet, if so."""

    name: str
    team: str
    paper: str
    rulings: Mapping[str, Ruling]
    waits: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A judged challenge; entries are ordered by name."""

    rules: Rules
    papers: tuple[ClaimSet, ...]
    entries: tuple[ShownEntry, ...]
    consensus: Consensus


def shown_of(outcome: Outcome) -> Shown:
    """What is shown of an example that was judged without a server."""
    entries = tuple(
        ShownEntry(
            entry.name,
            entry.team,
            entry.judgement.paper,
            {item.claim.id: item.ruling for item in entry.judgement.claims},
        )
        for entry in outcome.entries
    )
    return Shown(outcome.example.rules, outcome.example.papers, entries, outcome.consensus)
