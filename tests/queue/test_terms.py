"""Pauses between attempts, and instants as text."""

from datetime import UTC, datetime

from openrepro.queue.terms import USUAL, Terms, text


def test_the_pauses_grow_and_the_last_one_stays() -> None:
    assert [USUAL.pause(attempts) for attempts in (1, 2, 3, 4, 5, 9)] == [5, 30, 120, 600, 600, 600]
    assert Terms(pauses=(7,)).pause(3) == 7


def test_a_worker_says_several_times_within_a_lease_that_it_lives() -> None:
    assert 3 * USUAL.beat < USUAL.lease
    assert USUAL.sweep < USUAL.lease


def test_instants_sort_as_text_in_seconds_and_in_fractions() -> None:
    whole = datetime(2026, 7, 20, 12, 0, 59, tzinfo=UTC)
    assert [text(whole), text(whole, 2), text(whole, 0.5)] == [
        "2026-07-20T12:00:59Z",
        "2026-07-20T12:01:01Z",
        "2026-07-20T12:00:59Z",
    ]
    fine = whole.replace(microsecond=250_000)
    assert [text(fine), text(fine, 0.5), text(fine, 0.75)] == [
        "2026-07-20T12:00:59.250Z",
        "2026-07-20T12:00:59.750Z",
        "2026-07-20T12:01:00.000Z",
    ]
