"""How numbers, stretches of time, JSON and hashes are written on pages, and how often the frame around them."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from openrepro.web.copied import FileLinks, Used
from openrepro.web.templating import LONGEST_JSON, ServerLinks, lasting, minus, pretty, short

SCALARS = st.none() | st.booleans() | st.integers() | st.text()
VALUES = st.recursive(SCALARS, lambda some: st.lists(some) | st.dictionaries(st.text(), some), max_leaves=20)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Measured -3.243 (95 % interval -3.2592 to -.5)", "Measured −3.243 (95 % interval −3.2592 to −.5)"),
        ("7.1e-14 meets < 1e-9, [-1,-2], n=-1", "7.1e−14 meets < 1e−9, [−1,−2], n=−1"),
        ("it's -2 of the claim's -3", "it's −2 of the claim's −3"),
        ("claims 1-99 of 2026-07-20, demo-batch.c1, cell_78e-61, non-2", None),
        ("'x = -3', \"-4\", “-5” and `head -6 a.txt` -", None),
    ],
)
def test_a_minus_is_one_and_what_is_quoted_named_or_dated_stays(said: str, shown: str | None) -> None:
    assert minus(said) == (shown or said)


@pytest.mark.parametrize("unit", ["-", "'", '"', "1e-", "`-1", "1.", "(-"])
def test_minus_is_quick_on_anything(unit: str) -> None:
    start = time.process_time()
    minus(unit * 100_000)
    assert time.process_time() - start < 2


def test_a_stretch_of_time_has_its_two_largest_units() -> None:
    assert [lasting(one) for one in (0, 59, 61, 1439)] == ["0 min", "59 min", "1 h 1 min", "23 h 59 min"]
    assert [lasting(one) for one in (1440, 17_296, 1_500_000)] == ["1 day 0 h", "12 days 0 h", "1,041 days 16 h"]


@given(VALUES)
def test_json_is_laid_out_as_the_standard_library_does(value: object) -> None:
    assert pretty(value) == json.dumps(value, indent=2, ensure_ascii=False)


def test_very_long_json_is_cut() -> None:
    assert len(pretty(["words " * 10] * 5000)) <= LONGEST_JSON


def test_a_hash_is_cut_and_a_hostile_one_escaped() -> None:
    assert short("a" * 64) == Markup(f'<code title="{"a" * 64}">{"a" * 12}</code>')
    assert short('"><b>\u202e') == Markup('<code title="&#34;&gt;&lt;b&gt;\ufffd">&#34;&gt;&lt;b&gt;\ufffd</code>')


def test_a_piece_of_the_frame_is_made_once_for_each_depth_of_a_copy_and_each_time_by_a_server() -> None:
    made: list[str] = []

    def of(links: FileLinks | ServerLinks) -> Markup:
        made.append(links.page("/guide", {}))
        return Markup(made[-1])

    used = Used()
    pages = [FileLinks(here, "", used) for here in ("index.html", "papers.html", "papers/a.html", "papers/b.html")]
    told = [links.once("top", lambda links=links: of(links)) for links in pages]  # type: ignore[misc]
    assert told == ["guide.html", "guide.html", "../guide.html", "../guide.html"]
    assert made == ["guide.html", "../guide.html"]
    assert used.files == {"guide.html"}
    server = ServerLinks()
    assert [server.once("top", lambda: of(server)) for _ in range(2)] == ["/guide", "/guide"]
    assert len(made) == 4
