"""Names that people give themselves, their teams and their tokens: readable, and never deceiving by what is unseen."""

import unicodedata
from typing import Final

from openrepro.errors import OpenReproError
from openrepro.visible import counted

LONGEST: Final = 64
LONGEST_MARKED: Final = 4
"""How many combining marks may follow one another; honest words have two or three."""


def checked_name(text: str, what: str = "name") -> str:
    """`text` in Unicode's composed form (NFC), with single blanks inside and none around it.

    Raises OpenReproError when nothing is left, when it is longer than 64 characters, or when it holds characters that
    steer, reorder or hide. `what` says in the sentence what is named (`name of a team`).
    """
    name = " ".join(unicodedata.normalize("NFC", text[: 20 * LONGEST]).split())
    if not name:
        raise OpenReproError(f"The {what} is empty.")
    if len(name) > LONGEST:
        raise OpenReproError(f"The {what} is longer than {LONGEST} characters.", hint="Give a shorter one.")
    if counted(name)[1] or any(_unseen(character) for character in name):
        raise OpenReproError(
            f"The {what} holds a character that cannot be seen, or that changes how others are shown.",
            hint="Give one of letters, digits, blanks and signs.",
        )
    if _piled(name):
        raise OpenReproError(f"The {what} piles marks on one another.", hint="Give one that can be read.")
    return name


def _unseen(character: str) -> bool:
    """Characters of control and format, private and unassigned ones, and the blank of Braille."""
    return unicodedata.category(character).startswith("C") or character == "\u2800"


def _piled(name: str) -> bool:
    run = 0
    for character in name:
        run = run + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if run > LONGEST_MARKED:
            return True
    return False
