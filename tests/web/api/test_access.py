"""Turns are few and are given to those who may use them."""

from dataclasses import replace

import anyio
import pytest

from openrepro.web.api.access import turn
from openrepro.web.faults import ApiError
from tests.web.api.test_every_route import assert_failure
from tests.web.challenge import Served


def test_a_turn_is_waited_for_and_given_back() -> None:
    order: list[str] = []

    async def work(of: anyio.Semaphore, name: str) -> None:
        async with turn(of, 5):
            order.append(name)
            await anyio.sleep(0.01)
            order.append(name)

    async def all_work() -> None:
        few = anyio.Semaphore(1)
        async with anyio.create_task_group() as group:
            for name in "abc":
                group.start_soon(work, few, name)

    anyio.run(all_work)
    assert sorted(order[::2]) == ["a", "b", "c"]
    assert order[::2] == order[1::2]


def test_who_gets_no_turn_in_time_is_asked_to_come_back() -> None:
    async def wait() -> None:
        few = anyio.Semaphore(1)
        async with turn(few, 1), turn(few, 0.01):
            pass

    with pytest.raises(ApiError) as told:
        anyio.run(wait)
    assert (told.value.status_code, told.value.headers) == (503, {"Retry-After": "5"})


def test_who_is_not_signed_in_waits_for_no_turn(served: Served) -> None:
    held = served.app.state.desk
    served.app.state.desk = replace(held, writers=anyio.Semaphore(0), limits=replace(held.limits, wait_to_write=0.01))
    wish = {"url": "https://93.184.216.34/"}
    try:
        assert_failure(served.client.post("/api/v1/webhooks", json=wish), 401, "not-signed-in")
        assert_failure(served.as_("ada").post("/api/v1/webhooks", json=wish), 503, "unavailable")
        assert served.as_("ada").get("/api/v1/webhooks").status_code == 200
    finally:
        served.app.state.desk = held
