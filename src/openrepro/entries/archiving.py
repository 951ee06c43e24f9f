"""Files of an entry kept as blobs, and what they say about the entry: its title, the names of its paper, a licence."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from openrepro.challenge.rules import Rules
from openrepro.entries.discovery import naming
from openrepro.entries.entry import RevisionFile
from openrepro.entries.members import USUAL, Limits, UploadError
from openrepro.entries.paths import Shelf, checked_path
from openrepro.entries.ports import Blobs, Books
from openrepro.ids import digest
from openrepro.logbooks.about import read_about
from openrepro.logbooks.documents import front_matter
from openrepro.logbooks.kinds import kind_of
from openrepro.logbooks.layout import find_ground
from openrepro.logbooks.logbook import FileKind
from openrepro.logbooks.trackio import parse
from openrepro.papers.resolving import quoted
from openrepro.visible import visible

LONGEST_TITLE: Final = 300
LONGEST_NAME: Final = 200
MOST_NAMES: Final = 20
LARGEST_READ: Final = 512 * 1024
MOST_READ: Final = 4 * 2**20
_TELLING: Final = (FileKind.README, FileKind.METADATA, FileKind.MANIFEST)


@dataclass(frozen=True, slots=True)
class Archived:
    """The files of a revision, whose blobs are kept. `named` are the names that they give their paper: those of tags
    and metadata, else (`cited`) those that stand in the text. `notes` are what the owner should know."""

    revision: str
    files: tuple[RevisionFile, ...]
    title: str = ""
    named: tuple[str, ...] = ()
    cited: bool = False
    licence: str = ""
    notes: tuple[str, ...] = ()


def archive(
    files: Mapping[str, bytes], blobs: Blobs, rules: Rules, *, notes: tuple[str, ...] = (), limits: Limits = USUAL
) -> Archived:
    """Keep the files (one in memory at a time) and read what they say of themselves.

    Raises UploadError when a path or a size is not as it should be; nothing is kept then.
    """
    _check_paths(files, limits)
    kept = tuple(_keep(path, files[path], blobs, limits) for path in sorted(files))
    said = _Said.of({file.path: files[file.path] for file in _worth_reading(kept)}, rules)
    return Archived(manifest_digest(kept), kept, said.title, said.named, said.cited, said.licence, notes)


def lost(archived: Archived, books: Books, blobs: Blobs) -> bool:
    """Whether bytes that were kept are gone again, since another entry that has them was taken down in that moment.

    Ask in the transaction that adds the revision, after it: then they stay. The bytes must be kept once more.
    """
    names = sorted({file.sha256 for file in archived.files})
    return any(not blobs.has(name) for name in books.entries.doubtful_blobs(names))


def manifest_digest(files: tuple[RevisionFile, ...]) -> str:
    """The name of a revision: the same that a logbook parsed of these files has."""
    listed = sorted(files, key=lambda file: file.path)
    return digest([{"path": file.path, "size": file.size, "sha256": file.sha256} for file in listed])


def _check_paths(files: Mapping[str, bytes], limits: Limits) -> None:
    if not files:
        raise UploadError("There are no files.", hint="Publish the logbook with its pages.")
    if len(files) > limits.files:
        raise UploadError(f"There are {len(files):,} files; at most {limits.files:,} are taken.")
    shelf = Shelf()
    for path in files:
        if checked_path(path, limits) != path:
            raise UploadError(f"{quoted(path)} is no plain path.", hint="Rename the file.")
        shelf.add(path)


def _keep(path: str, data: bytes, blobs: Blobs, limits: Limits) -> RevisionFile:
    if len(data) > limits.file:
        raise UploadError(f"{quoted(path)} is larger than {limits.file // 2**20} MB.")
    return RevisionFile(path, len(data), blobs.put(data))


def _worth_reading(files: tuple[RevisionFile, ...]) -> list[RevisionFile]:
    """The files that may name the paper: those made for it first, the high before the low, within a bound."""
    small = [file for file in files if file.size <= LARGEST_READ and kind_of(file.path) in _NAMING]
    small.sort(key=lambda file: (kind_of(file.path) not in _TELLING, file.path.count("/"), file.path))
    chosen, left = [], MOST_READ
    for file in small:
        if file.size <= left:
            chosen.append(file)
            left -= file.size
    return chosen


_NAMING: Final = (*_TELLING, FileKind.PAGE, FileKind.RESULT)


@dataclass(frozen=True, slots=True)
class _Said:
    """What files say of themselves, bounded, each name and the title in one line."""

    title: str
    named: tuple[str, ...]
    cited: bool
    licence: str

    @classmethod
    def of(cls, files: Mapping[str, bytes], rules: Rules) -> "_Said":
        about = read_about(files, find_ground(files))
        book = parse(files, name="")
        tagged = naming(about.tags, rules).names
        declared = tuple(dict.fromkeys((*tagged, *about.names.declared, *about.names.arxiv)))
        named = declared or (*book.paper.ids, *book.paper.arxiv)
        return cls(_line(book.title, LONGEST_TITLE), _names(named), not declared, _licence(files))


def _names(named: tuple[str, ...]) -> tuple[str, ...]:
    lines = (_line(name, LONGEST_NAME) for name in named[:MOST_NAMES])
    return tuple(dict.fromkeys(name for name in lines if name))


def _licence(files: Mapping[str, bytes]) -> str:
    """The licence in the front matter of the highest README."""
    readmes = sorted((path for path in files if kind_of(path) is FileKind.README), key=lambda path: path.count("/"))
    scalars = front_matter(files[readmes[0]]).scalars if readmes else {}
    return _line(scalars.get("license", "") or scalars.get("licence", ""), LONGEST_NAME)


def _line(text: str, most: int) -> str:
    return " ".join(visible(text[: 4 * most]).split())[:most]
