"""Text that tries to steer the judge: addressed to it, self-assigned verdicts, forecast scores, hidden text."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.hidden import Hidden, invisible, markup
from openrepro.evidence.places import Places
from openrepro.evidence.sentences import Sentence, excerpt, fields, is_code, is_output, is_record, said, sentences
from openrepro.evidence.verdict_words import bare_verdict, self_verdicts
from openrepro.logbooks.logbook import Address, Block, BlockKind, Cell, Severity

MOST_PLACES = 20
"""Addresses that one finding names at most."""

_WHO = r"(?:judg(?:e|ing model)|evaluator|grader|marker|assessor|adjudicator|scorer|reviewer|referee)s?"
_KIND = r"(?:(?:automated|automatic|ai|llm|model|human|live|official|final|future|blind|challenge|any|all|every|each)[ -]){0,3}"
_LABELS = r"(?:verified|falsified|reproduced|confirmed|toy|inconclusive|correct|valid|passed|full|max(?:imum)?|top|[0-9]{1,3})"
_ADDRESSED = re.compile(
    # "Judge: …", "Note to the evaluator", "Dear reviewer"
    rf"^[\s>*_`#\[(-]{{0,12}}(?:(?:dear|hey|hello|attention|attn|note|notes|message|memo|instructions?|guide|guidance|hint|reminder)"
    rf"[,:]? (?:(?:to|for) )?(?:the |our |an? )?){{0,1}}{_KIND}{_WHO}[*_`]{{0,3}}\s?[:,—]"
    rf"|\b(?:note|notes|message|memo|instructions?|guide|guidance|hints?|reminder) (?:to|for) (?:the |our |an? )?{_KIND}{_WHO}\b"
    rf"|\bto the {_KIND}{_WHO}\s?:"
    rf"|\bfor (?:automated|ai|llm|automatic)[ -](?:{_WHO}|readers|agents)\b"
    # "you should mark this as verified", "judges must count …"
    rf"|\b(?:you|{_WHO}) (?:should|must|shall|need to|have to|ought to|are (?:asked|instructed|expected|required|advised) to)"
    r" (?:\w+ ){0,2}(?:mark|label|scor\w|score|grade|rate|count|treat|consider|accept|award|give|assign|classify|rule|judge|credit|regard"
    r"|ignore|read|use|trust|conclude|return|output|answer)\b"
    # "mark this claim as verified", "score this 2"
    r"|\b(?:please |kindly )?(?:mark|label|score|grade|rate|award|assign|give|classify|judge|treat|count) (?:this|it|the|each|every|all|our)"
    rf" ?(?:\w+ ){{0,3}}(?:as )?(?:an? )?[*`\"']{{0,3}}{_LABELS}\b(?= ?[*`\"'.!,)]| points?| marks?| score|$)"
    # instructions to a model
    r"|\b(?:ignore|disregard|forget|override) (?:all |any |every )?(?:of )?(?:the |your |these |those )?"
    r"(?:previous|prior|above|earlier|preceding|system|former|other|existing) (?:\w+ )?(?:instructions?|prompts?|rules|guidelines|context|messages?)"
    r"|\bas an? (?:\w+ )?(?:ai|llm|language model|automated|model)[ -]?(?:\w+ )?(?:judge|grader|evaluator|reviewer|assistant|model)\b"
    r"|\byou are (?:an? |the )(?:\w+ ){0,2}(?:judge|grader|evaluator|assistant|reviewer|language model)\b"
    r"|\b(?:new|updated|hidden|secret|special) (?:system )?instructions?\s?:"
    r"|<\|?(?:im_start|im_end|system|endoftext|assistant|user)\|?>|\[/?INST\]|<<SYS>>|\bsystem prompt\s?:|^\s*(?:system|assistant)\s?:\s"
    # entry points made for the judge
    rf"|\bcanonical (?:\w+ )?(?:entry ?-?points?|{_WHO} \w+)\b|\b{_WHO}[- ](?:entry ?-?points?|facing|start here|instructions|reading order"
    r"|visible|aligned|optimi[sz]ed|friendly|legible)\b"
    r"|\b(?:do not|don't|must not|should not) (?:penali[sz]e|deduct|downgrade|mark (?:it |this )?down|lower (?:the|this|our) (?:score|label|verdict))"
    r"|\b(?:deserves?|merits?|warrants?|qualif(?:y|ies) for) (?:an? |the )?(?:full|maximum|[0-9]{1,2}|verified|falsified|top)"
    r" ?(?:score|points?|marks?|credit|label|verdict|rating)\b",
    re.IGNORECASE | re.MULTILINE,
)
_FORECAST = re.compile(
    r"\b(?:expected|projected|predicted|forecast(?:ed|s)?|anticipated|estimated|possible|potential|maximum|target|likely|provisional|current"
    r"|previous|live|baseline|best-supported|conservative|judged?|claimed|legacy|earned)"
    r"(?:[ -](?:new|public|live|judged?|possible|future|total|final|best|legacy|baseline)){0,3}"
    r"[ -](?:scores?|points?|marks|verdicts?|grades?|ratings?|labels?|baseline|forecasts?)\b[^\n.;|]{0,80}"
    r"|\b(?:score|points?|verdict) (?:forecasts?|predictions?|projections?|estimates?|change|delta)\b[^\n.;|]{0,80}"
    r"|\bforecasts?\s?[:*]{1,4}[^\n.;|]{0,60}[0-9]"
    r"|\b(?:would|should|could|will|to) (?:score|earn|gain|receive|be worth|yield) (?:\w+ ){0,3}[0-9]{1,3}(?:\s?/\s?[0-9]{1,3})?(?: points?)?\b"
    r"|(?<![\w.])[0-9]{1,3}\s?(?:[-–/]|of|out of)\s?[0-9]{1,3}\s(?:points?|marks)\b"
    r"|\b(?:worth|scores?|scoreable|scored|awarded|award) (?:\w+ |[~≈]){0,2}[0-9]{1,3}[ -]points?\b[^\n.;|]{0,20}"
    r"|\b[0-9]{1,2}-points? (?:toy|verified|verdict|claim|credit|result)\b|\bpoints? (?:asserted|claimed|forecast|expected)\b",
    re.IGNORECASE,
)
_MAY_STEER = re.compile(
    r"judg|evaluator|grader|marker|assessor|adjudicator|scorer|review|referee|you |label|score|mark |rate |award|assign|classify"
    r"|instruction|prompt|rules|guideline|context|message|system|assistant|\[/?INST|im_start|canonical|agents|readers|penali|deduct|deserve|merit"
    r"|warrant|qualif|treat|count|give|entry",
    re.IGNORECASE,
)
_MAY_FORECAST = re.compile(
    r"score|point|mark|verdict|forecast|grade|rating|label|baseline|earn|gain|receive|yield|worth", re.IGNORECASE
)


class Span(NamedTuple):
    """Characters `[start, end)` of a text that a reader must not be given, and why."""

    start: int
    end: int
    code: Code


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


def steering_findings(cells: Iterable[Cell]) -> tuple[Finding, ...]:
    """STEERING, SELF_VERDICT, FORECAST_SCORE, HIDDEN_CHARACTERS and HIDDEN_MARKUP, one each per cell at most."""
    found: list[Finding] = []
    for cell in cells:
        groups: dict[Code, list[tuple[str, Address]]] = {}
        for code, text, at in _of_cell(cell):
            groups.setdefault(code, []).append((text, at))
        found.extend(_finding(code, items) for code, items in groups.items())
    return tuple(found)


def _finding(code: Code, items: list[tuple[str, Address]]) -> Finding:
    severity = Severity.NOTE if code in (Code.SELF_VERDICT, Code.FORECAST_SCORE) else Severity.SERIOUS
    if code in (Code.HIDDEN_MARKUP, Code.HIDDEN_CHARACTERS):
        severity = Severity.WARNING
    text = _SENTENCES[code].format(items[0][0])
    return Finding(code, text, tuple(at for _, at in items[:MOST_PLACES]), severity)


_SENTENCES = {
    Code.STEERING: "Text is addressed to the judge: “{}”. Remove it; it is withheld from readers.",
    Code.SELF_VERDICT: "The entry gives itself a verdict: “{}”. It is withheld from readers; state what was measured.",
    Code.FORECAST_SCORE: "The entry forecasts a score: “{}”. It is withheld from readers; remove it.",
    Code.HIDDEN_CHARACTERS: "The text holds {}. Remove them; readers are given the text without them.",
    Code.HIDDEN_MARKUP: "The page hides text from people: {}. Show the text or remove it.",
}


def _of_cell(cell: Cell) -> Iterator[tuple[Code, str, Address]]:
    for sentence in sentences(cell.title[:2_000]):
        for span in _sentence_spans(sentence):
            yield span.code, excerpt(cell.title), cell.at
    for block in cell.blocks:
        if block.kind is BlockKind.PAYLOAD:
            continue
        places = Places(block.text, block.at)
        for span in _block_spans(block):
            yield span.code, excerpt(block.text[span.start : span.end + 80]), places.address(span.start, span.end)
        for code, hidden in _hidden(block):
            yield code, hidden.how, places.address(hidden.start, hidden.end)


def _block_spans(block: Block) -> tuple[Span, ...]:
    if is_code(block):
        return ()
    if is_output(block):
        return withheld(block.text, form="output")
    return _disjoint([span for sentence in said(block) for span in _sentence_spans(sentence)])


def _hidden(block: Block) -> Iterator[tuple[Code, Hidden]]:
    for found in invisible(block.text):
        yield Code.HIDDEN_CHARACTERS, found
    if block.kind is BlockKind.PROSE:
        for found in markup(block.text):
            yield Code.HIDDEN_MARKUP, found


def _sentence_spans(sentence: Sentence) -> Iterator[Span]:
    if addressed(sentence.text):
        yield Span(sentence.start, sentence.end, Code.STEERING)
        return
    if _MAY_FORECAST.search(sentence.text):
        for match in _FORECAST.finditer(sentence.text):
            yield Span(sentence.start + match.start(), sentence.start + match.end(), Code.FORECAST_SCORE)
    for verdict in self_verdicts(sentence):
        yield Span(verdict.start, verdict.end, Code.SELF_VERDICT)


def addressed(text: str) -> bool:
    """Whether a sentence speaks to the judge."""
    return _MAY_STEER.search(text) is not None and _ADDRESSED.search(text) is not None


def _output_spans(text: str) -> Iterator[Span]:
    start = 0
    for line in text.splitlines(keepends=True):
        verdict = bare_verdict(line.rstrip("\r\n"))
        if verdict is not None:
            yield Span(start + verdict[0], start + verdict[1], Code.SELF_VERDICT)
        elif addressed(line[:2_000]):
            yield Span(start, start + len(line.rstrip("\r\n")), Code.STEERING)
        start += len(line)


def _disjoint(spans: list[Span]) -> tuple[Span, ...]:
    kept: list[Span] = []
    for span in sorted(spans):
        if kept and span.start < kept[-1].end:
            kept[-1] = Span(kept[-1].start, max(kept[-1].end, span.end), kept[-1].code)
        elif span.end > span.start:
            kept.append(span)
    return tuple(kept)
