"""Looks that are wanted: noted with the verdicts that ask for them, and where the board confirms a falsification."""

from collections.abc import Sequence
from typing import Final

from openrepro.board.consensus import Consensus
from openrepro.judging.label import Label
from openrepro.judging.looks import Why, reopened, wanted
from openrepro.judging.verdict import Verdict
from openrepro.store.statements import CHUNK
from openrepro.store.store import Transaction

AT_ONCE: Final = 50
"""Claims of which the verdicts are read at once."""


def note_looks(tx: Transaction, verdicts: Sequence[Verdict], now: str, *, open_ones: bool = False) -> None:
    """Note which verdicts that were just recorded want a look, and close the looks at those that they supersede.

    With `open_ones`, where people are the readers, they are also asked for what code left open."""
    tx.looks.supersede([verdict.supersedes for verdict in verdicts if verdict.supersedes], now=now)
    tx.looks.want(((verdict, _wanted(verdict, open_ones=open_ones)) for verdict in verdicts), now=now)


def _wanted(verdict: Verdict, *, open_ones: bool) -> Sequence[Why]:
    found = wanted(verdict.ruling)
    return found or ((Why.ASKED,) if open_ones and verdict.label is Label.NOT_JUDGED else ())


def contested(held: Consensus) -> tuple[str, ...]:
    """The claims on which a falsification that counts stands against verified verdicts of other teams."""
    return tuple(claim.claim for claim in held.claims if claim.reopened)


def open_again(tx: Transaction, claims: Sequence[str], now: str) -> None:
    """Open the verified verdicts on contested claims again."""
    for at in range(0, len(claims), AT_ONCE):
        for standing in tx.looks.standing(claims[at : at + AT_ONCE]).values():
            tx.looks.open_again(reopened(standing)[:CHUNK], now=now)
