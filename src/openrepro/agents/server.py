"""The server of a challenge as participants' tools speak to it: its API, and a sentence for every way it can fail."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from types import TracebackType
from typing import Final, NamedTuple
from urllib.parse import quote, urlsplit

import httpx2

from openrepro import __version__
from openrepro.errors import OpenReproError
from openrepro.hub.fetching import LOOPBACK
from openrepro.hub.manners import asked_wait
from openrepro.ids import Json
from openrepro.visible import one_line

ROOT: Final = "/api/v1"
TOKEN: Final = "OPENREPRO_TOKEN"
SERVER: Final = "OPENREPRO_SERVER"
ANSWER_CAP: Final = 32 * 2**20
SILENCE_S: Final = 30.0
UPLOAD_SILENCE_S: Final = 300.0
LONGEST_SAID: Final = 600
MOST_PAGES: Final = 2_000
_TOKEN_FORM: Final = re.compile(r"or_[!-~]{1,200}")


class ServerError(OpenReproError):
    """The server refused, or could not be asked. `status` is 0 when no answer came; `code` is the API's word for the
    failure, empty when the answer was not the API's; `sent` is false when the request surely never left here;
    `wait_s` is how long the server asks to wait, 0 when it does not say."""

    def __init__(
        self, text: str, *, hint: str = "", status: int = 0, code: str = "", sent: bool = True, wait_s: float = 0.0
    ) -> None:
        super().__init__(text, hint=hint)
        self.status, self.code, self.sent, self.wait_s = status, code, sent, wait_s


class Answer(NamedTuple):
    """What the server said, read to its end."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Server:
    """The challenge's server at `url`. `token` is sent with every request when there is one, to this address only.

    Every method raises ServerError with one sentence. Use it in a `with` block, or `close` it.
    """

    def __init__(self, url: str, token: str = "") -> None:
        self.url = checked_url(url)
        self.has_token = bool(token)
        headers = {"User-Agent": f"openrepro/{__version__}"}
        if token:
            headers["Authorization"] = f"Bearer {_checked_token(token)}"
        self._client = httpx2.Client(headers=headers, timeout=SILENCE_S, trust_env=not _local(self.url))

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._client.close()

    def get(self, *path: str, **query: str | int) -> Json:
        """The `data` at an address of the API: `get("papers", paper, "claims")`."""
        return self.whole("GET", *path, **query)["data"]

    def post(self, *path: str, body: Json = None, **query: str | int) -> Json:
        """The `data` that comes of a change."""
        return self.whole("POST", *path, body=body, **query)["data"]

    def each(self, *path: str, **query: str | int) -> Iterator[Json]:
        """The rows of a list, page by page, to its end."""
        cursor: Mapping[str, str] = {}
        for _ in range(MOST_PAGES):
            page = self.whole("GET", *path, **query, **cursor)
            rows, after = page["data"], page.get("next")
            if not isinstance(rows, list):
                raise self._unlike()
            yield from rows
            if not isinstance(after, str) or not after:
                return
            cursor = {"cursor": after}
        raise ServerError(f"{self.url} gives a list without an end: {MOST_PAGES:,} pages.")

    def send(self, archive: bytes, *, kind: str = "application/zip", key: str = "", **query: str) -> Json:
        """The receipt of a logbook's archive. With `key` the same request sent twice is done once."""
        headers = {"Content-Type": kind} | ({"Idempotency-Key": key} if key else {})
        address = self._address(("entries",))
        answer = self._ask("POST", address, query, content=archive, headers=headers, timeout=UPLOAD_SILENCE_S)
        return self._whole(answer)["data"]

    def text(self, path: str) -> str:
        """A page of the site as text, such as `/llms-full.txt`."""
        answer = self._ask("GET", f"{self.url}{path}", {})
        if answer.status != 200:
            raise self._refused(answer)
        return answer.body.decode("utf-8", "replace")

    def whole(self, method: str, *path: str, body: Json = None, **query: str | int) -> Mapping[str, Json]:
        """The whole envelope of an answer."""
        content = None if body is None else json.dumps(body, ensure_ascii=False).encode()
        headers = {} if content is None else {"Content-Type": "application/json"}
        return self._whole(self._ask(method, self._address(path), query, content=content, headers=headers))

    def _address(self, path: tuple[str, ...]) -> str:
        return "/".join((self.url + ROOT, *(quote(step, safe="") for step in path)))

    def _ask(
        self,
        method: str,
        address: str,
        query: Mapping[str, str | int],
        *,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float = SILENCE_S,
    ) -> Answer:
        asked = self._client.build_request(
            method, address, params=dict(query), content=content, headers=dict(headers or {}), timeout=timeout
        )
        try:
            answer = self._client.send(asked, stream=True)
            try:
                return Answer(answer.status_code, _small(answer.headers), _read(answer, self.url))
            finally:
                answer.close()
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as fault:
            raise ServerError(
                f"{self.url} cannot be reached: {_said(fault)}.", hint="Look at the network, and try again.", sent=False
            ) from None
        except httpx2.TimeoutException:
            raise ServerError(f"{self.url} did not answer within {timeout:.0f} seconds.") from None
        except httpx2.HTTPError as fault:
            raise ServerError(f"The connection to {self.url} broke: {_said(fault)}.") from None

    def _whole(self, answer: Answer) -> Mapping[str, Json]:
        if not 200 <= answer.status < 300:
            raise self._refused(answer)
        value = _json(answer)
        if not isinstance(value, dict) or "data" not in value:
            raise self._unlike()
        return value

    def _refused(self, answer: Answer) -> ServerError:
        """What the answer says, in the API's own words where it has them."""
        value = _json(answer)
        told = value.get("error") if isinstance(value, dict) else None
        status, wait_s = answer.status, asked_wait(answer.headers, datetime.now(UTC)) or 0.0
        if not isinstance(told, dict) or not isinstance(told.get("text"), str):
            if 300 <= status < 400:
                return ServerError(f"{self.url} sends us elsewhere; not followed.", hint="Is the address right?")
            return ServerError(f"{self.url} answers with status {status}.", status=status, wait_s=wait_s)
        text, hint, code = (_line(told.get(name)) for name in ("text", "hint", "code"))
        if status == 401:
            text = self._not_signed_in(text)
            hint = f"Put a token of yours into {TOKEN}; {self.url}/guide#enter says who gives them."
        if status == 429 and wait_s:
            hint = f"Try again in {wait_s:.0f} seconds."
        return ServerError(text, hint=hint, status=status, code=code, wait_s=wait_s)

    def _not_signed_in(self, text: str) -> str:
        if not self.has_token:
            return f"{self.url} asks for a token, and none is set here."
        return f"{self.url} does not take this token: {text}"

    def _unlike(self) -> ServerError:
        return ServerError(f"{self.url} does not answer as a server of OpenRepro.", hint="Is the address right?")


