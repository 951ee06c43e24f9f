"""Which verdicts are open for another look, as pages tell it."""

from collections.abc import Sequence

from openrepro.ids import Json
from openrepro.store.looks import Look
from openrepro.store.store import Transaction


def told_look(look: Look | None) -> dict[str, Json] | None:
    """Why a verdict is open for another look, and since when; None where it is not."""
    return None if look is None else {"why": [why.value for why in look.why], "since": look.created_at}


def told_open(tx: Transaction, verdicts: Sequence[str]) -> dict[str, dict[str, Json] | None]:
    """The same for several verdicts (at most 500), by one query."""
    found = tx.looks.open_at(verdicts)
    return {name: told_look(found.get(name)) for name in verdicts}


def told_open_of(tx: Transaction, entry: str, limit: int) -> list[Json]:
    """The verdicts of an entry that are open for another look, by claim."""
    return [
        {"claim": look.claim, "verdict": look.verdict, **(told_look(look) or {})}
        for look in tx.looks.open_of(entry, limit=limit)
    ]
