"""What a page is: the data that it tells, the template that shows them, and the visit that it is made for."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple
from zlib import crc32

from openrepro.clock import written
from openrepro.ids import Json
from openrepro.server.installation import Installation
from openrepro.server.reading import ReadingRoom
from openrepro.server.searching import Catalogue
from openrepro.store.store import Transaction
from openrepro.web.api.access import Caller
from openrepro.web.faults import ApiError
from openrepro.web.pages.around import Around

LONGEST_VALUE: Final = 200


class Page(NamedTuple):
    """A page ready to be shown. `data` is all that its template sees and all that its twin tells; `previous` and
    `next` are addresses (path with query) of the neighbouring pages of a list, empty at its ends."""

    template: str
    title: str
    data: Mapping[str, Json]
    description: str = ""
    previous: str = ""
    next: str = ""


class Share(NamedTuple):
    """Which part of a copy of the whole site is made: part number `part`, from 0, of `of`; `entry`: of the kinds that
    are `about_entries`, only what is about this one."""

    part: int = 0
    of: int = 1
    entry: str = ""


WHOLE: Final = Share()


@dataclass(frozen=True, slots=True)
class Visit:
    """One reader at one address. `tx` is an open transaction that reads; `params` are the parts of the path, `query`
    what follows it, as sent. `static`: the page is written to a file, for readers whose server knows no queries. `room`
    is where persons read archived bytes; a copy of the site has none."""

    here: Installation
    tx: Transaction
    around: Around
    catalogue: Catalogue
    who: Caller
    at: datetime
    params: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, str] = field(default_factory=dict)
    static: bool = False
    share: Share = WHOLE
    room: ReadingRoom | None = None

    def mine(self, name: str) -> bool:
        """Whether what belongs to `name` (an entry, a paper, …) is in this share of a copy."""
        return crc32(name.encode("utf-8", "replace")) % self.share.of == self.share.part

    @property
    def now(self) -> str:
        """The instant of the visit as text, UTC."""
        return written(self.at)

    def asked(self, name: str, most: int = LONGEST_VALUE) -> str:
        """What the query says about `name`, trimmed; empty when nothing. Raises ApiError when it is overlong."""
        text = self.query.get(name, "").strip()
        if len(text) > most:
            raise ApiError(400, f"The value of {name} is longer than {most} characters.", where=f"query.{name}")
        return text

    def number(self, name: str, *, least: int = 1, most: int = 1_000_000, default: int = 1) -> int:
        """A whole number of the query. Raises ApiError when it is none, or out of range."""
        text = self.asked(name)
        if not text:
            return default
        if not (text.isascii() and text.isdecimal() and len(text) < 10) or not least <= int(text) <= most:
            raise ApiError(400, f"The value of {name} must be a whole number from {least} to {most}.")
        return int(text)

    def one_of(self, name: str, allowed: tuple[str, ...]) -> str:
        """A value of the query out of a closed list; empty when nothing is asked. Raises ApiError for any other."""
        text = self.asked(name)
        if text and text not in allowed:
            raise ApiError(400, f"There is no {name} of that name.", hint=f"There is {', '.join(allowed)}.")
        return text


class MovedError(Exception):
    """Raised by `make` where the page asked for is at another path; readers are led there, for good."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


class Address(NamedTuple):
    """One page of a kind: the parts of its path, and its query. Pages of one `group` (the first part where it is empty)
    have much in common, and are written by one process of a copy."""

    params: Mapping[str, str] = {}
    query: Mapping[str, str] = {}
    group: str = ""


def none(_visit: Visit) -> Iterator[Address]:
    """The addresses of a kind of which no copy is made."""
    return iter(())


def only(_visit: Visit) -> Iterator[Address]:
    """The addresses of a kind that has one page."""
    yield Address()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of page. `path` is a pattern (`/papers/{paper}`); `make` gives the page of a visit, or raises ApiError;
    `addresses` are all pages of the kind that a whole copy of the site has to hold. The further pages of a list need
    not be among them: a copy follows `next`. `private` pages show what is not for everybody: no cache keeps them. Pages
    `about_entries` are copied entry by entry, since those of one entry read the same again."""

    name: str
    path: str
    make: Callable[[Visit], Page]
    addresses: Callable[[Visit], Iterator[Address]] = only
    private: bool = False
    about_entries: bool = False

    def path_of(self, address: Address) -> str:
        """The path of one page."""
        return self.path.format(**address.params)
