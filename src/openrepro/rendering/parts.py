"""The pieces that a rendering is kept in: each a text of its own, compressed where the strangers' bytes are read."""

import zlib
from typing import Final, NamedTuple

LEVEL: Final = 6

PAGE: Final = "page"
FIGURE: Final = "figure"
VIEW: Final = "view"
TRACE: Final = "trace"


class PackedPart(NamedTuple):
    """One piece: of a `kind`, the number of the page (figure, claim, session) it belongs to, and its own number."""

    kind: str
    page: int
    part: int
    body: bytes


def packed(kind: str, page: int, part: int, text: str) -> PackedPart:
    """`text` ready to be kept; what UTF-8 has no form for becomes a question mark."""
    return PackedPart(kind, page, part, zlib.compress(text.encode("utf-8", "replace"), LEVEL))


def unpacked(body: bytes) -> str:
    """The text that was packed."""
    return zlib.decompress(body).decode("utf-8")
