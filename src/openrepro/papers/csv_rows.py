"""CSV lists of papers row by row: what is no text, and what stands in a quote that nobody closed, is left out and told.

A reader of CSV takes all that follows such a quote, to the end of the file, for one field of the row; so half a file
would pass for a whole one.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from typing import Final

from openrepro.papers.fields import Fault, Row

_END: Final = "\ue000 end of the list"
"""Stands alone on a last line that is added, unless a quote is open there."""
_STRAY: Final = re.compile("[\udc80-\udcff]")


class CsvRows:
    """The rows of a CSV file, once; faults gather in the list that is given. Iterating raises csv.Error."""

    def __init__(self, data: bytes, faults: list[Fault]) -> None:
        lines = data.decode("utf-8-sig", "surrogateescape").replace("\r\n", "\n").split("\n")
        self._last = len(lines) + 1
        self._read = csv.DictReader(f"{line}\n" for line in (*lines, _END))
        self._faults = faults

    @property
    def header(self) -> list[str]:
        """The names of the columns, as they are written; without any where they are no UTF-8 text."""
        names = [name for name in self._read.fieldnames or () if name != _END]
        return names if _is_text(names) else []

    def rename(self, header: list[str]) -> None:
        """Call the columns otherwise."""
        self._read.fieldnames = header

    @property
    def place(self) -> str:
        return f"line {self._read.line_num}"

    def __iter__(self) -> Iterator[Row]:
        held: Row | None = None
        first = self._read.line_num + 1
        for row in self._read:
            if held is not None:
                yield from self._readable(held)
            held = Row(row, self.place, self._faults)
            if self._read.line_num < self._last:
                first = self._read.line_num + 1
        if held is not None and _END not in held.values.values():
            text = "A quote is opened in this row and never closed: it and all that follows it were left out."
            self._faults.append(Fault(f"line {first}", text))

    def _readable(self, row: Row) -> Iterator[Row]:
        if _is_text(row.values.values()):
            yield row
        else:
            row.fault("It has bytes that are no UTF-8 text; the row was left out. Write the file again as UTF-8.")


def _is_text(values: Iterable[object]) -> bool:
    """Whether nothing in them stands for a byte that is no UTF-8; columns too many come as a list."""
    plain = (value if isinstance(value, str) else "".join(value) for value in values if isinstance(value, str | list))
    return not any(_STRAY.search(value) for value in plain)
