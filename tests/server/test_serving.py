"""The socket, and the server's orderly end."""

import socket
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from openrepro.errors import OpenReproError
from openrepro.server.serving import Site, address_of, is_loopback, listening


@contextmanager
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_a_port_in_use_is_told() -> None:
    with taken() as port, pytest.raises(OpenReproError, match=f"Port {port} of 127.0.0.1 is in use") as told:
        listening("127.0.0.1", port)
    assert "--port" in told.value.hint


def test_the_next_free_port_is_taken_where_that_is_wanted() -> None:
    with taken() as port, listening("127.0.0.1", port, tries=20) as found:
        assert port < found.getsockname()[1] < port + 20


def test_only_this_machine_reaches_a_loopback_address() -> None:
    with listening("127.0.0.1", 0) as found:
        assert is_loopback(found)
        assert address_of(found) == f"http://127.0.0.1:{found.getsockname()[1]}"


@pytest.mark.parametrize("host", ["192.0.2.7", "no..host"])
def test_a_host_that_is_not_this_machine_is_told(host: str) -> None:
    with pytest.raises(OpenReproError, match="no address of this machine"):
        listening(host, 0)


def test_a_site_answers_until_it_is_told_to_leave() -> None:
    app = Starlette(routes=[Route("/", lambda request: PlainTextResponse("here"))])
    sock = listening("127.0.0.1", 0)
    started = threading.Event()
    site = Site(app, sock, started=started.set)
    thread = threading.Thread(target=site.run)
    thread.start()
    assert started.wait(10)
    with urllib.request.urlopen(address_of(sock), timeout=5) as answer:
        assert answer.read() == b"here"
        assert "server" not in answer.headers
    site.leave()
    thread.join(10)
    assert not thread.is_alive()
    assert sock.fileno() == -1


def test_a_request_that_is_being_answered_is_answered_to_its_end() -> None:
    asked, answers = threading.Event(), threading.Event()

    def slow(_request: Request) -> PlainTextResponse:
        asked.set()
        answers.wait(5)
        return PlainTextResponse("in time")

    sock = listening("127.0.0.1", 0)
    site = Site(Starlette(routes=[Route("/", slow)]), sock, started=lambda: None)
    thread = threading.Thread(target=site.run)
    thread.start()
    told: list[bytes] = []
    asking = threading.Thread(target=lambda: told.append(urllib.request.urlopen(address_of(sock), timeout=8).read()))
    asking.start()
    assert asked.wait(5)
    site.leave()
    answers.set()
    asking.join(8)
    thread.join(10)
    assert told == [b"in time"]
