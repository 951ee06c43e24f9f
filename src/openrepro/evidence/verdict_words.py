"""Verdicts that an entry gives itself: the vocabularies, where they count as one, and which way they point."""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from openrepro.evidence.patterns import any_of
from openrepro.evidence.sentences import Form, Sentence, holds_any


class Stance(StrEnum):
    FOR = "for"
    AGAINST = "against"
    TOY = "toy"
    OPEN = "open"


_VOCABULARY: tuple[tuple[Stance, str], ...] = (
    (
        Stance.OPEN,
        r"inconclusive|unverified|undetermined|unresolved|unreplicated|unreproduced|unavailable|untested|blocked|skipped"
        r"|out[ -]of[ -]scope|(?:not|never|non)[ _-]{1,2}(?:yet[ _-]|fully[ _-]|independently[ _-])?"
        r"(?:verified|reproduced|replicated|confirmed|falsified|refuted|supported|attempted|run|addressed|tested)"
        r"|limited|mixed|unaddressed",
    ),
    (
        Stance.TOY,
        r"toy(?:[ _-](?:scale|verified|reproduced|result|only))?"
        r"|partial(?:ly)?(?:[ _-](?:verified|reproduced|supported?|confirmed|replicated|falsified|support))?",
    ),
    (
        Stance.AGAINST,
        r"falsified|refuted|disproved|disproven|contradicted|rejected|debunked|does not hold|fails? to reproduce|false",
    ),
    (
        Stance.FOR,
        r"(?:\w+_)?verified|reproduced|replicated|confirmed|supported|supports?|validated|proven|proved|passed|pass|holds"
        r"|reproducible|consistent|true",
    ),
)
_PLAIN_WORDS = "|".join(f"(?P<{stance.name.lower()}>{words})" for stance, words in _VOCABULARY)
_DEGREE = r"(?:(?:fully|strongly|largely|mostly|successfully|exactly|independently|clearly|conclusively)[ _-])?"
_WORDS = rf"{_DEGREE}(?:{_PLAIN_WORDS})"
_SYMBOLS = "✅✔✓☑❌✗✘✖⚠🟢🔴🟡🟠⛔"
_OPEN_MARK = r"[\s*`_\"'(\[~:=>—–-]{0,8}"

