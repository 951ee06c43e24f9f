"""The whole board: what is set apart is listed and counts for nothing, what nobody tested is listed too."""

from collections.abc import Sequence

import pytest

from openrepro.board.acts import circumstances
from openrepro.board.consensus import ClaimState, Listed, PaperState
from openrepro.board.fold import EntryLine, Fold, Index, fold
from openrepro.board.votes import votes_of
from openrepro.challenge.rules import PROFILES
from openrepro.judging.verdict import Verdict
from openrepro.record.acts import Act
from tests.board.ballots import act, verdict

STRICT = PROFILES["strict"]


def board(verdicts: Sequence[Verdict], acts: Sequence[Act] = (), index: Index | None = None) -> Fold:
    around = circumstances(acts)
    return fold(votes_of(verdicts, around), STRICT, around=around, index=index)


def two_teams() -> list[Verdict]:
    """Team a verifies, and team b falsifies with confirmation."""
    return [verdict("v"), verdict("f", team="b", entry="b/demo", time="2027-01-02T00:00:00Z")]


def figures(made: Fold) -> dict[str, int]:
    return {figure.name: figure.value for figure in made.funnel.figures}


@pytest.mark.parametrize("kind", ["withdrawn", "hidden", "late", "taken-down"])
def test_an_entry_that_is_set_apart_is_listed_and_counts_for_nothing(kind: str) -> None:
    assert board(two_teams()).consensus.papers[0].state is PaperState.CONTESTED
    made = board(two_teams(), [act(kind, "b/demo")])
    (paper,) = made.consensus.papers
    assert (paper.state, paper.entries, paper.judged) == (PaperState.FULLY, 1, 1)
    assert [team.team for team in made.standings.teams] == ["a"]
    assert [(line.entry, line.scoring, line.why) for line in made.entries["demo"]] == [
        ("a/demo", True, None),
        ("b/demo", False, kind.replace("-", " ")),
    ]
    assert figures(made)[f"entries {kind.replace('-', ' ')}"] == 1
    assert made.funnel[f"entries {kind.replace('-', ' ')}"].denominator == 2


def test_a_restored_entry_counts_again() -> None:
    made = board(two_teams(), [act("withdrawn", "b/demo"), act("restored", "b/demo")])
    assert made.consensus.papers[0].state is PaperState.CONTESTED


def test_a_paper_whose_only_judged_entry_is_set_apart_is_not_examined() -> None:
    made = board([verdict("v")], [act("withdrawn", "a/demo")], Index(7, {"demo": [Listed("demo.c1")]}))
    (paper,) = made.consensus.papers
    assert (paper.state, paper.claims[0].state) == (PaperState.NOT_EXAMINED, ClaimState.UNTESTED)
    assert figures(made)["papers with a judged entry"] == 0


def test_guests_of_the_acts_are_shown_without_a_rank() -> None:
    points = board(two_teams(), [act("guest", team="b")]).standings.boards[0]
    assert [(line.rank, line.team) for line in points.lines] == [(1, "a"), (None, "b")]


def test_entries_without_a_verdict_are_counted_where_they_were_entered() -> None:
    acts = [act("entered", "c/demo", team="c", paper="demo"), act("entered", "c/other", team="c", paper="other")]
    made = board([verdict("v")], [*acts, act("withdrawn", "c/other")])
    assert [(paper.paper, paper.entries, paper.judged, paper.state.value) for paper in made.consensus.papers] == [
        ("demo", 2, 1, "fully reproduced"),
        ("other", 0, 0, "not examined"),
    ]
    assert made.entries["demo"][1] == EntryLine("c/demo", "c")
    found = figures(made)
    assert (found["entries"], found["judged entries"], found["entries withdrawn"]) == (2, 1, 1)
    assert found["papers with an entry"] == 1


def test_an_entry_with_verdicts_is_listed_where_they_are() -> None:
    made = board([verdict("v")], [act("entered", "a/demo", team="a", paper="first-thought")])
    assert list(made.entries) == ["demo"]


