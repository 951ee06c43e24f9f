"""One of each thing that only an operator, a reader or a disputer has a page for, in a challenge that is looked at."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final

from openrepro import clock
from openrepro.challenge.template import toml_of
from openrepro.challenge.versions import RuleVersion
from openrepro.claims.proposals import Proposal, ProposalSource, ProposalState
from openrepro.clock import written
from openrepro.judging.looks import Why
from openrepro.notify.webhook import Webhook
from openrepro.store.entries import Wanted
from openrepro.store.store import Transaction
from tests.judging.examinations import examination
from tests.web.challenge import Served

PROPOSALS: Final = 4


def sights(served: Served, who: str, words: str) -> Mapping[str, str]:
    """Addresses by the kind of page, for `who`, an admin; `words` is what every text says (one at least long)."""
    with served.installation.store.write() as tx:
        found = dict(_made(tx, who, words))
    return found | dict(_disputes(served, who, words)) | dict(_reading(served, who))


def _made(tx: Transaction, who: str, words: str) -> Iterator[tuple[str, str]]:
    now = written(clock.now())
    account = tx.people.by_name(who)
    assert account is not None
    announced = tx.operator.announce(words[:500], author="", now=now)
    yield "console-announcement", f"/console/announcements/{announced}/withdraw"
    tx.webhooks.add(
        Webhook("w_sight", account.id, f"https://example.org/{words[:60].split()[0]}", "s", ("entry.*",), now)
    )
    tx.webhooks.switch_off("w_sight", f"It answered 500 for ten hours. {words[:200]}", now)
    yield "console-webhook", "/console/webhooks/w_sight/activate"
    tx.examinations.add(examination(40), note=words[:200], now=now)
    yield "examination", "/examinations/1"
    other = next((one.id for one in tx.people.page(limit=2) if one.id != account.id), account.id)
    yield "console-role", f"/console/accounts/{other}/role"
    own = tx.entries.page(Wanted(team=account.team), limit=1).rows
    yield "console-withdraw-own", f"/console/mine/{own[0].entry.id}/withdraw" if own else "/console/mine"
    acts = tx.operator.acts(limit=1)
    if acts:
        yield "console-act", f"/console/acts/{acts[0].id}"
    yield from _coming_rules(tx, words)
    yield from _proposals(tx, words)


def _coming_rules(tx: Transaction, words: str) -> Iterator[tuple[str, str]]:
    held = tx.rules.at(clock.now()) or tx.rules.history().versions[0]
    rules = replace(held.rules, points=replace(held.rules.points, toy=0))
    history = tx.rules.add(
        RuleVersion(clock.now() + timedelta(days=3), rules, words[:200]), toml_of(rules), now=written(clock.now())
    )
    yield "console-rules-withdraw", f"/console/rules/{len(history.versions)}/withdraw"


def _proposals(tx: Transaction, words: str) -> Iterator[tuple[str, str]]:
    page = tx.papers.page(limit=20)
    sets = (tx.papers.claims(listed.paper.id) for listed in page.papers)
    held = next((one for one in sets if one is not None and one.claims), None)
    if held is None:
        return
    said = [replace(held.claims[0], text=f"{words} {number}", quote=f"{words} {number}") for number in range(PROPOSALS)]
    states = (ProposalState.PROPOSED, ProposalState.QUARANTINED)
    made = [
        Proposal(
            claim,
            states[number % 2],
            "v1",
            "0" * 64,
            ProposalSource.CODE,
            words[:80],
            (words[:90],) * (number % 2),
            words,
        )
        for number, claim in enumerate(said)
    ]
    tx.proposals.add(held.paper, made, now=written(clock.now()))
    yield "console-claim", f"/console/claims/{held.claims[0].id}"
    yield "dispute-claim", f"/claims/{held.claims[0].id}/dispute"


def _disputes(served: Served, who: str, words: str) -> Iterator[tuple[str, str]]:
    """Disputes that are open, accepted, rejected and taken back."""
    client = served.as_(who)
    claims = [row["id"] for row in client.get("/api/v1/claims?limit=4").json()["data"]]
    for number, claim in enumerate(claims):
        asked = {"ground": "ambiguous", "why": f"{words[:400]} {number}", "quote": words[:300]}
        answer = client.post(f"/api/v1/claims/{claim}/disputes", json=asked)
        if answer.status_code != 201:
            continue
        dispute = answer.json()["data"]["id"]
        if number == 0:
            yield "console-decide-dispute", f"/console/disputes/{dispute}"
            yield "withdraw-dispute", f"/disputes/{dispute}/withdraw"
        elif number == 1:
            client.post(f"/api/v1/disputes/{dispute}/withdraw")
            yield "dispute-withdrawn", f"/disputes/{dispute}"
        else:
            decision = ("accepted", "rejected")[number % 2]
            client.post(f"/api/v1/operator/disputes/{dispute}/decide", json={"state": decision, "why": words[:400]})
            yield f"dispute-{decision}", f"/disputes/{dispute}"


def _reading(served: Served, who: str) -> Iterator[tuple[str, str]]:
    with served.installation.store.write() as tx:
        said = tx.ledger.verdicts(limit=2)
        tx.looks.want([(one, (Why.ASKED,)) for one in said], now=written(clock.now()))
    client = served.as_(who)
    waiting = [row["id"] for row in client.get("/api/v1/readings").json().get("data", [])]
    if not waiting:
        return
    client.post(f"/api/v1/readings/{waiting[0]}/take")
    for kind, step in (("reading", ""), ("reading-back", "/back"), ("reading-conflict", "/conflict")):
        yield kind, f"/readings/{waiting[0]}{step}"
    yield "reading-take", f"/readings/{waiting[-1]}/take"
