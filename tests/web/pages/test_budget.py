"""What models cost, and what is left of their budget, on the pages of statistics and the queue."""

from collections.abc import Generator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from openrepro import clock
from openrepro.board.spending import Spending, Spent
from openrepro.challenge.rules import ReaderKind, Rules
from openrepro.challenge.sections import ModelRules
from openrepro.clock import written
from openrepro.entries.entry import Reason
from openrepro.entries.job import Lane
from openrepro.models.choosing import budget_of
from openrepro.models.endpoint import Asked
from openrepro.store import tables
from openrepro.store.model_calls import Call
from openrepro.web.pages.budget import told_costs
from tests.web.challenge import Served, founded, without_caps

MODEL = ModelRules(reader="tests-1", budget_usd="10", budget_usd_per_day="2.5")


def by_model(rules: Rules) -> Rules:
    return without_caps(replace(rules, judging=replace(rules.judging, reader=ReaderKind.MODEL, model=MODEL)))


@pytest.fixture
def served(tmp_path: Path) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge", change=by_model))
    made.add("ada")
    yield made
    made.installation.close()


def data(served: Served, path: str) -> Any:
    return served.client.get(f"{path}.json").json()["data"]


def called(served: Served, name: str, usd: str, days_ago: int = 0) -> bool:
    """Set aside what a call costs; whether the budget let it through."""
    now = written(clock.now() - timedelta(days=days_ago))
    with served.installation.store.write() as tx:
        call = Call(name, "tests-1", "reader", "demo.c1", Asked(), Decimal(usd))
        return tx.model_calls.open(call, budget_of(MODEL), now)


def test_where_no_model_reads_there_is_no_budget(tmp_path: Path) -> None:
    made = Served(founded(tmp_path / "plain"))
    assert data(made, "/statistics")["budget"] is data(made, "/queue")["budget"] is None
    assert "budget for" not in made.client.get("/queue").text
    made.installation.close()


def test_what_is_left_is_told_in_all_and_of_the_day(served: Served) -> None:
    assert called(served, "a", "1.25", days_ago=3)
    assert called(served, "b", "0.5")
    served.submit("ada", "elm/demo-batch")
    served.judge_all()
    told = data(served, "/statistics")["budget"]
    assert (told["spent_in_all"], told["spent_today"]) == ("1.75", "0.50")
    assert (told["left_in_all"], told["left_today"], told["stopped"]) == ("8.25", "2.00", None)
    assert "8.25" in served.client.get("/statistics").text
    assert "is spent" not in served.client.get("/queue").text


def test_a_day_that_is_spent_is_told_apart_from_a_budget_that_is(served: Served) -> None:
    assert called(served, "a", "2.4")
    assert not called(served, "b", "0.2")
    assert data(served, "/queue")["budget"]["stopped"] == "the next day"
    assert "before the next day" in served.client.get("/queue").text


def test_a_budget_that_is_spent_in_all_waits_for_the_organisers(served: Served) -> None:
    for day in range(1, 5):
        assert called(served, f"d{day}", "2.5", days_ago=day)
    assert not called(served, "b", "0.2")
    assert data(served, "/queue")["budget"]["stopped"] == "it is raised"
    assert "until the organisers raise it" in served.client.get("/queue").text


def test_who_waits_for_the_model_is_counted_by_reason_without_hidden_entries(served: Served) -> None:
    for book in ("elm/demo-batch", "dune/demo-hedge", "cobalt/demo-charlm"):
        served.submit("ada", book)
    assert data(served, "/queue")["for_model"] == []
    away, hidden = {"reason": Reason.MODEL_AWAY.value}, {"hidden": True}
    with served.installation.store.write() as tx:
        tx.connection.execute(update(tables.entries).values(away))
        tx.connection.execute(update(tables.jobs).values(lane=Lane.HELD.value, not_before="2999-01-01T00:00:00Z"))
        last = tx.connection.scalar(select(func.max(tables.entries.c.id)))
        tx.connection.execute(update(tables.entries).where(tables.entries.c.id == last).values(hidden))
    (told,) = data(served, "/queue")["for_model"]
    assert (told["reason"], told["entries"]) == ("model-away", 2)
    page = served.client.get("/queue").text
    assert "Waits for the model" in page
    assert "could not be reached" in page


def costs(spending: Spending, figures: Any) -> dict[str, Any]:
    lines: list[Any] = told_costs(spending, figures)
    return {one["name"]: one for one in lines}


def test_costs_have_denominators_and_none_is_made_up() -> None:
    spending = Spending(9, {"model": Spent(8, 4_000, Decimal("0.02"), 3), "rules": Spent(1)})
    told = costs(spending, {"judged entries": {"value": 4}})
    assert (told["tokens per verdict"]["value"], told["tokens per verdict"]["denominator"]) == ("800", 5)
    assert (told["dollars per verdict"]["value"], told["dollars per verdict"]["denominator"]) == ("0.002500", 8)
    assert (told["dollars per entry"]["value"], told["tokens per entry"]["value"]) == ("0.005000", "1000")
    assert (told["dollars of the challenge"]["value"], told["dollars of the challenge"]["denominator"]) == (
        "0.02",
        None,
    )
    assert all(one["definition"] for one in told.values())


def test_what_cannot_be_divided_is_not_known_and_without_a_model_nothing_cost() -> None:
    spending = Spending(1, {"model": Spent(1, 0, Decimal(0), 1)})
    told = costs(spending, {})
    assert told["tokens per verdict"]["value"] is None
    assert told["dollars per entry"]["value"] is None
    assert told_costs(Spending(1, {"rules": Spent(1)}), {}) == []
