"""Measures the ceiling of the model's contract: a careful, honest reader answers the form from the gold labels.

Run `python benchmarks/careful_reader.py [--data DIR] [--rules NAME] [--believing] [--items]`; DIR holds
`golden/dev.jsonl`, `golden/specs.json` and `logbooks/`. The reader quotes the gold evidence, gives the number in it
that answers the claim, the scale where a run states it, a stand-in where the gold label rests on one, and a doubt where
the gold label is neither verified nor falsified; with `--believing` it never doubts. What it gets wrong no prompt
mends.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import Claim, Kind
from openrepro.cli.claims_file import read_claims
from openrepro.cli.examine import Examination, specs_by_item
from openrepro.cli.examine_page import show
from openrepro.cli.judged import Judged, Opened
from openrepro.cli.output import Format
from openrepro.cli.rules_option import read_rules
from openrepro.evidence.axes import axis_words, figures
from openrepro.evidence.quantities import located
from openrepro.evidence.words import words
from openrepro.ids import Json
from openrepro.judging.examination import Item, right
from openrepro.judging.gold import parse_gold
from openrepro.judging.judge import Bench, atoms_of
from openrepro.judging.label import Label
from openrepro.judging.readers.model.form import Quote
from openrepro.judging.readers.model.located import Places
from openrepro.judging.readers.model.question import Plan, Question, Reply
from openrepro.judging.readers.model.rounds import Rounds
from openrepro.judging.shown import decimal
from openrepro.judging.verdict import JudgeIdentity
from openrepro.logbooks.logbook import Address, Block, BlockKind, Logbook
from openrepro.replication import Agreement, agree

DATA: Final = Path(__file__).resolve().parents[2] / "shared" / "data"
SETTLED: Final = ("verified", "falsified")
METHODS: Final = {
    Kind.UNIVERSAL: "numerical audit",
    Kind.EXISTENCE: "construction",
    Kind.DATASET: "artifact count",
}
STAND_INS: Final = ("proxy", "toy", "synthetic", "simulat", "surrogate", "stand-in")
FAR: Final = 60
"""Characters on both sides of a number that are taken for its words."""

Gold = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Printed:
    """A number in a quote, with the words around it."""

    value: str
    unit: str
    near: frozenset[str]
    quote: str


@dataclass(frozen=True, slots=True)
class CarefulReader:
    """Answers every question about one part of a claim from what the gold label says of the claim."""

    gold: Gold
    claim: Claim
    logbook: Logbook
    believing: bool

    @property
    def label(self) -> str:
        return str(self.gold.get("contract_label") or self.gold["label"])

    def answer(self, question: Question) -> str:
        """The form as JSON text."""
        places = Places(question.blocks, self.logbook)
        quotes = [quote for quote in self._quotes() if places.find(Quote("", quote)) is not None]
        measured = [] if self.label == "not_testable" else list(self._measured(quotes))
        doubts = [_doubt(quotes[0])] if quotes and not self.believing and self.label not in SETTLED else []
        fields: dict[str, Json] = {
            "quotes": [_quoted(quote) for quote in quotes],
            "measured": list(measured),
            "scale": list(self._scale(question)),
            "substitutions": [self._stand_in(quotes[0])] if quotes and self._stands_in() else [],
            "premises": list(self._premises(quotes)),
            "contradictions": [],
            "doubts": list(doubts),
            "method": self._method(bool(measured), bool(quotes)),
            "addressed": "yes" if quotes else "unknown",
            "premises_met": "yes" if self.label in SETTLED else "unknown",
            "supports": {"verified": "yes", "falsified": "no"}.get(self.label, "unknown"),
            "unknown": [],
        }
        return json.dumps(fields)

    def _quotes(self) -> list[str]:
        """The lines of the gold evidence, each once."""
        lines = (line.strip() for part in self.gold["evidence"] for line in part["quote"].splitlines())
        return list(dict.fromkeys(line for line in lines if line))

    def _measured(self, quotes: Iterable[str]) -> Iterator[Json]:
        """The one number that answers the claim best, with the other arm's beside it where the claim has one."""
        numbers = [number for quote in quotes for number in _numbers(quote)]
        best = max(numbers, key=self._worth, default=None)
        if best is None or self._worth(best) <= 0:
            return
        versus = self._other_arm(best, numbers)
        yield {
            "value": best.value,
            "unit": best.unit,
            "plus_minus": None,
            "n": None,
            "seeds": None,
            "values": [],
            "versus": versus,
            "versus_values": [],
            "points": [],
            **_quoted(best.quote),
        }

    def _worth(self, number: Printed) -> float:
        """How well a number answers: by its words, by the reason of the gold label, by the paper's value."""
        quantity = self.claim.quantity
        wanted = words(f"{quantity.name} {quantity.of}") if quantity is not None else words(self.claim.text)
        told = 1.0 if _in_text(number.value, self.gold["reason"]) else 0.0
        fits = self._fits(number)
        like = 3.0 if self.label == "verified" and fits else 0.0
        unlike = -3.0 if self.label == "falsified" and fits else 0.0
        return told + like + unlike + 2 * len(wanted & number.near) / max(1, len(wanted))

    def _fits(self, number: Printed) -> bool:
        stated = self.claim.statement.value if self.claim.statement is not None else None
        one, other = decimal(number.value), None if stated is None else decimal(stated)
        return one is not None and other is not None and agree(one, other) is not Agreement.NONE

    def _other_arm(self, best: Printed, numbers: Iterable[Printed]) -> str | None:
        versus = self.claim.statement.versus if self.claim.statement is not None else None
        if versus is None:
            return None
        wanted = words(versus.of)
        others = [one for one in numbers if one.quote == best.quote and one.value != best.value and wanted & one.near]
        return max(others, key=lambda one: len(wanted & one.near)).value if others else None

    def _scale(self, question: Question) -> Iterator[Json]:
        """For each axis the largest number that a shown line gives for it; the smallest where the label is a lesser."""
        choose = max if self.label in SETTLED else min
        for axis in self.claim.scale:
            found = list(_stated(axis.axis, question.blocks, self.logbook))
            if found:
                value, quote = choose(found, key=lambda one: decimal(one[0]) or 0)
                yield {"axis": axis.axis, "value": value, **_quoted(quote)}

    def _stands_in(self) -> bool:
        return self.label == "toy" and any(word in str(self.gold["scale"]).lower() for word in STAND_INS)

    def _stand_in(self, quote: str) -> Json:
        return {"what": str(self.gold["scale"]), "is_contribution": "no", **_quoted(quote)}

    def _premises(self, quotes: list[str]) -> Iterator[Json]:
        if self.label in SETTLED and quotes:
            for number in range(1, len(self.claim.premises) + 1):
                for quote in quotes[:1]:
                    yield {"premise": str(number), "answer": "yes", **_quoted(quote)}

    def _method(self, measured: bool, quotes: bool) -> str:
        if self.label == "needs_person":
            return "written proof" if quotes else "none"
        return METHODS.get(self.claim.kind, "experiment") if measured else "none"


