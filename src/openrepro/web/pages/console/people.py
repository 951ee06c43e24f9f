"""Accounts, their roles and tokens, and which teams compete, for operators."""

from typing import Final

from openrepro.ids import Json
from openrepro.people.accounts import Account, Role, Token
from openrepro.server.operating import OPERATORS
from openrepro.store.store import Transaction
from openrepro.web.api.access import Caller
from openrepro.web.api.people import end_own_token
from openrepro.web.faults import ApiError, not_found
from openrepro.web.pages.console.acting import WHY, Fact, Field, FormKind, Outcome, Sent, Sheet, newest_act
from openrepro.web.pages.console.mine import told_tokens
from openrepro.web.pages.console.who import ROOT, framed, member_of, operator_of
from openrepro.web.pages.page import Kind, Page, Visit, none
from openrepro.web.templating import address

EACH: Final = 50
ROLES: Final = tuple(role.value for role in Role)
OVER: Final = "It ends for good. Whatever uses it is refused from then on, and who signed in with it is signed out."


def accounts(visit: Visit) -> Page:
    """The page at `/console/accounts`, by name; a name or id leads to the account."""
    operator_of(visit.who)
    name = visit.asked("name")
    found = _named(visit.tx, name) if name else visit.tx.people.page(after=visit.asked("after"), limit=EACH + 1)
    shown = found[:EACH]
    teams = visit.tx.people.teams(account.team for account in shown)
    lines: list[Json] = [
        {**_line(one), "team_name": teams[one.team].name, "competing": teams[one.team].competing} for one in shown
    ]
    more = not name and len(found) > EACH
    following = address(f"{ROOT}/accounts", {"after": shown[-1].id}) if more else ""
    data: dict[str, Json] = {"name": name, "accounts": lines}
    return Page("console/accounts.html", "Accounts", framed(visit, data), next=following)


def _named(tx: Transaction, name: str) -> tuple[Account, ...]:
    held = tx.people.get(name)
    return (held,) if held else tx.people.named(name)


def _line(account: Account) -> dict[str, Json]:
    return {
        "id": account.id,
        "name": account.name,
        "provider": account.provider,
        "role": account.role.value,
        "team": account.team,
        "created_at": account.created_at,
        "deleted_at": account.deleted_at,
    }


def account(visit: Visit) -> Page:
    """The page at `/console/accounts/ACCOUNT`."""
    operator_of(visit.who)
    held = _account(visit.tx, visit.params["account"])
    team = visit.tx.people.team(held.team)
    assert team is not None, held.team
    data: dict[str, Json] = {
        **_line(held),
        "team_name": team.name,
        "competing": team.competing,
        "may_change_role": _refusal_of_role(visit.who, held) == "",
        "may_revoke": may_revoke_of(visit.who, held),
        "tokens": told_tokens(visit.tx.people.tokens(held.id)),
    }
    return Page("console/account.html", f"Account {held.name}", framed(visit, data))


def _account(tx: Transaction, name: str) -> Account:
    held = tx.people.get(name)
    if held is None:
        raise not_found("account", name)
    return held


def _refusal_of_role(who: Caller, account: Account) -> str:
    """Why the visitor may not give an account another role; empty when that is allowed."""
    mine = who.account
    if mine is None or mine.role is not Role.ADMIN:
        return "Only admins change roles."
    return "Nobody changes their own role: ask another admin." if mine.id == account.id else ""


def may_revoke_of(who: Caller, account: Account) -> bool:
    """Whether an operator may end tokens of an account: those of operators only an admin may."""
    return account.role not in OPERATORS or (who.account is not None and who.account.role is Role.ADMIN)


