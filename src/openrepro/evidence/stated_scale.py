"""What a run itself states of an axis beside its RESULT lines: the flags of its command and the counts it prints."""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from openrepro.evidence.axes import (
    MEASURES,
    MOST_FIGURES,
    SEED_WORDS,
    AxisWords,
    axis_words,
    family,
    figures,
    scaled,
    singular,
)
from openrepro.evidence.declared import declared_spans
from openrepro.evidence.model import Run
from openrepro.evidence.places import Places
from openrepro.logbooks.logbook import Address

_FLAG = re.compile(r"-{0,2}(?P<name>[A-Za-z][A-Za-z0-9_.-]{0,60})(?:=(?P<value>.{1,200}))?")
_VALUE = re.compile(r"(?P<number>[0-9][0-9_,]{0,20}(?:\.[0-9]{1,9})?(?:[eE]\+?[0-9]{1,2})?)(?P<suffix>[kKMBT])?")
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3}){1,6}")
_WORD = re.compile(r"[A-Za-z]++")
_SILENT = frozenset({"of", "the", "a", "k", "m", "b", "t", "e", "thousand", "million", "billion", "trillion", "x"})
_MOST_TOKENS = 2_000
ONE_SEED = frozenset({"seed", "random_seed", "rng_seed"})


class Stated(NamedTuple):
    """What some evidence states for an axis, in units of the axis."""

    value: Decimal
    at: Address


class Assignment(NamedTuple):
    """A flag of a command: its name in snake_case, and its values (several behind one flag, or with commas)."""

    name: str
    values: tuple[str, ...]


def stated_by(words: AxisWords, run: Run) -> tuple[Stated, ...]:
    """The values of the axis that the flags and the outputs of one run state. `RESULT` lines are not looked at.

    Only what counts the axis and nothing else is taken: `steps: 5`, `n_steps = 5`, `5 steps`; not `warmup steps: 5`,
    nor `step: 5` or `seed: 5`, which tell one step or seed from another.
    """
    return (*_flags(words, run), *(one for output in run.outputs for one in _counts(words, output.text, output.at)))


def _flags(words: AxisWords, run: Run) -> Iterator[Stated]:
    for name, values in assignments(run.argv):
        if name not in ONE_SEED and names_axis(words, name):
            count = count_of(words, values)
            if count is not None:
                yield Stated(count / words.unit, run.at)


def assignments(argv: tuple[str, ...]) -> Iterator[Assignment]:
    """The flags of a command; a part of it that is a command line itself (`bash -c …`) is taken apart at blanks."""
    tokens = [one for token in argv[:_MOST_TOKENS] for one in _taken_apart(token)][:_MOST_TOKENS]
    for position, token in enumerate(tokens):
        match = _FLAG.fullmatch(token[:300])
        if match is None:
            continue
        name = match["name"].lower().replace("-", "_").replace(".", "_")
        if match["value"] is not None:
            yield Assignment(name, _listed(match["value"]))
        elif token.startswith("-"):
            following = tuple(_following(tokens, position + 1))
            if following:
                yield Assignment(name, following)


def _taken_apart(token: str) -> list[str]:
    return token[:20_000].split() if " -" in token else [token]


def _following(tokens: list[str], position: int) -> Iterator[str]:
    """The values behind a flag: the next token, and those behind it as long as they are numbers."""
    for index, token in enumerate(tokens[position : position + 200]):
        if token.startswith("-") or (index and not _VALUE.fullmatch(token)):
            return
        yield from _listed(token)


def _listed(value: str) -> tuple[str, ...]:
    if _GROUPED.fullmatch(value.strip()):
        return (value.strip(),)
    return tuple(one for one in re.split(r"[,\s]+", value) if one)


def names_axis(words: AxisWords, flag: str) -> bool:
    """Whether a flag names the axis: its head is the last word, and every modifier is there or goes without saying."""
    own = axis_words(flag)
    if not own.heads & words.heads:
        return False
    wanted = {word for word in words.modifiers if word not in ("train",)}
    return wanted <= own.modifiers and own.modifiers <= words.modifiers | {"train"}


def count_of(words: AxisWords, values: tuple[str, ...]) -> Decimal | None:
    """What the values of a flag count: of a list of seeds how many differ, of any other the largest."""
    if len(values) > 1 and words.heads == SEED_WORDS:
        return Decimal(len(set(values)))
    found = [number for value in values if (number := _number(value)) is not None]
    return max(found, default=None)


def _number(value: str) -> Decimal | None:
    match = _VALUE.fullmatch(value.strip())
    return None if match is None else scaled(match["number"], match["suffix"])


@lru_cache(maxsize=64)
def _counts(words: AxisWords, text: str, at: Address) -> tuple[Stated, ...]:
    places, masked = Places(text, at), without_declared(text)
    return tuple(
        Stated(figure.value, places.address(figure.start, figure.end))
        for figure in islice(figures(words, masked), MOST_FIGURES)
        if _counts_axis(words, masked, figure.start, figure.end)
    )


def without_declared(text: str) -> str:
    """The text with blanks for its `RESULT` lines, so that no character moves."""
    parts, done = [], 0
    for start, end in declared_spans(text):
        parts += [text[done:start], " " * (end - start)]
        done = end
    return "".join([*parts, text[done:]])


def _counts_axis(words: AxisWords, text: str, start: int, end: int) -> bool:
    """Whether a figure speaks of the whole axis: no foreign word in it, and a plural or a word for a count."""
    before = text[start - 1 : start]
    if before in ("_", "-", ".") or before.isalnum():
        return False
    found = [word.lower() for word in _WORD.findall(text[start:end])]
    modifiers = frozenset[str]().union(*(family(word) for word in words.modifiers), family("train"))
    known = words.heads | modifiers | MEASURES | _SILENT
    if any(word not in known and singular(word) not in known for word in found):
        return False
    return any(word in MEASURES or (singular(word) != word and singular(word) in words.heads) for word in found)
