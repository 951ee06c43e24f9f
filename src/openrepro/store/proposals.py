"""The store of proposed claims."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from openrepro.claims.canonical import claim_json
from openrepro.claims.claim import Claim
from openrepro.claims.claim_fields import read_claim
from openrepro.claims.proposals import Proposal, ProposalSource, ProposalState
from openrepro.store.statements import alone
from openrepro.store.tables import claim_proposals as table

OPEN = (ProposalState.PROPOSED.value, ProposalState.QUARANTINED.value)


@dataclass(frozen=True, slots=True)
class KeptProposal:
    """A proposal on record. `decided_at` is empty while it is open; `claim_id` is its id once it is approved."""

    id: int
    paper: str
    proposal: Proposal
    made_at: str
    decided_at: str = ""
    decided_by: str = ""
    note: str = ""
    claim_id: str = ""


class Waiting(NamedTuple):
    """How many proposals of a paper are open, and how many of these are quarantined."""

    paper: str
    open: int
    quarantined: int


class SqlProposals:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def hold(self) -> None:
        """Let no other transaction propose or decide until this one ends."""
        alone(self._connection, "proposals")

    def add(self, paper: str, proposals: Iterable[Proposal], *, now: str) -> tuple[int, ...]:
        """Keep proposals of a paper; gives the numbers of those that are new. The same words and quote count once."""
        made, first = [], dict[str, Proposal]()
        for proposal in proposals:
            first.setdefault(proposal.digest, proposal)
        for one in first.values():
            known = sa.select(table.c.id).where(table.c.paper_id == paper, table.c.digest == one.digest)
            if self._connection.scalar(known) is None:
                row = _row(one) | {"paper_id": paper, "digest": one.digest, "made_at": now}
                made.append(int(self._connection.scalar(sa.insert(table).values(row).returning(table.c.id)) or 0))
        return tuple(made)

    def save(self, kept: KeptProposal) -> None:
        """Keep what became of a proposal, and its claim as it was edited."""
        decided = {
            "decided_at": kept.decided_at,
            "decided_by": kept.decided_by,
            "note": kept.note,
            "claim": kept.claim_id,
        }
        values = _row(kept.proposal) | decided
        self._connection.execute(sa.update(table).where(table.c.id == kept.id).values(values))

    def get(self, number: int) -> KeptProposal | None:
        return next(iter(self.several([number])), None)

    def several(self, numbers: Sequence[int]) -> tuple[KeptProposal, ...]:
        """Proposals by their numbers (some hundred at most), in their order on record."""
        query = sa.select(table).where(table.c.id.in_(numbers)).order_by(table.c.id)
        return tuple(map(_kept, self._connection.execute(query)))

    def page(
        self, *, paper: str = "", states: Sequence[str] = OPEN, after: int = 0, limit: int = 25
    ) -> tuple[KeptProposal, ...]:
        """Proposals in these states, oldest first; `after` is the number of the last one already seen."""
        wanted = [table.c.state.in_(states), table.c.id > after, *([table.c.paper_id == paper] if paper else [])]
        rows = self._connection.execute(sa.select(table).where(*wanted).order_by(table.c.id).limit(limit))
        return tuple(map(_kept, rows))

    def waiting(self, *, after: str = "", limit: int = 50) -> tuple[Waiting, ...]:
        """The papers with open proposals, by id."""
        held = sa.func.sum(sa.case((table.c.state == ProposalState.QUARANTINED.value, 1), else_=0))
        query = (
            sa.select(table.c.paper_id, sa.func.count(), held)
            .where(table.c.state.in_(OPEN), table.c.paper_id > after)
            .group_by(table.c.paper_id)
            .order_by(table.c.paper_id)
            .limit(limit)
        )
        return tuple(Waiting(row[0], int(row[1]), int(row[2])) for row in self._connection.execute(query))

    def counts(self) -> dict[str, int]:
        """How many proposals there are in each state."""
        query = sa.select(table.c.state, sa.func.count()).group_by(table.c.state)
        return {row[0]: int(row[1]) for row in self._connection.execute(query)}


def _row(one: Proposal) -> dict[str, Any]:
    return {
        "state": one.state.value,
        "body": json.dumps(claim_json(one.claim)),
        "why": one.why,
        "faults": json.dumps(list(one.faults)),
        "nearest": one.nearest,
        "version": one.version,
        "sha256": one.sha256,
        "source": one.source.value,
        "model": one.model,
        "prompt": one.prompt,
    }


def _kept(row: Row[Any]) -> KeptProposal:
    proposal = Proposal(
        _claim(row.body),
        ProposalState(row.state),
        row.version,
        row.sha256,
        ProposalSource(row.source),
        row.why,
        tuple(json.loads(row.faults)),
        row.nearest,
        row.model,
        row.prompt,
    )
    return KeptProposal(
        row.id, row.paper_id, proposal, row.made_at, row.decided_at, row.decided_by, row.note, row.claim
    )


def _claim(body: str) -> Claim:
    # Claims are read with every number as text, as from a claims file.
    claim = read_claim(json.loads(body, parse_int=str, parse_float=str), "proposal", [])
    assert claim is not None
    return claim
