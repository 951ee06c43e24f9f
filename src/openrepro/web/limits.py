"""What a caller may ask of this server: how often, how much, how slowly. All of it can be set."""

import hashlib
import os
import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openrepro.errors import OpenReproError
from openrepro.web.faults import Code, Failure, told
from openrepro.web.peer import Network, networks_of, peer_of
from openrepro.web.rates import Buckets, Permission, Rate

API: Final = "/api/"
SUBMITS: Final = re.compile(r"/api/v1/entries(?:/space)?")
UPLOADS: Final = "/api/v1/entries"
MOST_KNOWN: Final = 10_000
SCHEME: Final = "bearer "
USUAL: Final = Rate(50, 200)
USUAL_UPLOADS: Final = Rate(1, 60)
USUAL_SIGN_INS: Final = Rate(1 / 12, 5)
LOOKUPS: Final = Rate(2, 20)
"""How many unseen tokens of one address are looked up although the address has used up its own limit."""

FIRSTS: Final = Rate(1 / 30, 2)
"""How often the same unseen token is, so that a false one uses up little of that."""

UNCOUNTED: Final = Permission(True, 0, 0, 0)

READS: Final = "OPENREPRO_REQUESTS_PER_SECOND"
BURST: Final = "OPENREPRO_REQUEST_BURST"
SUBMISSIONS: Final = "OPENREPRO_UPLOADS_PER_MINUTE"
UPLOAD: Final = "OPENREPRO_UPLOAD_MB"
PROXIES: Final = "OPENREPRO_TRUSTED_PROXIES"
LOCAL_WEBHOOKS: Final = "OPENREPRO_WEBHOOKS_TO_LOOPBACK"

VARIABLES: Final[dict[str, str]] = {
    READS: "requests a second that one token or address may make in the long run; 50 when unset, 0 for no limit",
    BURST: "requests that it may make at once; 200 when unset",
    SUBMISSIONS: "submissions a minute that one token or address may make; 60 when unset, 0 for no limit",
    UPLOAD: "the largest upload in MB; 64 when unset",
    PROXIES: "addresses or networks of proxies before this server, whose X-Forwarded-For is believed; none when unset",
    LOCAL_WEBHOOKS: "1 lets webhooks call this machine itself, for trying them out; never set it on a public server",
}


@dataclass(frozen=True, slots=True)
class Limits:
    """`upload` and `body` are in bytes, `idle` and the two totals in seconds."""

    requests: Rate = USUAL
    uploads: Rate = USUAL_UPLOADS
    sign_ins: Rate = USUAL_SIGN_INS
    upload: int = 64 * 1024 * 1024
    body: int = 256 * 1024
    idle: float = 15
    upload_total: float = 300
    body_total: float = 20
    writers: int = 8
    unpackers: int = 2
    askers: int = 4
    wait_to_write: float = 20
    wait_to_unpack: float = 60
    webhooks_each: int = 10
    webhooks_to_loopback: bool = False
    proxies: tuple[Network, ...] = ()


def limits_of(environment: Mapping[str, str] = os.environ) -> Limits:
    """The limits that the environment states. Raises OpenReproError when a variable holds something unusable."""
    per_minute = _whole(environment, SUBMISSIONS, 60)
    return Limits(
        requests=Rate(_whole(environment, READS, 50), _whole(environment, BURST, 200, least=1)),
        uploads=Rate(per_minute / 60, max(1, per_minute)),
        upload=_whole(environment, UPLOAD, 64, least=1) * 1024 * 1024,
        webhooks_to_loopback=environment.get(LOCAL_WEBHOOKS, "") == "1",
        proxies=networks_of(environment.get(PROXIES, "")),
    )


@dataclass
class KnownTokens:
    """Which headers have proved to hold a token, so that made-up ones count against the address that sends them."""

    _names: OrderedDict[str, str] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, header: str, token: str) -> None:
        """`header`, as it was sent, holds the token with the id `token`."""
        with self._lock:
            self._names[_hash(header)] = token
            if len(self._names) > MOST_KNOWN:
                self._names.popitem(last=False)

    def named(self, header: str) -> str | None:
        return self._names.get(_hash(header))


