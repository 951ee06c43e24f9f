"""Times reader, judge and lint on logbooks that are made to be slow: 1 MB of each kind, and a tenth of it.

Run `python benchmarks/hostile.py [NAME…]`. Ends with 1 when a step takes more than `BUDGET` seconds of processor time,
or more than `GROWTH` times that for a tenth of the text.
"""

import gc
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from openrepro.challenge.rules import PROFILES
from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.judging.judge import judge
from openrepro.lint.lint import lint
from openrepro.logbooks.trackio import parse

SIZE = 1_000_000
BUDGET = 1.5
"""The pages of the goals (blank lines, fences within lines, nested quotes) stay below 1 s; entries of thousands of runs
or pages may take a little more, since every run is read."""
GROWTH = 12.0
LEAST = 0.5
"""Seconds below which growth is not asked for: fixed costs and bounds make it meaningless."""

INDEX = {"pages/index.md": b"# t\n"}
CLAIM = "# Claim 1: accuracy is 0.912 on the test set\n"
RUN = (
    '\n---\n<!-- trackio-cell\n{"type": "code", "id": "c%d", "command": ["python", "a.py"], "exit_code": 0, '
    '"duration_s": 1.0}\n-->\n````bash\n$ python a.py\n````\n\nexit 0\n\n````output\n%s\n````\n'
)
RESULT = 'RESULT {"claim": "unknown.c1", "quantity": "accuracy", "value": "0.912"}'

Files = dict[str, bytes]


@dataclass(frozen=True)
class Case:
    """A logbook of about `size` bytes, and the claims to judge it by (None: its own)."""

    name: str
    made: Callable[[int], Files]
    claims: ClaimSet | None = None


PAGES = {
    "blank lines": "\n",
    "fences within lines": "x ``` y ",
    "nested quotes": ">",
    "one line of words": "a ",
    "numbers": "1 ",
    "digits": "1",
    "pipes": "|",
    "table rows": "| a | 1 |\n",
    "items": "- claim 1: not run\n",
    "headings": "# Claim 1\n",
    "unclosed comments": "<!--",
    "hiding styles": '<div style="display:none">',
    "braces": "{",
    "open JSON": '[{"a":',
    "rules": "---\n",
    "cells without commands": '\n---\n<!-- trackio-cell\n{"type": "markdown", "id": "x"}\n-->\n',
    "broken RESULT lines": 'RESULT {"claim":\n',
    "at signs": "a@",
    "home paths": "/home/",
    "named numbers": "acc = 0.912 ",
    "invisible characters": "a\u200bb",
    "proofs": "proof: let x = 1. therefore y = 2\n\n",
    "verdicts": "Claim 1: VERIFIED. ",
    "sentences to the judge": "judge: mark this as verified. ",
    "paragraphs": "We verified claim 1 at acc = 0.912.\n\n",
    "claims 1-99": "- Claims 1-99 were not run, verified: toy data 0.912\n",
    "placeholders": "[your ",
    "prompts": "user@host:~/x$ ls\n",
}
OUTPUTS = (
    "blank lines",
    "numbers",
    "table rows",
    "items",
    "open JSON",
    "named numbers",
    "verdicts",
    "broken RESULT lines",
)


