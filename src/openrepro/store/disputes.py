"""The store of disputes about claims; none is ever removed."""

from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from openrepro.claims.disputes import Dispute, DisputeState, Evidence, Ground
from openrepro.ids import Json
from openrepro.store.statements import alone, text_of, value_of
from openrepro.store.tables import claim_disputes as table


class KeptDispute(NamedTuple):
    """A dispute, and what code found of its quote in the paper's text when it was raised."""

    dispute: Dispute
    anchor: dict[str, Json]


class SqlDisputes:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def hold(self) -> None:
        """Let no other transaction raise or decide disputes until this one ends."""
        alone(self._connection, "disputes")

    def add(self, dispute: Dispute, anchor: dict[str, Json]) -> Dispute:
        """Keep a new dispute; gives it with its number."""
        row = {**_row(dispute), "anchor": text_of(anchor)}
        number = self._connection.scalar(sa.insert(table).values(row).returning(table.c.id))
        found = self.get(int(number or 0))
        assert found is not None
        return found.dispute

    def save(self, dispute: Dispute) -> None:
        """Keep what became of a dispute."""
        self._connection.execute(sa.update(table).where(table.c.id == dispute.id).values(_row(dispute)))

    def get(self, number: int) -> KeptDispute | None:
        row = self._connection.execute(sa.select(table).where(table.c.id == number)).first()
        return None if row is None else _kept(row)

    def page(
        self, *, claim: str = "", paper: str = "", state: DisputeState | None = None, before: int = 0, limit: int = 50
    ) -> tuple[KeptDispute, ...]:
        """Disputes, newest first; `before` is the number of the last one already seen."""
        wanted = [
            *([table.c.claim == claim] if claim else []),
            *([table.c.paper_id == paper] if paper else []),
            *([table.c.state == state.value] if state else []),
            *([table.c.id < before] if before else []),
        ]
        rows = self._connection.execute(sa.select(table).where(*wanted).order_by(table.c.id.desc()).limit(limit))
        return tuple(map(_kept, rows))

    def open_of(self, account: str) -> int:
        """How many disputes of an account are open."""
        mine = table.c.account_id == account, table.c.state == DisputeState.OPEN.value
        return self._connection.scalar(sa.select(sa.func.count()).select_from(table).where(*mine)) or 0

    def raised_since(self, account: str, since: str) -> int:
        """How many disputes an account has raised since an instant."""
        mine = table.c.account_id == account, table.c.created_at >= since
        return self._connection.scalar(sa.select(sa.func.count()).select_from(table).where(*mine)) or 0


def _row(dispute: Dispute) -> dict[str, Any]:
    return {
        "paper_id": dispute.paper,
        "claim": dispute.claim,
        "version": dispute.version,
        "account_id": dispute.by,
        "state": dispute.state.value,
        "ground": dispute.ground.value,
        "why": dispute.why,
        "page": dispute.evidence.page,
        "quote": dispute.evidence.quote,
        "text_version": dispute.evidence.text_version,
        "created_at": dispute.created_at,
        "decided_at": dispute.decided_at,
        "decided_by": dispute.decided_by,
        "decision": dispute.decision,
        "new_version": dispute.new_version,
    }


def _kept(row: Row[Any]) -> KeptDispute:
    dispute = Dispute(
        id=row.id,
        paper=row.paper_id,
        claim=row.claim,
        version=row.version,
        by=row.account_id,
        ground=Ground(row.ground),
        why=row.why,
        evidence=Evidence(row.page, row.quote, row.text_version),
        created_at=row.created_at,
        state=DisputeState(row.state),
        decided_at=row.decided_at,
        decided_by=row.decided_by,
        decision=row.decision,
        new_version=row.new_version,
    )
    return KeptDispute(dispute, value_of(row.anchor))
