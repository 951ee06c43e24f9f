"""How the challenge is, for who runs it: queue, workers, board, discovery, webhooks, and what wants attention."""

from typing import Final

from openrepro.clock import instant_of
from openrepro.ids import Json
from openrepro.rendering.making import VERSION
from openrepro.server.boards import freshness
from openrepro.server.operating import STUCK_AFTER, stuck_entries
from openrepro.store import renderings_due
from openrepro.store.attention import COUNTED, attention
from openrepro.store.store import Transaction
from openrepro.web.pages.console.log import told_acts
from openrepro.web.pages.console.mine import mine
from openrepro.web.pages.console.who import ROOT, framed, member_of
from openrepro.web.pages.page import Kind, Page, Visit, none

NEWEST_ACTS: Final = 5
MOST_STUCK: Final = 100
MOST_RENDERINGS: Final = 200


def console(visit: Visit) -> Page:
    """The page at `/console`: for operators how the challenge is, for everybody else their own entries."""
    member_of(visit.who)
    return overview(visit) if visit.who.operates else mine(visit)


def overview(visit: Visit) -> Page:
    """How the challenge is now."""
    tx = visit.tx
    held = tx.jobs.health(visit.now)
    data: dict[str, Json] = {
        "queue": {
            "waiting": held.waiting,
            "retries": held.retries,
            "held": held.held,
            "leased": held.leased,
            "workers": held.workers,
            "ended": held.ended,
            "oldest": held.oldest,
            "oldest_minutes": _minutes(visit, held.oldest),
        },
        "attention": {**attention(tx.connection)._asdict(), "stuck": _stuck(visit), "counted_to": COUNTED},
        "board": _board(tx),
        "discovery": _discovery(visit),
        "renderings": _renderings(tx),
        "examination": _examination(tx),
        "newest": told_acts(visit, tx.operator.acts(limit=NEWEST_ACTS)),
    }
    return Page("console/overview.html", "Overview", framed(visit, data))


def _minutes(visit: Visit, since: str) -> int | None:
    return int((visit.at - instant_of(since)).total_seconds() // 60) if since else None


def _stuck(visit: Visit) -> int:
    return len(stuck_entries(visit.tx, visit.at, after=STUCK_AFTER, limit=MOST_STUCK))


def _board(tx: Transaction) -> dict[str, Json]:
    fresh = freshness(tx)
    seen = fresh.shown.ledger_size if fresh.shown else 0
    return {
        "computed_at": fresh.shown.computed_at if fresh.shown else "",
        "ledger_size": fresh.ledger_size,
        "lag": fresh.ledger_size - seen,
    }


def _discovery(visit: Visit) -> dict[str, Json]:
    run = visit.tx.spaces.last_run()
    every = visit.here.settings.discover_minutes
    if run is None:
        return {"every_minutes": every, "started_at": "", "state": "", "sentence": "", "waiting": 0}
    return {
        "every_minutes": every,
        "started_at": run.started_at,
        "state": run.state.value,
        "sentence": run.sentence,
        "waiting": visit.tx.spaces.waiting(),
    }


def _renderings(tx: Transaction) -> dict[str, Json]:
    return {**renderings_due.backlog(tx.connection, VERSION, MOST_RENDERINGS)._asdict(), "counted_to": MOST_RENDERINGS}


def _examination(tx: Transaction) -> dict[str, Json] | None:
    held = tx.examinations.latest()
    return None if held is None else {"number": held.id, "at": held.at, "note": held.note}


KINDS: Final = (Kind("console", ROOT, console, none, private=True),)
