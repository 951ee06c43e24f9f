"""HTML is read as a browser shows it, without its scripts and menus, however broken it is."""

import pytest

from openrepro.errors import OpenReproError
from openrepro.papers.text import TextFormat
from tests.papers.texts import labelled, paragraphs, part, text_of

PAPER = """<!DOCTYPE html><html><head><title>T</title><style>p{}</style></head><body>
<nav>menu</nav><h1>A title</h1><script>var x = "<p>no</p>";</script>
<p class='a">b'>Some <b>bold</b> text &amp; more &lt;here&gt;, caf&eacute;.</p><!-- <p>hidden</p> -->
<h2><span>4 </span>Speed</h2>
<p>It took 158&nbsp;ms.<br>Next line</p>
<table><caption>Table 2: Times</caption><tr><th>a</th><th>b</th></tr><tr><td>1</td><td><p>27.9</p></td></tr></table>
<p>x = <math><mi>y</mi><annotation encoding="application/x-tex">\\hidden</annotation></math> end</p>
<svg><text>no</text></svg>
</body></html>"""


def test_words_stay_and_tags_go() -> None:
    found = paragraphs(text_of(PAPER, TextFormat.HTML))
    assert found == [
        "A title",
        "Some bold text & more <here>, café.",
        "4 Speed",
        "It took 158 ms. Next line",
        "Table 2: Times a b 1 27.9",
        "x = y end",
    ]


def test_parts_are_found() -> None:
    text = text_of(PAPER, TextFormat.HTML)
    assert [(one.level, one.title) for one in text.sections] == [(1, "A title"), (2, "4 Speed")]
    assert labelled(text, "Table 2") == part(text, text.tables[0]) == "Table 2: Times a b 1 27.9"


def test_spans_lead_back_to_the_characters_of_the_file() -> None:
    text = text_of(PAPER, TextFormat.HTML)
    for words, written in (("bold", "bold"), ("é", "&eacute;"), ("27.9", "27.9")):
        at = text.text.index(words)
        start, end = text.source(type(text.tables[0])(at, at + len(words)))
        assert PAPER[start:end] == written


@pytest.mark.parametrize("broken", ["<!-- open", "<p", '<a href="', "<script>x", "<!x", "</p", "<a '>", "<svg><p>x"])
def test_what_never_ends_is_dropped(broken: str) -> None:
    assert paragraphs(text_of(f"<p>before</p>{broken}", TextFormat.HTML)) == ["before"]


def test_a_lone_bracket_is_a_character() -> None:
    assert paragraphs(text_of("<p>1 < 2 and 3 > 2 & 5</p>", TextFormat.HTML)) == ["1 < 2 and 3 > 2 & 5"]


def test_a_page_without_words_is_refused() -> None:
    with pytest.raises(OpenReproError, match="holds no text"):
        text_of("<html><script>x</script></html>", TextFormat.HTML)
