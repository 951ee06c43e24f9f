"""Names that will be too long once published."""

from collections.abc import Iterator

from openrepro.lint.notice import Check, Notice, Topic
from openrepro.logbooks.logbook import Logbook
from openrepro.severity import Severity

LONGEST_REPOSITORY = 96
"""Characters of a repository's name on the Hub."""
SUFFIXES = ("", "-traces", "-artifacts")
LONGEST_FOLDER = 100
PREFIX = "repro-"


def slug_of(title: str) -> str:
    """The name Trackio would make of `title`: lower case, every other character a hyphen, `page` when empty."""
    spaced = "".join(char if char.isascii() and char.isalnum() else " " for char in title.lower())
    return "-".join(spaced.split()) or "page"


def names(logbook: Logbook) -> Iterator[Notice]:
    """Notices for the Space's name (planned from the title) with its derived names, and for page folders."""
    planned = PREFIX + slug_of(logbook.title.removeprefix("Reproduction:"))
    longest = max((planned + suffix for suffix in SUFFIXES), key=len)
    if len(longest) > LONGEST_REPOSITORY:
        room = LONGEST_REPOSITORY - max(len(suffix) for suffix in SUFFIXES)
        yield Notice(
            Topic.NAMES,
            Check.LONG_NAME.value,
            Severity.WARNING,
            f"A Space named after the title would need the name {longest!r}: {len(longest)} characters of at most"
            f" {LONGEST_REPOSITORY}.",
            f"Choose a shorter name, for example {planned[:room].rstrip('-')!r}.",
        )
    for page in logbook.pages:
        folder = max(page.file.split("/"), key=len)
        if len(folder) > LONGEST_FOLDER:
            yield Notice(
                Topic.NAMES,
                Check.LONG_SLUG.value,
                Severity.WARNING,
                f"The folder {folder[:40]}… has {len(folder)} characters.",
                f"Give the page a title of fewer than {LONGEST_FOLDER} characters; the claim's text goes on the page.",
            )
