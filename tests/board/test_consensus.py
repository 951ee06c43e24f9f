"""The state of claims and papers over independent teams."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openrepro.board.consensus import ClaimState, Consensus, Listed, PaperState, consensus
from openrepro.board.funnel import PAPER_STATES, funnel
from openrepro.board.votes import Vote
from openrepro.challenge.rules import PROFILES, Rules
from openrepro.judging.label import Label
from tests.board.ballots import entry, event

STRICT, ICML = PROFILES["strict"], PROFILES["icml-2026"]


def states(*entries: list[Vote], rules: Rules = STRICT) -> list[ClaimState]:
    return [claim.state for claim in consensus(event(*entries), rules).claims]


def paper_state(*entries: list[Vote], rules: Rules = STRICT) -> PaperState:
    (paper,) = consensus(event(*entries), rules).papers
    return paper.state


@pytest.mark.parametrize(
    ("letters", "state"),
    [
        ("v", ClaimState.VERIFIED),
        ("f", ClaimState.FALSIFIED),
        ("t", ClaimState.TOY),
        ("i", ClaimState.INCONCLUSIVE),
        ("-", ClaimState.UNTESTED),
        ("x", ClaimState.NOT_TESTABLE),
        ("vt", ClaimState.VERIFIED),
        ("ft", ClaimState.FALSIFIED),
        ("ti", ClaimState.TOY),
        ("vf", ClaimState.CONTESTED),
        ("ffffv", ClaimState.CONTESTED),
        ("p", ClaimState.UNTESTED),
        ("pv", ClaimState.VERIFIED),
        ("pt", ClaimState.TOY),
        ("pf", ClaimState.FALSIFIED),
        ("pp", ClaimState.FALSIFIED),
        ("ppv", ClaimState.CONTESTED),
    ],
)
def test_the_state_of_a_claim_over_teams(letters: str, state: ClaimState) -> None:
    teams = [entry(f"team{at}", letter) for at, letter in enumerate(letters)]
    assert states(*teams) == [state]


@pytest.mark.parametrize(
    ("letters", "state"), [("vf", "verified"), ("fv", "verified"), ("p", "falsified"), ("t", "toy")]
)
def test_under_the_rules_of_icml_2026_the_first_verified_wins(letters: str, state: str) -> None:
    teams = [entry(f"team{at}", letter, day=at + 1) for at, letter in enumerate(letters)]
    assert states(*teams, rules=ICML) == [ClaimState(state)]


def test_a_team_does_not_confirm_its_own_falsification_with_a_second_entry() -> None:
    assert states(entry("a", "p", name="one"), entry("a", "p", name="two")) == [ClaimState.UNTESTED]


def test_further_entries_of_a_team_are_counted_but_do_not_decide() -> None:
    (paper,) = consensus(event(entry("a", "t", name="one"), entry("a", "v", name="two", day=2)), STRICT).papers
    assert paper.claims[0].state is ClaimState.TOY
    assert (paper.entries, paper.judged, paper.claims[0].tally.teams) == (2, 2, 1)


@pytest.mark.parametrize(
    ("entries", "state"),
    [
        (["vvv"], PaperState.FULLY),
        (["vvx"], PaperState.FULLY),
        (["vi", "tv"], PaperState.FULLY),
        (["vv-"], PaperState.PARTLY),
        (["vti"], PaperState.PARTLY),
        (["vp"], PaperState.PARTLY),
        (["vf"], PaperState.MIXED),
        (["fti"], PaperState.ALL_FALSIFIED),
        (["vfv", "ffv"], PaperState.CONTESTED),
        (["ti"], PaperState.TOY_ONLY),
        (["tp"], PaperState.TOY_ONLY),
        (["ii"], PaperState.NOTHING),
        (["pp"], PaperState.NOTHING),
        (["--"], PaperState.NOT_EXAMINED),
        (["xx"], PaperState.NOT_EXAMINED),
    ],
)
def test_the_state_of_a_paper_is_the_first_that_fits(entries: list[str], state: PaperState) -> None:
    assert paper_state(*(entry(f"team{at}", letters) for at, letters in enumerate(entries))) is state


def test_a_claim_that_nobody_tested_keeps_a_paper_from_being_fully_reproduced() -> None:
    listed = {"demo": [Listed(f"demo.c{at}") for at in (1, 2, 3)], "rest": [Listed("rest.c1")]}
    held = consensus(event(entry("a", "vv")), STRICT, listed)
    assert [(paper.paper, paper.state, paper.testable) for paper in held.papers] == [
        ("demo", PaperState.PARTLY, 3),
        ("rest", PaperState.NOT_EXAMINED, 1),
    ]


def test_claims_are_listed_by_number() -> None:
    held = consensus(event(entry("a", "v" * 11)), STRICT)
    assert [claim.claim for claim in held.claims][-2:] == ["demo.c10", "demo.c11"]


def test_any_majority_and_all_are_told_apart() -> None:
    (claim,) = consensus(event(*(entry(f"t{at}", letter) for at, letter in enumerate("vvti-p"))), STRICT).claims
    tally = claim.tally
    assert (tally.teams, tally.verified, tally.provisional, tally.not_judged) == (4, 2, 1, 1)
    assert tally.any(Label.VERIFIED)
    assert not tally.majority(Label.VERIFIED)
    assert not tally.all(Label.VERIFIED)
    (claim,) = consensus(event(*(entry(f"t{at}", "v") for at in range(3))), STRICT).claims
    assert claim.tally.majority(Label.VERIFIED)
    assert claim.tally.all(Label.VERIFIED)
    assert not claim.tally.any(Label.FALSIFIED)


@pytest.mark.parametrize(
    ("letters", "assurance"), [("v", 1), ("vt", 1), ("vv", 3), ("ff", 3), ("pp", 3), ("vf", 0), ("i", 0), ("p", 0)]
)
def test_a_second_team_raises_assurance_to_three(letters: str, assurance: int) -> None:
    teams = [entry(f"team{at}", letter) for at, letter in enumerate(letters)]
    assert [claim.assurance for claim in consensus(event(*teams), STRICT).claims] == [assurance]


def test_a_human_audit_stands_above_a_second_team() -> None:
    votes = event(entry("a", "v"), [vote._replace(assurance=4) for vote in entry("b", "v")])
    assert consensus(votes, STRICT).claims[0].assurance == 4


LETTERS = st.sampled_from("vfptix-")
ENTRIES = st.lists(
    st.builds(
        lambda team, paper, letters, day, name: entry(
            team, letters, paper=paper, day=day, name=f"{team}-{paper}-{name}"
        ),
        st.sampled_from("abcde"),
        st.sampled_from(["p", "q"]),
        st.text(LETTERS, min_size=1, max_size=4),
        st.integers(1, 9),
        st.sampled_from("12"),
    ),
    max_size=8,
    unique_by=lambda votes: votes[0].entry,
)
CLAIMS = {paper: [Listed(f"{paper}.c{at}") for at in range(1, 5)] for paper in "pq"}
SWAP = str.maketrans("abcde", "edcba")
RULES = st.sampled_from([STRICT, ICML])


@given(ENTRIES, RULES, st.randoms(use_true_random=False))
def test_the_order_of_the_votes_changes_nothing(entries: list[list[Vote]], rules: Rules, chance: object) -> None:
    votes = list(event(*entries))
    before = consensus(votes, rules)
    chance.shuffle(votes)  # type: ignore[attr-defined]
    assert consensus(event(votes), rules) == before


def settled(held: Consensus) -> dict[str, ClaimState]:
    strong = (ClaimState.VERIFIED, ClaimState.FALSIFIED, ClaimState.CONTESTED)
    return {claim.claim: claim.state for claim in held.claims if claim.state in strong}


@given(ENTRIES, RULES, st.integers(1, 4))
def test_another_teams_toy_never_changes_what_is_settled_or_contested(
    entries: list[list[Vote]], rules: Rules, claims: int
) -> None:
    before = settled(consensus(event(*entries), rules))
    after = settled(consensus(event(*entries, entry("newcomer", "t" * claims, paper="p")), rules))
    assert after == before


@given(ENTRIES, st.integers(1, 4))
def test_a_falsification_that_nobody_confirmed_never_changes_a_state(entries: list[list[Vote]], claims: int) -> None:
    others = [[vote for vote in votes if vote.label is not Label.FALSIFIED] for votes in entries]
    before = consensus(event(*others), STRICT, CLAIMS)
    after = consensus(event(*others, entry("newcomer", "p" * claims, paper="p")), STRICT, CLAIMS)
    assert [claim.state for claim in after.claims] == [claim.state for claim in before.claims]
    for old, new in zip(before.papers, after.papers, strict=True):
        assert new.state is old.state or (old.state, new.state) == (PaperState.NOT_EXAMINED, PaperState.NOTHING)


@given(ENTRIES, RULES)
def test_other_names_of_teams_and_entries_change_nothing(entries: list[list[Vote]], rules: Rules) -> None:
    renamed = [
        [vote._replace(team=vote.team.translate(SWAP), entry=vote.entry[::-1]) for vote in votes] for votes in entries
    ]
    assert consensus(event(*renamed), rules) == consensus(event(*entries), rules)


@given(ENTRIES, RULES)
def test_the_exclusive_states_add_up_to_the_papers_with_a_judged_entry(entries: list[list[Vote]], rules: Rules) -> None:
    votes = event(*entries)
    figures = funnel(votes, consensus(votes, rules))
    total = sum(figures[f"papers {state.value}"].value for state in PAPER_STATES)
    assert total == figures["papers with a judged entry"].value <= figures["papers with an entry"].value


@pytest.mark.parametrize(("letters", "reopened"), [("vvf", 2), ("vpp", 1), ("vp", 0), ("vt", 0), ("f", 0)])
def test_a_confirmed_falsification_asks_for_another_look_at_every_verified(letters: str, reopened: int) -> None:
    teams = [entry(f"team{at}", letter) for at, letter in enumerate(letters)]
    (claim,) = consensus(event(*teams), STRICT).claims
    assert claim.reopened == reopened
