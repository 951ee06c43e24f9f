"""People: who the caller is, their tokens, and what is public of a team."""

from openrepro import clock
from openrepro.people.accounts import Role, Scope, Token
from openrepro.store.store import Transaction
from openrepro.web.api.access import WRITES, Here, Member, Reader
from openrepro.web.api.envelope import Envelope, Shape
from openrepro.web.api.parameters import Name
from openrepro.web.api.routing import routes_of
from openrepro.web.faults import ApiError, not_found

router = routes_of("people")


class TokenLine(Shape):
    """A token by its first characters; the whole is shown once, when it is made."""

    id: str
    name: str
    prefix: str
    scopes: list[Scope]
    created_at: str
    last_used_at: str
    revoked_at: str


class Myself(Shape):
    """Your account and the token that you use. `id` and `team` are the pseudonyms that stand in records."""

    id: str
    name: str
    provider: str
    role: Role
    team: str
    token: TokenLine


class TeamPublic(Shape):
    """A team and its members by name; one that does not compete is listed without a rank."""

    id: str
    name: str
    competing: bool
    members: list[str]


@router.get("/account")
def get_account(who: Reader) -> Envelope[Myself]:
    """Who you are."""
    account = who.account
    return Envelope(
        data=Myself(
            id=account.id,
            name=account.name,
            provider=account.provider,
            role=account.role,
            team=account.team,
            token=TokenLine.model_validate(who.token),
        )
    )


@router.get("/teams/{team}")
def get_team(here: Here, team: Name) -> Envelope[TeamPublic]:
    """One team by its pseudonym."""
    with here.installation.store.read() as tx:
        found, members = tx.people.team(team), tx.people.members(team)
    if found is None:
        raise not_found("team", team)
    named = [member.name for member in members if not member.deleted_at]
    return Envelope(data=TeamPublic(id=found.id, name=found.name, competing=found.competing, members=named))


@router.get("/tokens")
def list_tokens(here: Here, who: Reader) -> Envelope[list[TokenLine]]:
    """The tokens of your account, revoked ones last."""
    with here.installation.store.read() as tx:
        found = tx.people.tokens(who.account.id)
    return Envelope(data=[TokenLine.model_validate(token) for token in found])


@router.delete("/tokens/{token}", dependencies=WRITES)
def revoke_token(here: Here, who: Reader, token: Name) -> Envelope[TokenLine]:
    """End a token of yours for good. A token may always end itself; to end another one it must be one to submit."""
    with here.installation.store.write() as tx:
        return Envelope(data=TokenLine.model_validate(end_own_token(tx, token, who)))


def end_own_token(tx: Transaction, token: str, who: Member) -> Token:
    """End a token of the caller's account. Raises ApiError where the token that is used may not do that."""
    _own(tx, token, who)
    if token != who.token.id and Scope.SUBMIT not in who.token.scopes:
        raise ApiError(403, "A token that may only read ends no other token.", hint="Use one to submit.")
    tx.people.revoke(token, now=clock.written(clock.now()))
    return _own(tx, token, who)


def _own(tx: Transaction, name: str, who: Member) -> Token:
    found = tx.people.token(name)
    if found is None or found.account != who.account.id:
        raise not_found("token", name)
    return found
