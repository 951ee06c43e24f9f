"""Whether an entry scores, in words: by the board, and by what happened to the entry since the board was computed."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from openrepro.board.acts import Apart
from openrepro.entries.entry import Entry, Reason, State
from openrepro.ids import Json

SCORES: Final = "scores"
SCORES_NOT: Final = "does not score"
WHY: Final[Mapping[str, str]] = {
    Apart.FURTHER.value: "Another entry of the team on this paper scores: the first judged one does.",
    Apart.WITHDRAWN.value: "It was withdrawn; what was judged stays on record.",
    Apart.HIDDEN.value: "It is hidden.",
    Apart.LATE.value: "It came after the challenge had closed.",
    Apart.TAKEN_DOWN.value: "Its files were taken down.",
    Apart.RETIRED.value: "The claims that it settled are no longer in the paper's set of claims.",
    Apart.QUARANTINED.value: "The claims that it settled are quarantined: their quotes do not stand in the paper.",
}


class Scoring(NamedTuple):
    """Whether an entry scores: `state` is `scores`, `does not score` or `not known yet`; `why` is a sentence, and
    `instead` the entry of the team that scores on this paper, where another one does."""

    state: str
    why: str = ""
    instead: str = ""

    def as_json(self) -> dict[str, Json]:
        return dict(self._asdict())


UNJUDGED: Final[Mapping[State, Scoring]] = {
    State.REJECTED: Scoring(SCORES_NOT, "It was rejected, so it is not judged."),
    State.LATE: Scoring(SCORES_NOT, WHY[Apart.LATE.value]),
    State.WITHDRAWN: Scoring(SCORES_NOT, "It was withdrawn."),
    State.NOT_JUDGED: Scoring(SCORES_NOT, "It was not judged, so no claim has a label from it."),
}
"""What is known of an entry that the board does not list, since it ended without a verdict."""


def scoring_of(entry: Entry, body: Mapping[str, Any] | None) -> Scoring:
    """Whether an entry scores, by its paper on the board; `body` is None where the board does not know the paper."""
    lines = [] if body is None else body["entered"]
    line = next((one for one in lines if one["entry"] == entry.id), None)
    if line is None:
        return UNJUDGED.get(entry.state) or Scoring("not known yet", _unlisted(entry))
    if line["scoring"]:
        out = taken_out(entry)
        return Scoring(SCORES_NOT, out) if out else Scoring(SCORES, "It counts for its team on this paper.")
    if line["why"] is None:
        return Scoring(SCORES_NOT, "None of its claims has a label yet.")
    same = (one["entry"] for one in lines if one["team"] == line["team"] and one["scoring"])
    further = line["why"] == Apart.FURTHER.value
    return Scoring(SCORES_NOT, WHY.get(line["why"], line["why"]), next(same, "") if further else "")


def taken_out(entry: Entry) -> str:
    """Why an entry that was taken out scores no more, though the board may not show it yet; empty for others."""
    if entry.state is State.WITHDRAWN:
        return WHY[(Apart.TAKEN_DOWN if entry.reason is Reason.TAKEN_DOWN else Apart.WITHDRAWN).value]
    return WHY[Apart.HIDDEN.value] if entry.hidden else ""


def _unlisted(entry: Entry) -> str:
    if not entry.paper:
        return "It names no paper of this challenge."
    return "The board does not show it yet." if entry.state is State.JUDGED else "It has no verdicts yet."
