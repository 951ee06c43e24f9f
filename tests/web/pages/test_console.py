"""The console: what operators see and do there, and that every act is told, kept and can be undone."""

from collections.abc import Generator

import pytest

from openrepro import clock
from openrepro.clock import written
from openrepro.people.accounts import Role, Scope
from openrepro.people.operators import Action
from openrepro.web.pages.console import FORMS
from openrepro.web.pages.console.log import TOLD
from openrepro.web.pages.kinds import KINDS
from tests.web.challenge import Served, founded, without_caps
from tests.web.signing import FREELY, Browser, browser, signed_in

PLAIN = tuple(kind.path for kind in KINDS if kind.name.startswith("console") and "{" not in kind.path)
ANYBODYS = ("/console", "/console/mine", "/console/tokens")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("console") / "challenge", change=without_caps), FREELY)
    made.add("ada")
    made.add("bo")
    made.add("olga", Role.ORGANISER)
    made.add("otto", Role.ADMIN)
    made.add("rita", Role.ORGANISER, (Scope.READ,))
    for book in ("amber/demo-batch", "dune/demo-descent"):
        made.submit("ada", book)
    made.judge_all()
    yield made
    made.installation.close()


@pytest.fixture
def otto(served: Served) -> Browser:
    return signed_in(served, "otto")


@pytest.fixture
def entry(served: Served) -> str:
    """A judged entry of ada's that is shown."""
    with served.installation.store.read() as tx:
        return tx.ledger.verdicts(limit=1)[0].entry


def acted(page: Browser, path: str, **typed: str) -> str:
    """The text of the page on which one ends after a form was filled in and confirmed."""
    answer = page.fill(path, follow=True, sure="yes", **typed)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_who_is_not_signed_in_is_told_to_and_who_is_no_operator_is_told_so(served: Served) -> None:
    ada, rita, nobody = signed_in(served, "ada"), signed_in(served, "rita"), browser(served)
    for path in PLAIN:
        assert nobody.get(path).status_code == 401, path
        assert ada.get(path).status_code == (200 if path in ANYBODYS else 403), path
        assert ada.get(f"{path}.json").status_code == (200 if path in ANYBODYS else 403), path
        assert rita.get(path).status_code == (200 if path in ANYBODYS else 403), path
    assert "the token that you signed in with may not operate" in rita.get("/console/log").text
    assert "Sign in" in nobody.get("/console").text


def test_forms_of_operators_act_for_no_one_else(served: Served, entry: str) -> None:
    ada = signed_in(served, "ada")
    fields = ada.hidden("/console/mine") | {"why": "x", "sure": "yes", "text": "x", "role": "admin"}
    with served.installation.store.read() as tx:
        before = len(tx.operator.acts(limit=500))
        held = {account: tx.people.by_name(account) for account in ("ada", "otto")}
        token = tx.people.tokens(held["otto"].id)[0].id  # type: ignore[union-attr]
    names = {"entry": entry, "account": held["ada"].id, "team": held["ada"].team, "token": token}  # type: ignore[union-attr]
    for form in FORMS:
        if "/mine/" in form.path or not form.path.startswith("/console"):
            continue
        path = form.path.format(**names, number="1", webhook="w", dispute="1")
        assert ada.send_form(path, fields).status_code in (403, 404), path
    with served.installation.store.read() as tx:
        assert len(tx.operator.acts(limit=500)) == before


def test_no_copy_of_the_site_holds_a_page_of_the_console(served: Served) -> None:
    private = [kind for kind in KINDS if kind.path.startswith(("/console", "/sign-in"))]
    assert len(private) > 20
    assert all(kind.private and not list(kind.addresses(None)) for kind in private)  # type: ignore[arg-type]


def test_the_overview_says_how_the_challenge_is(served: Served, otto: Browser) -> None:
    served.judge_all()  # and the board is up to date, whatever was done before
    data = otto.get("/console.json").json()["data"]
    assert data["queue"]["waiting"] == 0
    assert data["board"]["lag"] == 0
    assert data["attention"]["hidden"] == 0
    assert data["discovery"]["started_at"] == ""
    assert "nothing waits" in otto.get("/console").text


def test_an_entry_is_hidden_and_shown_again(served: Served, otto: Browser, entry: str) -> None:
    told = acted(otto, f"/console/entries/{entry}/hide", why="it is  spam")
    assert "An entry is hidden from lists and boards" in told
    assert "it is spam" in told
    assert f'href="/console/entries/{entry}/unhide">Show it again.' in told
    assert served.client.get(f"/entries/{entry}").status_code == 404
    assert otto.get("/console.json").json()["data"]["attention"]["hidden"] == 1
    assert entry in otto.get("/console/entries", params={"hidden": "yes"}).text
    acted(otto, f"/console/entries/{entry}/unhide", why="it was none")
    assert served.client.get(f"/entries/{entry}").status_code == 200
    log = otto.get("/console/log.json", params={"target": entry}).json()["data"]["acts"]
    assert [(act["action"], act["why"], act["actor_name"]) for act in log[:2]] == [
        ("unhidden", "it was none", "otto"),
        ("hidden", "it is spam", "otto"),
    ]


