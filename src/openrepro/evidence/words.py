"""Content words, and how much of one text another one covers."""

import re
from collections.abc import Collection, Mapping
from math import log

WORD = re.compile(r"[^\W_]+(?:\.[0-9]+)?")
STOP_WORDS = """
a an and any are as at be been by can claim claims do does each for from has have in into is it its of on or our paper
section so table than that the their then there these they this those to under up was we were when where which while
with without figure theorem proposition lemma corollary eq equation appendix abstract
"""
STOP = frozenset(STOP_WORDS.split())


def words(text: str) -> frozenset[str]:
    """The content words of `text`, lower-cased, with a plural `s` removed; numbers count as words."""
    return frozenset(_stem(word) for word in WORD.findall(text.lower()) if word not in STOP)


def _stem(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def weights(sets: Collection[frozenset[str]]) -> Mapping[str, float]:
    """How telling each word is among texts, given by their content words: log((N + 1) / df), little for one in all."""
    counts: dict[str, int] = {}
    for found in sets:
        for word in found:
            counts[word] = counts.get(word, 0) + 1
    return {word: log((len(sets) + 1) / count) + 0.1 for word, count in counts.items()}


def coverage(wanted: frozenset[str], found: frozenset[str], weight: Mapping[str, float]) -> float:
    """The weighted share of `wanted` words that are in `found`, in [0, 1]; 0 for an empty `wanted`."""
    total = sum(weight.get(word, 1.0) for word in wanted)
    return sum(weight.get(word, 1.0) for word in wanted & found) / total if total else 0.0
