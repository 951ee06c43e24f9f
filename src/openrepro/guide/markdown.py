"""Our texts as Markdown, for people who read plain text and for agents."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from openrepro.guide.text import Block, Code, Grid, Paragraph, Points, Prose, Section, Span

_SPECIAL: Final = re.compile(r"([\\`*\[\]<|])")
_TICKS: Final = re.compile(r"`+")


def markdown(sections: Iterable[Section], *, site: str = "", level: int = 2) -> str:
    """Sections with headings of `level`; addresses of pages begin with `site`, the address of the site."""
    parts = (part for section in sections for part in _section(section, site, level))
    return "\n\n".join(parts) + "\n"


def _section(section: Section, site: str, level: int) -> Iterator[str]:
    yield f"{'#' * level} {section.title}"
    for block in section.blocks:
        yield _block(block, site)


def _block(block: Block, site: str) -> str:
    if isinstance(block, Paragraph):
        return line(block.text, site)
    if isinstance(block, Points):
        heads = (f"{at}." if block.ordered else "-" for at in range(1, len(block.items) + 1))
        return "\n".join(f"{head} {line(item, site)}" for head, item in zip(heads, block.items, strict=True))
    if isinstance(block, Code):
        return _fenced(block)
    return _table(block, site)


def line(spans: Prose, site: str = "") -> str:
    """Prose on one line."""
    return "".join(_span(span, site) for span in spans)


def _span(span: Span, site: str) -> str:
    text = " ".join(span.text.split("\n"))
    if span.code:
        ticks = "`" * (_longest(text) + 1)
        room = " " if text.startswith("`") or text.endswith("`") else ""
        return f"{ticks}{room}{text}{room}{ticks}"
    told = _SPECIAL.sub(r"\\\1", text)
    return f"[{told}]({site}{span.to})" if span.to else told


def _longest(text: str) -> int:
    return max((len(run) for run in _TICKS.findall(text)), default=0)


def _fenced(block: Code) -> str:
    fence = "`" * max(3, _longest(block.text) + 1)
    return f"{fence}{block.language}\n{block.text}\n{fence}"


def _table(block: Grid, site: str) -> str:
    rows = [list(block.head), ["---"] * len(block.head)]
    rows += [[_cell(line(cell, site)) for cell in row] for row in block.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(text: str) -> str:
    """A cell of a table, in which a bar ends the cell wherever it stands."""
    return re.sub(r"(?<!\\)\|", r"\\|", text)
