"""Members of a tar archive, plain or gzipped, read as a stream and never more than a piece at a time."""

import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

from openrepro.entries.members import (
    CHUNK,
    SMALLER,
    Kind,
    Limits,
    Member,
    Source,
    UploadError,
    broken,
    spelled,
    too_many,
)
from openrepro.papers.resolving import quoted

BLOCK: Final = 512
_LONGEST_NOTE: Final = 64 * 1024
_MOST_PARTS: Final = 1_000
_FILES: Final = (b"0", b"\0", b"7")
_KINDS: Final = {b"1": Kind.LINK, b"2": Kind.LINK, b"5": Kind.FOLDER}
_DEVICES: Final = (b"3", b"4", b"6")
_LONG_NAME, _LONG_LINK, _NOTE, _GLOBAL_NOTE = b"L", b"K", b"x", b"g"


class Stream:
    """A file read once from its beginning to its end."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._held = b""
        self._at = 0

    def read(self, size: int) -> bytes:
        """The next bytes, at most `size`; empty at the end."""
        if self._at == len(self._held):
            self._held, self._at = next(self._pieces, b""), 0
        taken = self._held[self._at : self._at + size]
        self._at += len(taken)
        return taken

    def whole(self, size: int) -> bytes:
        """The next `size` bytes; fewer only at the end."""
        found = bytearray()
        while len(found) < size and (piece := self.read(size - len(found))):
            found += piece
        return bytes(found)

    def drain(self) -> None:
        """Read to the end, so that a checksum there is looked at."""
        while self.read(CHUNK):
            pass


def plain(source: Source) -> Iterator[bytes]:
    """The bytes of a file, in pieces."""
    source.seek(0)
    while piece := source.read(CHUNK):
        yield piece


def gunzipped(source: Source, most: int) -> Iterator[bytes]:
    """The bytes that a gzip file unpacks to, in pieces; raises UploadError when they are more than `most`."""
    engine, begun, parts, size = _engine(), False, 1, 0
    for sent in plain(source):
        packed = sent if begun else sent.lstrip(b"\0")
        while packed:
            piece = _inflated(engine, packed)
            size += len(piece)
            if size > most:
                raise UploadError(f"The archive unpacks to more than {most // 2**20} MB.", hint=SMALLER)
            begun, packed = True, engine.unconsumed_tail
            if piece:
                yield piece
            if engine.eof:
                packed = engine.unused_data.lstrip(b"\0")
                engine, begun, parts = _engine(), False, parts + 1
                if parts > _MOST_PARTS:
                    raise broken("it is made of too many parts")
    if begun:
        raise broken("it ends too early, so its end may not have been sent")


def _engine() -> "zlib._Decompress":
    return zlib.decompressobj(16 + zlib.MAX_WBITS)


def _inflated(engine: "zlib._Decompress", packed: bytes) -> bytes:
    try:
        return engine.decompress(packed, CHUNK)
    except zlib.error:
        raise broken("it cannot be unpacked") from None


class _Head(NamedTuple):
    """The header of one member."""

    name: str
    size: int
    type: bytes


class _Notes(NamedTuple):
    """What came before a header to amend it."""

    name: str = ""
    size: int | None = None


def tar_members(stream: Stream, limits: Limits) -> Iterator[Member]:
    """The members of the tar archive in `stream`, in their order. Raises UploadError for whatever is not as it should
    be."""
    notes, seen = _Notes(), 0
    while (head := _head(stream)) is not None:
        seen += 1
        if seen > 3 * limits.members:
            raise too_many(seen, limits)
        if head.type in (_LONG_NAME, _LONG_LINK, _NOTE, _GLOBAL_NOTE):
            notes = _noted(notes, head, _note(stream, head.size))
            continue
        size = head.size if notes.size is None else notes.size
        name = notes.name or head.name
        pieces = _pieces(stream, size)
        yield Member(name, _kind(head.type, name), pieces)
        for _ in pieces:  # what was not asked for
            pass
        stream.whole(-size % BLOCK)
        notes = _Notes()
    stream.drain()


def _head(stream: Stream) -> _Head | None:
    block = stream.whole(BLOCK)
    if len(block) < BLOCK:
        raise broken("it ends too early, so its end may not have been sent")
    if not block.strip(b"\0"):
        return None
    total = sum(block[:148]) + sum(block[156:]) + 8 * ord(" ")
    if _number(block[148:156]) != total or block[257:262] != b"ustar":
        raise broken("a header in it is not right")
    name = _text(block[:100])
    before = _text(block[345:500]) if block[257:263] == b"ustar\0" else b""
    return _Head(spelled(before + b"/" + name if before else name), _number(block[124:136]), block[156:157])


def _text(field: bytes) -> bytes:
    return field.partition(b"\0")[0]


def _number(field: bytes) -> int:
    """A number in octal digits, or (for large ones) in the bytes themselves."""
    if field[0] & 0x80:
        value = int.from_bytes(bytes([field[0] & 0x7F]) + field[1:], "big")
        return value if value < 2**40 else _refuse_number()
    digits = field.strip(b" \0")
    if not digits:
        return 0
    return int(digits, 8) if digits.isdigit() and not set(digits) & set(b"89") else _refuse_number()


def _refuse_number() -> int:
    raise broken("a size in it is not right")


def _kind(kind: bytes, name: str) -> Kind:
    if kind in _FILES:
        return Kind.FOLDER if name.endswith("/") else Kind.FILE
    if kind in _DEVICES:
        return Kind.OTHER
    if kind not in _KINDS:
        raise UploadError(f"{quoted(name)} is a kind of member that is not taken here (such as a sparse file).")
    return _KINDS[kind]


def _pieces(stream: Stream, size: int) -> Iterator[bytes]:
    left = size
    while left:
        piece = stream.read(min(CHUNK, left))
        if not piece:
            raise broken("it ends within a file")
        left -= len(piece)
        yield piece


def _note(stream: Stream, size: int) -> bytes:
    if size > _LONGEST_NOTE:
        raise UploadError(f"The archive has a name or note of {size:,} bytes.", hint="Use shorter names.")
    data = stream.whole(size)
    if len(data) < size:
        raise broken("it ends within a note")
    stream.whole(-size % BLOCK)
    return data


def _noted(notes: _Notes, head: _Head, data: bytes) -> _Notes:
    if head.type == _LONG_NAME:
        return notes._replace(name=spelled(_text(data)))
    if head.type != _NOTE:
        return notes
    for key, value in _records(data):
        if key == b"path":
            notes = notes._replace(name=spelled(value))
        elif key == b"size":
            notes = notes._replace(size=_decimal(value))
        elif key.startswith(b"GNU.sparse"):
            raise UploadError("The archive holds a sparse file.", hint="Pack it without --sparse.")
    return notes


def _records(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The `length key=value` lines of a pax header."""
    at = 0
    while at < len(data):
        digits = data[at : at + 8].partition(b" ")[0]
        length = _decimal(digits)
        key, _, value = data[at + len(digits) + 1 : at + length].partition(b"=")
        if length <= len(digits) or at + length > len(data):
            raise broken("a note in it is not right")
        yield key, value.removesuffix(b"\n")
        at += length


def _decimal(digits: bytes) -> int:
    return int(digits) if digits.isdigit() and len(digits) < 13 else _refuse_number()
