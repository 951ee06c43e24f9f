"""Every figure stands with its definition and its denominator."""

import pytest

from openrepro.board.consensus import consensus
from openrepro.board.funnel import Funnel, funnel
from openrepro.challenge.rules import PROFILES
from tests.board.ballots import entry, event

STRICT = PROFILES["strict"]


def small_event(papers: int | None = None) -> Funnel:
    votes = event(
        entry("a", "vv", paper="full"),
        entry("a", "t-", paper="toy"),
        entry("b", "fx", paper="bad"),
        entry("c", "pi", paper="open"),
        entry("c", "vi", paper="open", name="again", day=2),
        entry("a", "--", paper="unusable"),
    )
    return funnel(votes, consensus(votes, STRICT), papers)


@pytest.mark.parametrize(
    ("name", "value", "denominator"),
    [
        ("papers", 5, None),
        ("papers with an entry", 5, 5),
        ("papers with a judged entry", 4, 5),
        ("papers without a usable verdict", 1, 5),
        ("papers fully reproduced", 1, 4),
        ("papers toy only", 1, 4),
        ("papers all falsified", 1, 4),
        ("papers nothing established", 1, 4),
        ("papers contested", 0, 4),
        ("papers with something reproduced", 1, 4),
        ("papers with something falsified", 1, 4),
        ("entries", 6, None),
        ("judged entries", 5, 6),
        ("scoring entries", 4, 5),
        ("teams", 3, None),
        ("verdicts", 8, None),
        ("verdicts verified", 3, 8),
        ("verdicts falsified", 2, 8),
        ("verdicts falsified, provisional", 1, 2),
        ("claims of entries not judged", 3, 11),
        ("claims", 9, None),
        ("claims verified", 2, 9),
        ("claims untested", 4, 9),
        ("claims verified by any", 2, 5),
        ("claims verified by all", 2, 5),
        ("claims falsified by majority", 1, 5),
    ],
)
def test_a_figure_counts_what_its_name_says(name: str, value: int, denominator: int | None) -> None:
    figure = small_event()[name]
    assert (figure.value, figure.denominator) == (value, denominator)


def test_the_paper_index_is_the_denominator_where_there_is_one() -> None:
    figure = small_event(papers=40)["papers with a judged entry"]
    assert (figure.denominator, figure.percent) == (40, "10.0")
    assert "of all papers in the index" in figure.definition


def test_every_figure_has_a_definition_and_its_own_name() -> None:
    figures = small_event().figures
    assert len({figure.name for figure in figures}) == len(figures)
    for figure in figures:
        assert figure.definition
        assert figure.denominator is None or figure.value <= figure.denominator
        assert figure.denominator is None or ", of " in figure.definition


def test_nothing_is_divided_by_zero() -> None:
    empty = funnel((), consensus((), STRICT))
    assert {figure.percent for figure in empty.figures} == {""}


def test_an_unknown_figure_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        small_event()["papers liked"]
