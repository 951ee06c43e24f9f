"""The first page: what this is and is not, how to begin, how it stands, and what was found last."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.server.boards import MAIN
from openrepro.store.record_rows import VerdictRow
from openrepro.store.store import Transaction
from openrepro.web.pages.around import STAGE_MEANING
from openrepro.web.pages.figure_records import records_of
from openrepro.web.pages.page import Kind, Page, Visit
from openrepro.web.pages.timeline import moments
from openrepro.web.second_looks import confirmed

NEWEST: Final = 8
LOOKED_AT: Final = 40
MOST_VIEWS: Final = 8


class Headline(NamedTuple):
    """A figure of the front: its name in the statistics, and the words for it here."""

    figure: str
    words: str


HEADLINES: Final = (
    Headline("papers with a judged entry", "papers examined"),
    Headline("judged entries", "logbooks judged"),
    Headline("verdicts", "verdicts on claims"),
    Headline("claims verified", "claims verified"),
    Headline("claims falsified", "claims falsified"),
    Headline("claims contested", "claims contested"),
    Headline("teams", "independent teams"),
)


def home(visit: Visit) -> Page:
    """The page at `/`."""
    around = visit.around
    figures = {str(figure["name"]): figure for figure in visit.tx.boards.figures(MAIN)}
    data: dict[str, Json] = {
        "stage": {"name": around.stage.value, "meaning": STAGE_MEANING[around.stage]},
        "headlines": [_headline(one, figures[one.figure]) for one in HEADLINES if one.figure in figures],
        "latest": latest(visit),
        "timeline": [moment.as_json() for moment in moments(visit)],
        "points": _points(around.rules),
        "views": list(_other_views(visit.tx)),
    }
    return Page("home.html", around.rules.name, data, description=_about(around.rules))


def _about(rules: Rules) -> str:
    return f"{rules.name}: an open reproduction of scientific papers, claim by claim, every verdict on record."


def _headline(one: Headline, figure: Mapping[str, Json]) -> dict[str, Json]:
    return {**figure, "words": one.words, **records_of(one.figure, MAIN).as_json()}


def _points(rules: Rules) -> dict[str, Json]:
    points = rules.points
    return {"verified": points.verified, "falsified": points.falsified, "toy": points.toy}


def _other_views(tx: Transaction) -> Iterable[Json]:
    yield from sorted(one.view for one in tx.boards.views() if one.view != MAIN)[:MOST_VIEWS]


def latest(visit: Visit) -> list[Json]:
    """The newest verdicts with a label, of entries that are shown to everybody."""
    rows = visit.tx.ledger.verdicts(current=True, limit=LOOKED_AT, newest_first=True)
    return told_verdicts(visit, [row for row in rows if Label(row.label).decided][:NEWEST])


def told_verdicts(visit: Visit, rows: Sequence[VerdictRow]) -> list[Json]:
    """Verdicts in a list, each with the words of its claim, its paper and its team."""
    tx = visit.tx
    entries = tx.entries.several(tuple({row.entry for row in rows}))
    teams = tx.people.teams({row.team for row in rows})
    claims = tx.papers.claims_of(tuple({row.claim for row in rows}))
    papers = tx.papers.titles(tuple({row.paper for row in rows}))
    shown = [row for row in rows if row.entry in entries and visit.who.may_see(entries[row.entry])]
    counted = confirmed(tx, shown, entries)
    return [
        {
            "id": row.id,
            "label": row.label,
            "direction": row.direction,
            "provisional": row.provisional,
            "confirmed": row.id in counted,
            "claim": row.claim,
            "text": claims[row.claim].text if row.claim in claims else "",
            "paper": row.paper,
            "title": papers.get(row.paper, ""),
            "entry": row.entry,
            "team": row.team,
            "team_name": teams[row.team].name if row.team in teams else "",
            "judged_at": row.judged_at,
        }
        for row in shown
    ]


KINDS: Final = (Kind("home", "/", home),)
