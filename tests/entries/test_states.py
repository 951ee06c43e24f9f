"""Which state may follow which, and what each reason tells."""

from dataclasses import replace

import pytest

from openrepro.entries.entry import Entry, Reason, Source, State
from openrepro.entries.states import FOLLOWS, MEANING, REASONS, StateError, begun, moved, remarked, restored

ENTRY = Entry(
    id="e1",
    team="t1",
    source=Source.UPLOAD,
    origin="upload:e1",
    state=State.DISCOVERED,
    reason=Reason.SUBMITTED,
    sentence="It was received.",
    state_at="2026-11-20T12:00:00Z",
    seen_at="2026-11-20T12:00:00Z",
    created_at="2026-11-20T12:00:00Z",
)
LATER = "2026-11-20T13:00:00Z"


def in_state(state: State) -> Entry:
    return replace(ENTRY, state=state, reason=min(REASONS[state]))


def test_every_reason_says_what_it_means_and_what_comes_next() -> None:
    assert set(MEANING) == set(Reason)
    for meaning in MEANING.values():
        assert meaning.text.endswith(".")
        assert meaning.next.endswith((".", "?"))


def test_every_state_has_reasons_and_every_reason_a_state() -> None:
    assert set(REASONS) == set(FOLLOWS) == set(State)
    assert set().union(*REASONS.values()) == set(Reason)


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("before", State)
def test_a_state_is_entered_only_from_those_it_may_follow(before: State, state: State) -> None:
    reason = Reason.TAKEN_DOWN if state is State.WITHDRAWN else min(REASONS[state])
    if state in FOLLOWS[before]:
        entry, event = moved(in_state(before), state, reason, "Because.", LATER, revision="r1")
        assert (entry.state, entry.reason, entry.sentence, entry.state_at) == (state, reason, "Because.", LATER)
        assert (event.entry, event.at, event.state, event.revision) == ("e1", LATER, state, "r1")
    else:
        with pytest.raises(StateError, match=r"cannot become|taken down"):
            moved(in_state(before), state, reason, "Because.", LATER)


def test_no_state_is_entered_for_a_reason_of_another() -> None:
    with pytest.raises(StateError, match="for the reason"):
        moved(ENTRY, State.QUEUED, Reason.RULED, "Because.", LATER)


def test_a_withdrawn_entry_stays_so_but_for_operators() -> None:
    gone = in_state(State.WITHDRAWN)
    for state in State:
        if state is not State.WITHDRAWN:
            with pytest.raises(StateError):
                moved(gone, state, min(REASONS[state]), "Because.", LATER)
    back = restored(gone, State.JUDGED, Reason.BY_OPERATOR, "Restored.", LATER, actor="a1")
    assert back.entry.state is State.JUDGED
    assert back.event.actor == "a1"


def test_what_was_taken_down_or_not_withdrawn_is_not_restored() -> None:
    for entry in (in_state(State.JUDGED), replace(in_state(State.WITHDRAWN), reason=Reason.TAKEN_DOWN)):
        with pytest.raises(StateError):
            restored(entry, State.JUDGED, Reason.BY_OPERATOR, "Restored.", LATER)
    with pytest.raises(StateError):
        restored(in_state(State.WITHDRAWN), State.JUDGING, Reason.STARTED, "Restored.", LATER)


def test_sentences_are_bounded() -> None:
    assert len(moved(ENTRY, State.REJECTED, Reason.NO_PAPER, "x" * 9000, LATER).entry.sentence) == 2000
    assert len(remarked(ENTRY, Reason.SEEN, "x" * 9000, LATER).sentence) == 2000


def test_a_remark_leaves_the_state() -> None:
    event = remarked(ENTRY, Reason.CLOSED, "Too late.", LATER)
    assert (event.state, event.reason) == (ENTRY.state, Reason.CLOSED)
    assert begun(ENTRY).event.reason is Reason.SUBMITTED
