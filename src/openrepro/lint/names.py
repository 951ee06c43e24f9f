"""Names that will be too long once published: the Space, what is derived from it, page folders, the web address."""

import json
from collections.abc import Iterator
from typing import NamedTuple

from openrepro.ids import Json
from openrepro.lint.notice import Check, Notice, Topic
from openrepro.logbooks.logbook import Address, FileKind, Layout, Logbook
from openrepro.severity import Severity

LONGEST_REPOSITORY = 96
"""Characters of a repository's name on the Hub."""
LONGEST_HOST = 63
"""Characters of one label of a host name; the Hub shortens what is longer in a way of its own."""
SUFFIXES = ("-traces", "-artifacts")
LONGEST_FOLDER = 100
PREFIX = "repro-"
_LARGEST = 1_000_000


class Planned(NamedTuple):
    """The name of the Space, its owner when known, and whether it was planned from the title."""

    name: str
    owner: str = ""
    from_title: bool = False


def slug_of(title: str) -> str:
    """The name Trackio would make of `title`: lower case, every other character a hyphen, `page` when empty."""
    spaced = "".join(char if char.isascii() and char.isalnum() else " " for char in title.lower())
    return "-".join(spaced.split()) or "page"


def names(logbook: Logbook) -> Iterator[Notice]:
    """Notices for the Space's name with its derived names, and for page folders."""
    planned = planned_name(logbook)
    if planned is not None:
        yield from _repository(planned)
    yield from _folders(logbook)


def planned_name(logbook: Logbook) -> Planned | None:
    """The Space's name from metadata.json or logbook.json, else as it would be made from the title.

    A published Space has its name already, and an empty folder has none.
    """
    for entry in (*logbook.files_of(FileKind.METADATA), *logbook.files_of(FileKind.MANIFEST)):
        space = _space_id(logbook.files[entry.path])
        if space:
            owner, _, name = space.rpartition("/")
            return Planned(name, owner)
    if logbook.layout in (Layout.SPACE, Layout.EMPTY):
        return None
    slug = slug_of(logbook.title.removeprefix("Reproduction:"))
    return Planned(slug if slug.startswith(PREFIX) else PREFIX + slug, from_title=True)


def _space_id(data: bytes) -> str:
    if len(data) > _LARGEST or b'"space_id"' not in data:
        return ""
    try:
        value: Json = json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return ""
    space = value.get("space_id") if isinstance(value, dict) else None
    return space.strip() if isinstance(space, str) else ""


def _repository(planned: Planned) -> Iterator[Notice]:
    name = planned.name
    long = [name + suffix for suffix in ("", *SUFFIXES) if len(name + suffix) > LONGEST_REPOSITORY]
    room = LONGEST_REPOSITORY - max(map(len, SUFFIXES))
    source = "made from the title" if planned.from_title else "of metadata.json"
    if long:
        which = "the name itself" if long[0] == name else " and ".join(f"`…{one[len(name) :]}`" for one in long)
        yield Notice(
            Topic.NAMES,
            Check.LONG_NAME.value,
            Severity.WARNING,
            f"The Space's name {source} has {len(name)} characters; the Hub takes {LONGEST_REPOSITORY}, and"
            f" {which} would be longer. Publishing then stops before anything is sent.",
            f"Choose a name of at most {room} characters, for example `{name[:room].rstrip('-')}`.",
        )
    elif len(name) + len(planned.owner) + 1 > LONGEST_HOST:
        yield Notice(
            Topic.NAMES,
            Check.LONG_HOST.value,
            Severity.NOTE,
            f"The Space's name {source} has {len(name)} characters, so its web address is not made from it.",
            f"Ask the Hub for the address after publishing; do not work it out (a host label ends at {LONGEST_HOST}).",
        )


def _folders(logbook: Logbook) -> Iterator[Notice]:
    long = [page for page in logbook.pages if len(_folder(page.slug, page.file, logbook.root)) > LONGEST_FOLDER]
    if long:
        folder = _folder(long[0].slug, long[0].file, logbook.root)
        more = f" So are {len(long) - 1} others." if len(long) > 1 else ""
        yield Notice(
            Topic.NAMES,
            Check.LONG_SLUG.value,
            Severity.WARNING,
            f"The page folder `{folder[:40]}…` has {len(folder)} characters.{more}",
            f"Give pages titles of at most {LONGEST_FOLDER} characters; the claim's text goes on the page.",
            tuple(Address(page.file, 0, 0) for page in long[:20]),
            count=len(long),
        )


def _folder(slug: str, file: str, root: str) -> str:
    """The name of the page's own folder or file; pages outside `pages/` are not named by Trackio."""
    return slug.rsplit("/", 1)[-1] if file.startswith(f"{root}pages/") else ""
