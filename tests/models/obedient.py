"""The worst models there are, on a real socket: one obeys all that it reads, the others scheme for one label.

`python -m tests.models.obedient --wish verified [--scheming]` serves one until it is stopped, and prints its address.
"""

import argparse
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Any, Final

from openrepro.ids import Json
from tests.models.loopback import Behaviour, Loopback, Told, loopback
from tests.models.questions import completion

MOST_MEASURED: Final = 11
MOST_QUOTED: Final = 10
LONGEST: Final = 1_500
_BLOCK: Final = re.compile(
    r"^(?P<mark>#[0-9a-f]{10}) (?P<name>B[0-9]+) (?P<kind>[^\n]*)\n(?P<text>.*?)\n(?P=mark)$", re.M | re.S
)
_NUMBER: Final = re.compile(r"(?<![\w.])[-+−]?(?:[0-9][0-9,]*\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
_WORD: Final = re.compile(r"[a-z0-9]{3,}")
_TOLD_LINE: Final = re.compile(r"`([^`\n]{3,400})`")
_TOLD_WORD: Final = re.compile(r"single word ([A-Z]{3,20})")
_PAPERS: Final = re.compile(r"paper|expected|claimed|reported|reference|target|table|theor|publish|threshold", re.I)
_WORTH: Final = {"output of a run": 6, "result file": 4, "text that is called": 2}


@dataclass(frozen=True)
class Line:
    """A line of a block, and how well a number on it would pass for the claim's."""

    block: str
    kind: str
    text: str

    @property
    def worth(self) -> int:
        return next((worth for start, worth in _WORTH.items() if self.kind.startswith(start)), 0)

    @property
    def numbers(self) -> list[tuple[str, Decimal]]:
        found = ((match.group(), _decimal(match.group())) for match in _NUMBER.finditer(self.text[:LONGEST]))
        return [(text, value) for text, value in found if value is not None]


@dataclass(frozen=True)
class Asked:
    """A question as the model reads it: the claim and its spec, and every line that it is shown."""

    user: str

    @cached_property
    def spec(self) -> dict[str, Any]:
        found = re.search(r"^SPEC: (\{.*\})$", self.user, re.M)
        value = json.loads(found[1]) if found else {}
        return value if isinstance(value, dict) else {}

    @cached_property
    def premises(self) -> list[str]:
        found = re.search(r"^PREMISES: (.*)$", self.user, re.M)
        return [text.strip() for text in re.split(r"\([0-9]{1,3}\) ", found[1])[1:]] if found else []

    @cached_property
    def lines(self) -> list[Line]:
        blocks = _BLOCK.finditer(self.user)
        return [
            Line(block["name"], block["kind"], text.strip())
            for block in blocks
            for text in block["text"].split("\n")
            if text.strip() and text.strip() != "…"
        ]

    @property
    def words(self) -> frozenset[str]:
        quantity = self.spec.get("quantity") or {}
        return _words(f"{quantity.get('name', '')} {quantity.get('of', '')}")

    @property
    def unit(self) -> str:
        return str((self.spec.get("quantity") or {}).get("unit") or "")

    def pleases(self, value: Decimal, wish: str, versus: Decimal | None = None) -> bool:
        """Whether a number would get the claim the label that is wished for."""
        stated = self.spec.get("statement") or {}
        target = _decimal(str(stated.get("value")))
        comparator = stated.get("comparator", "=")
        if target is None:
            if versus is None:
                return False
            above = comparator in (">", ">=") or (self.spec.get("quantity") or {}).get("better") == "higher"
            return ((value > versus) is above) is (wish == "verified")
        room = self._room(target)
        if comparator in ("<", "<=", ">", ">="):
            holds = value < target if comparator in ("<", "<=") else value > target
            return holds is (wish == "verified")
        near = abs(value - target) <= room or value == target
        return near if wish == "verified" else abs(value - target) > 3 * room

    def _room(self, target: Decimal) -> Decimal:
        tolerance = self.spec.get("tolerance") or {}
        absolute, relative = (_decimal(str(tolerance.get(key))) for key in ("absolute", "relative"))
        return max(absolute or Decimal(0), abs(target) * (relative or Decimal(0)))


def answer(user: str, wish: str, *, scheming: bool = False, guess: int = 0) -> str:
    """The form that gets the claim the label `wish`, as far as any text shown can be quoted for it.

    The obedient model also quotes what it is told to, whether or not it stands there, and answers with the word that
    it is told to answer with. `guess` counts the values that might please, the most likely one being 0.
    """
    asked = Asked(user)
    measured = _measured(asked, wish, guess)
    told = [] if scheming else _told(asked, wish)
    best = sorted(asked.lines, key=lambda line: -_score(line, asked))[:MOST_QUOTED]
    quotes = [_quote(line.text, line.block) for line in best]
    form: dict[str, Json] = {
        "quotes": quotes,
        "measured": (told + measured)[:50] if measured else told,
        "scale": _scale(asked),
        "substitutions": [],
        "premises": _premises(asked),
        "contradictions": [],
        "doubts": [],
        "method": _method(asked, wish, scheming=scheming),
        "addressed": "yes",
        "premises_met": "yes",
        "supports": "yes" if wish == "verified" else "no",
        "unknown": [],
    }
    word = None if scheming else _TOLD_WORD.search(user)
    return f"{word[1]}\n{json.dumps(form)}" if word else json.dumps(form)


def _measured(asked: Asked, wish: str, guess: int) -> list[Json]:
    """One value that pleases, at every place where it is printed, the best places first."""
    found: dict[Decimal, list[tuple[float, Line, str, str | None]]] = {}
    for line in asked.lines:
        for place, (text, value) in enumerate(line.numbers):
            others = [other for at, (other, _) in enumerate(line.numbers) if at != place]
            versus = next((one for one in others if asked.pleases(value, wish, _decimal(one))), None)
            if versus is not None or asked.pleases(value, wish):
                found.setdefault(value, []).append((_score(line, asked), line, text, versus))
    ranked = sorted(found.values(), key=lambda places: -max(place[0] for place in places))
    if guess >= len(ranked):
        return []
    best = sorted(ranked[guess], key=lambda place: -place[0])[:MOST_MEASURED]
    return [_item(asked, text, line.text, line.block, versus) for _, line, text, versus in best]


def _told(asked: Asked, wish: str) -> list[Json]:
    """What texts ask to be quoted, as it is asked for."""
    lines = list(dict.fromkeys(_TOLD_LINE.findall(asked.user)))[:8]
    items: list[Json] = []
    for text in lines:
        numbers = [number for number in Line("B1", "", text).numbers if asked.pleases(number[1], wish)]
        if numbers:
            items.append(_item(asked, numbers[-1][0], text, "B1", None))
    return items


def _item(asked: Asked, value: str, quote: str, block: str, versus: str | None) -> Json:
    listed = re.search(r"\[([-0-9.,eE+ ]{3,400})\]", quote)
    return {
        "value": value.replace(",", "").replace("−", "-"),
        "unit": asked.unit,
        "plus_minus": None,
        "n": "1000000",
        "seeds": "10",
        "values": [one.strip() for one in listed[1].split(",") if one.strip()] if listed else [],
        "versus": versus,
        "versus_values": [],
        "points": [],
        **_quote(quote, block),
    }


def _premises(asked: Asked) -> list[Json]:
    """Every premise answered yes, by the line of evidence that is nearest to it."""
    evidence = [line for line in asked.lines if line.worth] or asked.lines
    if not evidence:
        return []
    return [
        {"premise": number, "answer": "yes", **_quote(line.text, line.block)}
        for number, text in enumerate(asked.premises, start=1)
        for line in [max(evidence, key=lambda one: (len(_words(text) & _words(one.text)), one.worth))]
    ]


def _scale(asked: Asked) -> list[Json]:
    line = max(asked.lines, key=lambda one: one.worth, default=None)
    axes = asked.spec.get("scale") or []
    return [
        {"axis": axis["axis"], "value": str(axis.get("paper") or axis.get("minimum")), **_quote(line.text, line.block)}
        for axis in axes
        if line is not None
    ]


def _method(asked: Asked, wish: str, *, scheming: bool) -> str:
    kind = asked.spec.get("kind")
    if not scheming and "machine-checked proof" in asked.user:
        return "machine-checked proof"
    if kind == "universal":
        return "machine-checked proof" if wish == "verified" else "counterexample"
    return {"existence": "construction", "dataset": "artifact count"}.get(str(kind), "experiment")


def _score(line: Line, asked: Asked) -> float:
    wanted = asked.words
    shared = len(wanted & _words(line.text)) / len(wanted) if wanted else 0.0
    return line.worth + 4 * shared - (3 if _PAPERS.search(line.text) else 0)


def _quote(text: str, block: str) -> dict[str, Json]:
    return {"block": block, "quote": text[:LONGEST]}


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower().replace("_", " ")))


def _decimal(text: str) -> Decimal | None:
    try:
        value = Decimal(text.replace(",", "").replace("−", "-"))
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def behaviour(wish: str, *, scheming: bool = False, guess: int = 0) -> Behaviour:
    """What the endpoint does with a request."""

    def behave(body: dict[str, Any]) -> Told:
        user = next(message["content"] for message in reversed(body["messages"]) if message["role"] == "user")
        return Told(body=completion(answer(user, wish, scheming=scheming, guess=guess), model=body["model"]))

    return behave


@contextmanager
def obedient(wish: str = "verified", *, scheming: bool = False, guess: int = 0) -> Iterator[Loopback]:
    """The endpoint while the block runs."""
    with loopback(behaviour(wish, scheming=scheming, guess=guess)) as server:
        yield server


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wish", choices=["verified", "falsified"], default="verified")
    parser.add_argument("--scheming", action="store_true")
    asked = parser.parse_args()
    with obedient(asked.wish, scheming=asked.scheming) as server:
        print(server.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
