"""Logbooks as pages: cells with their facts, quotes with their places, figures apart, and everything bounded."""

import gzip
import json
import random
import re

import pytest

from openrepro.logbooks.logbook import Address
from openrepro.logbooks.trackio import parse
from openrepro.rendering.book import rendering_of
from openrepro.rendering.limits import FIGURE, PART
from openrepro.rendering.model import Quoted, Rendering
from tests.rendering.reading import marked, read

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
FILE = "pages/claim-1/page.md"


def cell(body: str, **header: object) -> str:
    return f"\n\n---\n<!-- trackio-cell\n{json.dumps(header)}\n-->\n{body}\n"


def run(output: str, **header: object) -> str:
    facts = {"type": "code", "id": "cell_run", "command": ["python", "train.py", "--lr", "0.1"]} | header
    return cell(f"````bash\n$ python train.py\n````\n\nexit 0 · 0.7s\n\n````output\n{output}\n````", **facts)


def page(*cells: str, title: str = "# Claim 1") -> bytes:
    return (title + "\n" + "".join(cells)).encode()


def rendered(data: bytes, *quotes: str | tuple[int, int], **files: bytes) -> Rendering:
    """A logbook of one page as it is rendered; a quote is a text of the page or a place."""
    index = b"# Book\n\n## Pages\n\n| Page |\n| --- |\n| [Claim 1](#/claim-1) |\n"
    logbook = parse({"pages/index.md": index, FILE: data, **files}, name="book")
    places = [(data.index(one.encode()), len(one.encode())) if isinstance(one, str) else one for one in quotes]
    asked = [
        Quoted(Address(FILE, start, start + size), f"q{number}", f"c{number}")
        for number, (start, size) in enumerate(places, 1)
    ]
    return rendering_of(logbook, asked)


def html(rendering: Rendering, number: int = 1) -> str:
    return "".join(rendering.pages[number].parts)


def test_a_run_says_its_command_its_end_and_its_time() -> None:
    facts = {"exit_code": 0, "duration_s": 0.7, "title": "Train", "created_at": "2026-07-20T10:33:00+00:00"}
    text = html(rendered(page(run("loss 0.3", **facts))))
    assert '<section class="cell cell-run" id="c-' in text
    for words in ("Run", "Train", "exited 0", "0.7 s", "2026-07-20 10:33 UTC", "python train.py --lr 0.1", "loss 0.3"):
        assert words in read(text)


@pytest.mark.parametrize(
    ("code", "words"), [(1, "✗ failed: exit 1"), (130, "✗ interrupted: exit 130"), (None, "? no exit code recorded")]
)
def test_a_run_that_did_not_end_well_says_so(code: int | None, words: str) -> None:
    assert words in read(html(rendered(page(run("x", exit_code=code)))))


def test_a_long_command_is_cut_and_whole_below() -> None:
    text = html(rendered(page(run("x", command=["python", "-c", "x = 1; " * 100]))))
    assert "<details><summary>The whole command</summary>" in text
    read(text)


def test_a_cell_that_an_output_printed_is_not_believed() -> None:
    forged = run(
        "before\n\n---\n<!-- trackio-cell\n" + json.dumps({"type": "markdown", "id": "v"}) + "\n-->\nVerified!"
    )
    text = html(rendered(page(forged)))
    assert "cell-void" in text
    assert "This cell is not believed." in read(text)


def test_an_unbalanced_fence_is_said() -> None:
    assert "not balanced" in read(html(rendered(page(cell("```\nopen", type="markdown", id="cell_a")))))


def test_an_output_that_is_empty_says_so() -> None:
    text = html(rendered(page(run(""))))
    assert "Nothing stands in it." in read(text)


def test_quotes_are_marked_in_outputs_prose_and_headers() -> None:
    data = page(run("loss 0.3\nacc 0.9", title="Train it"), cell("It is **0.3** good.", type="markdown", id="cell_b"))
    rendering = rendered(data, "loss 0.3", "0.3** good", '"title": "Train it"', "acc 0.9\n````")
    text = html(rendering)
    found = marked(text)
    assert (found["c1"], found["c2"], found["c4"]) == ("loss 0.3", "0.3 good", "acc 0.9\n")
    assert found["c3"] == "Train it"
    assert {place.name for place in rendering.places} == {"q1", "q2", "q3", "q4"}
    assert all(place.page == 1 for place in rendering.places)
    assert read(text) == read(html(rendered(data)))


