"""The gallery of logbooks and the page of one: verdicts, runs, revisions, likeness, and every state's words."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from openrepro import clock
from openrepro.challenge.rules import ReaderKind
from openrepro.clock import written
from openrepro.judging.readers.model.prompts import prompt_digest
from openrepro.judging.readers.model.question import Role as Asked
from openrepro.people.accounts import Role
from openrepro.rendering.asking import MARK
from openrepro.server.likeness import likeness_of
from openrepro.server.rendering import Rendering
from tests.web.challenge import Here, Served, founded, without_caps, zipped

NEW_PAGE = ".trackio/logbook/pages/afterthought/page.md"


@pytest.fixture
def served(tmp_path: Path, app: FastAPI) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge", change=without_caps), app=app)
    for name in ("ada", "bo"):
        made.add(name)
    made.add("olga", Role.ORGANISER)
    yield made
    made.installation.close()


def data(served: Served, path: str, **query: Any) -> Any:
    answer = served.client.get(f"{path}.json", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def judged(served: Served, name: str = "ada", book: str = "amber/demo-batch") -> str:
    entry: str = served.submit(name, book)["entry"]["id"]
    served.judge_all()
    return entry


def test_the_gallery_tells_what_was_found_and_who_scores(served: Served) -> None:
    assert "No logbook yet" in served.client.get("/logbooks").text
    first, second = judged(served), judged(served, book="dune/demo-batch")
    lines = {line["entry"]: line for line in data(served, "/logbooks")["entries"]}
    assert [one["label"] for one in lines[first]["labels"]] == ["verified", "falsified", "not testable"]
    assert lines[first]["scoring"]["state"] == "scores"
    assert (lines[second]["scoring"]["state"], lines[second]["scoring"]["instead"]) == ("does not score", first)
    page = served.client.get("/logbooks").text
    assert page.index(f"/logbooks/{second}") < page.rindex(f"/logbooks/{first}")
    assert "The one that scores" in page


def test_the_gallery_is_narrowed(served: Served) -> None:
    first, second = judged(served), judged(served, "bo", "elm/demo-batch")
    team = served.teams["bo"]

    def found(**query: str) -> list[str]:
        return [line["entry"] for line in data(served, "/logbooks", **query)["entries"]]

    assert found(team=team) == [second]
    assert first in found(label="falsified", paper="demo-batch")
    assert found(label="falsified", paper="demo-hedge") == []
    assert found(state="withdrawn") == []
    assert found(state="judged", source="upload") == [second, first]
    assert "No logbook fits" in served.client.get("/logbooks", params={"paper": "nothing"}).text


@pytest.mark.parametrize("query", [{"label": "verified", "state": "judged"}, {"label": "good"}, {"state": "x"}])
def test_filters_that_do_not_fit_are_refused_in_words(served: Served, query: dict[str, str]) -> None:
    answer = served.client.get("/logbooks", params=query)
    assert answer.status_code == 400
    assert answer.text.startswith("<!doctype html>")


def test_pages_of_the_gallery_lead_on_and_back(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openrepro.web.pages.logbooks.ON_A_PAGE", 2)
    for book in ("amber/demo-batch", "amber/demo-charlm", "amber/demo-descent"):
        served.submit("ada", book)
    first = served.client.get("/logbooks.json").json()
    assert (len(first["data"]["entries"]), first["previous"]) == (2, None)
    second = served.client.get(first["next"].replace("/logbooks", "/logbooks.json")).json()
    assert (len(second["data"]["entries"]), second["next"], second["previous"]) == (1, None, "/logbooks")


def test_a_logbook_tells_each_verdict_with_its_reasons_and_quotes(served: Served) -> None:
    entry = judged(served)
    found = data(served, f"/logbooks/{entry}")
    labels = {one["claim"]: one["label"] for one in found["verdicts"]}
    assert labels["demo-batch.c1"] == "falsified"
    falsified = next(one for one in found["verdicts"] if one["label"] == "falsified")
    assert falsified["reasons"][0]["text"]
    assert falsified["raises"]
    quote = falsified["quotes"][0]
    assert "RESULT" in quote["text"]
    page_at, _, mark = quote["at"]["where"].partition("#")
    assert f'id="{mark}" class="quote"' in served.client.get(page_at).text
    page = served.client.get(f"/logbooks/{entry}").text
    assert "What would raise it:" in page
    assert falsified["text"] in page
    assert "Recorded runs" in page


def test_before_its_pages_are_made_a_logbook_says_so_and_shows_its_verdicts(served: Served) -> None:
    entry = judged(served)
    with served.installation.store.write() as tx:
        kept = tx.entries.get(entry)
        assert kept is not None
        tx.renderings.drop(entry, kept.revision)
    page = served.client.get(f"/logbooks/{entry}").text
    assert "being prepared, usually within seconds" in page
    assert "falsified" in page
    assert "No runs" not in page
    missing = served.client.get(f"/logbooks/{entry}/pages/1")
    assert (missing.status_code, "being prepared" in missing.text) == (404, True)
    assert "being prepared" in served.client.get(f"/logbooks/{entry}/judge-view").text


def test_what_could_not_be_made_says_why(served: Served) -> None:
    entry = judged(served)
    with served.installation.store.write() as tx:
        kept = tx.entries.get(entry)
        assert kept is not None
        tx.renderings.drop(entry, kept.revision)
        sentence = "Archived files are missing."
        tx.renderings.fail(entry, kept.revision, basis="x", sentence=sentence, now=written(clock.now()))
    page = served.client.get(f"/logbooks/{entry}").text
    assert "could not be prepared" in page
    assert sentence in page


def test_what_was_taken_down_leaves_its_hashes_and_verdicts(served: Served) -> None:
    entry = judged(served)
    gone = served.as_("olga").post(f"/api/v1/operator/entries/{entry}/take-down", json={"why": "personal data"})
    assert gone.status_code == 200, gone.text
    page = served.client.get(f"/logbooks/{entry}").text
    assert "Taken down" in page
    assert "removed for good" in page
    assert "RESULT" not in page
    assert served.client.get(f"/logbooks/{entry}/pages/1").status_code == 404
    assert "hashes and sizes stay" in served.client.get(f"/logbooks/{entry}/files").text
    for page in ("judge-view", "runs", "findings"):
        told = served.client.get(f"/logbooks/{entry}/{page}")
        assert (told.status_code, "RESULT" in told.text, "removed for good" in told.text) == (200, False, True), page


@pytest.mark.parametrize("how", ["take-down", "withdraw", "hide"])
def test_what_was_taken_out_scores_nowhere_though_the_board_is_behind(served: Served, how: str) -> None:
    entry, team = judged(served), served.teams["ada"]
    assert data(served, f"/logbooks/{entry}")["scoring"]["state"] == "scores"
    assert data(served, f"/teams/{team}")["entries"][0]["scoring"]
    gone = served.as_("olga").post(f"/api/v1/operator/entries/{entry}/{how}", json={"why": "personal data"})
    assert gone.status_code == 200, gone.text
    if how == "hide":
        assert data(served, f"/teams/{team}")["entries"] == []
        return
    for path in ("/logbooks", "/papers/demo-batch", f"/logbooks/{entry}", f"/entries/{entry}", "/claims/demo-batch.c1"):
        page = served.client.get(path).text
        assert "<strong>Scores.</strong>" not in page, path
        assert 'data-label="Scores">yes' not in page, path
        assert ("were taken down" if how == "take-down" else "was withdrawn") in page, path
    (line,) = data(served, f"/teams/{team}")["entries"]
    assert (line["scoring"], "leave the board" in line["why"]) == (False, True)


def test_a_revision_tells_what_changed_and_what_was_kept(served: Served) -> None:
    entry = judged(served)
    first = data(served, f"/logbooks/{entry}")["shown"]["revision"]
    archive = zipped("amber/demo-batch", {NEW_PAGE: b"# Afterthought\n\nNothing was run.\n"})
    sent = served.as_("ada").post(
        "/api/v1/entries", params={"entry": entry}, content=archive, headers={"Content-Type": "application/zip"}
    )
    assert sent.status_code in (200, 201), sent.text
    served.judge_all()
    revisions = data(served, f"/logbooks/{entry}")["revisions"]
    assert [one["revision"] for one in revisions][1:] == [first]
    assert revisions[0]["changes"] == {"added": 1, "changed": 0, "removed": 0}
    assert revisions[1]["changes"] is None
    assert revisions[1]["verdicts"]["first"] == 5
    newest = data(served, f"/logbooks/{entry}/revisions/{revisions[0]['revision']}")
    assert newest["files"] == [{"path": NEW_PAGE, "change": "added", "size": 33}]
    page = served.client.get(f"/logbooks/{entry}/revisions/{revisions[0]['revision']}").text
    assert "no evidence in it differs" in page
    assert "this is the first" in served.client.get(f"/logbooks/{entry}/revisions/{first}").text
    assert served.client.get(f"/logbooks/{entry}/revisions/{'0' * 64}").status_code == 404


def test_likeness_is_told_from_both_sides_and_never_of_hidden_ones(served: Served) -> None:
    mine, theirs = judged(served), judged(served, "bo")
    for entry in (mine, theirs):
        revision = data(served, f"/logbooks/{entry}")["shown"]["revision"]
        likeness_of(served.installation.store, served.installation.blobs, entry, revision, now=written(clock.now()))
    here, there = data(served, f"/logbooks/{mine}")["likeness"], data(served, f"/logbooks/{theirs}")["likeness"]
    assert (here[0]["entry"], here[0]["other_first"]) == (theirs, False)
    assert (there[0]["entry"], there[0]["other_first"]) == (mine, True)
    assert "byte for byte" in served.client.get(f"/logbooks/{mine}").text
    served.as_("olga").post(f"/api/v1/operator/entries/{theirs}/hide", json={"why": "a test"})
    assert data(served, f"/logbooks/{mine}")["likeness"] == []
    assert theirs not in served.client.get(f"/logbooks/{mine}").text


def test_the_manifest_lists_every_file_with_its_hash(served: Served) -> None:
    entry = judged(served)
    found = data(served, f"/logbooks/{entry}/files")
    assert found["stretch"]["total"] == len(found["files"]) == 10
    assert all(len(one["sha256"]) == 64 for one in found["files"])
    assert served.client.get(f"/logbooks/{entry}/files", params={"page": 2}).status_code == 400


def test_long_lists_have_pages_of_their_own(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = judged(served)
    runs = data(served, f"/logbooks/{entry}/runs")
    assert [one["exit_code"] for one in runs["items"]] == [0, 0, 0, 0]
    assert all(one["at"]["where"].startswith(f"/logbooks/{entry}/pages/") for one in runs["items"])
    assert data(served, f"/logbooks/{entry}/findings")["items"][0]["sentence"]
    monkeypatch.setattr("openrepro.web.pages.logbook_lists.ON_A_PAGE", 3)
    first = served.client.get(f"/logbooks/{entry}/runs.json").json()
    assert (first["previous"], first["next"]) == (None, f"/logbooks/{entry}/runs?page=2")
    second = served.client.get(f"/logbooks/{entry}/runs.json", params={"page": 2}).json()
    assert (second["previous"], second["next"]) == (f"/logbooks/{entry}/runs", None)
    assert second["data"]["stretch"] == {"number": 2, "from": 4, "to": 4, "total": 4}


def test_the_judges_view_is_told_for_each_claim(served: Served) -> None:
    entry = judged(served)
    found = data(served, f"/logbooks/{entry}/judge-view", claim="demo-batch.c2")
    assert found["view"]["claim"] == "demo-batch.c2"
    assert 0 < found["view"]["tokens"] <= found["view"]["budget"]
    assert "RESULT" in found["view"]["text"]
    assert served.client.get(f"/logbooks/{entry}/judge-view", params={"claim": "demo-batch.c99"}).status_code == 404


def test_where_nothing_is_read_for_a_claim_the_page_says_so(served: Served) -> None:
    entry = judged(served, book="elm/demo-charlm")
    shown = data(served, f"/logbooks/{entry}/judge-view")
    empty = next(one for one in shown["claims"] if one["tokens"] == 0)
    page = served.client.get(empty["where"]).text
    assert "No text for this claim" in page
    assert f'href="/logbooks/{entry}/judge-view" aria-current="page"' in page
    assert 'class="view"' not in page
    assert "everything fits" not in page


def test_words_between_backticks_are_code_and_no_evidence_was_said_by_nobody(served: Served) -> None:
    entry = judged(served, book="elm/demo-charlm")
    page = served.client.get(f"/logbooks/{entry}").text
    assert "<code>trackio logbook run -- COMMAND</code>" in page
    assert "evidence: none" in page
    assert "said, not captured" not in page


def test_a_title_full_of_tricks_is_shown_as_text(served: Served) -> None:
    entry = judged(served)
    with served.installation.store.write() as tx:
        kept = tx.entries.get(entry)
        assert kept is not None
        tx.entries.save(replace(kept, title="<script>alert(1)</script>\u202e" + "W" * 400))
    for path in ("/logbooks", f"/logbooks/{entry}", f"/entries/{entry}", f"/logbooks/{entry}/pages/1"):
        page = served.client.get(path).text
        assert "<script>alert" not in page, path
        assert "\u202e" not in page, path
        assert "&lt;script&gt;alert(1)" in page, path


def test_a_falsification_that_was_confirmed_is_not_told_as_waiting(served: Served) -> None:
    entry = judged(served)
    alone = next(one for one in data(served, f"/logbooks/{entry}")["verdicts"] if one["label"] == "falsified")
    assert (alone["provisional"], alone["confirmed"]) == (True, False)
    assert "prov.</abbr>" in served.client.get(f"/logbooks/{entry}").text
    judged(served, "bo", "dune/demo-batch")
    after = next(one for one in data(served, f"/logbooks/{entry}")["verdicts"] if one["claim"] == alone["claim"])
    assert (after["provisional"], after["confirmed"]) == (True, True)
    page = served.client.get(f"/logbooks/{entry}").text
    assert "so it counts." in page
    assert "prov.</abbr>" not in page


def test_where_a_model_reads_the_judges_view_is_what_it_is_asked(served: Served) -> None:
    entry = submitted_for_a_model(served, "amber/demo-hedge")
    view = data(served, f"/logbooks/{entry}/judge-view", claim="demo-hedge.c3")["view"]
    (part,) = view["asked"]
    assert (part["state"], part["role"]) == ("asked", "prosecutor")
    assert part["prompt"] == prompt_digest(Asked.PROSECUTOR)
    assert part["blocks"]
    assert part["blocks"][0]["name"] in view["text"]
    assert MARK in view["text"]
    page = served.client.get(f"/logbooks/{entry}/judge-view", params={"claim": "demo-hedge.c3"}).text
    assert "the prosecutor is asked" in page
    assert "a word stands for it" in page


def test_where_the_rules_read_no_word_of_a_model_stands_in_the_judges_view(served: Served) -> None:
    entry = judged(served)
    assert data(served, f"/logbooks/{entry}/judge-view")["view"]["asked"] is None
    assert "What a model is asked" not in served.client.get(f"/logbooks/{entry}/judge-view").text


def submitted_for_a_model(served: Served, book: str) -> str:
    """An entry whose pages were made as where a model reads."""
    here = served.installation
    rules = here.rules_now(clock.now())
    by_model = replace(rules, judging=replace(rules.judging, reader=ReaderKind.MODEL))
    served.add("amber")
    entry = str(served.submit("amber", book)["entry"]["id"])
    Rendering(here.store, here.blobs, lambda _: by_model, Here().run).render_all(clock.now())
    return entry
