"""The application on a socket, in a thread: for what only a real server shows."""

import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager

from openrepro.server.serving import Site, address_of, listening
from tests.web.challenge import Served


@contextmanager
def live(served: Served) -> Generator[str]:
    """The address of the server, while the block runs."""
    sock = listening("127.0.0.1", 0)
    ready = threading.Event()
    site = Site(served.app, sock, started=ready.set)
    thread = threading.Thread(target=site.run, daemon=True)
    address = address_of(sock)
    thread.start()
    assert ready.wait(10)
    try:
        yield address
    finally:
        site.leave()
        thread.join(10)


def raw(address: str, data: bytes, *, wait: float = 5) -> bytes:
    """What the server answers to these very bytes, until it closes the connection or is silent for `wait` seconds."""
    host, port = address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=wait) as connection:
        connection.sendall(data)
        heard = b""
        try:
            while piece := connection.recv(65536):
                heard += piece
        except TimeoutError:
            pass
    return heard
