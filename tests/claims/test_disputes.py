"""Disputes: what they need, how they end, and that nothing ends twice."""

import pytest

from openrepro.claims.disputes import (
    MEANINGS,
    Dispute,
    DisputeError,
    DisputeState,
    Evidence,
    Ground,
    answered,
    decided,
    raised,
    withdrawn,
)

NOW = "2026-11-20T12:00:00Z"


NOTHING = Evidence()


def made(why: str = "The table says 3.1.", ground: str = "wrong number", evidence: Evidence = NOTHING) -> Dispute:
    return raised("p.c1", "p", "0" * 64, by="a-ada", ground=ground, why=why, evidence=evidence, now=NOW)


def test_every_ground_has_a_meaning() -> None:
    assert set(MEANINGS) == set(Ground)


def test_a_dispute_says_what_is_wrong_in_visible_words() -> None:
    found = made("It\u202e is odd.", evidence=Evidence(3, " words\x00 ", "v1"))
    assert found.state is DisputeState.OPEN
    assert "\u202e" not in found.why
    assert "\x00" not in found.evidence.quote


@pytest.mark.parametrize(
    ("why", "ground", "evidence"),
    [
        ("", "wrong number", Evidence()),
        ("x" * 2_001, "wrong number", Evidence()),
        ("x", "because", Evidence()),
        ("x", "compound", Evidence(quote="q" * 2_001)),
        ("x", "compound", Evidence(page=0)),
        ("x", "compound", Evidence(text_version="v" * 41)),
    ],
)
def test_what_says_nothing_or_too_much_is_refused(why: str, ground: str, evidence: Evidence) -> None:
    with pytest.raises(DisputeError):
        made(why, ground, evidence)


def test_a_dispute_ends_once() -> None:
    rejected = decided(made(), DisputeState.REJECTED, "The table says so.", by="a-olga", now=NOW)
    assert (rejected.state, rejected.decision) == (DisputeState.REJECTED, "The table says so.")
    with pytest.raises(DisputeError, match="rejected already"):
        decided(rejected, DisputeState.ACCEPTED, "No.", by="a-olga", now=NOW)
    with pytest.raises(DisputeError, match="rejected already"):
        withdrawn(rejected, by="a-ada", now=NOW)
    with pytest.raises(DisputeError, match="no version"):
        answered(rejected, "1" * 64)
    with pytest.raises(DisputeError):
        decided(made(), DisputeState.WITHDRAWN, "No.", by="a-olga", now=NOW)
    with pytest.raises(DisputeError, match="The reason"):
        decided(made(), DisputeState.REJECTED, " ", by="a-olga", now=NOW)


def test_only_who_raised_it_takes_it_back() -> None:
    assert withdrawn(made(), by="a-ada", now=NOW).state is DisputeState.WITHDRAWN
    with pytest.raises(DisputeError):
        withdrawn(made(), by="a-bo", now=NOW)


def test_an_accepted_dispute_gets_one_version() -> None:
    accepted = answered(decided(made(), DisputeState.ACCEPTED, "Right.", by="a-olga", now=NOW), "1" * 64)
    assert accepted.new_version == "1" * 64
    with pytest.raises(DisputeError, match="already"):
        answered(accepted, "2" * 64)
