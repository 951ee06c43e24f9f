"""The label that the rules derive from case file and reading. Pure; the table in docs/judging.md is the contract."""

from dataclasses import dataclass

from openrepro.ids import Json
from openrepro.judging.label import Direction, Label
from openrepro.logbooks.logbook import Address


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: a code (`row-10` or a finding's code), a sentence, the bytes it is about."""

    code: str
    text: str
    at: tuple[Address, ...] = ()

    def as_json(self) -> dict[str, Json]:
        return {"code": self.code, "text": self.text, "at": [address.as_json() for address in self.at]}


@dataclass(frozen=True, slots=True)
class Ruling:
    """A label or state with its direction and reasons. `review` says why a person should look, else empty.

    `provisional` is true for a falsification that waits for its second look.
    """

    label: Label
    reasons: tuple[Reason, ...]
    direction: Direction = Direction.NONE
    review: str = ""
    provisional: bool = False

    def as_json(self) -> dict[str, Json]:
        return {
            "label": self.label.value,
            "direction": self.direction.value,
            "reasons": [reason.as_json() for reason in self.reasons],
            "review": self.review or None,
            "provisional": self.provisional,
        }
