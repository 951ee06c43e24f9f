"""What the Hub shows becomes registry and entries: only what is new or changed is written, and every owner is told."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

from openrepro.challenge.rules import Rules
from openrepro.entries.discovery import Known, Naming, Space, Status, naming, seen, unlike, unseen
from openrepro.errors import OpenReproError
from openrepro.hub.client import Found, Standing
from openrepro.store.faults import StoreError
from openrepro.store.store import Transaction

SHOWN: Final = (Status.LISTED, Status.UNLISTED)

SENTENCES: Final[dict[Status, str]] = {
    Status.UNLISTED: "The Hub's listing does not show this Space; it was found by its id.",
    Status.PRIVATE: "The Space is private, so its files cannot be fetched.",
    Status.DISABLED: "The Hub has disabled the Space; what was archived before stays.",
    Status.WITHHELD: "The Hub does not show the Space any more: it is private or deleted. What was archived stays.",
    Status.GONE: "The Space is not on the Hub any more. What was archived stays.",
}


class Entering(Protocol):
    """What a Space means for the entries of the challenge, inside the given transaction."""

    def shown(self, tx: Transaction, known: Known, named: Naming, now: str) -> str:
        """Enter a Space, or bring its entry up to date; gives the entry's id."""
        ...

    def renamed(self, tx: Transaction, entry: str, space: Space, now: str) -> None:
        """Note that the Space of an entry has another id by now."""
        ...

    def hidden(self, tx: Transaction, known: Known, now: str) -> None:
        """Tell an entry that the Hub does not hand out its Space, as `known` says."""
        ...


class Tally(NamedTuple):
    added: int = 0
    changed: int = 0
    missing: int = 0

    def plus(self, other: "Tally") -> "Tally":
        return Tally(self.added + other.added, self.changed + other.changed, self.missing + other.missing)


