"""What a logbook says about itself beside its pages: manifest, metadata, README; its tags and its paper's names."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from openrepro.ids import Json
from openrepro.logbooks.documents import as_list, as_object
from openrepro.logbooks.logbook import PaperNames

_ARXIV = re.compile(r"[0-9]{4}\.[0-9]{4,5}")
_ID = re.compile(r"[A-Za-z0-9_-]{4,40}")
_FORUM_LINK = re.compile(r"openreview\.net/(?:forum|pdf)\?id=([A-Za-z0-9_-]{4,40})")
_ARXIV_LINK = re.compile(
    r"(?:huggingface\.co/papers/|arxiv\.org/(?:abs|pdf|html)/|\barxiv:[ ]?)([0-9]{4}\.[0-9]{4,5})", re.I
)
_STATED_ID = re.compile(r"\bpaper[ _-]?id\b[\s`*\":|]{0,8}([A-Za-z0-9_-]{4,40})", re.I)
_STATED_PAPER = re.compile(r"\b(?:paper|openreview|submission)\b[ *`:|#]{1,6}([A-Za-z0-9_-]{10})\b", re.I)
_RESULT_ID = re.compile(
    rb"\"(?:paper_?id|openreview_id|paper_orid)\"[ \t\r\n]{0,8}:[ \t\r\n]{0,8}\"([A-Za-z0-9_-]{4,40})\"", re.I
)
_ID_KEYS = ("openreview_id", "openreview", "paper_orid", "paper_id", "orid")
_ARXIV_KEYS = ("arxiv_id", "arxiv", "paper_arxiv_id")
_HEAD = 65_536


@dataclass(slots=True)
class Names:
    """Names of a paper as they are found, in order of trust; `declared` ones come from tags and metadata."""

    declared: list[str] = field(default_factory=list)
    stated: list[str] = field(default_factory=list)
    arxiv: list[str] = field(default_factory=list)

    def result(self) -> PaperNames:
        ids = tuple(dict.fromkeys([*self.declared, *self.stated]))
        return PaperNames(ids=ids, arxiv=tuple(dict.fromkeys(self.arxiv)))


def tags_of(value: Json) -> tuple[str, ...]:
    """Tags as strings. One string is one tag (Trackio would make one tag of each of its characters)."""
    if isinstance(value, str):
        return (value.strip(),) if value.strip() else ()
    return tuple(tag.strip() for tag in as_list(value) if isinstance(tag, str) and tag.strip())


def from_tags(names: Names, tags: Iterable[str]) -> None:
    for tag in tags:
        kind, _, name = tag.partition("-") if tag.startswith("paper-") else tag.partition(":")
        if kind in ("paper", "arxiv") and (match := _ARXIV.match(name)):
            names.arxiv.append(match[0])
        elif kind == "paper" and _ID.fullmatch(name):
            names.declared.append(name)


def from_metadata(names: Names, metadata: Mapping[str, Json]) -> bool:
    """Take the names in a manifest's or metadata's fields; false when `paper` holds something that names none."""
    before = len(names.declared) + len(names.arxiv)
    _keys(names, metadata)
    paper = metadata.get("paper")
    if isinstance(paper, str):
        _one(names, paper.strip())
    _keys(names, as_object(paper))
    return not paper or len(names.declared) + len(names.arxiv) > before


def _keys(names: Names, fields: Mapping[str, Json]) -> None:
    for key in (*_ID_KEYS, *_ARXIV_KEYS):
        value = fields.get(key)
        if isinstance(value, str) and value.strip():
            _one(names, value.strip())


def _one(names: Names, text: str) -> None:
    text = text[:200]
    if link := _FORUM_LINK.search(text):
        names.declared.append(link[1])
    elif match := _ARXIV.search(text):
        names.arxiv.append(match[0])
    elif _ID.fullmatch(text):
        names.declared.append(text)


def from_text(names: Names, text: str) -> None:
    """Take the ids that prose states (`Paper ID: …`, OpenReview and arXiv links); only its first part is searched."""
    text = text[:_HEAD]
    names.stated += [match[1] for match in _STATED_ID.finditer(text) if any(char.isdigit() for char in match[1])]
    names.stated += [match[1] for match in _FORUM_LINK.finditer(text)]
    names.stated += [match[1] for match in _STATED_PAPER.finditer(text) if _mixed(match[1])]
    names.arxiv += [match[1] for match in _ARXIV_LINK.finditer(text)]


def from_result(names: Names, data: bytes) -> None:
    """Take the `paper_id` that a result file declares."""
    names.stated += [match[1].decode("ascii") for match in _RESULT_ID.finditer(data[:_HEAD])]


def _mixed(text: str) -> bool:
    """Whether a word looks like an OpenReview id: capitals inside it, or digits among letters."""
    inner = text[1:]
    return any(char.isupper() for char in inner) and any(char.islower() or char.isdigit() for char in text)


@dataclass(frozen=True, slots=True)
class ManifestPage:
    slug: str
    file: str


def manifest_pages(root: Json) -> tuple[ManifestPage, ...]:
    """The pages that a manifest's tree lists, parents before children (at most 10,000)."""
    found: list[ManifestPage] = []
    waiting: list[Json] = [root]
    while waiting and len(found) < 10_000:
        node = as_object(waiting.pop())
        slug, file = node.get("slug"), node.get("file")
        if isinstance(slug, str) and isinstance(file, str):
            found.append(ManifestPage(slug.strip("/"), file))
        waiting += reversed(_children(node))
    return tuple(found)


def _children(node: Mapping[str, Json]) -> Sequence[Json]:
    return as_list(node.get("children"))
