"""Who may see what in the console, and what stands around each of its pages."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from openrepro.ids import Json
from openrepro.people.accounts import Role
from openrepro.web.api.access import REVIEWERS, Caller, Member
from openrepro.web.faults import ApiError
from openrepro.web.pages.page import Visit

ROOT: Final = "/console"


class Room(NamedTuple):
    """A part of the console, for the list of parts on each of its pages."""

    path: str
    words: str
    operators: bool = True
    reviewers: bool = False


ROOMS: Final = (
    Room(ROOT, "Overview"),
    Room("/console/entries", "Entries"),
    Room("/console/announcements", "Announcements"),
    Room("/console/rules", "Rules"),
    Room("/console/claims", "Proposed claims"),
    Room("/console/disputes", "Disputes"),
    Room("/console/accounts", "Accounts"),
    Room("/console/webhooks", "Webhooks"),
    Room("/console/checks", "Checks"),
    Room("/console/log", "Log"),
    Room("/readings", "Readings", operators=False, reviewers=True),
    Room("/console/mine", "My entries", operators=False),
    Room("/console/tokens", "My tokens", operators=False),
)


def member_of(who: Caller) -> Member:
    """The visitor, who must be signed in. Raises ApiError."""
    if who.account is None or who.token is None:
        raise ApiError(401, "This page is for people who are signed in.", hint="Sign in with a token of your account.")
    return Member(who.account, who.token)


def operator_of(who: Caller) -> Member:
    """The visitor, who must be an operator of the challenge. Raises ApiError."""
    found = member_of(who)
    if who.operates:
        return found
    hint = "Your own entries are at /console/mine."
    if found.account.role in (Role.ORGANISER, Role.ADMIN):
        hint = "You are one, but the token that you signed in with may not operate: sign in with one that may."
    raise ApiError(403, "This is for organisers of the challenge.", hint=hint)


def reviewer_of(who: Caller) -> Member:
    """The visitor, who must be a reviewer, organiser or admin of the challenge. Raises ApiError."""
    found = member_of(who)
    if who.reviews:
        return found
    hint = "Your own entries are at /console/mine."
    if found.account.role in REVIEWERS:
        hint = "You are one, but the token that you signed in with may not review: sign in with one that may."
    raise ApiError(403, "This is for reviewers of the challenge.", hint=hint)


def _may_go_to(who: Caller, room: Room) -> bool:
    return who.reviews if room.reviewers else who.operates or not room.operators


def framed(visit: Visit, data: Mapping[str, Json]) -> dict[str, Json]:
    """The data of a page of the console, with the parts that this visitor may go to."""
    rooms: list[Json] = [{"path": room.path, "words": room.words} for room in ROOMS if _may_go_to(visit.who, room)]
    return {**data, "rooms": rooms}
