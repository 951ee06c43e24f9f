"""A challenge with all odd cases at once, and what its pages tell."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from openrepro import clock
from openrepro.board.acts import ActKind
from openrepro.claims.spec import claim_json, parse_claims
from openrepro.clock import written
from openrepro.entries.entry import Entry, Source, State
from openrepro.entries.entry import Reason as EntryReason
from openrepro.grades import Grade
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.judging.ruling import Reason, Ruling
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.record.acts import Act
from openrepro.server.boards import MAIN, refresh_view
from openrepro.store.store import Transaction
from tests.web.challenge import Served, founded, without_caps

DESCENT: Final = "demo-descent"
LETTERS: Final = {
    "v": Label.VERIFIED,
    "f": Label.FALSIFIED,
    "p": Label.FALSIFIED,
    "t": Label.TOY,
    "i": Label.INCONCLUSIVE,
    "-": Label.NOT_JUDGED,
}
LISTED: Final = {"/papers": "papers", "/logbooks": "entries", "/verdicts": "verdicts", "/claims": "claims"}
VIEWS: Final = (MAIN, "icml-2026")


class Case(NamedTuple):
    """An entry: its team, a letter per claim (`p` waits for a second look), its state, and what happened to it."""

    team: str
    labels: str
    state: State = State.JUDGED
    acts: tuple[ActKind, ...] = ()
    paper: str = "demo-hedge"


CASES: Final = (
    Case("ada", "vvt"),
    Case("bo", "fip"),
    Case("bo", "vvv"),
    Case("cy", "fi-"),
    Case("dee", "vvv", State.WITHDRAWN, (ActKind.WITHDRAWN,)),
    Case("eve", "fff", State.JUDGED, (ActKind.HIDDEN,)),
    Case("fay", "vvv", State.LATE, (ActKind.LATE,)),
    Case("gus", "ttt", State.JUDGED, (ActKind.TAKEN_DOWN,)),
    Case("guest", "vvv", paper="demo-batch"),
    Case("hal", "---", State.NOT_JUDGED),
    Case("ivy", "", State.QUEUED),
    Case("jo", "pt", paper="demo-batch"),
    Case("kim", "-v", paper=DESCENT),
    Case("leo", "v", paper=DESCENT),
    Case("max", "", State.REJECTED),
    Case("ned", "---", State.NOT_JUDGED, paper="demo-charlm"),
)


def odd_challenge(folder: Path) -> Served:
    """All cases at once, one retired claim among them, with the board of both views; close its installation."""
    made = Served(founded(folder, change=without_caps))
    with made.installation.store.write() as tx:
        teams = {name: tx.people.add(name, now=_now()) for name in dict.fromkeys(case.team for case in CASES)}
        for number, case in enumerate(CASES, 1):
            account = teams[case.team]
            _enter(tx, case, number, account.id, account.team)
        tx.people.set_competing(teams["guest"].team, False)
        tx.ledger.append([Act(ActKind.GUEST, _now(), team=teams["guest"].team)])
        _again(tx)
        _without_first_claim(tx)
    for view in VIEWS:
        refresh_view(made.installation.store, view, clock.now())
    return made


def _now() -> str:
    return written(clock.now())


def _enter(tx: Transaction, case: Case, number: int, account: str, team: str) -> None:
    entry = Entry(
        id=f"e_{number:016x}",
        team=team,
        source=Source.UPLOAD,
        origin=f"upload:{number}",
        state=case.state,
        reason=next(iter(EntryReason)),
        sentence="",
        state_at=_now(),
        seen_at=_now(),
        created_at=_now(),
        account=account,
        paper=case.paper,
        hidden=ActKind.HIDDEN in case.acts,
    )
    tx.entries.add(entry)
    entered = Act(ActKind.ENTERED, _now(), entry.id, team, case.paper, created=_now())
    tx.ledger.append([entered, *(Act(act, _now(), entry.id) for act in case.acts)])
    claims = [f"{case.paper}.c{at}" for at in range(1, len(case.labels) + 1)]
    tx.ledger.append([_verdict(entry, claim, letter) for claim, letter in zip(claims, case.labels, strict=True)])


def _verdict(entry: Entry, claim: str, letter: str) -> Verdict:
    return Verdict(
        claim=claim,
        claim_version="",
        paper=entry.paper,
        revision="0" * 64,
        entry=entry.id,
        team=entry.team,
        judge=JudgeIdentity("1" * 64, "rules"),
        case_file="",
        ruling=Ruling(LETTERS[letter], (Reason("row-13", "Because."),), provisional=letter == "p"),
        grade=Grade.E2,
        time=_now(),
    )


def _again(tx: Transaction) -> None:
    """A verdict that takes the place of an earlier one."""
    held = next(one for one in tx.ledger.current("e_0000000000000001") if one.claim == "demo-hedge.c3")
    tx.ledger.append([replace(held, ruling=replace(held.ruling, label=Label.INCONCLUSIVE), supersedes=held.id)])


def _without_first_claim(tx: Transaction) -> None:
    """Retire a claim that one team verified, and of which another got no label."""
    held = tx.papers.claims(DESCENT)
    assert held is not None
    kept: list[Json] = [claim_json(one) for one in held.claims if one.id != f"{DESCENT}.c1"]
    parsed = parse_claims(json.dumps([{"paper": DESCENT, "claims": kept}]).encode(), suffix=".json")
    tx.papers.put_claims(parsed.sets, now=_now(), note="One claim less.")


def told(served: Served, where: str) -> dict[str, Any]:
    path, _, query = where.partition("?")
    answer = served.client.get(f"{'/index' if path == '/' else path}.json{'?' if query else ''}{query}")
    assert answer.status_code == 200, (where, answer.text)
    found: dict[str, Any] = answer.json()
    return found


def pages(served: Served, where: str) -> Iterator[dict[str, Any]]:
    """A list page by page to its end."""
    seen: set[str] = set()
    following: str | None = where
    while following:
        assert following not in seen
        seen.add(following)
        page = told(served, following)
        yield page["data"]
        following = page["next"]


def listed(served: Served, where: str) -> int:
    """How many things the list at an address has, on all its pages."""
    path = where.partition("?")[0]
    while path == "/papers" and told(served, where)["data"]["state"] == "preparing":
        time.sleep(0.05)
    if path.startswith("/leaderboard/"):
        return sum(len(page["board"]["lines"]) for page in pages(served, where))
    return sum(len(page[LISTED[path]]) for page in pages(served, where))


def statistics(served: Served, view: str) -> dict[str, Any]:
    found: dict[str, Any] = told(served, "/statistics" if view == MAIN else f"/statistics?view={view}")["data"]
    return found


def figures(served: Served, view: str) -> Mapping[str, dict[str, Any]]:
    return {one["name"]: one for group in statistics(served, view)["groups"] for one in group["figures"]}
