"""What only a real server shows: many at once, slow senders, bytes that are no HTTP."""

import sqlite3
import threading
import time
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from openrepro.store.engine import open_engine
from openrepro.store.papers import SqlPapers
from openrepro.store.store import Store
from openrepro.web.limits import Limits
from openrepro.web.rates import Rate
from tests.web.api.test_every_route import assert_failure
from tests.web.challenge import Served, founded, without_caps, zipped
from tests.web.live import live, raw

IMPATIENT = Limits(requests=Rate(0, 1), uploads=Rate(0, 1), idle=0.4, body_total=1, upload_total=1)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("live") / "challenge", change=without_caps), IMPATIENT)
    made.add("ada")
    yield made
    made.installation.close()


@pytest.fixture(scope="module")
def address(served: Served) -> Generator[str]:
    with live(served) as found:
        yield found


def test_many_submit_at_once(served: Served, address: str) -> None:
    headers = {"Authorization": f"Bearer {served.tokens['ada']}", "Content-Type": "application/zip"}
    answers: list[int] = []

    def send(at: int) -> None:
        body = zipped("amber/demo-batch", {"n.md": str(at).encode()})
        answers.append(httpx2.post(f"{address}/api/v1/entries", content=body, headers=headers).status_code)

    threads = [threading.Thread(target=send, args=(at,)) for at in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [201] * 4


def test_too_many_uploads_of_one_account_at_a_time_are_put_off(served: Served, address: str) -> None:
    head = (
        f"POST /api/v1/entries HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {served.tokens['ada']}\r\n"
        "Content-Type: application/zip\r\nContent-Length: 100\r\n\r\nPK"
    ).encode()
    heard: list[bytes] = []
    threads = [threading.Thread(target=lambda: heard.append(raw(address, head))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = sorted(answer.split(b" ")[1] for answer in heard)
    assert statuses == [b"408"] * 4 + [b"429"] * 2


def test_a_body_that_does_not_come_is_not_waited_for(served: Served, address: str) -> None:
    began = time.monotonic()
    head = (
        f"POST /api/v1/webhooks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {served.tokens['ada']}\r\n"
        "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    ).encode()
    answer = raw(address, head)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"code":"too-slow"' in answer
    assert time.monotonic() - began < 3


def test_a_body_that_is_announced_too_large_is_not_read(address: str) -> None:
    answer = raw(address, b"POST /api/v1/webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b'"code":"too-large"' in answer


def test_a_chunked_body_without_end_is_stopped(served: Served, address: str) -> None:
    head = (
        f"POST /api/v1/webhooks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {served.tokens['ada']}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    ).encode()
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    answer = raw(address, head + chunk * 5)
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 100_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"NONSENSE\r\n\r\n",
    ],
)
def test_what_is_no_request_leaves_the_server_standing(address: str, data: bytes) -> None:
    raw(address, data, wait=1)
    assert httpx2.get(f"{address}/api/v1/ledger").status_code == 200


def test_the_server_tells_little_of_itself(address: str) -> None:
    headers = httpx2.get(f"{address}/api/v1/ledger").headers
    assert "server" not in headers
    assert headers["content-security-policy"].startswith("default-src 'none'")


def test_a_locked_database_can_be_read_and_says_why_it_cannot_be_written(tmp_path: Path) -> None:
    opened = founded(tmp_path / "challenge")
    opened.close()
    other = Served(replace(opened, store=Store(open_engine(opened.settings.database_url, busy_s=0.2))))
    other.add("ada")
    client = other.as_("ada")
    held = sqlite3.connect(tmp_path / "challenge" / "openrepro.db", isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    assert client.get("/api/v1/papers").status_code == 200
    answer = client.post("/api/v1/webhooks", json={"url": "http://93.184.216.34/"})
    held.close()
    assert_failure(answer, 503, "unavailable")
    assert answer.headers["retry-after"] == "5"
    assert str(tmp_path) not in answer.text
    assert client.post("/api/v1/webhooks", json={"url": "http://93.184.216.34/"}).status_code == 201
    other.installation.close()


def test_a_database_that_is_gone_says_so_on_every_address(tmp_path: Path) -> None:
    other = Served(founded(tmp_path / "challenge"))
    other.installation.close()
    (tmp_path / "challenge" / "openrepro.db").write_bytes(b"no database" * 1000)
    for path in ("papers", "entries", "verdicts", "health", "ledger"):
        answer = other.client.get(f"/api/v1/{path}")
        assert_failure(answer, 503, "unavailable")
        assert str(tmp_path) not in answer.text


def test_what_nobody_expected_is_named_and_told_in_the_log_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = Served(founded(tmp_path / "challenge"))

    def fail(*_arguments: object, **_named: object) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr(SqlPapers, "page", fail)
    answer = other.client.get("/api/v1/papers")
    assert_failure(answer, 500, "internal")
    assert "secret" not in answer.text
    name = answer.json()["error"]["text"].split()[-1].rstrip(".")
    assert any(name in record.getMessage() for record in caplog.records)
    assert answer.headers["x-content-type-options"] == "nosniff"
    other.installation.close()
