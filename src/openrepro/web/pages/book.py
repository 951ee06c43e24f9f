"""The logbook of an entry as it is shown: its archived revision and its rendering, or why there is none."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from openrepro.entries.entry import Entry
from openrepro.ids import Json
from openrepro.store.manifests import KeptRevision
from openrepro.store.renderings import Kept
from openrepro.web.api.access import entry_shown
from openrepro.web.pages.page import Visit


class Shown(StrEnum):
    """What there is to be shown of an entry's files."""

    WHOLE = "shown"
    STALE = "shown as it was made before"
    PREPARED = "being prepared"
    FAILED = "could not be prepared"
    TAKEN_DOWN = "taken down"
    NOT_ARCHIVED = "not archived"


SENTENCES: Final[Mapping[Shown, str]] = {
    Shown.WHOLE: "",
    Shown.STALE: "What is shown was made before; making it anew failed.",
    Shown.PREPARED: "Its pages are being prepared, usually within seconds. Reload this page.",
    Shown.FAILED: "Its pages could not be prepared. The archived files are listed, and verdicts do not depend on this.",
    Shown.TAKEN_DOWN: "Its files were removed for good. Their hashes and sizes, and what was judged, stay on record.",
    Shown.NOT_ARCHIVED: "None of its files is archived, so there is nothing to show.",
}


@dataclass(frozen=True, slots=True)
class Book:
    """An entry with the revision that is shown (None: nothing is archived) and its rendering."""

    entry: Entry
    revision: KeptRevision | None
    kept: Kept | None

    @property
    def shown(self) -> Shown:
        if self.revision is None:
            return Shown.NOT_ARCHIVED
        if self.revision.taken_down_at:
            return Shown.TAKEN_DOWN
        if self.kept is None:
            return Shown.PREPARED
        if not self.kept.body:
            return Shown.FAILED
        return Shown.STALE if self.kept.stale else Shown.WHOLE

    @property
    def material(self) -> Mapping[str, Any]:
        """What is kept beside the HTML (`rendering.material`); empty where nothing is."""
        return self.kept.body if self.kept is not None and self.shown in (Shown.WHOLE, Shown.STALE) else {}

    def items(self, name: str) -> list[Mapping[str, Any]]:
        """A list of the material; empty where there is none."""
        found: list[Mapping[str, Any]] = self.material.get(name, [])
        return found

    def as_json(self) -> dict[str, Json]:
        """What is shown, and why not, in words."""
        shown, revision = self.shown, self.revision
        return {
            "state": shown.value,
            "sentence": SENTENCES[shown],
            "why": self.kept.sentence if self.kept is not None and shown in (Shown.FAILED, Shown.STALE) else "",
            "revision": "" if revision is None else revision.revision,
            "taken_down_at": "" if revision is None else revision.taken_down_at,
            "made_at": self.kept.made_at if self.kept is not None and shown is Shown.WHOLE else "",
            "newer": self.entry.revision if revision and self.entry.revision != revision.revision else "",
        }


def kept_of(visit: Visit, name: str) -> Kept | None:
    """The rendering that the logbook of an entry shows; None where there is none."""
    entry = visit.tx.entries.get(name)
    revision = "" if entry is None else entry.judged_revision or entry.revision
    kept = visit.tx.renderings.get(name, revision) if revision else None
    return kept if kept is not None and kept.body else None


def book_of(visit: Visit) -> Book:
    """The logbook of the entry in the path: the revision that its verdicts are about, or the newest. Raises ApiError
    when there is none, or it is not shown to the visitor."""
    entry = entry_shown(visit.tx, visit.params["entry"], visit.who)
    name = entry.judged_revision or entry.revision
    revision = visit.tx.manifests.revision(entry.id, name) if name else None
    gone = revision is None or revision.taken_down_at
    return Book(entry, revision, None if gone else visit.tx.renderings.get(entry.id, name))
