"""Processes that ask one endpoint: together never more than it takes, and each its fair part."""

import socket
import subprocess
import sys
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from openrepro.models.endpoint import Endpoint
from openrepro.store.sharing import StoreShare, fair_parts, is_gone, own_name
from openrepro.store.store import Store

ENDPOINT = Endpoint("small", "http://127.0.0.1/v1", "m", in_flight=8, timeout_s=60)


class Moment:
    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def later(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def test_one_alone_has_all_and_gives_half_back_as_its_calls_end(store: Store) -> None:
    moment = Moment()
    one, two = (StoreShare(store, name, moment) for name in ("one", "two"))
    assert one.part(ENDPOINT, 0, 50).slots == 8
    assert two.part(ENDPOINT, 0, 50).slots == 0
    assert one.part(ENDPOINT, 8, 50).slots == 8
    assert one.part(ENDPOINT, 3, 50).slots == 4
    assert two.part(ENDPOINT, 0, 50).slots == 4


def test_who_wants_nothing_gives_its_part_back(store: Store) -> None:
    moment = Moment()
    one, two = (StoreShare(store, name, moment) for name in ("one", "two"))
    one.part(ENDPOINT, 0, 50)
    assert one.part(ENDPOINT, 0, 0).slots == 0
    assert two.part(ENDPOINT, 0, 50).slots == 8


def test_who_is_not_heard_of_loses_its_part_only_after_a_call_may_last(store: Store) -> None:
    moment = Moment()
    one, two = (StoreShare(store, name, moment) for name in ("one", "two"))
    one.part(ENDPOINT, 0, 50)
    moment.later(59)
    assert two.part(ENDPOINT, 0, 50).slots == 0
    moment.later(2)
    assert two.part(ENDPOINT, 0, 50).slots == 8


def test_a_process_of_this_machine_that_was_killed_holds_nothing_up(store: Store) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    gone, here = f"{socket.gethostname()}:{ended.pid}:0", own_name()
    StoreShare(store, gone).part(ENDPOINT, 0, 50)
    assert StoreShare(store, here).part(ENDPOINT, 0, 50).slots == 8
    assert not is_gone(here)
    assert not is_gone(f"elsewhere:{ended.pid}:0")


def test_what_one_is_told_to_wait_all_wait(store: Store) -> None:
    moment = Moment()
    one, two = (StoreShare(store, name, moment) for name in ("one", "two"))
    one.hush(ENDPOINT, 2.5)
    one.hush(ENDPOINT, 1)
    assert two.part(ENDPOINT, 0, 1).quiet_s == 2.5
    moment.later(3)
    assert two.part(ENDPOINT, 0, 1).quiet_s == 0


@given(st.dictionaries(st.text(max_size=3), st.integers(0, 40), min_size=1, max_size=6), st.integers(0, 64))
def test_fair_parts_fill_the_slots_and_nobody_gets_more_while_another_has_less(
    wishes: dict[str, int], slots: int
) -> None:
    parts = fair_parts(wishes, slots)
    assert sum(parts.values()) == min(slots, sum(wishes.values()))
    short = [parts[name] for name in wishes if parts[name] < wishes[name]]
    if short:
        assert max(parts.values()) <= min(short) + 1


def test_where_there_are_fewer_slots_than_processes_they_take_turns() -> None:
    served = {name for turn in range(40) for name, part in fair_parts(dict.fromkeys("abc", 5), 1, turn).items() if part}
    assert served == {"a", "b", "c"}