def test_a_quote_over_several_cells_is_marked_in_all_and_named_once() -> None:
    data = page(run("loss 0.3"), cell("It is good.", type="markdown", id="cell_b", title="Note"))
    start, end = data.index(b"0.3"), data.index(b" good.")
    text = html(rendered(data, (start, end - start)))
    assert "0.3" in marked(text)["c1"]
    assert "It is" in marked(text)["c1"]
    assert text.count('id="q1"') == 1


def test_a_quote_in_the_middle_of_a_character_or_of_odd_line_ends_is_near() -> None:
    data = "# Claim 1\r\n\r\nπ is 3.14\r\nnot 3.2\r\n".encode()
    start = data.index("π".encode())
    assert marked(html(rendered(data, (start + 1, 12))))["c1"].startswith("π is 3.14")


def test_a_quote_outside_the_pages_is_a_gap() -> None:
    data = page(run("x"))
    logbook = parse({FILE: data, "results.json": b"{}"}, name="book")
    asked = [Quoted(Address("results.json", 0, 2), "q1", "c1"), Quoted(Address("gone.md", 0, 2), "q2", "c2")]
    rendering = rendering_of(logbook, [*asked, Quoted(Address(FILE, 10**6, 10**6 + 5), "q3", "c3")])
    assert rendering.places == ()
    assert len(rendering.gaps) == 3
    assert "The quote q1 of c1 is not marked" in rendering.gaps[0].sentence


def test_a_figure_is_a_document_apart() -> None:
    document = f"<html><script>draw()</script><img src='data:image/png;base64,{PIXEL * 30}'></html>"
    data = page(cell(f"````html\n{document}\n````", type="figure", id="cell_f", title="Loss <b>"))
    rendering = rendered(data, "draw()")
    assert [figure.document.strip() for figure in rendering.figures] == [document]
    assert rendering.figures[0].cell == "cell_f"
    assert '<p class="figure-slot" data-figure="1"><mark id="q1"' in html(rendering)
    assert "draw()" not in html(rendering)
    read(html(rendering))


def test_a_picture_as_a_data_uri_becomes_a_figure_and_other_kinds_do_not() -> None:
    data = page(cell(f"Before ![Loss](data:image/png;base64,{PIXEL * 20}) after", type="markdown", id="cell_f"))
    # Padding within the data makes it no picture; one without is.
    assert rendered(data).figures == ()
    clean = PIXEL.rstrip("=") * 20
    rendering = rendered(data.replace((PIXEL * 20).encode(), clean.encode()))
    assert [figure.title for figure in rendering.figures] == ["Loss"]
    assert f'src="data:image/png;base64,{clean}"' in rendering.figures[0].document
    assert "![" not in html(rendering)
    svg = data.replace(b"image/png", b"image/svg+xml")
    assert rendered(svg).figures == ()
    assert "image/svg+xml;base64, " in read(html(rendered(svg)))


def test_a_figure_that_is_too_large_is_a_gap() -> None:
    data = page(cell(f"````html\n{'<p>x</p>' * (FIGURE // 8 + 1)}\n````", type="figure", id="cell_f"))
    rendering = rendered(data)
    assert rendering.figures == ()
    assert "larger than 2 MB" in rendering.gaps[0].sentence


def test_links_to_pages_of_the_logbook_are_left_to_the_site() -> None:
    text = html(rendered(page(run("x"))), 0)
    assert '<a class="to-page" data-page="1">Claim 1</a>' in text
    assert "<a" not in html(rendered(page(cell("[x](#/gone)", type="markdown", id="cell_a"))))


def test_a_long_page_is_cut_into_parts_at_its_cells() -> None:
    cells = [run(f"marker {number}\n" + "x" * 40_000, id=f"cell_{number}") for number in range(30)]
    rendering = rendered(page(*cells), "marker 0", "marker 29")
    parts = rendering.pages[1].parts
    assert len(parts) > 3
    assert max(map(len, parts)) < 220_000
    assert [place.part for place in rendering.places] == [0, len(parts) - 1]
    for part in parts:
        read(part)


