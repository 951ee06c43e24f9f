"""Braces and options of LaTeX: where a group ends, and what may stand before it."""

import re
from typing import Final

from openrepro.papers.text import Span

OPTION: Final = re.compile(r"\s{0,5}\[[^\[\]]{0,1000}\]")
GAP: Final = re.compile(r"[ \t]{0,20}(?:%[^\n]{0,500})?\n?[ \t]{0,20}")
"""What may stand between a command and its braces."""
_BRACES: Final = re.compile(r"\\.|%[^\n]*|[{}]", re.DOTALL)


def behind(pattern: re.Pattern[str], source: str, at: int) -> int:
    """The end of what `pattern` finds at `at`; `at` itself when it finds nothing."""
    match = pattern.match(source, at)
    return match.end() if match else at


def braces(source: str) -> dict[int, int]:
    """Where each opening brace is closed; those that never are have no place here."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACES.finditer(source):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            pairs[opened.pop()] = match.start()
    return pairs


class Groups:
    """The groups in braces of a file, as far as they end before character `end`."""

    def __init__(self, source: str, end: int) -> None:
        self._source, self._end = source, end
        self._pairs = braces(source)

    def at(self, at: int) -> Span | None:
        """The braces that begin at `at`, behind spaces at most."""
        start = behind(GAP, self._source, at)
        end = self._pairs.get(start)
        return None if end is None or end >= self._end else Span(start, end + 1)

    def behind_arguments(self, at: int, most: int) -> int:
        """Behind the options, and at most so many arguments, that follow."""
        at = behind(OPTION, self._source, at)
        for _ in range(most):
            group = self.at(at)
            if group is None:
                break
            at = behind(OPTION, self._source, group.end)
        return at
