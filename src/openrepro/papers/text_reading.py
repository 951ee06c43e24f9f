"""The one door to texts of papers but PDF, which is read in the sandbox: the bytes of a file to what they say."""

from collections.abc import Callable, Mapping
from typing import Final

from openrepro.errors import OpenReproError
from openrepro.ids import sha256
from openrepro.papers.html_text import html_text
from openrepro.papers.latex_text import latex_text
from openrepro.papers.markdown_text import markdown_text
from openrepro.papers.plain_text import plain_text
from openrepro.papers.text import MOST_BYTES, PaperText, TextFormat
from openrepro.papers.text_writing import Named

SUFFIXES: Final[Mapping[str, TextFormat]] = {
    ".md": TextFormat.MARKDOWN,
    ".markdown": TextFormat.MARKDOWN,
    ".txt": TextFormat.PLAIN,
    ".html": TextFormat.HTML,
    ".htm": TextFormat.HTML,
    ".xhtml": TextFormat.HTML,
    ".tex": TextFormat.LATEX,
    ".pdf": TextFormat.PDF,
}
_READERS: Final[Mapping[TextFormat, Callable[[str, Named], PaperText]]] = {
    TextFormat.PLAIN: plain_text,
    TextFormat.MARKDOWN: markdown_text,
    TextFormat.HTML: html_text,
    TextFormat.LATEX: latex_text,
}


def read_text(data: bytes, *, paper: str, version: str, form: TextFormat) -> PaperText:
    """What the file `data` says. Spans of its parts are of the text; `source` leads to the characters of the file.

    Takes time linear in the size of the file. Raises OpenReproError when it is too large, no UTF-8, or without text;
    and for PDF, which is never read here.
    """
    if form is TextFormat.PDF:
        raise OpenReproError("A PDF is read in the sandbox only.")
    most = MOST_BYTES[form]
    if len(data) > most:
        raise OpenReproError(
            f"The file has {len(data):,} bytes; a paper's text in {form.value} has at most {most:,}.",
            hint="Give the file that the text stands in, without data and pictures.",
        )
    try:
        source = data.decode("utf-8")
    except UnicodeDecodeError as error:
        hint = "Write it again as UTF-8, as `iconv -f latin1 -t utf-8` does."
        raise OpenReproError(
            f"The file is not UTF-8 text: byte {error.start} begins no character.", hint=hint
        ) from None
    return _READERS[form](source, Named(paper, version, sha256(data), form))


def format_of(suffix: str) -> TextFormat:
    """The format of a file by the end of its name (`.md`). Raises OpenReproError for one that is not read."""
    found = SUFFIXES.get(suffix.lower())
    if found is None:
        hint = f"Read are {', '.join(SUFFIXES)}; name the format with --format where the name does not tell."
        raise OpenReproError(f"A file whose name ends in {suffix[:20]!r} is not read as a paper's text.", hint=hint)
    return found
