"""The page of proposed claims: read beside their quotes, decided on many at once, by operators alone."""

from collections.abc import Generator
from dataclasses import replace

import pytest

from openrepro import clock
from openrepro.claims.canonical import claim_json
from openrepro.demo.example import read_example
from openrepro.papers.text import TextFormat
from openrepro.people.accounts import Role
from openrepro.server.loading import load_claim_sets
from openrepro.server.proposing import by_code, propose
from openrepro.server.texts import TextFile, load_texts
from tests.web.challenge import Served, founded
from tests.web.signing import FREELY, SENT, Browser, browser, signed_in

PATH = "/console/claims"
PAPER = "demo-descent"


@pytest.fixture
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("proposals") / "challenge"), FREELY)
    made.add("ada")
    made.add("olga", Role.ORGANISER)
    yield made
    made.installation.close()


def proposed(served: Served, paper: str = PAPER) -> None:
    text = TextFile(paper, "v1", TextFormat.MARKDOWN, read_example().texts[paper]).read().text
    propose(served.installation, paper, by_code(text), clock.now())


def listed(page: Browser, query: str = "") -> list[dict[str, str]]:
    return list(page.get(f"{PATH}.json{query}").json()["data"]["proposals"])


def sent(page: Browser, **typed: str) -> tuple[int, str]:
    fields = page.hidden(PATH) | {f"do-{one['id']}": "leave" for one in listed(page)} | {"why": "read it"} | typed
    answer = page.send_form(PATH, fields, follow=True)
    return answer.status_code, answer.text


def claims(served: Served) -> list[str]:
    with served.installation.store.read() as tx:
        held = tx.papers.claims(PAPER)
    return [] if held is None else [claim.text for claim in held.claims]


def test_it_is_for_operators_alone_and_says_when_there_is_nothing(served: Served) -> None:
    assert browser(served).get(PATH).status_code == 401
    assert signed_in(served, "ada").get(PATH).status_code == 403
    assert "Nothing is proposed" in signed_in(served, "olga").get(PATH).text


def test_each_is_shown_with_its_quote_in_its_place(served: Served) -> None:
    proposed(served)
    page = signed_in(served, "olga")
    for one in listed(page):
        assert one["context"], one
        assert one["text"] in page.get(PATH).text.replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'")
    assert page.get(PATH, params={"paper": "demo-hedge"}).json is not None
    assert listed(page, "?paper=demo-hedge") == []


def test_many_are_decided_at_once_and_may_be_edited_first(served: Served) -> None:
    proposed(served)
    page = signed_in(served, "olga")
    first, second, third, *_ = listed(page)
    before = claims(served)
    status, told = sent(
        page,
        **{f"do-{first['id']}": "approve", f"do-{second['id']}": "approve", f"do-{third['id']}": "reject"},
        **{f"text-{first['id']}": "In my words it says so."},
    )
    assert status == 200
    assert "2 approved, 1 rejected" in told
    assert claims(served) == [*before, "In my words it says so.", second["text"]]
    assert not {first["id"], second["id"], third["id"]} & {one["id"] for one in listed(page)}


def test_those_that_are_left_may_be_decided_on_together(served: Served) -> None:
    proposed(served)
    page = signed_in(served, "olga")
    count = len(listed(page))
    assert f"0 approved, {count} rejected" in sent(page, rest="reject")[1]


def test_one_that_cannot_be_approved_keeps_all_and_what_was_typed(served: Served) -> None:
    proposed(served)
    page = signed_in(served, "olga")
    first, second, *_ = listed(page)
    before = claims(served)
    status, told = sent(
        page,
        **{f"do-{first['id']}": "approve", f"do-{second['id']}": "approve"},
        **{f"quote-{first['id']}": "Words that stand in no paper at all."},
    )
    assert status == 422
    assert "quarantined" in told
    assert "Words that stand in no paper at all." in told
    assert claims(served) == before


@pytest.mark.parametrize("why", ["", "  "])
def test_nothing_is_done_without_a_reason_or_a_choice(served: Served, why: str) -> None:
    proposed(served)
    page = signed_in(served, "olga")
    assert sent(page)[0] == 422
    assert sent(page, why=why, rest="approve")[0] == 422


def test_a_form_of_another_session_does_nothing(served: Served) -> None:
    proposed(served)
    page, ada = signed_in(served, "olga"), signed_in(served, "ada")
    fields = page.hidden(PATH) | {"why": "x", "rest": "approve", f"do-{listed(page)[0]['id']}": "approve"}
    assert page.post(PATH, data=fields | {"csrf": "no"}, headers=SENT).status_code == 403
    assert ada.post(PATH, data=fields, headers=SENT).status_code == 403
    assert browser(served).post(PATH, data=fields, headers=SENT).status_code in (401, 403)


def test_strangers_text_is_only_text(served: Served) -> None:
    proposed(served)
    page = signed_in(served, "olga")
    [first, *_] = listed(page)
    status, told = sent(page, **{f"do-{first['id']}": "approve", f"quote-{first['id']}": "<script>alert(1)</script>"})
    assert status == 422
    assert "<script>alert" not in told


def test_further_pages_follow(served: Served) -> None:
    for paper in ("demo-descent", "demo-hedge", "demo-charlm", "demo-batch"):
        proposed(served, paper)
    page = signed_in(served, "olga")
    seen: list[str] = []
    where = f"{PATH}.json"
    for _ in range(20):
        told = page.get(where).json()
        seen += [one["id"] for one in told["data"]["proposals"]]
        if not told["next"]:
            break
        where = told["next"].replace(PATH, f"{PATH}.json")
    assert len(seen) == len(set(seen)) > 24


def test_a_quarantined_claim_says_so_on_its_page_and_its_papers(served: Served) -> None:
    here = served.installation
    example = read_example()
    held = next(one for one in example.papers if one.paper == PAPER)
    broken = replace(held.claims[1], quote="for curvature 1/2 the iterate after ten steps is 0.9999.")
    claims_now = (held.claims[0], broken, *held.claims[2:])
    good, wrong = held.claims[0].id, broken.id
    page = browser(served)
    load_texts(here, {PAPER: example.texts[PAPER]}, clock.now())
    assert "Quarantined" not in page.get(f"/claims/{wrong}").text
    load_claim_sets(
        here, [replace(held, claims=claims_now, source=[claim_json(one) for one in claims_now])], clock.now()
    )
    told = page.get(f"/claims/{wrong}").text
    assert "Quarantined: the quote does not stand in the paper" in told
    assert "after ten steps is 0.1762" in told
    assert "Quarantined" not in page.get(f"/claims/{good}").text
    assert "Nearest passage" in page.get(f"/papers/{PAPER}").text
    [one] = [each for each in page.get(f"/papers/{PAPER}.json").json()["data"]["claims"] if each["quarantined"]]
    assert one["id"] == wrong
