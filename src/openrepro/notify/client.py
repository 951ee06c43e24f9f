"""The client that calls webhooks: to the very address that was checked, within one deadline, no redirects."""

import ssl
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import httpcore2
from httpcore2 import NetworkBackend, NetworkStream

from openrepro.notify.guard import AddressError, Guard

DEADLINE_S: Final = 10.0
MOST_RETRY_AFTER_S: Final = 12 * 3600
AGENT: Final = "OpenRepro-Webhook/1"
GONE: Final = 410


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a call. `status` is None when nothing answered; `retry_after` is in seconds, 0 when not given."""

    status: int | None
    sentence: str
    retry_after: int = 0

    @property
    def taken(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        """Whether the receiver says that it wants nothing any more."""
        return self.status == GONE


@dataclass(frozen=True)
class WebhookClient:
    """Sends to addresses that `guard` allows, each call within `deadline` seconds. Safe to share between threads."""

    guard: Guard = field(default_factory=Guard)
    deadline: float = DEADLINE_S
    tls: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def send(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """POST `body`; never raises for what the other side does."""
        try:
            self.guard.target(url)
            return self._post(url, headers, body)
        except AddressError as refused:
            return Answer(None, refused.text)
        except httpcore2.TimeoutException:
            return Answer(None, f"No answer within {self.deadline:.0f} s.")
        except httpcore2.ConnectError as error:
            return Answer(None, f"Could not connect: {_said(error)}.")
        except (httpcore2.NetworkError, httpcore2.ProtocolError, ssl.SSLError) as error:
            return Answer(None, f"The connection broke: {_said(error)}.")

    def _post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        backend = GuardedBackend(self.guard, _countdown(self.deadline))
        told = {**headers, "Content-Type": "application/json", "User-Agent": AGENT, "Connection": "close"}
        sent = [(name.encode(), value.encode()) for name, value in told.items()]
        with (
            httpcore2.ConnectionPool(ssl_context=self.tls, network_backend=backend) as pool,
            pool.stream("POST", url, headers=sent, content=body, extensions=_limits(self.deadline)) as response,
        ):
            return _answer(response)


class GuardedBackend(NetworkBackend):
    """Looks a name up, checks what it leads to, and connects to just that, so that no second look-up can differ."""

    def __init__(self, guard: Guard, left: Callable[[], float]) -> None:
        self._guard = guard
        self._left = left
        self._plain = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> NetworkStream:
        addresses = self._guard.addresses(host, port)
        for address in addresses[:-1]:
            try:
                return self._connect(address, port)
            except httpcore2.ConnectError:
                continue  # the name has another address
        return self._connect(addresses[-1], port)

    def _connect(self, address: str, port: int) -> NetworkStream:
        return HurriedStream(
            self._plain.connect_tcp(address, port, timeout=self._left(), socket_options=[]), self._left
        )


class HurriedStream(NetworkStream):
    """A stream whose every wait ends with the deadline of the whole call, so that dripping bytes gains nothing."""

    def __init__(self, inner: NetworkStream, left: Callable[[], float]) -> None:
        self._inner = inner
        self._left = left

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._left())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._left())

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> NetworkStream:
        return HurriedStream(self._inner.start_tls(ssl_context, server_hostname, self._left()), self._left)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _countdown(seconds: float) -> Callable[[], float]:
    """What is left of `seconds` from now on. Raises TimeoutException once nothing is."""
    end = time.monotonic() + seconds

    def left() -> float:
        rest = end - time.monotonic()
        if rest <= 0:
            raise httpcore2.ReadTimeout("the deadline has passed")
        return rest

    return left


def _limits(seconds: float) -> dict[str, Any]:
    return {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), seconds)}


def _answer(response: httpcore2.Response) -> Answer:
    status = response.status
    if 200 <= status < 300:
        return Answer(status, "Taken.")
    if 300 <= status < 400:
        return Answer(status, f"Answered {status}: redirects are not followed; give the final address.")
    if status == GONE:
        return Answer(status, "Answered 410: the receiver wants nothing any more.")
    return Answer(status, f"Answered {status}.", _retry_after(response.headers))


def _retry_after(headers: Iterable[tuple[bytes, bytes]]) -> int:
    text = next((value for name, value in headers if name.lower() == b"retry-after"), b"")
    return min(int(text), MOST_RETRY_AFTER_S) if text.isdigit() and len(text) <= 9 else 0


def _said(error: Exception) -> str:
    """What an error says, as one short printable line."""
    line = "".join(letter if letter.isprintable() else " " for letter in str(error))
    return " ".join(line.split())[:200] or type(error).__name__
