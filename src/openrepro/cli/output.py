"""What a command prints: data on stdout in the form that was asked for, talk on stderr."""

import os
import shutil
import sys
from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeVar

import click

from openrepro.cli.plain import MARK, clean, escape, one_line, wrap
from openrepro.cli.tables import Column, Table

__all__ = [
    "Column",
    "Format",
    "Table",
    "clean",
    "coloured",
    "columns",
    "emit",
    "emit_json",
    "emit_row",
    "emit_table",
    "emit_wrapped",
    "format_option",
    "hint",
    "marked",
    "one_line",
    "paint",
    "say",
]

Command = TypeVar("Command", bound=Callable[..., Any])


class Format(StrEnum):
    """`human`: wrapped text and aligned tables; `json`: one document; `agent`: compact lines, then the next command."""

    HUMAN = "human"
    JSON = "json"
    AGENT = "agent"


SIGNS: dict[str, tuple[str, str]] = {
    "verified": ("✓", "green"),
    "falsified": ("✗", "red"),
    "contested": ("⇄", "magenta"),
    "toy": ("◔", "yellow"),
    "inconclusive": ("?", "cyan"),
    "not judged": ("…", ""),
    "not testable": ("–", ""),
    "quarantined": ("⚠", "yellow"),
    "untested": ("·", ""),
}


def format_option(command: Command) -> Command:
    """The option `--format`, handed to the command as the keyword `form`."""
    option = click.option(
        "--format",
        "form",
        type=click.Choice([form.value for form in Format]),
        default=Format.HUMAN.value,
        show_default=True,
        callback=lambda _context, _option, value: Format(value),
        help="For people, for programs, or for agents (compact lines, then the next command).",
    )
    return option(command)


def emit(text: str = "", *, colour: str = "") -> None:
    """Print data, cleaned of anything that could steer a terminal; `colour` is used where colours are shown."""
    _write(_dye(clean(text), colour))


def emit_wrapped(text: str, *, indent: str = "", first: str | None = None) -> None:
    """Print a paragraph wrapped to the terminal; `first` is the indent of its first line."""
    lead = indent if first is None else first
    for line in wrap(text, columns() - max(len(indent), len(lead))):
        emit(lead + line)
        lead = indent


def emit_table(table: Table, form: Format = Format.HUMAN) -> None:
    """Print a table: aligned for people, tab-separated for agents."""
    lines = table.tabbed() if form is Format.AGENT else table.aligned(columns(), colour=coloured())
    for line in lines:
        _write(line)


def emit_row(*cells: object) -> None:
    """Print one line with a tab between cells; no cell can break out of its place."""
    _write("\t".join(one_line(str(cell)) for cell in cells))


def emit_json(value: object) -> None:
    """Print one JSON document. Control and reordering characters are escaped; bytes that are no text are U+FFFD."""
    import json

    text = json.dumps(value, ensure_ascii=not _speaks_unicode(), indent=2, allow_nan=False)
    _write(escape(text))


def say(text: str) -> None:
    """Print talk (progress, faults, hints) on stderr."""
    click.echo(clean(text), err=True)


def hint(command: str, form: Format = Format.HUMAN) -> None:
    """Name the next command, on one line: on stderr for people, as the last line of the data for agents."""
    command = clean(command).translate({ord("\n"): MARK, ord("\t"): MARK})
    if form is Format.AGENT:
        emit(f"next: {command}")
    elif form is Format.HUMAN:
        say(f"next: {command}")


def marked(label: str) -> str:
    """A label with its sign before the word, so that colour never carries the meaning alone."""
    sign, _ = SIGNS.get(label, ("", ""))
    return f"{sign} {label}".strip()


def paint(cell: str) -> str:
    """A table cell that holds a marked label (and perhaps a `*`), coloured; other text is left alone."""
    word = cell.strip().partition(" ")[2].rstrip("*")
    return _style(cell, SIGNS.get(word, ("", ""))[1])


def columns() -> int:
    """The width to write for: the terminal's, between 60 and 140; 100 where there is none."""
    return min(max(shutil.get_terminal_size((100, 24)).columns, 60), 140)


def coloured() -> bool:
    """Whether stdout shows colours: a terminal that is not `dumb`, and NO_COLOR is not set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _dye(text: str, colour: str) -> str:
    return _style(text, colour) if colour and coloured() else text


def _style(text: str, colour: str) -> str:
    return click.style(text, fg=colour) if colour else text


def _write(text: str) -> None:
    if not _speaks_unicode():
        encoding = sys.stdout.encoding or "ascii"
        text = text.encode(encoding, "replace").decode(encoding)
    click.echo(text, color=True)


def _speaks_unicode() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
