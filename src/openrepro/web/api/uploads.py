"""Archives that arrive in a request: taken into a file as they come, whichever way they are sent."""

import hashlib
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import IO, Any, Final

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from openrepro.web.faults import ApiError, shown

MULTIPART: Final = "multipart/form-data"
ARCHIVES: Final = (
    "application/zip",
    "application/x-tar",
    "application/gzip",
    "application/x-gzip",
    "application/octet-stream",
)
IN_MEMORY: Final = 1024 * 1024
MOST_FIELDS: Final = 8
LONGEST_FIELD: Final = 4096
FIELDS: Final = ("paper", "licence", "entry")
EACH: Final = 4
ALL: Final = 64


@dataclass(frozen=True)
class Upload:
    """An archive that has arrived whole, and what was said with it."""

    file: IO[bytes]
    said: dict[str, str]

    @property
    def digest(self) -> str:
        """The SHA-256 of archive and words, in hex."""
        self.file.seek(0)
        total = hashlib.file_digest(self.file, "sha256")  # type: ignore[arg-type]
        self.file.seek(0)
        for name in FIELDS:
            total.update(f"\0{name}={self.said.get(name, '')}".encode("utf-8", "replace"))
        return total.hexdigest()


@dataclass
class Receiving:
    """How many uploads are arriving just now, so that they cannot fill the disk."""

    _by_account: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def one(self, account: str) -> Generator[None]:
        """While one upload of an account arrives. Raises ApiError when there are too many."""
        mine, everybodys = self._by_account[account], self._by_account.total()
        if mine >= EACH or everybodys >= ALL:
            text = f"{mine} uploads of yours are arriving already, {everybodys} in all."
            headers = {"Retry-After": "5", "Connection": "close"}
            raise ApiError(429, text, hint="Send them one after the other.", headers=headers)
        self._by_account[account] += 1
        try:
            yield
        finally:
            self._by_account[account] -= 1
            self._by_account += Counter()  # forgets who has none


def media_type(request: Request) -> str:
    """The type of the body, without its parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


@asynccontextmanager
async def received(request: Request, said: dict[str, str]) -> AsyncGenerator[Upload]:
    """The archive of a request, whole; it is forgotten when the block ends. `said` stands in the query.

    Raises ApiError when there is none.
    """
    if media_type(request) == MULTIPART:
        async with request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=LONGEST_FIELD) as form:
            yield Upload(_file(form), {**said, **_words(form)})
    else:
        with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as spool:
            await _spooled(request, spool)
            yield Upload(spool, said)


async def _spooled(request: Request, spool: "tempfile.SpooledTemporaryFile[bytes]") -> None:
    held = 0
    async for chunk in request.stream():
        held += len(chunk)
        if held > IN_MEMORY:
            await run_in_threadpool(spool.write, chunk)
        else:
            spool.write(chunk)
    if not held:
        raise ApiError(422, "The body of the request is empty.", hint="Send the archive as the body.", where="body")
    spool.seek(0)


def _file(form: FormData) -> IO[bytes]:
    found = form.get("archive")
    if not isinstance(found, UploadFile):
        hint = "Send the archive as a file in the field `archive`."
        raise ApiError(422, "The form has no file named archive.", hint=hint, where="body.archive")
    file: Any = found.file
    return file  # type: ignore[no-any-return]


def _words(form: FormData) -> dict[str, str]:
    for name, value in form.multi_items():
        if name not in FIELDS and name != "archive":
            raise ApiError(
                422, f"The form has a field {shown(name)} that is not known.", hint=f"It may have {', '.join(FIELDS)}."
            )
        if name in FIELDS and not isinstance(value, str):
            raise ApiError(422, f"The field {name} is a text, not a file.", where=f"body.{name}")
    return {name: value for name, value in form.items() if isinstance(value, str)}
