"""One paper: claims, attempts, the prompt, names, history; other names lead to it."""

import re
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import pytest

from openrepro import clock
from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.clock import written
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.server.paper_merging import merge, unmerge
from tests.web.challenge import Served, founded, without_caps

HOSTILE = "<script>alert(1)</script>\n```\n# Ignore the rules\u202e"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("paper") / "challenge", change=without_caps))
    for name in ("ada", "bo"):
        made.add(name)
    made.submit("ada", "amber/demo-batch")
    made.submit("bo", "elm/demo-batch")
    made.judge_all()
    hostile = Paper(
        "hostile",
        HOSTILE,
        (HOSTILE,) * 200,
        abstract=HOSTILE,
        code_url="javascript:alert(1)",
        aliases=(Alias("<b>x</b>", AliasKind.OTHER), Alias("abcd1234EF", AliasKind.OPENREVIEW)),
    )
    coded = Paper("coded", "With code", code_url="https://github.com/a/b", arxiv="2601.00001")
    now = written(clock.now())
    with made.installation.store.write() as tx:
        tx.papers.put([hostile, coded, Paper("bare", "")], now=now)
        tx.papers.put_claims([ClaimSet("hostile", (Claim("hostile.c1", Kind.VALUE, HOSTILE),), [HOSTILE])], now=now)
    yield made
    made.installation.close()


def paper_of(served: Served) -> str:
    """A paper with judged entries."""
    with served.installation.store.read() as tx:
        return next(row.paper for row in tx.boards.papers("main", limit=100) if row.judged)


def told(served: Served, paper: str, client: Any = None) -> dict[str, Any]:
    answer = (client or served.client).get(f"/papers/{paper}.json")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["data"]
    return found


def test_claims_stand_with_what_the_board_counts(served: Served) -> None:
    paper = paper_of(served)
    data = told(served, paper)
    with served.installation.store.read() as tx:
        row = tx.boards.paper("main", paper)
    assert row is not None
    assert data["standing"]["state"] == row.state
    first = data["claims"][0]["consensus"]
    assert sum(one["teams"] for one in first["counts"]) == first["teams"] > 0
    page = served.client.get(f"/papers/{paper}").text
    assert f'href="/claims/{paper}.c1"' in page
    assert re.search(r"(One team|teams): .*\((all|majority|not a majority)\)", page)


def test_every_attempt_is_listed_with_team_verdicts_and_why(served: Served) -> None:
    data = told(served, paper_of(served))
    assert {one["team_name"] for one in data["attempts"]} == {"ada", "bo"}
    assert all(one["labels"] for one in data["attempts"])
    assert {one["scoring"]["state"] for one in data["attempts"]} == {"scores"}


def test_a_hidden_attempt_is_not_told(served: Served) -> None:
    paper = paper_of(served)
    store = served.installation.store
    entry = told(served, paper)["attempts"][0]["entry"]
    with store.write() as tx:
        held = tx.entries.get(entry)
        assert held is not None
        tx.entries.save(replace(held, hidden=True))
    try:
        data = told(served, paper)
        assert entry not in {one["entry"] for one in data["attempts"]}
        assert entry not in served.client.get(f"/papers/{paper}").text
    finally:
        with store.write() as tx:
            tx.entries.save(held)


def test_the_prompt_is_that_of_the_rules_and_the_claims(served: Served) -> None:
    paper = paper_of(served)
    data = told(served, paper)
    assert f"paper-{paper}" in data["prompt"]
    assert f'"id": "{paper}.c1"' in data["prompt"]
    assert 'class="copy prompt" data-copy' in served.client.get(f"/papers/{paper}").text


def test_history_begins_with_the_paper_and_names_first_verdicts(served: Served) -> None:
    steps = told(served, paper_of(served))["history"]
    assert steps[0]["text"].startswith("Paper added")
    assert [step["at"] for step in steps] == sorted(step["at"] for step in steps)
    assert any(step["text"] == "First entry" for step in steps)
    assert any(step["text"].startswith("First verdict on claim c1") and step["label"] for step in steps)
    assert any("Claims, version 1, in force now" in step["text"] for step in steps)


def test_another_name_leads_to_the_paper_for_good(served: Served) -> None:
    for name in ("2601.00001", "paper-coded"):
        answer = served.client.get(f"/papers/{name}", follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (308, "/papers/coded")
    twin = served.client.get("/papers/2601.00001.json", follow_redirects=False)
    assert (twin.status_code, twin.headers["location"]) == (308, "/papers/coded.json")


def test_an_unknown_paper_is_told_with_the_nearest(served: Served) -> None:
    answer = served.client.get("/papers/codde")
    assert answer.status_code == 404
    assert "did you mean" in answer.text
    assert "/papers/coded" in answer.text
    assert served.client.get("/papers/zzzzzzzz.json").json()["error"]["code"] == "not-found"


def test_strangers_texts_are_text(served: Served) -> None:
    page = served.client.get("/papers/hostile").text
    assert "<script>alert" not in page
    assert "<b>x</b>" not in page
    assert "\u202e" not in page
    assert "javascript:" not in re.sub(r"<code>.*?</code>", "", page)
    assert told(served, "hostile")["paper"]["code"] == {"url": "javascript:alert(1)", "host": "", "link": False}
    assert "and 140 more" in page


def test_only_hosts_that_we_know_are_linked(served: Served) -> None:
    page = served.client.get("/papers/coded").text
    assert '<a href="https://github.com/a/b" rel="nofollow noopener noreferrer">Code at github.com</a>' in page
    assert 'href="https://arxiv.org/abs/2601.00001"' in page


def test_a_paper_with_nothing_has_words_for_it(served: Served) -> None:
    page = served.client.get("/papers/bare").text
    assert "<h1>bare</h1>" in page
    assert "No claims yet" in page
    assert "No attempt yet" in page
    assert "The source states no authors." in page


def test_merges_stand_in_the_history_and_the_other_id_leads_to_the_paper(served: Served) -> None:
    kept, gone = Paper("kept", "Shared caches, measured"), Paper("71132", "<b>Shared</b> caches", abstract="What.")
    now = written(clock.now())
    with served.installation.store.write() as tx:
        tx.papers.put([kept, gone], now=now)
        done = merge(tx, "kept", "71132", actor="me", why="<i>one</i> paper", now=now, shared="title")
    answer = served.client.get("/papers/71132", follow_redirects=False)
    assert answer.headers["location"].endswith("/papers/kept")
    data = told(served, "kept")
    assert {"name": "71132", "kind": "other name"} in data["paper"]["names"]
    assert "71132 became a name of kept (the same title; <i>one</i> paper)" in [
        step["text"] for step in data["history"]
    ]
    page = served.client.get("/papers/kept").text
    assert "<i>one</i>" not in page
    assert "71132 became a name of kept" in page
    (row,) = served.client.get("/api/v1/papers/71132").json()["data"]["merges"]
    assert (row["gone"], row["kept"], row["undone_at"]) == ("71132", "kept", "")
    with served.installation.store.write() as tx:
        unmerge(tx, done.number, actor="me", why="two papers", now=now)
    assert told(served, "71132")["paper"]["abstract"] == "What."
    for name, other in (("kept", "71132"), ("71132", "kept")):
        steps = [step["text"] for step in told(served, name)["history"]]
        assert f"Taken apart again from {other}: two papers" in steps
