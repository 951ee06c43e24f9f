"""The heading of a cell: what it is, when it was made, and for a run its command and how it ended."""

import re
import shlex
from html import escape

from openrepro.logbooks.logbook import Cell, CellType
from openrepro.rendering.listings import listing
from openrepro.rendering.unseen import shown

WORDS = {
    CellType.PROSE: "Text of the page",
    CellType.MARKDOWN: "Note",
    CellType.CODE: "Code",
    CellType.FIGURE: "Figure",
    CellType.ARTIFACT: "Artifact",
    CellType.DASHBOARD: "Dashboard",
    CellType.UNKNOWN: "Cell of an unknown type",
}
_SHORT = 160
_TITLE = 300
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?")
_DURATION = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,9})?")


def opening(cell: Cell, number: int, *, again: bool = False) -> str:
    """The opening tag of cell `number` of a book; `again` for what follows of it in a further part."""
    kind = "run" if cell.is_run else cell.type.value
    void = " cell-void" if cell.void else ""
    name = "" if again else f' id="c-{number}"'
    return f'<section class="cell cell-{kind}{void}"{name}>\n'


def head(cell: Cell, *, opened: str = "", closed: str = "") -> str:
    """The heading of `cell`; its title (or what it is) stands between `opened` and `closed`."""
    word = _word(cell)
    if cell.type is CellType.PROSE:
        # Seen only when a quote has no other place than here.
        return f'<h2 class="cell-title{"" if opened else " sr"}">{opened}{word}{closed}</h2>\n'
    named = _title(cell)
    title = f" {opened}{_cut(named, _TITLE)}{closed}" if named else ""
    kind = word if named else f"{opened}{word}{closed}"
    lines = [f'<h2 class="cell-title"><span class="cell-kind">{kind}</span>{title}</h2>']
    facts = [fact for fact in (_time(cell.created_at), *(_ending(cell) if cell.is_run else ())) if fact]
    if facts:
        lines.append(f'<p class="cell-facts">{" · ".join(facts)}</p>')
    if cell.void:
        lines.append(f'<p class="note cell-void-why">This cell is not believed. {shown(cell.void)}</p>')
    if cell.is_run:
        lines.append(_command(shlex.join(cell.command)))
    return "\n".join(lines) + "\n"


def continued(cell: Cell) -> str:
    """The heading of what follows of a cell in a further part."""
    named = _title(cell)
    title = f" {_cut(named, _TITLE)}" if named else ""
    return f'<h2 class="cell-title"><span class="cell-kind">{_word(cell)}, continued</span>{title}</h2>\n'


def _word(cell: Cell) -> str:
    return "Run" if cell.is_run else WORDS[cell.type]


def _title(cell: Cell) -> str:
    """The title of a cell without the word that says what it is, where it begins with that (`Artifact: x.csv`)."""
    word, title = _word(cell), cell.title.strip()
    rest = title[len(word) :]
    doubled = title[: len(word)].lower() == word.lower() and (not rest or rest[0] in ": ")
    return rest.removeprefix(":").strip() if doubled else title


def _time(created_at: str) -> str:
    match = _TIME.fullmatch(created_at)
    if match is None:
        return _cut(created_at, 40)
    zone = {"Z": "UTC", "+00:00": "UTC", None: "(no zone)"}.get(match[3], match[3])
    return f'<time datetime="{escape(created_at)}">{match[1]} {match[2]} {zone}</time>'


def _ending(cell: Cell) -> tuple[str, ...]:
    return (_exit(cell.exit_code), _duration(cell.duration_s))


def _exit(code: int | None) -> str:
    if code is None:
        return _chip("exit-unknown", "?", "no exit code recorded")
    if code == 0:
        return _chip("exit-zero", "✓", "exited 0")
    return _chip("exit-failed", "✗", f"{'interrupted' if code == 130 else 'failed'}: exit {str(code)[:20]}")


def _chip(name: str, sign: str, words: str) -> str:
    return f'<span class="exit {name}"><span class="sign" aria-hidden="true">{sign}</span> {words}</span>'


def _duration(seconds: str | None) -> str:
    if seconds is None:
        return "no duration recorded"
    if not _DURATION.fullmatch(seconds):
        return f"{_cut(seconds, 40)} s"
    whole = int(seconds.partition(".")[0])
    if whole < 120:
        return f"{seconds} s"
    hours, minutes = whole // 3600, whole % 3600 // 60
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {whole % 60} s"


def _command(command: str) -> str:
    short = command.partition("\n")[0][:_SHORT]
    if short == command:
        return f'<p class="command"><span class="sr">Command: </span><code>{shown(command)}</code></p>'
    return (
        f'<p class="command"><span class="sr">Command: </span><code>{shown(short)}…</code></p>\n'
        f"<details><summary>The whole command</summary>{listing(command, label='Whole command')}</details>"
    )


def _cut(text: str, most: int) -> str:
    return shown(text if len(text) <= most else text[:most] + "…")
