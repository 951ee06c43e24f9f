"""What a form of a page sends: a few short texts, taken only as far as they are small."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import Request

from openrepro.people.sessions import same_word
from openrepro.web.faults import ApiError, shown
from openrepro.web.visitors import Visitor

FORM_TYPE: Final = "application/x-www-form-urlencoded"
MOST_BYTES: Final = 64 * 1024
MOST_FIELDS: Final = 20
LONGEST: Final = 4_000
CSRF: Final = "csrf"
ONCE: Final = "once"
OURS: Final = (CSRF, ONCE)


@dataclass(frozen=True, slots=True)
class Form:
    """The texts of a form by their names; what was not sent is empty."""

    fields: Mapping[str, str]

    def text(self, name: str) -> str:
        return self.fields.get(name, "").strip()

    @property
    def digest(self) -> str:
        """The SHA-256 of all that was typed, in hex."""
        typed = sorted((name, value) for name, value in self.fields.items() if name not in OURS)
        return hashlib.sha256(repr(typed).encode("utf-8", "replace")).hexdigest()


async def sent_form(request: Request, most_fields: int = MOST_FIELDS) -> Form:
    """The form in the body of a request. Raises ApiError when it is none, or too large."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != FORM_TYPE:
        raise ApiError(415, f"A form is sent here as {FORM_TYPE}; this is {shown(kind)}.", hint="Nothing was done.")
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > MOST_BYTES:
            raise ApiError(413, "The form is larger than 64 KiB, so nothing was done.", hint="Write less.")
    return Form(_fields(bytes(body), most_fields))


def _fields(body: bytes, most: int) -> Mapping[str, str]:
    try:
        pairs = parse_qsl(body.decode("ascii"), keep_blank_values=True, strict_parsing=bool(body), max_num_fields=most)
    except (ValueError, UnicodeError):
        raise ApiError(400, "The form cannot be read, so nothing was done.", hint="Open the page anew.") from None
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ApiError(400, "The form has a field twice, so nothing was done.", hint="Open the page anew.")
    for name, value in pairs:
        if len(value) > LONGEST:
            text = f"What was typed for {shown(name[:40])} is longer than {LONGEST:,} characters."
            raise ApiError(413, text, hint="Nothing was done. Go back and shorten it.")
    return fields


def check_word(form: Form, visitor: Visitor) -> None:
    """Raise ApiError unless a form has the word of the visitor's session, which only pages of ours know."""
    if not same_word(form.text(CSRF), visitor.csrf):
        text = "This form does not belong to your session, so nothing was done."
        raise ApiError(403, text, hint="Open the page anew and send it again; you may have signed in since.")
