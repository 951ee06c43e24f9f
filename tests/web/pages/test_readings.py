"""Readings by persons: who may, what is hidden until one has read, drafts, and what comes of a form."""

import json
from collections.abc import Generator, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from openrepro import clock
from openrepro.clock import written
from openrepro.judging.label import Label
from openrepro.judging.looks import Why
from openrepro.people.accounts import Role, Scope
from openrepro.server.boards import MAIN, refresh_view
from openrepro.server.reading import DRAFTS_KEPT
from openrepro.store.looks import Look
from openrepro.store.record_rows import VerdictRow
from tests.web.challenge import Here, Served, founded, without_caps
from tests.web.signing import FREELY, Browser, browser, signed_in

BOOK = "dune/demo-descent"


@pytest.fixture
def served(tmp_path_factory: pytest.TempPathFactory, shared_app: list[Served]) -> Generator[Served]:
    """A challenge with a judged logbook; the verdicts on its first two claims ask for a person."""
    made = Served(
        founded(tmp_path_factory.mktemp("readings") / "challenge", change=without_caps),
        FREELY,
        app=shared_app[0].app if shared_app else None,  # type: ignore[arg-type]
    )
    shared_app.append(made)
    made.app.state.desk = replace(made.app.state.desk, bench=Here())
    for name in ("ada", "bo"):
        made.add(name)
    for name, role in (("rita", Role.REVIEWER), ("ron", Role.REVIEWER), ("olga", Role.ORGANISER)):
        made.add(name, role)
    made.submit("ada", BOOK)
    made.judge_all()
    yield made
    made.installation.close()


@pytest.fixture(scope="module")
def shared_app() -> list[Served]:
    return []


def verdict_on(served: Served, number: int = 1) -> VerdictRow:
    with served.installation.store.read() as tx:
        rows = tx.ledger.verdicts(team=served.teams["ada"], current=True, limit=50)
    return next(row for row in rows if row.claim.endswith(f".c{number}"))


def want(served: Served, number: int = 1) -> Look:
    """A look at the verdict on claim `number` of ada's logbook."""
    row = verdict_on(served, number)
    with served.installation.store.write() as tx:
        held = next(one for one in tx.ledger.current(row.entry) if one.id == row.id)
        tx.looks.want([(held, (Why.ASKED,))], now=written(clock.now()))
        return tx.looks.open_at([row.id])[row.id]


def taken(served: Served, name: str, look: Look) -> Browser:
    page = signed_in(served, name)
    answer = page.send_form(f"/readings/{look.id}/take", page.hidden(f"/readings/{look.id}/take"))
    assert (answer.status_code, answer.headers.get("location")) == (303, f"/readings/{look.id}"), answer.text
    return page


def first_output(page: Browser, look: Look) -> str:
    """A line of the first output that is shown."""
    data = page.get(f"/readings/{look.id}.json").json()["data"]
    text: str = data["evidence"][0]["blocks"][0]["text"]
    return next(line for line in text.splitlines() if len(line) > 20)[:200]


def answers(page: Browser, look: Look, **more: str) -> dict[str, str]:
    """A whole form, as it is sent: every question answered, one passage."""
    path = f"/readings/{look.id}"
    data = page.get(f"{path}.json").json()["data"]
    asked = [one for part in data["form"] for group in part["groups"] for one in group["fields"]]
    typed = {one["name"]: "no" for one in asked if one["kind"] == "radio" and "substitution" not in one["name"]}
    typed |= {name: "unknown" for name in typed if "premise" in name}
    prefixes = {name.removesuffix("addressed") for name in typed if name.endswith("addressed")}
    for prefix in prefixes:
        typed |= {f"{prefix}addressed": "yes", f"{prefix}method": "experiment", f"{prefix}supports": "yes"}
        typed |= {f"{prefix}quote-1": first_output(page, look)}
    return page.hidden(path) | typed | {"do": "submit"} | more


