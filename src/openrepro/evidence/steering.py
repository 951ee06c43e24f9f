"""Text that tries to steer the judge: addressed to it, self-assigned verdicts, forecast scores, hidden text."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.hidden import invisible, markup
from openrepro.evidence.places import Places
from openrepro.evidence.sentences import (
    Sentence,
    excerpt,
    fields,
    holds_any,
    is_code,
    is_output,
    is_record,
    said,
    sentences,
)
from openrepro.evidence.steering_phrases import (
    ADDRESSED,
    FORECAST,
    FORECAST_STEMS,
    MADE_FOR_JUDGE,
    STEERING_STEMS,
)
from openrepro.evidence.verdict_words import bare_verdict, may_hold_verdict, verdict_spans
from openrepro.logbooks.logbook import Address, Block, BlockKind, Cell, Severity

MOST_PLACES = 20
"""Addresses that one finding names at most."""


SHORTEST_LINE = 6
"""Characters of an output line that can say a verdict (`C1: ✅`) or speak to the judge."""


class Span(NamedTuple):
    """Characters `[start, end)` of a text that a reader must not be given, and why."""

    start: int
    end: int
    code: Code
    severity: Severity = Severity.NOTE


def withheld(text: str, *, form: str = "prose") -> tuple[Span, ...]:
    """What to withhold from a reader: self-verdicts, forecast scores, sentences addressed to the judge.

    `form` is "prose" (Markdown), "record" (JSON) or "output" (what a run printed: only a line that is nothing
    but a verdict is withheld, and sentences addressed to the judge). Spans are in order and do not overlap.
    """
    if form == "output":
        return _disjoint(list(_output_spans(text)))
    parts = fields(text) if form == "record" else sentences(text)
    return _disjoint([span for sentence in parts for span in _sentence_spans(sentence)])


def form_of(block: Block) -> str:
    """How `withheld` must read a block."""
    if is_record(block) and not is_output(block):
        return "record"
    return "output" if block.kind is BlockKind.FENCE else "prose"


class _HiddenSpan(NamedTuple):
    """Hidden text at characters `[start, end)` of a block, and how it hides."""

    start: int
    end: int
    code: Code
    how: str
    severity: Severity = Severity.WARNING


_Spot = TypeVar("_Spot", Span, _HiddenSpan)


class _Item(NamedTuple):
    code: Code
    text: str
    at: Address
    severity: Severity


def steering_findings(cells: Iterable[Cell]) -> tuple[Finding, ...]:
    """STEERING, SELF_VERDICT, FORECAST_SCORE, HIDDEN_CHARACTERS and HIDDEN_MARKUP, one each per cell at most.

    STEERING is SERIOUS for a sentence addressed to the judge and a NOTE for words such as "judge-facing".
    """
    found: list[Finding] = []
    for cell in cells:
        groups: dict[Code, list[_Item]] = {}
        for item in _of_cell(cell):
            groups.setdefault(item.code, []).append(item)
        found.extend(_finding(code, items) for code, items in groups.items())
    return tuple(found)


def _finding(code: Code, items: list[_Item]) -> Finding:
    worst = next((item for item in items if item.severity is Severity.SERIOUS), items[0])
    places = tuple(item.at for item in items[:MOST_PLACES])
    return Finding(code, _SENTENCES[code].format(worst.text), places, worst.severity)


_SENTENCES = {
    Code.STEERING: "Text is addressed to the judge: “{}”. Remove it; it is withheld from readers.",
    Code.SELF_VERDICT: "The entry gives itself a verdict: “{}”. It is withheld from readers; state what was measured.",
    Code.FORECAST_SCORE: "The entry states or forecasts a score: “{}”. It is withheld from readers; remove it.",
    Code.HIDDEN_CHARACTERS: "The text holds {}. Remove them; readers are given the text without them.",
    Code.HIDDEN_MARKUP: "The page hides text from people: {}. Show the text or remove it.",
}


def _of_cell(cell: Cell) -> Iterator[_Item]:
    for sentence in sentences(f"# {cell.title[:2_000]}") if cell.title else ():
        for span in _sentence_spans(sentence):
            yield _Item(span.code, excerpt(cell.title), cell.at, span.severity)
    for block in cell.blocks:
        if block.kind is not BlockKind.PAYLOAD:
            yield from _of_block(block)


def _of_block(block: Block) -> Iterator[_Item]:
    spans, concealed = _first(_block_spans(block)), _first(_hidden(block))
    if not spans and not concealed:
        return
    places = Places(block.text, block.at)
    for span in spans:
        quoted = excerpt(block.text[span.start : max(span.end, span.start + 80)])
        yield _Item(span.code, quoted, places.address(span.start, span.end), span.severity)
    for hidden in concealed:
        at = places.address(hidden.start, hidden.end)
        yield _Item(hidden.code, hidden.how, at, _weight(block, hidden))


def _first(found: Iterable[_Spot]) -> list[_Spot]:
    """The serious ones, and of each code the first few: a block may hold a million."""
    kept: list[_Spot] = []
    counts: dict[tuple[Code, Severity], int] = {}
    for one in found:
        key = (one.code, one.severity)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= MOST_PLACES:
            kept.append(one)
    return kept


def _weight(block: Block, hidden: _HiddenSpan) -> Severity:
    """Hidden text that also speaks to the judge is serious."""
    return Severity.SERIOUS if addressed(block.text[hidden.start : hidden.end + 400]) else Severity.WARNING


def _block_spans(block: Block) -> tuple[Span, ...]:
    if is_code(block) or not _may_steer(block.text):
        return ()
    if is_output(block):
        return withheld(block.text, form="output")
    return _disjoint([span for sentence in said(block) for span in _sentence_spans(sentence)])


def _may_steer(text: str) -> bool:
    """A cheap question to ask of a whole block before its sentences are looked at: False is certain."""
    lowered = text.lower()
    return holds_any(lowered, STEERING_STEMS) or holds_any(lowered, FORECAST_STEMS) or may_hold_verdict(text)


def _hidden(block: Block) -> Iterator[_HiddenSpan]:
    for found in invisible(block.text):
        yield _HiddenSpan(found.start, found.end, Code.HIDDEN_CHARACTERS, found.how)
    for found in markup(block.text) if block.kind is BlockKind.PROSE else ():
        yield _HiddenSpan(found.start, found.end, Code.HIDDEN_MARKUP, found.how)


def _sentence_spans(sentence: Sentence) -> Iterator[Span]:
    lowered = sentence.text.lower()
    if holds_any(lowered, STEERING_STEMS):
        if ADDRESSED.search(sentence.text):
            yield Span(sentence.start, sentence.end, Code.STEERING, Severity.SERIOUS)
            return
        for match in MADE_FOR_JUDGE.finditer(sentence.text):
            yield Span(sentence.start + match.start(), sentence.start + match.end(), Code.STEERING)
    if holds_any(lowered, FORECAST_STEMS):
        for match in FORECAST.finditer(sentence.text):
            yield Span(sentence.start + match.start(), sentence.start + match.end(), Code.FORECAST_SCORE)
    for start, end in verdict_spans(sentence):
        yield Span(start, end, Code.SELF_VERDICT)


def addressed(text: str) -> bool:
    """Whether a sentence speaks to the judge."""
    return holds_any(text.lower(), STEERING_STEMS) and ADDRESSED.search(text) is not None


def speaking(output: str) -> Iterator[tuple[int, int]]:
    """The characters of an output from a line that speaks to the judge to the next blank one."""
    if not holds_any(output.lower(), STEERING_STEMS):
        return
    end = 0
    for span in _output_spans(output):
        if span.code is Code.STEERING and span.start >= end:
            blank = output.find("\n\n", span.end)
            end = len(output) if blank < 0 else blank
            yield span.start, end


def _output_spans(text: str) -> Iterator[Span]:
    start = 0
    for line in text.splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        verdict = bare_verdict(bare) if len(bare) >= SHORTEST_LINE else None
        if verdict is not None:
            yield Span(start + verdict[0], start + verdict[1], Code.SELF_VERDICT)
        elif len(bare) >= SHORTEST_LINE and addressed(bare[:2_000]):
            yield Span(start, start + len(bare), Code.STEERING, Severity.SERIOUS)
        start += len(line)


def _disjoint(spans: list[Span]) -> tuple[Span, ...]:
    kept: list[Span] = []
    for span in sorted(spans):
        if kept and span.start < kept[-1].end:
            kept[-1] = kept[-1]._replace(end=max(kept[-1].end, span.end))
        elif span.end > span.start:
            kept.append(span)
    return tuple(kept)
