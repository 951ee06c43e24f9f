"""What participants have in the console: their own entries and tokens, and nothing of anybody else's."""

from collections.abc import Generator
from dataclasses import replace

import pytest

from openrepro import clock
from openrepro.clock import written
from openrepro.people.accounts import Scope
from openrepro.people.tokens import TOKEN_BYTES, token_text
from tests.web.challenge import Served, founded, without_caps
from tests.web.signing import FREELY, Browser, signed_in


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("mine") / "challenge", change=without_caps), FREELY)
    made.add("ada")
    made.add("bo")
    made.add("rob", scopes=(Scope.READ,))
    made.submit("bo", "elm/demo-batch")
    made.judge_all()
    yield made
    made.installation.close()


def entries(page: Browser) -> list[dict[str, object]]:
    found: list[dict[str, object]] = page.get("/console/mine.json").json()["data"]["entries"]
    return found


def test_one_sees_the_own_entries_with_what_comes_next(served: Served) -> None:
    served.judge_all()
    served.add("cy")
    made = served.submit("cy", "amber/demo-batch")["entry"]["id"]
    cy = signed_in(served, "cy")
    (waiting,) = entries(cy)
    assert (waiting["id"], waiting["state"], waiting["ahead"]) == (made, "queued", 0)
    served.judge_all()
    (judged,) = entries(cy)
    assert (judged["state"], judged["may_withdraw"]) == ("judged", True)
    assert "My entries" in cy.get("/console").text
    assert made not in signed_in(served, "bo").get("/console/mine").text


def test_hidden_entries_are_shown_to_their_team_only(served: Served) -> None:
    made = served.submit("ada", "dune/demo-descent")["entry"]["id"]
    with served.installation.store.write() as tx:
        held = tx.entries.get(made)
        assert held is not None
        tx.entries.save(replace(held, hidden=True))
    ada, bo = signed_in(served, "ada"), signed_in(served, "bo")
    mine = next(one for one in entries(ada) if one["id"] == made)
    assert mine["hidden"] is True
    assert "The organisers hid it" in ada.get("/console/mine").text
    assert ada.get(f"/entries/{made}").status_code == 200
    assert bo.get(f"/entries/{made}").status_code == 404
    assert bo.get(f"/console/mine/{made}/withdraw").status_code == 404


def test_one_withdraws_an_entry_of_the_own_team_after_being_asked(served: Served) -> None:
    served.add("dee")
    served.submit("dee", "dune/demo-batch")
    dee = signed_in(served, "dee")
    entry = str(entries(dee)[0]["id"])
    path = f"/console/mine/{entry}/withdraw"
    asked = dee.fill(path)
    assert "Are you sure? Nothing has been done yet." in asked.text
    assert entries(dee)[0]["state"] != "withdrawn"
    done = dee.fill(path, sure="yes", follow=True)
    assert f"The entry {entry} has left the challenge." in done.text
    assert entries(dee)[0]["state"] == "withdrawn"
    again = dee.fill(path, sure="yes")
    assert (again.status_code, "is withdrawn already" in again.text) == (422, True)


def test_nobody_withdraws_for_another_team(served: Served) -> None:
    bo, ada = signed_in(served, "bo"), signed_in(served, "ada")
    entry = str(entries(bo)[0]["id"])
    assert ada.get(f"/console/mine/{entry}/withdraw").status_code == 403
    sent = ada.send_form(f"/console/mine/{entry}/withdraw", ada.hidden("/console/mine") | {"sure": "yes"})
    assert sent.status_code == 403
    assert entries(bo)[0]["state"] == "judged"


def test_a_token_to_read_changes_nothing(served: Served) -> None:
    rob = signed_in(served, "rob")
    assert "You may only read here" in rob.get("/console/mine").text
    sent = rob.send_form("/console/mine/e_x/withdraw", rob.hidden("/console/mine") | {"sure": "yes"})
    assert (sent.status_code, "may only read" in sent.text) == (403, True)


def test_one_ends_the_own_tokens_and_no_others(served: Served) -> None:
    bo = signed_in(served, "bo")
    with served.installation.store.write() as tx:
        held = {name: tx.people.by_name(name) for name in ("ada", "bo")}
        made = tx.people.add_token(
            held["bo"].id,  # type: ignore[union-attr]
            token_text(bytes(TOKEN_BYTES)),
            (Scope.READ,),
            name="old laptop",
            now=written(clock.now()),
        )
        other = tx.people.tokens(held["ada"].id)[0].id  # type: ignore[union-attr]
    assert "old laptop" in bo.get("/console/tokens").text
    assert bo.get(f"/console/tokens/{other}/revoke").status_code == 404
    assert bo.send_form(f"/console/tokens/{other}/revoke", bo.hidden("/console/tokens")).status_code == 404
    done = bo.fill(f"/console/tokens/{made.id}/revoke", sure="yes")
    assert (done.status_code, done.headers["location"]) == (303, "/console/tokens")
    told = {one["id"]: one for one in bo.get("/console/tokens.json").json()["data"]["tokens"]}
    assert told[made.id]["revoked_at"]


def test_ending_the_token_one_is_signed_in_with_signs_out(served: Served) -> None:
    served.add("eve")
    eve = signed_in(served, "eve")
    token = eve.get("/console/tokens.json").json()["data"]["used"]
    done = eve.fill(f"/console/tokens/{token}/revoke", sure="yes")
    assert done.headers["location"] == "/sign-in"
    assert eve.get("/console").status_code == 401
