"""Small tables for people (aligned, wrapped to the terminal) and for agents (one tab-separated line a row)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from openrepro.cli.plain import one_line, pad, width, wrap

GAP = "  "
NARROWEST = 8

Paint = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Column:
    """A column's title; `right` aligns numbers; `paint` colours a cell that is already padded."""

    title: str
    right: bool = False
    paint: Paint | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells below columns. Cells may hold anything: they are cleaned when the table is rendered.

    `notes` are empty, or one text for each row that stands below it across the table.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, columns: Sequence[Column | str], rows: Sequence[Sequence[object]], notes: Sequence[str] = ()
    ) -> "Table":
        """A table whose plain titles are left-aligned columns; rows must be as long as the columns."""
        made = tuple(column if isinstance(column, Column) else Column(column) for column in columns)
        assert all(len(row) == len(made) for row in rows)
        assert len(notes) in (0, len(rows))
        cells = tuple(tuple("" if cell is None else str(cell) for cell in row) for row in rows)
        return cls(made, cells, tuple(notes))

    def aligned(self, columns: int, *, colour: bool = False) -> list[str]:
        """The table's lines, at most `columns` wide where the columns can be made that narrow."""
        rows = [tuple(one_line(cell) for cell in row) for row in self.rows]
        widths = self._widths(rows, columns)
        head = pad_line([column.title for column in self.columns], self.columns, widths)
        rule = GAP.join("─" * size for size in widths)
        notes = [self._note(note, widths, columns) for note in self.notes] or [[]] * len(rows)
        body = ([*self._lines(row, widths, colour), *note] for row, note in zip(rows, notes, strict=True))
        return [head, rule, *(line for lines in body for line in lines)]

    def tabbed(self) -> list[str]:
        """The table's lines with a tab between cells, the titles first."""
        titles = [column.title for column in self.columns] + ["note"] * bool(self.notes)
        rows = [[*row, note] for row, note in zip(self.rows, self.notes, strict=True)] if self.notes else self.rows
        return ["\t".join(titles), *("\t".join(map(one_line, row)) for row in rows)]

    def _widths(self, rows: Sequence[tuple[str, ...]], columns: int) -> list[int]:
        cells = [[column.title for column in self.columns], *rows]
        return fit([max(map(width, column)) for column in zip(*cells, strict=True)], columns)

    def _note(self, note: str, widths: list[int], columns: int) -> list[str]:
        indent = " " * (widths[0] + len(GAP))
        return [indent + line for line in wrap(one_line(note), columns - len(indent))]

    def _lines(self, row: tuple[str, ...], widths: list[int], colour: bool) -> Iterator[str]:
        wrapped = [wrap(cell, size) for cell, size in zip(row, widths, strict=True)]
        for parts in zip_longest(*wrapped, fillvalue=""):
            yield pad_line(parts, self.columns, widths, colour=colour)


def pad_line(cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int], *, colour: bool = False) -> str:
    parts = []
    for cell, column, size in zip(cells, columns, widths, strict=True):
        padded = pad(cell, size, right=column.right)
        parts.append(column.paint(padded) if colour and column.paint and cell else padded)
    return GAP.join(parts).rstrip()


def fit(widths: list[int], columns: int) -> list[int]:
    """`widths`, the widest made narrower until all fit `columns`, none below NARROWEST."""
    fitted = list(widths)
    excess = sum(fitted) + len(GAP) * (len(fitted) - 1) - columns
    while excess > 0 and max(fitted) > NARROWEST:
        widest = fitted.index(max(fitted))
        rest = max((size for index, size in enumerate(fitted) if index != widest), default=0)
        step = min(excess, max(fitted[widest] - max(rest, NARROWEST), 1))
        fitted[widest] -= step
        excess -= step
    return fitted
