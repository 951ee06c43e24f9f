"""The challenge as a whole, for operators: announcements, versions of the rules, webhooks."""

from typing import Final

from openrepro.clock import written
from openrepro.ids import Json
from openrepro.notify.webhook import Webhook
from openrepro.people.operators import Announcement
from openrepro.server.operating import LONGEST_ANNOUNCEMENT
from openrepro.store.rules import KeptVersion
from openrepro.store.store import Transaction
from openrepro.web.faults import not_found
from openrepro.web.pages.console.acting import WHY, Fact, Field, FormKind, Outcome, Sent, Sheet, newest_act
from openrepro.web.pages.console.who import ROOT, framed, operator_of
from openrepro.web.pages.page import Kind, Page, Visit, none

MOST: Final = 200
ANNOUNCEMENTS: Final = f"{ROOT}/announcements"
RULES: Final = f"{ROOT}/rules"
WEBHOOKS: Final = f"{ROOT}/webhooks"
TEXT: Final = Field(
    "text",
    "What everybody is told",
    "One line, without marks of layout. It stands until it is taken down.",
    LONGEST_ANNOUNCEMENT,
    lines=4,
)


def announcements(visit: Visit) -> Page:
    """The page at `/console/announcements`: the newest, those that were taken down too."""
    operator_of(visit.who)
    found = visit.tx.operator.announcements(withdrawn=True, limit=MOST)
    people = visit.tx.people.accounts(one.author for one in found)
    lines: list[Json] = [
        {
            "id": one.id,
            "at": one.at,
            "text": one.text,
            "author": people[one.author].name if one.author in people else one.author,
            "withdrawn_at": one.withdrawn_at,
        }
        for one in found
    ]
    return Page("console/announcements.html", "Announcements", framed(visit, {"announcements": lines, "most": MOST}))


def _announcing(visit: Visit) -> Sheet:
    operator_of(visit.who)
    does = ("It is shown on the first page and among the announcements, to everybody.",)
    return Sheet("Announce something", "Announce it", ANNOUNCEMENTS, does, fields=(TEXT, WHY))


def _announced(sent: Sent, tx: Transaction) -> Outcome:
    number = sent.office(tx).announce(sent.form.text(TEXT.name))
    return newest_act(tx, str(number))


def _taking_down(visit: Visit) -> Sheet:
    operator_of(visit.who)
    held = _standing(visit, visit.params["number"])
    facts = (Fact("Announced", held.at, instant=True), Fact("Text", held.text))
    does = ("It is not shown any more; that it stood is kept.",)
    return Sheet(f"Take announcement {held.id} down", "Take it down", ANNOUNCEMENTS, does, facts)


def _standing(visit: Visit, name: str) -> Announcement:
    found = visit.tx.operator.announcements(limit=MOST)
    for one in found:
        if str(one.id) == name:
            return one
    raise not_found("announcement that stands", name)


def _taken_down(sent: Sent, tx: Transaction) -> Outcome:
    number = sent.params["number"]
    sent.office(tx).withdraw_announcement(int(number))
    return newest_act(tx, number)


def rules(visit: Visit) -> Page:
    """The page at `/console/rules`: all versions, and how one is made."""
    operator_of(visit.who)
    held = visit.tx.rules.at(visit.at)
    lines: list[Json] = [
        {
            "number": one.number,
            "effective_from": written(one.version.effective_from),
            "digest": one.digest,
            "added_at": one.added_at,
            "note": one.version.note,
            "holds": one.version == held,
            "ahead": _is_ahead(visit, one),
        }
        for one in reversed(visit.tx.rules.kept())
    ]
    data: dict[str, Json] = {"versions": lines, "drift": [change.key for change in visit.here.drift]}
    return Page("console/rules.html", "Versions of the rules", framed(visit, data))


def _is_ahead(visit: Visit, one: KeptVersion) -> bool:
    return one.number > 1 and one.version.effective_from > visit.at


def _taking_back(visit: Visit) -> Sheet:
    operator_of(visit.who)
    name = visit.params["number"]
    held = next((one for one in visit.tx.rules.kept() if str(one.number) == name and _is_ahead(visit, one)), None)
    if held is None:
        raise not_found("version of the rules that does not hold yet", name)
    begins = Fact("Would hold from", written(held.version.effective_from), instant=True)
    facts = (begins, Fact("Note", held.version.note))
    does = ("It will not hold. Nothing was judged under it yet; its text is not kept.",)
    return Sheet(f"Take back version {held.number} of the rules", "Take it back", RULES, does, facts, grave=True)


def _taken_back(sent: Sent, tx: Transaction) -> Outcome:
    gone = sent.office(tx).withdraw_rules(sent.params["number"])
    return newest_act(tx, gone.digest)


def webhooks(visit: Visit) -> Page:
    """The page at `/console/webhooks`; their secrets are shown to nobody."""
    operator_of(visit.who)
    found = visit.tx.webhooks.all(MOST)
    people = visit.tx.people.accounts(one.account for one in found)
    names = {account.id: account.name for account in people.values()}
    ill_first = sorted(found, key=lambda one: (one.active and not one.failing_since, one.created_at))
    lines: list[Json] = [_hook(one, names.get(one.account, one.account)) for one in ill_first]
    return Page("console/webhooks.html", "Webhooks", framed(visit, {"webhooks": lines, "most": MOST}))


def _hook(one: Webhook, name: str) -> dict[str, Json]:
    return {
        "id": one.id,
        "account": one.account,
        "name": name,
        "url": one.url,
        "reach": one.reach.value,
        "active": one.active,
        "failing_since": one.failing_since,
        "sentence": one.sentence,
    }


def _waking(visit: Visit) -> Sheet:
    operator_of(visit.who)
    held = visit.tx.webhooks.get(visit.params["webhook"])
    if held is None:
        raise not_found("webhook", visit.params["webhook"])
    facts = (Fact("Address", held.url), Fact("Called", "yes" if held.active else f"no: {held.sentence}"))
    return Sheet("Call a webhook again", "Call it again", WEBHOOKS, ("What waits for it is sent.",), facts)


def _woken(sent: Sent, tx: Transaction) -> Outcome:
    hook = sent.office(tx).reactivate_webhook(sent.params["webhook"])
    return newest_act(tx, hook.id)


KINDS: Final = (
    Kind("console-announcements", ANNOUNCEMENTS, announcements, none, private=True),
    Kind("console-rules", RULES, rules, none, private=True),
    Kind("console-webhooks", WEBHOOKS, webhooks, none, private=True),
)
FORMS: Final = (
    FormKind("console-announce", f"{ANNOUNCEMENTS}/new", _announcing, _announced),
    FormKind("console-announcement", f"{ANNOUNCEMENTS}/{{number}}/withdraw", _taking_down, _taken_down),
    FormKind("console-rules-withdraw", f"{RULES}/{{number}}/withdraw", _taking_back, _taken_back),
    FormKind("console-webhook", f"{WEBHOOKS}/{{webhook}}/activate", _waking, _woken),
)
