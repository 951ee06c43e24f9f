"""How full the slots of a slow model are kept, and how fast questions go through when the model costs no time.

Run `python benchmarks/asking.py`. The model is a server in a process of its own on the loopback address; an answer
takes 2 s (20 s scaled down tenfold), with 64 in flight over many teams. Replies are kept in a folder, on disk
before they are read.
"""

import json
import multiprocessing
import socketserver
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Thread
from typing import Any, NamedTuple

from openrepro.judging.readers.model.question import Question, Role
from openrepro.models.asking import Asker
from openrepro.models.endpoint import Asked, Endpoint
from openrepro.models.folder_responses import FolderResponses

LATENCY_S, IN_FLIGHT, TEAMS, EACH = 2.0, 64, 40, 16
QUICK_QUESTIONS = 2_000
BUSY_GOAL, RATE_GOAL = 0.95, 100
SPAWN = multiprocessing.get_context("spawn")
ANSWER = {
    "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "{}"}}],
    "usage": {"prompt_tokens": 100, "completion_tokens": 2},
}
BODY = json.dumps(ANSWER).encode()


class Span(NamedTuple):
    """When an answer was begun and ended, in seconds of the server's clock."""

    begun: float
    ended: float


class _Server(ThreadingHTTPServer):
    request_queue_size = 256
    daemon_threads = True
    block_on_close = False


def serve(latency_s: float, told: Connection) -> None:
    """Answer until told to end; then tell when each answer was begun and ended."""
    spans: list[Span] = []
    lock = Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            begun = time.monotonic()
            self.rfile.read(int(self.headers["Content-Length"]))
            time.sleep(max(begun + latency_s - time.monotonic(), 0))
            with lock:
                spans.append(Span(begun, time.monotonic()))
            head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n"
            self.wfile.write(head.encode() + BODY)

        def log_message(self, *about: Any) -> None:
            """Nothing is told."""

    server: socketserver.TCPServer = _Server(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    told.send(server.server_address[1])
    told.recv()
    told.send(spans)


@contextmanager
def model(latency_s: float) -> Iterator[tuple[Endpoint, list[Span]]]:
    """An endpoint while the block runs; after it the list has the span of every answer."""
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=serve, args=(latency_s, theirs), daemon=True)
    process.start()
    spans: list[Span] = []
    yield Endpoint("bench", f"http://127.0.0.1:{ours.recv()}/v1", "m", in_flight=IN_FLIGHT), spans
    ours.send(None)
    spans.extend(ours.recv())
    process.join()


def question(team: int, number: int) -> Question:
    text = f"What does logbook {number} of team {team} measure? " + "It printed 0.91 after 3 epochs. " * 400
    schema: dict[str, Any] = {"type": "object"}
    return Question(f"t{team}n{number}.c1", Role.READER, "Fill in the form.", text, schema, "p", ())


def ask(endpoint: Endpoint, teams: int, each: int) -> float:
    """Ask for all teams at once; gives the seconds that it took."""
    with tempfile.TemporaryDirectory() as folder, Asker({Role.READER: endpoint}, FolderResponses(Path(folder))) as made:
        threads = [
            Thread(target=made.ask, args=([question(team, number) for number in range(each)], Asked(team=f"t{team}")))
            for team in range(teams)
        ]
        begin = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.monotonic() - begin


def busy(spans: list[Span]) -> float:
    """The share of slots that were busy in steady state: from the end of the first round to the last begin."""
    start, end = min(span.ended for span in spans), max(span.begun for span in spans)
    spent = sum(max(min(span.ended, end) - max(span.begun, start), 0) for span in spans)
    return spent / ((end - start) * IN_FLIGHT)


def main() -> int:
    import openrepro.models.client  # noqa: F401  (slow to import, once for a process)

    with model(LATENCY_S) as (endpoint, spans):
        took = ask(endpoint, TEAMS, EACH)
    share = busy(spans)
    print(f"{len(spans):,} answers of {LATENCY_S} s, {IN_FLIGHT} in flight, {TEAMS} teams: {took:.1f} s")
    print(f"slots busy in steady state: {100 * share:.1f} % (goal: {100 * BUSY_GOAL:.0f} %)")
    with model(0.0) as (endpoint, _):
        rate = QUICK_QUESTIONS / ask(endpoint, TEAMS, QUICK_QUESTIONS // TEAMS)
    print(f"an answer that takes no time: {rate:.0f} questions a second (goal: {RATE_GOAL})")
    return 0 if share >= BUSY_GOAL and rate >= RATE_GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
