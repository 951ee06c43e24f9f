"""Every team's verdict on one claim, side by side: the rows of the claim's page, and the plot of what was measured."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from openrepro.claims.claim import Claim
from openrepro.claims.spec import stated_of
from openrepro.entries.entry import Entry
from openrepro.ids import Json
from openrepro.judging.compound import STRENGTH
from openrepro.judging.label import Label
from openrepro.people.accounts import Team
from openrepro.record.records import verdict_from_json
from openrepro.replication import Allowed, allowed, show
from openrepro.store.record_rows import VerdictRow
from openrepro.web.open_looks import told_open
from openrepro.web.pages.claim_versions import History
from openrepro.web.pages.looks import looks_in_short
from openrepro.web.pages.page import Visit
from openrepro.web.pages.verdict_words import claimed_words, spots_of, told_record, unit_words
from openrepro.web.scoring import scoring_of
from openrepro.web.second_looks import confirmed
from openrepro.web.templating import cut

SHOWN: Final = 25
LONGEST_TEAM: Final = 22


class Around(NamedTuple):
    """What the rows of a page need beside their records. `claims` are the versions of the claim by set,
    `confirmed` the verdicts that wait for a second look no more, `looks` those open for another look."""

    entries: Mapping[str, Entry]
    teams: Mapping[str, Team]
    material: Mapping[str, Mapping[str, Any]]
    claims: Mapping[str, Claim]
    in_force: str
    paper: Mapping[str, Any] | None
    confirmed: Collection[str]
    looks: Mapping[str, dict[str, Json] | None]


class Rows(NamedTuple):
    """The verdicts of one page, and the leaf that the next page begins behind (None: this is the last)."""

    told: list[dict[str, Json]]
    next: int | None


def rows_of(visit: Visit, claim: str, history: History, board: str | None) -> Rows:
    """The current verdicts that the reader may see, from `?after=` on; of one page the most decisive first."""
    after = visit.number("after", least=0, most=999_999_999, default=-1)
    rows = visit.tx.ledger.verdicts(claim=claim, current=True, after=after, limit=SHOWN + 1)
    kept, more = rows[:SHOWN], rows[SHOWN - 1].seq if len(rows) > SHOWN else None
    entries = visit.tx.entries.several(tuple({row.entry for row in kept}))
    seen = [row for row in kept if row.entry in entries and visit.who.may_see(entries[row.entry])]
    around = Around(
        entries=entries,
        teams=visit.tx.people.teams({row.team for row in seen}),
        material=visit.tx.renderings.materials({row.entry: _shown_revision(entries[row.entry]) for row in seen}),
        claims=history.by_version,
        in_force=history.effective,
        paper=None if board is None else json.loads(board),
        confirmed=confirmed(visit.tx, seen, entries),
        looks=told_open(visit.tx, [row.id for row in seen]),
    )
    bodies = visit.tx.renderings.bodies([row.seq for row in seen])
    decisive = sorted(seen, key=lambda row: (-STRENGTH[Label(row.label)], row.provisional, row.seq))
    return Rows([_row(row, bodies[row.seq], around) for row in decisive], more)


def _shown_revision(entry: Entry) -> str:
    return entry.judged_revision or entry.revision


def _row(row: VerdictRow, body: str, around: Around) -> dict[str, Json]:
    verdict = verdict_from_json(json.loads(body))
    judged = around.claims.get(row.claim_version) or around.claims.get(around.in_force)
    team = around.teams.get(row.team)
    spots = spots_of(row.entry, row.id, around.material.get(row.entry, {}))
    return {
        "id": row.id,
        "label": row.label,
        "direction": row.direction,
        "team": row.team,
        "team_name": "" if team is None else team.name,
        "entry": row.entry,
        "judged_at": row.judged_at,
        "claim_version": row.claim_version,
        "version_in_force": row.claim_version == around.in_force
        or (judged is not None and judged == around.claims.get(around.in_force)),
        "scoring": scoring_of(around.entries[row.entry], around.paper).as_json(),
        **told_record(verdict, judged, spots),
        "confirmed": row.id in around.confirmed,
        "look": around.looks[row.id],
        "looks": looks_in_short(verdict.looks) if verdict.looks else None,
        "cost": verdict.cost,
    }


def plot_of(claim: Claim | None, rows: Sequence[Mapping[str, Any]]) -> dict[str, Json] | None:
    """The numbers of the plot, all in the claim's unit; None where no team measured one."""
    if claim is None:
        return None
    measured = [row for row in rows if row["placed"] is not None]
    if not measured:
        return None
    return {
        "claimed": claimed_words(claim),
        "unit": unit_words(claim),
        "allowed": _allowed(allowed(stated_of(claim))),
        "lines": [_line(row) for row in measured],
    }


def _allowed(found: Allowed | None) -> dict[str, Json] | None:
    if found is None:
        return None
    ends = {"low": found.low, "high": found.high, "inner": found.inner, "outer": found.outer}
    return {name: None if value is None else show(value) for name, value in ends.items()}


def _line(row: Mapping[str, Any]) -> dict[str, Json]:
    placed = row["placed"]
    team = cut(row["team_name"] or row["team"], LONGEST_TEAM)
    interval = "" if placed["low"] is None else f" ({placed['low']} to {placed['high']})"
    return {"name": team, "said": f"{placed['value']}{interval}", "label": row["label"], **placed}


def agreement(tally: Mapping[str, int]) -> dict[str, Json] | None:
    """How many pairs of teams give the same label; None with fewer than two teams."""
    labels = [tally[name] for name in ("verified", "falsified", "toy", "inconclusive")]
    teams = sum(labels)
    if teams < 2:
        return None
    return {"teams": teams, "pairs": _pairs(teams), "agreeing": sum(_pairs(count) for count in labels)}


def _pairs(count: int) -> int:
    return count * (count - 1) // 2
