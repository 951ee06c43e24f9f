"""The page of a claim: what it says, to whom, and that nothing of strangers gets out of its place."""

import json
import re
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from openrepro import clock
from openrepro.claims.spec import claim_json, parse_claims
from openrepro.clock import written
from openrepro.entries.entry import Entry, Source, State
from openrepro.entries.entry import Reason as EntryReason
from openrepro.ids import Json
from openrepro.judging.label import Direction, Label
from openrepro.judging.ruling import Reason, Ruling
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.papers.text import TextFormat
from openrepro.server.boards import MAIN, refresh_view
from openrepro.server.texts import TextFile, keep_text
from openrepro.store.store import Transaction
from openrepro.web.pages.claims import KINDS
from openrepro.web.pages.page import Visit
from openrepro.web.visitors import NOBODY
from tests.web.challenge import Served, founded, without_caps

DESCENT = "demo-descent"
HOSTILE = "</script><script>alert(1)</script> & \u2028 \u202e 'quote\""


@pytest.fixture
def served(tmp_path: Path) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge", {"OPENREPRO_PUBLIC_URL": "https://site.example"}, without_caps))
    yield made
    made.installation.close()


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("claims") / "challenge", change=without_caps))
    for name, book in (("amber", "amber/demo-hedge"), ("birch", "birch/demo-hedge"), ("cobalt", "cobalt/demo-hedge")):
        made.add(name)
        made.submit(name, book)
    made.judge_all()
    yield made
    made.installation.close()


