"""The editor of a claim's spec: checked as the command line checks, shown beforehand, saved as a new version."""

from collections.abc import Generator
from pathlib import Path

import pytest

from openrepro.claims.form import NAMES
from openrepro.people.accounts import Role, Scope
from openrepro.store import backlog
from tests.web.challenge import Served, founded, without_caps
from tests.web.signing import FREELY, Browser, browser, signed_in

PAPER = "demo-descent"
CLAIM = f"{PAPER}.c2"
PATH = f"/console/claims/{CLAIM}"


@pytest.fixture
def served(tmp_path: Path) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge", change=without_caps), FREELY)
    made.add("ada")
    made.add("rita", Role.ORGANISER, (Scope.READ,))
    made.add("olga", Role.ORGANISER)
    made.submit("ada", "dune/demo-descent")
    made.judge_all()
    yield made
    made.installation.close()


def typed(page: Browser, path: str = PATH) -> dict[str, str]:
    """What the form of a claim holds as it is opened."""
    told = page.get(f"{path}.json" if "?" not in path else path.replace("?", ".json?")).json()["data"]
    fields = {one["name"]: one["value"] for group in told["form"] for one in group["fields"]}
    return {**page.hidden(path), **fields, "why": "It was unclear."}


def saved(page: Browser, fields: dict[str, str], path: str = PATH, how: str = "save") -> str:
    """Look at what would change, then save; gives where one is led."""
    shown = page.send_form(path, {**fields, "do": "retire" if how == "save-retired" else "preview"})
    assert shown.status_code == 200, shown.text
    version = shown.text.split('name="previewed" value="')[1].split('"')[0]
    done = page.send_form(path, {**fields, "do": how, "previewed": version})
    assert done.status_code == 303, done.text
    return str(done.headers["location"])


def version_in_force(served: Served) -> str:
    with served.installation.store.read() as tx:
        return tx.papers.claims(PAPER).version  # type: ignore[union-attr]


def test_the_form_holds_the_whole_spec_and_sending_it_unchanged_changes_nothing(served: Served) -> None:
    olga = signed_in(served, "olga")
    fields = typed(olga)
    assert set(NAMES) <= set(fields)
    shown = olga.send_form(PATH, {**fields, "do": "preview"})
    assert "Nothing: the claims stay as they are." in shown.text


def test_only_organisers_edit(served: Served) -> None:
    assert browser(served).get(PATH).status_code == 401
    for name in ("ada", "rita"):
        assert signed_in(served, name).get(PATH).status_code == 403
        fields = signed_in(served, name).hidden("/console/mine")
        assert signed_in(served, name).send_form(PATH, {**fields, "do": "save"}).status_code == 403
    olga = signed_in(served, "olga")
    assert olga.send_form(PATH, {**typed(olga), "csrf": "0" * 32, "do": "preview"}).status_code == 403
    assert olga.get("/console/claims/no-such-paper.c1").status_code == 404


def test_the_check_is_that_of_the_command_line_and_stands_beside_the_fields(served: Served) -> None:
    olga = signed_in(served, "olga")
    answer = olga.send_form(
        PATH, {**typed(olga), "kind": "bound", "comparator": "=", "value": "12 apples", "do": "check"}
    )
    assert answer.status_code == 200
    assert "A bound needs" in answer.text
    assert 'id="fault-value"' in answer.text
    assert "write a plain decimal number" in answer.text
    refused = olga.send_form(PATH, {**typed(olga), "value": "12 apples", "do": "save", "previewed": "x"})
    assert refused.status_code == 422
    assert "It cannot be saved like this." in refused.text


