import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from openrepro.agents import server as module
from openrepro.agents.server import Server, ServerError, checked_url
from openrepro.errors import OpenReproError
from tests.agents.misbehaving import Told, misbehaving
from tests.web.challenge import Served, founded, zipped
from tests.web.live import live

TOKEN = "or_" + "a" * 40


@pytest.fixture
def told() -> Iterator[Told]:
    with misbehaving() as one:
        yield one


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str]]:
    here = Served(founded(tmp_path_factory.mktemp("served")))
    here.add("amber")
    with live(here) as address:
        yield here, address
    here.installation.close()


def refused(told: Told) -> ServerError:
    with Server(told.url, TOKEN) as server, pytest.raises(ServerError) as raised:
        server.get("papers")
    return raised.value


def test_a_real_server_is_read_and_submitted_to(served: tuple[Served, str]) -> None:
    here, address = served
    with Server(f"{address}/", here.tokens["amber"]) as server:
        paper = server.get("papers", "demo-batch")
        assert isinstance(paper, dict)
        assert paper["id"] == "demo-batch"
        archive = zipped("amber/demo-batch")
        first, again = (server.send(archive, paper="demo-batch", licence="CC-BY-4.0", key="k1") for _ in range(2))
        assert first == again
        assert server.get("account")["name"] == "amber"  # type: ignore[index, call-overload]
        assert "# " in server.text("/llms.txt")


def test_a_list_is_read_to_its_end(served: tuple[Served, str]) -> None:
    with Server(served[1]) as server:
        whole = server.get("papers", limit=500)
        assert list(server.each("papers", limit=1)) == whole
        assert isinstance(whole, list)
        assert len(whole) > 1


def test_what_the_api_says_is_told_in_its_words(served: tuple[Served, str]) -> None:
    with Server(served[1]) as server:
        with pytest.raises(ServerError, match="There is no paper 'nothing'") as raised:
            server.get("papers", "nothing")
        assert (raised.value.status, raised.value.code) == (404, "not-found")
        with pytest.raises(ServerError, match="asks for a token, and none is set here"):
            server.get("account")


def test_an_unknown_token_is_said_to_be_one(served: tuple[Served, str]) -> None:
    with Server(served[1], TOKEN) as server, pytest.raises(ServerError, match="does not take this token") as raised:
        server.get("account")
    assert "/guide" in raised.value.hint
    assert TOKEN not in raised.value.text


def test_nothing_listens_there() -> None:
    with Server("http://127.0.0.1:9", TOKEN) as server, pytest.raises(ServerError, match="cannot be reached") as raised:
        server.get("papers")
    assert not raised.value.sent


@pytest.mark.parametrize(
    ("status", "body", "text"),
    [
        (200, b"<html>", "does not answer as a server of OpenRepro"),
        (200, b'{"rows": []}', "does not answer as a server of OpenRepro"),
        (200, b"[" * 100_000, "does not answer as a server of OpenRepro"),
        (502, b"<html>", "answers with status 502"),
        (302, b"", "sends us elsewhere"),
        (500, b'{"error": {"text": 7}}', "answers with status 500"),
    ],
    ids=["html", "other", "deep", "proxy", "elsewhere", "odd"],
)
def test_answers_of_other_servers_end_in_a_sentence(told: Told, status: int, body: bytes, text: str) -> None:
    told.status, told.body, told.headers = status, body, {"Location": "http://127.0.0.1:9/"}
    fault = refused(told)
    assert text in fault.text
    assert len(told.asked) == 1


def test_a_wait_that_is_asked_for_is_told(told: Told) -> None:
    told.status, told.headers = 429, {"Retry-After": "17"}
    told.body = json.dumps({"error": {"code": "too-many", "text": "Too many requests.", "hint": ""}}).encode()
    fault = refused(told)
    assert (fault.wait_s, fault.hint) == (17.0, "Try again in 17 seconds.")


def test_a_connection_that_breaks_is_told(told: Told) -> None:
    told.body, told.cut = b'{"data": []}', 4
    assert "broke" in refused(told).text


def test_a_flood_is_not_read(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_CAP", 2**20)
    told.body = b" " * (2**20 + 1)
    assert "more than 1 MiB" in refused(told).text


def test_what_steers_a_terminal_is_not_said(told: Told) -> None:
    told.status = 422
    told.body = json.dumps({"error": {"code": "bad-value", "text": "no\x1b[2J\n\u202eyes" + "x" * 9_000}}).encode()
    fault = refused(told)
    assert fault.text.isprintable()
    assert len(fault.text) < 1_000


def test_a_list_that_never_ends_is_left(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PAGES", 3)
    told.body = b'{"data": [1], "next": "x"}'
    with Server(told.url) as server, pytest.raises(ServerError, match="without an end"):
        list(server.each("papers"))
    assert len(told.asked) == 3


def test_the_token_goes_out_and_a_bad_one_does_not(told: Told, tmp_path: Path) -> None:
    told.body = b'{"data": []}'
    with Server(told.url, f" {TOKEN}\n") as server:
        server.get("papers")
    assert told.asked[0].endswith(f"Bearer {TOKEN}")
    for text in ("hf_abc", "or_a\nb", "or_"):
        with pytest.raises(OpenReproError, match="is no token"):
            Server(told.url, text)


@pytest.mark.parametrize("url", ["", "ftp://a", "http://", "http://a:b@c", "http://[", "http://a:0", "http://a/\nb"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(OpenReproError, match="is no address of a server"):
        checked_url(url)
