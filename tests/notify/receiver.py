"""A receiver of webhooks on loopback that answers as it is told and keeps what it got."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Receiver:
    """`answers` are the statuses to come; when they run out it answers 204. `headers` go with every answer."""

    answers: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    url: str = ""


@contextmanager
def receiver(*answers: int, headers: dict[str, str] | None = None) -> Generator[Receiver]:
    """A receiver that listens until the block ends."""
    state = Receiver(list(answers), headers or {})

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            state.got.append((dict(self.headers.items()), body))
            self.send_response(state.answers.pop(0) if state.answers else 204)
            for name, value in {"Content-Length": "0", **state.headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_told: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}/hook"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
