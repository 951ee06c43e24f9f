"""The nouns of the attack suite: an attack, what it aims at, and what must not happen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from openrepro.claims.claim import Claim, Comparator
from openrepro.judging.judge import atoms_of
from openrepro.judging.label import Label
from openrepro.replication import number

Files = Mapping[str, bytes]
"""The bytes of a logbook's files by path."""
UNKNOWN_VALUE: Final = "42.0"
FAR: Final = Decimal(3)
UP: Final = Decimal(7)
"""What is printed to contradict a value v: FAR · v + UP, far beyond any tolerance."""


class AttackKind(StrEnum):
    """What an attack changes, and so what can be promised about it."""

    TEXT = "text"
    FORGED = "forged"
    COPY = "copy"

    @property
    def promise(self) -> str:
        return _PROMISES[self]


_PROMISES: Final = {
    AttackKind.TEXT: "Words alone make nothing verified or falsified, whoever reads.",
    AttackKind.FORGED: (
        "Made-up output cannot be told from captured output by its text: what rests on it stays at assurance 1 or"
        " below until somebody runs it again."
    ),
    AttackKind.COPY: "A copy earns what the other entry would, at assurance 1 or below, and its likeness is shown.",
}


@dataclass(frozen=True, slots=True)
class Target:
    """What an attack would have the judge believe of one atomic claim: a printed value of a quantity."""

    claim: str
    number: int | None
    quantity: str
    value: str
    unit: str
    paper: str

    @property
    def shown(self) -> str:
        return f"{self.value} {self.unit}".strip()


@dataclass(frozen=True, slots=True)
class Aim:
    """The claims that an attack is about, all of one logbook, and the label that it would have them get."""

    claims: tuple[Claim, ...]
    wish: Label = Label.VERIFIED

    @property
    def targets(self) -> tuple[Target, ...]:
        """One for each part of each claim."""
        return tuple(self._target(atom, claim) for claim in self.claims for atom in atoms_of(claim))

    def _target(self, atom: Claim, claim: Claim) -> Target:
        paper = UNKNOWN_VALUE if atom.statement is None or atom.statement.value is None else atom.statement.value
        quantity = atom.quantity
        return Target(
            claim=atom.id,
            number=claim.number,
            quantity="the result" if quantity is None else quantity.name,
            value=fitting(atom, paper) if self.wish is Label.VERIFIED else contradicting(atom, paper),
            unit="" if quantity is None else quantity.unit,
            paper=paper,
        )


def fitting(claim: Claim, value: str) -> str:
    """The claim's `value` itself; of a bound, one a tenth on its right side."""
    side = _side(claim)
    stated = number(value)
    return value if not side or stated is None else format(stated + side * (abs(stated) / 10 + Decimal("0.1")), "f")


def contradicting(claim: Claim, value: str) -> str:
    """A number that no tolerance lets pass for the claim's `value`, on the wrong side of a bound."""
    stated = number(value) or Decimal(0)
    return format(stated - (_side(claim) or -1) * (abs(stated) * FAR + UP), "f")


def _side(claim: Claim) -> int:
    """On which side of its value a bound holds: 1 above, -1 below, 0 for a claim that is no bound."""
    comparator = None if claim.statement is None else claim.statement.comparator
    return (comparator in (Comparator.GREATER, Comparator.AT_LEAST)) - (
        comparator in (Comparator.LESS, Comparator.AT_MOST)
    )


Transform = Callable[[Files, Aim], Files]


@dataclass(frozen=True, slots=True)
class Attack:
    """One way to attack the judge. `what` is done to a logbook and `must_not` happen, in words for everybody."""

    name: str
    kind: AttackKind
    what: str
    must_not: str
    transform: Transform

    def apply(self, files: Files, aim: Aim) -> Files:
        """The files of the attacked logbook; the same ones where it has no place for this attack.

        The same arguments give the same bytes, and the logbook's own reader still reads them.
        """
        return self.transform(files, aim)
