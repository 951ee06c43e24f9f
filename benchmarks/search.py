"""What searching papers costs: making the index, holding it, and asking it, with 6,341 papers and with ten times that.

Run `python benchmarks/search.py`. Titles come from the real index where that lies beside the checkout; five claims and
an abstract of 170 words a paper are made up of words as frequent as those of a language (Zipf's law), so that common
words are in most papers. Asked are 1,000 questions: words, beginnings, three words, rare, common, absent, mistyped and
hostile ones, each with filters, counts and the first page. `--times 1` leaves the larger event out.
"""

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.event import INDEX, PAPERS

from openrepro.papers.sources import read_index
from openrepro.search.bits import all_of
from openrepro.search.building import Document, build
from openrepro.search.facets import Facets, facets_of
from openrepro.search.index import Index
from openrepro.search.packing import packed, unpacked
from openrepro.server.shelf import Question, Shelf, Sort, Trait

QUESTIONS: Final = 1_000
KNOWN: Final = 60_000
CLAIM_WORDS: Final = 100
ABSTRACT_WORDS: Final = 170
GOAL_MB: Final = 60.0
GOAL_P99_MS: Final = 150.0
LETTERS: Final = "etaoinshrdlucmfwypvbgkqjxz"
AREAS: Final = 40
SORTS: Final = (Sort.RELEVANCE, Sort.RELEVANCE, Sort.TITLE)
HOSTILE: Final = ("a-" * 100, "\\" * 200, "é" * 200, "a b c d e f g h " * 12, "$" * 200, "1.1." * 50)


class Asked(NamedTuple):
    """A kind of question, and what makes one."""

    kind: str
    made: Callable[[], str]


def made_up(chance: Random) -> list[str]:
    """Words of one to eleven letters, all different."""
    found: dict[str, None] = {}
    while len(found) < KNOWN:
        length = min(11, 2 + int(len(found) ** 0.19 + chance.random() * 3))
        found["".join(chance.choices(LETTERS, weights=range(26, 0, -1), k=length))] = None
    return list(found)


def titles(count: int, words: Sequence[str], chance: Random) -> Iterator[tuple[str, str]]:
    """Titles with their authors."""
    real = read_index(INDEX.read_bytes()).papers if INDEX.is_file() else ()
    for at in range(count):
        if real:
            yield real[at % len(real)].title, " ".join(real[at % len(real)].authors)
        else:
            yield " ".join(chance.choices(words[:9_000], k=9)), " ".join(chance.choices(words, k=8))


def documents(count: int, words: Sequence[str]) -> Iterator[Document]:
    """The papers of an event."""
    chance = Random(7)
    shares = list(accumulate(1 / rank for rank in range(1, len(words) + 1)))
    for at, (title, authors) in enumerate(titles(count, words, chance)):
        body = chance.choices(words, cum_weights=shares, k=CLAIM_WORDS + ABSTRACT_WORDS)
        yield Document(f"p{at}", title, authors, " ".join(body[:CLAIM_WORDS]), " ".join(body[CLAIM_WORDS:]))


def filters(count: int) -> Facets:
    chance = Random(8)
    columns = {
        Trait.AREA: [(f"area {chance.randrange(AREAS)}",) for _ in range(count)],
        Trait.STATUS: [(f"state {chance.randrange(8)}",) for _ in range(count)],
        Trait.ATTEMPTS: [("some", chance.choice(("few", "many"))) for _ in range(count)],
        Trait.CODE: [(chance.choice(("yes", "no")),) for _ in range(count)],
    }
    return facets_of(count, columns)


