"""`openrepro model`: the endpoints at which models are asked, and what they can do."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from openrepro.challenge.rules import Rules
from openrepro.cli.output import Column, Format, Table, emit, emit_json, emit_table, emit_wrapped, format_option, hint
from openrepro.cli.rules_option import rules_option
from openrepro.cli.tree import Branch, LazyGroup
from openrepro.ids import Json
from openrepro.models.abilities import FOLDER, AbilityFolder
from openrepro.models.choosing import all_endpoints, endpoint_named
from openrepro.models.endpoint import Ability, Endpoint
from openrepro.models.folder_responses import USUAL_FOLDER
from openrepro.models.probe import Probe, Probed

SCHEMA: Final = "openrepro.probe/1"
LOOK_AT_IT: Final = 1


@click.group(
    cls=LazyGroup,
    branches={"probe": Branch("openrepro.cli.model:probe", "Find out what the models that are named can do.")},
)
def model() -> None:
    """Find out about the models that read."""


@click.command()
@click.option(
    "--model", "name", metavar="NAME", help="Only this model: by its name in the rule file, or at OPENREPRO_MODEL_URL."
)
@rules_option
@click.option(
    "--responses",
    type=click.Path(path_type=Path, file_okay=False),
    default=USUAL_FOLDER,
    show_default=True,
    help="The folder of recorded replies, where what is found out is kept.",
)
@format_option
@click.pass_context
def probe(ctx: click.Context, name: str | None, rules: Rules, responses: Path, form: Format) -> None:
    """Find out what the models that are named can do, with a few tiny calls each, and keep it for later calls.

    The models are those of the rule file, else the one that OPENREPRO_MODEL and OPENREPRO_MODEL_URL name. Exit
    status: 0 when every model can be asked and fills in a form, 1 when one does not, 2 when none is named.
    """
    abilities = AbilityFolder(responses / FOLDER)
    found = [_probed(endpoint, abilities) for endpoint in _chosen(rules, name, os.environ)]
    if form is Format.JSON:
        emit_json({"schema": SCHEMA, "models": [_as_json(one) for one in found]})
    else:
        _show(found, form)
    ctx.exit(LOOK_AT_IT if any(one.todo for one in found) else 0)


def _chosen(rules: Rules, name: str | None, environment: Mapping[str, str]) -> tuple[Endpoint, ...]:
    named = rules.judging.model
    return all_endpoints(named, environment) if name is None else (endpoint_named(named, name, environment),)


def _probed(endpoint: Endpoint, abilities: AbilityFolder) -> Probed:
    from openrepro.models.client import Client  # slow to import, and of no use before an endpoint is chosen

    client = Client(endpoint)
    try:
        found = Probe(endpoint, client).run()
    finally:
        client.close()
    if found.ability is not None:
        abilities.put(endpoint, found.ability)
    return found


def _as_json(found: Probed) -> dict[str, Json]:
    ability = found.ability
    return {
        "name": found.endpoint.name,
        "url": found.endpoint.url,
        "model": found.endpoint.model,
        "able": not found.todo,
        "text": found.text,
        "todo": found.todo,
        "calls": found.calls,
        "ability": None if ability is None else {key: value for key, _, value in _facts(ability)},
    }


def _facts(ability: Ability) -> tuple[tuple[str, str, Json], ...]:
    """Key, words and value of everything that was found out."""
    return (
        ("structure", "form", ability.structure.value),
        ("seed", "takes a seed", ability.seed),
        ("temperature", "takes a temperature", ability.temperature),
        ("usage", "reports tokens", ability.usage),
        ("model", "calls itself", ability.model),
        ("context", "takes tokens", ability.context or None),
    )


def _show(found: list[Probed], form: Format) -> None:
    if form is Format.AGENT:
        columns = [Column(name) for name in ("model", "able", "structure", "text", "todo")]
        rows = [
            (
                one.endpoint.name,
                _said(not one.todo),
                one.ability.structure.value if one.ability else "",
                one.text,
                one.todo,
            )
            for one in found
        ]
        emit_table(Table.of(tuple(columns), rows), form)
    else:
        for one in found:
            _show_one(one)
    if not any(one.todo for one in found):
        hint("openrepro judge --reader model PATH", form)


def _show_one(found: Probed) -> None:
    sign, colour = ("✗", "red") if found.todo else ("✓", "green")
    emit(f"{sign} {found.endpoint.name}: {found.endpoint.model} at {found.endpoint.url}", colour=colour)
    emit_wrapped(found.text, indent="    ")
    if found.ability is not None:
        facts = (f"{words}: {_said(value)}" for _, words, value in _facts(found.ability))
        emit_wrapped("; ".join(facts), indent="    ")
    if found.todo:
        emit_wrapped(f"to do: {found.todo}", indent="    ")


def _said(value: Json) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else str(value or "not told")
