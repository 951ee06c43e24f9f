"""Texts of papers for tests."""

from openrepro.papers.text import PaperText, Span, TextFormat
from openrepro.papers.text_reading import read_text


def text_of(source: str, form: TextFormat = TextFormat.MARKDOWN, version: str = "v1") -> PaperText:
    return read_text(source.encode(), paper="demo", version=version, form=form)


def part(text: PaperText, span: Span) -> str:
    """The words of a span, on one line."""
    return " ".join(text.text[span.start : span.end].split())


def labelled(text: PaperText, name: str) -> str:
    return next(part(text, label.span) for label in text.labels if label.name == name)


def paragraphs(text: PaperText) -> list[str]:
    return [" ".join(one.split()) for one in text.text.split("\n\n") if one.strip()]
