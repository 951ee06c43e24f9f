"""Challenges to look at, one for each state that pages have words for: `python -m tests.web.states FOLDER`."""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
import time_machine

from openrepro import clock
from openrepro.challenge.rules import Rules
from openrepro.claims.spec import claim_json, parse_claims
from openrepro.clock import written
from openrepro.entries.discovery import RunState
from openrepro.entries.entry import Reason, State
from openrepro.notify.webhook import Webhook
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.people.accounts import Role
from openrepro.server.boards import MAIN, refresh_view
from openrepro.server.likeness import likeness_of
from openrepro.store import backlog, tables
from openrepro.store.store import Transaction
from tests.judging.examinations import examination
from tests.web.challenge import Served, founded, without_caps, zipped
from tests.web.oddities import odd_challenge

WORD: Final = "Supercalifragilistic" * 25
LONG: Final = ("On the asymptotically optimal reproduction of absurdly long titles by teams of patient agents, " * 8)[
    :700
]
NAMES: Final = (
    WORD[:64],
    "فريق إعادة إنتاج النتائج العلمية",
    "צוות השחזור הגדול",
    "🧪🔬🚀 team 🦄🦄🦄",
    "研究再現性検証チーム" * 6,
    "Straße ÉCOLE İstanbul",
    "a",
    LONG[:64].strip(),
)
URL: Final = f"https://huggingface.co/spaces/{'very-long-name-' * 6}/{'book-' * 15}end"
BOOKS: Final = ("amber/demo-batch", "dune/demo-batch", "elm/demo-batch")
MANY: Final = 25
AFTERTHOUGHT: Final = ".trackio/logbook/pages/{name}/page.md"
TRACES: Final = ".trackio/logbook/traces/s1"
ENDS: Final = (
    (State.REJECTED, Reason.UNKNOWN_PAPER, "There is no paper 'demo-bach'; the nearest is demo-batch."),
    (State.LATE, Reason.CLOSED, "It was first seen after the close."),
    (State.NOT_JUDGED, Reason.UNREADABLE, "Its pages cannot be read: no file in it is a page."),
    (State.WITHDRAWN, Reason.BY_PARTICIPANT, "The team asked for it."),
    (State.QUEUED, Reason.COOLDOWN, "A claim of it was judged an hour ago; it is due in five hours."),
)


def odd(folder: Path) -> Served:
    """Open, with entries in every state, revisions with changed verdicts, likeness, traces, a failing Hub."""
    made = odd_challenge(folder)
    for name in ("uma", "vic", "wen"):
        made.add(name)
    made.add("olga", Role.ORGANISER)
    _revised(made)
    _alike(made)
    _ended(made)
    _acted(made)
    with made.installation.store.write() as tx:
        _told(tx, made)
    _waiting(made)
    refresh_view(made.installation.store, MAIN, clock.now())
    return made


def absurd(folder: Path) -> Served:
    """Names, titles, claims and addresses that are as long and as foreign as may be, and many of each."""
    made = Served(founded(folder, change=lambda rules: replace(without_caps(rules), name=LONG[:120].strip())))
    with made.installation.store.write() as tx:
        _absurd_papers(tx)
        tx.operator.announce(f"{LONG} {WORD}", author="", now=written(clock.now()))
    for number in range(MANY):
        name = NAMES[number] if number < len(NAMES) else f"team {number} {WORD[: 2 * number]}"
        made.add(name)
        made.submit(name, BOOKS[number % len(BOOKS)])
    made.submit(NAMES[0], "amber/demo-charlm")
    traced = made.submit(NAMES[6], "amber/demo-descent")["entry"]["id"]
    made.judge_all()
    _again(made, NAMES[6], traced, zipped("amber/demo-descent", _session()))
    with made.installation.store.write() as tx:
        tx.connection.execute(sa.update(tables.entries).values(title=f"{LONG} {WORD}", url=URL))
    refresh_view(made.installation.store, MAIN, clock.now())
    made.render_all()
    return made


def ahead(folder: Path) -> Served:
    """Not open yet; an entry waits for the opening."""
    return _small(folder, lambda rules: _moved(rules, timedelta(days=5)))


def closed(folder: Path) -> Served:
    """Closed, with an entry that is still to be judged, and a board that lags."""
    with time_machine.travel(clock.now() - timedelta(days=40)):
        made = _small(folder)
    with made.installation.store.write() as tx:
        tx.connection.execute(sa.update(tables.board_views).values(ledger_size=1))
    return made


def frozen(folder: Path) -> Served:
    """Closed for good."""
    made = closed(folder)
    with made.installation.store.write() as tx:
        backlog.note_frozen(tx.connection, written(clock.now()))
    return made


def empty(folder: Path) -> Served:
    """A challenge with papers and claims, and nobody in it."""
    return Served(founded(folder))


STATES: Final[Mapping[str, Callable[[Path], Served]]] = {
    one.__name__: one for one in (odd, absurd, ahead, closed, frozen, empty)
}


def _small(folder: Path, change: Callable[[Rules], Rules] = without_caps) -> Served:
    made = Served(founded(folder, change=change))
    made.add("ada")
    made.submit("ada", "amber/demo-batch")
    made.judge_all()
    made.submit("ada", "amber/demo-charlm")
    return made