def test_what_cannot_be_done_is_told_and_keeps_what_was_typed(otto: Browser, entry: str) -> None:
    answer = otto.fill(f"/console/entries/{entry}/unhide", why='because "so" <b>')
    assert answer.status_code == 422
    assert f"The entry {entry} is not hidden." in answer.text
    assert "because &#34;so&#34; &lt;b&gt;" in answer.text
    empty = otto.fill(f"/console/entries/{entry}/hide", why="  ")
    assert (empty.status_code, "An act of an operator needs a reason." in empty.text) == (422, True)
    long = otto.fill(f"/console/entries/{entry}/hide", why="x" * 501)
    assert (long.status_code, "at most 500 are kept" in long.text) == (422, True)


def test_what_is_grave_is_asked_once_more_and_nothing_is_done_before(otto: Browser, entry: str) -> None:
    path = f"/console/entries/{entry}/withdraw"
    asked = otto.fill(path, why="on request")
    assert asked.status_code == 200
    assert "Are you sure? Nothing has been done yet." in asked.text
    assert '<input type="hidden" name="why" value="on request">' in asked.text
    assert otto.get(f"/console/entries/{entry}.json").json()["data"]["state"] == "judged"
    missing = otto.fill(path, why=" ")
    assert "Something is missing: Why." in missing.text
    assert "Are you sure" not in missing.text
    assert "An entry was taken out of the challenge" in acted(otto, path, why="on request")
    assert "An entry was brought back" in acted(otto, f"/console/entries/{entry}/restore", why="a mistake")


def test_an_entry_is_judged_again(served: Served, otto: Browser, entry: str) -> None:
    assert "waits to be judged again" in acted(otto, f"/console/entries/{entry}/requeue", why="a new worker")
    assert otto.get("/console.json").json()["data"]["queue"]["waiting"] == 1
    served.judge_all()


def test_files_are_removed_for_ever(served: Served, otto: Browser) -> None:
    made = served.submit("bo", "elm/demo-batch")["entry"]
    with served.installation.store.read() as tx:
        files = tx.entries.sole_blobs(made["id"], made["revision"])
    assert files
    told = acted(otto, f"/console/entries/{made['id']}/take-down", why="personal data")
    assert "It cannot be undone" in told
    assert not any(served.installation.blobs.has(name) for name in files)
    assert otto.get(f"/console/entries/{made['id']}.json").json()["data"]["state"] == "withdrawn"


def test_entries_are_found_by_id_state_and_reason(otto: Browser, entry: str) -> None:
    def found(**asked: str) -> list[str]:
        return [one["id"] for one in otto.get("/console/entries.json", params=asked).json()["data"]["entries"]]

    assert found(entry=entry) == [entry]
    assert found(entry="nothing") == []
    assert entry in found(state="judged")
    reason = otto.get(f"/console/entries/{entry}.json").json()["data"]["reason"]
    assert entry in found(state="judged", reason=reason)
    assert entry in found(reason=reason)
    assert entry not in found(reason="no-claims")
    assert found(state="late") == found(stuck="yes") == []
    assert otto.get("/console/entries", params={"state": "odd"}).status_code == 400
    assert "No entry is like that" in otto.get("/console/entries", params={"state": "late"}).text


def test_something_is_announced_and_taken_down(served: Served, otto: Browser) -> None:
    told = acted(otto, "/console/announcements/new", text="The <b>close</b> moves.", why="the outage")
    assert "An announcement is shown to everybody" in told
    assert "The &lt;b&gt;close&lt;/b&gt; moves." in otto.get("/console/announcements").text
    number = otto.get("/console/announcements.json").json()["data"]["announcements"][0]["id"]
    acted(otto, f"/console/announcements/{number}/withdraw", why="wrong day")
    assert "taken down" in otto.get("/console/announcements").text
    assert otto.get(f"/console/announcements/{number}/withdraw").status_code == 404
    over = otto.fill("/console/announcements/new", text="x" * 1_001, why="y")
    assert (over.status_code, "1 to 1,000 characters" in over.text) == (422, True)


