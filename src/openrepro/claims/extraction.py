"""Candidates for claims, found in a paper's text by code alone: which sentences state a result, and what of a spec
their words tell. They are suggestions for a person and say why each was chosen."""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from openrepro.claims.amounts import amounts, compares, main_amount, measured, quantity_of, statement_of
from openrepro.claims.claim import Claim, Comparator, Kind, Locator, Statement
from openrepro.claims.guessing import guess_kind
from openrepro.claims.likeness import Alike
from openrepro.claims.numerals import missing
from openrepro.claims.sentences import Sentence, Where, sentences
from openrepro.claims.splitting import split
from openrepro.papers.labels import places_named
from openrepro.papers.text import PaperText

EXTRACTOR: Final = "1"
"""Changes whenever the same text would give other candidates."""
MOST_CANDIDATES: Final = 40
MOST_RANKED: Final = 2_000
_RESULT: Final = re.compile(
    r"\b(?:we (?:also |further |then |empirically |theoretically )?(?:show|prove|find|demonstrate|establish|observe|"
    r"achieve|obtain|report|derive|improve|reduce|outperform)|our (?:method|model|approach|algorithm|bound|estimator|"
    r"results?|analysis)|achiev(?:e|es|ed|ing)|reach(?:es|ed|ing)?|outperform(?:s|ed|ing)?|improv(?:e|es|ed|ing)|"
    r"reduc(?:e|es|ed|ing)|increas(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|surpass(?:es|ed)?|exceed(?:s|ed)?|"
    r"converges?|lower|higher|as (?:fast|large|many|much|small)|"
    r"faster|fewer|better|worse|raises?|divides?|makes? no difference|no significant|"
    r"at most|at least|attains?|yields?|saves?|contains?|there (?:is|are|exists?)|holds? for)\b",
    re.IGNORECASE,
)
_ALL: Final = re.compile(r"\b(?:for (?:all|every|any)|whatever|if and only if)\b", re.IGNORECASE)
_ASIDE: Final = re.compile(
    r"\b(?:in this paper,? we (?:propose|introduce|study)|we (?:propose|introduce|study|consider|review|thank|"
    r"leave|hope|plan|refer|use|train|set|denote)\b|the rest of|is organi[sz]ed|future work|et al\.|proof\b|"
    r"let [a-z] |suppose |assume |recall )",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(
    r"^(?:[*_#>\s]{0,6}(?:theorem|proposition|lemma|corollary|conjecture|claim|fact|observation)\s{1,3}[0-9A-Z.]{1,9}"
    r"[*_]{0,3}\s{0,3}(?:\([^()]{0,120}\)[.:*_\s]{0,6}|[.:*_]{1,6}\s{0,3})|(?:moreover|furthermore|"
    r"in addition|specifically|notably|"
    r"in particular|finally|further|overall|consequently|as a result|hence|thus),?\s)",
    re.IGNORECASE,
)
_TABLE: Final = re.compile(r"\bTab(?:le|\.)\s{0,3}(?:[A-Z]\.?)?[0-9]{1,3}")
_ONE_SIDED: Final = (Comparator.LESS, Comparator.AT_MOST, Comparator.GREATER, Comparator.AT_LEAST)
_WEAK: Final = (Kind.VALUE, Kind.QUALITATIVE, Kind.ORDERING, Kind.EXISTENCE)
_POINTS: Final = {
    Where.ABSTRACT: 2,
    Where.STATEMENT: 6,
    Where.CONCLUSION: 2,
    Where.BODY: 0,
    Where.ASIDE: -9,
}
_LEAST: Final = 3


class Why(StrEnum):
    """Why a sentence was chosen."""

    ABSTRACT = "stands in the abstract"
    STATEMENT = "is a numbered statement"
    CONCLUSION = "stands in the conclusion"
    RESULT = "words of a result"
    NUMBER = "states a number"
    COMPARES = "compares two arms"
    ALL_CASES = "is about all cases"
    TABLE = "its number stands in a table of the paper"


class Candidate(NamedTuple):
    """A claim that code suggests, and why; the claim's number is its place among the candidates."""

    claim: Claim
    why: tuple[Why, ...]


class _Ranked(NamedTuple):
    points: int
    sentence: Sentence
    why: tuple[Why, ...]
    table: str


def candidates(text: PaperText) -> tuple[Candidate, ...]:
    """At most `MOST_CANDIDATES` claims that the text seems to make, in its order; the same text always gives the same.

    Each has its sentence as the quote, with page, characters and label; the kind is guessed, and the spec holds what
    words tell. Takes time linear in the size of the text.
    """
    ranked = [one for one in (_ranked(text, each) for each in sentences(text)) if one is not None]
    best = sorted(ranked[:MOST_RANKED], key=lambda one: (-one.points, one.sentence.span))
    chosen = sorted(_apart(best), key=lambda one: one.sentence.span)
    return tuple(_candidate(text, one, number) for number, one in enumerate(chosen, start=1))


def _apart(best: Iterable[_Ranked]) -> list[_Ranked]:
    """The best ones that say different things."""
    seen, found = Alike(), list[_Ranked]()
    for one in best:
        if len(found) == MOST_CANDIDATES:
            break
        if seen.like(one.sentence.words) is None:
            seen.add(str(len(found)), one.sentence.words)
            found.append(one)
    return found


def _ranked(text: PaperText, sentence: Sentence) -> _Ranked | None:
    if sentence.where is Where.ASIDE or _left_out(sentence):
        return None
    table = _table(text, sentence)
    why = tuple(_reasons(sentence, table))
    points = _POINTS[sentence.where] + 2 * (Why.RESULT in why) + 2 * (Why.NUMBER in why)
    points += (Why.COMPARES in why) + 2 * (Why.ALL_CASES in why) + 2 * (Why.TABLE in why)
    points += measured(amounts(sentence.words))
    return _Ranked(points, sentence, why, table) if points >= _LEAST else None


def _left_out(sentence: Sentence) -> bool:
    """Sentences that say what is done or said elsewhere; a question and a heading are none."""
    words = sentence.words
    if words.endswith("?") or words.startswith(("#", "|", "$$", "Proof")):
        return True
    return sentence.where is not Where.STATEMENT and _ASIDE.search(words) is not None and not amounts(words)


def _reasons(sentence: Sentence, table: str) -> Iterator[Why]:
    words = sentence.words
    named = {Where.ABSTRACT: Why.ABSTRACT, Where.STATEMENT: Why.STATEMENT, Where.CONCLUSION: Why.CONCLUSION}
    if sentence.where in named:
        yield named[sentence.where]
    if _RESULT.search(words):
        yield Why.RESULT
    if amounts(words):
        yield Why.NUMBER
    if compares(words):
        yield Why.COMPARES
    if _ALL.search(words):
        yield Why.ALL_CASES
    if table:
        yield Why.TABLE


def _table(text: PaperText, sentence: Sentence) -> str:
    """The table that a sentence names and that holds all of its numbers; empty when there is none."""
    named = _TABLE.search(sentence.words)
    if named is None or not amounts(sentence.words):
        return ""
    held = [text.text[start:end] for start, end in places_named(text, named[0])[:3]]
    return named[0] if held and not missing(sentence.words, held) else ""


def _candidate(text: PaperText, ranked: _Ranked, number: int) -> Candidate:
    sentence = ranked.sentence
    quote = text.text[sentence.span.start : sentence.span.end]
    claim = Claim(
        id=f"{text.paper}.c{number}",
        kind=Kind.VALUE,
        text=said_plainly(sentence.words),
        quote=" ".join(quote.split()),
        locator=locator_of(text, sentence, ranked.table),
    )
    return Candidate(split(specified(claim, theorem=sentence.where is Where.STATEMENT)), ranked.why)


def locator_of(text: PaperText, sentence: Sentence, table: str = "") -> Locator:
    """Where a sentence stands, by version, page, characters of the file and label."""
    source = text.source(sentence.span)
    label = table or sentence.label or text.label(sentence.span.start)
    return Locator(text.version, text.sha256, text.page(sentence.span.start), (source.start, source.end), label)


def said_plainly(words: str) -> str:
    """A sentence as the text of a claim: without its number in the paper, and without a word that only joins it."""
    bare = words
    for _ in range(2):
        bare = _LEAD.sub("", bare, count=1).lstrip(" .:*_")
    bare = bare or words
    return bare[:1].upper() + bare[1:]


def specified(claim: Claim, *, theorem: bool = False) -> Claim:
    """The claim with what its text tells of kind, quantity and statement."""
    statement, quantity = statement_of(claim.text), quantity_of(claim.text)
    kind = Kind.UNIVERSAL if theorem else _kind(claim.text, statement)
    if not kind.testable:
        statement, quantity = None, None
    return Claim(
        claim.id, kind, claim.text, claim.quote, claim.locator, quantity, statement, falsified_by=claim.falsified_by
    )


def _kind(text: str, statement: Statement | None) -> Kind:
    """The kind that the words suggest, made closer by what is stated."""
    kind = guess_kind(text)
    if _ALL.search(text) and kind in _WEAK:
        return Kind.UNIVERSAL
    if statement is None or statement.value is None or kind not in _WEAK:
        return kind
    if statement.versus is not None and _is_change(text):
        return Kind.MARGIN
    return Kind.BOUND if statement.comparator in _ONE_SIDED else Kind.VALUE if kind is Kind.QUALITATIVE else kind


def _is_change(text: str) -> bool:
    """Whether the number is a difference or a ratio: it has a unit of one, and an arm to compare with."""
    found: Sequence[object] = amounts(text)
    return bool(found) and main_amount(amounts(text)).unit in ("percent", "points", "percentage points", "pp", "ratio")