def test_saving_makes_a_version_and_only_the_changed_claim_is_judged_again(served: Served) -> None:
    olga, before = signed_in(served, "olga"), version_in_force(served)
    fields = {**typed(olga), "falsified_by": "any other value at the same step"}
    shown = olga.send_form(PATH, {**fields, "do": "preview"}).text
    assert "Judged again: c2 (1 verdict)" in shown
    assert "1 judged entry is told." in shown
    assert version_in_force(served) == before
    assert saved(olga, fields) == f"/claims/{CLAIM}#versions"
    with served.installation.store.read() as tx:
        newest = tx.papers.claim_versions(PAPER)[-1]
        assert (newest.note, newest.effective) == ("It was unclear.", True)
        assert len(backlog.outdated(tx.connection, after=0, limit=9)) == 1
    assert "any other value at the same step" in browser(served).get(f"/claims/{CLAIM}").text


def test_what_was_not_shown_is_not_saved_nor_over_somebody_elses_change(served: Served) -> None:
    olga = signed_in(served, "olga")
    fields = {**typed(olga), "text": "It is put otherwise."}
    unseen = olga.send_form(PATH, {**fields, "do": "save", "previewed": "0" * 64})
    assert (unseen.status_code, "look at it once more" in unseen.text) == (422, True)
    saved(olga, {**typed(olga), "text": "Somebody was quicker."})
    late = olga.send_form(PATH, {**fields, "do": "save", "previewed": "0" * 64})
    assert (late.status_code, "changed meanwhile" in late.text) == (422, True)
    without_why = {**typed(olga), "text": "Again.", "why": ""}
    shown = olga.send_form(PATH, {**without_why, "do": "preview"}).text
    version = shown.split('name="previewed" value="')[1].split('"')[0]
    assert "needs a reason" in olga.send_form(PATH, {**without_why, "do": "save", "previewed": version}).text


def test_claims_are_retired_and_added_and_parts_edited_one_by_one(served: Served) -> None:
    olga = signed_in(served, "olga")
    saved(olga, typed(olga), how="save-retired")
    with served.installation.store.read() as tx:
        assert tx.papers.claim(CLAIM) is None
    new = f"/console/claims/{PAPER}.c40"
    fields = {**olga.hidden(new), "text": "It stops.", "kind": "existence", "why": "It was left out."}
    assert saved(olga, fields, new) == f"/claims/{PAPER}.c40#versions"
    for letter, text in (("a", "It stops early."), ("b", "It stops late.")):
        part = f"{new}?part={PAPER}.c40{letter}"
        saved(olga, {**olga.hidden(part), "text": text, "kind": "existence", "why": "Two things."}, new)
    with served.installation.store.read() as tx:
        claim = tx.papers.claims(PAPER).find(f"{PAPER}.c40")  # type: ignore[union-attr]
        assert [one.text for one in claim.conjuncts] == ["It stops early.", "It stops late."]  # type: ignore[union-attr]
    assert olga.get(f"{new}?part={PAPER}.c1a").status_code == 404


def test_what_is_usual_is_filled_in_where_nothing_was_said(served: Served) -> None:
    olga = signed_in(served, "olga")
    new = f"/console/claims/{PAPER}.c41"
    fields = {**olga.hidden(new), "text": "Accuracy is 91.2 %.", "kind": "value", "value": "91.2", "spread": "0.5"}
    shown = olga.send_form(new, {**fields, "comparator": "=", "family": "accuracy", "do": "fill"}).text
    assert 'name="absolute" type="text" value="1.0"' in shown
    assert 'value="91.2"' in shown
    assert "Filled in where nothing was given." in shown
    assert "seeds decide this" in shown


def test_a_dispute_is_answered_by_the_version_that_came_of_it(served: Served) -> None:
    ada, olga = signed_in(served, "ada"), signed_in(served, "olga")
    where = ada.fill(f"/claims/{CLAIM}/dispute", ground="ambiguous", why="Which step?").headers["location"]
    number = where.rpartition("/")[2]
    led = olga.fill(f"/console/disputes/{number}", decision="accept it, and change the claim", why="Right.")
    path = str(led.headers["location"])
    assert saved(olga, {**typed(olga, path), "text": "After the tenth step it is 0.1762."}) == where
    told = browser(served).get(f"{where}.json").json()["data"]
    assert (told["state"], told["new_version"]) == ("accepted", version_in_force(served))
