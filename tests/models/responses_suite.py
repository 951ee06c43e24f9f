"""What every keeper of raw replies must do. A test module imports these, and gives the fixture `responses_at`:
a function that opens the same place anew under a budget, as another process or a later run would."""

import threading
from collections.abc import Callable
from decimal import Decimal

from openrepro.models.endpoint import Asked, Recorded, Responses, Sum
from tests.models.questions import question

ResponsesAt = Callable[[Sum], Responses]

NO_BOUND = Sum()
WHO = Asked("e1", "t1")
A, B, C = "a" * 64, "b" * 64, "c" * 64
AT = "2026-11-30T12:00:00Z"


def usd(text: str) -> Decimal:
    return Decimal(text)


def opened(responses: Responses, request: str, most: str) -> bool:
    return responses.open(request, question(), "small", WHO, usd(most))


def kept(request: str, body: bytes = b'{"choices": []}') -> Recorded:
    return Recorded(request, "small", 200, body, AT)


def test_what_was_never_answered_is_not_there(responses_at: ResponsesAt) -> None:
    assert responses_at(NO_BOUND).get(A) is None


def test_a_reply_comes_back_byte_for_byte_in_a_later_run(responses_at: ResponsesAt) -> None:
    first = responses_at(NO_BOUND)
    body = bytes(range(256)) * 50 + b"\n{}\n\x00"
    assert opened(first, A, "0.1")
    first.keep(kept(A, body))
    assert first.get(A) == kept(A, body)
    assert responses_at(NO_BOUND).get(A) == kept(A, body)
    assert responses_at(NO_BOUND).get(B) is None


def test_an_empty_body_is_kept_too(responses_at: ResponsesAt) -> None:
    responses = responses_at(NO_BOUND)
    opened(responses, A, "0")
    responses.keep(kept(A, b""))
    assert responses.get(A) == kept(A, b"")


def test_a_reply_that_comes_again_takes_the_place_of_the_first(responses_at: ResponsesAt) -> None:
    responses = responses_at(NO_BOUND)
    for body in (b"<html>", b"{}"):
        opened(responses, A, "0")
        responses.keep(kept(A, body))
        responses.settle(A)
    assert responses.get(A) == kept(A, b"{}")


def test_what_is_set_aside_is_spent_until_the_cost_is_known(responses_at: ResponsesAt) -> None:
    responses = responses_at(NO_BOUND)
    opened(responses, A, "0.50")
    assert responses.spent() == usd("0.50")
    responses.settle(A, tokens_in=10, tokens_out=2, cost_usd=usd("0.0125"))
    assert responses.spent() == responses_at(NO_BOUND).spent() == usd("0.0125")


def test_a_call_that_failed_unpaid_costs_nothing_and_may_be_opened_again(responses_at: ResponsesAt) -> None:
    responses = responses_at(Sum(in_all=usd("1")))
    for _ in range(5):
        assert opened(responses, A, "1")
        responses.settle(A)
    assert responses.spent() == 0


def test_what_a_crash_lost_stays_spent_in_the_next_run(responses_at: ResponsesAt) -> None:
    opened(responses_at(NO_BOUND), A, "0.50")
    later = responses_at(NO_BOUND)
    assert later.spent() == usd("0.50")
    opened(later, A, "0.50")
    later.settle(A, cost_usd=usd("0.10"))
    assert later.spent() == responses_at(NO_BOUND).spent() == usd("0.60")


def test_settling_what_is_not_open_changes_nothing(responses_at: ResponsesAt) -> None:
    responses = responses_at(NO_BOUND)
    responses.settle(B, cost_usd=usd("3"))
    opened(responses, A, "1")
    responses.settle(A, cost_usd=usd("0.2"))
    responses.settle(A, cost_usd=usd("0.2"))
    assert responses.spent() == usd("0.2")


def test_the_budget_in_all_is_never_passed(responses_at: ResponsesAt) -> None:
    budget = Sum(in_all=usd("1.00"))
    responses = responses_at(budget)
    assert opened(responses, A, "0.60")
    assert not opened(responses, B, "0.60")
    assert opened(responses, B, "0.40")
    assert not opened(responses_at(budget), C, "0.01")
    responses.settle(A, cost_usd=usd("0.10"))
    assert opened(responses_at(budget), C, "0.50")
    assert responses.spent() == usd("1.00")


def test_the_budget_of_a_day_holds_too(responses_at: ResponsesAt) -> None:
    responses = responses_at(Sum(in_all=usd("10"), per_day=usd("0.5")))
    assert opened(responses, A, "0.5")
    assert not opened(responses, B, "0.1")
    assert opened(responses, C, "0")


def test_calls_that_cost_nothing_go_on_without_any_budget(responses_at: ResponsesAt) -> None:
    responses = responses_at(Sum(in_all=usd("0"), per_day=usd("0")))
    assert opened(responses, A, "0")
    assert not opened(responses, B, "0.000001")


def test_many_threads_and_several_runs_at_once_keep_within_the_budget(responses_at: ResponsesAt) -> None:
    runs = [responses_at(Sum(in_all=usd("1.00"))) for _ in range(2)]
    allowed: list[str] = []

    def open_some(run: Responses, first: int) -> None:
        for number in range(first, first + 20):
            name = f"{number:064x}"
            if opened(run, name, "0.04"):
                allowed.append(name)
                run.keep(kept(name, name.encode()))
                run.settle(name, cost_usd=usd("0.04"))

    threads = [threading.Thread(target=open_some, args=(runs[number % 2], number * 100)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(allowed) == 25
    assert runs[0].spent() == runs[1].spent() == usd("1.00")
    assert all(runs[0].get(name) == kept(name, name.encode()) for name in allowed)
