"""`openrepro admin announcement|rules|webhooks|log`: the challenge as a whole."""

from datetime import datetime
from pathlib import Path

import click

from openrepro.challenge.file import read_rule_file
from openrepro.challenge.versions import RuleVersion
from openrepro.cli.board_page import in_folder
from openrepro.cli.office import Deed, deed_options, folder_option, looking
from openrepro.cli.output import Column, Format, Table, emit_json, emit_table, format_option, hint, say
from openrepro.clock import written
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.server.operating import WITHDRAW, account_named
from openrepro.store.rules import KeptVersion

MOST = 1_000


@click.group()
def announcement() -> None:
    """Tell everybody something, and take it back."""


@announcement.command("add")
@click.argument("text")
@deed_options
def announce(deed: Deed, text: str) -> None:
    """Show TEXT to everybody."""
    with deed.office() as office:
        number = office.announce(text)
    say(f"announcement {number} stands")


@announcement.command("withdraw")
@click.argument("number", type=int)
@deed_options
def withdraw_announcement(deed: Deed, number: int) -> None:
    """Take the announcement NUMBER down."""
    with deed.office() as office:
        office.withdraw_announcement(number)
    say(f"announcement {number} is taken down")


@announcement.command("list")
@folder_option
@format_option
def list_announcements(folder: Path, form: Format) -> None:
    """List all announcements, newest first, withdrawn ones too."""
    with looking(folder) as (tx, _):
        found = tx.operator.announcements(withdrawn=True, limit=MOST)
    if form is Format.JSON:
        emit_json([{"id": one.id, "at": one.at, "text": one.text, "withdrawn_at": one.withdrawn_at} for one in found])
        return
    columns = [Column("number", right=True), Column("at"), Column("withdrawn"), Column("text")]
    emit_table(Table.of(columns, [(one.id, one.at, one.withdrawn_at, one.text) for one in found]), form)


@click.group()
def rules() -> None:
    """Add a version of the rules, take one back that does not hold yet, and list versions."""


@rules.command("add")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--from", "effective_from", required=True, metavar="INSTANT", help="When it begins to hold, or `now`.")
@click.option("--note", required=True, help="What the timeline says about the change.")
@deed_options
def add_rules(deed: Deed, file: Path, effective_from: str, note: str) -> None:
    """Make the rule file FILE a version of the rules, from an instant on (2026-08-03T12:00:00Z).

    `openrepro board show --rules FILE` shows beforehand what it would change. What was judged before stays as it is.
    """
    with deed.office() as office:
        start = datetime.fromisoformat(office.terms.now) if effective_from == "now" else _instant(effective_from)
        read_rule_file(file)  # names the file where it is wrong
        history = office.add_rules(file.read_bytes(), start, note)
        number, now = office.tx.rules.kept()[-1].number, datetime.fromisoformat(office.terms.now)
    _tell_start(number, history.versions[-1], now, deed.folder)


def _tell_start(number: int, version: RuleVersion, now: datetime, folder: Path) -> None:
    """Say when a version begins to hold, such that a mistyped instant is seen."""
    start = version.effective_from
    days = (start - now).days
    later = f", in {days:,} days" if days else ""
    say(f"version {number} holds from {written(start)} on{later}")
    if start > version.rules.window.closes:
        say(f"note: that is after the challenge closes ({written(version.rules.window.closes)}).")
    if start > now:
        say(f"until then it can be taken back: {WITHDRAW.format(number=number)}{in_folder(folder)}")


@rules.command("withdraw")
@click.argument("version")
@deed_options
def withdraw_rules(deed: Deed, version: str) -> None:
    """Take back VERSION (its number, or its instant), which does not hold yet."""
    with deed.office() as office:
        gone = office.withdraw_rules(version)
    say(f"version {gone.number}, which was to hold from {written(gone.version.effective_from)} on, is taken back")


