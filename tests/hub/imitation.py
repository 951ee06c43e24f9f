"""A Hub on loopback that behaves like the real one, and misbehaves as told: a real server in a thread."""

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, unquote, urlsplit

TAG = "demo2026-repro"


@dataclass
class FakeSpace:
    """A Space of the imitation. `lost` ones are in no listing but answer by id; `status` is what their id answers."""

    id: str
    sha: str = ""
    tags: list[Any] = field(default_factory=lambda: [TAG])
    created: str = "2026-07-20T12:00:00.000Z"
    files: dict[str, bytes] = field(default_factory=dict)
    large: set[str] = field(default_factory=set)
    lost: bool = False
    private: bool = False
    disabled: bool = False
    status: int = 200
    moved_to: str = ""
    row: Mapping[str, object] | None = None

    def __post_init__(self) -> None:
        self.sha = self.sha or hashlib.sha1(self.id.encode()).hexdigest()

    def shown(self) -> Mapping[str, object]:
        if self.row is not None:
            return self.row
        return {
            "_id": hashlib.sha1(f"key {self.created} {self.id}".encode()).hexdigest()[:24],
            "id": self.id,
            "sha": self.sha,
            "tags": self.tags,
            "createdAt": self.created,
            "lastModified": self.created,
            "private": self.private,
            "disabled": self.disabled,
        }


class Reply(NamedTuple):
    """An answer. After `cut` bytes of the body the connection is closed; `slow` seconds pass before the first one."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = {}
    cut: int | None = None
    slow: float = 0.0


Rule = Callable[[str], Reply | None]


class Imitation:
    """The state of the Hub, and the log of what it was asked. Rules answer first: each is given the path with its
    query, and may answer, or leave it to the next; a rule may also change the state."""

    def __init__(self, spaces: list[FakeSpace] | None = None, *, by_offset: bool = False) -> None:
        self.spaces = {space.id: space for space in spaces or []}
        self.by_offset = by_offset
        self.etags = True
        self.rules: list[Rule] = []
        self.asked: list[str] = []
        self.not_modified = 0
        self.tokens: list[str] = []
        self.url = ""
        self.files_url = ""
        self.lock = threading.Lock()

    def add(self, *spaces: FakeSpace) -> None:
        self.spaces |= {space.id: space for space in spaces}

    def count(self, part: str) -> int:
        return sum(part in path for path in self.asked)

    def answer(self, path: str, etag: str) -> Reply:
        with self.lock:
            self.asked.append(path)
            for rule in self.rules:
                if (reply := rule(path)) is not None:
                    return reply
            reply = self._known(path)
            if not self.etags or reply.status != 200 or not path.startswith("/api/"):
                return reply
            mark = f'W/"{hashlib.sha1(reply.body).hexdigest()[:20]}"'
            if mark == etag:
                self.not_modified += 1
                return Reply(304, headers={"ETag": mark})
            return reply._replace(headers={**reply.headers, "ETag": mark})

    def _known(self, path: str) -> Reply:
        parts = urlsplit(path)
        asked = parse_qs(parts.query)
        steps = unquote(parts.path).strip("/").split("/")
        if parts.path == "/api/spaces":
            return self._listing(asked)
        if steps[:2] == ["api", "spaces"] and len(steps) == 4:
            return self._one("/".join(steps[2:]), parts.query)
        if steps[:2] == ["api", "spaces"] and steps[4:5] == ["tree"]:
            return self._tree("/".join(steps[2:4]), steps[5])
        if steps[:1] == ["spaces"] and steps[3:4] == ["resolve"]:
            return self._file("/".join(steps[1:3]), steps[4], "/".join(steps[5:]), "cdn" in asked)
        return json_reply({"error": "Not Found"}, 404)

    def listed(self, tag: str) -> list[FakeSpace]:
        """What the listing of a tag shows, newest first; the real one compares tags without regard to case."""
        found = [space for space in self.spaces.values() if not space.lost and not space.private]
        found = [space for space in found if space.row or any(str(t).lower() == tag.lower() for t in space.tags)]
        return sorted(found, key=lambda space: (space.created, space.id), reverse=True)

    def _listing(self, asked: Mapping[str, list[str]]) -> Reply:
        rows = self.listed(asked["filter"][0])
        limit = int(asked["limit"][0])
        start = self._start(rows, asked.get("cursor", [""])[0])
        page = rows[start : start + limit]
        headers = {}
        if start + limit < len(rows):
            cursor = str(start + limit) if self.by_offset else f"{page[-1].created} {page[-1].id}"
            query = "&".join(f"{key}={quote(value)}" for key in asked if key != "cursor" for value in asked[key])
            headers["Link"] = f'<{self.url}/api/spaces?{query}&cursor={quote(cursor)}>; rel="next"'
        return json_reply([space.shown() for space in page], headers=headers)

    def _start(self, rows: list[FakeSpace], cursor: str) -> int:
        if not cursor:
            return 0
        if self.by_offset:
            return int(cursor)
        created, name = cursor.split(" ")
        return sum((space.created, space.id) >= (created, name) for space in rows)

    def _one(self, name: str, query: str) -> Reply:
        space = self.spaces.get(name)
        if space is None:
            return json_reply({"error": "Repository not found"}, 404, {"X-Error-Code": "RepoNotFound"})
        if space.moved_to:
            return Reply(307, headers={"Location": f"/api/spaces/{space.moved_to}?{query}"})
        if space.status != 200:
            return json_reply({"error": "refused"}, space.status)
        return json_reply(space.shown())

    def _tree(self, name: str, sha: str) -> Reply:
        space = self.spaces.get(name)
        if space is None or sha != space.sha:
            return json_reply({"error": "Revision not found"}, 404)
        return json_reply([_tree_row(space, path, data) for path, data in space.files.items()])

    def _file(self, name: str, sha: str, path: str, on_cdn: bool) -> Reply:
        space = self.spaces.get(name)
        if space is None or sha != space.sha or path not in space.files:
            return json_reply({"error": "Entry not found"}, 404)
        if path in space.large and not on_cdn:
            return Reply(302, headers={"Location": f"{self.files_url}/spaces/{name}/resolve/{sha}/{quote(path)}?cdn=1"})
        return Reply(200, space.files[path])


def json_reply(value: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Reply:
    return Reply(status, json.dumps(value).encode(), {"Content-Type": "application/json", **(headers or {})})


def _tree_row(space: FakeSpace, path: str, data: bytes) -> Mapping[str, object]:
    blob = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
    row: dict[str, object] = {"type": "file", "path": path, "size": len(data), "oid": blob}
    if path in space.large:
        row["lfs"] = {"oid": hashlib.sha256(data).hexdigest(), "size": len(data), "pointerSize": 130}
    return row


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    imitation: Imitation
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self.imitation.tokens.append(self.headers.get("Authorization", ""))
        reply = self.imitation.answer(self.path, self.headers.get("If-None-Match", ""))
        time.sleep(reply.slow)
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.status != 304 and "Transfer-Encoding" not in reply.headers:
            self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body if reply.cut is None else reply.body[: reply.cut])
        if reply.cut is not None:
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A client that hangs up is no fault of the test."""


