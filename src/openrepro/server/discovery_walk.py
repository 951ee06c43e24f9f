"""The listing of a Hub read to its end, page by page, each page written as it is seen."""

from typing import Final, NamedTuple

from openrepro.entries.discovery import Pass
from openrepro.hub.client import Hub, Page
from openrepro.hub.fetching import BusyError, FetchError
from openrepro.server.discovery_registry import Registry
from openrepro.server.discovery_run import FINE, RunBook, Trouble
from openrepro.store.spaces import KnownPage
from openrepro.store.store import Store

MOST_PASSES: Final = 3


class Listed(NamedTuple):
    """A listing was read, up to some trouble. Every Space that it showed was noted at `since` or later; `lost` of its
    rows named none."""

    since: str
    lost: int
    trouble: Trouble = FINE


class Walk:
    """Walks through the listing at `first`, the address of its first page; at most `most` pages."""

    def __init__(self, store: Store, hub: Hub, registry: Registry, book: RunBook, first: str, most: int) -> None:
        self._store = store
        self._hub = hub
        self._registry = registry
        self._book = book
        self._first = first
        self._most = most
        self._lost = 0
        self._top: tuple[str, tuple[str, ...]] = ("", ())

    def rest(self, url: str) -> None:
        """Read what a run that broke off had not come to. Whatever becomes of it, all is read once more after it."""
        self._pages(Pass(self._most), url)

    def whole(self) -> Listed:
        """Read the listing from its first page to its end, and again when it moved meanwhile, since a Space that
        moved from one page to another may have been passed over."""
        for _ in range(MOST_PASSES):
            walk, since, self._lost = Pass(self._most), self._book.instant(), 0
            trouble = self._pages(walk, self._first)
            if trouble.sentence:
                return Listed(since, self._lost, trouble)
            if not walk.doubled and self._stands_still():
                return Listed(since, self._lost)
        text = f"The listing changed while it was read, {MOST_PASSES} times in a row."
        return Listed(since, self._lost, Trouble(text))

    def _pages(self, walk: Pass, url: str) -> Trouble:
        while url:
            if circle := walk.begin_page(url):
                return Trouble(circle)
            try:
                page, ids = self._page(url, f"Page {walk.pages + 1} of the listing")
            except FetchError as fault:
                return trouble_of(fault)
            if url == self._first:
                self._top = (page.etag, ids)
            circle = walk.take(ids, last=not page.next_url)
            self._commit(page, ids, len(walk.seen))
            if circle:
                return Trouble(circle)
            url = page.next_url
        return FINE

    def _page(self, url: str, what: str) -> tuple[Page, tuple[str, ...]]:
        """A page with the ids it shows; those of an unchanged one are as they were kept."""
        with self._store.read() as tx:
            kept = tx.spaces.page(url)
        page = self._hub.page(url, what, kept.etag if kept else "")
        if page.unchanged and kept:
            return page._replace(next_url=page.next_url or kept.next_url), kept.ids
        return page, tuple(space.id for space in page.rows.spaces)

    def _commit(self, page: Page, ids: tuple[str, ...], seen: int) -> None:
        now, run = self._book.instant(), self._book.run
        self._lost += page.rows.lost
        with self._store.write() as tx:
            again = page.unchanged
            tally = self._registry.again(tx, ids, now) if again else self._registry.listed(tx, page.rows.spaces, now)
            if page.etag and not page.rows.faults:
                tx.spaces.keep_page(KnownPage(page.url, page.etag, page.next_url, ids), now)
            self._book.note(
                tx,
                pages=run.pages + 1,
                seen=seen,
                added=run.added + tally.added,
                changed=run.changed + tally.changed,
                next_url=page.next_url,
                faults=self._book.add_faults(page.rows.faults),
            )

    def _stands_still(self) -> bool:
        """Whether the first page still shows what it showed when the walk began."""
        etag, ids = self._top
        try:
            page = self._hub.page(self._first, "The first page of the listing", etag)
        except FetchError:
            return False
        return page.unchanged or tuple(space.id for space in page.rows.spaces) == ids


def trouble_of(fault: FetchError) -> Trouble:
    return Trouble(fault.text, fault.seconds if isinstance(fault, BusyError) else 0.0)