def test_who_is_no_reviewer_sees_no_reading_and_sends_none(served: Served) -> None:
    look = want(served)
    for name, scopes, role in (("sam", (Scope.READ, Scope.SUBMIT), Role.REVIEWER), ("ola", (Scope.READ,), Role.ADMIN)):
        served.add(name, role, scopes)
    paths = ("/readings", f"/readings/{look.id}", f"/readings/{look.id}/take", f"/readings/{look.id}/conflict")
    for path in paths:
        assert browser(served).get(path).status_code == 401, path
        for name in ("ada", "sam", "ola"):
            assert signed_in(served, name).get(path).status_code == 403, (path, name)
            assert signed_in(served, name).get(f"{path}.json").status_code == 403, (path, name)
        for name in ("rita", "olga"):
            assert signed_in(served, name).get(path).status_code == 200, (path, name)
    for path in (*paths[1:], f"/readings/{look.id}/draft"):
        sent = {"addressed": "no", "do": "submit", "csrf": "x"}
        assert browser(served).send_form(path, sent).status_code == 401, path
        ada = signed_in(served, "ada")
        assert ada.send_form(path, ada.hidden("/console/mine") | sent).status_code == 403, path
        rita = signed_in(served, "rita")
        assert rita.send_form(path, sent).status_code == 403, path
    assert "sign in with one that may" in signed_in(served, "sam").get("/readings").text
    assert "/readings" in signed_in(served, "rita").get("/console/mine").text
    assert "/readings" not in signed_in(served, "ada").get("/console/mine").text


def test_what_waits_is_listed_oldest_first_and_an_own_teams_entry_to_nobody_of_it(served: Served) -> None:
    first, second = want(served, 1), want(served, 2)
    rita = signed_in(served, "rita")
    data = rita.get("/readings.json").json()["data"]
    assert [(one["id"], one["place"], one["hours"], one["draft"]) for one in data["readings"]] == [
        (first.id, 1, 0, False),
        (second.id, 2, 0, False),
    ]
    whys = [one["why"] for one in data["readings"]]
    assert whys == [["the rules ask for a second look"], ["the rules ask for a second look"]]
    with served.installation.store.write() as tx:
        ada = tx.people.by_name("ada")
        assert ada is not None
        tx.people.set_role(ada.id, Role.REVIEWER)
    own = signed_in(served, "ada")
    assert own.get("/readings.json").json()["data"]["readings"] == []
    assert "an entry of your own team" in own.get(f"/readings/{first.id}").text
    assert own.get(f"/readings/{first.id}").status_code == 403


def test_one_person_reads_at_a_time_and_a_conflict_is_for_good(served: Served) -> None:
    look, other = want(served, 1), want(served, 2)
    with served.installation.store.write() as tx:
        tx.looks.supersede([other.verdict], now=written(clock.now()))
    rita, ron = taken(served, "rita", look), signed_in(served, "ron")
    assert ron.get("/readings.json").json()["data"]["readings"] == []
    assert "Somebody else has taken it" in ron.get(f"/readings/{look.id}").text
    assert ron.send_form(f"/readings/{look.id}/take", ron.hidden("/console/mine")).status_code == 403
    rita.fill(f"/readings/{look.id}/conflict")
    assert rita.get("/readings.json").json()["data"]["readings"] == []
    assert rita.get(f"/readings/{look.id}").status_code == 403
    ron = taken(served, "ron", look)
    ron.fill(f"/readings/{look.id}/back")
    assert len(signed_in(served, "olga").get("/readings.json").json()["data"]["readings"]) == 1


def strings(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield from (name, *strings(one))
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, str):
        yield value


def test_nothing_of_the_machines_ruling_is_on_the_page_before_one_has_read(served: Served) -> None:
    look = want(served)
    row = verdict_on(served)
    page = taken(served, "rita", look)
    with served.installation.store.read() as tx:
        record = tx.ledger.leaf_of(row.id)
        entry = tx.entries.get(row.entry)
    assert record is not None
    assert entry is not None
    ruling = json.loads(record.body)["ruling"]
    secrets = [row.id, row.entry, row.team, entry.title, *(reason["text"] for reason in ruling["reasons"])]
    for path in (f"/readings/{look.id}", f"/readings/{look.id}.json", "/readings", "/readings.json"):
        answer = page.get(path)
        assert answer.headers["cache-control"] == "private, no-store", path
        assert not [secret for secret in secrets if secret and secret in answer.text], path
        assert 'class="chip' not in answer.text, path
    data = page.get(f"/readings/{look.id}.json").json()["data"]
    told = [one for part in (data["claim"], data["evidence"]) for one in strings(part) if one == row.label]
    assert told == []
    assert all(field["value"] == "" for part in data["form"] for group in part["groups"] for field in group["fields"])
    sorts = [sort["sort"] for sort in data["evidence"]]
    assert sorts == ["output", "file", "code", "prose"]
    text = page.get(f"/readings/{look.id}").text
    assert text.index('id="claim"') < text.index('id="evidence"') < text.index('id="prose"') < text.index('id="form"')
    assert '<details class="reading-apart" id="prose">' in text