@dataclass(frozen=True, slots=True)
class Registry:
    """The registry under `rules`; each method works in one transaction of the caller."""

    rules: Rules
    entering: Entering

    def listed(self, tx: Transaction, spaces: Sequence[Space], now: str) -> Tally:
        """Take what a page of the listing shows."""
        held = tx.spaces.known(space.id for space in spaces)
        before = tx.spaces.by_keys(space.key for space in spaces if space.id not in held)
        made = [self._listed(tx, held.get(space.id), before.get(space.key), space, now) for space in spaces]
        changed = [one for one in made if unlike(held.get(one.id), one)]
        tx.spaces.put(changed)
        written = {one.id for one in changed}
        tx.spaces.touch([one.id for one in made if one.id not in written], now)
        return _tally(changed, now)

    def again(self, tx: Transaction, ids: Sequence[str], now: str) -> Tally:
        """Take a page that the Hub calls unchanged; `ids` are the Spaces that it showed before."""
        held = tx.spaces.known(ids)
        settled = {one.id for one in held.values() if _as_listed(one)}
        tx.spaces.touch([*settled], now)
        return self.listed(tx, [one.space for one in held.values() if one.id not in settled], now)

    def answered(self, tx: Transaction, known: Known | None, found: Found, now: str) -> Tally:
        """Take what the Hub says of one Space, asked for by id; one that was never seen must be there."""
        current = tx.spaces.known([known.id]).get(known.id, known) if known else None
        if found.standing is Standing.MOVED and found.space is not None and current is not None:
            return self._moved(tx, current, found.space, now)
        if found.space is not None:
            held = tx.spaces.known([found.space.id]).get(found.space.id)
            return self._put(tx, held, self._entered(tx, held, found.space, Status.UNLISTED, now), found.etag, now)
        assert current is not None, "a Space that is not there and was never seen"
        if found.standing is Standing.UNCHANGED:
            made = self._entered(tx, current, current.space, Status.UNLISTED, now)
            return self._put(tx, current, made, found.etag, now)
        return self._put(tx, current, self._unseen(tx, current, Status(found.standing.value), now), "", now)

    def _listed(self, tx: Transaction, old: Known | None, before: Known | None, space: Space, now: str) -> Known:
        if old is None and before is not None:
            old = self._renamed(tx, before, space, now)
        return self._entered(tx, old, space, Status.LISTED, now)

    def _entered(self, tx: Transaction, old: Known | None, space: Space, status: Status, now: str) -> Known:
        """A Space that is there, and its entry brought up to date where anything is new."""
        named = naming(space.tags, self.rules)
        status = _status(space, named, status)
        made = seen(old, space, status, self._sentence(status, named), now)
        if status in SHOWN and (unlike(old, made) or not made.entry):
            return self._entry_told(tx, made, named, now)
        if made.entry and unlike(old, made):
            self.entering.hidden(tx, made, now)
        return made

    def _entry_told(self, tx: Transaction, made: Known, named: Naming, now: str) -> Known:
        """A Space whose entry is up to date. One that cannot be entered says why, holds nobody up, and is tried again
        whenever it is seen."""
        try:
            with tx.connection.begin_nested():
                return replace(made, entry=self.entering.shown(tx, made, named, now))
        except StoreError:
            raise
        except OpenReproError as fault:
            return replace(made, sentence=f"It could not be entered: {fault.text}", fetch_at="")

    def _sentence(self, status: Status, named: Naming) -> str:
        if status is Status.UNTAGGED:
            return f"The Space does not carry the tag {self.rules.entries.tag!r}."
        return " ".join(text for text in (SENTENCES.get(status, ""), *named.notes) if text)

    def _unseen(self, tx: Transaction, old: Known, status: Status, now: str) -> Known:
        """A Space that is not handed out any more, and its entry told so once."""
        made = unseen(old, status, SENTENCES[status], now)
        if made.entry and unlike(old, made):
            self.entering.hidden(tx, made, now)
        return made

    def _renamed(self, tx: Transaction, before: Known, space: Space, now: str) -> Known:
        """Give the entry of a Space to the id that it has now, and say where the old id leads."""
        sentence = f"It is {space.id} now."
        tx.spaces.put([replace(before, status=Status.MOVED, moved_to=space.id, fetch_at="", sentence=sentence)])
        if before.entry:
            self.entering.renamed(tx, before.entry, space, now)
        return replace(before, space=replace(before.space, id=space.id), etag="")

    def _moved(self, tx: Transaction, old: Known, space: Space, now: str) -> Tally:
        """Follow a renamed Space; where its new id was entered already, both stay and the old one says so."""
        there = tx.spaces.known([space.id]).get(space.id)
        if there is None:
            renamed = self._renamed(tx, old, space, now)
            return self._put(tx, renamed, self._entered(tx, renamed, space, Status.UNLISTED, now), "", now)
        sentence = f"It is {space.id} now, which is an entry of its own."
        made = replace(old, status=Status.MOVED, moved_to=space.id, fetch_at="", sentence=sentence)
        if made.entry and made.entry != there.entry:
            self.entering.hidden(tx, made, now)
        return self._put(tx, old, made, "", now)

    def _put(self, tx: Transaction, old: Known | None, made: Known, etag: str, now: str) -> Tally:
        """Write what was asked for by id, when it was asked included."""
        tx.spaces.put([replace(made, etag=etag, asked_at=now)])
        return _tally([made] if unlike(old, made) else [], now)


def _as_listed(one: Known) -> bool:
    """Whether nothing is to be done about a Space that is listed as it was before."""
    return one.status is Status.UNTAGGED or (one.status is Status.LISTED and bool(one.entry))


def _tally(changed: Sequence[Known], now: str) -> Tally:
    added = sum(one.first_seen == now for one in changed)
    return Tally(added, len(changed) - added, sum(one.missing_since == now for one in changed))


def _status(space: Space, named: Naming, shown: Status) -> Status:
    if space.disabled:
        return Status.DISABLED
    if space.private:
        return Status.PRIVATE
    return shown if named.enters else Status.UNTAGGED
