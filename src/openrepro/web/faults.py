"""One shape for every failure: a code, a sentence, what to do next, and where."""

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from openrepro.entries.desk import NoSuchEntry, NotYours
from openrepro.entries.states import StateError
from openrepro.errors import OpenReproError
from openrepro.store.blob_faults import BlobError
from openrepro.store.faults import StoreError
from openrepro.web.methods import methods_of
from openrepro.web.sayings import SEE, wrong

LOG: Final = logging.getLogger("openrepro.web")
RETRY_AFTER_S: Final = 5
LONG_RETRY_AFTER_S: Final = 60
MOST_SHOWN: Final = 200
UNSURE: Final = (
    "The database failed while your change was being saved: it may or may not have been kept.",
    "Look whether it is there. What has an Idempotency-Key, a refresh and the entry of a Space may be sent again "
    "without harm.",
)


class Code(StrEnum):
    """What kind of failure; `MEANING` says each in words."""

    BAD_REQUEST = "bad-request"
    UNKNOWN_PARAMETER = "unknown-parameter"
    BAD_CURSOR = "bad-cursor"
    NOT_SIGNED_IN = "not-signed-in"
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not-found"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    TOO_SLOW = "too-slow"
    CONFLICT = "conflict"
    TOO_LARGE = "too-large"
    WRONG_TYPE = "wrong-type"
    BAD_VALUE = "bad-value"
    REFUSED = "refused"
    TOO_MANY = "too-many"
    INTERNAL = "internal"
    UNAVAILABLE = "unavailable"


MEANING: Final[dict[Code, str]] = {
    Code.BAD_REQUEST: "the request cannot be understood",
    Code.UNKNOWN_PARAMETER: "a query parameter that this address does not know; the nearest one is named",
    Code.BAD_CURSOR: "the cursor was not made by this list, or not with these filters",
    Code.NOT_SIGNED_IN: "a token is needed, or the one given is not known or was revoked",
    Code.FORBIDDEN: "the token's account or scopes do not allow this",
    Code.NOT_FOUND: "there is nothing of that name, or it is not shown to you",
    Code.METHOD_NOT_ALLOWED: "the address exists, but not for this method",
    Code.TOO_SLOW: "the body of the request did not arrive in time",
    Code.CONFLICT: "it does not fit what is there; read it again first",
    Code.TOO_LARGE: "the body of the request is over the limit",
    Code.WRONG_TYPE: "the body of the request is of a type that this address does not take",
    Code.BAD_VALUE: "a value in the path, query or body is not allowed; `where` says which",
    Code.REFUSED: "the request was understood and refused, for the reason in the text",
    Code.TOO_MANY: "too many requests; wait for as long as `Retry-After` says",
    Code.INTERNAL: "a fault of ours; the text names it for the operators",
    Code.UNAVAILABLE: "database, archive or Hub do not answer, or too much is being done; nothing was written, except "
    "where the text says that this is not known: then look before you send a change again",
}

_CODES: Final = {
    400: Code.BAD_REQUEST,
    401: Code.NOT_SIGNED_IN,
    403: Code.FORBIDDEN,
    404: Code.NOT_FOUND,
    405: Code.METHOD_NOT_ALLOWED,
    408: Code.TOO_SLOW,
    409: Code.CONFLICT,
    413: Code.TOO_LARGE,
    415: Code.WRONG_TYPE,
    422: Code.BAD_VALUE,
    429: Code.TOO_MANY,
    503: Code.UNAVAILABLE,
}


_REFUSALS: Final[dict[type[OpenReproError], int]] = {NoSuchEntry: 404, NotYours: 403, StateError: 409}


class Failure(BaseModel):
    """What went wrong."""

    code: Code = Field(description="What kind of failure; one of a closed list.")
    text: str = Field(description="One sentence: what happened.")
    hint: str = Field(description="What to do next; may be empty.")
    where: str = Field(default="", description="The part of the request that is meant (`query.limit`); may be empty.")


class FailureBody(BaseModel):
    """The body of every answer that is not a success."""

    error: Failure


class ApiError(HTTPException):
    """A failure with its sentence, raised anywhere below the handlers."""

    def __init__(
        self,
        status: int,
        text: str,
        *,
        code: Code | None = None,
        hint: str = "",
        where: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, text, dict(headers or {}))
        self.failure = Failure(code=code or _code(status), text=text, hint=hint, where=where)


def not_found(what: str, name: str) -> ApiError:
    """There is no such thing, or it is not shown to this caller: the answer is the same."""
    return ApiError(404, f"There is no {what} {shown(name)}.")


