"""Calls of models in the database: what every keeper of replies does, and what only this one does."""

import threading
from decimal import Decimal

import pytest

from openrepro.judging.readers.model.question import Role
from openrepro.models.endpoint import Ability, Endpoint, Structure, Sum
from openrepro.store.responses import StoreAbilities, StoreResponses
from openrepro.store.store import Store
from openrepro.store.together import Together
from tests.models.questions import question
from tests.models.responses_suite import *  # noqa: F403
from tests.models.responses_suite import WHO, A, B, ResponsesAt, kept, usd


@pytest.fixture
def responses_at(store: Store) -> ResponsesAt:
    return lambda budget: StoreResponses(store, lambda: budget)


def test_prices_of_a_token_add_up_exactly(store: Store) -> None:
    responses = StoreResponses(store, Sum)
    for number in range(3):
        name = f"{number:064x}"
        responses.open(name, question(), "small", WHO, usd("1"))
        responses.settle(name, tokens_in=1, cost_usd=Decimal("0.15") / 1_000_000)
    assert responses.spent() == Decimal("0.00000045")


def test_what_a_refused_call_would_have_cost_is_noted_until_there_is_room(store: Store) -> None:
    budget = Sum(in_all=usd("1"), per_day=usd("10"))
    responses = StoreResponses(store, lambda: budget)
    responses.open(A, question(), "small", WHO, usd("0.8"))
    assert not responses.open(B, question(), "small", WHO, usd("0.5"))
    day = "2026-11-30"
    with store.read() as tx:
        spent = tx.model_calls.spent(day)
    assert (spent.refused, spent.room(budget), spent.lets(budget)) == (usd("0.5"), usd("0.2"), False)
    assert spent.lets(Sum(in_all=usd("1.3")))
    assert spent.lets(Sum())
    with store.write() as tx:
        tx.model_calls.allow_again()
        assert tx.model_calls.spent(day).lets(budget)


def test_calls_are_counted_by_endpoint_and_what_became_of_them(store: Store) -> None:
    responses = StoreResponses(store, Sum)
    for name in (A, B):
        responses.open(name, question(role=Role.PROSECUTOR), "small", WHO, usd("0"))
    responses.keep(kept(A))
    with store.read() as tx:
        (small,) = tx.model_calls.by_endpoint()
    assert (small.endpoint, small.answered, small.unanswered, small.open) == ("small", 1, 0, 1)


def test_writes_of_many_threads_share_commits_and_one_that_fails_fails_alone(store: Store) -> None:
    together = Together(store)
    faults: list[Exception] = []

    def write(number: int) -> None:
        def work(tx: object) -> int:
            if number == 5:
                raise ValueError("no")
            return number

        try:
            assert together.write(work) == number
        except ValueError as fault:
            faults.append(fault)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [str(fault) for fault in faults] == ["no"]


def test_what_an_endpoint_can_do_is_remembered_by_address_and_model(store: Store) -> None:
    abilities = StoreAbilities(store)
    endpoint, ability = Endpoint("small", "http://127.0.0.1/v1", "m"), Ability(Structure.OBJECT, context=4096, at="x")
    assert abilities.get(endpoint) is None
    abilities.put(endpoint, ability)
    abilities.put(endpoint, ability)
    assert abilities.get(Endpoint("other name", endpoint.url, "m")) == ability
    assert abilities.get(Endpoint("small", endpoint.url, "another")) is None
