"""What a logbook declares about itself outside its pages: title, tags, paper, schema, and the pages it lists."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from openrepro.ids import Json
from openrepro.logbooks.documents import as_object, front_matter, read_whole_json
from openrepro.logbooks.kinds import kind_of
from openrepro.logbooks.layout import Ground
from openrepro.logbooks.logbook import Address, FileKind, Layout, Problem
from openrepro.logbooks.names import ManifestPage, Names, from_metadata, from_tags, manifest_pages, tags_of
from openrepro.logbooks.problems import problem

_OWN_KEYS = ("tags", "space_id", "last_page", "local_dashboards", "paper", "autosync", "emoji", "paper_orid")


@dataclass(slots=True)
class About:
    """Collected while the files beside the pages are read, the nearest to the logbook's root first."""

    title: str = ""
    tags: list[str] = field(default_factory=list)
    names: Names = field(default_factory=Names)
    schema_version: int | None = None
    listed: tuple[ManifestPage, ...] = ()
    has_manifest: bool = False
    metadata_files: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)


def read_about(files: Mapping[str, bytes], ground: Ground) -> About:
    """Everything that metadata.json, logbook.json and the READMEs of `files` declare, with the problems in them."""
    about = About()
    for path in _metadata_paths(files, ground):
        _read_metadata(about, path, files[path], ground)
    manifest = f"{ground.root}logbook.json"
    if manifest in files:
        _read_manifest(about, manifest, files[manifest])
    for path in _readmes(files, ground):
        _read_readme(about, files[path])
    about.tags = list(dict.fromkeys(about.tags))
    from_tags(about.names, about.tags)
    return about


def _readmes(files: Mapping[str, bytes], ground: Ground) -> list[str]:
    """The READMEs of the logbook's folder and of the folders above it, nearest first; without one, the highest."""
    found = sorted(
        (path for path in files if kind_of(path) is FileKind.README), key=lambda path: (path.count("/"), path)
    )
    own = [path for path in found if ground.root.startswith(path.rpartition("/")[0])]
    return own[::-1] or found[:1]


def _metadata_paths(files: Mapping[str, bytes], ground: Ground) -> Iterator[str]:
    home = ground.root.removesuffix("logbook/")
    paths = [path for path in files if path.rsplit("/", 1)[-1] == "metadata.json"]
    yield from sorted(paths, key=lambda path: (path != f"{home}metadata.json", path.count("/"), path))


def _read_metadata(about: About, path: str, data: bytes, ground: Ground) -> None:
    document = read_whole_json(data)
    folder = path.removesuffix("metadata.json")
    expected = folder.endswith(".trackio/")
    fields = as_object(document.value)
    if not expected and not any(key in fields for key in _OWN_KEYS):
        return
    about.metadata_files.add(path)
    at = Address(path, 0, len(data))
    if not isinstance(document.value, Mapping):
        reason = document.error or "it is not an object"
        about.problems.append(problem("metadata-unreadable", f"`{path}` cannot be read: {reason}.", at))
    elif not expected and ground.layout is not Layout.EMPTY:
        text = f"`{path}` is not where Trackio looks for it; move it to `.trackio/metadata.json` of the workspace."
        about.problems.append(problem("misplaced-metadata", text, at))
    _take(about, fields, path, at)


def _read_manifest(about: About, path: str, data: bytes) -> None:
    document = read_whole_json(data)
    at = Address(path, 0, len(data))
    if not isinstance(document.value, Mapping):
        reason = document.error or "it is not an object"
        text = f"`{path}` cannot be read: {reason}. Run any Trackio logbook command to write it again."
        about.problems.append(problem("manifest-unreadable", text, at))
        return
    about.has_manifest = True
    version = document.value.get("schema_version")
    about.schema_version = version if isinstance(version, int) and not isinstance(version, bool) else None
    if about.schema_version == 1:
        about.problems.append(problem("schema-1", f"`{path}` has schema version 1; newer Trackio writes 2.", at))
    about.listed = manifest_pages(document.value.get("root"))
    _take(about, document.value, path, at)


def _take(about: About, fields: Mapping[str, Json], path: str, at: Address) -> None:
    tags = fields.get("tags")
    if isinstance(tags, str):
        text = f"`tags` in `{path}` is a string, not a list; Trackio makes one tag of each character."
        about.problems.append(problem("wrong-type", text, at))
    about.tags += tags_of(tags)
    title = fields.get("title")
    if not about.title and isinstance(title, str):
        about.title = title.strip()
    if not from_metadata(about.names, fields):
        text = f'`paper` in `{path}` names no paper; write {{"openreview_id": "…", "arxiv_id": "…"}}.'
        about.problems.append(problem("bad-paper-field", text, at))
    elif isinstance(fields.get("paper"), str) and fields.get("paper"):
        text = f'`paper` in `{path}` is a string; Trackio fails on it, write {{"arxiv_id": "…"}}.'
        about.problems.append(problem("wrong-type", text, at))


def _read_readme(about: About, data: bytes) -> None:
    matter = front_matter(data)
    tags = matter.lists.get("tags") or tags_of(matter.scalars.get("tags"))
    about.tags += tags
    if not about.title:
        about.title = matter.scalars.get("title", "")
