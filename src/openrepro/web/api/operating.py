"""What operators do: each act says why, and is kept with who did it."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import timedelta
from typing import Annotated, Final

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field

from openrepro import clock
from openrepro.entries.entry import Entry
from openrepro.entries.moderation import forget
from openrepro.people.operators import Action
from openrepro.server.operating import LONGEST_ANNOUNCEMENT, LONGEST_WHY, Office, stuck_entries
from openrepro.store.entries import Wanted
from openrepro.web.api.access import WRITES, Desk, Here, Member, Operator, terms_now
from openrepro.web.api.announcements import AnnouncementLine
from openrepro.web.api.cursors import Cursor
from openrepro.web.api.entries import EntryLine, EntryStatus, status
from openrepro.web.api.envelope import Envelope, Shape
from openrepro.web.api.parameters import MOST, USUAL, CursorText, Limit, Name
from openrepro.web.api.routing import routes_of
from openrepro.web.api.webhooks import WebhookLine, effective
from openrepro.web.faults import not_found

router = routes_of("operator", below="/operator")

Number = Annotated[int, Path(ge=1, le=2**53)]
MOST_HOURS: Final = 24 * 366


class Reason(BaseModel):
    """Why an operator does something; it is kept for ever."""

    model_config = ConfigDict(extra="forbid")

    why: str = Field(min_length=1, max_length=LONGEST_WHY, description="In plain words.")


class Removal(Reason):
    """Why bytes are removed for ever; of one revision, or of all if it is empty."""

    revision: str = Field(default="", max_length=100)


class Competing(Reason):
    """Whether a team's points rank."""

    competing: bool


class NewAnnouncement(Reason):
    """A line for everybody."""

    text: str = Field(min_length=1, max_length=LONGEST_ANNOUNCEMENT)


class ActLine(Shape):
    """An act of an operator. `actor` is the pseudonym of the account, `target` what it was done to."""

    id: int
    at: str
    actor: str
    action: Action
    target: str
    why: str


class TeamLine(Shape):
    """A team; one that does not compete is shown without a rank."""

    id: str
    name: str
    competing: bool


@router.get("/stuck")
def list_stuck(
    here: Here,
    _who: Operator,
    limit: Limit = USUAL,
    hours: Annotated[int, Query(ge=0, le=MOST_HOURS, description="For how long they have stood still.")] = 2,
) -> Envelope[list[EntryLine]]:
    """Entries on their way that stand still, longest first; what waits on purpose counts only after 26 hours."""
    with here.installation.store.read() as tx:
        found = stuck_entries(tx, clock.now(), after=timedelta(hours=hours), limit=limit)
    return Envelope(data=[EntryLine.model_validate(entry) for entry in found])


@router.get("/hidden")
def list_hidden(
    here: Here, _who: Operator, limit: Limit = USUAL, cursor: CursorText = None
) -> Envelope[list[EntryLine]]:
    """Hidden entries, newest first."""
    cursors = Cursor("hidden")
    with here.installation.store.read() as tx:
        page = tx.entries.page(Wanted(hidden=True), before=cursors.number(cursor) or 0, limit=limit)
    lines = [EntryLine.model_validate(row.entry) for row in page.rows]
    return Envelope(data=lines, next=cursors.made(page.next) if page.next else None)


@router.get("/acts")
def list_acts(
    here: Here,
    _who: Operator,
    limit: Limit = USUAL,
    cursor: CursorText = None,
    target: Annotated[str, Query(max_length=200, description="Only acts on this entry, team, account, …")] = "",
) -> Envelope[list[ActLine]]:
    """What operators did, newest first."""
    cursors = Cursor("acts", {"target": target})
    with here.installation.store.read() as tx:
        found = tx.operator.acts(target=target, before=cursors.number(cursor) or 0, limit=limit + 1)
    following = cursors.made(found[limit - 1].id) if len(found) > limit else None
    return Envelope(data=[ActLine.model_validate(act) for act in found[:limit]], next=following)


@router.post("/entries/{entry}/requeue", dependencies=WRITES)
def requeue_entry(here: Here, who: Operator, entry: Name, reason: Reason) -> Envelope[EntryStatus]:
    """Have the newest revision in time judged again."""
    return _on_entry(here, who, reason, lambda office: office.requeue(entry))


@router.post("/entries/{entry}/render", dependencies=WRITES)
def render_entry(here: Here, who: Operator, entry: Name, reason: Reason) -> Envelope[EntryStatus]:
    """Have the pages of an entry made again, of all its revisions."""
    return _on_entry(here, who, reason, lambda office: office.render(entry))


