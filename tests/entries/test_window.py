"""Instants and the window."""

from dataclasses import replace
from datetime import UTC, datetime

from openrepro.challenge.rules import Late, Rules, Window
from openrepro.entries.window import Terms, clock_face, day_of, hours_after, next_day

RULES = Rules(window=Window(datetime(2026, 7, 15, 15, 30, tzinfo=UTC), datetime(2026, 8, 3, 11, 59, 59, tzinfo=UTC)))


def test_the_first_and_the_last_instant_are_inside() -> None:
    assert Terms(RULES, "2026-07-15T15:29:59Z").early
    assert not Terms(RULES, "2026-07-15T15:30:00Z").early
    assert not Terms(RULES, "2026-08-03T11:59:59Z").closed
    assert Terms(RULES, "2026-08-03T12:00:00Z").closed


def test_late_entries_are_listed_or_not_as_the_rules_say() -> None:
    assert Terms(RULES, "2026-08-04T00:00:00Z").lists_late
    refusing = replace(RULES, window=replace(RULES.window, late=Late.REJECT))
    assert not Terms(refusing, "2026-08-04T00:00:00Z").lists_late


def test_days_and_hours() -> None:
    assert day_of("2026-07-20T23:59:59Z") == "2026-07-20"
    assert next_day("2026-12-31T23:59:59Z") == "2027-01-01T00:00:00Z"
    assert next_day("2026-12-31T00:00:00Z") == "2027-01-01T00:00:00Z"
    assert hours_after("2026-07-20T20:00:00Z", 6) == "2026-07-21T02:00:00Z"


def test_an_instant_in_a_sentence() -> None:
    assert clock_face("2026-07-20T12:00:00Z") == "2026-07-20 12:00 UTC"
    assert clock_face("2026-08-03T11:59:59Z") == "2026-08-03 11:59:59 UTC"
