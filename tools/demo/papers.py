"""Make the corpus, the PDFs and claims.json from the Markdown papers and claims.toml. Needs reportlab and openrepro.

Usage: PYTHONPATH=src python tools/demo/papers.py
"""

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

from corpus import corpus
from render import render

from openrepro.claims.spec import parse_claims

HERE = Path(__file__).resolve().parent
DATA = HERE.parents[1] / "src/openrepro/demo/data"
PAPERS = DATA / "papers"
EMPTY = {
    "quantity": None, "statement": None, "tolerance": {"absolute": None, "relative": None}, "scale": [], "premises": [],
    "falsified_by": "", "seeds_needed": None, "reduced_check": "none", "conjuncts": [],
}  # fmt: skip
QUANTITY = {"name": "", "of": "", "unit": "", "better": "", "counted": ""}
STATEMENT = {"comparator": "=", "value": None, "plus_minus": None, "spread_kind": None, "n": None, "versus": None}


def main() -> None:
    (PAPERS / "demo-charlm-corpus.txt").write_text(corpus(), encoding="utf-8", newline="\n")
    sets = [claim_set(paper) for paper in tomllib.loads((HERE / "claims.toml").read_text(encoding="utf-8"))["paper"]]
    (DATA / "claims.json").write_text(json.dumps(sets, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def claim_set(paper: dict[str, Any]) -> dict[str, Any]:
    """The claims of one paper with the locator of every quote; `version` is the digest of the claims."""
    source = PAPERS / f"{paper['id']}.md"
    text = source.read_text(encoding="utf-8")
    pages = render(source, source.with_suffix(".pdf"))
    claims = [full_claim(claim, text, pages) for claim in paper["claims"]]
    title = text.partition("\n")[0].removeprefix("# ")
    made = {"schema": "openrepro.claimset/1", "paper": paper["id"], "title": title, "claims": claims}
    version = parse_claims(json.dumps(made).encode(), suffix=".json").sets[0].version
    return made | {"version": version, "claims": claims}


def full_claim(claim: dict[str, Any], text: str, pages: dict[str, int]) -> dict[str, Any]:
    filled = EMPTY | claim
    quantity, statement = filled["quantity"], filled["statement"]
    versus = {"of": "", "value": None} | statement["versus"] if statement and "versus" in statement else None
    return {
        "schema": "openrepro.claim/1", "id": claim["id"], "kind": claim["kind"], "text": claim["text"],
        "quote": claim["quote"], "locator": locator(claim, text, pages),
        "quantity": quantity and QUANTITY | quantity,
        "statement": statement and STATEMENT | statement | {"versus": versus},
        "tolerance": EMPTY["tolerance"] | filled["tolerance"],
        "scale": filled["scale"], "premises": filled["premises"], "falsified_by": filled["falsified_by"],
        "seeds_needed": filled["seeds_needed"], "reduced_check": filled["reduced_check"],
        "conjuncts": [full_claim(part, text, pages) for part in filled["conjuncts"]],
    }  # fmt: skip


def locator(claim: dict[str, Any], text: str, pages: dict[str, int]) -> dict[str, Any]:
    """Where the quote stands: digest of the Markdown, character span in it, page in the PDF."""
    quote = claim["quote"]
    if text.count(quote) != 1:
        raise SystemExit(f"{claim['id']}: the quote stands {text.count(quote)} times in the paper, not once")
    start = text.index(quote)
    page = next(page for line, page in pages.items() if quote in line)
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    span = [start, start + len(quote)]
    return {"version": "v1", "sha256": digest, "page": page, "span": span, "label": claim.get("label", "")}


if __name__ == "__main__":
    main()
