"""Recommended papers: what is needed most first, and spread over all who ask."""

from collections import Counter
from collections.abc import Mapping, Sequence

from openrepro.papers.compute_words import Compute
from openrepro.papers.costs import Cost, Range
from openrepro.papers.data_words import Data
from openrepro.papers.recommending import Candidate, Need, Recommended, Tried, Underway, Wanted, recommend
from openrepro.papers.signals import Code, Signals, Text

UNTRIED = Tried(testable=4, open=4)
CONTESTED = Tried(testable=4, contested=2, judged=3)
SINGLE = Tried(testable=4, single=2, open=2, judged=1)
SETTLED = Tried(testable=4, judged=5)


def an_event(papers: int) -> list[Candidate]:
    """Papers of which one in 300 is contested and one in 5 has claims that one team settled."""
    kinds = (CONTESTED if at % 300 == 0 else SINGLE if at % 5 == 0 else UNTRIED for at in range(papers))
    code = {at: Signals(code=Code.LINKED) for at in range(0, papers, 3)}
    return [Candidate(f"p{at}", f"a{at % 7}", tried, code.get(at, Signals())) for at, tried in enumerate(kinds)]


def ids(found: Sequence[Recommended]) -> list[str]:
    return [one.candidate.paper for one in found]


def asked(
    papers: Sequence[Candidate],
    wanted: Wanted = Wanted(),  # noqa: B008  (frozen)
    *,
    underway: Mapping[str, Underway] = {},
    seed: str = "",
    askers: int = 1,
    most: int = 10,
) -> Sequence[Recommended]:
    return recommend(papers, underway, wanted, seed=seed, askers=askers, most=most)


def test_a_thousand_who_ask_at_once_take_many_papers() -> None:
    """Of 1,000 papers their first choices are at least 300 different ones, and no paper is that of more than 16."""
    papers = an_event(1_000)
    first = Counter(ids(asked(papers, seed=f"account {at}", askers=1_000, most=1))[0] for at in range(1_000))
    assert len(first) >= 300
    assert max(first.values()) <= 16
    contested = sum(count for paper, count in first.items() if int(paper[1:]) % 300 == 0)
    assert contested >= 8


def test_few_papers_are_shared_evenly() -> None:
    papers = an_event(20)
    first = Counter(ids(asked(papers, seed=f"account {at}", askers=1_000, most=1))[0] for at in range(1_000))
    assert len(first) == 20
    assert max(first.values()) <= 250


def test_an_order_is_the_same_until_who_asks_is_another() -> None:
    papers = an_event(300)
    one = ids(asked(papers, seed="ada 2026-11-30", askers=100))
    assert ids(asked(papers[::-1], seed="ada 2026-11-30", askers=100)) == one
    assert ids(asked(papers, seed="ada 2026-12-01", askers=100)) != one
    assert ids(asked(papers, seed="bob 2026-11-30", askers=100)) != one


def test_where_nobody_else_asks_what_is_needed_most_comes_first() -> None:
    kinds = {"done": SETTLED, "open": Tried(4, open=1, judged=1), "new": UNTRIED, "one": SINGLE, "both": CONTESTED}
    found = asked([Candidate(paper, "", tried) for paper, tried in kinds.items()])
    assert [one.need for one in found] == list(Need)[: len(found)]
    assert ids(found)[:3] == ["both", "one", "new"]


def test_attempts_on_the_way_put_a_paper_back() -> None:
    papers = [Candidate(f"p{at}", "", UNTRIED) for at in range(50)]
    crowded = {"p7": Underway(waiting=10)}
    free = sum("p7" in ids(asked(papers, seed=f"{at}", askers=100)) for at in range(200))
    full = sum("p7" in ids(asked(papers, underway=crowded, seed=f"{at}", askers=100)) for at in range(200))
    assert full < free / 3
    told = next(one for one in asked(papers, underway=crowded, most=50) if one.candidate.paper == "p7")
    assert any("10 attempts on the way" in part.words for part in told.why)


def test_more_attempts_than_a_contested_paper_needs_put_it_back() -> None:
    one, other = Candidate("few", "", CONTESTED), Candidate("many", "", Tried(4, contested=2, judged=30))
    firsts = Counter(ids(asked([one, other], seed=f"{at}", askers=100))[0] for at in range(200))
    assert firsts["few"] > 3 * firsts["many"]


def test_of_equal_ones_the_feasible_comes_first_and_every_point_has_its_words() -> None:
    easy = Signals(Text.ON_FILE, Code.LINKED, Data.PUBLIC, Compute.LAPTOP)
    hard = Signals(Text.ON_FILE, Code.UNKNOWN, Data.CLOSED, Compute.CLUSTER, theory=True)
    found = asked(
        [Candidate("hard", "", UNTRIED, hard), Candidate("none", "", UNTRIED), Candidate("easy", "", UNTRIED, easy)]
    )
    assert ids(found) == ["easy", "none", "hard"]
    for one in found:
        assert sum(part.points for part in one.why) == one.points
        assert all(part.words for part in one.why)


def test_filters() -> None:
    long = Cost(1, Range(1, 7_300, 7_300, 7_300), 0)
    papers = [
        Candidate("a", "x", UNTRIED, Signals(compute=Compute.LAPTOP, code=Code.LINKED)),
        Candidate("b", "y", UNTRIED, Signals(compute=Compute.CLUSTER), long),
        Candidate("c", "y", UNTRIED),
        Candidate("d", "y", Tried(), Signals(compute=Compute.LAPTOP)),
    ]
    assert sorted(ids(asked(papers))) == ["a", "b", "c"]
    assert ids(asked(papers, Wanted(compute=(Compute.LAPTOP,)))) == ["a"]
    assert ids(asked(papers, Wanted(compute=(Compute.UNKNOWN,)))) == ["c"]
    assert ids(asked(papers, Wanted(code=True))) == ["a"]
    assert sorted(ids(asked(papers, Wanted(area="y")))) == ["b", "c"]
    assert sorted(ids(asked(papers, Wanted(hours=2)))) == ["a", "c"]
    assert sorted(ids(asked(papers, Wanted(hours=3)))) == ["a", "b", "c"]
    assert ids(asked(papers, Wanted(area="z"))) == []
