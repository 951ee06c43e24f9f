"""One way to get bytes over HTTP from servers that may be slow, busy, broken or hostile: bounded in every respect."""

import ssl
import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Final, NamedTuple
from urllib.parse import urljoin, urlsplit

import httpx2

from openrepro import clock
from openrepro.errors import OpenReproError
from openrepro.hub.manners import Manners, Pace, asked_wait, used_up

BUSY: Final = frozenset((429, 502, 503, 504))
MOVED: Final = frozenset((301, 302, 303, 307, 308))
LONGEST_URL: Final = 4_000
LOOPBACK: Final = frozenset(("127.0.0.1", "localhost", "::1"))
AGENT: Final = "openrepro"


class FetchError(OpenReproError):
    """A server could not be asked, or gave something that cannot be used."""


class BusyError(FetchError):
    """A server asks to be left alone for `seconds`, or was still busy after the last attempt (`seconds` is 0)."""

    def __init__(self, text: str, *, seconds: float = 0.0) -> None:
        super().__init__(text, hint="Try again later; what was read so far is kept.")
        self.seconds = seconds


class Answer(NamedTuple):
    """What a server said, whatever the status. Names of headers are in small letters; `url` is what was asked."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str

    @property
    def location(self) -> str:
        """Where a redirect leads, absolute; empty when it leads nowhere."""
        target = self.headers.get("location", "")
        try:
            return urljoin(self.url, target) if 0 < len(target) <= LONGEST_URL else ""
        except ValueError:
            return ""


class Fetcher:
    """Asks servers by GET. Safe to share between threads; `close` it at the end.

    `token` goes to `home` only, an origin such as `https://huggingface.co`. Waiting ends when `stop` is set.
    """

    def __init__(
        self,
        manners: Manners = Manners(),  # noqa: B008  (frozen)
        *,
        home: str = "",
        token: str = "",
        stop: threading.Event | None = None,
        now: Callable[[], datetime] = clock.now,
    ) -> None:
        self.manners = manners
        self.pace = Pace(manners, stop or threading.Event())
        self._slots = threading.BoundedSemaphore(manners.at_once)
        self._home, self._token = origin(home), token
        self._now = now
        local = urlsplit(home).hostname in LOOPBACK
        self._client = httpx2.Client(
            timeout=httpx2.Timeout(manners.silence_s),
            limits=httpx2.Limits(max_connections=manners.at_once, max_keepalive_connections=manners.at_once),
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
            headers={"User-Agent": AGENT, "Accept-Encoding": "identity"},
            trust_env=not local,
        )

    @property
    def has_token(self) -> bool:
        return bool(self._token)

    def close(self) -> None:
        self._client.close()

    def get(self, url: str, *, cap: int, headers: Mapping[str, str] | None = None) -> Answer:
        """The answer of `url`, with at most `cap` bytes; redirects are not followed.

        What is busy or breaks off is asked again. Raises BusyError, or FetchError with one sentence.
        """
        check_url(url)
        for attempt in range(1, self.manners.attempts + 1):
            last = attempt == self.manners.attempts
            try:
                answer = self._once(url, cap, headers or {})
            except _BrokenError as broken:
                if last:
                    raise FetchError(f"{shown_address(url)} could not be read: {broken}.") from None
                self.pace.wait(self.pace.back_off(attempt))
                continue
            self._heed_limit(answer)
            if answer.status not in BUSY:
                return answer
            self._wait_out(answer, attempt, last)
        raise AssertionError("every attempt returns, raises or goes on")

    def _heed_limit(self, answer: Answer) -> None:
        """Keep all threads back when the answer says that the rate limit is used up."""
        if answer.status not in BUSY and (reset := used_up(answer.headers)):
            self.pace.hold(reset)

    def _wait_out(self, answer: Answer, attempt: int, last: bool) -> None:
        asked = asked_wait(answer.headers, self._now())
        longest = self.manners.longest_wait
        if asked is not None and asked > longest:
            text = f"asks to wait {asked:.0f} s (status {answer.status}), more than {longest:.0f}."
            raise BusyError(f"{shown_address(answer.url)} {text}", seconds=asked)
        if last:
            text = f"{shown_address(answer.url)} was busy {attempt} times (status {answer.status})."
            raise BusyError(text, seconds=asked or 0.0)
        seconds = max(self.pace.back_off(attempt), asked or 0.0)
        if asked:
            self.pace.hold(seconds)
        self.pace.wait(seconds)

    def _once(self, url: str, cap: int, headers: Mapping[str, str]) -> Answer:
        self.pace.take()
        with self._slots:
            try:
                with self._client.stream("GET", url, headers=self._headers(url, headers)) as response:
                    bodiless = response.status_code in BUSY | MOVED
                    body = b"" if bodiless else _body(response, cap, self.manners.answer_s)
                    named = {name.lower(): value for name, value in response.headers.items()}
                    return Answer(response.status_code, named, body, url)
            except httpx2.TimeoutException:
                raise _BrokenError(f"no answer within {self.manners.silence_s:.0f} s") from None
            except httpx2.TransportError as error:
                raise _BrokenError(_plain(error)) from None
            except (httpx2.InvalidURL, httpx2.RequestError, UnicodeError) as error:
                raise FetchError(f"{shown_address(url)} could not be read: {_plain(error)}.") from None

    def _headers(self, url: str, headers: Mapping[str, str]) -> dict[str, str]:
        mine = {"Authorization": f"Bearer {self._token}"} if self._token and origin(url) == self._home else {}
        return {**headers, **mine}


class _BrokenError(Exception):
    """One attempt failed in a way that another may not."""


def _body(response: httpx2.Response, cap: int, answer_s: float) -> bytes:
    coding = response.headers.get("content-encoding", "identity").lower()
    if coding not in ("identity", ""):
        raise FetchError(
            f"{shown_address(str(response.url))} sent an answer in a coding nobody asked for ({coding[:20]!r})."
        )
    ends = time.monotonic() + answer_s
    found = bytearray()
    for chunk in response.iter_raw(65_536):
        found += chunk
        if len(found) > cap:
            raise FetchError(f"{shown_address(str(response.url))} sent more than {size(cap)}; nothing of it was used.")
        if time.monotonic() > ends:
            raise _BrokenError(f"the answer was not complete after {answer_s:.0f} s")
    return bytes(found)


def check_url(url: str) -> None:
    """Raise FetchError unless `url` is one that can be asked: http or https, a host, no control characters."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable or len(url) > LONGEST_URL or not url.isprintable() or " " in url:
        raise FetchError(
            f"{_harmless(url)!r} is no address that can be asked.", hint="Give an http:// or https:// URL."
        )


def _harmless(url: str) -> str:
    """The beginning of what may be a URL, without whoever is named before its host."""
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"[:80]


def origin(url: str) -> str:
    """Scheme, host and port of a URL, in small letters with the port written out; empty when it has none."""
    try:
        parts = urlsplit(url)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.hostname}:{port}" if parts.hostname and port else ""


def size(count: int) -> str:
    return f"{count // 2**20} MB" if count >= 2**20 else f"{count:,} bytes"


def shown_address(url: str) -> str:
    """A URL in a sentence: without its query and whoever is named before its host, which may be secret."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return _harmless(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"[:160]


def _plain(error: BaseException) -> str:
    cause = error.__cause__ or error
    if isinstance(cause, ssl.SSLError):
        return "no secure connection could be made"
    return " ".join(str(error).split()).rstrip(".")[:160] or type(error).__name__
