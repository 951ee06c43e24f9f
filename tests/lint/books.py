"""A small, complete and good logbook as a participant would publish it, its claims, and ways to change both."""

import json
from dataclasses import replace

from openrepro.challenge.rules import PROFILES, Rules
from openrepro.claims.claim import (
    Claim,
    ClaimSet,
    Comparator,
    Kind,
    QuantitySpec,
    ScaleAxis,
    Statement,
    Tolerance,
)
from openrepro.ids import Json
from openrepro.lint.lint import lint
from openrepro.lint.notice import Notice
from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.trackio import parse
from openrepro.severity import Severity

STRICT: Rules = PROFILES["strict"]
ICML: Rules = PROFILES["icml-2026"]
HOME = ".trackio/logbook/"
CLAIM_PAGE = f"{HOME}pages/claim-1-perplexity/page.md"
SUMMARY = f"{HOME}pages/executive-summary/page.md"
CONCLUSION = f"{HOME}pages/conclusion/page.md"
METADATA = ".trackio/metadata.json"
SCRIPT = """import math

lines = [line.split() for line in open("held_out.txt")]
shared = math.exp(sum(float(line[1]) for line in lines) / len(lines))
full = math.exp(sum(float(line[0]) for line in lines) / len(lines))
print(f"perplexity increase: {100 * (shared / full - 1):.1f} %")
"""
CLAIM = Claim(
    id="demo1.c1",
    kind=Kind.VALUE,
    text="The cache-sharing variant loses 3.1 % perplexity at half the cache.",
    quantity=QuantitySpec(name="perplexity increase", of="shared cache", unit="percent", better="lower"),
    statement=Statement(Comparator.EQUAL, "3.1"),
    tolerance=Tolerance(absolute="0.5"),
    scale=(ScaleAxis("eval_tokens", "245000", "24500"),),
    premises=("evaluation on held-out text",),
)
CLAIMS = ClaimSet("demo1", (CLAIM,), aliases=("4711",))


def declared(**changes: Json) -> str:
    """The RESULT line of the good logbook; a change to None leaves the key out."""
    fields: dict[str, Json] = {
        "claim": "demo1.c1",
        "quantity": "perplexity increase",
        "value": "3.2",
        "unit": "percent",
        "scale": {"eval_tokens": 245000},
        "premises": ["evaluation on held-out text"],
    }
    kept = {key: value for key, value in (fields | changes).items() if value is not None}
    return "RESULT " + json.dumps(kept)


def cell(kind: str, body: str, **header: Json) -> str:
    """A cell as Trackio writes it."""
    fields: dict[str, Json] = {"type": kind, "id": f"cell_{kind}", "created_at": "2026-07-20T10:00:00+00:00"}
    return f"\n\n---\n<!-- trackio-cell\n{json.dumps(fields | header)}\n-->\n{body}\n"


def said(text: str, **header: Json) -> str:
    return cell("markdown", text, **header)


def run(output: str, *, command: tuple[str, ...] = ("python", "measure.py"), exit_code: int | None = 0) -> str:
    """A recorded run; without an exit code it is none."""
    ended: dict[str, Json] = {} if exit_code is None else {"exit_code": exit_code, "duration_s": 41.5}
    body = (
        f"````bash\n$ {' '.join(command)}\n````\n\n````python title=measure.py\n{SCRIPT}\n````\n\n"
        f"````output\n{output}\n````\n"
    )
    return cell("code", body, id="cell_run", title="Measure", command=list(command), **ended)


def claim_page(output: str | None = None, *, extra: str = "") -> str:
    printed = f"perplexity increase: 3.2 %\n{declared()}" if output is None else output
    text = "The model is evaluated with the full and with the shared cache on the held-out text."
    return f"# Claim 1: perplexity{said(text)}{run(printed)}{extra}"


def good(**changes: str | bytes | None) -> dict[str, bytes]:
    """The files of the good logbook. A change is the new text of the file of that path, None removes it."""
    index = "# Reproduction: Half a Cache\n\n## Pages\n\n| Page |\n| --- |\n"
    rows = ("executive-summary", "claim-1-perplexity", "conclusion")
    files: dict[str, str | bytes | None] = {
        f"{HOME}pages/index.md": index + "".join(f"| [{slug}](#/{slug}) |\n" for slug in rows),
        SUMMARY: "# Executive summary"
        + said("One claim was measured at full scale; see its page for the run.", id="cell_s"),
        CLAIM_PAGE: claim_page(),
        CONCLUSION: "# Conclusion" + said("The measured increase is close to the paper's number.", id="cell_c"),
        METADATA: json.dumps({"space_id": "someone/repro-half-a-cache", "tags": ["demo2026-repro", "paper-demo1"]}),
        "LICENSE": "MIT",
    }
    files |= changes
    return {path: _bytes(value) for path, value in files.items() if value is not None}


def _bytes(value: str | bytes) -> bytes:
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value


def book(files: dict[str, bytes] | None = None) -> Logbook:
    return parse(good() if files is None else files, name="half-a-cache")


def linted(
    files: dict[str, bytes] | None = None,
    rules: Rules = STRICT,
    claims: ClaimSet | None = CLAIMS,
    papers: tuple[str, ...] = (),
) -> tuple[Notice, ...]:
    return lint(book(files), rules, claims, papers=papers)


def codes(notices: tuple[Notice, ...]) -> list[str]:
    return [notice.code for notice in notices]


def only(notices: tuple[Notice, ...], code: str) -> Notice:
    """The one notice of a code."""
    found = [notice for notice in notices if notice.code == code]
    assert len(found) == 1, codes(notices)
    return found[0]


def weighty(notices: tuple[Notice, ...]) -> list[str]:
    return [notice.code for notice in notices if notice.severity is not Severity.NOTE]


def with_claim(**changes: object) -> ClaimSet:
    """The claim set with its claim changed."""
    return replace(CLAIMS, claims=(replace(CLAIM, **changes),))  # type: ignore[arg-type]
