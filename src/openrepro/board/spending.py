"""What judging cost: tokens and dollars stated by verdict records, added up by kind of reader."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NamedTuple

from openrepro.ids import Json

MODEL: Final = "model"


class Spent(NamedTuple):
    """Verdicts of one kind of reader, and what they state; `unstated` are those of a model that state no tokens."""

    verdicts: int = 0
    tokens: int = 0
    dollars: Decimal = Decimal(0)
    unstated: int = 0


@dataclass(frozen=True, slots=True)
class Spending:
    """The sums over the first `leaves` of a ledger, by reader: what was judged anew is in them as well."""

    leaves: int = 0
    readers: Mapping[str, Spent] = field(default_factory=dict)

    def grown(self, leaves: int, verdicts: Iterable[Mapping[str, Any]]) -> "Spending":
        """The sums with the verdict records (as JSON) up to the leaf number `leaves`."""
        held = dict(self.readers)
        for verdict in verdicts:
            reader, tokens = str(verdict["judge"]["reader"]), int(verdict["tokens"])
            spent = held.get(reader, Spent())
            held[reader] = Spent(
                spent.verdicts + 1,
                spent.tokens + tokens,
                spent.dollars + _dollars(verdict["cost"]),
                spent.unstated + (reader == MODEL and not tokens),
            )
        return Spending(leaves, held)

    def as_json(self) -> dict[str, Json]:
        readers: list[Json] = [
            {"reader": reader, **spent._asdict(), "dollars": f"{spent.dollars:f}"}
            for reader, spent in sorted(self.readers.items())
        ]
        return {"leaves": self.leaves, "readers": readers}


def spending_of(value: Mapping[str, Any]) -> Spending:
    """The sums that `as_json` gave."""
    readers = {
        one["reader"]: Spent(one["verdicts"], one["tokens"], Decimal(one["dollars"]), one["unstated"])
        for one in value["readers"]
    }
    return Spending(value["leaves"], readers)


def _dollars(text: object) -> Decimal:
    """An amount as a record states it; what is no finite amount adds nothing."""
    try:
        found = Decimal(str(text))
    except InvalidOperation:
        return Decimal(0)
    return found if found.is_finite() and abs(found.adjusted()) < 30 else Decimal(0)