def _moved(rules: Rules, by: timedelta) -> Rules:
    window = replace(rules.window, opens=rules.window.opens + by, closes=rules.window.closes + by)
    given = replace(rules.credits, requests_until=rules.credits.requests_until + by)
    return replace(without_caps(rules), window=window, credits=given)


def _revised(made: Served) -> None:
    entry = made.submit("uma", "amber/demo-batch")["entry"]["id"]
    made.judge_all()
    page = b"# Afterthought\n\nNothing was run.\n"
    traced = _session() | {AFTERTHOUGHT.format(name="afterthought"): page}
    for archive in (zipped("amber/demo-batch", traced), zipped("elm/demo-batch", traced)):
        _again(made, "uma", entry, archive)


def _again(made: Served, who: str, entry: str, archive: bytes) -> None:
    sent = made.as_(who).post(
        "/api/v1/entries", params={"entry": entry}, content=archive, headers={"Content-Type": "application/zip"}
    )
    assert sent.status_code in (200, 201), sent.text
    made.judge_all()


def _session() -> dict[str, bytes]:
    told = {"id": "s1", "provider": "Claude Code", "model": "m", "event_count": 40, "turn_count": 3, "scrub": True}
    at = "2026-07-20T10:00:00Z"
    lines: list[Any] = [
        {"kind": "tool_call", "timestamp": at, "turn": one % 3, "elapsed_ms": one, "input": f"step {one} {WORD[:one]}"}
        for one in range(40)
    ]
    lines[7]["input"] = WORD * 3
    events = json.dumps({"events": lines}).encode()
    return {f"{TRACES}/index.json": json.dumps(told).encode(), f"{TRACES}/events-0000.json": events}


def _alike(made: Served) -> None:
    here = made.installation
    books = [made.submit(name, "amber/demo-batch")["entry"] for name in ("vic", "wen")]
    made.judge_all()
    for book in books:
        with here.store.read() as tx:
            kept = tx.entries.get(book["id"])
        assert kept is not None
        likeness_of(here.store, here.blobs, kept.id, kept.revision, now=written(clock.now()))


def _ended(made: Served) -> None:
    for number, (state, reason, sentence) in enumerate(ENDS):
        name = f"end {number}"
        made.add(name)
        entry = made.submit(name, "dune/demo-descent")["entry"]["id"]
        with made.installation.store.write() as tx:
            kept = tx.entries.get(entry)
            assert kept is not None
            tx.entries.save(replace(kept, state=state, reason=reason, sentence=sentence))
            tx.connection.execute(sa.delete(tables.jobs).where(tables.jobs.c.entry_id == entry))


def _acted(made: Served) -> None:
    for act in ("hide", "take-down"):
        made.add(act)
        entry = made.submit(act, "elm/demo-batch")["entry"]["id"]
        made.judge_all()
        done = made.as_("olga").post(
            f"/api/v1/operator/entries/{entry}/{act}", json={"why": f"It names a patient. {LONG[:400]}"}
        )
        assert done.status_code == 200, done.text


def _told(tx: Transaction, made: Served) -> None:
    now = written(clock.now())
    tx.operator.announce("The queue is long today; nothing is lost.", author="", now=now)
    tx.operator.announce(LONG, author="", now=now)
    for rounds in (40, 400):
        tx.examinations.add(examination(rounds), note=LONG[:200], now=now)
    run = tx.spaces.begin(now)
    sentence = "The Hub answered 503 three times in a row; nothing was changed."
    tx.spaces.save(replace(run, state=RunState.FAILED, ended_at=now, faults=3, sentence=sentence), now)
    account = tx.people.by_name("uma")
    assert account is not None
    tx.webhooks.add(Webhook("w_1", account.id, f"https://example.org/{WORD[:200]}", "s", ("verdict",), now))


def _waiting(made: Served) -> None:
    for name in ("vic", "wen", "uma"):
        made.submit(name, "amber/demo-charlm")
    now = clock.now()
    with made.installation.store.write() as tx:
        tx.jobs.lease("worker", now=written(now), until=written(now + timedelta(hours=9)))
        tx.connection.execute(sa.update(tables.jobs).values(created_at=written(now - timedelta(days=12, minutes=16))))


def _absurd_papers(tx: Transaction) -> None:
    now = written(clock.now())
    alias = Alias(WORD[:100], AliasKind.OTHER)
    paper = Paper(
        "demo-batch", f"{LONG} {WORD}", NAMES * 6, area=LONG[:90], award=LONG[:60], code_url=URL, aliases=(alias,)
    )
    tx.papers.put([replace(paper, abstract=LONG * 4), Paper("rtl", NAMES[1] * 4, NAMES[:3], area=NAMES[2])], now=now)
    held = tx.papers.claims("demo-batch")
    assert held is not None
    claims: list[Any] = [claim_json(one) for one in held.claims]
    claims[0] |= {"text": f"{LONG} {WORD}", "premises": [LONG, WORD]}
    claims[1] |= {"text": NAMES[1] * 9, "quote": NAMES[1] * 9}
    parsed = parse_claims(json.dumps([{"paper": "demo-batch", "claims": claims}]).encode(), suffix=".json")
    tx.papers.put_claims(parsed.sets, now=now, note=LONG)


def main() -> None:
    out = Path(sys.argv[1])
    for name, make in STATES.items():
        make(out / name).installation.close()
        print(out / name)


if __name__ == "__main__":
    main()
