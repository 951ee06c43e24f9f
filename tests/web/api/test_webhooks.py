"""Webhooks are made for public addresses, hear of their team's entries, and belong to one account."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from openrepro import clock
from openrepro.notify.client import WebhookClient
from openrepro.notify.delivery import deliver_due
from openrepro.notify.guard import Guard
from openrepro.notify.signature import verify
from openrepro.people.accounts import Role
from tests.notify.receiver import receiver
from tests.web.api.test_every_route import assert_failure
from tests.web.challenge import UNLIMITED, Served

HOOKS = "/api/v1/webhooks"
HERE = replace(UNLIMITED, webhooks_to_loopback=True)


def local(served: Served) -> Served:
    """The same challenge, whose webhooks may call this machine."""
    return Served(served.installation, HERE, served.tokens, served.teams)


def make(served: Served, name: str, url: str, **more: Any) -> dict[str, Any]:
    answer = served.as_(name).post(HOOKS, json={"url": url, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()["data"]
    return found


def deliver(served: Served, after: timedelta = timedelta()) -> int:
    client = WebhookClient(Guard(loopback=True))
    return deliver_due(served.installation.store, clock.now() + after, client, site="https://board.example")


def test_a_team_hears_of_its_entry_from_submission_to_verdict(served: Served) -> None:
    served = local(served)
    with receiver() as there:
        hook = make(served, "ada", there.url)
        entry = served.submit("ada", "amber/demo-batch")["entry"]["id"]
        served.submit("eve", "dune/demo-hedge")
        served.judge_all()
        assert deliver(served) > 3
    documents = [json.loads(body) for _, body in there.got]
    assert {document["data"]["entry"] for document in documents} == {entry}
    types = [document["type"] for document in documents]
    assert types[0] == "entry.discovered"
    assert types[-1] == "entry.judged"
    assert documents[-1]["data"]["sentence"].startswith("Judged: ")
    assert documents[-1]["data"]["url"] == f"https://board.example/api/v1/entries/{entry}"
    now = int(clock.now().timestamp())
    assert all(verify(hook["secret"], headers, body, now) for headers, body in there.got)
    log = served.as_("ada").get(f"{HOOKS}/{hook['id']}/deliveries").json()["data"]
    assert [one["event"] for one in reversed(log)] == types
    assert {(one["progress"], one["status"]) for one in log} == {("delivered", 204)}


def test_the_secret_is_shown_once(served: Served) -> None:
    hook = make(served, "ada", "https://93.184.216.34/")
    assert hook["secret"].startswith("whsec_")
    assert "secret" not in served.as_("ada").get(HOOKS).json()["data"][0]
    assert "secret" not in served.as_("ada").get(f"{HOOKS}/{hook['id']}").text


def test_a_webhook_is_tried_out_and_sent_to_again(served: Served) -> None:
    served = local(served)
    with receiver(500) as there:
        hook = make(served, "ada", there.url, events=["entry.judged"])["id"]
        ping = served.as_("ada").post(f"{HOOKS}/{hook}/ping")
        assert (ping.status_code, ping.json()["data"]["progress"]) == (202, "waiting")
        assert deliver(served) == 1
        (failed,) = served.as_("ada").get(f"{HOOKS}/{hook}/deliveries").json()["data"]
        assert (failed["status"], failed["attempts"], failed["sentence"]) == (500, 1, "Answered 500.")
        assert served.as_("ada").get(f"{HOOKS}/{hook}").json()["data"]["failing_since"]
        again = served.as_("ada").post(f"{HOOKS}/{hook}/deliveries/{failed['id']}/redeliver")
        assert (again.status_code, again.json()["data"]["attempts"]) == (202, 0)
        assert deliver(served, timedelta(minutes=2)) == 1
    assert len({headers["webhook-id"] for headers, _ in there.got}) == 1
    assert json.loads(there.got[0][1])["type"] == "ping"


def test_one_that_was_switched_off_says_why_until_it_is_switched_on(served: Served) -> None:
    served = local(served)
    client = served.as_("ada")
    with receiver(410) as there:
        hook = make(served, "ada", there.url)["id"]
        client.post(f"{HOOKS}/{hook}/ping")
        deliver(served)
    shown = client.get(f"{HOOKS}/{hook}").json()["data"]
    assert (shown["active"], "410" in shown["sentence"]) == (False, True)
    assert_failure(client.post(f"{HOOKS}/{hook}/ping"), 409, "conflict")
    assert client.post(f"{HOOKS}/{hook}/activate").json()["data"]["active"]
    assert client.post(f"{HOOKS}/{hook}/ping").status_code == 202


def test_only_operators_hear_of_everybody(served: Served) -> None:
    served = local(served)
    refused = served.as_("ada").post(HOOKS, json={"url": "https://93.184.216.34/", "reach": "all"})
    assert_failure(refused, 403, "forbidden")
    with receiver() as there:
        make(served, "otto", there.url, reach="all", events=["entry.queued"])
        served.submit("ada", "amber/demo-batch")
        served.submit("eve", "dune/demo-hedge")
        assert deliver(served) == 2


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://localhost:8000/",
        "http://[::1]/",
        "http://169.254.169.254/latest/meta-data",
        "http://2130706433/",
        "http://0x7f.1/",
        "https://10.0.0.1/",
        "ftp://93.184.216.34/",
        "https://93.184.216.34:22/",
        "https://user:pass@93.184.216.34/",
        "nonsense",
        "",
    ],
)
def test_addresses_that_are_not_public_are_refused(served: Served, url: str) -> None:
    answer = served.as_("ada").post(HOOKS, json={"url": url})
    assert_failure(answer, 422, "bad-value")
    assert answer.json()["error"]["where"] == "body.url"
    assert served.as_("ada").get(HOOKS).json()["data"] == []


@pytest.mark.parametrize(
    "wish",
    [
        {"events": []},
        {"events": ["entry.eaten"]},
        {"events": "entry.*"},
        {"events": ["entry.*"] * 51},
        {"reach": "galaxy"},
        {"secret": "mine"},
        {"url": None},
        {"url": "https://93.184.216.34/" + "x" * 2000},
    ],
)
def test_wishes_that_are_not_as_they_should_be_are_refused(served: Served, wish: dict[str, Any]) -> None:
    answer = served.as_("ada").post(HOOKS, json={"url": "https://93.184.216.34/", **wish})
    assert_failure(answer, 422, "bad-value")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b'{"url": 1}', b"[" * 100_000])
def test_bodies_that_are_no_wish_are_refused(served: Served, body: bytes) -> None:
    answer = served.as_("ada").post(HOOKS, content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]["text"]


def test_a_webhook_is_its_owners_only(served: Served) -> None:
    hook = make(served, "ada", "https://93.184.216.34/")["id"]
    delivery = served.as_("ada").post(f"{HOOKS}/{hook}/ping").json()["data"]["id"]
    mine = make(served, "eve", "https://93.184.216.34/")["id"]
    for name in ("eve", "otto"):
        client = served.as_(name)
        assert_failure(client.get(f"{HOOKS}/{hook}"), 404, "not-found")
        assert_failure(client.get(f"{HOOKS}/{hook}/deliveries"), 404, "not-found")
        assert_failure(client.post(f"{HOOKS}/{hook}/ping"), 404, "not-found")
        assert_failure(client.delete(f"{HOOKS}/{hook}"), 404, "not-found")
    assert_failure(served.as_("eve").post(f"{HOOKS}/{mine}/deliveries/{delivery}/redeliver"), 404, "not-found")
    assert served.as_("ada").delete(f"{HOOKS}/{hook}").json()["data"] == {"removed": hook}
    assert_failure(served.as_("ada").get(f"{HOOKS}/{hook}"), 404, "not-found")


def test_an_account_has_so_many_webhooks(served: Served) -> None:
    few = Served(served.installation, replace(UNLIMITED, webhooks_each=2), served.tokens)
    for _ in range(2):
        make(few, "ada", "https://93.184.216.34/")
    assert_failure(few.as_("ada").post(HOOKS, json={"url": "https://93.184.216.34/"}), 409, "conflict")
    make(few, "eve", "https://93.184.216.34/")


def test_an_operator_switches_a_webhook_on_again(served: Served) -> None:
    hook = make(served, "ada", "https://93.184.216.34/")["id"]
    with served.installation.store.write() as tx:
        tx.webhooks.switch_off(hook, "It failed for long.", clock.written(clock.now()))
    answer = served.as_("otto").post(f"/api/v1/operator/webhooks/{hook}/activate", json={"why": "It was our fault."})
    assert answer.json()["data"]["active"]


def test_one_that_heard_of_all_says_why_it_is_silent_once_its_owner_is_no_operator(served: Served) -> None:
    served = local(served)
    client = served.as_("otto")
    hook = make(served, "otto", "https://93.184.216.34/", reach="all")["id"]
    own = make(served, "otto", "https://93.184.216.34/own")["id"]
    assert client.get(f"{HOOKS}/{hook}").json()["data"]["active"]
    give(served, "otto", Role.PARTICIPANT)
    listed = {one["id"]: one for one in client.get(HOOKS).json()["data"]}
    for shown in (client.get(f"{HOOKS}/{hook}").json()["data"], listed[hook]):
        assert not shown["active"]
        assert "Only operators hear of all entries" in shown["sentence"]
    assert client.get(f"{HOOKS}/{own}").json()["data"]["active"]
    for act in ("ping", "activate"):
        refused = client.post(f"{HOOKS}/{hook}/{act}")
        assert_failure(refused, 409, "conflict")
        assert "own team" in refused.json()["error"]["hint"]
    give(served, "otto", Role.ORGANISER)
    assert client.get(f"{HOOKS}/{hook}").json()["data"] == {**shown, "active": True, "sentence": ""}


def give(served: Served, name: str, role: Role) -> None:
    with served.installation.store.write() as tx:
        account = tx.people.by_name(name)
        assert account is not None
        tx.people.set_role(account.id, role)
