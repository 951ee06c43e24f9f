"""Times how the text of a paper is read from a PDF, in the sandbox and all in, and what hostile files cost.

Run `python benchmarks/pdf.py [--pages 12 80] [--files DIR]`. The papers are made by a seeded generator: two columns,
running heads, numbers of lines in both margins, tables, theorems, equations. `--files` takes the PDFs of a folder too.
Each paper is read in a sandbox of its own; the time is that of the clock, from bytes to text, starting bubblewrap and
Python included. Then quotes of the longest paper are anchored in what was read. Hostile files cost a sentence each.
"""

import argparse
import random
import resource
import time
from collections.abc import Iterator
from pathlib import Path

from anchoring import SYLLABLES, made_claim
from openrepro.claims.anchoring import Anchors
from openrepro.errors import OpenReproError
from openrepro.sandbox.pdf import ReadPdf, read_pdf
from pdf_hostile import hostile
from pdf_writer import Line, pdf

LIMIT_S = 1.0
TOP, BOTTOM, LEADING = 720, 60, 11.5
COLUMNS = (54, 318)
CHARACTERS = 52
TIMES = 5


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pages", type=int, nargs="+", default=[12, 80])
    options.add_argument("--files", type=Path)
    asked = options.parse_args()
    for pages in asked.pages:
        sentences, data = made_paper(random.Random(pages), pages)
        text = told(f"{pages} pages, made", data).text
    anchored(Anchors(text), sentences)
    found = sorted(asked.files.rglob("*.pdf")) if asked.files else []
    for file in found:
        told(file.name, file.read_bytes())
    if not found:
        print("no papers of others: name a folder of PDFs with --files")
    for name, data in hostile():
        cost(name, data)
    print(f"the most memory that any took: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")


def told(name: str, data: bytes) -> ReadPdf:
    """Read a paper some times, and print what it took at its usual and at its worst."""
    times = []
    for _ in range(TIMES):
        start = time.perf_counter()
        read = read_pdf(data, paper="p", version="v1")
        times.append(time.perf_counter() - start)
    text, usual = read.text, sorted(times)[TIMES // 2]
    print(
        f"{name}: {len(data):,} bytes, {len(text.text):,} characters, {len(text.sections)} sections, "
        f"{len(text.labels)} labels, {len(text.tables)} tables: {usual:.2f} s, at worst {max(times):.2f} s "
        f"(asked for: under {LIMIT_S:.0f} s a paper)"
    )
    return read


def anchored(anchors: Anchors, sentences: list[str]) -> None:
    """Look up 1,000 quotes, of which every fourth is not in the paper."""
    chance = random.Random(1)
    long = [one for one in sentences if 40 < len(one) < 300]
    claims = [made_claim(chance, chance.choice(long), number) for number in range(1_000)]
    start = time.process_time()
    found = [anchors.anchor(claim) for claim in claims]
    held = sum(one.place is not None for one in found)
    print(f"1,000 quotes in it: {held} found in {time.process_time() - start:.2f} s (750 are there)")


def cost(name: str, data: bytes) -> None:
    start = time.perf_counter()
    try:
        read = read_pdf(data, paper="p", version="v1")
        said = " ".join(read.notices) or f"read: {len(read.text.text):,} characters"
    except OpenReproError as error:
        said = error.text
    print(f"{name} ({len(data):,} bytes): {time.perf_counter() - start:.2f} s. {said}")


def made_paper(chance: random.Random, pages: int) -> tuple[list[str], bytes]:
    """Sentences of a made-up paper, and its PDF."""
    words = ["".join(chance.choices(SYLLABLES, k=chance.randint(1, 4))) for _ in range(4_000)]
    said: list[str] = []
    rows = made_rows(chance, words, said)
    data = pdf([made_page(rows, number) for number in range(1, pages + 1)])
    return said[: len(said) * 9 // 10], data  # the last paragraph is cut off by the end of the last page


def made_page(rows: Iterator[tuple[str, str, float]], number: int) -> list[Line]:
    """Two columns, with numbers of lines in the outer margins, a running head and the page's number."""
    lines = [Line(220, 750, "A Made-up Paper on Nothing at All", 9), Line(303, 30, str(number), 9)]
    places = [(x, TOP - row * LEADING) for x in COLUMNS for row in range(int((TOP - BOTTOM) / LEADING))]
    for count, (x, y) in enumerate(places):
        text, font, size = next(rows)
        for at, cell in enumerate(text.split("\t")):
            lines.append(Line(x + 75 * at, y, cell, size, font))
        lines.append(Line(28 if x < 300 else 572, y, f"{number * len(places) + count:03}", 7))
    return lines


def made_rows(chance: random.Random, words: list[str], said: list[str]) -> Iterator[tuple[str, str, float]]:
    """Rows of a column without end: text, font and size."""
    number = 0
    while True:
        number += 1
        part = number // 6 + 1
        if number % 6 == 1:
            yield from (("", "F1", 10), (f"{part}. {' '.join(chance.choices(words, k=3)).capitalize()}", "F2", 12))
        elif number % 6 == 3:
            yield f"Theorem {part}.", "F2", 10
        elif number % 6 == 5:
            yield from (("", "F1", 10), (f"Table {part}. Results of the runs.", "F1", 9))
            yield from (
                (f"{chance.choice(words)}\t{chance.random():.3f}\t{chance.randint(1, 99)}", "F1", 9) for _ in "1234"
            )
            yield "", "F1", 10
        paragraph = [sentence(chance, words) for _ in range(6)]
        said += paragraph
        yield from ((line, "F1", 10) for line in broken(" ".join(paragraph)))


def sentence(chance: random.Random, words: list[str]) -> str:
    return f"{' '.join(chance.choices(words, k=chance.randint(8, 22))).capitalize()} by {chance.uniform(0, 100):.1f} %."


def broken(text: str) -> Iterator[str]:
    """Lines of a column, some of which end within a word."""
    while len(text) > CHARACTERS:
        at = text.rfind(" ", 0, CHARACTERS)
        word = text[at + 1 : at + 12].partition(" ")[0]
        if len(word) > 7 and word.isalpha():
            yield f"{text[: at + 4]}-"
            text = text[at + 4 :]
        else:
            yield text[:at]
            text = text[at + 1 :]
    yield text


if __name__ == "__main__":
    main()
