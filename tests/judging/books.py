"""Small logbooks as a participant would publish them, and claims to judge them against."""

import json
from dataclasses import replace

from openrepro.challenge.rules import PROFILES, Rules
from openrepro.claims.claim import (
    Claim,
    ClaimSet,
    Comparator,
    Kind,
    QuantitySpec,
    ReducedCheck,
    ScaleAxis,
    Statement,
    Tolerance,
)
from openrepro.evidence.casefile import case_file, gather
from openrepro.evidence.model import CaseFile
from openrepro.ids import Json
from openrepro.judging.judge import ClaimJudgement, judge
from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.trackio import parse

STRICT: Rules = PROFILES["strict"]
ICML: Rules = PROFILES["icml-2026"]
TEXT = "The cache-sharing variant loses 3.1 % perplexity at half the cache."
MEASURE = """import json
import math

lines = [line.split() for line in open("held_out.txt")]
shared = math.exp(sum(float(line[1]) for line in lines) / len(lines))
full = math.exp(sum(float(line[0]) for line in lines) / len(lines))
print(json.dumps({"increase": 100 * (shared / full - 1)}))
"""


def declared(value: str, *, claim: str = "demo1.c1", **more: Json) -> str:
    """A RESULT line for the claim of `value_claim`, at full scale unless said otherwise."""
    fields: dict[str, Json] = {
        "claim": claim,
        "quantity": "perplexity increase",
        "value": value,
        "unit": "percent",
        "scale": {"eval_tokens": 245000},
    }
    return "RESULT " + json.dumps(fields | more)


def run(
    output: str,
    *,
    cell: str = "cell_run",
    title: str = "Measure",
    command: tuple[str, ...] = ("python", "measure.py"),
    exit_code: int | None = 0,
    script: str = MEASURE,
) -> str:
    """A recorded run: its header, the script it ran, its output."""
    header: dict[str, Json] = {
        "type": "code",
        "id": cell,
        "created_at": "DATE",
        "title": title,
        "command": list(command),
        "exit_code": exit_code,
        "duration_s": 41.5,
    }
    if exit_code is None:
        del header["exit_code"], header["duration_s"]
    attached = f"````python title=measure.py\n{script}\n````\n\n" if script else ""
    body = f"````bash\n$ {' '.join(command)}\n````\n\n{attached}````output\n{output}\n````\n"
    return _cell(header, body)


def said(text: str, *, cell: str = "cell_said", title: str = "What was done") -> str:
    """A cell of prose."""
    header: dict[str, Json] = {
        "type": "markdown",
        "id": cell,
        "created_at": "DATE",
        "title": title,
    }
    return _cell(header, text + "\n")


def _cell(header: dict[str, Json], body: str) -> str:
    return f"\n\n---\n<!-- trackio-cell\n{json.dumps(header)}\n-->\n{body}"


def claim_page(*cells: str, title: str = "Claim 1: perplexity at half the cache") -> str:
    """A page whose cells were appended one minute after the other."""
    dated = (text.replace("DATE", f"2026-07-20T10:{minute:02}:00+00:00", 1) for minute, text in enumerate(cells))
    return f"# {title}\n" + "".join(dated)


def book(pages: dict[str, str], files: dict[str, str] | None = None, *, name: str = "again") -> Logbook:
    """A published logbook; `pages` are the texts of pages by slug, `files` other files by path."""
    rows = "".join(f"| [{slug}](#/{slug}) |\n" for slug in pages)
    texts = {
        "pages/index.md": f"# Cache sharing again\n\nPaper demo1\n\n## Pages\n\n| Page |\n| --- |\n{rows}",
        **{f"pages/{slug}/page.md": text for slug, text in pages.items()},
        **(files or {}),
    }
    return parse({path: text.encode("utf-8", "surrogateescape") for path, text in texts.items()}, name=name)


def one_page(*cells: str, files: dict[str, str] | None = None) -> Logbook:
    """A logbook with nothing but the page of claim 1."""
    return book({"claim-1": claim_page(*cells)}, files)


def value_claim(value: str = "3.1", **more: object) -> Claim:
    """`demo1.c1`: a value in percent with a tolerance of 0.5, on at least 24,500 tokens."""
    claim = Claim(
        id="demo1.c1",
        kind=Kind.VALUE,
        text=TEXT,
        quantity=QuantitySpec("perplexity increase", of="shared cache", unit="percent", better="lower"),
        statement=Statement(Comparator.EQUAL, value),
        tolerance=Tolerance(absolute="0.5"),
        scale=(ScaleAxis("eval_tokens", "245000", "24500"),),
        reduced_check=ReducedCheck.SIGN,
    )
    return replace(claim, **more)  # type: ignore[arg-type]


def universal_claim(**more: object) -> Claim:
    """`demo1.c1`: t · x_t is at most 6.5 for every t."""
    claim = Claim(
        id="demo1.c1",
        kind=Kind.UNIVERSAL,
        text="The product t times x_t never exceeds 6.5, for every number of steps t.",
        quantity=QuantitySpec("largest product", of="steps"),
        statement=Statement(Comparator.AT_MOST, "6.5"),
        premises=("step size as in Theorem 1",),
    )
    return replace(claim, **more)  # type: ignore[arg-type]


def claim_set(*claims: Claim) -> ClaimSet:
    return ClaimSet("demo1", claims, source=[{"id": claim.id, "text": claim.text} for claim in claims])


def judged(logbook: Logbook, claim: Claim, rules: Rules = STRICT) -> ClaimJudgement:
    """The judgement of one claim of `logbook`."""
    return judge(logbook, claim_set(claim), rules).claims[0]


OTHER = Claim("demo1.c2", Kind.RESOURCE, "Training on eight devices is four times faster than on one device.")


def case_file_of(logbook: Logbook, claim: Claim | None = None, claims: ClaimSet | None = None) -> CaseFile:
    """The case file of `claim`, else of the first of `claims`, else of `value_claim` beside `OTHER`."""
    chosen = claims or claim_set(value_claim(), OTHER)
    wanted = claim or chosen.claims[0]
    return case_file(gather(logbook, chosen), wanted, parent=wanted, version=chosen.version, rules=STRICT.digest)
