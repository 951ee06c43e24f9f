"""Measures what a model is shown per claim: tokens against pasting the whole judge view, and gold quotes inside it.

Run `python benchmarks/context.py [--data DIR]`; DIR holds `golden/dev.jsonl`, `golden/specs.json` and `logbooks/`.
Tokens are estimated as one for 3.3 characters, prompt and form included. A gold quote counts as inside when the text
holds it, white space aside; only items count whose quotes the whole judge view still holds after masking.
"""

import argparse
import json
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from openrepro.claims.claim import Claim
from openrepro.claims.spec import parse_claims
from openrepro.evidence.casefile import case_file, gather
from openrepro.judging.gold import GoldRow, claims_of, parse_gold
from openrepro.judging.parts import tokens_of
from openrepro.judging.readers.model.context import FORM_TOKENS, question_of
from openrepro.judging.readers.model.question import Plan, Question, Role
from openrepro.judging.view import judge_view
from openrepro.logbooks.archive import load

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SHARE, INSIDE = 0.40, 0.95
UNLIMITED = 10**9


class Measured(NamedTuple):
    """One item: tokens of its question, of the whole view, and of a question that pastes this; its gold quotes."""

    item: str
    logbook: str
    tokens: int
    view: int
    pasted: int
    quoted: bool
    in_view: bool
    inside: bool
    decisive_cut: bool


def measured(data: Path) -> Iterator[Measured]:
    """Every item of the gold file, logbook by logbook."""
    lines = (data / "golden" / "dev.jsonl").read_bytes()
    raw = {row["item"]: row for row in map(json.loads, lines.decode().splitlines()) if row}
    specs = specs_of(data / "golden" / "specs.json")
    books: dict[str, list[GoldRow]] = {}
    for row in parse_gold(lines):
        books.setdefault(row.logbook, []).append(row)
    for name, rows in books.items():
        quotes = {row.item: [flat(part["quote"]) for part in raw[row.item]["evidence"]] for row in rows}
        yield from of_logbook(data / "logbooks" / name, rows, specs, quotes)


def of_logbook(
    path: Path, rows: list[GoldRow], specs: dict[str, Claim], quotes: dict[str, list[str]]
) -> Iterator[Measured]:
    logbook, claims = load(path), claims_of(tuple(rows), specs)
    evidence = gather(logbook, claims)
    view = judge_view(logbook, None, None, boundary="==== cell", budget=UNLIMITED)
    whole = flat(view.text)
    for row, claim in zip(rows, claims.claims, strict=True):
        casefile = case_file(evidence, claim, parent=claim, version="", rules="")
        question = question_of(Role.READER, claim, casefile, logbook, Plan("benchmark"))
        own, shown = quotes[row.item], flat(question.user)
        yield Measured(
            item=row.item,
            logbook=row.logbook,
            tokens=question.tokens,
            view=view.tokens,
            pasted=view.tokens + instructions(question),
            quoted=bool(own),
            in_view=all(quote in whole for quote in own),
            inside=all(quote in shown for quote in own),
            decisive_cut=question.decisive_cut,
        )


def instructions(question: Question) -> int:
    """Tokens of a question without its evidence: what pasting would need as well."""
    return tokens_of(question.system) + tokens_of(question.user.partition("\n#")[0]) + FORM_TOKENS


def specs_of(path: Path) -> dict[str, Claim]:
    sets = parse_claims(path.read_bytes(), suffix=".json").sets
    return {claim.id: claim for found in sets for claim in found.claims}


def flat(text: str) -> str:
    return " ".join(text.split())


def by_logbook(items: list[Measured], share: str) -> list[float]:
    """For each logbook the mean over its claims of tokens, as a share of the field `share`."""
    books: dict[str, list[float]] = {}
    for item in items:
        books.setdefault(item.logbook, []).append(item.tokens / getattr(item, share))
    return [statistics.mean(shares) for shares in books.values()]


def told(items: list[Measured]) -> bool:
    """Print the figures; True when both goals are met."""
    share = statistics.median(by_logbook(items, "pasted"))
    bare = statistics.median(by_logbook(items, "view"))
    countable = [item for item in items if item.quoted and item.in_view]
    inside = sum(item.inside for item in countable) / len(countable)
    tokens = sorted(item.tokens for item in items)
    print(f"items {len(items)}, logbooks {len({item.logbook for item in items})}")
    print(f"tokens per claim: median {statistics.median(tokens):,.0f}, p90 {tokens[len(tokens) * 9 // 10]:,}")
    print(f"share of a question that pastes the whole view, median over logbooks: {share:.1%} ({goal(share <= SHARE)})")
    print(f"share of the bare view, without any question, median over logbooks: {bare:.1%}")
    for field, name in (("pasted", "pasting"), ("view", "the bare view")):
        shares = sorted(by_logbook(items, field))
        print(f"p90 over logbooks, of {name}: {shares[len(shares) * 9 // 10]:.1%}")
    print(f"items whose gold quotes are all inside: {inside:.1%} of {len(countable)} ({goal(inside >= INSIDE)})")
    every = sum(item.inside for item in items if item.quoted) / sum(item.quoted for item in items)
    print(f"the same of all items with quotes, also those that no view holds: {every:.1%}")
    print(f"questions with a decisive cut: {sum(item.decisive_cut for item in items) / len(items):.1%}")
    print("not inside: " + ", ".join(item.item for item in countable if not item.inside))
    return share <= SHARE and inside >= INSIDE


def goal(met: bool) -> str:
    return "goal met" if met else "goal missed"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    data = parser.parse_args().data
    if not (data / "golden" / "dev.jsonl").exists():
        print(f"skipped: no gold labels in {data}")
        return 0
    return 0 if told(list(measured(data))) else 1


if __name__ == "__main__":
    sys.exit(main())
