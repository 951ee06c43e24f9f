"""A model endpoint of our own on the loopback address, which counts what is in flight and answers as it is told."""

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from openrepro.models.endpoint import Endpoint
from tests.models.questions import completion


@dataclass
class Told:
    """One answer: status, body (JSON, or bytes as they are), headers, seconds before it begins. In the place of a
    body, `pieces` are sent one by one, `pause_s` apart, `size` bytes in all."""

    status: int = 200
    body: Any = field(default_factory=completion)
    headers: dict[str, str] = field(default_factory=dict)
    after_s: float = 0
    pieces: Iterable[bytes] = ()
    size: int = 0
    pause_s: float = 0


Behaviour = Callable[[dict[str, Any]], Told]


class Loopback:
    """What the server saw: bodies and headers of requests, and how many were in flight at once."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.models: Any = {"object": "list", "data": [{"id": "small-7b", "max_model_len": 4096}]}
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self.lock = threading.Lock()
        self.url = ""

    def endpoint(self, **given: Any) -> Endpoint:
        """This server as an endpoint."""
        return Endpoint(**{"name": "small", "url": self.url, "model": "small-7b", "timeout_s": 5.0, **given})


@contextmanager
def loopback(behaviour: Behaviour = lambda body: Told()) -> Iterator[Loopback]:
    """A server while the block runs."""
    state = Loopback(behaviour)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            state.paths.append(self.path)
            self._answer(Told(body=state.models))

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with state.lock:
                state.paths.append(self.path)
                state.bodies.append(body)
                state.headers.append({name.lower(): value for name, value in self.headers.items()})
                state.in_flight += 1
                state.most_in_flight = max(state.most_in_flight, state.in_flight)
            try:
                told = state.behaviour(body)
                time.sleep(told.after_s)
            finally:
                with state.lock:
                    state.in_flight -= 1
            self._answer(told)

        def _answer(self, told: Told) -> None:
            body = told.body if isinstance(told.body, bytes) else json.dumps(told.body).encode()
            pieces = told.pieces or [body]
            size = told.size or len(body)
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(size))
            self.end_headers()
            try:
                for piece in pieces:
                    self.wfile.write(piece)
                    time.sleep(told.pause_s)
            except OSError:
                self.close_connection = True

        def log_message(self, *about: object) -> None:
            """Nothing is told."""

    class Server(ThreadingHTTPServer):
        request_queue_size = 256

        def handle_error(self, request: object, client_address: object) -> None:
            """A client that broke off is none of the test's."""

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def in_turn(*told: Told) -> Behaviour:
    """These answers one after another; the last one for ever."""
    left = list(told)
    lock = threading.Lock()

    def behave(body: dict[str, Any]) -> Told:
        with lock:
            return left.pop(0) if len(left) > 1 else left[0]

    return behave