def told(served: Served, claim: str, **query: str) -> dict[str, Any]:
    answer = served.client.get(f"/claims/{claim}.json", params=query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def page(served: Served, claim: str) -> str:
    answer = served.client.get(f"/claims/{claim}")
    assert answer.status_code == 200, answer.text
    return answer.text


def verdict(entry: Entry, claim: str, label: Label, **more: Any) -> Verdict:
    reasons = (Reason("row-13" if label is Label.VERIFIED else "row-14", "Because of what was measured."),)
    ruling = Ruling(label, reasons, Direction.NONE)
    given = Verdict(
        claim=claim,
        claim_version="",
        paper=claim.partition(".")[0],
        revision="0" * 64,
        entry=entry.id,
        team=entry.team,
        judge=JudgeIdentity("1" * 64, "rules"),
        case_file="",
        ruling=ruling,
        grade=None,
        time=written(clock.now()),
    )
    return replace(given, **more)


def entry(tx: Transaction, name: str, number: int, **more: Any) -> Entry:
    """One more judged entry of a team of its own, made without bytes."""
    now = written(clock.now())
    account = tx.people.add(name, now=now)
    made = Entry(
        id=f"e_{number:016x}",
        team=account.team,
        source=Source.UPLOAD,
        origin=f"upload:{number}",
        state=State.JUDGED,
        reason=next(iter(EntryReason)),
        sentence="",
        state_at=now,
        seen_at=now,
        created_at=now,
        account=account.id,
        paper=DESCENT,
        **more,
    )
    tx.entries.add(made)
    return made


def reworded(served: Served, claim: str, note: str, **changes: Json) -> None:
    """Put a set in force in which one claim is changed; `drop` leaves it out."""
    with served.installation.store.write() as tx:
        held = tx.papers.claims(claim.partition(".")[0])
        assert held is not None
        drop = changes.pop("drop", False)
        source = [claim_json(one) | (changes if one.id == claim else {}) for one in held.claims]
        kept = [one for one in source if not (drop and one["id"] == claim)]
        parsed = parse_claims(json.dumps([{"paper": held.paper, "claims": kept}]).encode(), suffix=".json")
        tx.papers.put_claims(parsed.sets, now=written(clock.now()), note=note)


def test_a_contested_claim_tells_both_sides(judged: Served) -> None:
    data = told(judged, "demo-hedge.c3")["data"]
    assert data["consensus"]["state"] == "contested"
    labels = [(row["label"], row["provisional"], row["confirmed"]) for row in data["verdicts"]]
    assert labels == [("falsified", True, True), ("falsified", True, True), ("verified", False, False)]
    assert [one["label"] for one in data["opposed"]] == ["verified", "falsified"]
    shown = page(judged, "demo-hedge.c3")
    assert "independent teams</a>: <strong>1</strong> verified, <strong>2</strong> falsified" in shown
    assert "prov.</abbr>" not in shown
    record = f"/verdicts/{data['verdicts'][0]['id']}"
    assert judged.client.get(f"{record}.json").json()["data"]["confirmed"]
    assert "so it counts" in judged.client.get(record).text
    assert data["agreement"] == {"teams": 3, "pairs": 3, "agreeing": 1}
    assert {(one["label"], one["teams"]) for one in data["consensus"]["counts"]} >= {("verified", 1), ("falsified", 2)}


def test_what_was_measured_stands_against_what_is_claimed(judged: Served) -> None:
    data = told(judged, "demo-hedge.c3")["data"]
    assert data["plot"]["claimed"] == "claimed < 0 loss"
    assert data["plot"]["allowed"]["high"] == "0"
    assert len(data["plot"]["lines"]) == 3
    assert data["plot"]["lines"][2]["said"] == "-12.43 (-13.285 to -11.566)"
    verified = data["verdicts"][2]
    assert verified["placed"] == {"value": "-12.43", "low": "-13.285", "high": "-11.566"}
    assert verified["scale"][0] == {
        "axis": "rounds",
        "found": "2000",
        "minimum": "2000",
        "paper": "2000",
        "state": "met",
    }
    shown = page(judged, "demo-hedge.c3")
    assert '<svg class="plot-svg"' in shown
    assert shown.count('class="plot-interval"') == 9
    assert "−13.285 to −11.566" in shown
    assert told(judged, "demo-hedge.c1")["data"]["plot"]["claimed"] == "claimed ≤ 9 mistakes"


def test_every_verdict_says_why_and_what_would_raise_it(judged: Served) -> None:
    for number in range(1, 6):
        for row in told(judged, f"demo-hedge.c{number}")["data"]["verdicts"]:
            assert row["reasons"], row
            assert row["raise"], row
            assert row["grade_words"], row
            assert row["judge"]["words"], row
            assert row["scoring"]["state"] == "scores", row


def test_the_quote_says_where_it_stands(judged: Served) -> None:
    quote = told(judged, "demo-hedge.c2")["data"]["quote"]
    assert quote["where"] == "Section 4, table, page 2 of version v1"
    assert "standard deviation of 0.2" in quote["text"]
    place = quote["place"]
    assert (quote["state"], quote["text_is"], place["section"]) == ("found", "the file", "4. Experiments with losses")
    assert (place["quote"], place["span"], place["times"]) == (quote["text"], [3479, 3604], 1)
    assert "The worst-case bound for the same horizon" in place["after"]
    assert quote["faults"] == []
    html = page(judged, "demo-hedge.c2")
    assert f'<mark class="quote">{place["quote"]}</mark> The worst-case bound' in html
    assert "version v1 (markdown, SHA-256" in html


def test_a_definition_has_nothing_to_test(judged: Served) -> None:
    shown = page(judged, "demo-hedge.c6")
    assert "not testable" in shown
    assert "plot-svg" not in shown
    assert "application/ld+json" not in shown


def test_a_compound_claim_tells_its_parts(judged: Served) -> None:
    data = told(judged, "demo-charlm.c3")["data"]
    assert len(data["parts"]) == 2
    assert data["verdicts"] == []
    assert "No verdict yet" in page(judged, "demo-charlm.c3")


def test_a_compound_claim_has_no_number_of_its_own(served: Served) -> None:
    with served.installation.store.write() as tx:
        tx.ledger.append([verdict(entry(tx, "ada", 1), "demo-charlm.c3", Label.VERIFIED)])
    assert "no single number stands for the whole claim" in page(served, "demo-charlm.c3")
    assert "no single number" not in page(served, "demo-charlm.c1")


def test_what_was_not_read_is_no_zero(served: Served) -> None:
    with served.installation.store.write() as tx:
        tx.ledger.append([verdict(entry(tx, "ada", 1), f"{DESCENT}.c2", Label.VERIFIED)])
    row = told(served, f"{DESCENT}.c2")["data"]["verdicts"][0]
    assert (row["read"], row["scale"], row["measured"], row["placed"]) == (False, [], [], None)
    shown = page(served, f"{DESCENT}.c2")
    assert "no reading is on record" in shown
    assert "axes met" not in shown


def test_a_claim_without_a_verdict_that_counts_shows_no_table_of_zeros(served: Served) -> None:
    with served.installation.store.write() as tx:
        tx.ledger.append([verdict(entry(tx, "ada", 1), f"{DESCENT}.c2", Label.NOT_JUDGED)])
    refresh_view(served.installation.store, MAIN, clock.now())
    shown = page(served, f"{DESCENT}.c2")
    assert "No team has a verdict on it that counts." in shown
    assert "Over independent teams" not in shown
    assert "<p>1 not judged.</p>" in shown


def test_a_claim_that_nobody_knows_is_not_found(judged: Served) -> None:
    for name in ("demo-hedge.c99", "nope.c1", "demo-hedge", "x", "demo-hedge.c1%00", "a" * 500):
        assert judged.client.get(f"/claims/{name}").status_code == 404, name
    assert judged.client.get("/claims/demo-hedge.c1", params={"after": "x"}).status_code == 400
    assert judged.client.get("/claims/demo-hedge.c1", params={"after": "9" * 40}).status_code == 400


def test_versions_show_what_changed_and_which_is_in_force(served: Served) -> None:
    reworded(served, f"{DESCENT}.c2", "Clearer words.", text="After ten steps the iterate is 0.1762.")
    data = told(served, f"{DESCENT}.c2")["data"]
    newest, oldest = data["versions"]
    assert (newest["effective"], newest["state"], newest["note"]) == (True, "changed", "Clearer words.")
    assert (oldest["effective"], oldest["state"]) == (False, "first version shown")
    (change,) = newest["changes"]
    assert change["field"] == "text"
    shown = page(served, f"{DESCENT}.c2")
    assert "<ins>" in shown
    assert "<del>" in shown
    assert 'class="sr">added: ' in shown
    assert [one["state"] for one in told(served, f"{DESCENT}.c3")["data"]["versions"]] == [
        "unchanged",
        "first version shown",
    ]


def test_a_claim_that_is_not_in_force_any_more_says_so(served: Served) -> None:
    reworded(served, f"{DESCENT}.c2", "It was no claim.", drop=True)
    data = told(served, f"{DESCENT}.c2")["data"]
    assert data["claim"]["in_force"] is False
    assert data["consensus"] is None
    assert [one["stands"] for one in data["versions"]] == [False, True]
    assert "not in force any more" in page(served, f"{DESCENT}.c2")


def test_a_whole_copy_holds_claims_that_are_not_in_force_any_more(served: Served) -> None:
    with served.installation.store.write() as tx:
        made = entry(tx, "ada", 1)
        tx.ledger.append([verdict(made, f"{DESCENT}.c2", Label.VERIFIED), verdict(made, f"{DESCENT}.c99", Label.TOY)])
    reworded(served, f"{DESCENT}.c2", "It was no claim.", drop=True)
    with served.installation.store.read() as tx:
        front = served.app.state.front
        around = front.lookout.around(tx)
        visit = Visit(served.installation, tx, around, front.catalogue, NOBODY.caller, clock.now())
        names = [one.params["claim"] for one in KINDS[0].addresses(visit)]
    assert len(names) == len(set(names))
    assert f"{DESCENT}.c2" in names
    assert f"{DESCENT}.c99" not in names


def test_verdicts_name_the_version_that_they_judged(served: Served) -> None:
    with served.installation.store.write() as tx:
        before = tx.papers.claims(DESCENT)
        assert before is not None
        made = entry(tx, "ada", 1)
        tx.ledger.append([verdict(made, f"{DESCENT}.c2", Label.VERIFIED, claim_version=before.version)])
    assert told(served, f"{DESCENT}.c2")["data"]["verdicts"][0]["version_in_force"] is True
    reworded(served, f"{DESCENT}.c2", "", text="It is 0.1762 then.")
    assert told(served, f"{DESCENT}.c2")["data"]["verdicts"][0]["version_in_force"] is False
    assert "another version" in page(served, f"{DESCENT}.c2")


def test_many_teams_are_shown_page_by_page(served: Served) -> None:
    with served.installation.store.write() as tx:
        made = [entry(tx, f"team{number}", number) for number in range(1, 61)]
        tx.ledger.append([verdict(one, f"{DESCENT}.c2", Label.INCONCLUSIVE) for one in made])
    where, seen, pages = f"/claims/{DESCENT}.c2", [], 0
    while where:
        path, _, query = where.partition("?")
        body = served.client.get(f"{path}.json?{query}").json()
        assert len(served.client.get(where).content) < 150_000
        seen += [row["team"] for row in body["data"]["verdicts"]]
        where, pages = body["next"], pages + 1
    assert pages == 3
    assert len(seen) == len(set(seen)) == 60


def test_verdicts_on_hidden_entries_are_not_told(served: Served) -> None:
    with served.installation.store.write() as tx:
        made = [entry(tx, "ada", 1, hidden=True), entry(tx, "bo", 2)]
        tx.ledger.append([verdict(one, f"{DESCENT}.c2", Label.VERIFIED) for one in made])
    rows = told(served, f"{DESCENT}.c2")["data"]["verdicts"]
    assert [row["entry"] for row in rows] == [made[1].id]
    assert made[0].id not in page(served, f"{DESCENT}.c2")


def ld_json(shown: str) -> dict[str, Any]:
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', shown, re.DOTALL)
    assert len(found) == 1
    told: dict[str, Any] = json.loads(found[0])
    return told


def test_an_established_claim_is_a_claim_review(served: Served) -> None:
    with served.installation.store.write() as tx:
        tx.ledger.append([verdict(entry(tx, "ada", 1), f"{DESCENT}.c2", Label.VERIFIED)])
    refresh_view(served.installation.store, MAIN, clock.now())
    review = ld_json(page(served, f"{DESCENT}.c2"))
    assert review["@context"] == "https://schema.org"
    assert review["@type"] == "ClaimReview"
    assert review["url"] == f"https://site.example/claims/{DESCENT}.c2"
    assert review["author"] == {"@type": "Organization", "name": "Web tests", "url": "https://site.example"}
    rating = review["reviewRating"]
    assert (rating["@type"], rating["ratingValue"], rating["bestRating"], rating["worstRating"]) == ("Rating", 5, 5, 1)
    assert rating["alternateName"] == "Verified"
    assert review["itemReviewed"]["@type"] == "Claim"
    assert review["itemReviewed"]["firstAppearance"]["@type"] == "ScholarlyArticle"
    assert review["claimReviewed"] == told(served, f"{DESCENT}.c2")["data"]["claim"]["text"]
    assert re.fullmatch(r"\d{4}-\d{2}-\d{2}", review["datePublished"])
    assert "application/ld+json" not in page(served, f"{DESCENT}.c3")


def test_a_claim_review_is_dated_by_the_last_label_of_all(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openrepro.web.pages.claim_verdicts.SHOWN", 2)
    claim = f"{DESCENT}.c2"

    def dated() -> str:
        refresh_view(served.installation.store, MAIN, clock.now())
        return str(ld_json(page(served, claim))["datePublished"])

    with served.installation.store.write() as tx:
        made = [entry(tx, f"team{number}", number, hidden=number == 5) for number in range(1, 6)]
        days = [f"2026-07-{10 + at}T10:00:00Z" for at in range(5)]
        tx.ledger.append([verdict(made[at], claim, Label.VERIFIED, time=days[at]) for at in range(3)])
    assert dated() == "2026-07-12"  # the third, on the next page of the list
    with served.installation.store.write() as tx:
        unlabelled = verdict(made[3], claim, Label.NOT_JUDGED, time=days[3])
        hidden = verdict(made[4], claim, Label.VERIFIED, time=days[4])
        tx.ledger.append([unlabelled, hidden])
    assert dated() == "2026-07-12"


def test_nothing_of_strangers_gets_out_of_its_place(served: Served) -> None:
    claim = f"{DESCENT}.c2"
    reworded(served, claim, HOSTILE, text=HOSTILE * 3, quote=HOSTILE, premises=[HOSTILE], falsified_by=HOSTILE)
    with served.installation.store.write() as tx:
        made = entry(tx, "ada", 1, title=HOSTILE)
        reasons = (Reason(HOSTILE, HOSTILE),)
        given = verdict(made, claim, Label.FALSIFIED, ruling=Ruling(Label.FALSIFIED, reasons, review=HOSTILE))
        tx.ledger.append([given])
    refresh_view(served.installation.store, MAIN, clock.now())
    shown = page(served, claim)
    assert "<script>alert" not in shown
    assert "\u2028" not in shown
    assert "\u202e" not in shown
    assert ld_json(shown)["claimReviewed"] == told(served, claim)["data"]["claim"]["text"]


def test_absurdly_long_texts_are_shown_within_bounds(served: Served) -> None:
    claim = f"{DESCENT}.c2"
    long = "x" * 20_000
    reworded(served, claim, long, text=long, quote=long, premises=[long] * 20, falsified_by=long)
    assert len(served.client.get(f"/claims/{claim}").content) < 400_000


def quoting(served: Served, claim: str, **changes: Json) -> dict[str, Any]:
    """What is told of a claim's quote once the claim is changed."""
    reworded(served, claim, "for this test", **changes)
    found: dict[str, Any] = told(served, claim)["data"]["quote"]
    return found


def texts_gone(served: Served, paper: str, *, add: str = "", version: str = "v2") -> None:
    """Take away the texts of a paper; `add` is put in their place."""
    here, now = served.installation, written(clock.now())
    with here.store.write() as tx:
        for text in tx.texts.of(paper):
            tx.texts.remove(text)
        if add:
            keep_text(tx, here.blobs, TextFile(paper, version, TextFormat.MARKDOWN, add.encode()), now=now)


def test_a_quote_without_a_text_says_so(served: Served) -> None:
    texts_gone(served, "demo-hedge")
    quote = told(served, "demo-hedge.c2")["data"]["quote"]
    assert (quote["state"], quote["text_on_file"], quote["place"]) == ("no text", None, None)
    assert "text is not on file here, so nobody has checked the quote" in page(served, "demo-hedge.c2")
    assert "is not on file, so quotes of it are not checked" in served.client.get("/papers/demo-hedge").text


def test_a_claim_without_a_quote_says_so(served: Served) -> None:
    assert quoting(served, "demo-hedge.c2", quote=None)["state"] == "no quote"
    assert "No verbatim quote is on file" in page(served, "demo-hedge.c2")


def test_a_quote_that_is_not_in_the_text_shows_the_nearest_passage(served: Served) -> None:
    changed = "With the fixed step size the mean regret of Hedge after 2,000 rounds is 99.9 <b>"
    quote = quoting(served, "demo-hedge.c2", quote=changed)
    assert (quote["state"], quote["text_is"], quote["place"]) == ("not found", "the file", None)
    assert quote["nearest"]["section"] == "4. Experiments with losses"
    html = page(served, "demo-hedge.c2")
    assert "The quote does not stand in the text on file" in html
    assert "do not rely on it" in html
    assert "The passage nearest to it" in html
    assert "99.9 &lt;b&gt;" in html
    assert '<mark class="quote">' not in html
    assert quoting(served, "demo-hedge.c2", quote="Something else entirely <i>")["nearest"] is None
    assert "The passage nearest to it" not in page(served, "demo-hedge.c2")


def test_another_version_on_file_says_so(served: Served) -> None:
    words = (
        "With the fixed step size the mean regret of Hedge after 2,000 rounds is 27.9, with a standard deviation of 0.2"
    )
    texts_gone(served, "demo-hedge", add=f"# New\n\n<p>Hi & so.\u202e {words} over 20 seeds. And more.")
    quote = told(served, "demo-hedge.c2")["data"]["quote"]
    assert (quote["state"], quote["text_is"], quote["text_on_file"]["version"]) == ("found", "another version", "v2")
    html = page(served, "demo-hedge.c2")
    assert "Shown in another version than it was taken from" in html
    assert "\u202e" not in html
    lost = told(served, "demo-hedge.c3")["data"]["quote"]
    assert (lost["state"], lost["text_is"]) == ("not found", "another version")
    assert "so this alone says nothing against it" in page(served, "demo-hedge.c3")


def test_another_file_of_the_version_says_so(served: Served) -> None:
    words = "Freezing the weights raises the number of mistakes, so it is the multiplicative update that keeps the "
    texts_gone(served, "demo-hedge", add=f"{words}forecaster close to the best expert.", version="v1")
    assert told(served, "demo-hedge.c4")["data"]["quote"]["text_is"] == "another file of the same version"
    assert "taken from another file of this version" in page(served, "demo-hedge.c4")


def test_a_text_that_is_lost_says_so(served: Served) -> None:
    texts_gone(served, "demo-hedge", add="Some text that is only in this test, and lost.")
    here = served.installation
    with here.store.read() as tx:
        here.blobs.delete(tx.texts.of("demo-hedge")[0].extracted)
    quote = told(served, "demo-hedge.c2")["data"]["quote"]
    assert quote["state"] == "unreadable"
    assert "The text on file cannot be read at the moment" in page(served, "demo-hedge.c2")


def test_what_does_not_fit_is_told_by_code(served: Served) -> None:
    quote = quoting(served, "demo-hedge.c3", text="The decreasing step size wins by 77 %.")
    assert [one["code"] for one in quote["faults"]] == ["number-missing"]
    assert "The claim says 77, which stands neither in its quote" in page(served, "demo-hedge.c3")


def test_never_more_than_an_excerpt_is_told(served: Served) -> None:
    long = "Secret sentence of the paper. " * 2_000
    texts_gone(served, "demo-hedge", add=f"{long}{'The quote goes on and on. ' * 400}{long}")
    reworded(served, "demo-hedge.c2", "long", quote="The quote goes on and on. " * 400)
    place = told(served, "demo-hedge.c2")["data"]["quote"]["place"]
    assert len(place["before"] + place["quote"] + place["after"]) < 3_000
    assert page(served, "demo-hedge.c2").count("Secret sentence") < 25


def test_the_page_of_a_paper_says_which_texts_are_on_file(judged: Served) -> None:
    (text,) = judged.client.get("/papers/demo-hedge.json").json()["data"]["texts"]
    assert (text["version"], text["format"], sorted(text)) == (
        "v1",
        "markdown",
        ["added_at", "characters", "format", "sha256", "version"],
    )
    assert "Version v1: markdown" in judged.client.get("/papers/demo-hedge").text
