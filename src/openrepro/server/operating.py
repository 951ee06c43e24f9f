"""What operators do, in one place for command line and API: each act says why, and is recorded with who did it."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from openrepro.challenge.rules import load_rules
from openrepro.challenge.versions import RuleHistory, RuleVersion
from openrepro.clock import instant_of, written
from openrepro.entries.desk import NoSuchEntry
from openrepro.entries.entry import Entry, State
from openrepro.entries.moderation import TakenDown, hide, requeue, restore, take_down, unhide, withdraw
from openrepro.entries.states import StateError
from openrepro.entries.window import Terms
from openrepro.errors import OpenReproError
from openrepro.notify.webhook import Webhook
from openrepro.people.accounts import Account, Role, Scope, Team, Token
from openrepro.people.operators import Action
from openrepro.people.tokens import TOKEN_BYTES, token_text
from openrepro.record.acts import Act, ActKind
from openrepro.server.rendered_again import render_again
from openrepro.store import backlog
from openrepro.store.people import LOCAL
from openrepro.store.rules import KeptVersion
from openrepro.store.statements import CHUNK, alone
from openrepro.store.store import Transaction
from openrepro.visible import visible

LONGEST_WHY: Final = 500
LONGEST_ANNOUNCEMENT: Final = 1_000
STUCK_AFTER: Final = timedelta(hours=2)
PATIENCE: Final = timedelta(hours=26)
"""How long an entry may wait on purpose: a daily cap holds it for up to a day."""
OPERATORS: Final = frozenset((Role.ORGANISER, Role.ADMIN))
REVIEWERS: Final = OPERATORS | {Role.REVIEWER}
WITHDRAW: Final = "openrepro admin rules withdraw {number} --why TEXT"


class NewToken(NamedTuple):
    """A token that was just made, and its text, which is shown once and never kept."""

    token: Token
    text: str


@dataclass(frozen=True, slots=True)
class Office:
    """One open transaction in which an operator acts. `actor` is a pseudonym, `why` a reason in plain words.

    Every method records its act in the same transaction; what cannot be done raises OpenReproError and leaves nothing.
    """

    tx: Transaction
    terms: Terms
    actor: str
    why: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", reason_of(self.why))

    def add_account(self, name: str, role: Role) -> Account:
        """A new local account with a team of its own."""
        if self.tx.people.by_name(name) is not None:
            raise OpenReproError(f"There is an account {name!r} already.", hint="Give it a role, or take another name.")
        account = self.tx.people.add(name, role=role, now=self.terms.now)
        self._record(Action.ACCOUNT_ADDED, account.id)
        return account

    def set_role(self, account: Account, role: Role) -> Account:
        self.tx.people.set_role(account.id, role)
        self._record(Action.ROLE_CHANGED, account.id)
        found = self.tx.people.get(account.id)
        assert found is not None
        return found

    def add_token(self, account: Account, scopes: Sequence[Scope], *, name: str = "") -> NewToken:
        """A token for an account; to operate with it the account must be an organiser or admin too, to review with it a
        reviewer at least."""
        if Scope.REVIEW in scopes and account.role not in REVIEWERS:
            text = f"{account.name} is a {account.role.value}, who may not review."
            raise OpenReproError(text, hint="Make it a reviewer first, or leave out the scope review.")
        if Scope.OPERATE in scopes and account.role not in OPERATORS:
            text = f"{account.name} is a {account.role.value}, who may not operate."
            raise OpenReproError(text, hint="Make it an organiser first, or leave out the scope operate.")
        text = token_text(secrets.token_bytes(TOKEN_BYTES))
        token = self.tx.people.add_token(account.id, text, scopes, name=name, now=self.terms.now)
        self._record(Action.TOKEN_MADE, token.id)
        return NewToken(token, text)

    def revoke_token(self, token: str) -> None:
        if not self.tx.people.revoke(token, now=self.terms.now):
            raise OpenReproError(f"There is no token {token[:60]!r} that stands.", hint="List those of an account.")
        self._record(Action.TOKEN_REVOKED, token)

    def requeue(self, entry: str) -> Entry:
        return self._on_entry(Action.REQUEUED, entry, requeue)

    def render(self, entry: str) -> Entry:
        """Have the pages of an entry made again, of all its revisions; the keeper does so within seconds."""
        return self._on_entry(Action.RENDERED, entry, render_again)

    def hide(self, entry: str) -> Entry:
        return self._on_entry(Action.HIDDEN, entry, hide)

    def unhide(self, entry: str) -> Entry:
        return self._on_entry(Action.UNHIDDEN, entry, unhide)

    def withdraw(self, entry: str) -> Entry:
        return self._on_entry(Action.WITHDRAWN, entry, withdraw)

    def restore(self, entry: str) -> Entry:
        return self._on_entry(Action.RESTORED, entry, restore)

    def take_down(self, entry: str, revision: str = "") -> TakenDown:
        """Remove the bytes of an entry for ever; call `forget` with the result once the transaction is kept."""
        taken = take_down(self.tx, entry, self.terms, actor=self.actor, why=self.why, revision=revision)
        self._record(Action.TAKEN_DOWN, entry)
        return taken

    def set_competing(self, team: Team, competing: bool) -> Team:
        """Let a team's points rank, or show them without a rank."""
        if team.competing is competing:
            raise OpenReproError(f"The team {team.name} {'competes' if competing else 'does not compete'} already.")
        self.tx.people.set_competing(team.id, competing)
        kind = ActKind.COMPETING if competing else ActKind.GUEST
        act = Act(kind, self.terms.now, team=team.id, reason="by-operator")
        self.tx.ledger.append([self.tx.ledger.told_apart(act)])
        self._record(Action.TEAM_COMPETING if competing else Action.TEAM_NOT_COMPETING, team.id)
        found = self.tx.people.team(team.id)
        assert found is not None
        return found

    def announce(self, text: str) -> int:
        """Show a line to everybody; gives its number."""
        told = " ".join(visible(text).split())
        if not told or len(told) > LONGEST_ANNOUNCEMENT:
            raise OpenReproError(
                f"An announcement has 1 to {LONGEST_ANNOUNCEMENT:,} characters; this has {len(told):,}."
            )
        number = self.tx.operator.announce(told, author=self.actor, now=self.terms.now)
        self._record(Action.ANNOUNCED, str(number))
        return number

    def withdraw_announcement(self, number: int) -> None:
        if not self.tx.operator.withdraw_announcement(number, now=self.terms.now):
            hint = "openrepro admin announcement list shows all."
            raise OpenReproError(f"There is no announcement {number} that stands.", hint=hint)
        self._record(Action.ANNOUNCEMENT_WITHDRAWN, str(number))

    def add_rules(self, toml: bytes, effective_from: datetime, note: str) -> RuleHistory:
        """A new version of the rules, from an instant that is not past; `note` stands on the timeline."""
        told = " ".join(visible(note).split())[:LONGEST_WHY]
        if not told:
            raise OpenReproError("A change of the rules needs a note for the timeline.")
        version = RuleVersion(effective_from, load_rules(toml), told)
        if effective_from < instant_of(self.terms.now):
            text = f"The rules cannot change from {written(effective_from)} on: that is past."
            raise OpenReproError(text, hint="Give an instant from now on; what was judged before stays as it is.")
        self._check_last(effective_from)
        history = self.tx.rules.add(version, toml.decode("utf-8-sig"), now=self.terms.now)
        self._record(Action.RULES_ADDED, version.rules.digest)
        return history

    def withdraw_rules(self, version: str) -> KeptVersion:
        """Take back a version that does not hold yet, by its number or the instant from which it would have held."""
        alone(self.tx.connection, "rules")
        held = _version_named(self.tx.rules.kept(), version)
        if held.number == self.tx.rules.kept()[0].number or written(held.version.effective_from) <= self.terms.now:
            text = f"Version {held.number} of the rules holds since {written(held.version.effective_from)}."
            hint = "Add a version with the rules that shall hold instead; what was judged stays as it is."
            raise OpenReproError(text, hint=hint)
        self.tx.rules.remove(held.number)
        self._record(Action.RULES_WITHDRAWN, held.digest)
        return held

    def _check_last(self, start: datetime) -> None:
        """Raise OpenReproError where versions that do not hold yet stand in the way of one that begins before them."""
        ahead = [kept for kept in self.tx.rules.kept() if kept.version.effective_from >= start]
        if ahead:
            first = ahead[0]
            raise OpenReproError(
                f"Version {first.number} holds from {written(first.version.effective_from)} on, and a new version can "
                "only come after it.",
                hint=f"To place one before it, withdraw it first: {WITHDRAW.format(number=first.number)}",
            )

    def reactivate_webhook(self, webhook: str) -> Webhook:
        """Let a webhook that was switched off be called again."""
        held = self.tx.webhooks.get(webhook)
        if held is None:
            hint = "openrepro admin webhooks list shows all."
            raise OpenReproError(f"There is no webhook {webhook[:60]!r}.", hint=hint)
        self.tx.webhooks.switch_on(webhook)
        self._record(Action.WEBHOOK_REACTIVATED, webhook)
        return self.tx.webhooks.get(webhook) or held

    def _on_entry(self, action: Action, entry: str, act: Callable[..., Entry]) -> Entry:
        held = self.tx.entries.get(entry)
        if held is not None and held.state is State.WITHDRAWN and action is Action.REQUEUED:
            hint = f"Bring it back: openrepro admin entries restore {held.id} --why TEXT"
            raise StateError(f"The entry {held.id} is withdrawn.", hint=hint)
        try:
            done = act(self.tx, entry, self.terms, actor=self.actor, why=self.why)
        except NoSuchEntry as error:
            raise NoSuchEntry(error.text, hint="openrepro admin entries list shows them.") from error
        self._record(action, entry)
        return done

    def _record(self, action: Action, target: str) -> None:
        self.tx.operator.record(action, target, actor=self.actor, why=self.why, now=self.terms.now)


