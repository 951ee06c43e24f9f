"""The name that stands before a number, and how the two are compared."""

import re
from typing import NamedTuple


class Lead(NamedTuple):
    """What the text before a number says: the name of the quantity and the comparator, each may be empty."""

    name: str
    comparator: str


_OPENERS = " \t\"'`*$[({"
_COMPARATORS = {
    "≤": "<=", "≥": ">=", "≈": "~", "≃": "~", "<=": "<=", ">=": ">=", "<": "<", ">": ">", "~": "~", "==": "=", "=": "=",
    "\\le": "<=", "\\leq": "<=", "\\ge": ">=", "\\geq": ">=", "\\approx": "~",
    "at least": ">=", "at most": "<=", "no more than": "<=", "no less than": ">=", "up to": "<=", "more than": ">",
    "greater than": ">", "less than": "<", "fewer than": "<", "above": ">", "below": "<", "over": ">", "under": "<",
    "about": "~", "approximately": "~", "roughly": "~", "around": "~",
}  # fmt: skip
_LINK = re.compile(
    r"(?:<=|>=|==|:=|->|≤|≥|≈|≃|→|=|:|<|>|~|\\leq?|\\geq?|\\approx"
    r"|(?<![\w-])(?:is|was|are|were|of|equals|reaches|reached|to|by|at least|at most|no more than|no less than|up to"
    r"|more than|greater than|less than|fewer than|above|below|over|under|about|approximately|roughly|around))$",
    re.IGNORECASE,
)
_LONGEST_LINK = 16
_DELIMITERS = re.compile(r"[,;|{}()\[\]!?•\t]|\.\s|:\s|[=<>]\s?|\s{2}|\s[-–—]\s")
_MAX_LINKS = 3


def lead_of(before: str) -> Lead:
    """The lead in `before`, the text between the start of the line (or 80 characters) and the number.

    Names come from `key: value`, `key = value`, `key=value`, `"key": value` and `name is value`.
    """
    rest, comparator, linked = before.rstrip(_OPENERS), "", False
    for _ in range(_MAX_LINKS):
        match = _LINK.search(rest, max(0, len(rest) - _LONGEST_LINK))
        if match is None:
            break
        words = match.group().lower()
        comparator = comparator or _COMPARATORS.get(words, "")
        linked = True
        rest = rest[: match.start()].rstrip()
    return Lead(_name(rest) if linked else "", comparator)


def _name(rest: str) -> str:
    quote = rest[-1:]
    if quote in ("'", '"', "`"):
        return rest[rest.rfind(quote, 0, -1) + 1 : -1].strip() if quote in rest[:-1] else ""
    start, mark = 0, ""
    plain = rest.rstrip("*_ )]")
    for match in _DELIMITERS.finditer(plain):
        start, mark = match.end(), match.group()
    name = plain[start:]
    if mark.startswith("=") and " " in name:
        name = name.partition(" ")[2]
    return name.strip(" \t\"'`*$#>-").strip()[-60:]
