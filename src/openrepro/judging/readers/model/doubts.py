"""The doubts that a reader may name, as a closed list: each with its words, and whether it can hold up a label."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from openrepro.judging.reading import Doubt, Reading


class DoubtCode(StrEnum):
    """Why a result may be wrong. A doubt with any other code is a remark and weighs nothing."""

    WRONG_QUANTITY = "wrong-quantity"
    WRONG_UNIT = "wrong-unit"
    WRONG_DENOMINATOR = "wrong-denominator"
    NOT_COMPUTED = "not-computed"
    PAPERS_NUMBER = "papers-number"
    OTHER_METHOD = "other-method"
    OTHER_DATA = "other-data"
    SELECTED = "selected"
    LEAKAGE = "leakage"
    FAILED_RUN = "failed-run"
    OTHER_VALUE = "other-value"
    PREMISE = "premise"
    SCALE = "scale"
    PRESENTATION = "presentation"

    @property
    def words(self) -> str:
        return WORDS[self]

    @property
    def serious(self) -> bool:
        """Whether it holds up a label until a person has looked."""
        return self is not DoubtCode.PRESENTATION


WORDS: Final = {
    DoubtCode.WRONG_QUANTITY: "the number is of another quantity than the claim's",
    DoubtCode.WRONG_UNIT: "the number is in another unit than it was read in",
    DoubtCode.WRONG_DENOMINATOR: "the number is normalised or counted in another way than the claim's",
    DoubtCode.NOT_COMPUTED: "the number was typed in or printed without being computed",
    DoubtCode.PAPERS_NUMBER: "the number is the paper's own, not a measurement",
    DoubtCode.OTHER_METHOD: "another method than the claim's was run",
    DoubtCode.OTHER_DATA: "other data than the claim's were used",
    DoubtCode.SELECTED: "the number was picked among several of the same",
    DoubtCode.LEAKAGE: "the evaluation saw what it must not see",
    DoubtCode.FAILED_RUN: "the run behind the number failed or was not finished",
    DoubtCode.OTHER_VALUE: "the entry shows another value for the same",
    DoubtCode.PREMISE: "a premise of the claim did not hold",
    DoubtCode.SCALE: "the run was smaller than it was read as",
    DoubtCode.PRESENTATION: "the entry presents the result poorly",
}
SERIOUS: Final = frozenset(code.value for code in DoubtCode if code.serious)


def serious_doubts(reading: Reading) -> tuple[Doubt, ...]:
    """The doubts of `reading` that hold up a label: of a serious code, with a quote that was found."""
    return tuple(doubt for doubt in reading.doubts if doubt.code in SERIOUS and doubt.at is not None)


def told(doubts: Iterable[Doubt]) -> str:
    """What is doubted, in words of our own: never the reader's."""
    return "; ".join(dict.fromkeys(WORDS[DoubtCode(doubt.code)] for doubt in doubts))