class RateLimits:
    """Refuses who asks too often, and tells everybody how much is left."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        limits: Limits,
        known: KnownTokens,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.app = app
        self._limits = limits
        self._known = known
        self._clock = clock
        self._requests = Buckets(limits.requests)
        self._uploads = Buckets(limits.uploads)
        self._firsts = Buckets(FIRSTS)
        self._lookups = Buckets(LOOKUPS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        asked = self._asked(scope)
        if asked.permission.limit:
            send = _telling(send, asked.permission)
        if asked.permission.granted:
            await self.app(scope, receive, send)
        else:
            await _refusal(scope, asked, self._limits)(scope, receive, send)

    def _asked(self, scope: Scope) -> "_Asked":
        header, at = Headers(scope=scope).get("authorization"), self._clock()
        token = self._known.named(header) if header else None
        address = "" if token else peer_of(scope, self._limits.proxies)
        asked = self._counted(scope, f"token {token}" if token else f"address {address}", at)
        if asked.permission.granted or token or not header:
            return asked._replace(token=bool(token))
        return self._looked_up(asked, header, address, at)

    def _counted(self, scope: Scope, caller: str, at: float) -> "_Asked":
        permission = self._requests.take(caller, at)
        if permission.granted and is_submission(scope):
            return _Asked(self._uploads.take(caller, at), submission=True)
        return _Asked(permission)

    def _looked_up(self, refused: "_Asked", header: str, address: str, at: float) -> "_Asked":
        """A token that nobody has seen yet may be a true one behind a noisy address: a few are looked up all the same,
        each a few times, after which a true one is known and counts for itself."""
        if header[: len(SCHEME)].lower() != SCHEME:
            return refused
        if self._firsts.take(_hash(header), at).granted and self._lookups.take(address, at).granted:
            return _Asked(UNCOUNTED)
        return refused


class _Asked(NamedTuple):
    """What came of counting a request, by which limit, and whether it had a token that is known."""

    permission: Permission
    submission: bool = False
    token: bool = False


def is_submission(scope: Scope) -> bool:
    """Whether a request hands in an entry, by an archive or by its id on the Hub."""
    return scope["method"] == "POST" and SUBMITS.fullmatch(scope["path"]) is not None


def is_upload(scope: Scope) -> bool:
    """Whether a request may bring an archive."""
    return (scope["method"], scope["path"]) == ("POST", UPLOADS)


def _telling(send: Send, permission: Permission) -> Send:
    async def telling(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["RateLimit-Limit"] = str(permission.limit)
            headers["RateLimit-Remaining"] = str(permission.remaining)
            headers["RateLimit-Reset"] = str(permission.seconds)
        await send(message)

    return telling


def _refusal(scope: Scope, asked: _Asked, limits: Limits) -> ASGIApp:
    permission, whose = asked.permission, "this token" if asked.token else "this address"
    if asked.submission:
        rate = f"{limits.uploads.per_second * 60:g} submissions a minute, {limits.uploads.burst} at once"
    else:
        rate = f"{limits.requests.per_second:g} requests a second, {limits.requests.burst} at once"
    text = f"This is too often: {whose} may make {rate}."
    own = "" if asked.token else " A token of your own has a limit of its own."
    failure = Failure(code=Code.TOO_MANY, text=text, hint=f"Wait {permission.seconds} s.{own}")
    return told(scope, 429, failure, {"Retry-After": str(permission.seconds)})


def _hash(header: str) -> str:
    return hashlib.sha256(header.encode("utf-8", "replace")).hexdigest()


def _whole(environment: Mapping[str, str], name: str, default: int, *, least: int = 0) -> int:
    text = environment.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) <= 6) or int(text) < least:
        raise OpenReproError(f"{name} is {text[:40]!r}; it must be a whole number from {least} to 999999.")
    return int(text)
