"""Tables in text: Markdown pipes, CSV and TSV, and columns aligned with spaces."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from openrepro.evidence.model import Grade, Quantity, Result, Source
from openrepro.evidence.places import Places
from openrepro.logbooks.logbook import Address

MAX_ROWS = 5_000
MAX_LINES = 20_000
_MAX_COLUMNS = 60
_MAX_LINE = 5_000
_RULE_MARKS = "-=─━"
_GAP = re.compile(r"[^\s|]++(?: [^\s|]++)*+")
_NUMERIC = re.compile(r"[*`$(~<>=≈≤≥ ]{0,4}[-−+]?\.?[0-9]")
_KEY_WIDTH = 40


class TableCell(NamedTuple):
    """A trimmed cell and its characters `[start, end)`."""

    text: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        return _NUMERIC.match(self.text) is not None

    @property
    def is_key(self) -> bool:
        """Whether the text is short and has a letter, so that it may name its row."""
        return len(self.text) <= _KEY_WIDTH and any(character.isalpha() for character in self.text)


Row = tuple[TableCell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Column names and rows, and the characters `[start, end)` it takes up. Rows may be shorter than the header."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    start: int
    end: int

    def name(self, row: Row, column: int) -> str:
        """What the cell of `row` at `column` is called: the column's name and the row's key."""
        header = self.columns[column] if column < len(self.columns) else ""
        key = self._key(row, column)
        return " · ".join(part for part in (header, key) if part)

    def _key(self, row: Row, column: int) -> str:
        words = [cell.text for cell in row if not cell.is_number and cell.is_key]
        if not row[0].is_number and row[0].text and len(row[0].text) > _KEY_WIDTH:
            words.insert(0, row[0].text[:_KEY_WIDTH])
        if not words and column > 0 and self.columns[0]:
            words = [f"{self.columns[0]}={row[0].text}"]
        return ", ".join(words[:3]).replace("*", "").replace("`", "")


class _Line(NamedTuple):
    text: str
    start: int


def find_tables(text: str) -> Iterator[Table]:
    """The tables in the first `MAX_LINES` lines of `text`, in order; at most `MAX_ROWS` rows of each are read."""
    lines = _lines(text)
    index = 0
    while index + 1 < len(lines):
        found = _pipe_table(lines, index) or _separated_table(lines, index) or _aligned_table(lines, index)
        if found is None:
            index += 1
            continue
        table, index = found
        yield table


def read_separated(text: str, separator: str) -> Table | None:
    """A whole CSV or TSV file as one table, or None when it has no header and row."""
    lines = [line for line in _lines(text) if line.text.strip()][: MAX_ROWS + 1]
    if len(lines) < 2:
        return None
    rows = [_split(line, separator) for line in lines]
    return _table([cell.text for cell in rows[0]], rows[1:], lines[0], lines[-1])


def results_of_tables(
    tables: Iterable[Table],
    numbers: Sequence[Quantity],
    places: Places,
    grade: Grade,
    source: Source,
    run: Address | None,
) -> Iterator[Result]:
    """One result for each cell that begins with one of `numbers`, which are quantities of the text of `places`."""
    starts = [number.at.start for number in numbers]
    for table in tables:
        for row in table.rows:
            first = bisect_left(starts, places.byte(row[0].start))
            if first == len(starts) or starts[first] > places.byte(row[-1].end):
                continue
            for column, cell in enumerate(row):
                number = _first_number(cell, numbers, starts, places) if cell.is_number else None
                if number is not None:
                    yield _result(table.name(row, column), number, grade, source, run)


def _first_number(
    cell: TableCell, numbers: Sequence[Quantity], starts: Sequence[int], places: Places
) -> Quantity | None:
    first = bisect_left(starts, places.byte(cell.start))
    if first < len(numbers) and numbers[first].at.start <= places.byte(min(cell.end, cell.start + 5)):
        return numbers[first]
    return None


def _result(name: str, number: Quantity, grade: Grade, source: Source, run: Address | None) -> Result:
    return Result(
        value=number.value,
        at=number.at,
        grade=grade,
        source=source,
        name=name,
        unit=number.unit,
        kind=number.kind,
        plus_minus=number.plus_minus,
        run=run,
    )


def _lines(text: str) -> list[_Line]:
    lines: list[_Line] = []
    start = 0
    while start <= len(text) and len(lines) < MAX_LINES:
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        lines.append(_Line(text[start:end].rstrip("\r")[:_MAX_LINE], start))
        start = end + 1
    return lines


def _table(columns: Sequence[str], rows: Sequence[Row], first: _Line, last: _Line) -> Table:
    names = tuple(name.strip(" *`_") for name in columns)
    return Table(names, tuple(row for row in rows if row), first.start, last.start + len(last.text))


def _pipe_table(lines: list[_Line], index: int) -> tuple[Table, int] | None:
    header, rule = lines[index], lines[index + 1]
    if (
        "|" not in header.text
        or _is_rule(header.text)
        or not _is_rule(rule.text)
        or not ("|" in rule.text or "+" in rule.text)
    ):
        return None
    end = index + 2
    while end < len(lines) and "|" in lines[end].text and end - index - 2 < MAX_ROWS:
        end += 1
    rows = [_split_pipes(line) for line in lines[index + 2 : end] if not _is_rule(line.text)]
    columns = [cell.text for cell in _split_pipes(header)]
    return (_table(columns, rows, header, lines[end - 1]), end) if rows else None


def _is_rule(text: str) -> bool:
    """Whether a line only separates: dashes, with bars, colons and blanks."""
    return any(mark in text for mark in _RULE_MARKS) and not text.strip(_RULE_MARKS + " \t|:+┼")


def _split_pipes(line: _Line) -> Row:
    stripped = line.text.strip()
    left = line.start + line.text.index(stripped) if stripped else line.start
    if stripped.startswith("|"):
        stripped, left = stripped[1:], left + 1
    return _split(_Line(stripped.removesuffix("|"), left), "|")


def _split(line: _Line, separator: str) -> Row:
    """The cells of a line; a separator inside double quotes or behind a backslash does not split."""
    if '"' not in line.text and "\\" not in line.text:
        return _split_plain(line, separator)
    cells: list[TableCell] = []
    first, quoted = 0, False
    for position, character in enumerate(line.text):
        if character == '"' and separator != "|":
            quoted = not quoted
        elif character == separator and not quoted and line.text[position - 1 : position] != "\\":
            cells.append(_cell(line, first, position))
            first = position + 1
            if len(cells) >= _MAX_COLUMNS:
                return tuple(cells)
    cells.append(_cell(line, first, len(line.text)))
    return tuple(cells)


def _split_plain(line: _Line, separator: str) -> Row:
    cells: list[TableCell] = []
    first = 0
    for part in line.text.split(separator, _MAX_COLUMNS)[:_MAX_COLUMNS]:
        cells.append(_cell(line, first, first + len(part)))
        first += len(part) + 1
    return tuple(cells)


def _cell(line: _Line, first: int, last: int) -> TableCell:
    raw = line.text[first:last]
    text = raw.strip(' \t"')
    start = line.start + first + (raw.find(text) if text else 0)
    return TableCell(text, start, start + len(text))


def _separated_table(lines: list[_Line], index: int) -> tuple[Table, int] | None:
    header = lines[index]
    for separator in ("\t", ","):
        names = _split(header, separator) if separator in header.text else ()
        if len(names) < 2 or not all(_is_column_name(cell.text) for cell in names):
            continue
        end = index + 1
        while end < len(lines) and _is_data(lines[end], separator, len(names)) and end - index <= MAX_ROWS:
            end += 1
        if end > index + 1:
            rows = [_split(line, separator) for line in lines[index + 1 : end]]
            return _table([cell.text for cell in names], rows, header, lines[end - 1]), end
    return None


def _is_column_name(text: str) -> bool:
    return len(text) <= 60 and not _NUMERIC.match(text) and len(text.split()) <= 5 and not text.endswith((".", ":"))


def _is_data(line: _Line, separator: str, width: int) -> bool:
    if line.text.count(separator) < width - 1 or not any(character.isdigit() for character in line.text):
        return False
    cells = _split(line, separator)
    return len(cells) == width and 2 * sum(cell.is_number for cell in cells) >= width


def _aligned_table(lines: list[_Line], index: int) -> tuple[Table, int] | None:
    names = _split_gaps(lines[index])
    if len(names) < 2 or any(cell.is_number for cell in names) or _has_mark(lines[index].text):
        return None
    first = index + 1
    ruled = _is_rule(lines[first].text)
    if ruled or len(_split_gaps(lines[first])) == 1:
        first += 1
    end = first
    while end < len(lines) and _is_aligned_row(lines[end], len(names)) and end - first < MAX_ROWS:
        end += 1
    if end - first < (1 if ruled else 2):
        return None
    rows = [_split_gaps(line) for line in lines[first:end]]
    columns = [cell.text for cell in names]
    if len(rows[0]) == len(columns) + 1:
        columns.insert(0, lines[first - 1].text.strip() if first == index + 2 and not ruled else "")
    return _table(columns, rows, lines[index], lines[end - 1]), end


def _split_gaps(line: _Line) -> Row:
    """Cells that are two or more spaces apart; a line with single spaces only is split at each."""
    text = line.text
    if "  " not in text.strip() and "\t" not in text.strip():
        spans = [match.span() for match in re.finditer(r"[^\s|]++", text)]
    else:
        spans = [match.span() for match in _GAP.finditer(text)]
    return tuple(TableCell(text[a:b], line.start + a, line.start + b) for a, b in spans[:_MAX_COLUMNS])


def _has_mark(text: str) -> bool:
    return any(mark in text for mark in ("=", ": ", ". ", "://", "{"))


def _is_aligned_row(line: _Line, width: int) -> bool:
    cells = _split_gaps(line)
    numbers = sum(cell.is_number for cell in cells)
    return len(cells) in (width, width + 1) and 2 * numbers >= len(cells) and not _has_mark(line.text)
