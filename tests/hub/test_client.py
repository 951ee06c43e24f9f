import pytest

from openrepro.hub.client import Hub, Standing
from openrepro.hub.fetching import Fetcher, FetchError
from tests.hub.conftest import QUICK
from tests.hub.imitation import TAG, FakeSpace, Imitation, Reply, always, json_reply, many, once


def listing(hub: Hub, rows: int = 2) -> list[str]:
    found, url = [], hub.first_page(TAG, rows)
    while url:
        page = hub.page(url, "The page")
        found += [space.id for space in page.rows.spaces]
        url = page.next_url
    return found


def test_a_listing_is_followed_to_its_end(imitation: Imitation, hub: Hub) -> None:
    imitation.spaces = {space.id: space for space in many(7)}
    assert sorted(listing(hub)) == sorted(imitation.spaces)
    assert listing(hub)[0] == "owner-006/repro-000006"


def test_a_space_is_read_with_its_facts(imitation: Imitation, hub: Hub) -> None:
    imitation.add(FakeSpace("ada/x", sha="a" * 40, tags=[TAG, "paper-P1"], created="2026-07-20T12:00:00.123+02:00"))
    space = hub.space("ada/x").space
    assert space is not None
    assert (space.id, space.owner, space.sha, space.tags) == ("ada/x", "ada", "a" * 40, (TAG, "paper-P1"))
    assert space.created_at == "2026-07-20T10:00:00Z"


def test_an_unchanged_page_costs_no_rows(imitation: Imitation, hub: Hub) -> None:
    first = hub.page(hub.first_page(TAG), "The page")
    again = hub.page(first.url, "The page", first.etag)
    assert (again.unchanged, again.rows.spaces, imitation.not_modified) == (True, (), 1)
    imitation.add(FakeSpace("cyd/new"))
    assert not hub.page(first.url, "The page", first.etag).unchanged


@pytest.mark.parametrize(
    ("reply", "sentence"),
    [
        (Reply(200, b"<html>busy</html>"), "is not JSON: it begins with '<html>busy"),
        (Reply(200, b""), "is not JSON"),
        (Reply(200, b"\xff\xfe"), "is not JSON"),
        (Reply(200, b"[" * 100_000), "nested too deeply"),
        (Reply(200, b'{"error": "x"}'), "is not a list but an object"),
        (Reply(200, b"null"), "is not a list but nothing"),
        (json_reply([{"id": "a/b"}] * 1001), "has 1,001 rows"),
        (json_reply([], 500), "could not be read: status 500"),
        (json_reply([], 401), "could not be read: status 401"),
        (Reply(304), "could not be read: status 304"),
        (Reply(301, headers={"Location": "http://127.0.0.1:1/"}), "could not be read: status 301"),
        (json_reply([], headers={"Link": '<https://evil.example/api/spaces>; rel="next"'}), "which is not on the Hub"),
        (json_reply([], headers={"Link": '<http://[bad>; rel="next"'}), "which is not on the Hub"),
        (json_reply([], headers={"Link": "<" + "x" * 9000 + '>; rel="next"'}), "Link header of 9,0"),
    ],
)
def test_a_page_that_lies_is_one_sentence(imitation: Imitation, hub: Hub, reply: Reply, sentence: str) -> None:
    imitation.rules.append(always("/api/spaces?", reply))
    with pytest.raises(FetchError, match=f"The page .*{sentence}"):
        hub.page(hub.first_page(TAG), "The page")


@pytest.mark.parametrize(
    ("link", "leads_on"),
    [
        ('</api/spaces?cursor=2>; rel="next"', True),
        ("</api/spaces?cursor=2>; rel=next", True),
        ('</api/spaces?cursor=0>; rel="prev", </api/spaces?cursor=2>; title="x"; rel="next"', True),
        ('</api/spaces?cursor=0>; rel="prev"', False),
        ('</api/spaces?cursor=0>; rel="nextish"', False),
        ("nonsense", False),
    ],
)
def test_the_next_page_is_found_in_the_link_header(imitation: Imitation, hub: Hub, link: str, leads_on: bool) -> None:
    imitation.rules.append(always("/api/spaces?", json_reply([], headers={"Link": link})))
    wanted = f"{imitation.url}/api/spaces?cursor=2" if leads_on else ""
    assert hub.page(hub.first_page(TAG), "The page").next_url == wanted


@pytest.mark.parametrize(
    "row",
    [
        "a text",
        None,
        {},
        {"id": 7},
        {"id": ""},
        {"id": "ada"},
        {"id": "ada/../x"},
        {"id": "ada/x/y"},
        {"id": "ada/x\n"},
        {"id": "ada/\u202ex"},
        {"id": "ada/\ud800"},
        {"id": "../x"},
        {"id": "a" * 200 + "/x"},
    ],
)
def test_a_row_that_names_no_space_is_passed_over_and_told(imitation: Imitation, hub: Hub, row: object) -> None:
    imitation.rules.append(always("/api/spaces?", json_reply([row, {"id": "ada/good"}])))
    rows = hub.page(hub.first_page(TAG), "The page").rows
    assert ([space.id for space in rows.spaces], rows.lost) == (["ada/good"], 1)
    assert rows.faults[0].place == "The page, row 1"


