"""What publishing would upload: stray files, files that are too large, paths of one machine, the licence."""

import re
from collections.abc import Iterator

from openrepro.challenge.rules import Rules
from openrepro.evidence.casefile import LARGEST_FILE
from openrepro.lint.notice import Check, Notice, Topic
from openrepro.logbooks.documents import front_matter
from openrepro.logbooks.logbook import Address, FileEntry, FileKind, Layout, Logbook
from openrepro.severity import Severity

MOST_NAMED = 5
LARGEST_PAGE = 1_000_000
"""Bytes of a page: above it, viewers are slow and most of it is a payload that readers are not given."""
_STRAY = re.compile(
    r"(?:^|/)(?:\.(?!gitattributes$|gitignore$|trackio/)[^/]{1,100}|[^/]{0,100}(?:\.log|\.pid|\.tmp|\.bak|\.orig|\.swp|\.pyc|~)"
    r"|Thumbs\.db|desktop\.ini)$",
    re.IGNORECASE,
)
_ABSOLUTE = re.compile(r"\"(?:abs_path|source_path|root)\"\s{0,4}:\s{0,4}\"(?:/|[A-Za-z]:\\)")
_LICENCE_FILE = re.compile(r"(?:^|/)(?:licen[cs]e|copying)(?:\.(?:md|txt))?$", re.IGNORECASE)
_LICENCE_LINE = re.compile(r"^\W{0,6}licen[cs]e\W{1,6}\w", re.IGNORECASE | re.MULTILINE)
_SAMPLE = 65_536


def uploaded(path: str, logbook: Logbook) -> bool:
    """Whether publishing uploads the file: of a workspace, the logbook's folder and the traces; else all."""
    if logbook.layout is not Layout.WORKSPACE:
        return True
    home = logbook.root.removesuffix("logbook/")
    return path.startswith((logbook.root, f"{home}traces/", f"{home}trace_dataset/"))


def is_local(path: str, logbook: Logbook) -> bool:
    """Whether Trackio keeps the file for this machine only, so that paths of the machine belong in it."""
    return path.endswith(".json") and ".trackio/" in path and not uploaded(path, logbook)


def is_text(data: bytes | None) -> bool:
    """Whether the bytes look like text; an image, an archive or weights hold a zero byte early on."""
    return data is not None and b"\0" not in data[:8_192]


def files(logbook: Logbook, rules: Rules) -> Iterator[Notice]:
    """Notices on the files of the logbook's folder."""
    yield from _stray(logbook)
    yield from _large(logbook)
    yield from _absolute(logbook)
    yield from _licence(logbook, rules)


def _stray(logbook: Logbook) -> Iterator[Notice]:
    found = [entry for entry in logbook.manifest if _STRAY.search(entry.path) and uploaded(entry.path, logbook)]
    if found:
        severity = Severity.WARNING if any(entry.path.endswith(".serve.log") for entry in found) else Severity.NOTE
        text = f"Publishing uploads {_named(found)}, which no reader needs."
        todo = "Remove it before publishing; a log may hold paths and names of your machine."
        yield _notice(Check.STRAY_FILE, severity, text, todo, found)


def _large(logbook: Logbook) -> Iterator[Notice]:
    results = [entry for entry in logbook.files_of(FileKind.RESULT) if entry.size > LARGEST_FILE]
    if results:
        text = f"Larger than {LARGEST_FILE // 10**6} MB, so no number in it counts as a result: {_named(results)}."
        todo = "Put the numbers that a claim rests on into a file of their own."
        yield _notice(Check.LARGE_FILE, Severity.WARNING, text, todo, results)
    pages = [entry for entry in logbook.files_of(FileKind.PAGE) if entry.size > LARGEST_PAGE]
    if pages:
        text = f"A page of more than {LARGEST_PAGE // 10**6} MB: {_named(pages)}."
        todo = "Keep long logs and embedded images in files; readers are given a note in place of a payload."
        yield _notice(Check.LARGE_FILE, Severity.NOTE, text, todo, pages)


def _absolute(logbook: Logbook) -> Iterator[Notice]:
    found = [
        entry
        for entry in logbook.manifest
        if entry.path.endswith(".json")
        and entry.kind in (FileKind.METADATA, FileKind.TRACE, FileKind.MANIFEST)
        and _ABSOLUTE.search(logbook.text(entry.path)[: LARGEST_FILE // 5])
    ]
    if found:
        sent = any(uploaded(entry.path, logbook) for entry in found)
        text = f"Files are named by their path on one machine in {_named(found)}."
        todo = "Do not add it to what you publish; after a move, record the runs again to set the paths right."
        yield _notice(Check.ABSOLUTE_PATH, Severity.WARNING if sent else Severity.NOTE, text, todo, found)


def _licence(logbook: Logbook, rules: Rules) -> Iterator[Notice]:
    if not rules.entries.licence or logbook.layout is Layout.EMPTY or _names_licence(logbook):
        return
    allowed = ", ".join(rules.entries.licence)
    text = f"No licence is named; the challenge takes {allowed}. Without one the entry is judged but not released."
    todo = (
        f"Name one when you submit, or write `license: {rules.entries.licence[0].lower()}` in README.md's front matter."
    )
    yield Notice(Topic.ENTRY, Check.NO_LICENCE.value, Severity.NOTE, text, todo)


def _names_licence(logbook: Logbook) -> bool:
    if any(_LICENCE_FILE.search(entry.path) for entry in logbook.manifest):
        return True
    return any(_says_licence(logbook.files[entry.path]) for entry in logbook.files_of(FileKind.README))


def _says_licence(readme: bytes) -> bool:
    scalars = front_matter(readme).scalars
    body = readme[:_SAMPLE].decode("utf-8", "replace")
    return bool(scalars.get("license") or scalars.get("licence")) or _LICENCE_LINE.search(body) is not None


def _named(found: list[FileEntry]) -> str:
    some = ", ".join(f"`{entry.path[:120]}`" for entry in found[:MOST_NAMED])
    return some if len(found) <= MOST_NAMED else f"{some} and {len(found) - MOST_NAMED} more"


def _notice(check: Check, severity: Severity, text: str, todo: str, found: list[FileEntry]) -> Notice:
    at = tuple(Address(entry.path, 0, 0) for entry in found[:20])
    return Notice(Topic.ENTRY, check.value, severity, text, todo, at, text, len(found))
