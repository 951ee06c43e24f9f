"""Archives that arrive in a request: taken into a file as they come, whichever way they are sent."""

import hashlib
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import IO, Any, Final

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

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
FORM_HINT: Final = "Send the archive as the file `archive`, and beside it paper, licence and entry as short texts."

_NO_FORM: Final = "The body of the request is no form that can be read."
_FORM_FAULTS: Final[Mapping[str, str]] = {
    "Too many files": "The form has more than one file.",
    "Too many fields": f"The form has more than {MOST_FIELDS} fields.",
    "exceeded maximum size": f"A text of the form is longer than {LONGEST_FIELD:,} bytes.",
    "Missing boundary": "The header Content-Type of the form names no boundary.",
    "Content-Disposition": "A part of the form has no name.",
}


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
        form = await _form(request)
        try:
            yield Upload(_file(form), _together(said, _words(form)))
        finally:
            await form.close()
    else:
        with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as spool:
            await _spooled(request, spool)
            yield Upload(spool, said)


async def _form(request: Request) -> FormData:
    try:
        return await request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=LONGEST_FIELD)
    except ApiError:
        raise
    except HTTPException as error:
        told = next((told for words, told in _FORM_FAULTS.items() if words in str(error.detail)), _NO_FORM)
        raise ApiError(400, told, hint=FORM_HINT, where="body") from None


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
    names = [name for name, _ in form.multi_items()]
    for name, value in form.multi_items():
        if name not in FIELDS and name != "archive":
            raise ApiError(
                422,
                f"The form has a field {shown(name)} that is not known.",
                hint=f"It may have archive, {', '.join(FIELDS)}.",
                where=f"body.{name[:60]}",
            )
        if name in FIELDS and not isinstance(value, str):
            raise ApiError(422, f"The field {name} is a text, not a file.", where=f"body.{name}")
        if names.count(name) > 1:
            raise ApiError(
                422, f"The form has the field {name} more than once.", hint="Send it once.", where=f"body.{name}"
            )
    return {name: value for name, value in form.items() if isinstance(value, str)}


def _together(said: Mapping[str, str], words: Mapping[str, str]) -> dict[str, str]:
    """What was said in the query and in the form. Raises ApiError for what both say: neither wins silently."""
    twice = next((name for name in words if said.get(name)), None)
    if twice is not None:
        text = f"{twice} stands in the query and in the form."
        raise ApiError(422, text, hint="Say it in one of them.", where=f"body.{twice}")
    return {**said, **words}
