"""What nearly is a `RESULT` line: found, so that nobody's result is passed over in silence."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_NEAR = re.compile(r"(?:(?<![A-Za-z0-9_])|(?<=[0-9;\[]m))RESULT[ \t:=]{0,4}(?:\r?\n[ \t]{0,8})?\{", re.IGNORECASE)
_RIGHT = re.compile(r"[ \t>]{0,8}RESULT[ \t:]{1,4}\{")
_KEYS = ('"claim"', "'claim'")
_REACH = 400
MOST = 1_000


class NearResult(NamedTuple):
    """The characters `[start, end)` of the lines that nearly are one, and what to change."""

    reason: str
    start: int
    end: int


def near_results(text: str) -> Iterator[NearResult]:
    """Objects that name a claim behind the word, but not as a `RESULT` line has them; at most `MOST`. Linear."""
    count, done = 0, 0
    for match in _NEAR.finditer(text):
        if match.start() < done or count >= MOST:
            continue
        start, done = text.rfind("\n", 0, match.start()) + 1, _line_end(text, match.end())
        ahead = text[match.end() : match.end() + _REACH]
        if not _RIGHT.match(text, start) and any(key in ahead for key in _KEYS):
            count += 1
            yield NearResult(_reason(match[0], text[start : match.start()]), start, done)


def _line_end(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end


def _reason(found: str, before: str) -> str:
    if not found.startswith("RESULT"):
        return f"it begins with '{found[:6]}'; write RESULT in capitals"
    if before.strip(" \t>"):
        return "text stands before RESULT on its line; print it by itself, not through a logger and without colours"
    if "\n" in found:
        return "its JSON object begins on another line; print RESULT and the object on one line"
    return "it does not begin with RESULT, a blank and the JSON object"
