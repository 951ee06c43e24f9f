"""Files of strangers: bounded, linear, and a sentence at worst."""

import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openrepro.errors import OpenReproError
from openrepro.papers.text import MOST_BYTES, MOST_CHARACTERS, Span, TextFormat
from openrepro.papers.text_packing import packed, unpacked
from openrepro.papers.text_reading import format_of, read_text
from tests.papers.texts import text_of

WORDS = (
    r"\begin{thm} \end{thm} \begin{equation} \end{equation} \begin{tabular}{ \end{tabular} \footnote{ \section{ "
    r"\caption{ \label{a} \ref{a} \[ \begin{table} \end{table} \begin{align} \end{align} \\ \appendix "
    "<table> </table> <p> </p> <td> <!-- --> <script> &amp; ``` |---|"
)
PIECES = st.sampled_from([*"\\{}$%&~*_`#|<>[]()!-= \n\f\t\"'a1.é\u202e", "\n\n", "Table 1. ", *WORDS.split()])
HOSTILE = {
    TextFormat.MARKDOWN: ("*a_b", "[a](", "`a``b", "<a ", "a|b\n-|-\n", "|a" * 40 + "\n", "  x\n=\n", "> - "),
    TextFormat.HTML: ("<a '", "<!--", "<p>a", "<table><td>", "&", "<svg>", "<script>", "</", "<h1>a</h1>"),
    TextFormat.LATEX: (
        "\\footnote{a\n\n",
        "\\item [",
        "\\\\[",
        "\\begin{align}a\\\\",
        "\\caption{",
        "{",
        "\\def\\x{a}",
    ),
    TextFormat.PLAIN: ("a\n\n", "1 A\n", "a  b\n", "\f\n"),
}
SIZE = 32_000


@pytest.mark.parametrize("form", list(HOSTILE))
@settings(max_examples=40)
@given(pieces=st.lists(PIECES, max_size=60))
def test_any_file_is_read_or_refused_with_a_sentence(form: TextFormat, pieces: list[str]) -> None:
    source = "".join(pieces)
    try:
        text = text_of(source, form)
    except OpenReproError:
        return
    parts = [*(one.span for one in (*text.sections, *text.labels, *text.pages)), *text.tables]
    assert all(0 <= start <= end <= len(text.text) for start, end in parts)
    starts = [text.source(Span(at, at + 1)) for at in range(len(text.text))]
    assert all(0 <= start <= end <= len(source) + 1 for start, end in starts)
    assert unpacked(packed(text)) == text


@pytest.mark.parametrize(("form", "piece"), [(form, piece) for form, pieces in HOSTILE.items() for piece in pieces])
def test_reading_takes_time_in_proportion(form: TextFormat, piece: str) -> None:
    def seconds(size: int) -> float:
        begun = time.process_time()
        with suppress(OpenReproError):
            text_of("word " + piece * (size // len(piece)), form)
        return time.process_time() - begun

    small = min(seconds(SIZE // 8) for _ in range(2))
    assert min(seconds(SIZE) for _ in range(2)) < 32 * small + 0.1


def test_too_large_files_are_refused() -> None:
    with pytest.raises(OpenReproError, match="in plain has at most 5,000,000"):
        read_text(b"a" * (MOST_BYTES[TextFormat.PLAIN] + 1), paper="p", version="v1", form=TextFormat.PLAIN)
    with pytest.raises(OpenReproError, match="more than 2,000,000 characters"):
        text_of("a " * MOST_CHARACTERS, TextFormat.PLAIN)
    with pytest.raises(OpenReproError, match="more than 10,000 headings"):
        text_of("# a\n" * 10_001)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(OpenReproError, match="byte 1 begins no character") as raised:
        read_text(b"a\xe9b", paper="p", version="v1", form=TextFormat.PLAIN)
    assert "iconv" in raised.value.hint
    with pytest.raises(OpenReproError, match="holds no text"):
        text_of(" \n ")


def test_formats_are_told_by_names_of_files() -> None:
    assert format_of(".MD") is TextFormat.MARKDOWN
    assert format_of(".tex") is TextFormat.LATEX
    assert format_of(".pdf") is TextFormat.PDF
    with pytest.raises(OpenReproError, match=r"'\.docx' is not read") as raised:
        format_of(".docx")
    assert "--format" in raised.value.hint


def test_a_pdf_is_never_read_here() -> None:
    with pytest.raises(OpenReproError, match="in the sandbox only"):
        read_text(b"%PDF-1.7", paper="p", version="v1", form=TextFormat.PDF)


def test_damaged_packing_is_a_sentence() -> None:
    data = packed(text_of("Words."))
    for broken in (b"", data[:-9], b"x" + data, packed(text_of("a"))[:5]):
        with pytest.raises(OpenReproError, match="damaged"):
            unpacked(broken)
