"""The Hub's API as far as entries need it: Spaces by tag, page by page, and known ones by id."""

import re
from enum import StrEnum
from typing import Final, NamedTuple
from urllib.parse import quote, urlencode, urljoin, urlsplit

from openrepro.entries.discovery import Space
from openrepro.hub.fetching import MOVED, Answer, Fetcher, FetchError, origin
from openrepro.hub.rows import Rows, decoded, kind, space_of, space_rows, usable_id
from openrepro.papers.fields import Fault

PAGE_ROWS: Final = 500
PAGE_CAP: Final = 16 * 2**20
SPACE_CAP: Final = 2**20
FIELDS: Final = ("tags", "sha", "createdAt", "lastModified", "private", "disabled")
_NEXT: Final = re.compile(r"<([^<>]*)>((?:\s*;[^,;<>]*)+)")
_LONGEST_LINK: Final = 8_000


class Page(NamedTuple):
    """One page of a listing. `next_url` is empty on the last one. `unchanged`: the Hub says that it is as it was
    when it had this `etag`, and sends neither rows nor, perhaps, the next address."""

    url: str
    rows: Rows = Rows()
    next_url: str = ""
    etag: str = ""
    unchanged: bool = False


class Standing(StrEnum):
    """What the Hub answers about one Space."""

    THERE = "there"
    UNCHANGED = "unchanged"
    MOVED = "moved"
    GONE = "gone"
    WITHHELD = "withheld"
    DISABLED = "disabled"


class Found(NamedTuple):
    """The Hub's answer about one Space. `space` is there when it is THERE or MOVED (then under its new id)."""

    standing: Standing
    space: Space | None = None
    etag: str = ""
    faults: tuple[Fault, ...] = ()


class Hub:
    """A Hub at `url`. Safe to share between threads."""

    def __init__(self, url: str, fetcher: Fetcher) -> None:
        self.url = url.rstrip("/")
        self.fetcher = fetcher

    def first_page(self, tag: str, rows: int = PAGE_ROWS) -> str:
        """The address at which the listing of a tag begins, newest Space first."""
        asked = [("filter", tag), *_expand(), ("sort", "createdAt"), ("direction", "-1"), ("limit", str(rows))]
        return f"{self.url}/api/spaces?{urlencode(asked)}"

    def page(self, url: str, what: str, etag: str = "") -> Page:
        """The page at `url`, called `what` in sentences. Raises FetchError when any part of it cannot be used."""
        answer = self.fetcher.get(url, cap=PAGE_CAP, headers=_if_changed(etag))
        if answer.status == 304 and etag:
            return Page(url, etag=etag, next_url=self.next_page(answer, what), unchanged=True)
        if answer.status != 200:
            raise FetchError(f"{what} could not be read: {_refusal(answer)}.")
        next_url = self.next_page(answer, what)
        return Page(url, space_rows(decoded(answer.body, what), what), next_url, _etag(answer))

    def space(self, name: str, etag: str = "") -> Found:
        """What the Hub says of one Space. A renamed one is followed once. Raises FetchError when it says nothing
        that can be used; only GONE means that it is surely not there."""
        answer = self.fetcher.get(self.space_url(name), cap=SPACE_CAP, headers=_if_changed(etag))
        if answer.status in MOVED:
            return self._moved(answer, name)
        return self._found(answer, name, etag)

    def space_url(self, name: str) -> str:
        return f"{self.url}/api/spaces/{quote(name)}?{urlencode(_expand())}"

    def _moved(self, answer: Answer, name: str) -> Found:
        target = urlsplit(answer.location)
        new = target.path.rpartition("/api/spaces/")[2]
        if origin(answer.location) != origin(self.url) or not usable_id(new):
            raise FetchError(f"The Hub sends us from {name} to {answer.location[:120]!r}, which is none of its Spaces.")
        again = self.fetcher.get(self.space_url(new), cap=SPACE_CAP)
        if again.status in MOVED:
            raise FetchError(f"The Hub sends us from {name} to {new} and on again; not followed.")
        return self._found(again, name, "")

    def _found(self, answer: Answer, name: str, etag: str) -> Found:
        if answer.status == 304 and etag:
            return Found(Standing.UNCHANGED, etag=etag)
        if answer.status in (404, 410):
            return Found(Standing.GONE)
        if answer.status == 401 and self.fetcher.has_token:
            raise FetchError("The Hub does not accept the token.", hint="Mend or unset OPENREPRO_HUB_TOKEN.")
        if answer.status in (401, 403, 451):
            disabled = "disabled" in answer.headers.get("x-error-message", "").lower()
            return Found(Standing.DISABLED if disabled else Standing.WITHHELD)
        if answer.status != 200:
            raise FetchError(f"{name} could not be asked for: {_refusal(answer)}.")
        return _there(answer, name)

    def next_page(self, answer: Answer, what: str) -> str:
        """The address of the next page; empty when there is none. Raises FetchError when it leads elsewhere."""
        link = answer.headers.get("link", "")
        if len(link) > _LONGEST_LINK:
            raise FetchError(f"{what} has a Link header of {len(link):,} characters; the next page is not known.")
        for target, rest in _NEXT.findall(link):
            if re.search(r";\s*rel\s*=\s*\"?next\"?\s*(?:;|$)", rest, re.I):
                return self._same_origin(target, answer.url, what)
        return ""

    def _same_origin(self, target: str, base: str, what: str) -> str:
        try:
            url = urljoin(base, target)
        except ValueError:
            url = ""
        if not url.isprintable() or origin(url) != origin(self.url):
            raise FetchError(f"{what} names {target[:120]!r} as the next page, which is not on the Hub; not followed.")
        return url


def _there(answer: Answer, name: str) -> Found:
    value = decoded(answer.body, f"The description of {name}")
    faults: list[Fault] = []
    space = space_of(value, "described by id", faults)
    if space is None:
        raise FetchError(f"The description of {name} is {kind(value)} without a usable id.")
    standing = Standing.THERE if space.id == name else Standing.MOVED
    return Found(standing, space, _etag(answer), tuple(faults))


def _expand() -> list[tuple[str, str]]:
    return [("expand[]", field) for field in FIELDS]


def _if_changed(etag: str) -> dict[str, str]:
    return {"If-None-Match": etag} if etag else {}


def _etag(answer: Answer) -> str:
    """The tag of an answer, when it is one that can be sent back."""
    etag = answer.headers.get("etag", "")
    return etag if len(etag) <= 200 and etag.isascii() and etag.isprintable() else ""


def _refusal(answer: Answer) -> str:
    told = answer.headers.get("x-error-message", "")[:120]
    return f"status {answer.status}" + (f" ({told!r})" if told else "")
