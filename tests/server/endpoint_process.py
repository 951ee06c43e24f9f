"""A model endpoint in a process of its own: it answers forms as told, and counts what it was asked and when."""

import hashlib
import json
import multiprocessing
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any, NamedTuple

from tests.judging.readers.model.answers import form, found

SPAWN = multiprocessing.get_context("spawn")
SKY = json.dumps({"colour": "blue", "sure": True})
BLOCK = re.compile(r"^#[0-9a-f]+ (B\d+) ", re.MULTILINE)
PRINTED = re.compile(r"^metric \d: ([\d.]+) %$", re.MULTILINE)


class Span(NamedTuple):
    """When an answer was begun and ended, in seconds of the endpoint's clock."""

    begun: float
    ended: float


class Figures(NamedTuple):
    """What an endpoint was asked: calls, different ones among them, those in flight now; and its answers' spans."""

    calls: int
    distinct: int
    in_flight: int
    spans: list[Span]


class EndpointProcess:
    """The endpoint as its owner sees it. What probes ask is answered and not counted."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self.url = f"http://127.0.0.1:{pipe.recv()}/v1"

    def figures(self) -> Figures:
        """What was asked until now."""
        self._pipe.send("figures")
        told: Figures = self._pipe.recv()
        return told


@contextmanager
def endpoint_process(latency_s: float = 0.0, *, measures: bool = False) -> Iterator[EndpointProcess]:
    """An endpoint while the block runs. With `measures` it reads what runs print, so that each claim is prosecuted;
    else it says nothing of any claim."""
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=serve, args=(latency_s, measures, theirs), daemon=True)
    process.start()
    try:
        yield EndpointProcess(ours)
    finally:
        process.kill()
        process.join()


def answer_to(user: str, *, measures: bool) -> str:
    """The form about a question: the first printed metric, where it is to be read."""
    printed = PRINTED.search(user) if measures else None
    if printed is None:
        return form()
    blocks = [match[1] for match in BLOCK.finditer(user, 0, printed.start())]
    return found(printed[1], printed[0]).replace('"B1"', json.dumps(blocks[-1])) if blocks else form()


def serve(latency_s: float, measures: bool, pipe: Connection) -> None:
    """Answer until killed."""
    spans: list[Span] = []
    seen: dict[bytes, int] = {}
    lock = Lock()
    flying = [0]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._send(b'{"data": [{"id": "m"}]}')

        def do_POST(self) -> None:
            begun = time.monotonic()
            data = self.rfile.read(int(self.headers["Content-Length"]))
            if b'"colour"' in data:
                self._send(completion(SKY))
                return
            with lock:
                flying[0] += 1
                key = hashlib.sha256(data).digest()
                seen[key] = seen.get(key, 0) + 1
            user = json.loads(data)["messages"][1]["content"] if measures else ""
            body = completion(answer_to(user, measures=measures))
            time.sleep(max(begun + latency_s - time.monotonic(), 0))
            with lock:
                flying[0] -= 1
                spans.append(Span(begun, time.monotonic()))
            self._send(body)

        def _send(self, body: bytes) -> None:
            head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + body)
            except OSError:
                self.close_connection = True

        def log_message(self, *about: Any) -> None:
            """Nothing is told."""

    class Server(ThreadingHTTPServer):
        request_queue_size = 256
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """A worker that was killed is none of the endpoint's."""

    server = Server(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    pipe.send(server.server_address[1])
    while pipe.recv():
        with lock:
            pipe.send(Figures(sum(seen.values()), len(seen), flying[0], list(spans)))


def completion(text: str) -> bytes:
    """The body of an answer."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
    return json.dumps(
        {"model": "m", "choices": [choice], "usage": {"prompt_tokens": 2_000, "completion_tokens": 100}}
    ).encode()


def busy(spans: list[Span], slots: int) -> float:
    """The share of slots that were busy in steady state: from the end of the first round to the last begin."""
    start, end = min(span.ended for span in spans), max(span.begun for span in spans)
    spent = sum(max(min(span.ended, end) - max(span.begun, start), 0) for span in spans)
    return spent / ((end - start) * slots)


def most_at_once(spans: list[Span]) -> int:
    """The most answers that were under way at one moment."""
    moments = sorted([(span.begun, 1) for span in spans] + [(span.ended, -1) for span in spans])
    at_once = most = 0
    for _, change in moments:
        at_once += change
        most = max(most, at_once)
    return most
