"""The grades of evidence, which rule files and every room after them speak of."""

from enum import IntEnum


class Grade(IntEnum):
    """E0 prose or typed table, E1 result file, E2 output of a recorded run, E3 output of our own re-run."""

    E0 = 0
    E1 = 1
    E2 = 2
    E3 = 3

    def __str__(self) -> str:
        return self.name
