"""Whether an output says that a control which the entry itself declared did not behave as declared."""

from collections.abc import Iterator
from typing import NamedTuple

from openrepro.evidence.patterns import any_of


class Span(NamedTuple):
    """Characters `[start, end)` of a text."""

    start: int
    end: int


_SUBJECT = r"(?<![A-Za-z0-9])(?:(?:negative|positive|placebo)[ _-])?(?:controls?|sanity[ _-]?checks?)"
_OBJECT = r"(?:[ _-](?:check|test|result|status|verdict|gate)s?)?(?: ?\([^()\n]{0,60}\)| [A-Za-z0-9_-]{1,30}(?=:))?"
_QUOTE = r"[\"'*`]{0,3}\s{0,3}"
_MARK = r"(?:[:=]|->|=>|→|\.{2,40})\s{0,4}[\"'*`]{0,3}"
_GOOD = r"(?:passed|passes|pass|ok|okay|valid|holds?|succeeded|satisfied|as[ _-]expected)"
_FAILS = any_of(
    (
        rf"{_SUBJECT}{_OBJECT}{_QUOTE}{_MARK}(?:FAIL(?:ED|URE)?\b|✗|❌|(?:did )?not pass)",
        rf"{_SUBJECT}{_OBJECT}[ _-]?(?:all[ _-])?{_GOOD}(?:\?|\??{_QUOTE}[:=])\s{{0,4}}(?:false|no|0)(?![\w.])",
        rf"{_SUBJECT} (?:has |have )?(?:failed|did not pass)(?!\w)",
        rf"{_SUBJECT}\w{{0,40}}\"\s{{0,3}}:\s{{0,3}}\{{\s{{0,40}}\"{_GOOD}\"\s{{0,3}}:\s{{0,3}}false(?!\w)",
    )
)
_EXCUSED_AFTER = any_of(
    (
        r"as (?:expected|designed|intended|required|it should|predicted|claimed)",
        r"expected",
        r"correctly",
        r"^[\"'*`]{0,3}\s{0,3}[:=]\s{0,3}(?:0|none|false|no|\[\s?\])(?![\w.])",
    )
)
_EXCUSED_BEFORE = any_of(
    (
        r"expect",
        r"(?<!\w)(?:no|zero|0|none of the|if|when|whether|unless|should|would)\s[^.;\n]{0,30}$",
    )
)


def failed_controls(text: str) -> Iterator[Span]:
    """The place of each line that says a declared control failed, in order.

    A negative control that failed *as expected* behaved as declared and is not reported.
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end].lower()
        if "control" in line or "sanity" in line:
            yield from filter(None, (_failed_on_line(text, start, end),))
        start = end + 1


def _failed_on_line(text: str, start: int, end: int) -> Span | None:
    for match in _FAILS.finditer(text, start, end):
        before = text[max(start, match.start() - 40) : match.start()]
        after = text[match.end() : min(end, match.end() + 40)]
        if not _EXCUSED_BEFORE.search(before) and not _EXCUSED_AFTER.search(after):
            return _around(match.start(), match.end(), start, end)
    return None


def _around(first: int, last: int, start: int, end: int) -> Span:
    """The whole line, or 100 characters either side of the match on a very long one."""
    if end - start <= 300:
        return Span(start, end)
    return Span(max(start, first - 100), min(end, last + 100))