@rules.command("list")
@folder_option
@format_option
def list_rules(folder: Path, form: Format) -> None:
    """List the versions of the rules, oldest first."""
    with looking(folder) as (tx, now):
        found, held = tx.rules.kept(), tx.rules.at(now)
    if form is Format.JSON:
        emit_json([_version(one) | {"effective": one.version == held} for one in found])
        return
    columns = [Column("version", right=True), *map(Column, ("from", "digest", "holds", "added", "note"))]
    rows = [
        (
            one.number,
            written(one.version.effective_from),
            one.digest[:12],
            "now" if one.version == held else "",
            one.added_at,
            one.version.note,
        )
        for one in found
    ]
    emit_table(Table.of(columns, rows), form)
    hint("openrepro board show --rules FILE", form)


@click.group()
def webhooks() -> None:
    """List webhooks, and let one that was switched off be called again."""


@webhooks.command("list")
@click.option("--account", "account_name", help="Only those of this account.")
@folder_option
@format_option
def list_webhooks(folder: Path, account_name: str | None, form: Format) -> None:
    """List webhooks: whether they are called, and why not."""
    with looking(folder) as (tx, _):
        found = (
            tx.webhooks.of_account(account_named(tx, account_name).id) if account_name else tx.webhooks.all(MOST + 1)
        )
    if form is Format.JSON:
        emit_json([_hook(hook.id, hook.account, hook.url, hook.active, hook.sentence) for hook in found])
        return
    columns = [Column(name) for name in ("webhook", "account", "called", "url", "says")]
    rows = [(hook.id, hook.account, "yes" if hook.active else "no", hook.url, hook.sentence) for hook in found[:MOST]]
    emit_table(Table.of(columns, rows), form)
    if len(found) > MOST:
        say(f"The first {MOST:,}; name an account with --account for the others.")


@webhooks.command("reactivate")
@click.argument("webhook")
@deed_options
def reactivate(deed: Deed, webhook: str) -> None:
    """Call WEBHOOK again, which was switched off."""
    with deed.office() as office:
        office.reactivate_webhook(webhook)
    say(f"the webhook {webhook} is called again")


@click.command()
@click.option("--target", default="", help="Only what was done to this account, entry, team, …")
@click.option("--limit", type=click.IntRange(1, MOST), default=50, show_default=True, help="How many at once.")
@click.option("--after", type=int, default=0, metavar="NUMBER", help="Go on after the act of this number.")
@folder_option
@format_option
def log(folder: Path, target: str, limit: int, after: int, form: Format) -> None:
    """Show what operators did, newest first: when, who, what, to whom and why."""
    with looking(folder) as (tx, _):
        found = tx.operator.acts(target=target, before=after, limit=limit + 1)
        found, more = found[:limit], len(found) > limit
        people = tx.people.accounts(act.actor for act in found)
    names = {account.id: account.name for account in people.values()}
    rows = [(act.at, names.get(act.actor, act.actor), act.action.value, act.target, act.why) for act in found]
    if form is Format.JSON:
        keys = ("at", "actor", "action", "target", "why")
        acts = [dict(zip(keys, row, strict=True)) for row in rows]
        emit_json({"acts": acts, "next": found[-1].id if more else 0})
        return
    emit_table(Table.of([Column(name) for name in ("at", "who", "did", "to", "why")], rows), form)
    if more:
        say(f"These are {limit:,}; more: --after {found[-1].id}")


def _instant(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise OpenReproError(f"{text[:40]!r} is no instant with an offset.", hint="Write it as 2026-08-03T12:00:00Z.")
    return found


def _version(one: KeptVersion) -> dict[str, Json]:
    return {
        "number": one.number,
        "effective_from": written(one.version.effective_from),
        "digest": one.digest,
        "added_at": one.added_at,
        "note": one.version.note,
    }


def _hook(name: str, account: str, url: str, active: bool, sentence: str) -> dict[str, Json]:
    return {"id": name, "account": account, "url": url, "active": active, "sentence": sentence}