def _quoted(quote: str) -> dict[str, Json]:
    return {"block": "B1", "quote": quote}


def _doubt(quote: str) -> Json:
    return {"code": "other-method", "why": "It does not show the claim itself.", **_quoted(quote)}


def _numbers(quote: str) -> Iterator[Printed]:
    for one in located(quote, Block(BlockKind.FENCE, quote, Address("", 0, 0))):
        near = quote[max(0, one.start - FAR) : one.end + FAR // 3].replace("_", " ").replace('"', " ")
        yield Printed(one.quantity.value, one.quantity.unit, words(near), quote)


def _in_text(value: str, text: str) -> bool:
    return value in text or value.rstrip("0").rstrip(".") in text.replace(",", "").split()


def _stated(axis: str, blocks: Iterable[Any], logbook: Logbook) -> Iterator[tuple[str, str]]:
    """The numbers next to an axis's words in what is shown, each with its line."""
    found = axis_words(axis)
    for _name, at in blocks:
        text = (logbook.read(at) or b"").decode("utf-8", "replace")
        for line in text.splitlines():
            for figure in figures(found, line[:2_000]):
                for one in located(line[:2_000], Block(BlockKind.FENCE, line[:2_000], Address("", 0, 0))):
                    if figure.start <= one.start < figure.end:
                        yield one.quantity.value, line.strip()[:2_000]


def judged(bench: Bench, gold: Mapping[str, Gold], *, believing: bool) -> Judged:
    """A logbook judged with the careful reader in both roles."""
    readers = {
        atom.id: CarefulReader(gold[claim.id], atom, bench.logbook, believing)
        for claim in bench.claims.claims
        for atom in atoms_of(claim)
    }
    rounds, replies = Rounds(bench, Plan("benchmark")), {}
    while (now := rounds.step(replies)).questions:
        for question in now.questions:
            replies[question.key] = Reply(readers[question.claim].answer(question), raw="0" * 64, model="careful")
    return Judged(bench.logbook.revision, now.judgement)


def examined(data: Path, rules: Rules, *, believing: bool) -> tuple[Item, ...]:
    """Every gold item as the judge decides it with that reader."""
    lines = (data / "golden" / "dev.jsonl").read_bytes()
    gold = {row["item"]: row for row in map(json.loads, lines.decode().splitlines())}
    specs = specs_by_item(read_claims(data / "golden" / "specs.json"))

    def judge_all(opened: Iterable[Opened], _fresh: int) -> Iterator[Judged]:
        for item in opened:
            found = judged(item.bench, gold, believing=believing)
            yield Judged(item.path, found.judgement)

    return tuple(Examination(parse_gold(lines), data / "logbooks", specs, rules).items(judge_all, 0))


def told(items: tuple[Item, ...], rules: Rules, *, listed: bool) -> None:
    """Print the table of the examination, and which settled items stay open."""
    show(items, JudgeIdentity(rules.digest, "model", model="careful"), Format.HUMAN, listed)
    print()
    for gold in SETTLED:
        own = [item for item in items if item.gold.value == gold]
        print(f"{gold}: {sum(right(item, item.label) for item in own)} of {len(own)} right")
        for item in own:
            print(f"  {item.id}: {item.label.value} ({item.row})")
    rows = Counter(item.row for item in items if item.label is Label.NOT_JUDGED)
    print("not judged by row: " + ", ".join(f"{row} {count}" for row, count in sorted(rows.items())))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rules", default="strict")
    parser.add_argument("--believing", action="store_true")
    parser.add_argument("--items", action="store_true")
    asked = parser.parse_args()
    if not (asked.data / "golden" / "dev.jsonl").exists():
        print(f"skipped: no gold labels in {asked.data}")
        return 0
    rules = read_rules(asked.rules)
    told(examined(asked.data, rules, believing=asked.believing), rules, listed=asked.items)
    return 0


if __name__ == "__main__":
    sys.exit(main())
