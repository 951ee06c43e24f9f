import json
from pathlib import Path

import pytest

from openrepro.errors import OpenReproError
from openrepro.hub.client import Hub
from openrepro.hub.fetching import Answer, Fetcher
from openrepro.server import event_source
from openrepro.server.event_source import ReadSpaces, read_source
from tests.hub.conftest import QUICK
from tests.hub.imitation import TAG, FakeSpace, Imitation, Reply, always, json_reply, many, once, running


def test_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_bytes(b"[]")
    assert read_source(str(tmp_path / "x.json")) == b"[]"


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(OpenReproError, match=r"x\.json cannot be read: No such file"):
        read_source(str(tmp_path / "x.json"))
    with pytest.raises(OpenReproError, match="cannot be read: Is a directory"):
        read_source(str(tmp_path))


def test_an_address_of_another_kind_is_told() -> None:
    with pytest.raises(OpenReproError, match="ftp:// cannot be read: addresses start with http:// or https://"):
        read_source("ftp://me:secret@example.org/v")


def test_a_sentence_about_an_address_has_its_port_and_no_password() -> None:
    with running(Imitation()) as imitation:
        named = imitation.url.replace("http://", "http://me:secret@")
        with pytest.raises(OpenReproError) as told:
            read_source(f"{named}/none?key=hidden")
        assert told.value.text == f"{imitation.url}/none could not be read: status 404."
    with pytest.raises(OpenReproError, match=r"'http://example\.org:99999/x' is no address"):
        read_source("http://me:secret@example.org:99999/x")


def test_an_address_is_read_through_redirects() -> None:
    with running(Imitation()) as imitation:
        imitation.rules += [
            once("/a", Reply(302, headers={"Location": "/b"})),
            once("/b", Reply(307, headers={"Location": f"{imitation.files_url}/c"})),
            once("/c", Reply(200, b"[]")),
        ]
        assert read_source(f"{imitation.url}/a") == b"[]"


@pytest.mark.parametrize(
    ("named", "target", "followed"),
    [
        ("https://data.example/a", "https://127.0.0.1:1/b", False),
        ("https://data.example/a", "https://inner.example/b", False),
        ("https://data.example/a", "https://[::1]/b", False),
        ("https://data.example/a", "https://mirror.example/b", True),
        ("https://inner.example/a", "https://127.0.0.1:1/b", True),
    ],
)
def test_no_address_of_the_internet_leads_us_into_our_own_network(
    monkeypatch: pytest.MonkeyPatch, named: str, target: str, followed: bool
) -> None:
    known = {"data.example": "93.184.216.34", "mirror.example": "93.184.216.35", "inner.example": "10.0.0.7"}
    asked: list[str] = []

    def answer(_fetcher: Fetcher, url: str, **_more: object) -> Answer:
        asked.append(url)
        return Answer(302, {"location": target}, b"", url) if url == named else Answer(200, {}, b"[]", url)

    monkeypatch.setattr(event_source, "looked_up", lambda host, _port: [known.get(host, host)])
    monkeypatch.setattr(Fetcher, "get", answer)
    if followed:
        assert read_source(named) == b"[]"
    else:
        with pytest.raises(OpenReproError, match="into our own network; it was not followed"):
            read_source(named)
    assert (target in asked) is followed


def test_an_address_that_sends_on_for_ever_or_says_no_is_one_sentence() -> None:
    with running(Imitation()) as imitation:
        imitation.rules.append(always("/a", Reply(302, headers={"Location": "/a"})))
        with pytest.raises(OpenReproError, match="more than 5 times"):
            read_source(f"{imitation.url}/a")
        with pytest.raises(OpenReproError, match="/none could not be read: status 404"):
            read_source(f"{imitation.url}/none")


def test_what_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_source, "LARGEST", 10)
    (tmp_path / "x.json").write_bytes(b"x" * 11)
    with pytest.raises(OpenReproError, match="is larger than 10 bytes"):
        read_source(str(tmp_path / "x.json"))
    with running(Imitation()) as imitation:
        imitation.rules.append(once("/a", Reply(200, b"x" * 11)))
        with pytest.raises(OpenReproError, match="sent more than 10 bytes"):
            read_source(f"{imitation.url}/a")


def test_a_kept_listing_is_read_with_its_faults() -> None:
    read = ReadSpaces()
    rows = [{"id": "ada/x", "tags": ["t"], "createdAt": "2026-07-20T12:00:00.000Z"}, {"id": "../y"}, {"id": "ada/x"}]
    read.add_file(json.dumps(rows).encode())
    assert [space.created_at for space in read.spaces.values()] == ["2026-07-20T12:00:00Z"]
    assert [fault.place for fault in read.faults] == ["row 2"]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"{", "It is not JSON: Expecting property name enclosed in double quotes: line 1 column 2"),
        (b"{}", "not a listing of Spaces"),
    ],
)
def test_a_file_that_is_no_listing_is_told(data: bytes, told: str) -> None:
    read = ReadSpaces()
    read.add_file(data)
    assert (read.spaces, len(read.faults)) == ({}, 1)
    assert told in read.faults[0].text


def test_a_hub_is_listed_to_its_end() -> None:
    with running(Imitation(many(1_203))) as imitation:
        imitation.add(FakeSpace("bad", row={"id": "bad"}, created="2026-08-01T00:00:00Z"))
        fetcher = Fetcher(QUICK, home=imitation.url)
        read = ReadSpaces()
        read.add_hub(Hub(imitation.url, fetcher), TAG)
        assert (len(read.spaces), len(read.faults)) == (1_203, 1)
        imitation.rules.append(always("cursor", json_reply({}, 500)))
        with pytest.raises(OpenReproError, match="Page 2 of the listing could not be read"):
            ReadSpaces().add_hub(Hub(imitation.url, fetcher), TAG)
        fetcher.close()
