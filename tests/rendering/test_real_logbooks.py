"""Real logbooks, when they lie beside the checkout: all are rendered, safely, quickly and with their quotes."""

from statistics import median
from time import process_time

import pytest

from openrepro.logbooks.archive import load_all
from openrepro.logbooks.logbook import Address, Logbook
from openrepro.rendering.book import rendering_of
from openrepro.rendering.model import Quoted
from tests.conftest import SHARED
from tests.rendering.reading import read


@pytest.fixture(scope="module")
def books() -> list[Logbook]:
    if not SHARED.is_dir():
        pytest.skip("the real data beside the checkout (../shared/data) is absent")
    folders = [SHARED / "logbooks", SHARED / "trackio-samples"]
    return [one.logbook for one in load_all(folders) if one.logbook is not None]


def spread(logbook: Logbook) -> list[Quoted]:
    """Places all over a logbook, a few for each page, as if they were quotes."""
    places = [
        Address(page.file, start, start + 60)
        for page in logbook.pages
        for start in range(0, len(logbook.files[page.file]) - 60, max(1, len(logbook.files[page.file]) // 4))
    ]
    return [Quoted(place, f"q{number}", f"c{number}") for number, place in enumerate(places)]


def test_every_real_logbook_is_rendered(books: list[Logbook]) -> None:
    times, sizes = [], []
    for logbook in books:
        begun = process_time()
        rendering = rendering_of(logbook, ())
        times.append(process_time() - begun)
        parts = [part for page in rendering.pages for part in page.parts]
        sizes.append(sum(map(len, parts)))
        assert max(map(len, parts), default=0) < 220_000
        for part in parts:
            read(part)
        assert not any("as it was written" in part for part in parts), logbook.name
    print(f"\n{len(times)} logbooks: median {median(times) * 1000:.1f} ms, most {max(times) * 1000:.0f} ms; ", end="")
    print(f"HTML median {median(sizes) / 1000:.0f} kB, most {max(sizes) / 1000:.0f} kB")
    assert median(times) < 0.06


def test_marks_change_no_text_of_a_real_logbook(books: list[Logbook]) -> None:
    for logbook in books[::4]:
        quotes = spread(logbook)[:100]
        rendering = rendering_of(logbook, quotes)
        found = {place.name for place in rendering.places}
        assert len(found) >= len(quotes) - sum(gap.sentence.startswith("The quote") for gap in rendering.gaps)
        plain = rendering_of(logbook, ())
        for one, other in zip(rendering.pages, plain.pages, strict=True):
            assert "".join(map(read, one.parts)) == "".join(map(read, other.parts)), logbook.name
