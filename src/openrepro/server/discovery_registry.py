"""What the Hub shows becomes registry and entries: only what is new or changed is written, and every owner is told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

from openrepro.challenge.rules import Rules
from openrepro.entries.discovery import Known, Naming, Space, Status, naming, seen, unlike, unseen
from openrepro.errors import OpenReproError
from openrepro.hub.client import Found, Standing
from openrepro.store.store import Transaction

SHOWN: Final = (Status.LISTED, Status.UNLISTED)

SENTENCES: Final[dict[Status, str]] = {
    Status.UNLISTED: "The Hub's listing does not show this Space; it was found by its id.",
    Status.PRIVATE: "The Space is private, so its files cannot be fetched: make it public, or upload the logbook here.",
    Status.DISABLED: "The Hub has disabled the Space. What was archived stays; for new work upload the logbook here.",
    Status.WITHHELD: (
        "The Hub does not show the Space any more: it is private or deleted. What was archived stays; "
        "make it public again, or upload the logbook here."
    ),
    Status.GONE: "The Space is not on the Hub any more. What was archived stays; for new work upload the logbook here.",
}


Answer = str | OpenReproError


class Shown(NamedTuple):
    """A Space that the Hub shows, and what its tags say."""

    known: Known
    named: Naming


class Entering(Protocol):
    """What Spaces mean for the entries of the challenge, inside the given transaction."""

    def shown(self, tx: Transaction, batch: Sequence[Shown], now: str) -> Mapping[str, Answer]:
        """Enter Spaces, or bring their entries up to date; by Space the entry's id, or why there is none."""
        ...

    def renamed(self, tx: Transaction, entry: str, space: Space, now: str) -> None:
        """Note that the Space of an entry has another id by now."""
        ...

    def hidden(self, tx: Transaction, known: Known, now: str) -> None:
        """Tell an entry that the Hub does not hand out its Space, as `known` says."""
        ...


class Sighting(NamedTuple):
    """A Space as the Hub shows it, and what was known of it before."""

    old: Known | None
    space: Space


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
        sightings = [self._sighting(tx, held.get(space.id), before.get(space.key), space, now) for space in spaces]
        made = self._entered(tx, sightings, Status.LISTED, now)
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
            return self._put(tx, held, self._by_id(tx, held, found.space, now), found.etag, now)
        assert current is not None, "a Space that is not there and was never seen"
        if found.standing is Standing.UNCHANGED:
            return self._put(tx, current, self._by_id(tx, current, current.space, now), found.etag, now)
        return self._put(tx, current, self._unseen(tx, current, Status(found.standing.value), now), "", now)

    def _sighting(self, tx: Transaction, old: Known | None, before: Known | None, space: Space, now: str) -> Sighting:
        if old is None and before is not None:
            old = self._renamed(tx, before, space, now)
        return Sighting(old, space)

    def _by_id(self, tx: Transaction, old: Known | None, space: Space, now: str) -> Known:
        return self._entered(tx, [Sighting(old, space)], Status.UNLISTED, now)[0]

    def _entered(self, tx: Transaction, sightings: Sequence[Sighting], shown: Status, now: str) -> list[Known]:
        """What is known of Spaces that are there, with their entries brought up to date where anything is new."""
        made: list[Known] = []
        batch: list[Shown] = []
        for old, space in sightings:
            named = naming(space.tags, self.rules)
            status = _status(space, named, shown)
            known = seen(old, space, status, self._sentence(status, named), now)
            made.append(known)
            if status in SHOWN and (unlike(old, known) or not known.entry):
                batch.append(Shown(known, named))
            elif known.entry and status not in SHOWN and unlike(old, known):
                self.entering.hidden(tx, known, now)
        answers = self.entering.shown(tx, batch, now) if batch else {}
        return [_answered(known, answers[known.id]) if known.id in answers else known for known in made]

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
            return self._put(tx, renamed, self._by_id(tx, renamed, space, now), "", now)
        sentence = f"It is {space.id} now, which is an entry of its own."
        made = replace(old, status=Status.MOVED, moved_to=space.id, fetch_at="", sentence=sentence)
        if made.entry and made.entry != there.entry:
            self.entering.hidden(tx, made, now)
        return self._put(tx, old, made, "", now)

    def _put(self, tx: Transaction, old: Known | None, made: Known, etag: str, now: str) -> Tally:
        """Write what was asked for by id, when it was asked included."""
        tx.spaces.put([replace(made, etag=etag, asked_at=now)])
        return _tally([made] if unlike(old, made) else [], now)


def _answered(made: Known, answer: Answer) -> Known:
    """A Space with its entry; one that cannot be entered says why, and is tried again whenever it is seen."""
    if isinstance(answer, str):
        return replace(made, entry=answer)
    return replace(made, sentence=f"It could not be entered: {answer.text}", fetch_at="")


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
