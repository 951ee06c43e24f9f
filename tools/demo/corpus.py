"""Generate the corpus of the example paper demo-charlm: lines of a small grammar, from a fixed seed."""

import random
import sys
from pathlib import Path

DETERMINERS = ("the", "a", "every", "no")
NOUNS = ("miller", "heron", "ferry", "lantern", "orchard", "weaver", "harbour", "clock", "baker", "meadow")
VERBS = ("keeps", "counts", "follows", "mends", "remembers", "carries", "crosses", "paints")
ENDINGS = ("at dawn", "by the river", "without a word", "in winter", "for the bell", "near the mill")


def line(draw: random.Random) -> str:
    """One sentence, without its newline."""
    words = [draw.choice(DETERMINERS), draw.choice(NOUNS), draw.choice(VERBS)]
    words += [draw.choice(DETERMINERS), draw.choice(NOUNS)]
    if draw.random() < 0.6:
        words.append(draw.choice(ENDINGS))
    if draw.random() < 0.25:
        words += ["and", draw.choice(VERBS), draw.choice(DETERMINERS), draw.choice(NOUNS)]
    return " ".join(words) + "."


def corpus(*, lines: int = 1200, seed: int = 2026) -> str:
    """The released corpus: `lines` sentences, each with its newline."""
    draw = random.Random(seed)
    return "".join(line(draw) + "\n" for _ in range(lines))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(corpus(), encoding="utf-8", newline="\n")
