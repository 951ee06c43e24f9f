"""What may want an operator's attention, each counted up to a bound, so that looking always costs little."""

from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from openrepro.entries.entry import State
from openrepro.store.tables import entries, webhooks

COUNTED: Final = 1_000


class Attention(NamedTuple):
    """How many entries were not judged, rejected or are hidden, and how many webhooks are switched off or failing.
    Counting ends at 1,000."""

    not_judged: int
    rejected: int
    hidden: int
    webhooks_off: int
    webhooks_failing: int


def attention(connection: Connection) -> Attention:
    """What may want attention now; five small reads."""
    found = (
        sa.select(entries.c.seq).where(entries.c.state == State.NOT_JUDGED),
        sa.select(entries.c.seq).where(entries.c.state == State.REJECTED),
        sa.select(entries.c.seq).where(entries.c.state.in_(tuple(State)), entries.c.hidden == sa.literal(True)),
        sa.select(webhooks.c.id).where(sa.not_(webhooks.c.active)),
        sa.select(webhooks.c.id).where(webhooks.c.active, webhooks.c.failing_since != ""),
    )
    return Attention(*(_counted(connection, query) for query in found))


def _counted(connection: Connection, query: "sa.Select[tuple[object]]") -> int:
    some = query.limit(COUNTED).subquery()
    return int(connection.scalar(sa.select(sa.func.count()).select_from(some)) or 0)
