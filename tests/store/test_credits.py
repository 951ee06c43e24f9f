"""Compute credits: exactly as many grants as slots whoever asks at once, one request an account, slots that go on."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import sqlalchemy as sa

from openrepro.challenge.sections import Credits
from openrepro.errors import OpenReproError
from openrepro.people.credits import CreditRequest, CreditState
from openrepro.store.store import Store
from openrepro.store.tables import accounts, teams

BEFORE, NOW, LATER, OVER = (
    "2026-07-01T12:00:00Z",
    "2026-07-15T12:00:00Z",
    "2026-07-16T12:00:00Z",
    "2026-07-26T12:00:00Z",
)
TERMS = Credits(slots=2, redeem_days=10)


def people(store: Store, many: int, *, since: str = BEFORE, named: str = "a") -> list[str]:
    names = [f"{named}{at:04}" for at in range(many)]
    with store.write() as tx:
        tx.connection.execute(
            sa.insert(teams), [{"id": name, "name": name, "folded": name, "created_at": since} for name in names]
        )
        rows = [{"id": name, "name": name, "folded": name, "team_id": name, "created_at": since} for name in names]
        tx.connection.execute(sa.insert(accounts), [row | {"provider": "local", "role": "participant"} for row in rows])
    return names


def ask(store: Store, account: str, terms: Credits = TERMS, now: str = NOW) -> CreditRequest:
    with store.write() as tx:
        return tx.credits.ask(account, "to run it", terms=terms, now=now)


def decide(store: Store, request: CreditRequest, state: CreditState, now: str = LATER) -> CreditRequest:
    with store.write() as tx:
        return tx.credits.decide(request.id, state, "because", terms=TERMS, now=now)


def states(store: Store) -> list[str]:
    with store.read() as tx:
        return [request.state.value for request in tx.credits.page(limit=200)]


def taken(store: Store) -> int:
    with store.read() as tx:
        return tx.credits.taken()


def test_a_thousand_at_once_get_exactly_the_slots(store: Store) -> None:
    terms = replace(TERMS, slots=37)
    with ThreadPoolExecutor(16) as threads:
        got = list(threads.map(lambda who: ask(store, who, terms), people(store, 1000)))
    assert Counter(one.state for one in got) == {CreditState.GRANTED: 37, CreditState.WAITLISTED: 963}
    in_order = [one.state for one in sorted(got, key=lambda one: one.id)]
    assert in_order == [CreditState.GRANTED] * 37 + [CreditState.WAITLISTED] * 963
    assert taken(store) == 37


def test_an_account_that_asks_many_times_at_once_has_one_request(store: Store) -> None:
    (who,) = people(store, 1)

    def asked(_: int) -> bool:
        try:
            return bool(ask(store, who))
        except OpenReproError:
            return False

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(asked, range(24))) == 1
    assert (states(store), taken(store)) == (["granted"], 1)


def test_a_rejected_grant_goes_to_the_first_who_waits(store: Store) -> None:
    first, *_ = [ask(store, who) for who in people(store, 4)]
    assert decide(store, first, CreditState.REJECTED).why == "because"
    assert states(store) == ["rejected", "granted", "granted", "waitlisted"]
    assert taken(store) == 2


def test_a_grant_that_expires_goes_to_who_waits_but_not_a_redeemed_one(store: Store) -> None:
    first, *_ = [ask(store, who) for who in people(store, 4)]
    decide(store, first, CreditState.REDEEMED)
    with store.write() as tx:
        tx.credits.settle(terms=TERMS, now=OVER)
    assert states(store) == ["redeemed", "expired", "granted", "waitlisted"]
    assert taken(store) == 2


def test_a_grant_whose_time_is_over_cannot_be_redeemed(store: Store) -> None:
    first = ask(store, people(store, 1)[0])
    with pytest.raises(OpenReproError, match="is expired cannot be redeemed"):
        decide(store, first, CreditState.REDEEMED, now=OVER)


def test_what_comes_back_is_kept_for_who_was_there_before(store: Store) -> None:
    first, *_ = [ask(store, who) for who in people(store, 2)]
    (new,) = people(store, 1, since=LATER, named="new")
    (old,) = people(store, 1, named="old")
    assert ask(store, new, now=LATER).state == CreditState.WAITLISTED
    decide(store, first, CreditState.WITHDRAWN)
    assert taken(store) == 1
    assert ask(store, old, now=LATER).state == CreditState.GRANTED
    assert states(store)[2:] == ["waitlisted", "granted"]


def test_what_comes_back_goes_to_anybody_when_it_is_not_reserved(store: Store) -> None:
    open_to_all = replace(TERMS, slots=1, reserved_for_members=False)
    first = ask(store, people(store, 1)[0], open_to_all)
    waiting = ask(store, people(store, 1, since=LATER, named="new")[0], open_to_all, LATER)
    with store.write() as tx:
        tx.credits.decide(first.id, CreditState.REJECTED, "because", terms=open_to_all, now=LATER)
        assert [one.state for one in [tx.credits.get(waiting.id)] if one] == [CreditState.GRANTED]


def test_more_slots_are_given_in_order(store: Store) -> None:
    for who in people(store, 4):
        ask(store, who)
    with store.write() as tx:
        tx.credits.settle(terms=replace(TERMS, slots=3), now=LATER)
    assert states(store) == ["granted", "granted", "granted", "waitlisted"]


def test_no_grant_by_hand_beyond_the_slots(store: Store) -> None:
    *_, last = [ask(store, who) for who in people(store, 3)]
    with pytest.raises(OpenReproError, match="All compute credits are taken"):
        decide(store, last, CreditState.GRANTED)
    assert taken(store) == 2


def test_who_was_rejected_may_ask_again(store: Store) -> None:
    who = people(store, 1)[0]
    decide(store, ask(store, who), CreditState.REJECTED)
    assert ask(store, who, now=LATER).state == CreditState.GRANTED
    assert states(store) == ["rejected", "granted"]


def test_nothing_is_asked_after_the_last_instant(store: Store) -> None:
    with pytest.raises(OpenReproError, match="were taken until"):
        ask(store, people(store, 1)[0], now="2026-08-01T00:00:00Z")
    assert states(store) == []
