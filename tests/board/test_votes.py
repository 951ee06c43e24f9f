"""One vote per entry and claim: what replaces what, which entry scores, how much is assured."""

from collections.abc import Sequence

import pytest

from openrepro.board.acts import circumstances
from openrepro.board.votes import assurance_of, latest, votes_of
from openrepro.grades import Grade
from openrepro.judging.label import Label
from openrepro.judging.verdict import Verdict
from openrepro.record.acts import Act
from tests.board.ballots import act, entry, event, verdict


def scoring(verdicts: list[Verdict], acts: Sequence[Act] = ()) -> list[str]:
    return [vote.entry for vote in votes_of(verdicts, circumstances(acts)) if vote.scoring]


def labels(*verdicts: Verdict) -> list[Label]:
    return [vote.label for vote in votes_of(verdicts)]


def test_a_record_gives_one_vote() -> None:
    (vote,) = votes_of([verdict("t", time="2027-01-01T05:30:00+05:30")])
    assert (vote.claim, vote.paper, vote.team, vote.entry, vote.label) == ("demo.c1", "demo", "a", "a/demo", Label.TOY)
    assert vote.judged_at == vote.entry_judged_at == "2027-01-01T00:00:00Z"
    assert vote.scoring


def test_a_record_without_a_team_is_its_own_team() -> None:
    assert votes_of([verdict(team="")])[0].team == "a/demo"


def test_a_record_that_supersedes_another_replaces_it_even_when_it_is_older() -> None:
    first = verdict("v", time="2027-01-05T00:00:00Z")
    decision = verdict("i", time="2027-01-02T00:00:00Z", supersedes=first.id)
    assert labels(first, decision) == labels(decision, first) == [Label.INCONCLUSIVE]


def test_a_chain_of_successors_leaves_its_last_link() -> None:
    first = verdict("f")
    second = verdict("i", supersedes=first.id)
    third = verdict("v", supersedes=second.id)
    assert labels(third, first, second) == [Label.VERIFIED]


def test_a_record_cannot_supersede_that_of_another_entry() -> None:
    victim = verdict("v")
    attack = verdict("i", entry="b/demo", team="b", supersedes=victim.id)
    assert sorted(labels(victim, attack)) == [Label.INCONCLUSIVE, Label.VERIFIED]


def test_of_several_current_records_the_latest_holds_and_of_equals_the_last() -> None:
    early, late = verdict("v"), verdict("t", time="2027-01-02T00:00:00Z")
    assert labels(early, late) == labels(late, early) == [Label.TOY]
    assert labels(verdict("v"), verdict("i")) == [Label.INCONCLUSIVE]
    assert labels(verdict("i"), verdict("v")) == [Label.VERIFIED]


def test_where_nothing_tells_the_order_of_equals_the_weaker_holds() -> None:
    (strong,), (weak,) = entry("a", "v"), entry("a", "i")
    assert latest([strong, weak]) == latest([weak, strong]) == (weak,)


def test_the_same_record_twice_counts_once() -> None:
    assert labels(verdict(), verdict()) == [Label.VERIFIED]


def test_a_rejudged_claim_keeps_the_instant_it_first_got_its_label() -> None:
    first = verdict("v")
    again = verdict("v", time="2027-01-09T00:00:00Z", supersedes=first.id)
    (vote,) = votes_of([first, again])
    assert vote.judged_at == "2027-01-01T00:00:00Z"
    better = verdict("t", time="2027-01-10T00:00:00Z", supersedes=again.id)
    (vote,) = votes_of([first, again, better])
    assert (vote.judged_at, vote.entry_judged_at) == ("2027-01-10T00:00:00Z", "2027-01-01T00:00:00Z")


def test_the_first_judged_entry_of_a_team_on_a_paper_scores() -> None:
    votes = event(entry("a", "iii", name="one", day=1), entry("a", "vvv", name="two", day=2))
    assert {vote.entry for vote in votes if vote.scoring} == {"one"}


