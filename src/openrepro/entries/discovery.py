"""What is decided about Spaces that the Hub shows: which paper their tags name, what a listing proves, who is gone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from openrepro.challenge.rules import Rules

ARXIV_TAG: Final = "arxiv:"
LICENCE_TAG: Final = "license:"
SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Space:
    """What a Hub says of a Space. Every text has been checked for its form; what could not be used is empty.

    `id` is `owner/name`, `sha` the commit it stands at (hex), `key` the Hub's own name for it, which stays when it is
    renamed. Instants are UTC, `2026-08-03T11:59:59Z`.
    """

    id: str
    sha: str = ""
    tags: tuple[str, ...] = ()
    created_at: str = ""
    modified_at: str = ""
    key: str = ""
    private: bool = False
    disabled: bool = False

    @property
    def owner(self) -> str:
        """The account it belongs to."""
        return self.id.partition("/")[0]


class Status(StrEnum):
    """Where a Space of the registry stands. Only GONE means that it is surely not there any more."""

    LISTED = "listed"
    UNLISTED = "unlisted"
    UNTAGGED = "untagged"
    PRIVATE = "private"
    WITHHELD = "withheld"
    DISABLED = "disabled"
    MOVED = "moved"
    GONE = "gone"


class RunState(StrEnum):
    """How a run of discovery ended. COMPLETE: the listing was read to its end and every known Space accounted for.
    PARTIAL: some of it was not; its counts are no totals. FAILED: nothing could be read; all stays as it was."""

    RUNNING = "running"
    COMPLETE = "complete"
    PARTIAL = "partial"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Known:
    """A Space of the registry, which forgets none. Instants are UTC text or empty.

    `space` is the newest that is known of it. `last_seen` is when the Hub last showed it, in a listing or by id;
    `asked_at` when it was last asked for by id; `missing_since` when it was first surely not there. `fetched_sha` is
    the commit whose files were dealt with; `fetch_at` when files are to be fetched, empty when there are none to
    fetch, after `failures` attempts that failed. `sentence` says what is wrong with it.
    """

    space: Space
    status: Status
    first_seen: str
    last_seen: str
    sentence: str = ""
    entry: str = ""
    etag: str = ""
    asked_at: str = ""
    missing_since: str = ""
    moved_to: str = ""
    fetched_sha: str = ""
    fetch_at: str = ""
    failures: int = 0

    @property
    def id(self) -> str:
        return self.space.id


@dataclass(frozen=True, slots=True)
class Run:
    """One run of discovery. `next_url` is the page it reads next; `touched_at` when it last got on; `not_before` the
    instant before which the Hub asks not to be asked again. The counts are of Spaces, but for `pages` and `faults`:
    `seen` in the listing, `added` and `changed` against what was known, `asked` for by id, `missing` surely gone."""

    id: int
    started_at: str
    touched_at: str
    state: RunState = RunState.RUNNING
    ended_at: str = ""
    next_url: str = ""
    not_before: str = ""
    pages: int = 0
    seen: int = 0
    added: int = 0
    changed: int = 0
    asked: int = 0
    missing: int = 0
    faults: int = 0
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Naming:
    """What the tags of a Space say: the names of its paper in order of trust, whether it enters this challenge at
    all, its licence as the Hub spells it, and what its owner should know."""

    names: tuple[str, ...]
    enters: bool
    licence: str = ""
    notes: tuple[str, ...] = ()


def naming(tags: Sequence[str], rules: Rules) -> Naming:
    """What `tags` say under the rules. Names are taken as written; a prefix or challenge tag that differs in capital
    letters only is taken too, and told."""
    wanted = rules.entries.tag
    alike = [tag for tag in tags if tag.casefold() == wanted.casefold()]
    notes: list[str] = []
    if alike and wanted not in alike:
        notes.append(f"The tag {alike[0]!r} is taken for {wanted!r}; write it so, since listings compare exactly.")
    names = _paper_names(tags, rules, notes)
    return Naming(names, bool(alike), _licence(tags, notes), tuple(notes))


def _paper_names(tags: Sequence[str], rules: Rules, notes: list[str]) -> tuple[str, ...]:
    before, _, after = rules.entries.paper_tag.partition("{id}")
    exact = [_between(tag, before, after) for tag in tags]
    named = [name for name in exact if name]
    if not named:
        named = [name for tag in tags if (name := _between(tag, before, after, fold=True))]
        if named:
            notes.append(f"The tag of the paper should begin with {before!r}, in just these letters.")
    names = tuple(dict.fromkeys(named))
    if len(names) > 1:
        shown = ", ".join(repr(name) for name in names[:SHOWN])
        notes.append(f"{len(names)} tags name a paper ({shown}); keep the one that this entry is about.")
    return names or _arxiv_name(tags, rules, notes)


def _between(tag: str, before: str, after: str, *, fold: bool = False) -> str:
    """What stands between `before` and `after` in a tag; empty when it is not built so."""
    held, first, last = (tag.casefold(), before.casefold(), after.casefold()) if fold else (tag, before, after)
    if not held.startswith(first) or not held.endswith(last) or len(tag) <= len(before) + len(after):
        return ""
    return tag[len(before) : len(tag) - len(after)].strip()


def _arxiv_name(tags: Sequence[str], rules: Rules, notes: list[str]) -> tuple[str, ...]:
    """The one arXiv tag there is, since without a paper tag it is all there is; several could be mere references."""
    found = tuple(dict.fromkeys(tag[len(ARXIV_TAG) :].strip() for tag in tags if tag.startswith(ARXIV_TAG)))
    wanted = rules.entries.paper_tag.replace("{id}", "<id>")
    if len(found) != 1 or not found[0]:
        notes.append(f"No tag names its paper; add one such as {wanted!r}.")
        return ()
    notes.append(f"No tag {wanted!r} names its paper, so {ARXIV_TAG}{found[0]} was taken.")
    return found


def _licence(tags: Sequence[str], notes: list[str]) -> str:
    found = tuple(dict.fromkeys(tag[len(LICENCE_TAG) :] for tag in tags if tag.startswith(LICENCE_TAG)))
    if len(found) > 1:
        notes.append(f"Several licences are tagged ({', '.join(found[:SHOWN])}); none of them was taken.")
    return found[0] if len(found) == 1 else ""


@dataclass(slots=True)
class Pass:
    """One walk through a listing of at most `most_pages`: what it showed so far, and whether it goes in circles."""

    most_pages: int
    urls: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    pages: int = 0
    doubled: int = 0

    def begin_page(self, url: str) -> str:
        """Note that `url` is about to be read; a sentence when it must not be."""
        if url in self.urls:
            return f"The listing leads back to a page it began with, after {self.pages} pages."
        if self.pages >= self.most_pages:
            return f"The listing does not end after {self.pages} pages."
        self.urls.add(url)
        return ""

    def take(self, ids: Iterable[str], *, last: bool) -> str:
        """Note the Spaces of a page; a sentence when it shows nothing new and yet claims not to be the last."""
        shown = set(ids)
        new = shown - self.seen
        self.pages += 1
        self.doubled += len(shown) - len(new)
        self.seen |= new
        if new or last:
            return ""
        what = "only Spaces that earlier pages showed" if shown else "no Space"
        return f"Page {self.pages} of the listing shows {what}, and yet names a next page."


def seen(old: Known | None, space: Space, status: Status, sentence: str, now: str) -> Known:
    """What is known of a Space once the Hub has shown it. A description older than the one on record, as a listing
    that lags behind gives it, changes neither its commit nor its tags."""
    space = replace(space, private=False, disabled=False)  # the status says so
    if old is None:
        return Known(space, status, now, now, sentence, fetch_at=now if _fetchable(space, status) else "")
    if space.modified_at and space.modified_at < old.space.modified_at:
        space = old.space
    made = replace(old, space=space, status=status, sentence=sentence, last_seen=now, missing_since="", moved_to="")
    if not _fetchable(space, status) or space.sha == old.fetched_sha:
        return replace(made, fetch_at="", failures=0)
    if space.sha != old.space.sha or not old.fetch_at:
        return replace(made, fetch_at=now, failures=0)
    return made


def unseen(old: Known, status: Status, sentence: str, now: str) -> Known:
    """What is known of a Space that the Hub does not show, now that it was asked for by id."""
    gone = old.missing_since or now if status is Status.GONE else ""
    return replace(old, status=status, sentence=sentence, asked_at=now, missing_since=gone, fetch_at="")


def _fetchable(space: Space, status: Status) -> bool:
    return bool(space.sha) and status in (Status.LISTED, Status.UNLISTED)


def unlike(old: Known | None, new: Known) -> bool:
    """Whether anything is new but the time at which the Space was seen."""
    return old is None or replace(old, last_seen=new.last_seen, asked_at=new.asked_at) != new
