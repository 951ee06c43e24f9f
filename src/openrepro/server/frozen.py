"""What a frozen record still allows of claims: nothing."""

from openrepro.errors import OpenReproError
from openrepro.store import backlog
from openrepro.store.store import Transaction


def check_not_frozen(tx: Transaction) -> None:
    """Raise OpenReproError once the record is frozen: no claim changes then, and none is disputed."""
    if backlog.frozen_at(tx.connection):
        raise OpenReproError("The challenge is frozen, so its claims stay as they are.")
