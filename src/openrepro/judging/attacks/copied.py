"""Attacks by copying: another entry handed in as one's own, with another face."""

import re
from typing import Final

from openrepro.judging.attacks.attack import Aim, Files
from openrepro.judging.attacks.draft import Draft

_ID: Final = re.compile(rb'("id"\s{0,4}:\s{0,4}")(cell_)?([A-Za-z0-9_-]{1,80}")')
_DATE: Final = re.compile(rb"\b20[0-9]{2}-([01][0-9])-([0-3][0-9])T")


def same_with_new_face(files: Files, aim: Aim) -> Files:
    """The whole entry under another title, with other cell ids and dates and a new introduction."""
    copied = {path: _refaced(path, data) for path, data in files.items()}
    draft = Draft(copied)
    for page in draft.logbook.pages:
        draft.head(page, " (our own study)")
    for page in draft.pages:
        draft.append(page, "All of this was done by ourselves, on our own machines.", title="Who we are")
    return draft.files()


def _refaced(path: str, data: bytes) -> bytes:
    if not path.endswith(".md"):
        return data
    return _DATE.sub(rb"2026-\1-\2T", _ID.sub(rb"\1\2z\3", data))
