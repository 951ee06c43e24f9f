"""Secrets, e-mail addresses, home folders and user names in anything that would be published."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from openrepro.evidence.patterns import split_words
from openrepro.evidence.places import Places
from openrepro.lint.files import is_local, is_text, uploaded
from openrepro.lint.notice import Check, Notice, Topic
from openrepro.lint.secrets import secrets_in
from openrepro.logbooks.logbook import Address, FileEntry, FileKind, Logbook
from openrepro.severity import Severity

MOST_PLACES = 20
MOST_NAMED = 3
MOST_EACH = 2_000
"""Spots of one sort that are counted in one file."""
LARGEST_TEXT = 5_000_000
"""Characters of one file that are looked through."""
NOBODY = split_words(
    """user username users you me name owner runner root home shared public ubuntu jovyan ec2-user vscode codespace node
    sandbox admin docker app appuser agent coder work workspace git your-name yourname someone anonymous ... xxx"""
)
"""User names that name no person: of images, of hosted machines, and stand-ins."""
_NOT_A_PERSON = ("noreply", "no-reply", "donotreply", "git", "example", "user", "you", "your.name", "name", "email")
_NO_DOMAIN = ("example.com", "example.org", "example.net", "noreply.github.com", "localhost", "domain.com", "email.com")
_NO_TLD = split_words(
    """invalid local test example png jpg jpeg gif svg webp js ts py json md txt html css csv gz zip pt bin sh yaml yml
    toml internal lan"""
)
_DOMAIN = re.compile(
    r"@(?![0-9.]{1,60}[A-Za-z]{2,24}(?![\w.-]))(?P<domain>(?:[A-Za-z0-9-]{1,63}\.){1,5}(?P<tld>[A-Za-z]{2,24}))(?![\w-])"
)
_PROMPT = re.compile(r"@[A-Za-z0-9-]{1,63}:[~/][^\s$#]{0,99}[$#](?=\s|$)", re.MULTILINE)
_HOME = re.compile(r"(?:/home/|/Users/|\\{1,4}Users\\{1,4})(?P<user>[A-Za-z0-9._-]{1,40})(?=[/\\\"'\s:),;`\]}>|]|$)")
_LOCAL_PART = re.compile(r"[A-Za-z0-9._%+-]{1,64}\Z")
_TOKEN_START = re.compile(r"[^\s\"'`=:,;()\[\]{}<>|]{0,100}\Z")
_ESCAPE_LETTERS = "nrtbf"


class Spot(NamedTuple):
    """Something private at characters `[start, end)`; `what` tells its kind, `shown` what may be printed of it."""

    check: Check
    what: str
    start: int
    end: int
    shown: str


class _Found(NamedTuple):
    spot: Spot
    at: Address


WEIGHT = {
    Check.SECRET: Severity.SERIOUS,
    Check.EMAIL: Severity.WARNING,
    Check.HOME_PATH: Severity.WARNING,
    Check.USER_NAME: Severity.NOTE,
}
TODO = {
    Check.SECRET: "Revoke it first: whoever saw it may use it. Then remove it from the logbook.",
    Check.EMAIL: "Remove it, unless its owner wants it published.",
    Check.HOME_PATH: "Replace the part before the project by a relative one, in the pages and in what programs print.",
    Check.USER_NAME: "Remove the prompt, and keep the command.",
}
STAYS = " Publishing does not upload it from there; do not add it by hand."


def privacy(logbook: Logbook) -> Iterator[Notice]:
    """One notice per kind, over all files, those that are uploaded apart from those that stay."""
    groups: dict[tuple[Check, str, bool], list[_Found]] = {}
    for entry in logbook.manifest:
        if entry.kind is FileKind.VIEWER or not is_text(logbook.files.get(entry.path)):
            continue
        stays = not uploaded(entry.path, logbook)
        for found in _in_file(logbook, entry):
            groups.setdefault((found.spot.check, found.spot.what, stays), []).append(found)
    for (check, what, stays), group in groups.items():
        yield _notice(check, what, group, stays=stays)


def _in_file(logbook: Logbook, entry: FileEntry) -> Iterator[_Found]:
    text = logbook.text(entry.path)[:LARGEST_TEXT]
    places: Places | None = None
    for spot in spots_in(text):
        if spot.check is Check.HOME_PATH and is_local(entry.path, logbook):
            continue
        places = places or Places(text, Address(entry.path, 0, entry.size))
        yield _Found(spot, places.address(spot.start, spot.end))


def spots_in(text: str) -> Iterator[Spot]:
    """Everything private in `text`, of each sort at most `MOST_EACH`."""
    for secret in islice(secrets_in(text), MOST_EACH):
        yield Spot(Check.SECRET, secret.kind, secret.start, secret.end, secret.shown)
    yield from islice(_emails(text), MOST_EACH)
    yield from islice(_prompts(text), MOST_EACH)
    yield from islice(_homes(text), MOST_EACH)


def _emails(text: str) -> Iterator[Spot]:
    for match in _DOMAIN.finditer(text):
        name = _before(text, match.start())
        if name and _is_person(name, match["domain"].lower(), match["tld"].lower()):
            start = match.start() - len(name)
            yield Spot(Check.EMAIL, "an e-mail address", start, match.end(), text[start : match.end()])


def _prompts(text: str) -> Iterator[Spot]:
    for match in _PROMPT.finditer(text):
        name = _before(text, match.start())
        if name and name.lower() not in NOBODY:
            yield Spot(Check.USER_NAME, "a shell prompt with a user name", match.start() - len(name), match.end(), name)


def _before(text: str, end: int) -> str:
    """The name that ends at `end`, without the letter of an escape before it."""
    first = max(0, end - 65)
    found = _LOCAL_PART.search(text[first:end])
    name = found[0] if found else ""
    start = end - len(name)
    if text[start - 1 : start] == "\\" and name[:1] in _ESCAPE_LETTERS:
        name = name[1:]
    return name.lstrip("._%+-")


def _is_person(name: str, domain: str, tld: str) -> bool:
    plain = name.lower()
    return not (tld in _NO_TLD or domain.endswith(_NO_DOMAIN) or plain in _NOT_A_PERSON or "noreply" in plain)


def _homes(text: str) -> Iterator[Spot]:
    for match in _HOME.finditer(text):
        if match["user"].lower() not in NOBODY and match["user"].strip(".") and _is_path(text, match.start()):
            yield Spot(Check.HOME_PATH, "a path below a home folder", match.start(), match.end(), match["user"])


def _is_path(text: str, start: int) -> bool:
    """Whether what stands before makes it a path from a machine's root, not a part of a web address or a folder."""
    found = _TOKEN_START.search(text[max(0, start - 100) : start])
    before = (found[0] if found else "").replace("\\\\", "\\")
    if "\\" in before:
        before = before.rpartition("\\")[2].lstrip(_ESCAPE_LETTERS) if text[start] == "/" else ""
    return before in ("", "//") or (before[0] in "/~" and not before.startswith("//"))