def test_a_row_is_taken_without_what_cannot_be_used_of_it(imitation: Imitation, hub: Hub) -> None:
    row = {
        "id": "ada/x",
        "sha": "main",
        "tags": [TAG, 7, None, "paper-\x00", "\ud800", "x" * 300, TAG],
        "createdAt": "yesterday",
        "lastModified": 12,
        "_id": {"$oid": "x"},
        "private": "no",
    }
    imitation.rules.append(always("/api/spaces?", json_reply([row])))
    rows = hub.page(hub.first_page(TAG), "The page").rows
    space = rows.spaces[0]
    assert (space.sha, space.tags, space.created_at, space.key, space.private) == ("", (TAG,), "", "", False)
    assert len(rows.faults) == 5
    assert any(fault.text == "5 of its 7 tags cannot be read." for fault in rows.faults)


def test_tags_that_are_no_list_are_told(imitation: Imitation, hub: Hub) -> None:
    imitation.rules.append(always("/api/spaces?", json_reply([{"id": "ada/x", "tags": "paper-1"}])))
    rows = hub.page(hub.first_page(TAG), "The page").rows
    assert (rows.spaces[0].tags, rows.faults[0].text) == ((), "Its tags are a text, not a list; none was used.")


def test_a_row_that_comes_twice_counts_once(imitation: Imitation, hub: Hub) -> None:
    imitation.rules.append(always("/api/spaces?", json_reply([{"id": "ada/x"}, {"id": "ada/x"}])))
    rows = hub.page(hub.first_page(TAG), "The page").rows
    assert (len(rows.spaces), rows.doubled) == (1, 1)


@pytest.mark.parametrize(
    ("status", "standing"),
    [(404, Standing.GONE), (410, Standing.GONE), (401, Standing.WITHHELD), (403, Standing.WITHHELD)],
)
def test_what_became_of_a_space_is_told_apart(imitation: Imitation, hub: Hub, status: int, standing: Standing) -> None:
    imitation.add(FakeSpace("ada/x", status=status))
    assert hub.space("ada/x").standing is standing


def test_a_disabled_space_is_told(imitation: Imitation, hub: Hub) -> None:
    imitation.rules.append(always("/ada/x", Reply(403, headers={"X-Error-Message": "Access is disabled."})))
    assert hub.space("ada/x").standing is Standing.DISABLED


def test_a_renamed_space_is_followed_once(imitation: Imitation, hub: Hub) -> None:
    imitation.add(FakeSpace("ada/old", moved_to="bea/new"), FakeSpace("bea/new"))
    found = hub.space("ada/old")
    assert found.standing is Standing.MOVED
    assert found.space is not None
    assert found.space.id == "bea/new"


def test_a_space_that_answers_under_another_name_has_moved(imitation: Imitation, hub: Hub) -> None:
    imitation.rules.append(once("/ada/old", json_reply({"id": "bea/new"})))
    assert hub.space("ada/old").standing is Standing.MOVED


@pytest.mark.parametrize("target", ["https://evil.example/api/spaces/a/b", "/login", "/api/spaces/../../x", ""])
def test_a_redirect_to_no_space_is_not_followed(imitation: Imitation, hub: Hub, target: str) -> None:
    imitation.rules.append(always("/ada/old", Reply(307, headers={"Location": target})))
    with pytest.raises(FetchError, match="which is none of its Spaces"):
        hub.space("ada/old")


def test_a_redirect_chain_is_not_followed(imitation: Imitation, hub: Hub) -> None:
    imitation.add(FakeSpace("ada/old", moved_to="bea/new"), FakeSpace("bea/new", moved_to="ada/old"))
    with pytest.raises(FetchError, match="and on again"):
        hub.space("ada/old")


def test_a_refused_token_is_no_missing_space(imitation: Imitation) -> None:
    imitation.add(FakeSpace("ada/x", status=401))
    fetcher = Fetcher(QUICK, home=imitation.url, token="wrong")
    with pytest.raises(FetchError, match="does not accept the token"):
        Hub(imitation.url, fetcher).space("ada/x")
    fetcher.close()


@pytest.mark.parametrize("reply", [json_reply([]), json_reply({"id": 3}), json_reply({}, 500), Reply(200, b"{")])
def test_a_description_that_lies_is_one_sentence(imitation: Imitation, hub: Hub, reply: Reply) -> None:
    imitation.rules.append(always("/ada/x", reply))
    with pytest.raises(FetchError, match=r"ada/x .*\.$"):
        hub.space("ada/x")


def test_an_unchanged_space_costs_no_body(imitation: Imitation, hub: Hub) -> None:
    etag = hub.space("ada/repro-one").etag
    assert hub.space("ada/repro-one", etag).standing is Standing.UNCHANGED
