"""What changed between two versions of a claim: field by field, word by word where a field is a text."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Final, NamedTuple

from openrepro.claims.canonical import claim_json
from openrepro.claims.claim import Claim
from openrepro.ids import Json

MOST_WORDS: Final = 300
"""Longer texts are told as replaced whole, so that comparing them takes bounded time."""
_WORD: Final = re.compile(r"\s+|[^\s]+")


class Piece(StrEnum):
    KEPT = "kept"
    ADDED = "added"
    REMOVED = "removed"


class Run(NamedTuple):
    """A stretch of text that both versions have, or only one of them."""

    piece: Piece
    text: str


class Change(NamedTuple):
    """A field that differs: its name in words, and its text with what was removed and added."""

    field: str
    runs: tuple[Run, ...]


def changes(before: Claim, after: Claim) -> tuple[Change, ...]:
    """The fields in which two versions of one claim differ, in the order of the format."""
    old, new = dict(_fields(claim_json(before))), dict(_fields(claim_json(after)))
    names = list(dict.fromkeys([*old, *new]))
    return tuple(
        Change(name, compared(old.get(name, ""), new.get(name, "")))
        for name in names
        if old.get(name, "") != new.get(name, "")
    )


def compared(before: str, after: str) -> tuple[Run, ...]:
    """Two texts word by word. What is kept and added together is `after`, what is kept and removed is `before`."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    end_old, end_new = len(old) - tail, len(new) - tail
    middle = _middle(old[head:end_old], new[head:end_new])
    whole = [Run(Piece.KEPT, "".join(old[:head])), *middle, Run(Piece.KEPT, "".join(old[end_old:]))]
    return tuple(run for run in whole if run.text)


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words two lists begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))


def _middle(old: Sequence[str], new: Sequence[str]) -> Iterator[Run]:
    if max(len(old), len(new)) > MOST_WORDS:
        yield Run(Piece.REMOVED, "".join(old))
        yield Run(Piece.ADDED, "".join(new))
        return
    for tag, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield Run(Piece.KEPT, "".join(old[start:end]))
        else:
            yield Run(Piece.REMOVED, "".join(old[start:end]))
            yield Run(Piece.ADDED, "".join(new[first:last]))


def _fields(value: Mapping[str, Json], before: str = "") -> Iterator[tuple[str, str]]:
    """Every member that says something, by its path in words, as text."""
    for key, member in value.items():
        name = f"{before}{key.replace('_', ' ')}"
        if key in ("schema", "id"):
            continue
        if isinstance(member, Mapping):
            yield from _fields(member, f"{name}: ")
        elif isinstance(member, Sequence) and not isinstance(member, str):
            yield from _listed(name, member)
        else:
            yield name, str(member)


def _listed(name: str, members: Sequence[Json]) -> Iterator[tuple[str, str]]:
    if all(not isinstance(item, Mapping) for item in members):
        yield name, "; ".join(str(item) for item in members)
        return
    for at, item in enumerate(members, start=1):
        if isinstance(item, Mapping):
            called = str(item.get("axis") or item.get("id") or at)
            yield from _fields(item, f"{name} {called}: ")
