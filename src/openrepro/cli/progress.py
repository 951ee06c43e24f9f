"""Progress of a long command on stderr: a line that is redrawn on a terminal, and a few plain lines elsewhere."""

import sys
import time
from collections.abc import Callable
from typing import Final

import click

from openrepro.cli.output import say

EVERY_S: Final = 30.0
"""Seconds between plain lines."""
MINUTE, HOUR = 60, 3600


class Progress:
    """Tells how many of `total` things are done. `more` adds to the line, such as the cost so far."""

    def __init__(
        self,
        total: int,
        what: str,
        more: Callable[[], str],
        *,
        terminal: bool | None = None,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self._total, self._what, self._more, self._seconds = total, what, more, seconds
        self._terminal = sys.stderr.isatty() if terminal is None else terminal
        self._start = self._told = seconds()
        self._drawn = False

    def show(self, done: int) -> None:
        """Draw the line anew on a terminal; elsewhere write one when the last is half a minute old."""
        now = self._seconds()
        if self._terminal:
            click.echo(f"\r\033[K{self._line(done, now)}", err=True, nl=False, color=True)
            self._drawn = True
        elif now - self._told >= EVERY_S:
            self._told = now
            say(self._line(done, now))

    def clear(self) -> None:
        """Take the line off the terminal, so that other text can be written."""
        if self._drawn:
            click.echo("\r\033[K", err=True, nl=False, color=True)
            self._drawn = False

    def _line(self, done: int, now: float) -> str:
        parts = [f"{done} of {self._total} {self._what}", self._more()]
        if 0 < done < self._total:
            parts.append(f"about {duration((now - self._start) / done * (self._total - done))} left")
        return " · ".join(part for part in parts if part)


def duration(seconds: float) -> str:
    """`seconds` as people say it: `40 s`, `3 min`, `2 h 5 min`."""
    whole = max(1, round(seconds))
    if whole < MINUTE:
        return f"{whole} s"
    if whole < HOUR:
        return f"{round(whole / MINUTE)} min"
    return f"{whole // HOUR} h {whole % HOUR // MINUTE} min"
