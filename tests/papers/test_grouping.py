"""What makes rows of lists one paper, and what keeps them apart though they look alike."""

import time

from openrepro.papers.authors import author_keys, strangers
from openrepro.papers.grouping import Groups
from openrepro.papers.paper import Alias, AliasKind, Paper

TITLE = "Shared caches, measured"


def parts(*rows: Paper, decided: frozenset[frozenset[str]] = frozenset(), fixed: tuple[str, ...] = ()) -> int:
    return len(list(Groups(rows, decided=decided, fixed=fixed).parts()))


def test_a_common_title_needs_a_common_author_where_both_are_known() -> None:
    one = Paper("a", TITLE, authors=("Kaleab A Kinfu", "Ben Borel"))
    assert parts(one, Paper("b", "Shared Caches: Measured!", authors=("Kaleab Kinfu",))) == 1
    assert parts(one, Paper("b", TITLE)) == 1
    groups = Groups([one, Paper("b", TITLE, authors=("Ada Lovelace",))])
    assert len(list(groups.parts())) == 2
    assert [fault.text for fault in groups.faults] == [
        "'a' and 'b' have the same title, but no author in common; they are kept apart."
    ]


def test_names_of_people_are_compared_whatever_their_order_and_blanks() -> None:
    for left, right in (
        ("Yang Shengtian", "Shengtian Yang"),
        ("jianfengyang", "Jianfeng Yang"),
        ("Thomas Möllenhoff", "T. Mollenhoff"),
    ):
        assert not strangers(author_keys([left]), author_keys([right])), (left, right)
    assert strangers(author_keys(["Ada Lovelace"]), author_keys(["Ben Borel"]))
    assert not strangers(author_keys(["Ada Lovelace"]), author_keys([]))


def test_a_common_arxiv_id_needs_a_title_or_an_author_in_common() -> None:
    one = Paper("a", TITLE, authors=("Ada Lovelace",), arxiv="2605.25234")
    assert parts(one, Paper("b", "Renamed since then", authors=("Ada Lovelace",), arxiv="2605.25234")) == 1
    assert parts(one, Paper("b", "Quite another thing", authors=("Ben Borel",), arxiv="2605.25234")) == 2
    assert parts(one, Paper("b", TITLE, authors=("Ben Borel",), arxiv="2605.25234")) == 1


def test_a_bare_number_is_the_number_of_an_oral_when_title_or_author_agree() -> None:
    row = Paper("aB3dE5fG7h", TITLE, authors=("Ada Lovelace",), aliases=(Alias("71132", AliasKind.ORAL),))
    assert parts(Paper("71132", "Renamed since then", authors=("Ada Lovelace",)), row) == 1
    assert parts(Paper("71132", "Quite another thing", authors=("Ben Borel",)), row) == 2
    assert parts(Paper("71132", "Quite another thing"), row) == 2


def test_what_was_decided_and_what_must_keep_its_id_stays_apart() -> None:
    rows = (Paper("a", TITLE), Paper("b", TITLE))
    assert parts(*rows) == 1
    assert parts(*rows, decided=frozenset({frozenset(("a", "b"))})) == 2
    assert parts(*rows, fixed=("a",)) == 1
    assert parts(*rows, fixed=("a", "b")) == 2


def test_ten_times_the_papers_of_one_title_cost_ten_times_as_much() -> None:
    def seconds(count: int) -> float:
        rows = [Paper(f"p{at}", TITLE, authors=(f"Person{at} Name{at}",)) for at in range(count)]
        began = time.process_time()
        assert parts(*rows) == count
        return time.process_time() - began

    small = max(seconds(400), 0.01)
    assert seconds(4_000) < 40 * small
