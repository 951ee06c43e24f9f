"""The pace of an endpoint, with a clock that goes on only as it is told to."""

import threading

from openrepro.models.endpoint import Endpoint
from openrepro.models.pacing import RENEWED_S, Alone, Gate, Pace, Part, Turn


class Clock:
    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


class Shared:
    """A share that gives what it is told to, and remembers what it was asked and told."""

    def __init__(self, part: Part) -> None:
        self.given = part
        self.asked: list[tuple[int, int]] = []
        self.hushed: list[float] = []

    def part(self, endpoint: Endpoint, holding: int, wanted: int) -> Part:
        self.asked.append((holding, wanted))
        return self.given

    def hush(self, endpoint: Endpoint, seconds: float) -> None:
        self.hushed.append(seconds)


def endpoint(in_flight: int = 4) -> Endpoint:
    return Endpoint("small", "http://127.0.0.1:1/v1", "small-7b", in_flight=in_flight)


class WouldWaitError(Exception):
    """Nothing may go now."""


class Impatient(Gate[int]):
    """A gate that says so where another would wait."""

    def _pause(self) -> float | None:
        raise WouldWaitError


def taken(gate: Gate[int]) -> Turn[int] | None:
    try:
        return gate.take()
    except WouldWaitError:
        return None


def gate(in_flight: int = 4, count: int = 100, share: Shared | None = None) -> tuple[Gate[int], Clock]:
    clock = Clock()
    made = Impatient(endpoint(in_flight), share or Alone(), clock)
    for number in range(count):
        made.add("team", number)
    return made, clock


def all_free(gate: Gate[int]) -> list[Turn[int]]:
    turns = []
    while (turn := taken(gate)) is not None:
        turns.append(turn)
    return turns


def test_it_halves_once_for_a_round_of_refusals_and_grows_by_one_for_a_round_of_successes() -> None:
    pace = Pace(16)
    for _ in range(16):
        pace.crowded(begun=0.0, now=1.0)
    assert pace.slots == 8
    pace.crowded(begun=1.0, now=2.0)
    assert pace.slots == 4
    for _ in range(5):
        pace.good()
    assert pace.slots == 5
    for _ in range(10_000):
        pace.good()
    assert pace.slots == 16


def test_it_never_falls_below_one() -> None:
    pace = Pace(2)
    for now in range(10):
        pace.crowded(begun=now, now=now)
    assert pace.slots == 1


def test_no_more_go_than_there_are_slots() -> None:
    crowd, _ = gate(in_flight=4)
    turns = all_free(crowd)
    assert len(turns) == crowd.in_flight == 4
    crowd.leave(turns[0], good=True)
    assert len(all_free(crowd)) == 1


def test_a_crowded_endpoint_is_asked_half_as_much() -> None:
    crowd, clock = gate(in_flight=8)
    turns = all_free(crowd)
    clock.at += 1
    for turn in turns:
        crowd.leave(turn, crowded=True)
    assert len(all_free(crowd)) == 4


def test_when_it_asks_us_to_wait_nobody_begins_before() -> None:
    share = Shared(Part(8))
    crowd, clock = gate(in_flight=8, share=share)
    turn = taken(crowd)
    assert turn is not None
    crowd.leave(turn, crowded=True, quiet_s=30.0)
    assert share.hushed == [30.0]
    clock.at += 29.9
    assert all_free(crowd) == []
    clock.at += 0.2
    assert all_free(crowd) != []


def test_several_processes_keep_to_their_parts() -> None:
    share = Shared(Part(3))
    crowd, clock = gate(in_flight=8, share=share)
    turns = all_free(crowd)
    assert len(turns) == 3
    assert share.asked == [(0, 100)]
    share.given = Part(1)
    clock.at += RENEWED_S
    assert all_free(crowd) == []
    assert share.asked[-1] == (3, 100)
    for turn in turns:
        crowd.leave(turn, good=True)
    assert len(all_free(crowd)) == 1


def test_quiet_that_another_process_was_asked_for_holds_here_too() -> None:
    share = Shared(Part(8, quiet_s=10.0))
    crowd, clock = gate(share=share)
    assert all_free(crowd) == []
    share.given = Part(8)
    clock.at += 10.0
    assert len(all_free(crowd)) == 4


def test_who_wants_more_than_it_asked_for_asks_at_once() -> None:
    share = Shared(Part(1))
    made, _ = gate(count=1, share=share)
    assert len(all_free(made)) == 1
    share.given = Part(3)
    for number in range(1, 4):
        made.add("team", number)
    assert len(all_free(made)) == 2
    assert share.asked == [(0, 1), (1, 4)]


def test_a_part_that_is_not_used_is_given_back() -> None:
    share = Shared(Part(8))
    crowd, _ = gate(count=1, share=share)
    [turn] = all_free(crowd)
    crowd.leave(turn, good=True)
    assert share.asked[-1] == (0, 0)


def test_a_share_that_fails_is_no_part_for_now() -> None:
    class Broken(Shared):
        def part(self, endpoint: Endpoint, holding: int, wanted: int) -> Part:
            raise ConnectionError("no database")

    crowd, _ = gate(share=Broken(Part(8)))
    assert all_free(crowd) == []


def test_teams_take_turns_at_the_gate() -> None:
    crowd, _ = gate(in_flight=3)
    crowd.add("other", -1)
    assert [turn.item for turn in all_free(crowd)] == [0, -1, 1]


def test_what_waits_is_let_through_as_slots_come_free_and_nothing_after_the_end() -> None:
    crowd: Gate[int] = Gate(endpoint(2), Alone())
    seen: list[int] = []
    lock = threading.Lock()
    most = [0]

    def work() -> None:
        while (turn := crowd.take()) is not None:
            with lock:
                seen.append(turn.item)
                most[0] = max(most[0], crowd.in_flight)
            crowd.leave(turn, good=True)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for number in range(200):
        crowd.add(f"t{number % 7}", number, wait_s=0.01 if number % 50 == 0 else 0)
    while len(seen) < 200:
        threading.Event().wait(0.005)
    crowd.close()
    for thread in threads:
        thread.join(5)
    assert sorted(seen) == list(range(200))
    assert most[0] <= 2
    assert not crowd.add("t", 1)
    assert crowd.take() is None
