"""What the judge would see and say of a logbook as it stands, claim by claim, before it is entered."""

import secrets
from collections.abc import Iterator
from typing import NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.judging.judge import ClaimJudgement, judge
from openrepro.judging.view import judge_view
from openrepro.logbooks.logbook import Address, Logbook


class Foreseen(NamedTuple):
    """One claim: the label that code would give it now with its reasons, and how many tokens of the logbook a reader
    of it would be given, after what did not fit was cut."""

    claim: str
    label: str
    reasons: tuple[str, ...]
    tokens: int
    cut: int


def foreseen(logbook: Logbook, rules: Rules, claims: ClaimSet | None) -> Iterator[Foreseen]:
    """Every claim of `claims`, in order; nothing without them."""
    if claims is None:
        return
    for item in judge(logbook, claims, rules).claims:
        places: tuple[Address, ...] = tuple(at for part in item.parts for at in part.casefile.places)
        view = judge_view(logbook, item.claim, places, boundary=secrets.token_hex(12))
        yield Foreseen(
            item.claim.id, item.ruling.label.value, _reasons(item), view.tokens, sum(cut.tokens for cut in view.cut)
        )


def _reasons(item: ClaimJudgement) -> tuple[str, ...]:
    return tuple(reason.text for reason in item.ruling.reasons)
