"""Buckets of permissions fill steadily and never over."""

from openrepro.web.rates import Buckets, Rate


def test_a_burst_and_then_the_steady_rate() -> None:
    buckets = Buckets(Rate(2, 3))
    assert [buckets.take("ada", 0).granted for _ in range(4)] == [True, True, True, False]
    assert buckets.take("ada", 0.4).granted is False
    assert buckets.take("ada", 1.0).granted
    assert buckets.take("ada", 1000).remaining == 2


def test_it_is_told_how_long_to_wait() -> None:
    buckets = Buckets(Rate(0.1, 1))
    assert buckets.take("ada", 0) == (True, 1, 0, 10)
    refused = buckets.take("ada", 5)
    assert (refused.granted, refused.seconds) == (False, 5)


def test_callers_do_not_share() -> None:
    buckets = Buckets(Rate(1, 1))
    assert buckets.take("ada", 0).granted
    assert buckets.take("eve", 0).granted
    assert not buckets.take("ada", 0).granted


def test_only_so_many_callers_are_remembered() -> None:
    buckets = Buckets(Rate(1, 1), most=2)
    for caller in ("ada", "bob", "eve"):
        buckets.take(caller, 0)
    assert not buckets.take("eve", 0).granted
    assert buckets.take("ada", 0).granted


def test_a_rate_of_nothing_is_no_limit() -> None:
    buckets = Buckets(Rate(0, 1))
    assert all(buckets.take("ada", 0).granted for _ in range(1000))