def _version_named(versions: Sequence[KeptVersion], name: str) -> KeptVersion:
    """A version by its number or its instant. Raises OpenReproError."""
    for kept in versions:
        if name in (str(kept.number), written(kept.version.effective_from)):
            return kept
    hint = "openrepro admin rules list shows all with their numbers."
    raise OpenReproError(f"There is no version {name[:40]!r} of the rules.", hint=hint)


def reason_of(why: str) -> str:
    """The reason on one line. Raises OpenReproError when there is none, or it is too long."""
    told = " ".join(visible(why).split())
    if not told:
        raise OpenReproError("An act of an operator needs a reason.", hint="Say why; it is kept with who did it.")
    if len(told) > LONGEST_WHY:
        raise OpenReproError(f"The reason has {len(told):,} characters; at most {LONGEST_WHY} are kept.")
    return told


def stuck_entries(
    tx: Transaction, now: datetime, *, after: timedelta = STUCK_AFTER, limit: int = 100
) -> tuple[Entry, ...]:
    """Entries on their way that have stood still for longer than `after`, longest first.

    Waiting for the opening, a cool-down or a daily cap is standing still only after 26 hours.
    """
    patient = written(now - max(after, PATIENCE))
    ids = backlog.stuck(tx.connection, written(now - after), patient_since=patient, limit=limit)
    found: dict[str, Entry] = {}
    for start in range(0, len(ids), CHUNK):
        found |= tx.entries.several(ids[start : start + CHUNK])
    return tuple(found[entry] for entry in ids)


