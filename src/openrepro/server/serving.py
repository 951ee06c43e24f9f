"""Serving an app over HTTP: a socket of our own, uvicorn on it, and an orderly end when a signal comes."""

import contextlib
import errno
import signal
import socket
import threading
from collections.abc import Callable, Generator
from ipaddress import ip_address
from types import FrameType
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from openrepro.errors import OpenReproError

LOOPBACK: Final = "127.0.0.1"
USUAL_PORT: Final = 8000
MOST_PORT: Final = 65535
GRACE_S: Final = 5
BACKLOG: Final = 512
MOST_AT_ONCE: Final = 500
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


def listening(host: str, port: int, *, tries: int = 1) -> socket.socket:
    """A socket that listens on `host`; of `tries` ports from `port` on the first that is free. Port 0 is any.

    Raises OpenReproError when none is free, when the host is not one of this machine, or the port needs rights.
    """
    last = min(port + tries - 1, MOST_PORT)
    for tried in range(port, last + 1):
        try:
            return _bound(host, tried)
        except UnicodeError:
            raise _no_host(host) from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise _unusable(host, tried, error) from None
    named = f"Port {port} of {host} is" if last == port else f"The ports {port} to {last} of {host} are"
    raise OpenReproError(f"{named} in use by another program.", hint="Give another one with --port; 0 takes any free.")


def address_of(sock: socket.socket) -> str:
    """The address to open in a browser on this machine."""
    host, port = sock.getsockname()[:2]
    shown = {"0.0.0.0": LOOPBACK, "::": "::1"}.get(host, host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def is_loopback(sock: socket.socket) -> bool:
    """Whether only this machine can reach the socket."""
    return ip_address(sock.getsockname()[0].partition("%")[0]).is_loopback


class Site:
    """One app on one socket. `run` returns after a signal or `leave`, when open requests were answered."""

    def __init__(self, app: ASGIApp, sock: socket.socket, *, started: Callable[[], None]) -> None:
        self._sock = sock
        self._server = _Server(_config(app), started)

    def run(self) -> None:
        """Serve until told to end. Raises OpenReproError when the app cannot start."""
        try:
            with self._signals():
                self._server.run(sockets=[self._sock])
        except SystemExit:
            raise OpenReproError("The server could not start; the log above says why.") from None
        finally:
            self._sock.close()

    def leave(self) -> None:
        """End soon; may be called from any thread."""
        self._server.should_exit = True

    @contextlib.contextmanager
    def _signals(self) -> Generator[None, None, None]:
        """uvicorn ends on a signal and then raises it once more; that must not kill the process before its end."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self._told) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _told(self, _number: int, _frame: FrameType | None) -> None:
        self.leave()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_started()


def _config(app: ASGIApp) -> uvicorn.Config:
    """Who calls is for the app to find out (`proxy_headers`), what is told in the log for the program that serves."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=MOST_AT_ONCE,
        timeout_graceful_shutdown=GRACE_S,
    )


def _bound(host: str, port: int) -> socket.socket:
    family, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return socket.create_server((where[0], port), family=family, backlog=BACKLOG)


def _unusable(host: str, port: int, error: OSError) -> OpenReproError:
    if isinstance(error, PermissionError):
        return OpenReproError(f"Port {port} needs rights that this user has not.", hint="Take a port from 1024 on.")
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return _no_host(host)
    return OpenReproError(f"Port {port} of {host} cannot be opened: {error.strerror or error}.")


def _no_host(host: str) -> OpenReproError:
    hint = f"Use {LOOPBACK} for this machine only, 0.0.0.0 for every network it is in."
    return OpenReproError(f"{host[:80]!r} is no address of this machine.", hint=hint)
