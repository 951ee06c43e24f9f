"""The event day by day: entries as they were made and judged, and verdicts as they were given."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from openrepro.board.votes import DECIDED, Vote
from openrepro.ids import Json
from openrepro.judging.label import Label

DAY: Final = len("2026-08-03")


class Day(NamedTuple):
    """A day in UTC: entries made, entries judged for the first time, and verdicts by label."""

    day: str
    entered: int
    judged: int
    verdicts: Mapping[str, int]

    def as_json(self) -> dict[str, Json]:
        return {**self._asdict(), "verdicts": dict(self.verdicts)}


@dataclass(frozen=True, slots=True)
class History:
    """The days on which something happened, in order; what has no date is counted apart."""

    days: Sequence[Day]
    undated_entered: int
    undated_judged: int
    undated_verdicts: int

    def as_json(self) -> dict[str, Json]:
        undated: dict[str, Json] = {
            "entered": self.undated_entered,
            "judged": self.undated_judged,
            "verdicts": self.undated_verdicts,
        }
        return {"days": [day.as_json() for day in self.days], "undated": undated}


def history(entered: Iterable[str], judged: Iterable[str], votes: Iterable[Vote]) -> History:
    """The days of the instants at which entries were made and judged, and of current verdicts, each dated by when its
    entry first got that label on that claim."""
    made, first = (Counter(instant[:DAY] for instant in instants) for instants in (entered, judged))
    given: dict[str, list[Label]] = defaultdict(list)
    for vote in votes:
        if vote.label in DECIDED:
            given[vote.judged_at[:DAY]].append(vote.label)
    days = sorted({*made, *first, *given} - {""})
    return History(
        [Day(day, made[day], first[day], _counts(given.get(day, ()))) for day in days],
        made[""],
        first[""],
        len(given.get("", ())),
    )


def _counts(labels: Sequence[Label]) -> Mapping[str, int]:
    return {label.value: labels.count(label) for label in DECIDED}
