"""What operators did, newest first; and one act: what happened, and how it is undone."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from openrepro.ids import Json
from openrepro.people.operators import Action, OperatorAct
from openrepro.web.faults import not_found
from openrepro.web.pages.console.who import ROOT, framed, operator_of
from openrepro.web.pages.page import Kind, Page, Visit, none
from openrepro.web.templating import address

EACH: Final = 50
BIGGEST: Final = 2**53


class Told(NamedTuple):
    """An action in words: what happened, how it is undone, and the page of its target and of what undoes it (`{}` is
    the target); empty where there is none."""

    happened: str
    undo: str = ""
    target: str = ""
    undone_at: str = ""


ENTRY: Final = "/console/entries/{}"
ACCOUNT: Final = "/console/accounts/{}"
TEAM: Final = "/teams/{}"
CLAIM: Final = "/claims/{}"
EDITOR: Final = "/console/claims/{}"
DISPUTE: Final = "/disputes/{}"
TEAM_ACT: Final = "/console/teams/{}/competing"
TOLD: Final[dict[Action, Told]] = {
    Action.ACCOUNT_ADDED: Told("An account was added.", "", ACCOUNT),
    Action.ROLE_CHANGED: Told("The role of an account was changed.", "Give it another.", ACCOUNT, ACCOUNT + "/role"),
    Action.TOKEN_MADE: Told("A token was made.", "Revoke it.", "", "/console/tokens/{}/revoke"),
    Action.TOKEN_REVOKED: Told(
        "A token was revoked; whoever was signed in with it is signed out.",
        "It cannot be undone. A new token is made with openrepro admin token add.",
    ),
    Action.REQUEUED: Told("An entry waits to be judged again.", "Its verdicts stand until there are new ones.", ENTRY),
    Action.RENDERED: Told("The pages of an entry are made again.", "", ENTRY),
    Action.HIDDEN: Told("An entry is hidden from lists and boards.", "Show it again.", ENTRY, ENTRY + "/unhide"),
    Action.UNHIDDEN: Told("An entry is shown again.", "Hide it.", ENTRY, ENTRY + "/hide"),
    Action.WITHDRAWN: Told("An entry was taken out of the challenge.", "Restore it.", ENTRY, ENTRY + "/restore"),
    Action.RESTORED: Told("An entry was brought back.", "Withdraw it.", ENTRY, ENTRY + "/withdraw"),
    Action.TAKEN_DOWN: Told(
        "Files of an entry were removed for ever.",
        "It cannot be undone. The team may submit the logbook as a new entry.",
        ENTRY,
    ),
    Action.TEAM_COMPETING: Told("A team competes.", "Take it out of the ranking.", TEAM, TEAM_ACT),
    Action.TEAM_NOT_COMPETING: Told("A team is shown without a rank.", "Let it compete.", TEAM, TEAM_ACT),
    Action.ANNOUNCED: Told(
        "An announcement is shown to everybody.",
        "Take it down.",
        "/console/announcements",
        "/console/announcements/{}/withdraw",
    ),
    Action.ANNOUNCEMENT_WITHDRAWN: Told(
        "An announcement was taken down.", "Announce it again.", "/console/announcements", "/console/announcements/new"
    ),
    Action.RULES_ADDED: Told("A version of the rules was added.", "Until it holds, take it back.", "/console/rules"),
    Action.RULES_WITHDRAWN: Told("A version of the rules was taken back.", "Add it again.", "/console/rules"),
    Action.WEBHOOK_REACTIVATED: Told("A webhook is called again.", "", "/console/webhooks"),
    Action.MOVED: Told("The challenge was moved from another database."),
    Action.CLAIMS_IMPORTED: Told("Claims were imported.", "Import the claims before as a new version."),
    Action.CLAIM_EDITED: Told(
        "A claim was changed: its paper's claims have a new version.", "Change it back.", CLAIM, EDITOR
    ),
    Action.CLAIM_RETIRED: Told("A claim was retired: its paper's claims have a new version.", "", CLAIM),
    Action.DISPUTE_ACCEPTED: Told("A dispute about a claim was accepted.", "", DISPUTE),
    Action.DISPUTE_REJECTED: Told("A dispute about a claim was rejected.", "", DISPUTE),
    Action.EVENT_IMPORTED: Told("A public event was imported."),
    Action.PAPERS_IMPORTED: Told("Papers were imported."),
    Action.PAPERS_MERGED: Told("A paper became a name of another one.", "openrepro papers unmerge takes them apart."),
    Action.PAPERS_UNMERGED: Told("Two papers were taken apart.", "openrepro papers merge makes them one again."),
    Action.CLAIMS_APPROVED: Told("Proposed claims were approved: their paper's claims have a new version."),
    Action.PROPOSALS_REJECTED: Told("Proposed claims were rejected."),
    Action.TEXT_ADDED: Told("A paper's text was put on file.", "openrepro admin papers text remove takes it away."),
    Action.TEXT_REMOVED: Told("A paper's text was taken away.", "openrepro admin papers text add puts it on file."),
    Action.MODEL_FORGOTTEN: Told("What a model can do was forgotten: it is probed again."),
    Action.BOARD_MENDED: Told("The board was mended."),
    Action.EXAMINATION_ADDED: Told("An examination of the judge was put on record."),
}
NUMBERED: Final = {DISPUTE: "dispute", "/console/announcements": "announcement"}


def log(visit: Visit) -> Page:
    """The page at `/console/log`."""
    operator_of(visit.who)
    target, before = visit.asked("target"), visit.number("before", default=0, least=0, most=BIGGEST)
    found = visit.tx.operator.acts(target=target, before=before, limit=EACH + 1)
    data: dict[str, Json] = {"target": target, "acts": told_acts(visit, found[:EACH])}
    last = {"target": target, "before": found[EACH - 1].id} if len(found) > EACH else {}
    following = address(f"{ROOT}/log", last) if last else ""
    return Page("console/log.html", "What operators did", framed(visit, data), next=following)


def act(visit: Visit) -> Page:
    """The page at `/console/acts/NUMBER`: what happened, and what undoes it."""
    operator_of(visit.who)
    found = _act(visit, visit.params["number"])
    told = TOLD[found.action]
    data: dict[str, Json] = {
        **next(iter(told_acts(visit, (found,)))),
        "undo": told.undo,
        "undone_at": told.undone_at.format(found.target),
    }
    return Page("console/done.html", told.happened.rstrip("."), framed(visit, data))


def _act(visit: Visit, name: str) -> OperatorAct:
    number = int(name) if name.isascii() and name.isdecimal() and len(name) < 16 else 0
    found = visit.tx.operator.acts(before=number + 1, limit=1)
    if not found or found[0].id != number:
        raise not_found("act of an operator", name)
    return found[0]


def _target_words(one: OperatorAct) -> str:
    """What an act was done to; a mere number has the word of what it counts before it."""
    kind = NUMBERED.get(TOLD[one.action].target, "") if one.target.isdecimal() else ""
    return f"{kind} {one.target}".strip()


def told_acts(visit: Visit, acts: Iterable[OperatorAct]) -> list[dict[str, Json]]:
    """Acts with the names of who did them."""
    acts = tuple(acts)
    people = visit.tx.people.accounts(act.actor for act in acts)
    return [
        {
            "id": one.id,
            "at": one.at,
            "actor": one.actor,
            "actor_name": people[one.actor].name if one.actor in people else one.actor,
            "action": one.action.value,
            "happened": TOLD[one.action].happened,
            "target": one.target,
            "target_words": _target_words(one),
            "target_at": TOLD[one.action].target.format(one.target),
            "why": one.why,
        }
        for one in acts
    ]


KINDS: Final = (
    Kind("console-log", f"{ROOT}/log", log, none, private=True),
    Kind("console-act", f"{ROOT}/acts/{{number}}", act, none, private=True),
)
