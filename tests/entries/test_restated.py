"""Claims that change after entries were judged: what changed is judged again, the other records stay as they are."""

import json
from dataclasses import replace
from typing import Any

from openrepro.board.consensus import PaperState
from openrepro.claims.canonical import claim_json
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.entries.entry import Reason, State
from openrepro.entries.restated import Restated, restated
from openrepro.entries.sweeps import AT_ONCE, claims_changed, tell_retired
from openrepro.server.boards import MAIN, refresh
from openrepro.store import backlog
from openrepro.store.store import Store
from tests.entries.scene import EXAMPLE, HEDGE, Scene, scene

SET = next(one for one in EXAMPLE.papers if one.paper == HEDGE)


def version_of(*claims: Claim) -> ClaimSet:
    return ClaimSet(HEDGE, claims, [claim_json(one) for one in claims], SET.title)


def put(here: Scene, claims: ClaimSet) -> tuple[int, int]:
    """Bring a set into force as loading does; gives how many entries are judged again, and were told of retired
    claims."""
    with here.store.write() as tx:
        before = tx.papers.ids_in_force([HEDGE])
        tx.papers.put_claims([claims], now=here.now, note="for this test")
        gone = before - tx.papers.ids_in_force([HEDGE])
        affected = backlog.ruled_on(tx.connection, sorted(gone), after=0, limit=AT_ONCE)
        told = tell_retired(tx, tx.entries.several([one for _, one in affected]).values(), here.terms, gone)
        found = backlog.outdated(tx.connection, after=0, limit=AT_ONCE)
        queued = claims_changed(tx, tx.entries.several([one for _, one in found]).values(), here.terms)
    return queued, told


def records(here: Scene) -> dict[str, str]:
    with here.store.read() as tx:
        return {verdict.claim.rpartition(".")[2]: verdict.id for verdict in tx.ledger.current("e1")}


def reworded(claim: Claim) -> Claim:
    return replace(claim, text=f"{claim.text} (put more clearly)")


def test_only_what_changed_is_judged_again_and_every_other_record_stays(store: Store) -> None:
    here = scene(store)
    three, last = SET.claims[:3], SET.claims[3]
    put(here, version_of(*three))
    here.upload("amber/demo-hedge", made="e1")
    here.work()
    first = records(here)
    assert put(here, version_of(three[0], reworded(three[1]), three[2])) == (1, 0)
    entry = here.entry("e1")
    assert (entry.state, entry.reason) == (State.QUEUED, Reason.CLAIMS_CHANGED)
    assert entry.sentence.startswith("The claims of its paper changed: c2 was changed. Only what changed is judged")
    here.work()
    second = records(here)
    assert (second["c1"], second["c3"]) == (first["c1"], first["c3"])
    assert second["c2"] != first["c2"]
    with store.read() as tx:
        chain = tx.ledger.verdicts(entry="e1", claim=f"{HEDGE}.c2")
        assert [row.id for row in chain] == [first["c2"], second["c2"]]
        assert backlog.outdated(tx.connection, after=0, limit=9) == ()

    assert put(here, version_of(three[0], reworded(three[1]), three[2], last)) == (1, 0)
    here.work()
    third = records(here)
    assert {name: third[name] for name in second} == second
    assert set(third) == {"c1", "c2", "c3", "c4"}

    assert put(here, version_of(three[0], reworded(three[1]), last)) == (0, 1)
    entry = here.entry("e1")
    assert (entry.state, records(here)) == (State.JUDGED, third)
    with store.read() as tx:
        told = tx.entries.history("e1")[-1]
        assert told.reason is Reason.CLAIMS_CHANGED
        assert (
            told.sentence == "The claims of its paper changed: c3 is retired. What was ruled on the other claims stays."
        )
        assert tx.ledger.verdicts(entry="e1", claim=f"{HEDGE}.c3")


def test_going_back_to_claims_that_were_judged_judges_only_what_differs(store: Store) -> None:
    here = scene(store)
    here.upload("amber/demo-hedge", made="e1")
    here.work()
    first = records(here)
    changed = version_of(reworded(SET.claims[0]), *SET.claims[1:])
    put(here, changed)
    here.work()
    assert put(here, SET) == (1, 0)
    here.work()
    last = records(here)
    assert {name for name in first if first[name] != last[name]} == {"c1"}


def test_a_quote_that_is_placed_anew_judges_nothing_again(store: Store) -> None:
    here = scene(store)
    here.upload("amber/demo-hedge", made="e1")
    here.work()
    assert put(here, version_of(replace(SET.claims[0], locator=None), *SET.claims[1:])) == (0, 0)


def test_denominators_follow_the_claims_that_were_judged(store: Store) -> None:
    """A set that goes from five claims to six: the sixth counts as untested, and no verdict on the five is lost."""
    here = scene(store)
    five = version_of(*SET.claims[:5])
    put(here, five)
    here.upload("amber/demo-hedge", made="e1")
    here.work()
    before = board(here)
    put(here, version_of(*SET.claims[:6]))
    between = board(here)
    assert [len(one["claims"]) for one in (before, between)] == [5, 6]
    states = {one["claim"]: one["state"] for one in between["claims"]}
    assert {name: state for name, state in states.items() if name != f"{HEDGE}.c6"} == {
        one["claim"]: one["state"] for one in before["claims"]
    }
    here.work()
    after = board(here)
    assert len(after["claims"]) == 6
    assert PaperState(after["state"]) is not PaperState.FULLY


def board(here: Scene) -> dict[str, Any]:
    refresh(here.store, MAIN, here.rules, here.now)
    with here.store.read() as tx:
        row = tx.boards.paper(MAIN, HEDGE)
        assert row is not None
        found: dict[str, Any] = json.loads(row.body)
        return found


def test_what_changed_is_named_and_long_lists_are_cut() -> None:
    assert restated(SET, ()).added == tuple(claim.id for claim in SET.claims)
    assert Restated().sentence == ""
    many = Restated(changed=tuple(f"p.c{number}" for number in range(12)))
    assert "c7 and 4 more were changed." in many.sentence
