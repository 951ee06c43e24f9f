"""Secrets, e-mail addresses, home folders and user names in anything that would be published."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from openrepro.evidence.places import Places
from openrepro.lint.notice import Check, Notice, Topic
from openrepro.logbooks.logbook import Address, FileKind, Logbook
from openrepro.severity import Severity

MOST_PLACES = 5
LARGEST_FILE = 5_000_000
PLACEHOLDERS = frozenset(
    {"user", "username", "you", "me", "name", "owner", "runner", "root", "home", "shared", "public"}
)
NOT_AN_ADDRESS = ("example.com", "example.org", "example.net", ".invalid", ".local", "noreply", "users.noreply")


class Pattern(NamedTuple):
    check: Check
    severity: Severity
    expression: re.Pattern[str]
    what: str
    todo: str


PATTERNS = (
    Pattern(
        Check.SECRET,
        Severity.SERIOUS,
        re.compile(
            r"\b(?:hf_[A-Za-z0-9]{20,60}|sk-[A-Za-z0-9_-]{20,200}|gh[pousr]_[A-Za-z0-9]{30,80}|github_pat_[A-Za-z0-9_]{40,100}"
            r"|AKIA[0-9A-Z]{16}|xox[abprs]-[A-Za-z0-9-]{10,100}|AIza[A-Za-z0-9_-]{35}|glpat-[A-Za-z0-9_-]{20,40}"
            r"|eyJ[A-Za-z0-9_-]{10,400}\.eyJ[A-Za-z0-9_-]{10,400}\.[A-Za-z0-9_-]{10,400})"
            r"|-----BEGIN (?:[A-Z]{2,10} ){0,2}PRIVATE KEY-----"
            r"|\b(?:api[_-]?key|secret(?:[_-]?key)?|password|passwd|access[_-]?token|auth[_-]?token)"
            r"[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?![\"'<${*])[A-Za-z0-9_/+.-]{12,200}",
            re.IGNORECASE,
        ),
        "what looks like a secret",
        "Revoke it first, then remove it from the logbook.",
    ),
    Pattern(
        Check.EMAIL,
        Severity.WARNING,
        re.compile(r"(?<![\w.+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}(?![\w-])"),
        "an e-mail address",
        "Remove it, unless its owner wants it published.",
    ),
    Pattern(
        Check.HOME_PATH,
        Severity.WARNING,
        re.compile(r"(?<![\w.])(?:/home/|/Users/|[A-Za-z]:\\{1,2}Users\\{1,2})(?P<user>[A-Za-z0-9._-]{1,40})(?=[/\\\"'\s:),;`]|$)"),
        "a path below a home folder",
        "Replace the part before the project by a relative path.",
    ),
    Pattern(
        Check.USER_NAME,
        Severity.NOTE,
        re.compile(r"(?:^|(?<=[\s(]))(?P<user>[a-z_][\w-]{1,31})@[A-Za-z0-9-]{1,63}:[~/]\S{0,99}[$#](?=\s|$)", re.M),
        "a shell prompt with a user name",
        "Remove the prompt.",
    ),
)  # fmt: skip


def privacy(logbook: Logbook) -> Iterator[Notice]:
    """One notice per kind and file, with up to five places."""
    for entry in logbook.manifest:
        if entry.kind is FileKind.VIEWER or entry.size > LARGEST_FILE or entry.path not in logbook.files:
            continue
        text = logbook.text(entry.path)
        places = Places(text, Address(entry.path, 0, entry.size))
        for pattern in PATTERNS:
            yield from _in_text(pattern, text, places, entry.path)


def _in_text(pattern: Pattern, text: str, places: Places, path: str) -> Iterator[Notice]:
    found = [match for match in pattern.expression.finditer(text) if _counts(match)]
    if not found:
        return
    at = tuple(places.address(*match.span()) for match in found[:MOST_PLACES])
    count = "once" if len(found) == 1 else f"{len(found)} times"
    text = f"{path} holds {pattern.what} ({count})."
    yield Notice(Topic.PRIVACY, pattern.check.value, pattern.severity, text, pattern.todo, at)


def _counts(match: re.Match[str]) -> bool:
    user = match.groupdict().get("user")
    if user is not None:
        return user.lower() not in PLACEHOLDERS
    return not match[0].lower().endswith(NOT_AN_ADDRESS)
