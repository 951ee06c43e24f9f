"""The store of shares: which process has which part of the calls that one endpoint takes at once."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from openrepro.store.statements import alone, upsert
from openrepro.store.tables import model_shares

EVERYBODY: Final = ""


class Holding(NamedTuple):
    """What a process has of an endpoint: calls at once, and how many it would like."""

    slots: int
    wanted: int


class SqlModelShares:
    """All of it inside one open transaction. Endpoints are named as `models.abilities.place_of` does."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def hold(self, endpoint: str) -> None:
        """Let no other writing transaction share this endpoint out until this one ends."""
        alone(self._connection, f"model-share {endpoint}")

    def of(self, endpoint: str) -> Mapping[str, Holding]:
        """Who has which part of an endpoint."""
        query = sa.select(model_shares).where(model_shares.c.endpoint == endpoint, model_shares.c.worker != EVERYBODY)
        rows = self._connection.execute(query.order_by(model_shares.c.worker))
        return {row.worker: Holding(row.slots, row.wanted) for row in rows}

    def drop_silent(self, endpoint: str, since: str) -> None:
        """Forget the parts of those who were not heard of since an instant."""
        silent = (model_shares.c.endpoint == endpoint, model_shares.c.seen_at < since)
        self._connection.execute(sa.delete(model_shares).where(*silent, model_shares.c.worker != EVERYBODY))

    def put(self, endpoint: str, worker: str, held: Holding, now: str) -> None:
        """Note the part of a process; none at all when it wants none and has none."""
        if not held.slots and not held.wanted:
            mine = (model_shares.c.endpoint == endpoint, model_shares.c.worker == worker)
            self._connection.execute(sa.delete(model_shares).where(*mine))
            return
        row = {"endpoint": endpoint, "worker": worker, "seen_at": now, **held._asdict()}
        upsert(self._connection, model_shares, [row])

    def quiet_until(self, endpoint: str) -> str:
        """The instant before which nobody may begin a call; empty when there is none."""
        mine = (model_shares.c.endpoint == endpoint, model_shares.c.worker == EVERYBODY)
        return self._connection.scalar(sa.select(model_shares.c.quiet_until).where(*mine)) or ""

    def hush(self, endpoint: str, until: str) -> None:
        """Let nobody begin a call before an instant, or a later one that was said already."""
        later = max(until, self.quiet_until(endpoint))
        upsert(self._connection, model_shares, [{"endpoint": endpoint, "worker": EVERYBODY, "quiet_until": later}])
