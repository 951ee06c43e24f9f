"""One paper of many rows: what makes them one, what keeps them apart."""

from openrepro.papers.catalogue import Merge, merged
from openrepro.papers.paper import Alias, AliasKind, Paper


def forum(name: str, title: str, arxiv: str = "", *more: Alias) -> Paper:
    return Paper(name, title, arxiv=arxiv, aliases=(Alias(name, AliasKind.OPENREVIEW), *more))


def oral(number: str, title: str, arxiv: str = "") -> Paper:
    return Paper(number, title, arxiv=arxiv, award="Best", aliases=(Alias(number, AliasKind.ORAL),))


def test_a_paper_under_the_number_of_its_oral_is_found_by_its_title() -> None:
    catalogue = merged([oral("71132", "$\\tau^2$-Gauge: a measure"), forum("aB3dE5fG7h", "τ²-Gauge: A Measure")])
    (paper,) = catalogue.papers
    assert (paper.id, paper.title, paper.award) == ("aB3dE5fG7h", "$\\tau^2$-Gauge: a measure", "Best")
    assert {alias.name for alias in paper.aliases} == {"71132", "aB3dE5fG7h"}
    assert catalogue.merges == (Merge("aB3dE5fG7h", ("71132", "aB3dE5fG7h"), "title"),)
    assert catalogue.find("71132") == "aB3dE5fG7h"
    assert catalogue.find("https://icml.cc/virtual/2026/oral/71132") == "aB3dE5fG7h"
    assert catalogue.find("AB3dE5fG7h") == ""


def test_a_paper_is_found_by_its_arxiv_id_when_its_title_changed() -> None:
    catalogue = merged([forum("aB3dE5fG7h", "The old title of it", "2605.1234"), oral("71132", "New", "2605.1234")])
    assert [paper.id for paper in catalogue.papers] == ["aB3dE5fG7h"]
    assert catalogue.merges[0].by == "arXiv id 2605.1234"
    assert catalogue.find("arXiv:2605.1234v2") == "aB3dE5fG7h"


def test_a_common_number_of_one_kind_makes_one_paper() -> None:
    event = Alias("64393", AliasKind.EVENT)
    rows = [forum("aB3dE5fG7h", "One title", "", event), Paper("64393", "Another title", aliases=(event,))]
    assert len(merged(rows).papers) == 1
    submission = Alias("64393", AliasKind.SUBMISSION)
    apart = merged([forum("aB3dE5fG7h", "One title", "", submission), Paper("x", "Another", aliases=(event,))])
    assert len(apart.papers) == 2
    assert apart.find("64393") == ""


def test_two_openreview_ids_are_two_papers_whatever_else_they_share() -> None:
    catalogue = merged([forum("aB3dE5fG7h", "The very same title"), forum("zZ9yY8xX7w", "The very same title")])
    assert len(catalogue.papers) == 2
    assert [fault.text for fault in catalogue.faults] == [
        "'aB3dE5fG7h' and 'zZ9yY8xX7w' have the same title; they are kept apart."
    ]


def test_short_titles_and_different_papers_are_left_apart() -> None:
    catalogue = merged([oral("1", "Short"), oral("2", "Short"), forum("aB3dE5fG7h", "Something else entirely")])
    assert len(catalogue.papers) == 3
    assert catalogue.merges == ()
    assert catalogue.faults == ()


def test_rows_of_one_id_add_up_and_the_first_word_counts() -> None:
    first = Paper("a", "First", authors=("Ada",), facts={"x": 1, "y": 1})
    second = Paper("a", "Second", authors=("Ben",), area="Theory", abstract="Text", facts={"x": 2, "z": 3})
    (paper,) = merged([first, second]).papers
    assert (paper.title, paper.authors, paper.area, paper.abstract) == ("First", ("Ada",), "Theory", "Text")
    assert paper.facts == {"x": 1, "y": 1, "z": 3}
    assert merged([]).papers == ()
