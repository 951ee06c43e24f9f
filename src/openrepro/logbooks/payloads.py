"""Embedded payloads in text: data URIs and long base64 or hexadecimal runs, found in linear time."""

import re
from collections.abc import Iterator
from typing import NamedTuple

LONG_RUN = 1000
LONG_URI = 200
_DISTINCT = 10

_PAYLOAD = re.compile(
    rb"data:[A-Za-z0-9.+/;=_-]{1,100},[^\s\"'<>()`]{%d,}" % LONG_URI
    + rb"|(?<![A-Za-z0-9+/=_\\-])[A-Za-z0-9+/=_\\-]{%d,}" % LONG_RUN
)


class Span(NamedTuple):
    start: int
    end: int


def payloads(data: bytes, start: int, end: int) -> Iterator[Span]:
    """The payloads in `data[start:end]`, in order, as places in `data`.

    A payload is a data URI with at least 200 characters of data, or a run of at least 1,000 characters of the
    base64 or hexadecimal alphabet without a break that uses ten different characters or more.
    """
    text = data[start:end]
    if max(map(len, text.splitlines()), default=0) < LONG_URI:
        return
    for match in _PAYLOAD.finditer(text):
        if match[0].startswith(b"data:") or len(set(match[0][:LONG_RUN])) >= _DISTINCT:
            yield Span(start + match.start(), start + match.end())
