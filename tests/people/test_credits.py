"""Requests for compute credits: taken while the rules say so, told in sentences, and moved only where they may."""

from dataclasses import replace
from datetime import timedelta

import pytest

from openrepro.challenge.sections import Credits
from openrepro.errors import OpenReproError
from openrepro.people.credits import (
    LONGEST_REASON,
    MOVES,
    TOLD,
    CreditState,
    check_move,
    checked_reason,
    closed,
    expiry,
)

TERMS = Credits()
SECOND = timedelta(seconds=1)


def test_requests_are_taken_to_the_last_instant() -> None:
    assert closed(TERMS, TERMS.requests_until) == ""
    assert closed(TERMS, TERMS.requests_until + SECOND).endswith("until 2026-07-31 23:59:59 UTC.")


def test_no_slots_is_no_programme() -> None:
    assert "no programme" in closed(replace(TERMS, slots=0), TERMS.requests_until)


def test_a_grant_ends_as_the_rules_say() -> None:
    at = TERMS.requests_until
    assert expiry(replace(TERMS, redeem_days=3), at) == at + timedelta(days=3)
    assert expiry(replace(TERMS, redeem_days=0), at) is None


@pytest.mark.parametrize("state", CreditState)
def test_each_state_has_a_sentence_and_a_next_step(state: CreditState) -> None:
    assert all(text.endswith(".") for text in TOLD[state])


@pytest.mark.parametrize("before", CreditState)
@pytest.mark.parametrize("after", CreditState)
def test_a_request_moves_only_where_it_may(before: CreditState, after: CreditState) -> None:
    if after in MOVES.get(before, ()):
        check_move(before, after)
    else:
        with pytest.raises(OpenReproError, match=f"is {before} cannot be {after}"):
            check_move(before, after)


def test_a_reason_is_there_and_bounded() -> None:
    assert checked_reason("  four runs \n") == "four runs"
    assert checked_reason("x" * LONGEST_REASON)
    for unfit in (" \n", "x" * (LONGEST_REASON + 1)):
        with pytest.raises(OpenReproError):
            checked_reason(unfit)
