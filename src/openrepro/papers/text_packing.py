"""A read text as bytes, to be kept, and back."""

import json
import zlib
from typing import Any, Final

from openrepro.errors import OpenReproError
from openrepro.papers.text import Label, Origins, PaperText, Run, Section, Span, TextFormat, TextPage

SCHEMA: Final = "openrepro.papertext/1"
_LARGEST: Final = 256_000_000
"""Unpacked bytes; far more than the largest text with its origins takes."""


def packed(text: PaperText) -> bytes:
    """`text` as compressed JSON."""
    starts, sources, ends = text.origins.as_lists()
    value = {
        "schema": SCHEMA,
        "paper": text.paper,
        "version": text.version,
        "sha256": text.sha256,
        "format": text.format.value,
        "text": text.text,
        "sections": [[one.level, one.title, *one.span] for one in text.sections],
        "labels": [[one.name, *one.span] for one in text.labels],
        "tables": text.tables,
        "pages": [[one.number, *one.span] for one in text.pages],
        "origins": {"starts": starts, "sources": sources, "ends": ends},
    }
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode())


def unpacked(data: bytes) -> PaperText:
    """The text that `packed` made bytes of. Raises OpenReproError for anything else."""
    try:
        return _text(json.loads(zlib.decompressobj().decompress(data, _LARGEST)))
    except (zlib.error, ValueError, KeyError, TypeError) as error:
        hint = "Add the file of the text again: openrepro admin papers text add."
        raise OpenReproError("What was read of the paper's file is damaged.", hint=hint) from error


def _text(value: dict[str, Any]) -> PaperText:
    if value["schema"] != SCHEMA:
        raise ValueError(value["schema"])
    runs = zip(*(value["origins"][name] for name in ("starts", "sources", "ends")), strict=True)
    return PaperText(
        paper=value["paper"],
        version=value["version"],
        sha256=value["sha256"],
        format=TextFormat(value["format"]),
        text=value["text"],
        sections=tuple(Section(level, title, Span(start, end)) for level, title, start, end in value["sections"]),
        labels=tuple(Label(name, Span(start, end)) for name, start, end in value["labels"]),
        tables=tuple(Span(start, end) for start, end in value["tables"]),
        pages=tuple(TextPage(number, Span(start, end)) for number, start, end in value["pages"]),
        origins=Origins(Run(start, Span(source, end)) for start, source, end in runs),
    )