def _role(visit: Visit) -> Sheet:
    operator_of(visit.who)
    held = _account(visit.tx, visit.params["account"])
    refusal = _refusal_of_role(visit.who, held)
    if refusal:
        raise ApiError(403, refusal, hint="On the machine itself: openrepro admin account role.")
    does = ("Organisers and admins operate the challenge with a token that may; only admins change roles.",)
    facts = (Fact("Account", held.name, f"{ROOT}/accounts/{held.id}"), Fact("Role", held.role.value))
    fields = (Field("role", "Role from now on", options=ROLES, value=held.role.value), WHY)
    return Sheet(f"Give {held.name} a role", "Give this role", f"{ROOT}/accounts/{held.id}", does, facts, fields)


def _given(sent: Sent, tx: Transaction) -> Outcome:
    role = sent.form.text("role")
    if role not in ROLES:
        raise ApiError(422, "There is no such role.", hint=f"There is {', '.join(ROLES)}.")
    held = _account(tx, sent.params["account"])
    sent.office(tx).set_role(held, Role(role))
    return newest_act(tx, held.id)


def _revoking(visit: Visit) -> Sheet:
    who = member_of(visit.who)
    token = _token(visit, visit.params["token"])
    made = Fact("Made", token.created_at, instant=True)
    facts = (Fact("Token", f"{token.prefix}…"), Fact("Name", token.name or "none"), made)
    if token.account == who.account.id:
        return Sheet("Revoke a token of yours", "Revoke it", f"{ROOT}/tokens", (OVER,), facts, (), grave=True)
    owner = _account(visit.tx, token.account)
    back = f"{ROOT}/accounts/{owner.id}"
    named = Fact("Account", owner.name, back)
    return Sheet(f"Revoke a token of {owner.name}", "Revoke it", back, (OVER,), (named, *facts), grave=True)


def _token(visit: Visit, name: str) -> Token:
    """A token that stands: of the visitor, or of somebody whose tokens the visitor may end. Raises ApiError."""
    who, token = member_of(visit.who), visit.tx.people.token(name)
    if token is None or (token.account != who.account.id and not visit.who.operates):
        raise not_found("token", name)
    if token.account != who.account.id and not may_revoke_of(visit.who, _account(visit.tx, token.account)):
        raise ApiError(403, "Only admins end tokens of organisers and admins.", hint="Ask an admin.")
    if token.revoked_at:
        raise ApiError(409, "This token was revoked before.")
    return token


def _revoked(sent: Sent, tx: Transaction) -> Outcome:
    name = sent.params["token"]
    token = tx.people.token(name)
    if token is not None and token.account == sent.who.account.id:
        end_own_token(tx, name, sent.who)
        return Outcome("/sign-in" if name == sent.who.token.id else f"{ROOT}/tokens")
    sent.office(tx).revoke_token(name)
    return newest_act(tx, name)


def _competing(visit: Visit) -> Sheet:
    operator_of(visit.who)
    team = visit.tx.people.team(visit.params["team"])
    if team is None:
        raise not_found("team", visit.params["team"])
    title, button = ("Let a team compete", "Let it compete")
    does = ("Its points rank from now on.",)
    if team.competing:
        title, button = ("Show a team without a rank", "Show it without a rank")
        does = ("It stays on the board, with its points and without a rank: for organisers and guests.",)
    facts = (Fact("Team", team.name, f"/teams/{team.id}"),)
    return Sheet(title, button, f"{ROOT}/accounts", does, facts)


def _set_competing(sent: Sent, tx: Transaction) -> Outcome:
    team = tx.people.team(sent.params["team"])
    if team is None:
        raise not_found("team", sent.params["team"])
    sent.office(tx).set_competing(team, not team.competing)
    return newest_act(tx, team.id)


KINDS: Final = (
    Kind("console-accounts", f"{ROOT}/accounts", accounts, none, private=True),
    Kind("console-account", f"{ROOT}/accounts/{{account}}", account, none, private=True),
)
FORMS: Final = (
    FormKind("console-role", f"{ROOT}/accounts/{{account}}/role", _role, _given),
    FormKind("console-revoke", f"{ROOT}/tokens/{{token}}/revoke", _revoking, _revoked),
    FormKind("console-competing", f"{ROOT}/teams/{{team}}/competing", _competing, _set_competing),
)
