"""The bundled example challenge: four example papers, the logbooks of several teams, and what they establish."""

from openrepro.demo.example import DATA, Entry, Example, Outcome, copy_example, judge_example, read_example
from openrepro.demo.shown import Shown, ShownEntry, shown_of

__all__ = [
    "DATA",
    "Entry",
    "Example",
    "Outcome",
    "Shown",
    "ShownEntry",
    "copy_example",
    "judge_example",
    "read_example",
    "shown_of",
]
