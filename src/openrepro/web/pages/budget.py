"""What models cost in this challenge: the budget and what is left of it, and what a verdict and an entry cost."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from openrepro.board.spending import MODEL, Spending
from openrepro.challenge.rules import ReaderKind
from openrepro.ids import Json
from openrepro.models.choosing import budget_of
from openrepro.models.endpoint import Sum
from openrepro.store import model_calls
from openrepro.web.pages.page import Visit

CENT: Final = Decimal("0.01")
FINE: Final = Decimal("0.000001")


def told_budget(visit: Visit) -> dict[str, Json] | None:
    """The budget for models with what is spent and set aside; None where no model reads and none was ever asked.

    `stopped` is None while models are asked, else until when they are not: `the next day` (UTC) or `it is raised`.
    """
    spent = visit.tx.model_calls.spent(visit.now[:10])
    judging = visit.around.rules.judging
    if judging.reader is not ReaderKind.MODEL and not spent.in_all:
        return None
    budget = budget_of(judging.model)
    return {
        "in_all": _usd(budget.in_all),
        "per_day": _usd(budget.per_day),
        "spent_in_all": _usd(spent.in_all),
        "spent_today": _usd(spent.on_day),
        "left_in_all": _left(budget.in_all, spent.in_all),
        "left_today": _usd(spent.room(budget)),
        "at_work": judging.reader is ReaderKind.MODEL,
        "stopped": _stopped(spent, budget),
        "refused_at": spent.refused_at or None,
    }


def _stopped(spent: model_calls.Spent, budget: Sum) -> str | None:
    if spent.lets(budget):
        return None
    whole = Sum(budget.in_all)
    return "the next day" if spent.lets(whole) else "it is raised"


def _left(most: Decimal | None, spent: Decimal) -> str | None:
    return None if most is None else _usd(max(most - spent, Decimal(0)))


def _usd(amount: Decimal | None) -> str | None:
    """An amount with two places, and with as many as it takes where it is less than a cent."""
    if amount is None:
        return None
    return f"{amount.quantize(CENT if amount >= CENT or not amount else FINE):f}"


def told_costs(spending: Spending, figures: Mapping[str, Mapping[str, Json]]) -> list[Json]:
    """What reading by models cost, each figure with its denominator and definition; none where no model read.

    A value is None where its denominator is 0 or not known.
    """
    spent = spending.readers.get(MODEL)
    if spent is None:
        return []
    entries = _count(figures, "judged entries")
    stated = spent.verdicts - spent.unstated
    return [
        _cost("tokens per verdict", _per(spent.tokens, stated), stated, "verdict records", _TOKENS),
        _cost("dollars per verdict", _per(spent.dollars, spent.verdicts), spent.verdicts, "verdict records", _VERDICT),
        _cost("tokens per entry", _per(spent.tokens, entries), entries, "judged entries", _ENTRY),
        _cost("dollars per entry", _per(spent.dollars, entries), entries, "judged entries", _ENTRY),
        _cost("tokens of the challenge", str(spent.tokens), None, "", _ALL),
        _cost("dollars of the challenge", f"{spent.dollars:f}", None, "", _ALL),
    ]


_TOKENS: Final = (
    "tokens in and out of all looks, as the endpoint reports them, over the verdict records by a model that state any"
)
_VERDICT: Final = "US dollars by the prices of the rule file, over all verdict records by a model; a price of 0 costs 0"
_ENTRY: Final = "the sum over all verdict records by a model, those judged anew among them, over the judged entries"
_ALL: Final = (
    "the sum over all verdict records by a model; calls whose verdict was never recorded are only in the budget"
)


def _cost(name: str, value: str | None, whole: int | None, of: str, definition: str) -> Json:
    return {"name": name, "value": value, "denominator": whole, "of": of, "definition": definition}


def _per(amount: Decimal | int, many: int | None) -> str | None:
    """A mean: of tokens whole, of dollars to a millionth."""
    if not many:
        return None
    mean = Decimal(amount) / many
    return f"{mean.quantize(FINE if isinstance(amount, Decimal) else Decimal(1)):f}"


def _count(figures: Mapping[str, Mapping[str, Json]], name: str) -> int | None:
    found = figures.get(name, {}).get("value")
    return found if isinstance(found, int) else None
