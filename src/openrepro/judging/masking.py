"""Names that a reader must not see: the book's title and the account that wrote it."""

import re
from dataclasses import dataclass

from openrepro.evidence.hidden import stripped
from openrepro.judging.traced import Traced, traced
from openrepro.logbooks.logbook import FileKind, Logbook
from openrepro.visible import visible

_ACCOUNT = re.compile(
    r"(?P<before>(?:huggingface\.co/(?:spaces|datasets|buckets|jobs|models)/|github\.com/|hf\.co/(?:spaces/|datasets/|jobs/)?"
    r"|\bspaces/|\bdatasets/|/home/|/Users/|C:\\\\?Users\\\\?))(?P<name>[A-Za-z0-9][A-Za-z0-9_.-]{0,60})"
)
_AUTHOR = re.compile(
    r"^(?P<before>[ \t>*_#-]{0,8}"
    r"(?:authors?|submitted by|prepared by|written by|reproduced by|team|account|space[_ ]id|maintainer|user)"
    r"[*_`\"']{0,3}\s?[:=][ \t*_`\"']{0,4})(?P<name>[^\n]{1,200})$",
    re.IGNORECASE | re.MULTILINE,
)
_SPACE_ID = re.compile(r"\"space_id\"\s{0,4}:\s{0,4}\"(?P<owner>[A-Za-z0-9_.-]{1,60})/(?P<name>[A-Za-z0-9_.-]{1,96})\"")
ACCOUNT = "[withheld: account]"
TITLE = "[withheld: title]"
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Mask:
    """The strings to withhold wherever they stand: the entry's title, its owner."""

    titles: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()

    def apply(self, text: str) -> str:
        """`text` without the title, the account names in links and home paths, and the author lines."""
        return self.traced(traced(text)).text

    def traced(self, text: Traced) -> Traced:
        """The same of a text that is traced."""
        for names, note in ((self.titles, TITLE), (self.owners, ACCOUNT)):
            for name in names:
                text = text.without(name, note)
        for pattern in (_ACCOUNT, _AUTHOR):
            text = text.replaced(pattern, lambda match: match["before"] + ACCOUNT)
        return text


def mask_of(logbook: Logbook) -> Mask:
    """What to withhold of one logbook: its title as a reader would see it, and the owner that its metadata names."""
    titles = {visible(stripped(logbook.title)).strip()}
    owners: set[str] = set()
    for kind in (FileKind.METADATA, FileKind.MANIFEST):
        for entry in logbook.files_of(kind):
            if entry.path in logbook.files:
                owners.update(match["owner"] for match in _SPACE_ID.finditer(logbook.text(entry.path)[:500_000]))
    return Mask(_longest_first(titles), _longest_first(owners))


def _longest_first(names: set[str]) -> tuple[str, ...]:
    return tuple(sorted((name for name in names if len(name) >= _SHORTEST), key=lambda name: (-len(name), name)))
