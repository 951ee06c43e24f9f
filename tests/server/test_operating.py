"""Operators act, say why, and are remembered; what cannot be done leaves nothing."""

from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from openrepro.challenge.template import toml_of
from openrepro.challenge.versions import RuleVersion
from openrepro.clock import instant_of
from openrepro.entries.entry import State
from openrepro.entries.moderation import forget
from openrepro.errors import OpenReproError
from openrepro.people.accounts import Role, Scope
from openrepro.people.operators import Action
from openrepro.record.acts import ActKind
from openrepro.server.operating import (
    LONGEST_WHY,
    Office,
    account_named,
    local_operator,
    stuck_entries,
    team_named,
)
from openrepro.store.store import Store
from tests.entries.scene import EXAMPLE, OPEN, Scene, scene

WHY = "the organisers agreed"


@contextmanager
def office(here: Scene, why: str = WHY) -> Generator[Office]:
    with here.store.write() as tx:
        yield Office(tx, here.terms, local_operator(tx, "olga", here.now).id, why)


def acts(store: Store) -> list[tuple[Action, str]]:
    with store.read() as tx:
        return [(act.action, act.why) for act in tx.operator.acts()]


def test_every_act_is_recorded_with_who_and_why(store: Store) -> None:
    here = scene(store)
    here.upload("amber/demo-hedge", made="e1")
    with office(here) as act:
        ada = act.add_account("ada", Role.PARTICIPANT)
        act.set_role(ada, Role.ORGANISER)
        act.hide("e1")
        act.unhide("e1")
        act.withdraw("e1")
        act.restore("e1")
        act.announce("Judging pauses tonight.")
        act.withdraw_announcement(1)
    done = [action for action, why in acts(store) if why == WHY]
    assert done[::-1] == [
        *(Action.ACCOUNT_ADDED, Action.ROLE_CHANGED, Action.HIDDEN, Action.UNHIDDEN, Action.WITHDRAWN),
        *(Action.RESTORED, Action.ANNOUNCED, Action.ANNOUNCEMENT_WITHDRAWN),
    ]
    with store.read() as tx:
        (hidden,) = [act for act in tx.operator.acts(target="e1") if act.action is Action.HIDDEN]
        assert (hidden.at, hidden.actor) == (OPEN, account_named(tx, "olga").id)


@pytest.mark.parametrize("why", ["", "  \n", "x" * (LONGEST_WHY + 1)])
def test_an_act_without_a_reason_is_refused(store: Store, why: str) -> None:
    here = scene(store)
    with pytest.raises(OpenReproError, match="reason"), office(here, why) as act:
        act.announce("never")
    with store.read() as tx:
        assert tx.operator.announcements() == ()


def test_what_fails_leaves_nothing(store: Store) -> None:
    here = scene(store)
    with pytest.raises(OpenReproError, match="There is no entry"):
        _announce_and_hide(here, "nothing")
    assert acts(store) == []


def _announce_and_hide(here: Scene, entry: str) -> None:
    with office(here) as act:
        act.announce("never")
        act.hide(entry)


def test_a_token_is_shown_once_and_works_until_it_is_revoked(store: Store) -> None:
    here = scene(store)
    with office(here) as act:
        made = act.add_token(act.add_account("ada", Role.PARTICIPANT), [Scope.SUBMIT], name="my agent")
    with store.read() as tx:
        signed = tx.people.signed_in(made.text)
        assert signed is not None
        assert (signed.account.name, signed.token.name) == ("ada", "my agent")
    with office(here) as act:
        act.revoke_token(made.token.id)
    with store.read() as tx:
        assert tx.people.signed_in(made.text) is None
    with pytest.raises(OpenReproError, match="no token"), office(here) as act:
        act.revoke_token(made.token.id)


def test_who_may_not_operate_gets_no_token_for_it(store: Store) -> None:
    here = scene(store)
    with pytest.raises(OpenReproError, match="may not operate"), office(here) as act:
        act.add_token(act.add_account("ada", Role.PARTICIPANT), [Scope.OPERATE])
    with pytest.raises(OpenReproError, match="may not review"), office(here) as act:
        act.add_token(act.add_account("ada", Role.PARTICIPANT), [Scope.REVIEW])
    with office(here) as act:
        assert act.add_token(act.add_account("rita", Role.REVIEWER), [Scope.REVIEW]).token.scopes == (Scope.REVIEW,)
    with pytest.raises(OpenReproError, match="already"), office(here) as act:
        act.add_account("birch", Role.ADMIN)


