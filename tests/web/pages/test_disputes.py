"""Disputes on the site: anyone signed in raises them, organisers decide, and everybody reads what became of them."""

from collections.abc import Generator
from pathlib import Path

import pytest

from openrepro.people.accounts import Role, Scope
from openrepro.store import backlog
from tests.web.challenge import Served, founded, without_caps
from tests.web.signing import FREELY, Browser, browser, signed_in

CLAIM = "demo-descent.c2"
HOSTILE = "<script>alert(1)</script> \u202e{{ 7 * 7 }}"


@pytest.fixture
def served(tmp_path: Path) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge", change=without_caps), FREELY)
    made.add("ada")
    made.add("bo")
    made.add("rita", scopes=(Scope.READ,))
    made.add("olga", Role.ORGANISER)
    made.submit("ada", "dune/demo-descent")
    made.judge_all()
    yield made
    made.installation.close()


def raised(by: Browser, claim: str = CLAIM, **typed: str) -> str:
    """The path of a dispute that was raised on the site."""
    answer = by.fill(f"/claims/{claim}/dispute", **{"ground": "wrong number", "why": "It is another one.", **typed})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_anyone_signed_in_disputes_a_claim_and_everybody_reads_it(served: Served) -> None:
    bo = signed_in(served, "bo")
    where = raised(bo, quote="words that stand nowhere in this paper", page="3", version="v1")
    public = browser(served).get(where)
    assert public.status_code == 200
    assert "does not stand in the paper" in public.text
    assert "It is another one." in public.text
    assert "wrong number" in browser(served).get(f"/claims/{CLAIM}").text
    twin = browser(served).get(f"{where}.json").json()["data"]
    assert (twin["state"], twin["by_name"], twin["page"]) == ("open", "bo", 3)
    assert where in browser(served).get("/disputes").text
    assert "No dispute in this state" in browser(served).get("/disputes?state=rejected").text


def test_a_quote_that_stands_in_the_paper_is_found(served: Served) -> None:
    with served.installation.store.read() as tx:
        claim = tx.papers.claims("demo-descent").find(CLAIM)  # type: ignore[union-attr]
    where = raised(signed_in(served, "bo"), quote=claim.quote or "")  # type: ignore[union-attr]
    assert "stands in the paper" in browser(served).get(where).text


def test_who_may_not_is_told_so(served: Served) -> None:
    path = f"/claims/{CLAIM}/dispute"
    assert browser(served).get(path).status_code == 401
    assert signed_in(served, "rita").get(path).status_code == 403
    assert signed_in(served, "bo").get("/claims/demo-descent.c99/dispute").status_code == 404
    where = raised(signed_in(served, "bo"))
    number = where.rpartition("/")[2]
    for name, status in (("bo", 403), ("ada", 403)):
        assert signed_in(served, name).get(f"/console/disputes/{number}").status_code == status
        assert signed_in(served, name).get("/console/disputes").status_code == status
    assert signed_in(served, "ada").get(f"{where}/withdraw").status_code == 403
    assert browser(served).get("/disputes/9999").status_code == 404


def test_a_dispute_is_rejected_with_a_reason_for_everybody(served: Served) -> None:
    where = raised(signed_in(served, "bo"))
    olga, number = signed_in(served, "olga"), where.rpartition("/")[2]
    assert where.rpartition("/")[2] in olga.get("/console/disputes").text
    typed = {"decision": "reject it", "why": "The paper's table says so."}
    assert olga.fill(f"/console/disputes/{number}", **typed).headers["location"] == where
    shown = browser(served).get(where).text
    assert "The paper&#39;s table says so." in shown
    assert "Rejected" in shown
    again = olga.fill(f"/console/disputes/{number}", **typed)
    assert again.status_code == 422
    assert "rejected already" in again.text


def test_accepting_retires_the_claim_or_leads_to_the_editor(served: Served) -> None:
    bo, olga = signed_in(served, "bo"), signed_in(served, "olga")
    first, second = raised(bo), raised(bo, "demo-descent.c1")
    number = first.rpartition("/")[2]
    done = olga.fill(
        f"/console/disputes/{number}", decision="accept it, and retire the claim", why="The paper says no such thing."
    )
    assert done.headers["location"] == first
    assert browser(served).get(f"{first}.json").json()["data"]["new_version"]
    with served.installation.store.read() as tx:
        assert tx.papers.claim(CLAIM) is None
    led = olga.fill(
        f"/console/disputes/{second.rpartition('/')[2]}", decision="accept it, and change the claim", why="It is odd."
    ).headers["location"]
    assert led == f"/console/claims/demo-descent.c1?dispute={second.rpartition('/')[2]}"
    assert olga.get(led).status_code == 200
    assert "No new version of the claims has come of it yet" in browser(served).get(second).text


def test_who_raised_a_dispute_takes_it_back(served: Served) -> None:
    bo = signed_in(served, "bo")
    where = raised(bo)
    assert bo.fill(f"{where}/withdraw").headers["location"] == where
    assert "Withdrawn" in browser(served).get(where).text


def test_hostile_words_are_shown_and_never_obeyed(served: Served) -> None:
    where = raised(signed_in(served, "bo"), why=HOSTILE, quote=HOSTILE)
    for path in (where, "/disputes", f"/claims/{CLAIM}"):
        text = browser(served).get(path).text
        assert "<script>alert" not in text
        assert "\u202e" not in text
        assert "{{ 7 * 7 }}" in text


def test_too_many_and_too_much_are_refused_on_the_form(served: Served) -> None:
    bo = signed_in(served, "bo")
    for _ in range(10):
        raised(bo)
    answer = bo.fill(f"/claims/{CLAIM}/dispute", ground="wrong number", why="Once more.")
    assert answer.status_code == 422
    assert "10 disputes of yours are open" in answer.text
    ada = signed_in(served, "ada")
    assert ada.fill(f"/claims/{CLAIM}/dispute", ground="nonsense", why="x").status_code == 422
    assert ada.fill(f"/claims/{CLAIM}/dispute", ground="wrong number", why="x", page="seven").status_code == 422


def test_entries_on_a_disputed_claim_see_it(served: Served) -> None:
    where = raised(signed_in(served, "bo"))
    with served.installation.store.read() as tx:
        entry = tx.ledger.verdicts(limit=1)[0].entry
    assert where in browser(served).get(f"/entries/{entry}").text


def test_nothing_is_disputed_or_changed_once_the_record_is_frozen(served: Served) -> None:
    with served.installation.store.write() as tx:
        backlog.note_frozen(tx.connection, "2026-11-20T12:00:00Z")
    answer = signed_in(served, "bo").fill(f"/claims/{CLAIM}/dispute", ground="compound", why="Two things.")
    assert answer.status_code == 422
    assert "The challenge is frozen" in answer.text
    assert "Dispute this claim" not in browser(served).get(f"/claims/{CLAIM}").text
