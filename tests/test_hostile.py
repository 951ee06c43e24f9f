"""Reader, judge and lint stay quick on text made to be slow; the limits are wide, so only quadratic growth fails."""

import time

import pytest

from openrepro.challenge.rules import PROFILES
from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.judging.judge import judge
from openrepro.lint.lint import lint
from openrepro.logbooks.trackio import parse

SIZE = 100_000
LIMIT = 2.0
"""Seconds of processor time for each step; each takes a quarter of it; what grows by the square takes far more."""

CLAIM = "# Claim 1: accuracy is 0.912 on the test set\n"
RUN = (
    '\n---\n<!-- trackio-cell\n{"type": "code", "id": "c%d", "command": ["python", "a.py"], "exit_code": 0, '
    '"duration_s": 1.0}\n-->\n````bash\n$ python a.py\n````\n\nexit 0\n\n````output\n%s\n````\n'
)
UNITS = {
    "blank lines": "\n",
    "words": "a ",
    "numbers": "1 ",
    "named numbers on one line": "acc = 0.912 ",
    "table rows": "| a | 1 |\n",
    "headings": "# Claim 1\n",
    "items": "- claim 1: not run\n",
    "items about 99 claims": "- Claims 1-99 were not run, verified: toy data 0.912\n",
    "proofs": "proof: let x = 1. therefore y = 2\n\n",
    "verdicts": "Claim 1: VERIFIED. ",
    "open JSON": '[{"a":',
}


def page(text: str) -> dict[str, bytes]:
    return {"pages/index.md": b"# t\n", "pages/claim-1/page.md": (CLAIM + text).encode()}


def result_file(text: str, name: str = "e.json") -> dict[str, bytes]:
    return {"pages/index.md": b"# t\n", "pages/claim-1.md": CLAIM.encode(), f"evidence/{name}": text.encode()}


def assert_quick(files: dict[str, bytes], claims: ClaimSet | None = None) -> None:
    rules = PROFILES["strict"]
    start = time.process_time()
    logbook = parse(files, name="h")
    read = time.process_time()
    judge(logbook, claims, rules)
    judged = time.process_time()
    lint(logbook, rules, claims)
    linted = time.process_time()
    assert max(read - start, judged - read, linted - judged) < LIMIT


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_a_page_of_one_thing(unit: str) -> None:
    assert_quick(page(unit * (SIZE // len(unit))))


@pytest.mark.parametrize("unit", ["\n", "1 ", "| a | 1 |\n", "acc = 0.912\n", '[{"a":'])
def test_an_output_of_one_thing(unit: str) -> None:
    assert_quick(page(RUN % (1, unit * (SIZE // len(unit)))))


@pytest.mark.parametrize("output", ["acc = 0.912", 'RESULT {"claim": "unknown.c1", "value": "0.912"}', ""])
def test_many_runs(output: str) -> None:
    assert_quick(page("".join(RUN % (number, output) for number in range(1_000))))


def test_result_files() -> None:
    assert_quick(result_file("[" + "1," * (SIZE // 2) + "1]"))
    assert_quick(result_file('{"a": ' * 30_000))
    assert_quick(result_file("a,b\n" + "1,0.912\n" * (SIZE // 8), "e.csv"))
    assert_quick({**page(""), **{f"evidence/e{n}.json": b'{"claim_id": "C1", "acc": 0.912}' for n in range(500)}})


def test_many_claim_pages() -> None:
    texts = {f"pages/claim-{n}/page.md": f"# Claim {n}: accuracy of m{n}\n\nnot run\n".encode() for n in range(1, 500)}
    assert_quick({"pages/index.md": b"# t\n", **texts})


def test_many_claims() -> None:
    made = tuple(
        Claim(id=f"p.c{n}", kind=Kind.VALUE, text=f"The speed of method m{n} on task t{n % 40} is 0.{n}")
        for n in range(1, 500)
    )
    claims = ClaimSet(paper="p", claims=made, source=[{"id": one.id, "text": one.text} for one in made])
    assert_quick(page("The speed of method m5 on task t5 is 0.5.\n\n" * 4_000), claims)
    assert_quick(page("".join(RUN % (number, "speed of method m5 = 0.912") for number in range(200))), claims)
