"""Versions of the rule file: kept as written, in order, never changed."""

import threading
from datetime import UTC, datetime, timedelta, timezone

import pytest

from openrepro.challenge.rules import load_rules
from openrepro.challenge.versions import RuleHistory, RuleVersion
from openrepro.errors import OpenReproError
from openrepro.store.store import Store

NOW = "2026-07-01T00:00:00Z"
FIRST = '# as agreed\r\nname = "Demo – ∀"\n'
SECOND = 'name = "Demo"\n[points]\ntoy = 0   # was 1\n'


def on(day: int) -> datetime:
    return datetime(2026, 7, day, 12, tzinfo=UTC)


def version(toml: str, day: int, note: str = "") -> RuleVersion:
    return RuleVersion(on(day), load_rules(toml.encode()), note)


def add(store: Store, toml: str, day: int, note: str = "") -> RuleHistory:
    with store.write() as tx:
        return tx.rules.add(version(toml, day, note), toml, now=NOW)


def test_a_challenge_that_was_not_set_up_has_no_version(store: Store) -> None:
    with store.read() as tx:
        assert tx.rules.history() == RuleHistory()
        assert tx.rules.at(on(1)) is None


def test_versions_are_kept_in_order_with_their_notes(store: Store) -> None:
    add(store, FIRST, 1)
    history = add(store, SECOND, 10, "Toys are worth nothing.")
    assert history == RuleHistory((version(FIRST, 1), version(SECOND, 10, "Toys are worth nothing.")))
    with store.read() as tx:
        assert tx.rules.history() == history


def test_the_text_is_kept_as_written(store: Store) -> None:
    add(store, FIRST, 1)
    with store.read() as tx:
        (kept,) = tx.rules.kept()
    assert (kept.number, kept.toml, kept.added_at) == (1, FIRST, NOW)
    assert kept.digest == version(FIRST, 1).rules.digest


def test_the_version_of_an_instant(store: Store) -> None:
    add(store, FIRST, 5)
    add(store, SECOND, 10)
    with store.read() as tx:
        found = [tx.rules.at(on(day)) for day in (4, 5, 9, 10, 20)]
    assert found == [None, version(FIRST, 5), version(FIRST, 5), version(SECOND, 10), version(SECOND, 10)]


def test_an_instant_may_be_given_in_any_zone_and_is_kept_to_the_second(store: Store) -> None:
    stated = datetime(2026, 7, 15, 8, 30, 0, 999, tzinfo=timezone(timedelta(hours=-7)))
    with store.write() as tx:
        tx.rules.add(RuleVersion(stated, load_rules(b"")), "", now=NOW)
    with store.read() as tx:
        assert tx.rules.history().versions[0].effective_from == datetime(2026, 7, 15, 15, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("toml", "day", "sentence"),
    [(SECOND, 5, "cannot change from"), (SECOND, 4, "cannot change from"), (FIRST, 6, "nothing would change")],
)
def test_a_version_that_reaches_back_or_changes_nothing_is_refused(
    store: Store, toml: str, day: int, sentence: str
) -> None:
    add(store, FIRST, 5)
    with pytest.raises(OpenReproError, match=sentence):
        add(store, toml, day)
    with store.read() as tx:
        assert len(tx.rules.history().versions) == 1


def test_two_that_add_at_once_do_not_cross(store: Store) -> None:
    add(store, FIRST, 1)
    refused: list[OpenReproError] = []

    def change() -> None:
        try:
            add(store, SECOND, 10)
        except OpenReproError as fault:
            refused.append(fault)

    threads = [threading.Thread(target=change) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 3
    with store.read() as tx:
        assert len(tx.rules.history().versions) == 2
