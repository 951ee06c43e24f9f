"""Members of a zip archive, read strictly: one list of files, no overlaps, no encryption, every checksum checked."""

import stat
import struct
import zlib
from collections.abc import Iterator
from typing import Final, NamedTuple

from openrepro.entries.members import (
    CHUNK,
    MIB,
    REPACK,
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

_END: Final = struct.Struct("<4s4H2LH")
_LISTED: Final = struct.Struct("<4s6H3L5H2L")
_LOCAL: Final = struct.Struct("<4s5H3L2H")
_LONGEST_COMMENT: Final = 65_535
_LARGEST_LIST: Final = 16 * MIB
_STORED, _DEFLATED = 0, 8
_ENCRYPTED, _UTF8 = 0x1, 0x800
_WIDE: Final = 0xFFFFFFFF


class _End(NamedTuple):
    """Where the list of files lies, and how many it names."""

    files: int
    size: int
    offset: int


class _Listed(NamedTuple):
    """One file as the list names it."""

    name: bytes
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    mode: int
    offset: int


def zip_members(source: Source, length: int, limits: Limits) -> Iterator[Member]:
    """The members of the zip archive in `source`, which is `length` bytes long, in the order of their places.

    Raises UploadError for whatever is not quite as it should be.
    """
    end = _end(source, length, limits)
    listed = sorted(_list(_read(source, end.offset, end.size), end.files), key=lambda one: one.offset)
    for one, after in zip(listed, [*(later.offset for later in listed[1:]), end.offset], strict=False):
        start = _start(source, one)
        if start + one.packed > after:
            raise UploadError(f"Members of the archive overlap, at {quoted(_name(one))}.", hint=REPACK)
        name = _name(one)
        yield Member(name, _kind(name, one.mode), _pieces(source, start, one))


def _end(source: Source, length: int, limits: Limits) -> _End:
    tail = _read(source, max(0, length - _END.size - _LONGEST_COMMENT), length)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or at + _END.size > len(tail):
        raise broken("its list of files is missing, so its end may not have been sent")
    _, disk, first_disk, here, count, size, offset, comment = _END.unpack_from(tail, at)
    if disk or first_disk or here != count:
        raise UploadError("The archive is one part of several.", hint="Pack everything into one archive.")
    if count > limits.members:
        raise too_many(count, limits)
    place = length - len(tail) + at
    if size > _LARGEST_LIST or offset + size > place or at + _END.size + comment != len(tail):
        raise broken("its list of files is not where it should be")
    return _End(count, size, offset)


def _list(data: bytes, count: int) -> Iterator[_Listed]:
    at = 0
    for _ in range(count):
        if at + _LISTED.size > len(data) or data[at : at + 4] != b"PK\x01\x02":
            raise broken("its list of files ends too early")
        row = _LISTED.unpack_from(data, at)
        _, _, _, flags, method, _, _, crc, packed, size, name, extra, comment, _, _, mode, offset = row
        begin = at + _LISTED.size
        yield _Listed(data[begin : begin + name], flags, method, crc, packed, size, mode >> 16, offset)
        at = begin + name + extra + comment
    if at != len(data):
        raise broken("its list of files does not end where it should")


def _start(source: Source, one: _Listed) -> int:
    """Where the bytes of a member begin, after its own header, which must agree with the list."""
    if _WIDE in (one.packed, one.size, one.offset):
        raise UploadError(f"{quoted(_name(one))} has a zip64 size, which no archive of this size needs.", hint=REPACK)
    header = _read(source, one.offset, _LOCAL.size)
    if len(header) < _LOCAL.size or header[:4] != b"PK\x03\x04":
        raise broken(f"there is no file where {quoted(_name(one))} should be")
    *_, name, extra = _LOCAL.unpack(header)
    if _read(source, one.offset + _LOCAL.size, name) != one.name:
        raise UploadError(f"A member has two names, one of them {quoted(_name(one))}.", hint=REPACK)
    return one.offset + _LOCAL.size + int(name) + int(extra)


def _name(one: _Listed) -> str:
    """The name of a member. Old programs of Windows spell it in the letters of DOS, and say so by not saying UTF-8."""
    try:
        return one.name.decode("utf-8")
    except UnicodeDecodeError:
        return spelled(one.name) if one.flags & _UTF8 else one.name.decode("cp437")


def _kind(name: str, mode: int) -> Kind:
    form = stat.S_IFMT(mode)
    if name.endswith("/") or form == stat.S_IFDIR:
        return Kind.FOLDER
    if form == stat.S_IFLNK:
        return Kind.LINK
    return Kind.FILE if form in (0, stat.S_IFREG) else Kind.OTHER


def _pieces(source: Source, start: int, one: _Listed) -> Iterator[bytes]:
    """The bytes of a member; raises UploadError as soon as they are not what the list says."""
    named = quoted(_name(one))
    if one.flags & _ENCRYPTED:
        raise UploadError(f"{named} is encrypted.", hint="Pack the logbook without a password.")
    if one.method not in (_STORED, _DEFLATED):
        raise UploadError(f"{named} is packed in a way that is not taken here.", hint="Use deflate, the usual one.")
    size, crc = 0, 0
    for piece in _inflated(source, start, one.packed) if one.method == _DEFLATED else _raw(source, start, one.packed):
        size += len(piece)
        crc = zlib.crc32(piece, crc)
        if size > one.size:
            raise broken(f"{named} holds more than it says")
        yield piece
    if size != one.size or crc != one.crc:
        raise broken(f"{named} does not have the bytes it should have")


def _raw(source: Source, start: int, size: int) -> Iterator[bytes]:
    for at in range(start, start + size, CHUNK):
        yield _read(source, at, min(CHUNK, start + size - at))


def _inflated(source: Source, start: int, size: int) -> Iterator[bytes]:
    engine = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        for packed in _raw(source, start, size):
            piece = engine.decompress(packed, CHUNK)
            while piece:
                yield piece
                piece = engine.decompress(engine.unconsumed_tail, CHUNK)
    except zlib.error:
        raise broken("a file in it cannot be unpacked") from None


def _read(source: Source, at: int, size: int) -> bytes:
    source.seek(at)
    return source.read(size)
