"""What a logbook is once parsed: pages of cells of blocks, each with the bytes it stands on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from openrepro.ids import Json, digest, sha256
from openrepro.severity import Severity as Severity


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """A byte range `[start, end)` of one file of the revision, and the cell it lies in, if any."""

    file: str
    start: int
    end: int
    cell: str | None = None

    def as_json(self) -> dict[str, Json]:
        return {"file": self.file, "bytes": [self.start, self.end], "cell": self.cell}


@dataclass(frozen=True, slots=True)
class Problem:
    """Something the reader met that is not as it should be; nothing was dropped because of it."""

    code: str
    text: str
    at: tuple[Address, ...] = ()
    severity: Severity = Severity.WARNING


class BlockKind(StrEnum):
    PROSE = "prose"
    FENCE = "fence"
    PAYLOAD = "payload"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of a cell: prose, the content of a code fence, or an embedded payload (a data URI).

    `text` is verbatim: UTF-8 decoded with `surrogateescape`, so that
    `text.encode("utf-8", "surrogateescape")` is exactly the bytes at `at`; on a page whose lines end in a lone
    `\\r`, each of these is a `\\n` in it. A fence's `text` is its content without the fence lines; `info` is its
    info string (`output`, `python title=train.py`). A payload inside a fence splits it into several blocks with the
    same `info`. `balanced` is false when the fence never closes, or it is doubtful which fence is the run's output.
    """

    kind: BlockKind
    text: str
    at: Address
    info: str = ""
    balanced: bool = True


class CellType(StrEnum):
    PROSE = "prose"
    MARKDOWN = "markdown"
    CODE = "code"
    FIGURE = "figure"
    ARTIFACT = "artifact"
    DASHBOARD = "dashboard"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell, or a stretch of page prose that stands outside cells (`type` PROSE, `id` None).

    `at` covers the header and body. `void` says why the cell must not be believed (its header was printed by
    a run's own output), else it is empty. `command` is the argv of a recorded run, which only a code cell
    is. `duration_s` is in seconds, as printed. `meta` is the header's JSON
    object as written.
    """

    type: CellType
    id: str | None
    at: Address
    blocks: tuple[Block, ...]
    title: str = ""
    created_at: str = ""
    command: tuple[str, ...] = ()
    exit_code: int | None = None
    duration_s: str | None = None
    pinned: bool = False
    void: str = ""
    meta: Mapping[str, Json] = field(default_factory=dict)

    @property
    def is_run(self) -> bool:
        return self.type is CellType.CODE and bool(self.command) and not self.void

    @property
    def prose(self) -> str:
        """The text of the prose blocks, joined by newlines."""
        return "\n".join(block.text for block in self.blocks if block.kind is BlockKind.PROSE)

    def is_document(self, block: Block) -> bool:
        """Whether `block` is (part of) the HTML document that a figure cell shows; its raw data is none."""
        of_figure = self.type is CellType.FIGURE and block.kind is not BlockKind.PROSE
        return of_figure and block.info.split(maxsplit=1)[:1] in (["html"], ["HTML"])

    def is_payload(self, block: Block) -> bool:
        """Whether `block` is for a browser to show and not for anybody to read: readers get a note in its place."""
        return block.kind is BlockKind.PAYLOAD or self.is_document(block)


class PageRole(StrEnum):
    INDEX = "index"
    SUMMARY = "summary"
    CLAIM = "claim"
    CONCLUSION = "conclusion"
    README = "readme"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Page:
    """One page in reading order. `claims` are the claim numbers its slug or title names (`claim-2` → 2)."""

    slug: str
    title: str
    file: str
    role: PageRole
    cells: tuple[Cell, ...]
    claims: tuple[int, ...] = ()


class FileKind(StrEnum):
    PAGE = "page"
    README = "readme"
    RESULT = "result"
    SOURCE = "source"
    METADATA = "metadata"
    MANIFEST = "manifest"
    TRACE = "trace"
    VIEWER = "viewer"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class FileEntry:
    path: str
    size: int
    sha256: str
    kind: FileKind

    def as_json(self) -> dict[str, Json]:
        return {"path": self.path, "size": self.size, "sha256": self.sha256}


class Layout(StrEnum):
    WORKSPACE = "workspace"
    SPACE = "space"
    PLAIN = "plain"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class PaperNames:
    """Every name a logbook gives its paper: ids from tags and metadata, links, in order of trust."""

    ids: tuple[str, ...] = ()
    arxiv: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Logbook:
    """A parsed logbook. `files` holds the revision's bytes by path, so that addresses can be resolved."""

    name: str
    layout: Layout
    title: str
    pages: tuple[Page, ...]
    manifest: tuple[FileEntry, ...]
    problems: tuple[Problem, ...] = ()
    schema_version: int | None = None
    tags: tuple[str, ...] = ()
    paper: PaperNames = PaperNames()
    root: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False, compare=False)

    @property
    def revision(self) -> str:
        return revision_of(self.manifest)

    def read(self, address: Address) -> bytes | None:
        """The bytes at `address`, or None when the file or the range does not exist."""
        data = self.files.get(address.file)
        if data is None or not 0 <= address.start <= address.end <= len(data):
            return None
        return data[address.start : address.end]

    def text(self, file: str) -> str:
        """A file of the revision as text; bytes that are not UTF-8 survive as surrogate escapes."""
        return self.files[file].decode("utf-8", "surrogateescape")

    def files_of(self, kind: FileKind) -> tuple[FileEntry, ...]:
        return tuple(entry for entry in self.manifest if entry.kind is kind)


def revision_of(manifest: tuple[FileEntry, ...]) -> str:
    """The name of a revision: the digest of its manifest (path, size, SHA-256), ordered by path."""
    return digest([entry.as_json() for entry in sorted(manifest, key=lambda entry: entry.path)])


def file_entry(path: str, data: bytes, kind: FileKind) -> FileEntry:
    return FileEntry(path=path, size=len(data), sha256=sha256(data), kind=kind)


def sub_address(block: Block, start: int, end: int) -> Address:
    """The address of `block.text[start:end]` (character offsets)."""
    if block.text.isascii():
        first, last = start, end
    else:
        first = len(block.text[:start].encode("utf-8", "surrogateescape"))
        last = first + len(block.text[start:end].encode("utf-8", "surrogateescape"))
    return Address(block.at.file, block.at.start + first, block.at.start + last, block.at.cell)