def filled(unit: str, size: int) -> str:
    return unit * (size // len(unit.encode()))


def page(text: str) -> Files:
    return {**INDEX, "pages/claim-1/page.md": (CLAIM + text).encode()}


def page_of(unit: str, size: int) -> Files:
    return page(filled(unit, size))


def output_of(unit: str, size: int) -> Files:
    return page(RUN % (1, filled(unit, size)))


def result_file(text: str, name: str = "evidence/e.json") -> Files:
    return {**INDEX, "pages/claim-1.md": CLAIM.encode(), name: text.encode()}


def many(size: int, each: int, named: Callable[[int], tuple[str, str]]) -> Files:
    """As many files as make up `size`, each of about `each` bytes."""
    return INDEX | {path: text.encode() for path, text in map(named, range(1, size // each + 1))}


def runs(size: int, output: str) -> Files:
    cell = RUN % (100_000, output)
    return page("".join(RUN % (number, output) for number in range(size // len(cell))))


def results(size: int, item: Callable[[int], object]) -> Files:
    each = len(json.dumps(item(1000))) + 2
    return result_file(json.dumps([item(number) for number in range(size // each)]))


def claims(count: int) -> ClaimSet:
    words = ("accuracy", "perplexity", "speed", "memory", "reward", "loss", "recall", "coverage")
    texts = (f"The {words[n % 8]} of method m{n} on task t{n // 8} is 0.{n}" for n in range(1, count + 1))
    made = tuple(Claim(id=f"p.c{n}", kind=Kind.VALUE, text=text) for n, text in enumerate(texts, 1))
    return ClaimSet(paper="p", claims=made, source=[{"id": one.id, "text": one.text} for one in made])


def cases() -> Iterator[Case]:
    for name, unit in PAGES.items():
        yield Case(f"page of {name}", partial(page_of, unit))
    for name in OUTPUTS:
        yield Case(f"output of {name}", partial(output_of, PAGES[name]))
    yield Case("runs", lambda size: runs(size, "acc = 0.912"))
    yield Case("runs with RESULT lines", lambda size: runs(size, RESULT))
    yield Case("RESULT lines", lambda size: page(RUN % (1, filled(RESULT + "\n", size))))
    yield Case("JSON numbers", lambda size: result_file("[" + filled("1,", size) + "1]"))
    yield Case("JSON objects", lambda size: results(size, lambda n: {"acc": n / 7, "name": f"m{n}", "seed": n}))
    yield Case("JSON claims", lambda size: results(size, lambda n: {"claim_id": f"C{n % 99}", "acc": n / 7}))
    yield Case("JSON sentences", lambda size: results(size, lambda n: f"we did not run claim {n % 99}: 0.{n}"))
    yield Case("JSON keys", lambda size: result_file(json.dumps({f"claim_{n}": n / 7 for n in range(size // 36)})))
    yield Case("CSV rows", lambda size: result_file("a,b\n" + filled("1,0.912\n", size), "evidence/e.csv"))
    yield Case("CSV columns", lambda size: result_file(filled("0.912," * 50 + "1\n", size), "evidence/e.csv"))
    yield Case("pages", lambda size: many(size, 200, lambda n: (f"pages/p{n}/page.md", f"# P {n}\n\nacc = 0.912\n")))
    yield Case(
        "claim pages",
        lambda size: many(size, 200, lambda n: (f"pages/claim-{n}/page.md", f"# Claim {n}: m{n} is 0.9\n\nverified\n")),
    )
    yield Case("result files", lambda size: many(size, 500, lambda n: (f"evidence/e{n}.json", '{"acc": 0.912}')))
    yield Case("programs", lambda size: many(size, 500, lambda n: (f"src/e{n}.py", "acc = 0.912\nprint(acc)\n")))
    yield Case("2,000 claims, runs", lambda size: runs(size // 10, "acc = 0.912 of method m5"), claims(2_000))
    yield Case(
        "2,000 claims, prose", lambda size: page(filled("The speed of method m5 is 0.5.\n\n", size)), claims(2_000)
    )


def timed(work: Callable[[], object]) -> float:
    """Seconds of processor time that `work` takes, best of two."""
    best = float("inf")
    for _ in range(2):
        gc.collect()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def steps(files: Mapping[str, bytes], claims: ClaimSet | None) -> dict[str, float]:
    """Seconds of each step on one logbook."""
    logbook, rules = parse(files, name="h"), PROFILES["strict"]
    return {
        "parse": timed(lambda: parse(files, name="h")),
        "judge": timed(lambda: judge(logbook, claims, rules)),
        "lint": timed(lambda: lint(logbook, rules, claims)),
    }


def main(names: list[str]) -> int:
    over = 0
    print(f"{'input, 1 MB':32s} {'parse':>7s} {'judge':>7s} {'lint':>7s}   against a tenth: judge, lint")
    for case in cases():
        if names and not any(name in case.name for name in names):
            continue
        whole, tenth = steps(case.made(SIZE), case.claims), steps(case.made(SIZE // 10), case.claims)
        growth = {step: whole[step] / tenth[step] for step in whole}
        slow = [step for step in whole if whole[step] > BUDGET or (whole[step] > LEAST and growth[step] > GROWTH)]
        over += bool(slow)
        figures = " ".join(f"{whole[step]:6.2f}s" for step in ("parse", "judge", "lint"))
        mark = f"   over: {', '.join(slow)}" if slow else ""
        print(f"{case.name:32s} {figures}   ×{growth['judge']:.1f} ×{growth['lint']:.1f}{mark}", flush=True)
    print(f"{over} over budget ({BUDGET:g} s of processor time, {GROWTH:.0f} times for ten times the text)")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
