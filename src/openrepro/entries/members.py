"""What an archive holds, one member after the other, and the bounds of what is taken."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from openrepro.errors import OpenReproError
from openrepro.papers.resolving import quoted

MIB: Final = 2**20
CHUNK: Final = 256 * 1024
SMALLER: Final = "Leave out what is not part of the logbook: data, models, caches, environments."
REPACK: Final = "Pack the folder of the logbook again, as .zip or .tar.gz."


class UploadError(OpenReproError):
    """Files that cannot be taken, and why. Nothing of them was kept."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that an upload may be. Sizes are in bytes: `archive` as sent, `total` and `file` unpacked.

    `files` are those that are kept, `members` all that the archive lists; `name` is the length of a path in UTF-8,
    `part` that of one folder or file, `depth` how many folders lie within each other. Unpacked, an archive may have
    `ratio` times its size, or `slack` if that is more.
    """

    archive: int = 64 * MIB
    total: int = 128 * MIB
    file: int = 32 * MIB
    files: int = 5_000
    members: int = 20_000
    name: int = 500
    part: int = 255
    depth: int = 20
    ratio: int = 200
    slack: int = 16 * MIB

    def unpacked(self, archive: int) -> int:
        """How much an archive of that size may unpack to."""
        return min(self.total, max(self.slack, self.ratio * archive))


USUAL: Final = Limits()


class Kind(StrEnum):
    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    OTHER = "device, pipe or socket"


class Member(NamedTuple):
    """One member: its name as the archive spells it, and its bytes in pieces, to be read before the next member."""

    name: str
    kind: Kind
    pieces: Iterator[bytes]


class Source(Protocol):
    """A file that is open for reading bytes, and can be read again from any place."""

    def read(self, size: int, /) -> bytes: ...
    def seek(self, offset: int, whence: int = 0, /) -> int: ...


def broken(what: str) -> UploadError:
    """The archive is damaged: `what` is a clause, such as "it ends within a file"."""
    return UploadError(f"The archive is damaged: {what}.", hint=REPACK)


def spelled(raw: bytes) -> str:
    """The name that `raw` spells in UTF-8. Raises UploadError for any other encoding."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        shown = quoted(raw.decode("utf-8", "replace"))
        raise UploadError(f"The archive has a name that is not UTF-8: {shown}.", hint="Rename the file.") from None


def too_many(count: int, limits: Limits) -> UploadError:
    found = "at least 65,535" if count == 0xFFFF else f"{count:,}"
    return UploadError(
        f"The archive holds {found} files and folders; at most {limits.members:,} are looked at.",
        hint=SMALLER,
    )
