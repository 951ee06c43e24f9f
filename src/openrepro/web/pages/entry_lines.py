"""What is told of entries wherever they are listed: paper, team, labels, and whether they score."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from openrepro.entries.entry import Entry, Reason
from openrepro.entries.licences import HASHES_ONLY
from openrepro.entries.states import MEANING
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.server.boards import MAIN
from openrepro.store.store import Transaction
from openrepro.web.scoring import scoring_of
from openrepro.web.second_looks import confirmed

UNTITLED: Final = "Untitled logbook"
RELEASED: Final = "Its files are part of a release, under this licence."
REMOVED: Final = "Its files were removed, so that no release holds them."


def board_bodies(tx: Transaction, papers: Iterable[str]) -> Mapping[str, Mapping[str, Any]]:
    """The papers of the board by their ids, as JSON."""
    rows = tx.boards.papers_of(MAIN, sorted({paper for paper in papers if paper}))
    return {name: json.loads(row.body) for name, row in rows.items()}


def entry_lines(tx: Transaction, entries: Sequence[Entry]) -> list[Json]:
    """Entries (at most 500) in a list, each with its paper, team, labels and whether it scores."""
    papers = tx.papers.titles(sorted({one.paper for one in entries if one.paper}))
    teams = tx.people.teams({one.team for one in entries})
    labels = tx.gallery.labels([one.id for one in entries])
    waiting = _waiting(tx, entries)
    bodies = board_bodies(tx, (one.paper for one in entries))
    return [
        {
            **head(entry, papers.get(entry.paper, ""), teams[entry.team].name if entry.team in teams else ""),
            "labels": _counted(labels.get(entry.id, {}), waiting[entry.id]),
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


def _waiting(tx: Transaction, entries: Sequence[Entry]) -> Counter[str]:
    """How many falsifications of each entry wait for a second look still."""
    rows = tx.gallery.provisional([one.id for one in entries])
    done = confirmed(tx, rows, {one.id: one for one in entries})
    return Counter(row.entry for row in rows if row.id not in done)


def _counted(labels: Mapping[str, int], waiting: int) -> list[Json]:
    """Labels with how many verdicts have them, the strongest first; those without any are left out. `provisional` are
    those of them that wait for a second look."""
    waits = {Label.FALSIFIED.value: waiting}
    return [
        {"label": label.value, "count": labels[label.value], "provisional": waits.get(label.value, 0)}
        for label in Label
        if labels.get(label.value)
    ]
