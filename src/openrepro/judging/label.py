"""The words a ruling may use."""

from enum import StrEnum


class Label(StrEnum):
    """A label of an addressed claim, or the state of one that got none."""

    VERIFIED = "verified"
    FALSIFIED = "falsified"
    TOY = "toy"
    INCONCLUSIVE = "inconclusive"
    NOT_JUDGED = "not judged"
    NOT_TESTABLE = "not testable"

    @property
    def decided(self) -> bool:
        """Whether it is one of the four labels (a state otherwise)."""
        return self not in (Label.NOT_JUDGED, Label.NOT_TESTABLE)


class Direction(StrEnum):
    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    UNDECIDED = "undecided"
    NONE = "none"