def kinds(index: Index, chance: Random) -> tuple[Asked, ...]:
    """What people ask for, and what nobody should."""
    by_count = sorted(range(len(index.words)), key=lambda word: -index.where(word).size)
    common = [index.words[word] for word in by_count[:200]]
    known = index.words

    def word() -> str:
        return chance.choice(known)

    return (
        Asked("a word", word),
        Asked("a common word", lambda: chance.choice(common)),
        Asked("a beginning", lambda: word()[: chance.randint(2, 4)]),
        Asked("two letters", lambda: "".join(chance.choices(LETTERS[:12], k=2))),
        Asked("three words", lambda: " ".join((chance.choice(common), chance.choice(common), word()))),
        Asked("three common words", lambda: " ".join(chance.sample(common, 3))),
        Asked("eight common words", lambda: " ".join(chance.sample(common, 8))),
        Asked("absent", lambda: "".join(chance.choices(LETTERS, k=14))),
        Asked("mistyped", lambda: word()[:-1] + chance.choice("qxz")),
        Asked("hostile", lambda: chance.choice(HOSTILE)),
    )


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def asked(shelf: Shelf) -> bool:
    """Ask, print the times, and say whether the goal was met."""
    chance = Random(9)
    times: dict[str, list[float]] = {}
    given = kinds(shelf.index, chance)
    for at in range(QUESTIONS):
        one = given[at % len(given)]
        chosen = {Trait.AREA.value: f"area {chance.randrange(AREAS)}"} if chance.random() < 0.3 else {}
        question = Question(one.made(), chosen, chance.choice(SORTS))
        began = time.perf_counter()
        shelf.answer(question)
        times.setdefault(one.kind, []).append((time.perf_counter() - began) * 1000)
    every = [took for part in times.values() for took in part]
    p99 = percentile(every, 0.99)
    met = p99 < GOAL_P99_MS
    print(
        f"  {len(every):,} questions           p50 {percentile(every, 0.5):.1f} ms, p99 {p99:.1f} ms, most "
        f"{max(every):.1f} ms (goal: p99 under {GOAL_P99_MS:.0f} ms, {'met' if met else 'MISSED'})"
    )
    for kind, part in times.items():
        print(f"    {kind:22} p50 {percentile(part, 0.5):6.2f}  p99 {percentile(part, 0.99):6.2f}")
    return met


def measured(times: int) -> bool:
    count = PAPERS * times
    words = made_up(Random(6))
    began = time.perf_counter()
    given = list(documents(count, words))
    print(f"{count:,} papers, made up in {time.perf_counter() - began:.1f} s")
    began, busy = time.perf_counter(), time.process_time()
    made = build(given, "benchmark")
    took, own = time.perf_counter() - began, time.process_time() - busy
    print(f"  making the index         {took:.1f} s, {own:.1f} s of processor (the keeper does it in a child)")
    began = time.perf_counter()
    body = packed(made)
    print(f"  packing it               {time.perf_counter() - began:.2f} s")
    print(f"  {len(made.words):,} words, {len(made.postings):,} postings, kept in {len(body) / 1e6:.1f} MB")
    del given, made
    gc.collect()
    before = resident_mb()
    began = time.perf_counter()
    index = unpacked(body)
    took = time.perf_counter() - began
    shelf = Shelf(index, filters(count), {Sort.TITLE: index.titled}, "board")
    assert shelf.facets.everything == all_of(count)
    held = sum(len(part) * part.itemsize for part in (index.starts, index.postings, index.weights, index.titled))
    held_mb = (held + sum(map(sys.getsizeof, index.words)) + sum(map(sys.getsizeof, index.papers))) / 1e6
    held_mb += 8 * (len(index.words) + count) / 1e6
    met = times > 1 or held_mb < GOAL_MB
    told = f" (goal: under {GOAL_MB:.0f} MB, {'met' if met else 'MISSED'})" if times == 1 else ""
    print(
        f"  loading it               {took:.2f} s; memory {held_mb:.1f} MB{told}, "
        f"of the process +{resident_mb() - before:.0f} MB"
    )
    return asked(shelf) and met


def main() -> int:
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("--times", type=int, default=10, help="how many times as large the larger event is")
    larger = told.parse_args().times
    return 0 if all(measured(times) for times in dict.fromkeys((1, larger))) else 1


if __name__ == "__main__":
    sys.exit(main())
