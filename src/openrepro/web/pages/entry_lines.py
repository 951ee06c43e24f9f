"""What is told of entries wherever they are listed: paper, team, labels, and whether they score."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from openrepro.board.acts import Apart
from openrepro.entries.entry import Entry, Reason, State
from openrepro.entries.licences import HASHES_ONLY
from openrepro.entries.states import MEANING
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.server.boards import MAIN
from openrepro.store.store import Transaction

UNTITLED: Final = "Untitled logbook"
WHY: Final[Mapping[str, str]] = {
    Apart.FURTHER.value: "Another entry of the team on this paper scores: the first judged one does.",
    Apart.WITHDRAWN.value: "It was withdrawn; what was judged stays on record.",
    Apart.HIDDEN.value: "It is hidden.",
    Apart.LATE.value: "It came after the challenge had closed.",
    Apart.TAKEN_DOWN.value: "Its files were taken down.",
    Apart.RETIRED.value: "The claims that it settled are no longer in the paper's set of claims.",
}
RELEASED: Final = "Its files are part of a release, under this licence."
REMOVED: Final = "Its files were removed, so that no release holds them."


class Scoring(NamedTuple):
    """Whether an entry scores: `state` is `scores`, `does not score` or `not known yet`; `why` is a sentence, and
    `instead` the entry of the team that scores on this paper, where another one does."""

    state: str
    why: str = ""
    instead: str = ""

    def as_json(self) -> dict[str, Json]:
        return dict(self._asdict())


UNJUDGED: Final[Mapping[State, Scoring]] = {
    State.REJECTED: Scoring("does not score", "It was rejected, so it is not judged."),
    State.LATE: Scoring("does not score", WHY[Apart.LATE.value]),
    State.WITHDRAWN: Scoring("does not score", "It was withdrawn."),
    State.NOT_JUDGED: Scoring("does not score", "It was not judged, so no claim has a label from it."),
}
"""What is known of an entry that the board does not list, since it ended without a verdict."""


def scoring_of(entry: Entry, body: Mapping[str, Any] | None) -> Scoring:
    """Whether an entry scores, by its paper on the board; `body` is None where the board does not know the paper."""
    lines = [] if body is None else body["entered"]
    line = next((one for one in lines if one["entry"] == entry.id), None)
    if line is None:
        return UNJUDGED.get(entry.state) or Scoring("not known yet", _unlisted(entry))
    if line["scoring"]:
        return Scoring("scores", "It counts for its team on this paper.")
    if line["why"] is None:
        return Scoring("does not score", "None of its claims has a label yet.")
    same = (one["entry"] for one in lines if one["team"] == line["team"] and one["scoring"])
    further = line["why"] == Apart.FURTHER.value
    return Scoring("does not score", WHY.get(line["why"], line["why"]), next(same, "") if further else "")


def _unlisted(entry: Entry) -> str:
    if not entry.paper:
        return "It names no paper of this challenge."
    return "The board does not show it yet." if entry.state is State.JUDGED else "It has no verdicts yet."


def board_bodies(tx: Transaction, papers: Iterable[str]) -> Mapping[str, Mapping[str, Any]]:
    """The papers of the board by their ids, as JSON."""
    rows = tx.boards.papers_of(MAIN, sorted({paper for paper in papers if paper}))
    return {name: json.loads(row.body) for name, row in rows.items()}


def entry_lines(tx: Transaction, entries: Sequence[Entry]) -> list[Json]:
    """Entries (at most 500) in a list, each with its paper, team, labels and whether it scores."""
    papers = tx.papers.titles(sorted({one.paper for one in entries if one.paper}))
    teams = tx.people.teams({one.team for one in entries})
    labels = tx.gallery.labels([one.id for one in entries])
    bodies = board_bodies(tx, (one.paper for one in entries))
    return [
        {
            **head(entry, papers.get(entry.paper, ""), teams[entry.team].name if entry.team in teams else ""),
            "labels": counted(labels.get(entry.id, {})),
            "scoring": scoring_of(entry, bodies.get(entry.paper)).as_json(),
        }
        for entry in entries
    ]


def head(entry: Entry, paper_title: str, team_name: str) -> dict[str, Json]:
    """What every page about an entry begins with."""
    return {
        "entry": entry.id,
        "title": entry.title or UNTITLED,
        "paper": entry.paper,
        "paper_title": paper_title,
        "team": entry.team,
        "team_name": team_name,
        "state": entry.state.value,
        "reason": entry.reason.value,
        "meaning": MEANING[entry.reason].text,
        "created_at": entry.created_at,
        "first_judged_at": entry.first_judged_at,
        "source": entry.source.value,
        "licence": entry.licence,
        "release": _release(entry),
        "hidden": entry.hidden,
    }


def _release(entry: Entry) -> str:
    """What a release holds of an entry's files."""
    if entry.reason is Reason.TAKEN_DOWN:
        return REMOVED
    return RELEASED if entry.licence else HASHES_ONLY


def counted(labels: Mapping[str, int]) -> list[Json]:
    """Labels with how many verdicts have them, the strongest first; those without any are left out."""
    return [{"label": label.value, "count": labels[label.value]} for label in Label if labels.get(label.value)]
