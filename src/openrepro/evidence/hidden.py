"""Text that people do not see: invisible and bidirectional characters, and markup that hides."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e007f\U000e0100-\U000e01ef"
)
INVISIBLE = re.compile(f"[{_INVISIBLE}]+")
CONCEALED = re.compile(r"\x1b\[(?:[0-9]{1,3};){0,4}8m|\x08{2,}")
_EMOJI = re.compile("[\u200d\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]")
_FLAG = "\U0001f3f4"

_COMMENT = "<!--"
_HIDING_STYLE = re.compile(
    r"display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0(?:px|pt|em|rem|%)?\s?[;\"'!]|opacity\s?:\s?0(?:\.0+)?\s?[;\"'!]"
    r"|(?<![-\w])color\s?:\s?(?:white|transparent|#fff(?:fff)?\b|rgba?\(\s?255\s?,\s?255\s?,\s?255)"
    r"|(?:left|top|text-indent)\s?:\s?-[0-9]{3,6}px|(?<![-\w])(?:height|width)\s?:\s?0(?:px)?\s?[;\"'!]|clip\s?:\s?rect\(0",
    re.IGNORECASE,
)
_TAG = re.compile(r"<[a-zA-Z][a-zA-Z0-9-]{0,20}(?P<attributes>[^<>]{0,2000})>")
_HIDDEN_ATTRIBUTE = re.compile(r"(?:^|\s)hidden(?:\s|=|$|/)", re.IGNORECASE)
_OWN_COMMENTS = ("trackio", "poster_embed", "prettier", "markdownlint", "toc", "attestation")
_REFERENCE_COMMENT = re.compile(
    r"^[ ]{0,3}\[(?://|comment|#|_)\]:[ \t]*(?:#|<>)?[ \t]*[\"'(]?(?P<text>[^\n]{1,2000})", re.MULTILINE
)


class Hidden(NamedTuple):
    """Characters `[start, end)` that hide, and how: a noun phrase for a finding."""

    start: int
    end: int
    how: str


def invisible(text: str) -> Iterator[Hidden]:
    """Runs of characters without a visible form, those inside emoji apart."""
    for match in INVISIBLE.finditer(text):
        if not _harmless(text, match):
            yield Hidden(match.start(), match.end(), _kind(match[0]))
    for match in CONCEALED.finditer(text):
        yield Hidden(match.start(), match.end(), "terminal codes that conceal text")


def _harmless(text: str, match: re.Match[str]) -> bool:
    before = text[match.start() - 1 : match.start()]
    if match[0] == "\u200d":
        return bool(_EMOJI.match(before)) and bool(_EMOJI.match(text[match.end() : match.end() + 1]))
    if match[0][0] >= "\U000e0020" and before == _FLAG:
        return len(match[0]) <= 8
    return match[0] == "\ufeff" and match.start() == 0


def _kind(run: str) -> str:
    if any("\U000e0000" <= char <= "\U000e007f" for char in run):
        return "tag characters"
    if any(char in "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" for char in run):
        return "bidirectional controls"
    return "zero-width or filler characters"


def stripped(text: str) -> str:
    """`text` without the characters that `invisible` reports."""
    if INVISIBLE.search(text):
        text = INVISIBLE.sub(shown_run, text)
    return CONCEALED.sub("", text)


def shown_run(match: re.Match[str]) -> str:
    """What is left of a run of invisible characters: nothing, where it is not part of an emoji."""
    return match[0] if _harmless(match.string, match) else ""


def markup(text: str) -> Iterator[Hidden]:
    """Comments and styled elements of Markdown or HTML prose whose content a page does not show."""
    yield from _comments(text)
    for match in _REFERENCE_COMMENT.finditer(text):
        yield Hidden(match.start(), match.end(), "a comment")
    for match in _TAG.finditer(text):
        attributes = match["attributes"]
        style = _HIDING_STYLE.search(attributes) if "style" in attributes.lower() else None
        if style is not None or _HIDDEN_ATTRIBUTE.search(attributes):
            yield Hidden(match.start(), match.end(), "an element styled to be unseen")


def _comments(text: str) -> Iterator[Hidden]:
    start = text.find(_COMMENT)
    while start >= 0:
        close = text.find("-->", start + 4)
        end = len(text) if close < 0 else close + 3
        content = text[start + 4 : end - 3].strip()
        if len(content.split()) >= 2 and not content.lower().startswith(_OWN_COMMENTS):
            yield Hidden(start, end, "a comment")
        start = text.find(_COMMENT, end)
