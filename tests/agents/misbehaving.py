"""A server on loopback that answers as it is told, whatever it is asked."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Told:
    """What comes next: `cut` closes the connection after so many bytes of the body. `asked` is what came."""

    status: int = 200
    body: bytes = b"{}"
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None
    asked: list[str] = field(default_factory=list)
    url: str = ""


@contextmanager
def misbehaving() -> Iterator[Told]:
    """A server that answers as `Told` says at that moment."""
    told = Told()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.asked.append(f"{self.command} {self.path} {self.headers.get('authorization', '')}".strip())
            self.rfile.read(int(self.headers.get("content-length", 0)))
            self.send_response(told.status)
            self.send_header("Content-Length", str(len(told.body)))
            for name, text in told.headers.items():
                self.send_header(name, text)
            self.end_headers()
            self.wfile.write(told.body[: told.cut])
            self.close_connection = True

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_told: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    told.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