def local_operator(tx: Transaction, name: str, now: str) -> Account:
    """The local account that acts for a user of this machine; the first is made as an admin when it is not there yet.

    Raises OpenReproError for an account that may not operate, or is not there though another admin is: it may be
    mistyped.
    """
    held = tx.people.by_name(name)
    if held is None:
        _check_first(tx, name)
        made = tx.people.add(name, role=Role.ADMIN, now=now)
        why = "made for a user of the machine that the challenge is on"
        tx.operator.record(Action.ACCOUNT_ADDED, made.id, actor=made.id, why=why, now=now)
        return made
    if held.role not in OPERATORS or held.deleted_at:
        raise OpenReproError(
            f"The account {name} is a {held.role.value}, who may not operate.", hint="Name another one with --as."
        )
    return held


def _check_first(tx: Transaction, name: str) -> None:
    admin = tx.people.local_admin()
    if admin is not None:
        raise OpenReproError(
            f"There is no local account {name[:60]!r}.",
            hint=f"Name one with --as ({admin.name} is one), which can make it: "
            "openrepro admin account add NAME --role admin --as ADMIN --why TEXT",
        )


def note_by_user(tx: Transaction, action: Action, target: str, *, user: str, why: str, now: str) -> None:
    """Record what a user of this machine did with a command that asks nobody for leave.

    Where that user has no account and others operate, the name itself is kept as who did it.
    """
    held = tx.people.by_name(user)
    if held is None and tx.people.local_admin() is None:
        held = local_operator(tx, user, now)
    told = " ".join(visible(why).split())[:LONGEST_WHY]
    tx.operator.record(action, target, actor=held.id if held else user, why=told, now=now)


def account_named(tx: Transaction, name: str) -> Account:
    """An account by its id, or by its name where only one has it. Raises OpenReproError."""
    held = tx.people.get(name) or tx.people.by_name(name, provider=LOCAL)
    if held is not None:
        return held
    found = tx.people.named(name)
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(f"{account.id} ({account.provider})" for account in found[:5])
        raise OpenReproError(f"Several accounts are called {name!r}.", hint=f"Give the id: {ids}.")
    raise OpenReproError(f"There is no account {name[:60]!r}.", hint="openrepro admin account list shows all.")


def team_named(tx: Transaction, name: str) -> Team:
    """A team by its id or its name. Raises OpenReproError."""
    found = tx.people.team(name) or tx.people.team_named(name)
    if found is None:
        hint = "openrepro admin account list names the team of each account."
        raise OpenReproError(f"There is no team {name[:60]!r}.", hint=hint)
    return found
