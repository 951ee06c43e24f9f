"""What is done to one entry: by operators, with a reason, and by its own team."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from openrepro.entries.entry import Entry, State
from openrepro.entries.moderation import forget, withdraw
from openrepro.people.accounts import Scope
from openrepro.people.tokens import allows
from openrepro.server.operating import Office
from openrepro.store.store import Transaction
from openrepro.web.api.access import entry_shown, own_entry, terms_now
from openrepro.web.faults import ApiError
from openrepro.web.pages.console.acting import WHY, Fact, Field, FormKind, Outcome, Sent, Sheet, newest_act
from openrepro.web.pages.console.who import ROOT, member_of, operator_of
from openrepro.web.pages.page import Visit


class EntryAct(NamedTuple):
    """An act on an entry: the word in its address, what the button says, what comes of it, and when it can be done."""

    name: str
    button: str
    does: tuple[str, ...]
    act: Callable[[Office, str], Entry]
    fits: Callable[[Entry], bool]
    grave: bool = False


ACTS: Final = (
    EntryAct(
        "requeue",
        "Have it judged again",
        ("Its newest revision in time is put into the queue. Its verdicts stand until there are new ones.",),
        Office.requeue,
        lambda entry: entry.state is not State.WITHDRAWN and bool(entry.paper),
    ),
    EntryAct(
        "hide",
        "Hide it",
        (
            "It is taken off lists and boards until it is shown again; its team and operators still see it.",
            "Its records stay, and the ledger says that it is hidden.",
        ),
        Office.hide,
        lambda entry: not entry.hidden,
    ),
    EntryAct(
        "unhide",
        "Show it again",
        ("It comes back to lists and boards.",),
        Office.unhide,
        lambda entry: entry.hidden,
    ),
    EntryAct(
        "withdraw",
        "Withdraw it",
        ("It leaves the challenge. Its verdicts stay on record, marked. An operator can restore it.",),
        Office.withdraw,
        lambda entry: entry.state is not State.WITHDRAWN,
        grave=True,
    ),
    EntryAct(
        "restore",
        "Restore it",
        ("It comes back: to its verdicts, or to where it goes on.",),
        Office.restore,
        lambda entry: entry.state is State.WITHDRAWN,
    ),
)
REVISION: Final = Field("revision", "Revision", "Its id; empty for the files of all.", 100, optional=True)
WITHDRAWN: Final = (
    "Your entry leaves the challenge and scores no more. Its verdicts stay on record, marked.",
    "It costs you nothing. You cannot undo it; the organisers can.",
)


def fitting(entry: Entry) -> list[EntryAct]:
    """The acts that an operator may think of for an entry as it stands, without the removal of its files."""
    return [act for act in ACTS if act.fits(entry)]


def facts_of(entry: Entry) -> tuple[Fact, ...]:
    """What is to be known of an entry before something is done to it."""
    return (
        Fact("Entry", entry.id, f"/entries/{entry.id}"),
        Fact("Title", entry.title or "none"),
        Fact("State", f"{entry.state.value} ({entry.reason.value}): {entry.sentence}"),
        Fact("Paper", entry.paper or "not known", f"/papers/{entry.paper}" if entry.paper else ""),
        Fact("Shown", "no, it is hidden" if entry.hidden else "yes"),
    )


def _sheet(act: EntryAct, visit: Visit) -> Sheet:
    operator_of(visit.who)
    entry = entry_shown(visit.tx, visit.params["entry"], visit.who)
    back = f"{ROOT}/entries/{entry.id}"
    return Sheet(f"{act.button}: {entry.id}", act.button, back, act.does, facts_of(entry), grave=act.grave)


def _done(act: EntryAct, sent: Sent, tx: Transaction) -> Outcome:
    entry = act.act(sent.office(tx), sent.params["entry"])
    return newest_act(tx, entry.id)


def _removal(visit: Visit) -> Sheet:
    operator_of(visit.who)
    entry = entry_shown(visit.tx, visit.params["entry"], visit.who)
    does = (
        "The archived files are removed for ever. Nobody can bring them back.",
        "Their hashes, their sizes, the time and your reason stay on record, for everybody to read. Files that other "
        "entries have too stay for these. When all revisions are removed, the entry leaves the challenge.",
    )
    title, back = f"Remove the files of {entry.id}", f"{ROOT}/entries/{entry.id}"
    return Sheet(title, "Remove the files for ever", back, does, facts_of(entry), (WHY, REVISION), grave=True)


def _removed(sent: Sent, tx: Transaction) -> Outcome:
    here, entry = sent.desk.installation, sent.params["entry"]
    taken = sent.office(tx).take_down(entry, sent.form.text(REVISION.name))
    return newest_act(tx, entry)._replace(afterwards=partial(forget, here.store.write, here.blobs, taken))


def _own(visit: Visit) -> Sheet:
    who = member_of(visit.who)
    if not allows(who.token, Scope.SUBMIT):
        text = "The token that you signed in with may only read."
        raise ApiError(403, text, hint="Sign in with one that may submit.")
    entry = own_entry(visit.tx, visit.params["entry"], who)
    return Sheet(
        f"Withdraw your entry {entry.id}", "Withdraw it", f"{ROOT}/mine", WITHDRAWN, facts_of(entry), (), grave=True
    )


def _own_withdrawn(sent: Sent, tx: Transaction) -> Outcome:
    account = sent.who.account
    gone = withdraw(tx, sent.params["entry"], terms_now(sent.desk), actor=account.id, team=account.team)
    return Outcome(f"{ROOT}/mine?withdrawn={gone.id}")


def _form(act: EntryAct) -> FormKind:
    path = f"{ROOT}/entries/{{entry}}/{act.name}"
    return FormKind(f"console-{act.name}", path, partial(_sheet, act), partial(_done, act))


FORMS: Final = (
    *map(_form, ACTS),
    FormKind("console-take-down", f"{ROOT}/entries/{{entry}}/take-down", _removal, _removed),
    FormKind("console-withdraw-own", f"{ROOT}/mine/{{entry}}/withdraw", _own, _own_withdrawn),
)
