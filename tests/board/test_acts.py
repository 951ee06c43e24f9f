"""What withdrawals, hidings, takedowns, late revisions and guests come to."""

import pytest

from openrepro.board.acts import Apart, Circumstances, circumstances
from tests.board.ballots import act


def apart(*kinds: str, revision: str = "") -> Apart | None:
    return around(*kinds).apart("one", revision)


def around(*kinds: str) -> Circumstances:
    """`kind` or `kind/reason`, one after the other, about the entry `one`."""
    pairs = (kind.partition("/") for kind in kinds)
    return circumstances(act(kind, "one", reason=reason) for kind, _, reason in pairs)


def test_without_acts_nothing_is_set_apart() -> None:
    assert apart() is None
    assert apart("entered") is None


@pytest.mark.parametrize(
    ("kinds", "why"),
    [
        (("withdrawn",), Apart.WITHDRAWN),
        (("hidden", "withdrawn"), Apart.WITHDRAWN),
        (("late", "hidden"), Apart.HIDDEN),
        (("withdrawn", "taken-down"), Apart.TAKEN_DOWN),
        (("withdrawn", "restored"), None),
        (("withdrawn", "hidden", "restored"), None),
        (("withdrawn", "hidden", "restored/hidden"), Apart.WITHDRAWN),
        (("withdrawn", "hidden", "restored/withdrawn"), Apart.HIDDEN),
        (("withdrawn", "hidden", "restored/by-operator"), None),
        (("withdrawn", "restored", "withdrawn"), Apart.WITHDRAWN),
        (("restored", "late"), Apart.LATE),
        (("taken-down", "restored"), Apart.TAKEN_DOWN),
        (("taken-down", "restored/taken-down"), Apart.TAKEN_DOWN),
    ],
)
def test_the_last_act_holds_and_the_weightiest_reason_is_told(kinds: tuple[str, ...], why: Apart | None) -> None:
    assert apart(*kinds) is why


def test_other_entries_are_left_alone() -> None:
    assert circumstances([act("hidden", "two")]).apart("one", "") is None


@pytest.mark.parametrize("kind", ["late", "taken-down"])
def test_lateness_and_a_takedown_may_be_those_of_one_revision(kind: str) -> None:
    held = circumstances([act(kind, "one", revision="r2")])
    assert (held.apart("one", "r1"), held.apart("one", "")) == (None, None)
    assert held.apart("one", "r2") is not None


@pytest.mark.parametrize("kind", ["withdrawn", "hidden"])
def test_a_withdrawn_or_hidden_entry_is_so_with_all_its_revisions(kind: str) -> None:
    assert circumstances([act(kind, "one", revision="r2")]).apart("one", "r1") is not None


def test_the_same_act_twice_is_undone_by_one_restoration() -> None:
    assert apart("hidden", "hidden", "restored") is None


def test_of_a_team_the_last_word_holds() -> None:
    acts = [act("guest", team="a"), act("guest", team="b"), act("competing", team="a")]
    assert circumstances(acts).guests == {"b"}


def test_an_entered_entry_is_known_by_team_paper_and_instant() -> None:
    held = circumstances([act("entered", "one", team="a", paper="p", created="2027-01-01T00:00:00Z")])
    assert held.entered["one"] == ("a", "p", "2027-01-01T00:00:00Z")
    assert (held.created("one"), held.created("two")) == ("2027-01-01T00:00:00Z", "")
