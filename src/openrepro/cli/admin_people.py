"""`openrepro admin account|token|team`: who may do what."""

from pathlib import Path

import click

from openrepro.cli.office import Deed, deed_options, folder_option, looking
from openrepro.cli.output import Column, Format, Table, emit, emit_json, emit_table, format_option, say
from openrepro.ids import Json
from openrepro.people.accounts import Account, Role, Scope, Token
from openrepro.server.operating import account_named, team_named

ROLES = [role.value for role in Role]
SCOPES = [scope.value for scope in Scope]
AT_ONCE = 200


@click.group()
def account() -> None:
    """Add and list accounts, and give them roles."""


@account.command("add")
@click.argument("name")
@click.option("--role", type=click.Choice(ROLES), default="participant", show_default=True, help="What it may do.")
@deed_options
@format_option
def add_account(deed: Deed, name: str, role: str, form: Format) -> None:
    """Add a local account, with a team of its own."""
    with deed.office() as office:
        made = office.add_account(name, Role(role))
    _show_accounts([made], form)


@account.command("role")
@click.argument("name")
@click.argument("role", type=click.Choice(ROLES))
@deed_options
@format_option
def give_role(deed: Deed, name: str, role: str, form: Format) -> None:
    """Give the account NAME (a name or an id) a role."""
    with deed.office() as office:
        changed = office.set_role(account_named(office.tx, name), Role(role))
    _show_accounts([changed], form)


@account.command("list")
@folder_option
@format_option
def list_accounts(folder: Path, form: Format) -> None:
    """List all accounts, by name."""
    found: list[Account] = []
    with looking(folder) as (tx, _):
        while page := tx.people.page(after=found[-1].id if found else "", limit=AT_ONCE):
            found += page
    _show_accounts(found, form)


@click.group()
def token() -> None:
    """Make, list and revoke the tokens that programs act with."""


@token.command("add")
@click.argument("account_name", metavar="ACCOUNT")
@click.option("--scope", "scopes", type=click.Choice(SCOPES), multiple=True, help="Repeat for several; submit if none.")
@click.option("--name", default="", help="What the token is for.")
@deed_options
@format_option
def add_token(deed: Deed, account_name: str, scopes: tuple[str, ...], name: str, form: Format) -> None:
    """Make a token for ACCOUNT and print it: once, since only its hash is kept."""
    with deed.office() as office:
        wanted = [Scope(scope) for scope in scopes or (Scope.SUBMIT.value,)]
        made = office.add_token(account_named(office.tx, account_name), wanted, name=name)
    if form is Format.JSON:
        emit_json({**_token_json(made.token), "token": made.text})
        return
    emit(made.text)
    say(f"This is the token {made.token.id}; it is not shown again. Send it as: Authorization: Bearer {made.text[:7]}…")


@token.command("list")
@click.argument("account_name", metavar="ACCOUNT")
@folder_option
@format_option
def list_tokens(folder: Path, account_name: str, form: Format) -> None:
    """List the tokens of ACCOUNT, newest first; of each the first characters only."""
    with looking(folder) as (tx, _):
        found = tx.people.tokens(account_named(tx, account_name).id)
    if form is Format.JSON:
        emit_json([_token_json(item) for item in found])
        return
    columns = [Column(name) for name in ("id", "begins", "name", "scopes", "made", "last used", "revoked")]
    rows = [
        (
            item.id,
            f"{item.prefix}…",
            item.name,
            ", ".join(item.scopes),
            item.created_at,
            item.last_used_at,
            item.revoked_at,
        )
        for item in found
    ]
    emit_table(Table.of(columns, rows), form)


@token.command("revoke")
@click.argument("token_id", metavar="TOKEN")
@deed_options
def revoke_token(deed: Deed, token_id: str) -> None:
    """End the token TOKEN (its id) for good."""
    with deed.office() as office:
        office.revoke_token(token_id)
    say(f"the token {token_id} is revoked")


@click.group()
def team() -> None:
    """Let a team compete, or take part without a rank."""


@team.command("competing")
@click.argument("name")
@deed_options
def let_compete(deed: Deed, name: str) -> None:
    """Let the team NAME (a name or an id) stand on the boards with a rank."""
    _set_competing(deed, name, competing=True)


@team.command("non-competing")
@click.argument("name")
@deed_options
def keep_apart(deed: Deed, name: str) -> None:
    """Show the team NAME (a name or an id) without a rank, as for organisers."""
    _set_competing(deed, name, competing=False)


def _set_competing(deed: Deed, name: str, *, competing: bool) -> None:
    with deed.office() as office:
        found = office.set_competing(team_named(office.tx, name), competing)
    say(f"the team {found.name} {'competes' if competing else 'does not compete'} from now on")


def _show_accounts(found: list[Account], form: Format) -> None:
    if form is Format.JSON:
        emit_json([_account_json(item) for item in found])
        return
    columns = [Column(name) for name in ("id", "name", "provider", "role", "team", "made")]
    rows = [(item.id, item.name, item.provider, item.role.value, item.team, item.created_at) for item in found]
    emit_table(Table.of(columns, rows), form)


def _account_json(item: Account) -> dict[str, Json]:
    return {
        "id": item.id,
        "name": item.name,
        "provider": item.provider,
        "role": item.role.value,
        "team": item.team,
        "created_at": item.created_at,
    }


def _token_json(item: Token) -> dict[str, Json]:
    return {
        "id": item.id,
        "account": item.account,
        "name": item.name,
        "prefix": item.prefix,
        "scopes": [scope.value for scope in item.scopes],
        "created_at": item.created_at,
        "last_used_at": item.last_used_at,
        "revoked_at": item.revoked_at,
    }