def checked_url(url: str) -> str:
    """The address without what follows its path. Raises OpenReproError when it is none of http or https."""
    try:
        parts = urlsplit(url.strip())
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or not url.strip().isprintable() or parts.username or parts.password:
        raise OpenReproError(
            f"{url[:120]!r} is no address of a server.", hint="It begins with https:// or http://, and has no password."
        )
    return f"{parts.scheme}://{parts.netloc}{parts.path}".rstrip("/")


def _checked_token(token: str) -> str:
    if not _TOKEN_FORM.fullmatch(token.strip()):
        raise OpenReproError(f"What stands in {TOKEN} is no token: one begins with or_, without blanks.")
    return token.strip()


def _local(url: str) -> bool:
    return urlsplit(url).hostname in LOOPBACK


def _read(answer: httpx2.Response, url: str) -> bytes:
    """The body, but never more than the cap."""
    pieces, size = [], 0
    for piece in answer.iter_bytes():
        size += len(piece)
        if size > ANSWER_CAP:
            raise ServerError(f"{url} sends an answer of more than {ANSWER_CAP // 2**20} MiB; not read.")
        pieces.append(piece)
    return b"".join(pieces)


def _json(answer: Answer) -> Json:
    try:
        value: Json = json.loads(answer.body)
    except (ValueError, RecursionError):
        return None
    return value


def _small(headers: httpx2.Headers) -> dict[str, str]:
    return {name.lower(): text for name, text in headers.items()}


def _said(fault: Exception) -> str:
    return _line(str(fault)).rstrip(".") or type(fault).__name__


def _line(value: object) -> str:
    """One line of what a server said, without what could steer a terminal."""
    return one_line(value, LONGEST_SAID) if isinstance(value, str) else ""