def test_a_reading_is_ruled_recorded_and_shown_beside_the_machines(served: Served) -> None:
    look, before = want(served), verdict_on(served)
    page = taken(served, "rita", look)
    answer = page.send_form(f"/readings/{look.id}", answers(page, look))
    assert answer.status_code == 303, answer.text
    with served.installation.store.read() as tx:
        rita = tx.people.by_name("rita")
        assert rita is not None
        new = next(one for one in tx.ledger.current(before.entry) if one.claim == before.claim)
        entry = tx.entries.get(before.entry)
        held = tx.looks.get(look.id)
        assert tx.looks.open_at([before.id]) == {}
    assert entry is not None
    assert held is not None
    assert (new.reader, new.judge.model, new.supersedes) == ("person", rita.id, before.id)
    assert (held.done_by, held.outcome) == (rita.id, new.id)
    assert "rita" not in new.leaf.decode()
    assert "A person read c1" in entry.sentence
    data = page.get(f"/readings/{look.id}.json").json()["data"]
    assert (data["mine"]["id"], data["machine"]["id"], data["machine"]["label"]) == (new.id, before.id, before.label)
    shown = page.get(f"/readings/{look.id}").text
    assert "Where the two differ" in shown
    assert before.id in shown
    assert served.client.get(f"/verdicts/{new.id}").status_code == 200
    assert signed_in(served, "ron").get(f"/readings/{look.id}").status_code == 403
    assert "Somebody else has read it" in signed_in(served, "ron").get(f"/readings/{look.id}").text


def test_a_reading_is_not_submitted_twice(served: Served) -> None:
    look = want(served)
    page = taken(served, "rita", look)
    form = answers(page, look)
    assert page.send_form(f"/readings/{look.id}", form).status_code == 303
    again = page.send_form(f"/readings/{look.id}", form)
    assert again.status_code == 409
    assert "submitted this reading already" in again.text
    with served.installation.store.read() as tx:
        assert sum(row.reader == "person" for row in tx.ledger.verdicts(limit=100)) == 1


def test_faults_stand_beside_their_fields_and_the_draft_is_kept(served: Served) -> None:
    look = want(served)
    page = taken(served, "rita", look)
    form = answers(page, look)
    quote = next(name for name in form if name.endswith("quote-1"))
    bad = page.send_form(f"/readings/{look.id}", form | {quote: "<b>no such words</b>"})
    assert bad.status_code == 422
    assert f'href="#at-{quote}"' in bad.text
    assert f'id="fault-{quote}"' in bad.text
    assert "&lt;b&gt;no such words&lt;/b&gt;" in bad.text
    with served.installation.store.read() as tx:
        rita = tx.people.by_name("rita")
        assert rita is not None
        draft = tx.drafts.get(look.id, rita.id)
        assert draft is not None
        assert draft.fields[quote] == "<b>no such words</b>"
        assert not {"csrf", "once", "do", "stamp"} & set(draft.fields)
    assert "&lt;b&gt;no such words&lt;/b&gt;" in page.get(f"/readings/{look.id}").text
    assert page.send_form(f"/readings/{look.id}", form).status_code == 303
    with served.installation.store.read() as tx:
        assert tx.drafts.get(look.id, rita.id) is None


def test_a_draft_is_kept_by_button_and_by_script_and_swept_after_a_month(served: Served) -> None:
    look = want(served)
    page = taken(served, "rita", look)
    path, form = f"/readings/{look.id}", answers(page, look)
    kept = page.send_form(path, form | {"do": "keep"}, follow=True)
    assert "Your draft is kept" in kept.text
    assert [one["draft"] for one in page.get("/readings.json").json()["data"]["readings"]] == [True, False]
    quiet = page.send_form(f"{path}/draft", form | {"unheard-of": "x"})
    assert (quiet.status_code, quiet.content) == (204, b"")
    assert page.send_form(f"{path}/draft", form | {"csrf": "other"}).status_code == 403
    much = {name: "x" * 4_000 for name in form if name.endswith(("quote-1", "quote-2", "quote-3"))}
    assert page.send_form(f"{path}/draft", form | much).status_code == 204
    assert page.send_form(f"{path}/draft", form | {"value": "x" * 4_001}).status_code == 413
    with served.installation.store.write() as tx:
        assert not tx.drafts.any_older(written(clock.now() - DRAFTS_KEPT))
        later = written(clock.now() + timedelta(days=1))
        assert tx.drafts.any_older(later)
        assert (tx.drafts.sweep(later), tx.drafts.any_older(later)) == (1, False)


