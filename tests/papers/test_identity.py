"""Names made comparable: arXiv ids, links, tags, titles."""

import pytest

from openrepro.papers.identity import arxiv_id, forms_of, names_of, title_key
from openrepro.papers.paper import Alias, AliasKind, Paper


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("2605.25234", "2605.25234"),
        ("2605.25234v12", "2605.25234"),
        ("arXiv:2605.25234", "2605.25234"),
        ("ARXIV: 2605.2523", "2605.2523"),
        ("http://arxiv.org/abs/2605.25234v1", "2605.25234"),
        ("arxiv.org/pdf/2605.25234.pdf", "2605.25234"),
        ("https://www.alphaxiv.org/abs/2605.25234", "2605.25234"),
        ("https://huggingface.co/papers/2605.25234", "2605.25234"),
        ("math.GT/0309136", "math.GT/0309136"),
        ("hep-th/9901001v2", "hep-th/9901001"),
        ("12345", ""),
        ("2605.252341", ""),
        ("see 2605.25234", ""),
        ("https://example.org/abs/2605.25234", ""),
        ("", ""),
    ],
)
def test_an_arxiv_id_is_found_in_its_forms_only(name: str, found: str) -> None:
    assert arxiv_id(name) == found


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("aB3dE5fG7h", ("aB3dE5fG7h",)),
        ("paper-aB3dE5fG7h", ("paper-aB3dE5fG7h", "aB3dE5fG7h")),
        ("paper-2605.25234v2", ("paper-2605.25234v2", "2605.25234v2", "2605.25234")),
        (
            "https://openreview.net/forum?id=aB3dE5fG7h&noteId=x",
            ("https://openreview.net/forum?id=aB3dE5fG7h&noteId=x", "aB3dE5fG7h"),
        ),
        ("openreview:aB3dE5fG7h", ("openreview:aB3dE5fG7h", "aB3dE5fG7h")),
        ("icml.cc/virtual/2026/poster/64393", ("icml.cc/virtual/2026/poster/64393", "64393")),
        ("Paper-aB3dE5fG7h", ("Paper-aB3dE5fG7h",)),
        ("", ()),
    ],
)
def test_a_name_is_looked_up_as_itself_first(name: str, forms: tuple[str, ...]) -> None:
    assert forms_of(name) == forms


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("$\\tau^2$-Gauge: Evaluating Agents", "tau2 gauge evaluating agents"),
        ("τ²‑Gauge — evaluating   agents", "tau2 gauge evaluating agents"),
        ("Learning $\\mathbf{Q}$-functions in $O(n)$", "learning q functions in o n"),
        ('Schr\\"odinger Bridges', "schrodinger bridges"),
        ("Schrödinger Bridges", "schrodinger bridges"),
        ("Is “Attention” All?", "is attention all"),
        ("ﬁne-tuning", "fine tuning"),
        ("!!!", ""),
    ],
)
def test_titles_are_compared_without_case_accents_punctuation_and_tex(title: str, key: str) -> None:
    assert title_key(title) == key


def test_a_title_of_any_length_is_read_in_bounded_time() -> None:
    assert len(title_key("\\tau$" * 1_000_000)) < 2_000


def test_every_name_of_a_paper_is_listed_once() -> None:
    paper = Paper("one", "One", arxiv="2605.1234", aliases=(Alias("7", AliasKind.EVENT), Alias("7", AliasKind.EVENT)))
    assert names_of(paper) == (
        Alias("one", AliasKind.OTHER),
        Alias("2605.1234", AliasKind.ARXIV),
        Alias("7", AliasKind.EVENT),
    )
