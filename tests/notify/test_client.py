"""Calls go to the address that was checked, end in time, and give a sentence whatever happens."""

import socket
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager

import pytest

from openrepro.notify.client import WebhookClient
from openrepro.notify.guard import Guard
from tests.notify.receiver import receiver

OPEN = Guard(loopback=True)


@contextmanager
def rude(reply: bytes, *, drip: float = 0) -> Generator[str]:
    """A server that sends `reply` whatever it gets, byte for byte with `drip` seconds between, and the URL of it."""
    listener = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65536)
            for byte in reply:
                if over.wait(drip):
                    return
                try:
                    connection.send(bytes([byte]))
                except OSError:
                    return

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        over.set()
        thread.join()
        listener.close()


def test_a_body_arrives_with_its_headers() -> None:
    with receiver() as there:
        answer = WebhookClient(OPEN).send(there.url, {"webhook-id": "msg_1"}, b"{}")
    assert answer.taken
    assert answer.status == 204
    headers, body = there.got[0]
    assert body == b"{}"
    assert headers["webhook-id"] == "msg_1"
    assert headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(("status", "sentence"), [(500, "Answered 500."), (404, "Answered 404."), (410, "gone")])
def test_a_refusal_is_told(status: int, sentence: str) -> None:
    with receiver(status) as there:
        answer = WebhookClient(OPEN).send(there.url, {}, b"{}")
    assert not answer.taken
    assert answer.status == status
    assert answer.gone is (status == 410)
    assert sentence in answer.sentence or answer.gone


def test_a_redirect_is_not_followed() -> None:
    with receiver() as other, receiver(302, headers={"Location": other.url}) as there:
        answer = WebhookClient(OPEN).send(there.url, {}, b"{}")
    assert "redirects are not followed" in answer.sentence
    assert other.got == []


def test_a_receiver_that_asks_for_patience_gets_it() -> None:
    with receiver(429, headers={"Retry-After": "7200"}) as there:
        assert WebhookClient(OPEN).send(there.url, {}, b"{}").retry_after == 7200
    with receiver(503, headers={"Retry-After": "tomorrow"}) as there:
        assert WebhookClient(OPEN).send(there.url, {}, b"{}").retry_after == 0


def test_what_was_checked_is_what_is_connected_to() -> None:
    looked_up: list[str] = []

    def rebinding(host: str, _port: int) -> Sequence[str]:
        looked_up.append(host)
        return ["127.0.0.1"] if len(looked_up) == 1 else ["10.0.0.1"]

    with receiver() as there:
        port = there.url.split(":")[2].split("/")[0]
        client = WebhookClient(Guard(loopback=True, resolve=rebinding))
        assert client.send(f"http://hooks.example.org:{port}/hook", {}, b"{}").taken
    assert looked_up == ["hooks.example.org"]
    assert there.got[0][0]["Host"] == f"hooks.example.org:{port}"


def test_a_name_that_leads_inside_is_not_called() -> None:
    with receiver() as there:
        answer = WebhookClient().send(there.url, {}, b"{}")
        named = WebhookClient(Guard(resolve=lambda _host, _port: ["127.0.0.1"])).send(
            "http://hooks.example/", {}, b"{}"
        )
    assert "not sent to port" in answer.sentence
    assert "not an address of the public internet" in named.sentence
    assert there.got == []


def test_a_name_that_leads_inside_after_it_was_checked_is_not_called() -> None:
    answers = [["93.184.216.34"], ["127.0.0.1"]]
    with receiver() as there:
        port = int(there.url.split(":")[2].split("/")[0])
        guard = Guard(ports=frozenset({port}), resolve=lambda _host, _port: answers.pop(0))
        guard.check(f"http://rebinding.example:{port}/hook")
        answer = WebhookClient(guard).send(f"http://rebinding.example:{port}/hook", {}, b"{}")
    assert "leads to 127.0.0.1, which is not an address of the public internet" in answer.sentence
    assert there.got == []


@pytest.mark.parametrize("target", ["http://127.0.0.1:1/", "http://169.254.169.254/latest/", "http://10.0.0.1/"])
def test_no_redirect_leads_inside(target: str) -> None:
    with receiver(307, headers={"Location": target}) as there:
        answer = WebhookClient(OPEN).send(there.url, {}, b"{}")
    assert (answer.taken, len(there.got)) == (False, 1)
    assert "redirects are not followed" in answer.sentence


def test_the_next_address_is_tried_when_one_does_not_answer() -> None:
    with receiver() as there:
        port = there.url.split(":")[2].split("/")[0]
        guard = Guard(loopback=True, resolve=lambda _host, _port: ["127.0.0.9", "127.0.0.1"])
        assert WebhookClient(guard).send(f"http://hooks.example.org:{port}/hook", {}, b"{}").taken


def test_dripping_bytes_does_not_hold_us_beyond_the_deadline() -> None:
    with rude(b"HTTP/1.1 200 OK\r\n" + b"X-Long: y\r\n" * 100, drip=0.02) as url:
        began = time.monotonic()
        answer = WebhookClient(OPEN, deadline=0.3).send(url, {}, b"{}")
    assert time.monotonic() - began < 1.5
    assert answer.status is None
    assert "No answer within" in answer.sentence


@pytest.mark.parametrize(
    "reply", [b"", b"\x00\xff\x00garbage\r\n\r\n", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 2000 X\r\n\r\n"]
)
def test_what_is_no_answer_is_told_as_one_line(reply: bytes) -> None:
    with rude(reply) as url:
        answer = WebhookClient(OPEN, deadline=2).send(url, {}, b"{}")
    assert answer.status is None
    assert answer.sentence.isprintable()


def test_nobody_there_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert "Could not connect" in WebhookClient(OPEN).send(f"http://127.0.0.1:{port}/", {}, b"{}").sentence


def test_a_receiver_without_a_certificate_we_trust_gets_nothing() -> None:
    with receiver() as there:
        answer = WebhookClient(OPEN, deadline=2).send(there.url.replace("http:", "https:"), {}, b"secret")
    assert answer.status is None
    assert there.got == []
