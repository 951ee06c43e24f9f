"""An uploaded archive made into files: bounded in size, time and memory, with a sentence for whatever is refused."""

import io
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from types import TracebackType
from typing import Final, NamedTuple

from openrepro.entries.entry import RevisionFile
from openrepro.entries.members import (
    MIB,
    REPACK,
    SMALLER,
    USUAL,
    Kind,
    Limits,
    Member,
    Source,
    UploadError,
    broken,
    too_many,
)
from openrepro.entries.paths import Shelf, checked_path, left_out, top_folder
from openrepro.entries.tar_members import BLOCK, Stream, gunzipped, plain, tar_members
from openrepro.entries.zip_members import zip_members
from openrepro.papers.resolving import quoted

__all__ = ["Limits", "Unpacked", "UploadError", "unpack"]

HELD: Final = 8 * MIB
"""How much of an upload is held in memory; the rest goes to a temporary file."""

_TOLD: Final = 5


class _Place(NamedTuple):
    start: int
    size: int
    sha256: str


class Unpacked(Mapping[str, bytes]):
    """The files of an upload by path, read from a temporary file when asked for; close it when done.

    `notes` say what was left out.
    """

    def __init__(
        self, spool: "tempfile.SpooledTemporaryFile[bytes]", places: Mapping[str, _Place], notes: tuple[str, ...]
    ):
        self._spool = spool
        self._places = places
        self.notes = notes

    @property
    def manifest(self) -> tuple[RevisionFile, ...]:
        """Path, size and hash of every file, by path."""
        return tuple(RevisionFile(path, place.size, place.sha256) for path, place in self._places.items())

    def __getitem__(self, path: str) -> bytes:
        place = self._places[path]
        self._spool.seek(place.start)
        return self._spool.read(place.size)

    def __contains__(self, path: object) -> bool:
        return path in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def close(self) -> None:
        """Forget the files."""
        self._spool.close()

    def __enter__(self) -> "Unpacked":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def unpack(archive: Source | bytes, limits: Limits = USUAL) -> Unpacked:
    """The files of a .zip, .tar or .tar.gz archive, given as bytes or as a file.

    One folder around everything is taken away. Archives within the archive stay as they are. Raises UploadError when
    anything in it is not as it should be; nothing is kept then.
    """
    source: Source = io.BytesIO(archive) if isinstance(archive, bytes) else archive
    length = source.seek(0, io.SEEK_END)
    if length > limits.archive:
        text = f"The archive has {length / MIB:.1f} MB; at most {limits.archive // MIB} MB are taken."
        raise UploadError(text, hint=SMALLER)
    spool = tempfile.SpooledTemporaryFile(max_size=HELD)  # noqa: SIM115 (it is handed out)
    try:
        filling = _Filling(spool, limits, limits.unpacked(length))
        for member in _members(source, length, limits):
            filling.add(member)
        return filling.unpacked()
    except BaseException:
        spool.close()
        raise


def _members(source: Source, length: int, limits: Limits) -> Iterator[Member]:
    source.seek(0)
    head = source.read(BLOCK)
    if head[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return zip_members(source, length, limits)
    if head[:2] == b"\x1f\x8b":
        return tar_members(Stream(gunzipped(source, 2 * limits.unpacked(length))), limits)
    if head[257:262] == b"ustar":
        return tar_members(Stream(plain(source)), limits)
    what = "is empty" if not length else "is neither .zip nor .tar nor .tar.gz"
    raise UploadError(f"The upload {what}.", hint=REPACK)


class _Filling:
    """The files taken so far of one archive."""

    def __init__(self, spool: "tempfile.SpooledTemporaryFile[bytes]", limits: Limits, most: int) -> None:
        self._spool = spool
        self._limits = limits
        self._most = most
        self._shelf = Shelf()
        self._places: dict[str, _Place] = {}
        self._gone: Counter[str] = Counter()
        self._seen = 0
        self._size = 0

    def add(self, member: Member) -> None:
        """Take a member, or leave it out. Raises UploadError."""
        self._seen += 1
        if self._seen > self._limits.members:
            raise too_many(self._seen, self._limits)
        path = checked_path(member.name, self._limits)
        if path and (gone := left_out(path)):
            self._gone[gone] += 1
        elif member.kind is Kind.FILE:
            self._take(path, member.pieces)
        elif member.kind is not Kind.FOLDER:
            raise UploadError(
                f"{quoted(member.name)} is a {member.kind}; only files and folders are taken.", hint=REPACK
            )

    def _take(self, path: str, pieces: Iterator[bytes]) -> None:
        if not path:
            raise broken("a file in it has no name")
        if len(self._places) == self._limits.files:
            raise UploadError(f"The archive holds more than {self._limits.files:,} files.", hint=SMALLER)
        self._shelf.add(path)
        start, found = self._size, sha256()
        for piece in pieces:
            self._size += len(piece)
            self._check(path, self._size - start)
            found.update(piece)
            self._spool.write(piece)
        self._places[path] = _Place(start, self._size - start, found.hexdigest())

    def _check(self, path: str, size: int) -> None:
        if size > self._limits.file:
            text = f"{quoted(path)} is larger than {self._limits.file // MIB} MB."
            raise UploadError(text, hint="Publish large files elsewhere and link them.")
        if self._size > self._most:
            least = "" if self._most == self._limits.total else ", far more than its own size"
            raise UploadError(f"The archive unpacks to more than {self._most // MIB} MB{least}.", hint=SMALLER)

    def unpacked(self) -> Unpacked:
        """What was taken, without the folder around it. Raises UploadError when that is nothing."""
        if not self._places:
            raise UploadError("The archive holds no files that could be a logbook.", hint=REPACK)
        top = top_folder(self._places)
        places = {path.removeprefix(top): self._places[path] for path in sorted(self._places)}
        return Unpacked(self._spool, places, self._notes())

    def _notes(self) -> tuple[str, ...]:
        if not self._gone:
            return ()
        named = ", ".join(f"{quoted(name)} ({count:,})" for name, count in self._gone.most_common(_TOLD))
        return (
            f"Left out, since it is no part of a logbook: {named}{' and more' if len(self._gone) > _TOLD else ''}.",
        )
