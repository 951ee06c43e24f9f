"""When an endpoint is left alone, and how long is waited between tries."""

from dataclasses import replace

import pytest

from openrepro.judging.readers.model.question import Silence
from openrepro.models.health import FORBIDDEN_AT_FIRST, FORBIDDEN_LATER, Health, Manners

MANNERS = Manners(first_wait_s=1, longest_wait_s=60, give_up_s=120, shut_s=60)


def test_waits_double_within_their_bounds_and_are_spread() -> None:
    assert [MANNERS.back_off(tries, 0.5) for tries in (1, 2, 3, 4)] == [1, 2, 4, 8]
    assert MANNERS.back_off(1, 0.0) == 0.5
    assert MANNERS.back_off(1, 1.0) == 1.5
    assert MANNERS.back_off(50, 0.5) == MANNERS.back_off(10**9, 0.5) == 60


def test_an_endpoint_that_only_fails_for_long_is_left_alone_for_a_while() -> None:
    health = Health(MANNERS)
    assert not any(health.bad(Silence.UNREACHABLE, now) for now in range(0, 120, 10))
    assert health.shut(119) is None
    assert health.bad(Silence.UNREACHABLE, 120)
    assert health.shut(179) is Silence.UNREACHABLE
    assert health.shut(180) is None


def test_one_good_answer_begins_anew() -> None:
    health = Health(MANNERS)
    for now in range(0, 110, 10):
        health.bad(Silence.UNREACHABLE, now)
    health.good()
    assert not health.bad(Silence.UNREACHABLE, 500)
    assert health.shut(500) is None


def test_many_failures_at_once_are_not_yet_an_outage() -> None:
    health = Health(MANNERS)
    assert not any(health.bad(Silence.UNREACHABLE, 1.0) for _ in range(1000))


@pytest.mark.parametrize(("ever", "least"), [(False, FORBIDDEN_AT_FIRST), (True, FORBIDDEN_LATER)])
def test_a_key_that_once_worked_is_doubted_later_than_one_that_never_did(ever: bool, least: int) -> None:
    health = Health(MANNERS)
    if ever:
        health.good()
    shut = [health.bad(Silence.FORBIDDEN, 1.0) for _ in range(least)]
    assert shut == [False] * (least - 1) + [True]


def test_failures_of_another_kind_are_counted_apart() -> None:
    health = Health(replace(MANNERS, give_up_s=0))
    for _ in range(4):
        assert not health.bad(Silence.UNREACHABLE, 1.0)
    assert not health.bad(Silence.FORBIDDEN, 1.0)
    assert not health.bad(Silence.UNREACHABLE, 1.0)
