"""What papers refer to by a name (Theorem 2, Table 3, Section 4): found in a text, and looked up by what is said."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from openrepro.papers.text import Label, PaperText, Section, Span

LONGEST_LABEL: Final = 200
LONGEST_EQUATION: Final = 400
_SORTS: Final = (
    "Theorem|Lemma|Proposition|Corollary|Definition|Remark|Example|Assumption|Conjecture|Claim|Observation|Fact"
    "|Property|Hypothesis|Algorithm|Table|Figure|Listing|Tab|Fig|Thm|Prop|Cor|Def|Alg"
)
_NUMBER: Final = r"(?:[A-Z]\.?)?[0-9]{1,3}(?:\.[0-9]{1,3}){0,3}[a-z]?|[IVXL]{1,6}\b"
_CAPTION: Final = re.compile(rf"\W{{0,3}}(?P<sort>{_SORTS})\.?\s{{1,3}}(?P<number>{_NUMBER})(?=\s{{0,3}}[.:(\[|]|\s*$)")
_EQUATION: Final = re.compile(r"\((?P<number>[A-Z]?\.?[0-9]{1,3}(?:\.[0-9]{1,3})?[a-z]?)\)\W{0,3}$")
_SHORT: Final = (
    "tab table tables table tbl table fig figure figs figure figures figure thm theorem theorems theorem lem lemma "
    "prop proposition cor corollary def definition alg algorithm eq equation eqn equation eqs equation "
    "equations equation sec section sect section § section app appendix"
)
_FULL: Final = dict(zip(_SHORT.split()[::2], _SHORT.split()[1::2], strict=True))
_WORD: Final = re.compile(r"§|[^\W\d_]+")
_SAID: Final = re.compile(rf"(?P<sort>§|[^\W\d_]{{1,20}})\.?\s{{0,3}}\(?(?P<number>{_NUMBER}|[A-Z]\b)\)?")
_HEADED: Final = re.compile(
    r"(?:Appendix\s{1,3}|Section\s{1,3})?(?P<number>(?:[0-9]{1,3}|[A-Z])(?:\.[0-9]{1,3}){0,4})(?=[.:\s]|$)"
)
_APART: Final = re.compile(r"[,;/&]|\band\b|\bof\b|\bin\b")


class Paragraph(NamedTuple):
    """Characters of a text that belong together, and whether they are a table."""

    table: bool
    span: Span


def labels_of(text: str, blocks: Sequence[Paragraph]) -> Iterator[Label]:
    """The labels that paragraphs begin with (or end with: equations). The caption of a table stands before or after
    it."""
    seen: set[str] = set()
    for number, (_, span) in enumerate(blocks):
        name = _named(text[span.start : min(span.end, span.start + LONGEST_EQUATION)], span)
        if name and name not in seen:
            seen.add(name)
            yield Label(name, _with_table(blocks, number) if name.startswith("Table") else span)


def _named(words: str, span: Span) -> str:
    caption = _CAPTION.match(words)
    if caption is not None:
        return f"{_full(caption['sort']).capitalize()} {caption['number']}"
    equation = _EQUATION.search(words[-40:]) if span.end - span.start < LONGEST_EQUATION and "=" in words else None
    return f"Equation ({equation['number']})" if equation else ""


def begins_with_label(words: str) -> bool:
    """Whether words begin as a caption or a statement with a number does: `Table 3.`, `Theorem 2 (Main).`"""
    return _CAPTION.match(words[:LONGEST_LABEL]) is not None


def _with_table(blocks: Sequence[Paragraph], number: int) -> Span:
    """The caption with the table that follows it, or else comes before it."""
    own = blocks[number].span
    for near in (number + 1, number - 1):
        if 0 <= near < len(blocks) and blocks[near].table and not blocks[number].table:
            other = blocks[near].span
            return Span(min(own.start, other.start), max(own.end, other.end))
    return own


def places_named(text: PaperText, said: str) -> tuple[Span, ...]:
    """Where the things stand that `said` names: `Table 3`, `Fig. 2`, `§ 4`, `Section 4, table` (the tables of the
    section, and it). Empty when the text has none of them."""
    found: list[Span] = []
    within: list[Span] = []
    for part in filter(None, (one.strip() for one in _APART.split(said[:LONGEST_LABEL]))):
        for key in _keys(part):
            sections = _sections(text, key)
            (within if sections else found).extend(sections or _labelled(text, key))
    if _says_table(said):
        found += [one for one in text.tables if not within or any(inside(one, other) for other in within)]
    return (*found, *within)


def inside(span: Span, other: Span) -> bool:
    """Whether `span` lies in `other`."""
    return other.start <= span.start and span.end <= other.end


def _keys(part: str) -> Iterator[tuple[str, str]]:
    for match in _SAID.finditer(part):
        yield _full(match["sort"]), match["number"].rstrip(".").lower()


def _full(sort: str) -> str:
    word = sort.lower().rstrip(".")
    return _FULL.get(word, word)


def _says_table(said: str) -> bool:
    """Whether a table is meant that has no number of its own."""
    words = [_full(word) for word in _WORD.findall(said[:LONGEST_LABEL])]
    return "table" in words and not any(sort == "table" for sort, _ in _keys(said[:LONGEST_LABEL]))


def _labelled(text: PaperText, key: tuple[str, str]) -> list[Span]:
    return [label.span for label in text.labels if key in _keys(label.name)]


def _sections(text: PaperText, key: tuple[str, str]) -> list[Span]:
    if key[0] not in ("section", "appendix"):
        return []
    return [one.span for one in text.sections if _number_of(one) == key[1]]


def _number_of(section: Section) -> str:
    match = _HEADED.match(section.title)
    return match["number"].lower() if match else ""
