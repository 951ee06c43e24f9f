"""The words of a scale axis (`training_epochs`, `largest_stride`), and the numbers that stand next to them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import NamedTuple

SYNONYMS: tuple[frozenset[str], ...] = (
    frozenset({"seed", "repeat", "run", "trial", "replicate", "replication", "restart"}),
    frozenset({"step", "iteration", "iter", "update"}),
    frozenset({"epoch"}),
    frozenset({"token"}),
    frozenset({"sample", "example", "item", "case", "instance", "row"}),
    frozenset({"question", "prompt", "query"}),
    frozenset({"image", "picture"}),
    frozenset({"parameter", "param"}),
    frozenset({"trajectory", "episode", "rollout"}),
    frozenset({"dimension", "dim"}),
    frozenset({"vertex", "vertice", "node"}),
    frozenset({"gpu", "accelerator"}),
    frozenset({"dataset", "corpus", "corpora"}),
    frozenset({"test", "eval", "evaluation", "held"}),
    frozenset({"train", "training"}),
)
"""Words that name one thing in a run's output; nothing else is taken for a synonym."""

SEED_WORDS = SYNONYMS[0]
MEASURES = frozenset(
    {"largest", "smallest", "total", "number", "n", "num", "max", "maximum", "length", "count", "size"}
)
SCALES = {
    "thousand": Decimal(1_000),
    "million": Decimal(10) ** 6,
    "billion": Decimal(10) ** 9,
    "trillion": Decimal(10) ** 12,
}
SUFFIXES = {"k": Decimal(1_000), "m": Decimal(10) ** 6, "b": Decimal(10) ** 9, "t": Decimal(10) ** 12, **SCALES}
IMPLIED = {"epoch": frozenset({"train"}), "step": frozenset({"train"}), "iteration": frozenset({"train"})}
"""Modifiers that go without saying: an epoch is one of training."""

LONGEST_LINE = 4_000
MOST_FIGURES = 10_000
"""Of one text no more numbers are looked at."""

_NUMBER = r"(?<![\w.])(?P<number>[0-9]{1,15}(?:[,_][0-9]{3}){0,4}(?:\.[0-9]{1,9})?(?:e\+?[0-9]{1,2})?)"
_SUFFIX = r"\s?(?P<suffix>(?:[kKMBT]|thousand|million|billion|trillion)(?![A-Za-z]))?"
_FIGURE = re.compile(_NUMBER + _SUFFIX)
_PART_OF = re.compile(
    r"(?:(?<![0-9.,_])(?P<part>[0-9]{1,15}(?:[,_][0-9]{3}){0,4}(?:\.[0-9]{1,9})?)\s{0,2}(?:%|percent)?|"
    r"(?<![a-z])(?:some|none|half|third|quarter|tenth|part|portion|fraction|share|subset|percentage))"
    r"\s{0,2}(?:/|(?:\bout )?\bof)\s{0,2}(?:the |all |our ){0,2}$",
    re.IGNORECASE,
)
_FARTHEST_PART = 60


@dataclass(frozen=True, slots=True)
class AxisWords:
    """`heads` name the thing counted, `modifiers` must stand on the same line, `unit` is what one counts."""

    axis: str
    heads: frozenset[str]
    modifiers: frozenset[str]
    unit: Decimal = Decimal(1)

    @property
    def counts_seeds(self) -> bool:
        return bool(self.heads & SEED_WORDS)


class Figure(NamedTuple):
    """A number at characters `[start, end)` of a text; `named` when the axis's own name introduces it, `whole` when it
    is what others are a part of, as 500 in `12 of 500 items`: it bounds what was done, and shows nothing of it."""

    value: Decimal
    start: int
    end: int
    named: bool
    whole: bool = False


@lru_cache(maxsize=256)
def axis_words(axis: str) -> AxisWords:
    """The words of an axis name: `vertices_of_the_largest_graph` counts vertices, where "largest" and "graph" stand."""
    parts = [part for part in re.split(r"[^a-z0-9]+", axis.lower()) if part]
    unit = next((SCALES[part] for part in parts if part in SCALES), Decimal(1))
    parts = [part for part in parts if part not in SCALES]
    before, _, after = " ".join(parts).partition(" of ")
    named = before.split() or parts or ["?"]
    head = singular(named[-1])
    if head in MEASURES and len(named) > 1:
        head = singular(named[-2])
    modifiers = {singular(part) for part in named if part not in MEASURES} - {head}
    modifiers |= {singular(part) for part in after.split() if part not in ("the", "a", "each")}
    return AxisWords(axis, family(head), frozenset(_modifier(word) for word in modifiers), unit)


def singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word in ("vertices",):
        return "vertex"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 2 else word


def family(word: str) -> frozenset[str]:
    """`word` with its synonyms."""
    return next((group for group in SYNONYMS if word in group), frozenset({word}))


def _modifier(word: str) -> str:
    return min(family(word))


def number(text: str) -> Decimal | None:
    """A decimal string with thousands separators as a number, else None."""
    try:
        value = Decimal(text.replace(",", "").replace("_", ""))
    except InvalidOperation:
        return None
    return value if value.is_finite() and abs(value.adjusted()) < 400 else None


@lru_cache(maxsize=256)
def _patterns(words: AxisWords) -> tuple[re.Pattern[str], re.Pattern[str]]:
    heads = "|".join(_plural(head) for head in sorted(words.heads))
    after = re.compile(
        r"(?<![A-Za-z])(?:(?:n|num|number|total|max|largest)[_ -](?:of[_ -])?)?"
        rf"(?:[a-z]{{2,16}}[_ -]){{0,2}}(?<!per[_ -])(?:{heads})"
        r"(?![A-Za-z])[\"'`*]{0,3}\s{0,2}(?:\([a-z]{1,12}\))?\s{0,2}[:=|]\s{0,3}[\"'`*]{0,3}" + _NUMBER + _SUFFIX,
        re.IGNORECASE,
    )
    before = re.compile(
        _NUMBER + _SUFFIX + rf"(?:\s|-)(?:[A-Za-z-]{{2,16}}\s){{0,2}}(?:{heads})(?![A-Za-z])", re.IGNORECASE
    )
    return after, before


def _plural(head: str) -> str:
    """A pattern for a word and its plural."""
    if head.endswith("y"):
        return f"{re.escape(head[:-1])}(?:y|ies)"
    return {"vertex": "vert(?:ex|ices)", "corpora": "corpora", "corpus": "corpus"}.get(head, f"{re.escape(head)}s?")


def figures(words: AxisWords, text: str) -> Iterator[Figure]:
    """The numbers of `text` that count what the axis counts, line by line, in units of the axis. Linear.

    A number that merely stands before the axis's word inside a quoted string is somebody's sentence, not a figure.
    """
    for start, line in lines_with(words.heads, text):
        yield from _in_line(words, line, start)


def lines_with(heads: frozenset[str], text: str) -> Iterator[tuple[int, str]]:
    """The lines, with their offsets, that hold one of `heads` up to its plural's ending; not the very long ones."""
    stems = re.compile("|".join(sorted({re.escape(head[:4]) for head in heads})), re.IGNORECASE)
    done = 0
    for match in stems.finditer(text):
        if match.start() < done:
            continue
        start = text.rfind("\n", 0, match.start()) + 1
        end = text.find("\n", match.end())
        done = len(text) if end < 0 else end + 1
        if done - start <= LONGEST_LINE:
            yield start, text[start:done]


def _in_line(words: AxisWords, line: str, start: int) -> Iterator[Figure]:
    after, before = _patterns(words)
    for pattern, named in ((after, True), (before, False)) if _modified(words, line) else ():
        for match in pattern.finditer(line):
            value = scaled(match["number"], match["suffix"])
            if value is not None and (named or line.count('"', 0, match.start()) % 2 == 0):
                whole = not named and _of_parts(line[: match.start()], match["number"])
                yield Figure(value / words.unit, start + match.start(), start + match.end(), named, whole)


def _of_parts(before: str, digits: str) -> bool:
    """Whether a lesser part of a number is told before it: `12 of`, `12/`, `half of the`; not all of it, `500/500`."""
    told = _PART_OF.search(before[-_FARTHEST_PART:])
    return told is not None and (told["part"] is None or number(told["part"]) != number(digits))


def _modified(words: AxisWords, line: str) -> bool:
    lowered = line.lower()
    implied = frozenset[str]().union(*(IMPLIED.get(head, frozenset()) for head in words.heads))
    return all(any(one in lowered for one in family(word)) for word in words.modifiers if not family(word) & implied)


def scaled(digits: str, suffix: str | None) -> Decimal | None:
    """`12` with suffix `k` is 12,000."""
    value = number(digits)
    return value if value is None or not suffix else value * SUFFIXES[suffix.lower()]