@router.post("/entries/{entry}/hide", dependencies=WRITES)
def hide_entry(here: Here, who: Operator, entry: Name, reason: Reason) -> Envelope[EntryStatus]:
    """Take an entry off lists and board until it is shown again."""
    return _on_entry(here, who, reason, lambda office: office.hide(entry))


@router.post("/entries/{entry}/unhide", dependencies=WRITES)
def unhide_entry(here: Here, who: Operator, entry: Name, reason: Reason) -> Envelope[EntryStatus]:
    """Show a hidden entry again."""
    return _on_entry(here, who, reason, lambda office: office.unhide(entry))


@router.post("/entries/{entry}/withdraw", dependencies=WRITES)
def withdraw_for_team(here: Here, who: Operator, entry: Name, reason: Reason) -> Envelope[EntryStatus]:
    """Take an entry out of the challenge; an operator can restore it."""
    return _on_entry(here, who, reason, lambda office: office.withdraw(entry))


@router.post("/entries/{entry}/restore", dependencies=WRITES)
def restore_entry(here: Here, who: Operator, entry: Name, reason: Reason) -> Envelope[EntryStatus]:
    """Bring a withdrawn entry back."""
    return _on_entry(here, who, reason, lambda office: office.restore(entry))


@router.post("/entries/{entry}/take-down", dependencies=WRITES)
def take_down_entry(here: Here, who: Operator, entry: Name, removal: Removal) -> Envelope[EntryStatus]:
    """Remove the bytes of an entry, or of one revision, for ever; hashes, sizes and the time stay as a tombstone."""
    with _office(here, who, removal) as office:
        taken = office.take_down(entry, removal.revision)
        told = status(office.tx, taken.entry)
    forget(here.installation.store.write, here.installation.blobs, taken)
    return Envelope(data=told)


@router.post("/teams/{team}/competing", dependencies=WRITES)
def set_competing(here: Here, who: Operator, team: Name, wish: Competing) -> Envelope[TeamLine]:
    """Let a team's points rank, or show them without a rank."""
    with _office(here, who, wish) as office:
        held = office.tx.people.team(team) or office.tx.people.team_named(team)
        if held is None:
            raise not_found("team", team)
        changed = office.set_competing(held, wish.competing)
    return Envelope(data=TeamLine.model_validate(changed))


@router.post("/announcements", status_code=201, dependencies=WRITES)
def announce(here: Here, who: Operator, wish: NewAnnouncement) -> Envelope[AnnouncementLine]:
    """Show a line to everybody."""
    with _office(here, who, wish) as office:
        number = office.announce(wish.text)
        made = next(item for item in office.tx.operator.announcements(limit=1) if item.id == number)
    return Envelope(data=AnnouncementLine.model_validate(made))


@router.post("/announcements/{number}/withdraw", dependencies=WRITES)
def withdraw_announcement(
    here: Here, who: Operator, number: Number, reason: Reason
) -> Envelope[list[AnnouncementLine]]:
    """Take an announcement down; gives those that stand."""
    with _office(here, who, reason) as office:
        if all(item.id != number for item in office.tx.operator.announcements(limit=MOST)):
            raise not_found("announcement that stands", str(number))
        office.withdraw_announcement(number)
        standing = office.tx.operator.announcements()
    return Envelope(data=[AnnouncementLine.model_validate(item) for item in standing])


@router.post("/webhooks/{webhook}/activate", dependencies=WRITES)
def reactivate_webhook(here: Here, who: Operator, webhook: Name, reason: Reason) -> Envelope[WebhookLine]:
    """Let somebody's webhook that was switched off be called again."""
    with _office(here, who, reason) as office:
        if office.tx.webhooks.get(webhook) is None:
            raise not_found("webhook", webhook)
        changed = office.reactivate_webhook(webhook)
        shown = effective(changed, office.tx.people.get(changed.account))
    return Envelope(data=WebhookLine.model_validate(shown))


@contextmanager
def _office(here: Desk, who: Member, reason: Reason) -> Generator[Office]:
    """One transaction in which the caller acts as an operator."""
    terms = terms_now(here)
    with here.installation.store.write() as tx:
        yield Office(tx, terms, who.account.id, reason.why)


def _on_entry(here: Desk, who: Member, reason: Reason, act: Callable[[Office], Entry]) -> Envelope[EntryStatus]:
    with _office(here, who, reason) as office:
        return Envelope(data=status(office.tx, act(office)))