def test_what_changed_meanwhile_is_refused_in_words_and_the_draft_kept(served: Served) -> None:
    look = want(served)
    page = taken(served, "rita", look)
    form = answers(page, look)
    other = page.send_form(f"/readings/{look.id}", form | {"stamp": "another"})
    assert other.status_code == 422
    assert "It changed since this page was opened" in other.text
    row = verdict_on(served)
    with served.installation.store.write() as tx:
        held = next(one for one in tx.ledger.current(row.entry) if one.id == row.id)
        tx.ledger.append([replace(held, supersedes=held.id, time="2031-01-01T00:00:00Z")])
        tx.looks.supersede([held.id], now=written(clock.now()))
    gone = page.send_form(f"/readings/{look.id}", form)
    assert gone.status_code == 403
    assert "A newer verdict took the place of this one" in gone.text
    with served.installation.store.read() as tx:
        rita = tx.people.by_name("rita")
        assert rita is not None
        assert tx.drafts.get(look.id, rita.id) is not None
        assert not any(one.reader == "person" for one in tx.ledger.verdicts(limit=100))


def test_a_lease_that_is_over_records_nothing(served: Served) -> None:
    look = want(served)
    page = taken(served, "rita", look)
    form = answers(page, look)
    past = written(clock.now() - timedelta(hours=3))
    with served.installation.store.write() as tx:
        rita = tx.people.by_name("rita")
        assert rita is not None
        tx.looks.take(look.id, rita.id, now=past, until=past)
    answer = page.send_form(f"/readings/{look.id}", form)
    assert answer.status_code == 422
    assert "two hours" in answer.text
    assert "Take it to see the evidence" in page.get(f"/readings/{look.id}").text


def test_an_unknown_reading_is_not_there(served: Served) -> None:
    page = signed_in(served, "rita")
    for name in ("999", "x", "-1", "9" * 30, "٣"):
        assert page.get(f"/readings/{name}").status_code == 404, name
        assert page.get(f"/readings/{name}/take").status_code == 404, name


def test_what_is_open_for_another_look_says_so_to_everybody(served: Served) -> None:
    look = want(served)
    for path in (f"/verdicts/{look.verdict}", f"/entries/{look.entry}", f"/claims/{look.claim}"):
        assert "pen for another look" in served.client.get(path).text, path
    row = verdict_on(served, 3)
    assert "pen for another look" not in served.client.get(f"/verdicts/{row.id}").text
    told = served.client.get(f"/entries/{look.entry}.json").json()["data"]["looks"]
    assert look.verdict in [one["verdict"] for one in told]


def test_a_confirmed_falsification_opens_a_verified_verdict_of_another_team_for_a_look(served: Served) -> None:
    falsified = verdict_on(served)
    assert falsified.label == "falsified"
    with served.installation.store.write() as tx:
        held = next(one for one in tx.ledger.current(falsified.entry) if one.id == falsified.id)
        bo = tx.people.by_name("bo")
        entry = tx.entries.get(falsified.entry)
        assert bo is not None
        assert entry is not None
        tx.entries.add(replace(entry, id="e-bo", team=bo.team, account=bo.id, origin="upload:e-bo"))
        verified = replace(
            held, entry="e-bo", team=bo.team, ruling=replace(held.ruling, label=Label.VERIFIED, provisional=False)
        )
        tx.ledger.append([verified])
    refresh_view(served.installation.store, MAIN, clock.now())
    assert served.client.get(f"/verdicts/{verified.id}.json").json()["data"]["look"] is None
    look = want(served)
    page = taken(served, "rita", look)
    form = answers(page, look) | {"method": "counterexample", "supports": "no"}
    premises = [name for name in form if name.startswith("premise-")]
    form |= dict.fromkeys(premises, "yes") | {f"{name}-quote": form["quote-1"] for name in premises}
    assert page.send_form(f"/readings/{look.id}", form).status_code == 303
    with served.installation.store.read() as tx:
        now = next(one for one in tx.ledger.current(falsified.entry) if one.claim == falsified.claim)
    assert (now.label, now.provisional) == (Label.FALSIFIED, False)
    refresh_view(served.installation.store, MAIN, clock.now())
    told = served.client.get(f"/verdicts/{verified.id}.json").json()["data"]["look"]
    assert told["why"] == ["verified, and a confirmed falsification stands against it"]
    assert "open for another look" in served.client.get(f"/claims/{look.claim}").text
