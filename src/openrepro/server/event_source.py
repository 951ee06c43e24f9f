"""The published files of an event: read from disk, or from addresses that the operator names."""

from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from openrepro.entries.discovery import Pass, Space
from openrepro.errors import OpenReproError
from openrepro.hub.client import Hub
from openrepro.hub.fetching import MOVED, Fetcher, FetchError, shown_address, size
from openrepro.hub.manners import Manners
from openrepro.hub.rows import kind, space_of
from openrepro.notify.guard import looked_up, public
from openrepro.papers.fields import Fault, parsed

LARGEST: Final = 512 * 2**20
MOST_HOPS: Final = 5
MOST_ROWS: Final = 1_000_000
MOST_PAGES: Final = 2_000
ONE_AT_A_TIME: Final = Manners(at_once=1, answer_s=900.0)


def is_url(source: str) -> bool:
    return source.lower().startswith(("http://", "https://"))


def source_name(source: str) -> str:
    """A source as it may be told: an address without its query and without a password."""
    return shown_address(source) if is_url(source) else source


def read_source(source: str) -> bytes:
    """The bytes of a file or of what an http(s) address leads to. Raises OpenReproError with one sentence."""
    if "://" in source and not is_url(source):
        scheme = source.partition("://")[0][:20]
        raise OpenReproError(f"{scheme}:// cannot be read: addresses start with http:// or https://.")
    return _fetched(source) if is_url(source) else _read(Path(source))


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise OpenReproError(f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > LARGEST:
        raise OpenReproError(f"{path} is larger than {size(LARGEST)}.")
    return data


def _fetched(url: str) -> bytes:
    """What is at an address, after at most five redirects, of which none leads from https to http, nor from the public
    internet into our own network."""
    fetcher, outside = Fetcher(ONE_AT_A_TIME, home=url), not leads_inside(url)
    try:
        for _ in range(MOST_HOPS + 1):
            answer = fetcher.get(url, cap=LARGEST)
            if answer.status == 200:
                return answer.body
            if answer.status not in MOVED:
                raise FetchError(f"{shown_address(url)} could not be read: status {answer.status}.")
            if url.lower().startswith("https:") and not answer.location.lower().startswith("https:"):
                raise FetchError(f"{shown_address(url)} leads to an address without encryption; it was not followed.")
            if outside and leads_inside(answer.location):
                raise FetchError(f"{shown_address(url)} leads into our own network; it was not followed.")
            url = answer.location
        raise FetchError(f"{urlsplit(url).hostname} sends us on more than {MOST_HOPS} times.")
    finally:
        fetcher.close()


def leads_inside(url: str) -> bool:
    """Whether the host of an address is, or is the name of, an address that is not public. A name that cannot be looked
    up here leads nowhere, or is looked up by a proxy."""
    try:
        host, port = urlsplit(url).hostname or "", urlsplit(url).port or 443
        return any(not public(ip_address(found)) for found in looked_up(host, port))
    except (OSError, ValueError):
        return False


class ReadSpaces:
    """The Spaces of a listing by id, and what could not be used of it."""

    def __init__(self) -> None:
        self.spaces: dict[str, Space] = {}
        self.faults: list[Fault] = []

    def add_file(self, data: bytes) -> None:
        """Add the Spaces of a listing that was kept as one list of rows, as the Hub gives them."""
        value = parsed(data, self.faults)
        if value is None:
            return
        if not isinstance(value, list) or len(value) > MOST_ROWS:
            told = kind(value) if not isinstance(value, list) else f"a list of {len(value):,} rows"
            self.faults.append(Fault("the file", f"It is {told}, not a listing of Spaces."))
            return
        for at, row in enumerate(value, start=1):
            space = space_of(row, f"row {at}", self.faults)
            if space is not None:
                self.spaces.setdefault(space.id, space)

    def add_hub(self, hub: Hub, tag: str) -> None:
        """Add what a Hub lists under a tag. Raises FetchError when the listing cannot be read to its end."""
        walk, url = Pass(MOST_PAGES), hub.first_page(tag)
        while url:
            circle = walk.begin_page(url)
            page = hub.page(url, f"Page {walk.pages + 1} of the listing")
            ids = [space.id for space in page.rows.spaces]
            if circle := circle or walk.take(ids, last=not page.next_url):
                raise FetchError(circle)
            self.faults += page.rows.faults
            self.spaces |= {space.id: space for space in page.rows.spaces}
            url = page.next_url
