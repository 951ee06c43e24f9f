"""What happens to entries beside verdicts and bears on the board, folded from act records."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple, Protocol


class ActKind(StrEnum):
    """`entered`: an entry exists (team, paper, when it was made). `withdrawn`, `late`, `hidden` take its verdicts off
    the board, `restored` puts them back. `guest` and `competing` are about a team. `taken-down`: bytes are gone."""

    ENTERED = "entered"
    WITHDRAWN = "withdrawn"
    LATE = "late"
    HIDDEN = "hidden"
    RESTORED = "restored"
    TAKEN_DOWN = "taken-down"
    GUEST = "guest"
    COMPETING = "competing"


class Apart(StrEnum):
    """Why verdicts of an entry do not count; of several reasons the first in this order is told."""

    TAKEN_DOWN = "taken down"
    WITHDRAWN = "withdrawn"
    HIDDEN = "hidden"
    LATE = "late"
    RETIRED = "the claim is not in the set any more"
    QUARANTINED = "the claim is quarantined"
    FURTHER = "another entry of the team on this paper scores"


class ActRecord(Protocol):
    """What the board needs to know of an act record; the acts come in the order of the ledger."""

    @property
    def act(self) -> ActKind: ...
    @property
    def entry(self) -> str: ...
    @property
    def team(self) -> str: ...
    @property
    def paper(self) -> str: ...
    @property
    def revision(self) -> str: ...
    @property
    def created(self) -> str: ...
    @property
    def reason(self) -> str: ...


class Entered(NamedTuple):
    """An entry of the challenge, judged or not; `created` is when it was made, or empty."""

    team: str
    paper: str
    created: str


class Mark(NamedTuple):
    """One reason, for the whole entry or (where `revision` is not empty) for verdicts about that revision only."""

    why: Apart
    revision: str = ""


WHY: Final = {
    ActKind.WITHDRAWN: Apart.WITHDRAWN,
    ActKind.HIDDEN: Apart.HIDDEN,
    ActKind.LATE: Apart.LATE,
    ActKind.TAKEN_DOWN: Apart.TAKEN_DOWN,
}
OF_A_REVISION: Final = (Apart.LATE, Apart.TAKEN_DOWN)
NAMED: Final = {kind.value: why for kind, why in WHY.items()}
ORDER: Final = {why: at for at, why in enumerate(Apart)}


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What the acts come to: the entries there are, what sets verdicts apart, and the teams that do not compete."""

    entered: Mapping[str, Entered] = field(default_factory=dict)
    marks: Mapping[str, tuple[Mark, ...]] = field(default_factory=dict)
    guests: frozenset[str] = frozenset()

    def apart(self, entry: str, revision: str) -> Apart | None:
        """Why verdicts about this revision of the entry do not count; None when they do."""
        held = self.marks.get(entry)
        if not held:
            return None
        return min((mark.why for mark in held if mark.revision in ("", revision)), key=ORDER.__getitem__, default=None)

    def created(self, entry: str) -> str:
        """When the entry was made; empty when no act says so."""
        found = self.entered.get(entry)
        return found.created if found else ""


def circumstances(acts: Iterable[ActRecord]) -> Circumstances:
    """The acts in the order of the ledger, folded; of acts about one thing the last one holds."""
    entered: dict[str, Entered] = {}
    marks: dict[str, tuple[Mark, ...]] = {}
    guests: dict[str, bool] = {}
    for act in acts:
        if act.act is ActKind.ENTERED:
            entered[act.entry] = Entered(act.team or act.entry, act.paper, act.created)
        elif act.act in (ActKind.GUEST, ActKind.COMPETING):
            guests[act.team] = act.act is ActKind.GUEST
        elif act.act is ActKind.RESTORED:
            marks[act.entry] = _restored(marks.get(act.entry, ()), act.reason)
        else:
            marks[act.entry] = _marked(marks.get(act.entry, ()), act)
    return Circumstances(entered, marks, frozenset(team for team, guest in guests.items() if guest))


def _marked(held: tuple[Mark, ...], act: ActRecord) -> tuple[Mark, ...]:
    """Whoever withdraws or hides an entry means all of it; lateness and a takedown may be those of one revision."""
    why = WHY[act.act]
    mark = Mark(why, act.revision if why in OF_A_REVISION else "")
    return held if mark in held else (*held, mark)


def _restored(held: tuple[Mark, ...], reason: str) -> tuple[Mark, ...]:
    """What still sets the entry apart: bytes that are gone stay gone, and a restoration whose `reason` names one act
    (`hidden`) undoes only that one."""
    undone = NAMED.get(reason)
    return tuple(
        mark for mark in held if mark.why is Apart.TAKEN_DOWN or (undone is not None and mark.why is not undone)
    )