def _notice(check: Check, what: str, group: list[_Found], *, stays: bool) -> Notice:
    files = tuple(dict.fromkeys(found.at.file for found in group))
    shown = tuple(dict.fromkeys(found.spot.shown for found in group if found.spot.shown))
    text = f"{_count(len(group))} {what}{_examples(check, shown)} in {_named(files)}."
    weight = WEIGHT[check]
    if stays:
        text += STAYS
        weight = Severity.WARNING if check is Check.SECRET else Severity.NOTE
    at = tuple(found.at for found in group[:MOST_PLACES])
    return Notice(Topic.PRIVACY, check.value, weight, text, TODO[check], at, f"{what} {stays}", len(group))


def _count(count: int) -> str:
    if count == 1:
        return "Once"
    return f"{count:,} times" if count < MOST_EACH else f"At least {count:,} times"


def _examples(check: Check, shown: tuple[str, ...]) -> str:
    if not shown:
        return ""
    some = ", ".join(f"{one}…" if check is Check.SECRET else one for one in shown[:MOST_NAMED])
    more = f" and {len(shown) - MOST_NAMED} others" if len(shown) > MOST_NAMED else ""
    return f" ({some}{more})"


def _named(files: Iterable[str]) -> str:
    names = tuple(files)
    some = ", ".join(f"`{name}`" for name in names[:MOST_NAMED])
    return some if len(names) <= MOST_NAMED else f"{some} and {len(names) - MOST_NAMED} more files"