_STRONG = re.compile(rf"(?<![\w-]){_WORDS}(?![\w-])", re.IGNORECASE)
_WHOLE = re.compile(
    rf"[\s*`_\"'(\[#>{_SYMBOLS}\ufe0f:—–|-]{{0,12}}(?P<span>{_WORDS}(?![\w-]))(?P<rest>[^\n]{{0,120}})$",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\b(?:verdict|status|outcome|assessment|conclusion|judge?ment|classification|resolution|decision|label)s?\b"
    r"[\s*`_\"']{0,4}(?:[:=—–>-]|\bis\b|\bare\b|\bof\b|\bas\b)"
    rf"{_OPEN_MARK}(?P<span>{_WORDS}(?![\w-])|[{_SYMBOLS}]\ufe0f?)",
    re.IGNORECASE,
)
_TOPIC = any_of(
    (
        r"\bclaims?\b|(?<!\w)C[0-9]{1,2}(?!\w)|\b(?:theorem|proposition|lemma|corollary)s?\b",
        r"\bthe (?:paper|result)(?:'s|’s)?\b|\bour (?:verdict|conclusion|finding)s?\b",
        r"\bthis (?:entry|logbook|submission|reproduction|work|space)\b",
    )
)
_ACTIVE = re.compile(
    r"\b(?:verif(?:y|ies)|reproduces?|confirms?|falsif(?:y|ies)|refutes?|disproves?|replicates?|validates?|contradicts?)"
    r"\b(?=[^.\n]{0,60}\b(?:claims?|theorem|proposition|lemma|corollary|paper|results?|findings?|table|figure)\b)",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:\bnot|n['’]t|\bcannot|\bnever)\s(?:[\w-]{1,16}\s){0,3}$", re.IGNORECASE)
_LOUD = re.compile(
    r"(?<![\w-])(?:PARTIALLY |NOT |TOY[- ])?(?:VERIFIED|FALSIFIED|REFUTED|REPRODUCED|CONFIRMED|REPLICATED|INCONCLUSIVE"
    r"|SUPPORTED|UNREPLICATED|DISPROVED|VALIDATED|TOY)(?![\w-])"
)
_MARKED = re.compile(
    rf"(?:\*\*|`|__)\s?(?P<span>{_WORDS})(?: as printed| with [^*`_\n]{{1,40}})?[.:]?\s?(?:\*\*|`|__)", re.IGNORECASE
)
_LABELS = r"(?:verified|falsified|refuted|reproduced|confirmed|toy|inconclusive|replicated)"
_COUNT = re.compile(
    r"(?<![\w.])(?P<span>[0-9]{1,3}(?:\s?(?:/|of|out of)\s?[0-9]{1,3})?\s(?:claims?\s)?(?:are\s|were\s)?"
    rf"{_LABELS}|{_LABELS}(?: claims?)?[*`_]{{0,2}}: ?[*`_]{{0,2}}[0-9]{{1,3}})(?![\w.])",
    re.IGNORECASE,
)
_SYMBOL = re.compile(f"[{_SYMBOLS}]\ufe0f?")
_BARE_LINE = re.compile(
    r"[\s*`=#>\[(-]{0,12}(?:(?:claim\s?#?[0-9]{1,2}|c[0-9]{1,2}|verdict|status|overall|final|outcome|conclusion|judge?ment"
    rf"|result|label)[\s:=>*`\"—–-]{{1,6}}){{1,3}}(?P<span>{_WORDS}|[{_SYMBOLS}]\ufe0f?)[\s*`=#.!)\]\"',}}-]{{0,12}}",
    re.IGNORECASE,
)
_STEMS = (
    *("verif", "reproduc", "replic", "confirm", "falsif", "refut", "disprov", "contradict", "toy", "inconclusive"),
    *("support", "validat", "prove", "pass", "hold", "partial", "limited", "mixed", "determin", "resolved", "avail"),
    *("tested", "blocked", "skipped", "scope", "attempted", "run", "addressed", "rejected", "debunked", "consistent"),
    *("true", "false"),
)
"""One of these stands, in lower case, in every verdict in words."""

KEYS = re.compile(
    r"(?:[a-z]+[ _-]){0,2}(?:status|verdict|outcome|label|judge?ment|assessment|conclusion|classification|result)s?"
    r"(?:[ _-](?:label|status|verdict))?",
    re.IGNORECASE,
)


LONGEST_BARE = 120
"""Characters of an output line that may be nothing but a verdict."""


class SelfVerdict(NamedTuple):
    """A verdict at characters `[start, end)` of the text that was searched."""

    start: int
    end: int
    stance: Stance


def self_verdicts(sentence: Sentence) -> Iterator[SelfVerdict]:
    """The verdicts in one sentence of an entry's own words; offsets are those of the sentence's block."""
    for start, end in verdict_spans(sentence):
        words = sentence.text[start - sentence.start : end - sentence.start]
        yield SelfVerdict(start, end, stance_of(words))


def verdict_spans(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """Where the verdicts of a sentence stand in its block."""
    if may_hold_verdict(sentence.text):
        for start, end in _spans(sentence.text, sentence.form, sentence.key):
            yield sentence.start + start, sentence.start + end


def may_hold_verdict(text: str) -> bool:
    """A cheap question to ask before looking for verdicts: False is certain."""
    return holds_any(text.lower(), _STEMS) or _SYMBOL.search(text) is not None


def bare_verdict(line: str) -> tuple[int, int] | None:
    """The verdict in an output line that is nothing but one (`Claim 3: VERIFIED`), as character offsets."""
    match = _BARE_LINE.fullmatch(line) if len(line) <= LONGEST_BARE and may_hold_verdict(line) else None
    return match.span("span") if match is not None else None


def stance_of(words: str) -> Stance:
    """Which way verdict words point."""
    match = _STRONG.search(words)
    if match is not None:
        return next(stance for stance in Stance if match[stance.name.lower()])
    if re.search(r"[✅✔✓☑🟢]", words):
        return Stance.FOR
    if re.search(r"[❌✗✘✖🔴⛔]", words):
        return Stance.AGAINST
    found = re.search(r"verif|reproduc|confirm|replicat|validat|support", words, re.IGNORECASE)
    if found is not None:
        return Stance.FOR
    return Stance.AGAINST if re.search(r"falsif|refut|dispro|contradict", words, re.IGNORECASE) else Stance.OPEN


@lru_cache(maxsize=4096)
def _spans(text: str, form: Form, key: str) -> tuple[tuple[int, int], ...]:
    """The verdicts in a text as character offsets; remembered, since entries repeat themselves."""
    found = [match.span("span") for pattern in (_LABEL, _COUNT) for match in pattern.finditer(text)]
    found += [match.span() for match in _LOUD.finditer(text)]
    if form is Form.FIELD:
        return _merged(found + _field(text, key))
    found += [match.span("span") for match in _MARKED.finditer(text) if not _is_number_word(match["span"])]
    if form is Form.CELL:
        found += _cell(text, key)
    if form is Form.HEADING:
        found += _heading(text)
    return _merged(found + _about_a_claim(text))


def _field(text: str, key: str) -> list[tuple[int, int]]:
    match = _WHOLE.match(text.replace("_", " ")) if KEYS.fullmatch(key) else None
    return [match.span("span")] if match is not None else []


def _cell(text: str, key: str) -> list[tuple[int, int]]:
    """A table cell that opens with a verdict and is short, or stands in a column for verdicts."""
    match = _WHOLE.match(text)
    if match is None:
        return [one.span() for one in _SYMBOL.finditer(text)]
    own_column = KEYS.fullmatch(key) is not None
    quiet = not any(char.isdigit() for char in match["rest"]) and len(match["rest"].strip(" *`_.|")) <= 30
    return [match.span("span")] if own_column or quiet else []


def _heading(text: str) -> list[tuple[int, int]]:
    found = [match.span() for match in _SYMBOL.finditer(text)]
    opening = _WHOLE.match(text)
    if opening is not None and opening["rest"].lstrip(" *`_")[:1] in ("", ":", "—", "–", "-", "("):
        found.append(opening.span("span"))
    if _TOPIC.search(text) or ":" in text or "—" in text:
        found += [match.span() for match in _STRONG.finditer(text) if _is_participle(match[0])]
    return found


def _about_a_claim(text: str) -> list[tuple[int, int]]:
    """Verdict words of a sentence whose topic is a claim, a theorem or the paper."""
    found = [match.span() for match in _ACTIVE.finditer(text) if not _DENIED.search(text, 0, match.start())]
    if _TOPIC.search(text):
        found += [match.span() for match in _STRONG.finditer(text) if _is_participle(match[0]) and not _tells(match[0])]
        found += [match.span() for match in _SYMBOL.finditer(text)]
    return found


def _is_participle(words: str) -> bool:
    """Words that are a verdict even in running text; `true`, `holds`, `mixed` and the like are not."""
    return (
        re.search(
            r"verified|reproduced|replicated|confirmed|falsified|refuted|disprove|inconclusive|toy|contradicted|debunked",
            words,
            re.IGNORECASE,
        )
        is not None
    )


def _tells(words: str) -> bool:
    """Words that tell what was not done (`not reproduced`) are no verdict in running text."""
    return stance_of(words) is Stance.OPEN and "inconclusive" not in words.lower()


def _is_number_word(words: str) -> bool:
    return words.lower() in ("true", "false", "pass", "limited", "mixed", "consistent", "supports", "support", "holds")


def _merged(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return tuple(merged)
