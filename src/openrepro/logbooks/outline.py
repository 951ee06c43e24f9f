"""A logbook at a glance: its pages, cells, sizes and problems, as text for a terminal or as JSON."""

import math
from collections.abc import Iterator

from openrepro.ids import Json
from openrepro.logbooks.logbook import Block, Cell, Logbook, Page, Problem

CHARS_PER_TOKEN = 3.3
_SHOWN = 100


def tokens(text: str) -> int:
    """About how many model tokens `text` has (Trackio's own estimate: one per 3.3 characters), rounded up."""
    return math.ceil(len(text) / CHARS_PER_TOKEN)


def outline(logbook: Logbook) -> str:
    """The logbook as a tree of text, one line per page, cell and problem; control characters are left out."""
    return "\n".join(_clean(line) for line in _lines(logbook)) + "\n"


def _lines(logbook: Logbook) -> Iterator[str]:
    yield logbook.title or logbook.name
    yield f"  layout    {logbook.layout.value}, {_version(logbook)}, root `{logbook.root or '.'}`"
    yield f"  revision  {logbook.revision[:16]}  ({len(logbook.manifest)} files, {_size(_total(logbook))})"
    yield f"  paper     {', '.join([*logbook.paper.ids, *(f'arXiv:{name}' for name in logbook.paper.arxiv)]) or '–'}"
    yield f"  tags      {', '.join(logbook.tags) or '–'}"
    yield f"pages ({len(logbook.pages)})"
    for page in logbook.pages:
        yield from _page_lines(page)
    yield f"problems ({len(logbook.problems)})"
    for item in logbook.problems:
        yield f"  {item.severity.value:8} {item.code}: {item.text}{_where(item)}"


def _version(logbook: Logbook) -> str:
    return f"schema {logbook.schema_version}" if logbook.schema_version is not None else "no schema version"


def _total(logbook: Logbook) -> int:
    return sum(entry.size for entry in logbook.manifest)


def _page_lines(page: Page) -> Iterator[str]:
    claims = f", claims {', '.join(map(str, page.claims))}" if page.claims else ""
    yield f"  {page.slug}  [{page.role.value}{claims}]  {page.title[:_SHOWN]}  ~{_page_tokens(page)} tokens"
    for cell in page.cells:
        yield f"    {cell.id or '(prose)'}  {_cell_words(cell)}"


def _cell_words(cell: Cell) -> str:
    words = [cell.type.value]
    if cell.command:
        words.append(f"run, exit {cell.exit_code if cell.exit_code is not None else 'unknown'}")
        words.append(f"{cell.duration_s} s" if cell.duration_s is not None else "no duration")
    words.append(f"{_size(cell.at.end - cell.at.start)}, ~{_cell_tokens(cell)} tokens")
    if cell.pinned:
        words.append("pinned")
    if any(not block.balanced for block in cell.blocks):
        words.append("unbalanced fence")
    if cell.void:
        words.append("NOT BELIEVED")
    title = f"  “{cell.title[:_SHOWN]}”" if cell.title else ""
    return ", ".join(words) + title


def _where(item: Problem) -> str:
    places = [f"{place.file}:{place.start}" for place in item.at[:2]]
    return f"  ({', '.join(places)})" if places else ""


def _size(count: int) -> str:
    return f"{count} B" if count < 1000 else f"{count / 1000:.1f} kB" if count < 1e6 else f"{count / 1e6:.1f} MB"


def _clean(line: str) -> str:
    return "".join(char if char.isprintable() else "�" for char in line)


def _page_tokens(page: Page) -> int:
    return sum(_cell_tokens(cell) for cell in page.cells)


def _cell_tokens(cell: Cell) -> int:
    """The tokens of a cell's text; payloads are not counted, since no reader is given them."""
    return sum(tokens(block.text) for block in cell.blocks if not cell.is_payload(block))


def outline_json(logbook: Logbook) -> dict[str, Json]:
    """The same outline as JSON: everything but the texts of the blocks."""
    return {
        "schema": "openrepro.outline/1",
        "name": logbook.name,
        "title": logbook.title,
        "layout": logbook.layout.value,
        "schema_version": logbook.schema_version,
        "root": logbook.root,
        "revision": logbook.revision,
        "tags": list(logbook.tags),
        "paper": {"ids": list(logbook.paper.ids), "arxiv": list(logbook.paper.arxiv)},
        "pages": [_page_json(page) for page in logbook.pages],
        "files": [{**entry.as_json(), "kind": entry.kind.value} for entry in logbook.manifest],
        "problems": [_problem_json(item) for item in logbook.problems],
    }


def _page_json(page: Page) -> dict[str, Json]:
    return {
        "slug": page.slug,
        "title": page.title,
        "file": page.file,
        "role": page.role.value,
        "claims": list(page.claims),
        "tokens": _page_tokens(page),
        "cells": [_cell_json(cell) for cell in page.cells],
    }


def _cell_json(cell: Cell) -> dict[str, Json]:
    return {
        "id": cell.id,
        "type": cell.type.value,
        "title": cell.title,
        "created_at": cell.created_at,
        "at": cell.at.as_json(),
        "command": list(cell.command),
        "exit_code": cell.exit_code,
        "duration_s": cell.duration_s,
        "pinned": cell.pinned,
        "void": cell.void,
        "tokens": _cell_tokens(cell),
        "blocks": [_block_json(block) for block in cell.blocks],
    }


def _block_json(block: Block) -> dict[str, Json]:
    return {
        "kind": block.kind.value,
        "info": block.info,
        "balanced": block.balanced,
        "bytes": [block.at.start, block.at.end],
        "tokens": tokens(block.text),
    }


def _problem_json(item: Problem) -> dict[str, Json]:
    return {
        "code": item.code,
        "severity": item.severity.value,
        "text": item.text,
        "at": [place.as_json() for place in item.at],
    }
