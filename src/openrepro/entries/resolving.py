"""The paper of an entry: found at once from the names it gives, or the entry is rejected with a sentence."""

from dataclasses import replace
from typing import Final

from openrepro.entries.desk import Desk
from openrepro.entries.entry import Entry, Reason, State
from openrepro.papers.paper import Match, Resolution

WHY: Final[dict[Match, Reason]] = {
    Match.UNKNOWN: Reason.UNKNOWN_PAPER,
    Match.AMBIGUOUS: Reason.AMBIGUOUS_PAPER,
    Match.SEVERAL: Reason.SEVERAL_PAPERS,
    Match.NONE_GIVEN: Reason.NO_PAPER,
}


def settle_paper(desk: Desk, entry: Entry, found: Resolution, *, note: str = "") -> Entry:
    """Give an entry that was never judged the paper that its names lead to, or reject it and say why.

    Nothing happens when it stands so already.
    """
    if found.match is Match.FOUND:
        if entry.paper == found.paper:
            return entry
        told = f"Its paper is {found.paper}. {note}".strip()
        return desk.move(replace(entry, paper=found.paper), State.RESOLVED, Reason.PAPER_FOUND, told)
    told = f"{found.sentence} {note}".strip()
    if entry.state is State.REJECTED and entry.reason is WHY[found.match] and entry.sentence == told:
        return entry
    desk.books.jobs.cancel(entry.id, "Its paper is not known.", now=desk.now)
    return desk.move(replace(entry, paper=""), State.REJECTED, WHY[found.match], told)


def paper_differs(entry: Entry, found: Resolution) -> bool:
    """Whether the names of an entry lead elsewhere than to the paper it was judged on."""
    return bool(entry.judged_revision) and found.paper != entry.paper


def differs_sentence(entry: Entry, found: Resolution) -> str:
    """What to tell the owner of a judged entry whose names lead elsewhere."""
    where = f"to {found.paper}" if found.paper else f"nowhere ({found.sentence})"
    return (
        f"It was judged on {entry.paper}, but its names lead {where}. An entry keeps its paper: make a new one for "
        "another paper. Nothing is judged until the names lead back."
    )
