"""Why a verdict wants another look, and which verified verdicts a confirmed falsification opens again."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from openrepro.judging.label import Label
from openrepro.judging.ruling import SECOND_LOOK, Ruling
from openrepro.judging.verdict import Verdict

PERSON: Final = "person"
APART: Final = "; "
"""What stands between the reviews of the parts of a compound claim."""


class Why(StrEnum):
    """Why a person should look at a verdict."""

    DISAGREEMENT = "readers disagree"
    NOT_COMPUTED = "evidence was not computed"
    CONTRADICTION = "pages contradict each other"
    UNIT = "suspected unit error"
    PROOF = "written proof"
    NO_RUN = "result file without its run"
    SECOND_LOOK = "a falsification needs a second look"
    REOPENED = "verified, and a confirmed falsification stands against it"
    NO_ROW = "no rule matched"
    ASKED = "asked for"

    @property
    def blind(self) -> str:
        """The same for who has not read yet: nothing in it tells what the machine ruled, or found wrong."""
        return self.value if self in TOLD else BLIND


BLIND: Final = "the rules ask for a second look"
TOLD: Final = frozenset({Why.PROOF, Why.ASKED})
"""What a reader must know beforehand, and what tells nothing: every other reason belongs to a row of the rules."""
OF_REVIEWS: Final = {
    "two readers disagree": Why.DISAGREEMENT,
    "evidence that was not computed": Why.NOT_COMPUTED,
    "pages that contradict each other": Why.CONTRADICTION,
    "a suspected unit or denominator error": Why.UNIT,
    "a written proof that nobody has checked": Why.PROOF,
    "a result file without the run that made it": Why.NO_RUN,
    "no row of the table matched": Why.NO_ROW,
    SECOND_LOOK: Why.SECOND_LOOK,
}


def wanted(ruling: Ruling) -> tuple[Why, ...]:
    """Why a person should look at what was ruled; empty when nobody need. A review in words of no rule is asked for."""
    reviews = (review for review in ruling.review.split(APART) if review)
    return tuple(dict.fromkeys(OF_REVIEWS.get(review, Why.ASKED) for review in reviews))


def read_by_person(verdict: Verdict, before: Verdict) -> Verdict:
    """A person's verdict as it is recorded in place of `before`.

    What a person has looked at waits for no person any more, except a falsification that nothing before it found: its
    second look is another person's.
    """
    waits = verdict.provisional and before.label is not Label.FALSIFIED
    ruling = verdict.ruling
    ruling = replace(ruling, provisional=waits, review=SECOND_LOOK if waits else "")
    return replace(verdict, ruling=ruling, supersedes=before.id)


class Standing(NamedTuple):
    """A current verdict on a claim: `seq` is its leaf, `team` whose entry it is about."""

    verdict: str
    seq: int
    claim: str
    entry: str
    team: str
    revision: str
    label: Label
    reader: str


def reopened(standing: Iterable[Standing]) -> Sequence[Standing]:
    """Of the current verdicts on one claim against which a confirmed falsification stands, the verified ones of others.

    What a person verified later than every falsification is not opened again.
    """
    held = tuple(standing)
    against = tuple(one for one in held if one.label is Label.FALSIFIED)
    return tuple(one for one in held if one.label is Label.VERIFIED and _contested(one, against))


def _contested(one: Standing, against: Sequence[Standing]) -> bool:
    others = [other.seq for other in against if other.team != one.team]
    return bool(others) and (one.reader != PERSON or max(others) > one.seq)