def shown(text: str) -> str:
    """A value from the request, quoted, short and printable."""
    cut = text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"
    return "'" + "".join(letter if letter.isprintable() else "�" for letter in cut) + "'"


def answer(status: int, failure: Failure, headers: Mapping[str, str] | None = None) -> Response:
    body = FailureBody(error=failure).model_dump(mode="json")
    return JSONResponse(_sendable(body), status, {"Cache-Control": "no-store", **(headers or {})})


Teller = Callable[[Request, int, Failure, Mapping[str, str] | None], Response | None]


def install(app: FastAPI, teller: Teller) -> None:
    """Let `app` answer every failure in the one shape; `teller` may tell it otherwise to whom it was not asked by a
    program."""
    app.state.teller = teller
    app.add_exception_handler(ApiError, _told)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(OpenReproError, _refused)
    app.add_exception_handler(ClientDisconnect, _gone_away)


class LastResort:
    """Turns what nobody expected into an answer that names a line in the log, and tells nothing of the inside."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception:
            name = secrets.token_hex(4)
            LOG.exception("fault %s at %s %s", name, scope.get("method"), shown(scope.get("path", "")))
            if started:
                raise
            text = f"Something went wrong here; it is in the log as {name}."
            failure = Failure(code=Code.INTERNAL, text=text, hint="Tell the operators this name if it happens again.")
            await told(scope, 500, failure)(scope, receive, send)


def told(scope: Scope, status: int, failure: Failure, headers: Mapping[str, str] | None = None) -> Response:
    """A failure as who sent a request wants it; in the one shape where no app says otherwise."""
    teller: Teller | None = getattr(scope["app"].state, "teller", None) if "app" in scope else None
    shown = None if teller is None else teller(Request(scope), status, failure, headers)
    return shown or answer(status, failure, headers)


def _tell(request: Request, status: int, failure: Failure, headers: Mapping[str, str] | None = None) -> Response:
    return told(request.scope, status, failure, headers)


async def _told(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return told(request.scope, error.status_code, error.failure, error.headers)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.status_code
    if status == 404:
        text, hint = f"There is nothing at {shown(request.url.path)}.", _where_else(request)
    elif status == 405:
        listed = ", ".join(methods_of(request.app, request.url.path))
        allowed = listed or (error.headers or {}).get("Allow", "")
        text, hint = f"{shown(request.url.path)} does not take {request.method}.", f"It takes {allowed}."
        return _tell(request, status, Failure(code=_code(status), text=text, hint=hint), {"Allow": allowed})
    else:
        text, hint = "The request cannot be understood.", "Send its body again, whole, as /api/v1/openapi.json has it."
    return _tell(request, status, Failure(code=_code(status), text=text, hint=hint), error.headers)


def _where_else(request: Request) -> str:
    if request.url.path.startswith("/api/"):
        return "See /api/v1/openapi.json for what there is."
    return "Look it up among the papers or logbooks."


async def _invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults: Sequence[Any] = error.errors()
    found = wrong(faults[0], len(faults) - 1)
    return answer(422, Failure(code=Code.BAD_VALUE, text=found.text, hint=SEE, where=found.where))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, OpenReproError)
    if isinstance(error, (StoreError, BlobError)):
        return _unavailable(request, error)
    status = next((status for kind, status in _REFUSALS.items() if isinstance(error, kind)), 422)
    code = Code.REFUSED if status == 422 else _code(status)
    return _tell(request, status, Failure(code=code, text=error.text, hint=error.hint))


def _unavailable(request: Request, error: StoreError | BlobError) -> Response:
    """Where the database is and what ails it is for the log, not for strangers."""
    part = "archive" if isinstance(error, BlobError) else "database"
    LOG.error("%s: %s %s", part, error.text, error.hint)
    wait = RETRY_AFTER_S if error.passing else LONG_RETRY_AFTER_S
    if isinstance(error, StoreError) and error.unsure:
        text, hint = UNSURE
    else:
        text = f"The {part} is busy or restarting." if error.passing else f"The {part} cannot be used just now."
        hint = f"Nothing was written. Try again in {wait} s."
    return _tell(request, 503, Failure(code=Code.UNAVAILABLE, text=text, hint=hint), {"Retry-After": str(wait)})


async def _gone_away(_request: Request, _error: Exception) -> Response:
    return answer(400, Failure(code=Code.BAD_REQUEST, text="The request broke off.", hint=""))


def _code(status: int) -> Code:
    return _CODES.get(status, Code.INTERNAL if status >= 500 else Code.BAD_REQUEST)


def _sendable(value: Any) -> Any:
    """Without lone surrogates, which UTF-8 has no bytes for."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {key: _sendable(item) for key, item in value.items()}
    return value