def test_a_team_that_does_not_compete_is_a_guest_on_record(store: Store) -> None:
    here = scene(store)
    with office(here) as act:
        team = team_named(act.tx, act.add_account("ada", Role.PARTICIPANT).name)
        assert not act.set_competing(team, competing=False).competing
    with pytest.raises(OpenReproError, match="does not compete already"), office(here) as act:
        act.set_competing(team_named(act.tx, "ada"), competing=False)
    with office(here) as act:
        act.set_competing(team_named(act.tx, team.id), competing=True)
    with store.read() as tx:
        kinds = [act.act for act in tx.ledger.all_acts(tx.ledger.size())]
    assert kinds == [ActKind.GUEST, ActKind.COMPETING]


def test_a_takedown_leaves_hashes_and_no_bytes(store: Store) -> None:
    here = scene(store)
    here.upload("amber/demo-hedge", made="e1")
    with office(here) as act:
        taken = act.take_down("e1")
    assert forget(store.write, here.blobs, taken) > 3
    assert here.blobs.held == {}
    assert here.entry("e1").state is State.WITHDRAWN


def test_rules_change_by_versions_from_now_on(store: Store) -> None:
    here = scene(store)
    with store.write() as tx:
        first = RuleVersion(instant_of("2026-11-16T09:00:00Z"), EXAMPLE.rules)
        tx.rules.add(first, toml_of(EXAMPLE.rules), now=OPEN)
    changed = toml_of(EXAMPLE.rules).replace("daily_cap = 20", "daily_cap = 10").encode()
    soon = instant_of(OPEN) + timedelta(hours=1)
    for start, note, wrong in ((soon, " ", "note"), (soon - timedelta(days=1), "half the cap", "past")):
        with pytest.raises(OpenReproError, match=wrong), office(here) as act:
            act.add_rules(changed, start, note)
    with office(here) as act:
        assert len(act.add_rules(changed, soon, "half the cap").versions) == 2
    with pytest.raises(OpenReproError, match="nothing would change"), office(here) as act:
        act.add_rules(changed, soon + timedelta(hours=1), "the same again")


def test_a_user_of_the_machine_becomes_an_admin_once_and_others_do_not(store: Store) -> None:
    here = scene(store)
    with store.write() as tx:
        first, again = (local_operator(tx, "olga", here.now) for _ in range(2))
        assert first == again
        assert first.role is Role.ADMIN
        tx.people.add("ada", now=here.now)
        with pytest.raises(OpenReproError, match="may not operate"):
            local_operator(tx, "ada", here.now)
    assert [action for action, _ in acts(store)] == [Action.ACCOUNT_ADDED]


def test_names_that_several_accounts_have_are_not_guessed(store: Store) -> None:
    here = scene(store)
    with store.write() as tx:
        for provider in ("hub", "orcid"):
            tx.people.add("kim", provider=provider, now=here.now)
        with pytest.raises(OpenReproError, match="Several accounts"):
            account_named(tx, "kim")
        local = tx.people.add("kim", now=here.now)
        assert account_named(tx, "kim") == local
        with pytest.raises(OpenReproError, match="There is no account"):
            account_named(tx, "nobody")


def test_what_stands_still_is_stuck_and_what_waits_on_purpose_is_not(store: Store) -> None:
    here = scene(store)
    here.with_rules(daily_cap=1)
    here.upload("amber/demo-hedge", made="e1")
    here.work()
    here.upload("amber/demo-descent", made="e2")
    here.upload("birch/demo-descent", team="birch", made="e3")
    here.later(hours=1)
    here.upload("birch/demo-hedge", team="birch", made="e4")
    here.later(hours=1, seconds=1)
    assert here.entry("e2").reason == "daily-cap"
    with store.read() as tx:
        now = instant_of(here.now)
        assert [entry.id for entry in stuck_entries(tx, now)] == ["e3"]
        assert [entry.id for entry in stuck_entries(tx, now, after=timedelta(minutes=30))] == ["e3", "e4"]
        assert [entry.id for entry in stuck_entries(tx, now, after=timedelta(minutes=30), limit=1)] == ["e3"]
        tomorrow = now + timedelta(hours=25)
        assert {entry.id for entry in stuck_entries(tx, tomorrow)} == {"e2", "e3", "e4"}
