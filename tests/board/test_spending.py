"""What judging cost, by kind of reader."""

from dataclasses import replace
from decimal import Decimal

from openrepro.board.spending import Spending, spending_of
from openrepro.ids import Json
from tests.board.ballots import verdict


def record(reader: str, tokens: int, cost: str) -> dict[str, Json]:
    return replace(verdict(reader=reader), tokens=tokens, cost=cost).as_json()


def test_tokens_and_dollars_add_up_by_reader() -> None:
    made = Spending().grown(3, [record("model", 10, "0.001"), record("model", 5, "0.1"), record("rules", 0, "0")])
    assert made.readers["model"] == (2, 15, Decimal("0.101"), 0)
    assert made.readers["rules"] == (1, 0, Decimal(0), 0)


def test_sums_are_carried_forward_exactly() -> None:
    records = [record("model", at, "0.1") for at in range(10)]
    half = Spending().grown(5, records[:5])
    assert spending_of(half.as_json()).grown(10, records[5:]) == Spending().grown(10, records)


def test_what_a_model_does_not_state_is_counted_and_not_taken_for_nothing() -> None:
    assert Spending().grown(1, [record("model", 0, "0")]).readers["model"].unstated == 1
    assert Spending().grown(1, [record("rules", 0, "0")]).readers["rules"].unstated == 0


def test_what_is_no_amount_adds_nothing() -> None:
    for cost in ("NaN", "Infinity", "much", "1e999999"):
        assert Spending().grown(1, [record("model", 1, "1") | {"cost": cost}]).readers["model"].dollars == 0
