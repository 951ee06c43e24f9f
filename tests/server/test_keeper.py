"""The keeper: chores run, rest, fail and recover, and two processes do not do one at once."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest

from openrepro.errors import OpenReproError
from openrepro.server.keeper import Chore, Keeper, rest_of
from openrepro.store.store import Store

NOW = datetime(2026, 7, 20, 12, tzinfo=UTC)


def eventually(happened: Callable[[], bool]) -> bool:
    until = time.monotonic() + 5
    while not happened() and time.monotonic() < until:
        time.sleep(0.005)
    return happened()


def test_a_chore_runs_again_and_again_until_the_keeper_stops(store: Store) -> None:
    runs: list[datetime] = []
    keeper = Keeper(store, [Chore("count", 0.01, lambda now, stop: runs.append(now) or "")], now=lambda: NOW)
    keeper.start()
    assert eventually(lambda: len(runs) > 2)
    keeper.stop()
    ended = len(runs)
    time.sleep(0.05)
    assert len(runs) == ended
    assert keeper.conditions[0].last_at == "2026-07-20T12:00:00Z"


def test_a_chore_that_fails_is_told_once_and_tried_again(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    runs: list[int] = []

    def fails_twice(_now: datetime, _stop: Event) -> str:
        runs.append(1)
        if len(runs) <= 2:
            raise OpenReproError("The Hub is away.")
        return ""

    keeper = Keeper(store, [Chore("hub", 0.01, fails_twice)], now=lambda: NOW)
    condition = keeper.conditions[0]
    for _ in range(2):
        with pytest.raises(OpenReproError) as told:
            keeper._once(Chore("hub", 0.01, fails_twice), condition)
        keeper._failed(condition, told.value)
    assert (condition.fault, condition.failures) == ("The Hub is away.", 2)
    assert [record.getMessage() for record in caplog.records] == ["hub failed: The Hub is away."]
    keeper._once(Chore("hub", 0.01, fails_twice), condition)
    assert (condition.fault, condition.failures) == ("", 0)


def test_one_chore_that_hangs_or_fails_holds_up_no_other(store: Store) -> None:
    runs: list[int] = []

    def hangs(_now: datetime, stop: Event) -> str:
        stop.wait(30)
        return ""

    def breaks(_now: datetime, _stop: Event) -> str:
        raise ValueError("a mistake")

    chores = [Chore("a", 0.01, hangs), Chore("b", 0.01, breaks), Chore("c", 0.01, lambda *_: runs.append(1) or "")]
    keeper = Keeper(store, chores)
    keeper.start()
    assert eventually(lambda: len(runs) > 2)
    assert eventually(lambda: keeper.conditions[1].fault == "ValueError: a mistake")
    began = time.monotonic()
    keeper.stop()
    assert time.monotonic() - began < 5


def test_two_processes_do_not_do_one_chore_at_once(store: Store) -> None:
    entered, leave = Event(), Event()

    def waits(_now: datetime, _stop: Event) -> str:
        entered.set()
        leave.wait(5)
        return ""

    runs: list[int] = []
    one = Keeper(store, [Chore("board", 60, waits)])
    two = Keeper(store, [Chore("board", 0.01, lambda *_: runs.append(1) or "")])
    one.start()
    assert entered.wait(5)
    two.start()
    time.sleep(0.1)
    assert runs == []
    leave.set()
    assert eventually(lambda: len(runs) > 0)
    one.stop()
    two.stop()


def test_what_is_not_due_takes_no_turn(store: Store) -> None:
    keeper = Keeper(store, [])
    chore = Chore("board", 60, lambda *_: pytest.fail("it ran"), due=lambda _now: False)
    keeper._once(chore, Keeper(store, [chore]).conditions[0])
    with store.write() as tx:
        assert tx.operator.take_turn("board", "another", now=NOW, until=NOW + timedelta(minutes=1))


@pytest.mark.parametrize(
    ("took", "failures", "rests"), [(0.1, 0, 5), (2, 0, 20), (500, 0, 600), (0, 1, 10), (0, 3, 40), (0, 50, 600)]
)
def test_a_chore_rests_longer_when_it_is_slow_or_fails(took: float, failures: int, rests: float) -> None:
    assert rest_of(Chore("any", 5, lambda *_: ""), took, failures) == rests


def test_a_long_chore_keeps_its_turn_and_a_dead_process_does_not(store: Store) -> None:
    later = [NOW]
    one = Keeper(store, [], now=lambda: later[0])
    two = Keeper(store, [], now=lambda: later[0])
    chore = Chore("board", 60, lambda *_: "")
    assert one._turn(chore, later[0])
    later[0] += timedelta(seconds=45)
    one.renew()
    later[0] += timedelta(seconds=45)
    assert not two._turn(chore, later[0])
    later[0] += timedelta(seconds=61)
    assert two._turn(chore, later[0])