def test_papers_and_claims_that_nobody_tested_are_listed() -> None:
    index = Index(40, {"demo": [Listed("demo.c1"), Listed("demo.c2"), Listed("demo.c3", testable=False)], "rest": []})
    made = board([verdict("v")], index=index)
    demo, rest = made.consensus.papers
    assert [claim.state.value for claim in demo.claims] == ["verified", "untested", "not testable"]
    assert (demo.state, demo.testable, rest.state) == (PaperState.PARTLY, 2, PaperState.NOT_EXAMINED)
    assert made.funnel["papers with a judged entry"].denominator == 40
    assert made.funnel["claims untested"].value == 1


def test_verdicts_on_claims_that_left_the_set_count_no_more() -> None:
    gone = Index(None, {"demo": [Listed("demo.c2")]})
    made = board([verdict("v")], index=gone)
    assert [(line.why or "", line.scoring) for line in made.entries["demo"]] == [
        ("the claim is not in the set any more", False)
    ]
    assert [(claim.claim, claim.state.value) for claim in made.consensus.claims] == [("demo.c2", "untested")]
    untestable = Index(None, {"demo": [Listed("demo.c1", testable=False)]})
    assert board([verdict("v")], index=untestable).standings.teams == ()
    for known in ({"other": [Listed("other.c1")]}, {"demo": []}):
        assert board([verdict("v")], index=Index(None, known)).standings.teams[0].points == 2


def test_a_claim_that_left_the_set_does_not_come_back_without_a_label() -> None:
    gone = Index(None, {"demo": [Listed("demo.c2")]})
    made = board([verdict("-"), verdict("v", claim="demo.c2")], index=gone)
    assert [claim.claim for claim in made.consensus.claims] == ["demo.c2"]
    assert made.consensus.papers[0].state is PaperState.FULLY
    assert figures(made)["claims of entries not judged"] == 0
    assert figures(board([verdict("-")], index=gone))["entries"] == 1


def test_a_claim_that_became_testable_is_untested_until_it_is_judged_again() -> None:
    made = board([verdict("x")], index=Index(None, {"demo": [Listed("demo.c1")]}))
    assert made.consensus.claims[0].state is ClaimState.UNTESTED


def test_a_further_entry_of_a_team_says_why_it_does_not_score() -> None:
    made = board([verdict("v"), verdict("t", entry="a/again", time="2027-01-03T00:00:00Z")])
    assert made.entries["demo"][1].why == "another entry of the team on this paper scores"
    assert figures(made)["entries"] == 2


def test_papers_as_json_list_their_entries() -> None:
    (paper,) = board(two_teams(), [act("hidden", "b/demo")]).papers()
    assert paper["entered"] == [
        {"entry": "a/demo", "team": "a", "judged_at": "2027-01-01T00:00:00Z", "scoring": True, "why": None},
        {"entry": "b/demo", "team": "b", "judged_at": "2027-01-02T00:00:00Z", "scoring": False, "why": "hidden"},
    ]


def test_a_claim_in_quarantine_is_no_part_of_any_figure_and_carries_no_points() -> None:
    index = Index(1, {"demo": [Listed("demo.c1"), Listed("demo.c2", testable=False, quarantined=True)]})
    given = [verdict("v"), verdict("v", claim="demo.c2"), verdict("-", claim="demo.c2", entry="b/demo", team="b")]
    made = board(given, index=index)
    (paper,) = made.consensus.papers
    assert [claim.state.value for claim in paper.claims] == ["verified", "quarantined"]
    assert (paper.state, paper.testable) == (PaperState.FULLY, 1)
    assert figures(made)["claims"] == made.funnel["claims verified"].denominator == 1
    assert figures(made)["verdicts"] == 1
    assert made.funnel["claims of entries not judged"].denominator == 1
    assert made.standings.teams[0].points == 2


def test_an_entry_that_settled_nothing_but_quarantined_claims_says_so() -> None:
    index = Index(1, {"demo": [Listed("demo.c1", testable=False, quarantined=True), Listed("demo.c2")]})
    made = board([verdict("v")], index=index)
    assert [(line.why, line.scoring) for line in made.entries["demo"]] == [("the claim is quarantined", False)]
    assert figures(made)["entries quarantined"] == 1
    assert made.standings.teams == ()
