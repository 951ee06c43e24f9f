"""Watching an entry: each step once, longer pauses, and an end whatever the server does."""

from typing import Any, cast

import pytest

from openrepro.agents.server import Server, ServerError
from openrepro.agents.standing import LONGEST_WAIT_S, PATIENCE_S, watched


class Scripted:
    """A server that says one thing after the other, and the last one for ever."""

    def __init__(self, *told: Any) -> None:
        self.told = list(told)
        self.slept: list[float] = []

    def get(self, *_path: str) -> Any:
        said = self.told.pop(0) if len(self.told) > 1 else self.told[0]
        if isinstance(said, ServerError):
            raise said
        return said

    def watch(self, seconds: float = 0) -> list[str]:
        steps = watched(cast(Server, self), "e_1", sleep=self.slept.append, until_s=seconds)
        return [str(one["state"]) for one in steps]


def state(name: str, ahead: int | None = None) -> Any:
    return {"state": name, "place": None if ahead is None else {"ahead": ahead}, "revision": "r"}


def down(status: int = 503, wait_s: float = 0.0) -> ServerError:
    return ServerError("no", status=status, wait_s=wait_s)


def test_each_step_is_told_once_and_the_end_ends_it() -> None:
    server = Scripted(state("queued", 3), state("queued", 3), state("queued", 1), state("judging"), state("judged"))
    assert server.watch() == ["queued", "queued", "judging", "judged"]


def test_pauses_grow_to_a_minute_while_nothing_changes() -> None:
    server = Scripted(*[state("queued", 3)] * 30, state("judged"))
    server.watch()
    assert server.slept[:2] == [2.0, 3.0]
    assert max(server.slept) == server.slept[-1] == LONGEST_WAIT_S


def test_a_server_that_is_away_for_a_while_is_borne_with_and_its_wish_heeded() -> None:
    server = Scripted(down(), down(429, 40.0), state("judged"))
    assert server.watch() == ["judged"]
    assert server.slept[1] == 40.0


def test_one_that_stays_away_or_refuses_is_not() -> None:
    server = Scripted(down())
    with pytest.raises(ServerError):
        server.watch()
    assert sum(server.slept) <= PATIENCE_S
    with pytest.raises(ServerError):
        Scripted(down(404)).watch()


@pytest.mark.parametrize("said", [state("queued", 3), down()])
def test_it_waits_no_longer_than_it_was_told_to(said: Any) -> None:
    server = Scripted(said)
    if isinstance(said, ServerError):
        with pytest.raises(ServerError):
            server.watch(20)
    else:
        assert server.watch(20) == ["queued"]
    assert 20 <= sum(server.slept) < 20 + LONGEST_WAIT_S
