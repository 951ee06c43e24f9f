"""One call of an OpenAI-compatible endpoint: bounded in time and size, never tried again here, given back raw.

The only module that knows the `openai` package, which is slow to import: import this module where it is needed.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2
import openai

from openrepro import clock
from openrepro.models.endpoint import Ability, Endpoint, Structure
from openrepro.models.faults import Fault, Trouble, trouble_of
from openrepro.models.request import Request

LARGEST_ANSWER: Final = 2_000_000
CONNECT_S: Final = 10.0
OURS_TO_KEEP: Final = ("openai-organization", "openai-project")
NO_KEY: Final = "none"
KEY_SAID_BACK: Final = b"[key]"
COMPLETIONS: Final = "/chat/completions"
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "::1"})


class Answer(NamedTuple):
    """What an endpoint said: the status and the bytes of the body, not parsed."""

    status: int
    body: bytes


class _HugeError(httpx2.ReadError):
    """An answer is larger than anything that can be meant."""


class _LateError(httpx2.ReadTimeout):
    """An answer as a whole takes longer than a call may."""


class Client:
    """Calls one endpoint. Safe to share between threads; close it at the end."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        most = max(endpoint.in_flight, 1)
        limits = httpx2.Limits(max_connections=most, max_keepalive_connections=most)
        self._openai = openai.OpenAI(
            api_key=endpoint.key or NO_KEY,
            base_url=endpoint.url,
            max_retries=0,
            timeout=httpx2.Timeout(endpoint.timeout_s, connect=min(CONNECT_S, endpoint.timeout_s)),
            http_client=httpx2.Client(
                transport=_Bounded(_transport(endpoint.url, limits), endpoint.timeout_s), follow_redirects=False
            ),
        )

    def call(self, request: Request, ability: Ability) -> Answer | Trouble:
        """The raw answer to `request`, asked for in the way that `ability` says; or what went wrong."""
        # The method of its own that the package has for completions looks through every value, and takes as long as
        # all the rest of a call; what we send is plain already.
        body = _arguments(request, ability)
        return self._tried(lambda: self._openai.post(COMPLETIONS, cast_to=httpx2.Response, body=body))

    def models(self) -> Answer | Trouble:
        """The raw list of the models that the endpoint serves."""
        return self._tried(lambda: self._openai.models.with_raw_response.list().http_response)

    def close(self) -> None:
        self._openai.close()

    def _tried(self, ask: Callable[[], httpx2.Response]) -> Answer | Trouble:
        try:
            response = ask()
        except openai.APIStatusError as fault:
            named = {name.lower(): value for name, value in fault.response.headers.items()}
            return trouble_of(fault.status_code, named, self._without_key(fault.response.content), clock.now())
        except openai.APIConnectionError as fault:
            return self._broken(fault)
        except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, ValueError) as fault:
            return Trouble(Fault.OTHER, f"The endpoint could not be asked ({type(fault).__name__}).")
        return Answer(response.status_code, self._without_key(response.content))

    def _without_key(self, body: bytes) -> bytes:
        """A body that does not repeat our key: it is kept, logged and shown."""
        key = self.endpoint.key.encode()
        return body.replace(key, KEY_SAID_BACK) if key else body

    def _broken(self, fault: openai.APIConnectionError) -> Trouble:
        """What a call that came to no answer means; one that waited for it may have been paid for."""
        cause = fault.__cause__
        if isinstance(cause, _HugeError):
            return Trouble(
                Fault.HUGE, f"The answer is larger than {LARGEST_ANSWER:,} bytes; it was not read to its end."
            )
        if isinstance(cause, httpx2.ConnectTimeout | httpx2.PoolTimeout):
            return Trouble(Fault.DOWN, "The endpoint could not be connected to in time.")
        if isinstance(cause, httpx2.TimeoutException):
            return Trouble(Fault.SLOW, f"The endpoint did not answer within {self.endpoint.timeout_s:g} s.")
        return Trouble(Fault.DOWN, f"The endpoint could not be reached, or broke off ({type(cause).__name__}).")


def _transport(url: str, limits: httpx2.Limits) -> httpx2.HTTPTransport:
    """The way to an address: through the proxy that the environment names for it, if any."""
    parts = urlsplit(url)
    proxy = None if proxy_bypass(parts.hostname or "") else getproxies().get(parts.scheme)
    # Reading the certificates takes longer than a call on the loopback address, and plain http has no use for them.
    encrypted = parts.scheme != "http"
    return httpx2.HTTPTransport(verify=encrypted, limits=limits, proxy=None if parts.hostname in LOOPBACK else proxy)


def _arguments(request: Request, ability: Ability) -> dict[str, Any]:
    limit = "max_completion_tokens" if ability.new_limit else "max_tokens"
    given: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": role, "content": text} for role, text in request.messages],
        limit: request.max_tokens,
    }
    if request.temperature is not None:
        given["temperature"] = request.temperature
    if request.seed is not None:
        given["seed"] = request.seed
    if request.structure is Structure.SCHEMA:
        form = {"name": "form", "strict": True, "schema": request.schema}
        given["response_format"] = {"type": "json_schema", "json_schema": form}
    elif request.structure is Structure.OBJECT:
        given["response_format"] = {"type": "json_object"}
    return given


class _Bounded(httpx2.BaseTransport):
    """Lets through at most LARGEST_ANSWER bytes of an answer, for at most `seconds` in all, and nothing packed."""

    def __init__(self, inner: httpx2.BaseTransport, seconds: float) -> None:
        self._inner = inner
        self._seconds = seconds

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        for name in OURS_TO_KEEP:
            request.headers.pop(name, None)
        request.headers["Accept-Encoding"] = "identity"
        until = time.monotonic() + self._seconds
        response = self._inner.handle_request(request)
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            response.close()
            raise _HugeError("packed")
        assert isinstance(response.stream, httpx2.SyncByteStream)
        response.stream = _BoundedStream(response.stream, until)
        return response

    def close(self) -> None:
        self._inner.close()


class _BoundedStream(httpx2.SyncByteStream):
    def __init__(self, inner: httpx2.SyncByteStream, until: float) -> None:
        self._inner = inner
        self._until = until

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for piece in self._inner:
            size += len(piece)
            if size > LARGEST_ANSWER:
                raise _HugeError("too large")
            if time.monotonic() > self._until:
                raise _LateError("too late")
            yield piece

    def close(self) -> None:
        self._inner.close()