@contextmanager
def running(imitation: Imitation) -> Iterator[Imitation]:
    """Serve `imitation` on a free port until the end of the block. `files_url` is the same server by another name,
    as the real Hub serves large files from another host."""
    handler = type("Handler", (_Handler,), {"imitation": imitation})
    server = _Server(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    imitation.url = f"http://127.0.0.1:{server.server_port}"
    imitation.files_url = f"http://localhost:{server.server_port}"
    try:
        yield imitation
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def many(count: int, *, tag: str = TAG, paper: Callable[[int], str] = lambda at: f"P{at % 500:04d}") -> list[FakeSpace]:
    """So many Spaces of some hundred owners, one a minute."""
    return [
        FakeSpace(
            f"owner-{at % 370:03d}/repro-{at:06d}",
            tags=[tag, f"paper-{paper(at)}", "license:mit"],
            created=f"2026-07-{1 + at // 1440:02d}T{at // 60 % 24:02d}:{at % 60:02d}:00.000Z",
        )
        for at in range(count)
    ]


def once(path_part: str, reply: Reply) -> Rule:
    """A rule that answers the first request whose path has `path_part` in it, and no other."""
    left = [reply]
    return lambda path: left.pop() if left and path_part in path else None


def always(path_part: str, reply: Reply) -> Rule:
    return lambda path: reply if path_part in path else None
