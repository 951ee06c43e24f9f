"""`openrepro papers recommend`: which paper to try next, of a challenge in a folder or of one that is served."""

import json
import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import click

from openrepro.cli.office import looking_in
from openrepro.cli.output import Format, emit, emit_json, emit_row, emit_wrapped, format_option, hint, say
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.papers.compute_words import Compute
from openrepro.papers.recommending import MOST, Wanted

SCHEMA: Final = "openrepro.papers-recommended/1"
TOKEN: Final = "OPENREPRO_TOKEN"
PATH: Final = "/api/v1/papers/recommended"
MOST_BYTES: Final = 2_000_000
Asked = dict[str, Any]


@click.command()
@click.option(
    "--compute",
    type=click.Choice([compute.value for compute in Compute]),
    help="Only papers that were made on such a machine, by their own words.",
)
@click.option("--area", default="", metavar="AREA", help="Only papers of this area, exactly.")
@click.option("--code", is_flag=True, help="Only papers whose code is linked.")
@click.option(
    "--hours",
    type=click.IntRange(1, 10_000),
    help="Leave out papers whose earlier attempts are known to have run longer (median).",
)
@click.option("-n", "most", type=click.IntRange(1, MOST), default=10, show_default=True, help="How many papers.")
@click.option("--seed", default="", metavar="NAME", help="A name, for an order of its own; each agent gives another.")
@click.option(
    "--server", default=".", show_default=True, metavar="URL|DIR", help="Where the challenge is served, or its folder."
)
@format_option
def recommend(
    compute: str | None, area: str, code: bool, hours: int | None, most: int, seed: str, server: str, form: Format
) -> None:
    """Recommend papers to try, so that effort spreads over many: each NAME gets an order of its own every day.

    Contested papers come up first and most often, then claims that one team settled and nobody confirmed, then papers
    that nobody tried; the more attempts a paper has or has on the way, the less often it comes up. Of a served
    challenge the order is that of the account whose token is in the environment variable OPENREPRO_TOKEN, if there is
    one and no --seed.

    Exit status: 0 when papers were found, 1 when none fits.
    """
    asked = {"compute": compute or "", "area": area, "code": code, "hours": hours, "seed": seed, "limit": most}
    served = server.startswith(("http://", "https://"))
    papers = _from_server(server.rstrip("/"), asked) if served else _from_folder(Path(server), asked)
    if form is Format.JSON:
        emit_json({"schema": SCHEMA, "asked": asked, "papers": list(papers)})
    else:
        _show(papers, form)
        if papers and served:
            hint(f"open {server.rstrip('/')}{papers[0]['prompt']}", form)
        elif papers:
            hint(f"openrepro serve {shlex.quote(server)}", form)
    if not papers:
        say("No paper with a testable claim fits.")
        click.get_current_context().exit(1)


def _from_folder(folder: Path, asked: Asked) -> Sequence[Mapping[str, Json]]:
    from openrepro.server.choosing_told import told_papers  # brings the database, which a server's papers do not need

    wanted = Wanted(
        (Compute(asked["compute"]),) if asked["compute"] else (), asked["area"], asked["code"], asked["hours"]
    )
    with looking_in(folder) as (here, tx, now):
        found = here.choosing.recommended(here.store, tx, wanted, now, seed=asked["seed"], most=asked["limit"])
        return told_papers(tx, found)


def _from_server(server: str, asked: Asked) -> Sequence[Mapping[str, Json]]:
    """What a server recommends. Raises OpenReproError with its sentence when it refuses, or is none of ours."""
    from openrepro.hub.fetching import Fetcher, shown_address

    told = {**asked, "code": "true" if asked["code"] else None}
    query = urlencode({name: value for name, value in told.items() if value not in (None, "")})
    fetcher = Fetcher(home=server, token=os.environ.get(TOKEN, ""))
    try:
        answer = fetcher.get(f"{server}{PATH}?{query}", cap=MOST_BYTES)
    finally:
        fetcher.close()
    body = _body(answer.body)
    if answer.status != 200:
        error = body.get("error")
        said = error if isinstance(error, Mapping) else {}
        text = said.get("text") or said.get("message") or f"it answered with status {answer.status}"
        raise OpenReproError(f"{shown_address(server)}: {text}", hint=str(said.get("hint") or ""))
    papers = body.get("data")
    if not isinstance(papers, list) or not all(isinstance(one, Mapping) and one.keys() >= KEYS for one in papers):
        raise OpenReproError(f"{shown_address(server)} is no server of a challenge, or of another version.")
    return papers


KEYS: Final = frozenset(("id", "title", "need", "why", "cost", "testable", "judged", "prompt", "takes"))


def _body(data: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, Mapping) else {}


def _show(papers: Sequence[Mapping[str, Any]], form: Format) -> None:
    if form is Format.AGENT:
        emit_row("paper", "need", "testable", "judged", "machine", "data", "code", "why", "cost", "title")
    for one in papers:
        why = " ".join(str(part["words"]) for part in one["why"])
        if form is Format.AGENT:
            takes = one["takes"] or {}
            kinds = (takes.get(name, "unread") for name in ("compute", "data", "code"))
            emit_row(
                one["id"], one["need"], one["testable"], one["judged"], *kinds, why, one["cost"]["words"], one["title"]
            )
            continue
        emit(f"{one['id']}: {one['title']} ({one['need']})", colour="bright_blue")
        emit_wrapped(f"{why} {one['cost']['words']}", indent="    ")