def test_only_admins_change_roles_and_nobody_the_own(served: Served, otto: Browser) -> None:
    olga = signed_in(served, "olga")
    ids = {one["name"]: one["id"] for one in otto.get("/console/accounts.json").json()["data"]["accounts"]}
    refused = olga.get(f"/console/accounts/{ids['bo']}/role")
    assert (refused.status_code, "Only admins change roles." in refused.text) == (403, True)
    assert olga.fill("/console/announcements/new", text="x", why="y").status_code == 303
    hidden = olga.hidden("/console/announcements/new")
    sent = olga.send_form(f"/console/accounts/{ids['olga']}/role", hidden | {"role": "admin", "why": "me"})
    assert sent.status_code == 403
    own = otto.get(f"/console/accounts/{ids['otto']}/role")
    assert "Nobody changes their own role" in own.text
    acted(otto, f"/console/accounts/{ids['bo']}/role", role="reviewer", why="helps out")
    assert otto.get(f"/console/accounts/{ids['bo']}.json").json()["data"]["role"] == "reviewer"
    odd = otto.fill(f"/console/accounts/{ids['bo']}/role", role="king", why="x")
    assert (odd.status_code, "There is no such role" in odd.text) == (422, True)


def test_tokens_of_operators_are_ended_by_admins_only(served: Served, otto: Browser) -> None:
    served.add("ines", Role.ORGANISER)
    served.add("paul")
    ids = {one["name"]: one["id"] for one in otto.get("/console/accounts.json").json()["data"]["accounts"]}
    tokens = {
        name: otto.get(f"/console/accounts/{ids[name]}.json").json()["data"]["tokens"][0]["id"]
        for name in ("ines", "paul")
    }
    olga, paul = signed_in(served, "olga"), signed_in(served, "paul")
    assert olga.get(f"/console/tokens/{tokens['ines']}/revoke").status_code == 403
    assert "Whatever uses it is refused" in olga.get(f"/console/tokens/{tokens['paul']}/revoke").text
    acted(olga, f"/console/tokens/{tokens['paul']}/revoke", why="lost laptop")
    assert paul.get("/console").status_code == 401
    acted(otto, f"/console/tokens/{tokens['ines']}/revoke", why="left")
    assert otto.get(f"/console/tokens/{tokens['ines']}/revoke").status_code == 409


def test_a_team_is_shown_without_a_rank(served: Served, otto: Browser) -> None:
    team = served.teams["olga"]
    assert "A team is shown without a rank" in acted(otto, f"/console/teams/{team}/competing", why="an organiser")
    assert "A team competes" in acted(otto, f"/console/teams/{team}/competing", why="a mistake")


def test_rules_that_do_not_hold_yet_are_taken_back(served: Served, otto: Browser) -> None:
    assert "holds now" in otto.get("/console/rules").text
    assert otto.get("/console/rules/1/withdraw").status_code == 404
    assert otto.get("/console/rules/7/withdraw").status_code == 404


def test_a_webhook_is_called_again(served: Served, otto: Browser) -> None:
    made = served.as_("ada").post("/api/v1/webhooks", json={"url": "http://93.184.216.34/hook"})
    hook = made.json()["data"]["id"]
    with served.installation.store.write() as tx:
        tx.webhooks.switch_off(hook, "It failed for long.", written(clock.now()))
    page = otto.get("/console/webhooks").text
    assert "It failed for long." in page
    assert made.json()["data"]["secret"] not in page
    assert "A webhook is called again" in acted(otto, f"/console/webhooks/{hook}/activate", why="mended")
    assert "Switched off" not in otto.get("/console/webhooks").text


def test_the_doctor_looks_at_every_part(otto: Browser) -> None:
    otto.get("/console/checks")
    for _ in range(20):
        found = otto.get("/console/checks.json").json()["data"]["findings"]
        if found:
            break
    assert {"database", "archive", "disk"} <= {one["part"] for one in found}


def test_the_log_goes_on_page_by_page(served: Served, otto: Browser) -> None:
    now = written(clock.now())
    with served.installation.store.write() as tx:
        for number in range(60):
            tx.operator.record(Action.HIDDEN, "e_many", actor="a_x", why=f"reason {number}", now=now)
    first = otto.get("/console/log.json", params={"target": "e_many"}).json()
    second = otto.get(first["next"].replace("/console/log?", "/console/log.json?")).json()
    assert (len(first["data"]["acts"]), len(second["data"]["acts"]), second["next"]) == (50, 10, None)


@pytest.mark.parametrize("name", ["0", "999999", "x", "-1", "9" * 40, "१"])
def test_an_act_that_is_not_there(otto: Browser, name: str) -> None:
    assert otto.get(f"/console/acts/{name}").status_code == 404


def test_every_action_has_words() -> None:
    assert set(TOLD) == set(Action)
