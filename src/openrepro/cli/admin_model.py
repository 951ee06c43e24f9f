"""`openrepro admin model`: what was asked of models in a challenge, what it cost, and what they were found to be able
to do."""

from pathlib import Path

import click

from openrepro import clock
from openrepro.cli.model_judging import plain
from openrepro.cli.office import Deed, deed_options, folder_option, looking_in
from openrepro.cli.output import Column, Format, Table, emit_json, emit_table, format_option, say
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.models.choosing import budget_of
from openrepro.people.operators import Action


@click.group()
def model() -> None:
    """Show what models were asked and cost, and forget what they can do."""


@model.command("show")
@folder_option
@format_option
def show(folder: Path, form: Format) -> None:
    """Show for each model its calls, what is open, answered and unanswered, what they cost, and what it can do.

    A call without an answer was refused, or its endpoint was silent; `openrepro doctor` asks it anew.
    """
    with looking_in(folder) as (here, tx, now):
        calls, able = tx.model_calls.by_endpoint(), dict(tx.model_abilities.all())
        spent = tx.model_calls.spent(clock.written(now)[:10])
        budget = budget_of(here.rules_now(now).judging.model)
    money: dict[str, Json] = {
        "usd_spent": plain(spent.in_all),
        "usd_spent_today": plain(spent.on_day),
        "budget_usd": None if budget.in_all is None else plain(budget.in_all),
        "budget_usd_per_day": None if budget.per_day is None else plain(budget.per_day),
    }
    if form is Format.JSON:
        rows = [{**one._asdict(), "usd": plain(one.usd), "able": able.get(one.endpoint)} for one in calls]
        emit_json({"schema": "openrepro.models/1", "models": rows, **money})
        return
    found = {one.endpoint: (one.answered, one.unanswered, one.open, plain(one.usd)) for one in calls}
    counts = [Column(name, right=True) for name in ("answered", "unanswered", "open", "usd")]
    table = [(name, *found.get(name, (0, 0, 0, "0")), able.get(name, "not probed")) for name in sorted({*found, *able})]
    emit_table(Table.of(("model", *counts, "fills forms by"), table), form)
    say(f"Spent: USD {money['usd_spent']} of {money['budget_usd'] or 'any sum'}; today {money['usd_spent_today']}.")


@model.command("forget")
@click.argument("name")
@deed_options
def forget(deed: Deed, name: str) -> None:
    """Forget what the model NAME was found to be able to do, so that it is probed again before it is asked next."""
    with deed.office() as office:
        if not office.tx.model_abilities.forget(name):
            raise OpenReproError(f"Nothing is known of a model {name[:80]!r}.", hint="openrepro admin model show")
        office.tx.operator.record(
            Action.MODEL_FORGOTTEN, name, actor=office.actor, why=office.why, now=office.terms.now
        )
    say(f"{name} is probed again before it is asked next")
