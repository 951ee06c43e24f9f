"""What an entry admits about itself: that it did not run what the claim is about, or ran a stand-in."""

import re
from collections.abc import Iterator

from openrepro.evidence.admission_phrases import (
    ARITHMETIC,
    BARE_TOY,
    EXEMPT,
    INSPECTION,
    LABELLED,
    NEGATED,
    NOT_DONE,
    NOT_RUN_STATUS,
    PART,
    STATUS_KEYS,
    STRONG_PROXY,
    TAIL,
    TOY_STATUS,
    WEAK_PROXY,
    WHOLE,
)
from openrepro.evidence.passages import subjects
from openrepro.evidence.sentences import Form, Sentence
from openrepro.logbooks.logbook import Severity

BEFORE, AFTER = 120, 60
"""Characters before an admission that may hold its subject, and after it its object."""

_OTHER_COLUMN = re.compile(r"previous|before|old|last|baseline|paper|original|full|prior|reported")
_DECIDED = re.compile(
    r"\b(?<!not )(?:verified|falsified|refuted|confirmed|reproduced|replicated|supported|toy|exact)\b", re.IGNORECASE
)
_OWN_COLUMN = re.compile(r"status|verdict|outcome|result|label|assess|reproduc|state|evidence|finding|conclusion")
_ACTIVE = re.compile(r"(?:did|does|do|could|can)\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z]{4,}")


def not_run_in(sentence: Sentence) -> Severity | None:
    """Whether a sentence admits that something was not run.

    SERIOUS: a status, or a sentence about a claim, a table, an experiment. WARNING: some other part was not run, only
    the paper's numbers were used, or text was inspected and nothing executed.
    """
    if any(NOT_RUN_STATUS.match(value) for value in statuses(sentence)) or _is_bare(sentence):
        return Severity.SERIOUS
    if EXEMPT.search(sentence.text) or _OTHER_COLUMN.search(sentence.key):
        return None
    match = NOT_DONE.search(sentence.text)
    if match is not None:
        return Severity.SERIOUS if _is_about_all(sentence.text, match) else Severity.WARNING
    return Severity.WARNING if ARITHMETIC.search(sentence.text) or INSPECTION.search(sentence.text) else None


def _is_about_all(text: str, match: re.Match[str]) -> bool:
    """Whether what was not done is the claim, a result or an experiment, and not some part or an aside."""
    if _ACTIVE.match(match[0]):
        near = text[match.start() : match.end() + AFTER]
    else:
        near = text[max(0, match.start() - BEFORE) : match.end()]
    aside = text.rfind("(", 0, match.start()) > text.rfind(")", 0, match.start())
    listed = text[match.end() : match.end() + 1] == ":"
    return WHOLE.search(near) is not None and PART.search(near) is None and not aside and not listed


def _is_bare(sentence: Sentence) -> bool:
    """Whether a sentence is nothing but a status (`**Not reproduced.**`)."""
    return (
        sentence.form not in (Form.FIELD, Form.CELL)
        and NOT_RUN_STATUS.fullmatch(_plain(sentence.text[:80])) is not None
    )


def proxy_in(sentence: Sentence, claim_text: str = "") -> Severity | None:
    """Whether a sentence admits a stand-in; words that the claim itself uses do not count.

    SERIOUS: plainly a stand-in (toy scale, synthetic data, not the paper's model). WARNING: a word that may mean one.
    """
    if any(TOY_STATUS.match(value) and not BARE_TOY.fullmatch(value) for value in statuses(sentence)):
        return Severity.SERIOUS
    claimed = claim_text.lower()
    if claimed and _restates(sentence.text, claimed):
        return None
    for pattern, severity in ((STRONG_PROXY, Severity.SERIOUS), (WEAK_PROXY, Severity.WARNING)):
        if any(not _excused(sentence.text, match, claimed) for match in pattern.finditer(sentence.text)):
            return severity
    return None


def may_admit_proxy(sentence: Sentence) -> bool:
    """Whether `proxy_in` can find a stand-in in a sentence, for some claim: False is certain."""
    return (
        any(TOY_STATUS.match(value) for value in statuses(sentence))
        or STRONG_PROXY.search(sentence.text) is not None
        or WEAK_PROXY.search(sentence.text) is not None
    )


def _excused(text: str, match: re.Match[str], claimed: str) -> bool:
    """Whether a stand-in word is negated, or is the claim's own word."""
    word = match[0].lower().split()[0].rstrip("s")[:7]
    return (bool(claimed) and word in claimed) or NEGATED.search(
        text, max(0, match.start() - 48), match.start()
    ) is not None


def _restates(text: str, claimed: str) -> bool:
    """Whether most words of a sentence are the claim's own: then it is the claim that speaks, not the entry."""
    words = _WORD.findall(text.lower())
    return len(words) >= 6 and sum(word in claimed for word in words) >= 0.8 * len(words)


def statuses(sentence: Sentence) -> Iterator[str]:
    """The values that a sentence gives as a status: a field, a table cell, a heading's tail, `Status: …`."""
    text = sentence.text.strip()
    if sentence.form is Form.FIELD:
        if STATUS_KEYS.fullmatch(sentence.key):
            yield _plain(text)
        return
    if sentence.form is Form.CELL and len(text) <= 60 and _is_own(sentence):
        yield _plain(text)
    if sentence.form is Form.HEADING:
        yield _plain(text)
        tail = TAIL.search(text[-90:])
        if tail is not None:
            yield _plain(tail["value"])
    for match in LABELLED.finditer(text[:400]):
        yield _plain(match["value"])


def _is_own(cell: Sentence) -> bool:
    """Whether a table cell is this entry's status: by its column's header; without one, by being its row's only verdict
    in a row about a claim."""
    if cell.key:
        return _OWN_COLUMN.search(cell.key) is not None and _OTHER_COLUMN.search(cell.key) is None
    return bool(subjects(cell.row)) and _DECIDED.search(cell.row) is None


def _plain(value: str) -> str:
    return " ".join(value.replace("_", " ").replace("-", " ").split()).strip("#*`\"'().[]:—– ✅❌⚠️🟡🔴🟢")