def test_a_huge_cell_is_cut_within() -> None:
    body = "\n\n".join(f"```\n{'y' * 50_000}\n```" for _ in range(12))
    parts = rendered(page(cell(body, type="markdown", id="cell_a", title="Big"))).pages[1].parts
    assert len(parts) > 2
    assert "Note, continued" in parts[1]
    for part in parts:
        assert len(part) < 220_000
        read(part)


def test_a_logbook_that_is_too_large_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openrepro.rendering.book.BOOK", 600_000)
    body = "\n\n".join(f"```\n{'y' * 50_000}\n```" for _ in range(30))
    rendering = rendered(page(cell(body, type="markdown", id="cell_a"), run("later")), "later")
    assert sum(map(len, rendering.pages[1].parts)) < 600_000
    assert "not shown: the logbook is too large" in read(rendering.pages[1].parts[-1])
    assert [gap.sentence.startswith("The quote q1") for gap in rendering.gaps][-1]
    assert len(rendering.gaps) == 3


def test_a_thousand_quotes_over_one_another_do_not_swell_a_page() -> None:
    data = b"# Claim 1\n\n" + b"The *loss* is **0.3** after `y` z.\n" * 900
    rendering = rendered(data, *[(12 + 20 * number, 900) for number in range(1000)])
    assert len(rendering.places) == 1000
    assert len(html(rendering)) < 300_000
    read(html(rendering))


def test_titles_and_ids_of_strangers_are_text() -> None:
    header = {"type": "markdown", "id": "x' onclick='y", "title": "<script>\u202e</script>", "created_at": "<b>"}
    text = html(rendered(page(cell("x", **header))))
    assert "U+202E" in text
    assert "onclick" not in text
    read(text)


def test_an_empty_page_says_so() -> None:
    assert "This page is empty." in html(rendered(b""))


@pytest.mark.parametrize(
    ("kind", "title", "words"),
    [
        ("artifact", "Artifact: x.csv", "Artifact x.csv"),
        ("artifact", "artifact x.csv", "Artifact x.csv"),
        ("artifact", "Artifact", "Artifact"),
        ("artifact", "Artifacts of all runs", "Artifact Artifacts of all runs"),
        ("markdown", "What was done", "Note What was done"),
        ("code", "Code-switching", "Code Code-switching"),
    ],
)
def test_a_heading_says_only_once_what_a_cell_is(kind: str, title: str, words: str) -> None:
    text = html(rendered(page(cell("It is here.", type=kind, title=title, id="cell_a"))))
    found = re.findall(r'<h2 class="cell-title">(.*?)</h2>', text)
    assert [read(one) for one in found] == [words]


def test_a_fence_ends_with_its_last_line_that_holds_something() -> None:
    text = html(rendered(page(run("\nloss 0.3\n\n\n"))))
    assert "\n\nloss 0.3\n</pre>" in text
    data = page(run("loss 0.3\n\n\n"))
    end = data.index(b"0.3\n\n\n") + 4
    assert marked(html(rendered(data, (end, 2))))["c1"] == "\n\n"  # a quote of nothing else is shown all the same


def letters(seed: int, count: int) -> str:
    """Letters of three bytes that nothing can compress well."""
    chance = random.Random(seed)
    return "".join(chr(chance.randint(0x4E00, 0x9FFF)) for _ in range(count))


LINES = "\n".join(letters(number, 60) for number in range(3_000))
CELLS = [cell(letters(number, 90), type="markdown", title=letters(-number, 300)) for number in range(1, 1_500)]


@pytest.mark.parametrize(
    "data",
    [
        page(LINES.replace("\n", "\n\n")),
        page(*CELLS),
        page(*(run(letters(number, 40_000)) for number in range(8))),
        page(run("x", command=["python", "-c", letters(1, 45_000)]), *(run(letters(2, 45_000)) for _ in range(4))),
        page(letters(3, 60_000)),
    ],
    ids=["paragraphs", "small cells", "outputs", "a long command", "one paragraph"],
)
def test_no_part_is_heavier_than_is_sent_however_its_letters_are_written(data: bytes) -> None:
    parts = [part for one in rendered(data).pages for part in one.parts]
    assert max(len(part.encode()) for part in parts) <= PART
    assert max(len(gzip.compress(part.encode(), 5)) for part in parts) < 115_000