def test_an_entry_without_a_label_does_not_take_the_place_of_a_judged_one() -> None:
    votes = event(entry("a", "---", name="one", day=1), entry("a", "vv", name="two", day=2))
    assert {vote.entry for vote in votes if vote.scoring} == {"two"}


def test_a_team_may_score_on_every_paper() -> None:
    assert all(vote.scoring for vote in event(entry("a", "v"), entry("a", "t", paper="other")))


def test_entries_judged_at_the_same_instant_are_told_apart_by_creation() -> None:
    pair = [verdict(entry="one"), verdict(entry="two")]
    acts = [
        act("entered", "one", created="2027-01-01T00:00:02Z"),
        act("entered", "two", created="2027-01-01T00:00:01Z"),
    ]
    assert scoring(pair, acts) == ["two"]


def test_entries_judged_and_made_at_the_same_instant_are_told_apart_by_the_order_of_the_ledger() -> None:
    one, two = verdict("v", entry="one"), verdict("t", entry="two")
    assert (scoring([one, two]), scoring([two, one])) == (["one"], ["two"])


@pytest.mark.parametrize("kind", ["withdrawn", "hidden", "late", "taken-down"])
def test_an_entry_that_is_set_apart_does_not_score_and_takes_nobody_s_place(kind: str) -> None:
    pair = [verdict(entry="one"), verdict(entry="two", time="2027-01-02T00:00:00Z")]
    assert scoring(pair) == ["one"]
    assert scoring(pair, [act(kind, "one")]) == ["two"]
    apart, kept = votes_of(pair, circumstances([act(kind, "one")]))
    assert (str(apart.apart).replace(" ", "-"), kept.apart) == (kind, None)


def test_a_late_revision_leaves_verdicts_on_earlier_ones_alone() -> None:
    assert scoring([verdict(entry="one")], [act("late", "one", revision="1" * 64)]) == []
    assert scoring([verdict(entry="one")], [act("late", "one", revision="9" * 64)]) == ["one"]


def test_first_judged_never_moves_when_the_entry_is_judged_again() -> None:
    first = verdict("v", entry="one", time="2027-01-01T00:00:00Z")
    other = verdict("v", entry="two", time="2027-01-02T00:00:00Z")
    again = verdict("t", entry="one", time="2027-01-03T00:00:00Z", supersedes=first.id)
    assert [vote.entry for vote in votes_of([first, other, again]) if vote.scoring] == ["one"]


def test_latest_keeps_one_vote_per_entry_and_claim() -> None:
    votes = [*entry("a", "v"), *entry("a", "f"), *entry("b", "v")]
    assert [(vote.entry, vote.label) for vote in latest(votes)] == [
        ("a/demo", Label.FALSIFIED),
        ("b/demo", Label.VERIFIED),
    ]


@pytest.mark.parametrize(
    ("grade", "reader", "assurance"),
    [
        (None, "rules", 0),
        (Grade.E0, "rules", 0),
        (Grade.E1, "model", 0),
        (Grade.E2, "model", 1),
        (Grade.E3, "rules", 2),
        (Grade.E2, "person", 4),
    ],
)
def test_assurance_follows_the_grade_and_a_person(grade: Grade | None, reader: str, assurance: int) -> None:
    assert assurance_of(grade, reader) == assurance
    assert votes_of([verdict(grade=grade, reader=reader)])[0].assurance == assurance


def test_a_time_that_is_no_instant_is_left_as_it_is() -> None:
    assert votes_of([verdict(time="yesterday")])[0].judged_at == "yesterday"
    assert votes_of([verdict(time="0001-01-01T00:00:00+10:00")])[0].judged_at == "0001-01-01T00:00:00+10:00"


def test_of_entries_judged_and_made_at_the_same_instant_the_weaker_scores_whatever_its_name() -> None:
    for strong, weak in (("one", "two"), ("two", "one")):
        votes = event(entry("a", "vv", name=strong), entry("a", "vt", name=weak))
        assert {vote.entry for vote in votes if vote.scoring} == {weak}
