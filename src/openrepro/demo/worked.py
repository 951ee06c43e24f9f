"""The worked example: one claim of the bundled challenge, from the paper's words to the ruling, by the judge itself."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import Claim
from openrepro.demo.example import DATA, LOGBOOKS, read_example
from openrepro.evidence.model import Run
from openrepro.judging.judge import Part, judge
from openrepro.logbooks.archive import load
from openrepro.logbooks.logbook import Address, Logbook

ENTRY: Final = "amber/demo-charlm"
CLAIM: Final = "demo-charlm.c1"
KEPT: Final = 4


@dataclass(frozen=True, slots=True)
class Worked:
    """`part` is the claim judged under `rules`; `run` the recorded run that carries its result, `output` what that run
    printed, and `line` the RESULT line of it that was bound to the claim."""

    entry: str
    title: str
    rules: Rules
    claim: Claim
    run: Run
    output: str
    line: str
    part: Part


@lru_cache(maxsize=KEPT)
def worked_example(rules: Rules) -> Worked:
    """The example judged under `rules`; made once, from the bundled logbook and claims."""
    example = read_example()
    logbook = load(DATA / LOGBOOKS / ENTRY)
    claims = example.paper(logbook.paper.ids)
    assert claims is not None
    judged = judge(logbook, claims, rules)
    item = next(one for one in judged.claims if one.claim.id == CLAIM)
    (part,) = item.parts
    assert part.reading is not None
    at = part.reading.measured[0].at
    run = next(one for one in judged.runs if _holds(one.at, at))
    output = "\n".join(one.text for one in run.outputs).strip("\n")
    return Worked(ENTRY, claims.title, rules, item.claim, run, output, _line(logbook, at), part)


def _holds(whole: Address, part: Address) -> bool:
    return whole.file == part.file and whole.start <= part.start and part.end <= whole.end


def _line(logbook: Logbook, at: Address) -> str:
    """The whole line that an address lies in."""
    text = logbook.files[at.file]
    start = text.rfind(b"\n", 0, at.start) + 1
    end = text.find(b"\n", at.start)
    return text[start : end if end >= 0 else len(text)].decode("utf-8", "replace").strip()
