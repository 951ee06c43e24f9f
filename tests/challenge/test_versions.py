"""Which version of the rules holds when, and what a change would change."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from openrepro.challenge.rules import PROFILES, Points, Rules, load_rules
from openrepro.challenge.versions import Change, RuleHistory, RuleVersion, changes
from openrepro.errors import OpenReproError

START = datetime(2027, 1, 1, tzinfo=UTC)
WITHOUT_TOY = replace(Rules(), points=Points(toy=0))


def history() -> RuleHistory:
    first = RuleHistory().changed(RuleVersion(START, Rules(), "opened"))
    return first.changed(RuleVersion(START + timedelta(days=7), WITHOUT_TOY, "toy earns nothing any more"))


def test_a_version_holds_from_its_instant_until_the_next() -> None:
    versions = history()
    assert versions.at(START - timedelta(seconds=1)) is None
    for instant, rules in ((0, Rules()), (6, Rules()), (7, WITHOUT_TOY), (700, WITHOUT_TOY)):
        held = versions.at(START + timedelta(days=instant))
        assert held is not None
        assert held.rules == rules


def test_nothing_is_changed_backwards() -> None:
    with pytest.raises(OpenReproError, match="cannot change from 2027-01-08"):
        history().changed(RuleVersion(START + timedelta(days=7), Rules()))


def test_a_change_must_change_something() -> None:
    with pytest.raises(OpenReproError, match="nothing would change"):
        history().changed(RuleVersion(START + timedelta(days=9), WITHOUT_TOY))


def test_an_instant_without_an_offset_is_refused() -> None:
    with pytest.raises(OpenReproError, match="offset"):
        RuleHistory().changed(RuleVersion(datetime(2027, 1, 1), Rules()))


def test_changes_name_the_keys_that_differ() -> None:
    assert changes(Rules(), WITHOUT_TOY) == (Change("points.toy", 1, 0),)
    assert changes(Rules(), Rules()) == ()


def test_changes_reach_into_lists_of_awards() -> None:
    after = load_rules(b'awards = [{key = "first", title = "First place", amount = "USD 50"}]')
    assert changes(Rules(), after) == (Change("awards.0.amount", "USD 2000", "USD 50"),)
    assert {change.key for change in changes(Rules(), PROFILES["icml-2026"])} >= {"profile", "judging.evidence"}
