"""`openrepro claims show`: claims of a file in words, with how many runs decide each."""

from collections.abc import Iterator
from pathlib import Path

import click

from openrepro.claims.claim import Claim
from openrepro.claims.powering import power_hint
from openrepro.claims.saying import said
from openrepro.claims.spec import parse_claims
from openrepro.cli.output import Format, emit, emit_json, emit_row, emit_wrapped, format_option
from openrepro.errors import OpenReproError
from openrepro.ids import Json


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("claim", required=False, default="")
@click.option("--spread", default="", help="How much runs differ (a standard deviation), where the paper does not say.")
@format_option
def show(file: Path, claim: str, spread: str, form: Format) -> None:
    """Say the claims in FILE in words, or CLAIM alone: what is stated, how close is close enough, what would falsify
    it, and about how many seeds decide it."""
    found = [one for one in atoms(file) if claim in ("", one.id)]
    if not found:
        raise OpenReproError(f"There is no claim {claim[:80]!r} in {file.name}.", hint=f"openrepro claims show {file}")
    if form is Format.JSON:
        emit_json({"schema": "openrepro.claims-said/1", "claims": [_told(one, spread) for one in found]})
        return
    for one in found:
        _print(one, spread, form)


def atoms(file: Path) -> Iterator[Claim]:
    """Every claim of a file, each compound one before its parts."""
    for claims in parse_claims(file.read_bytes(), suffix=file.suffix).sets:
        for claim in claims.claims:
            yield claim
            yield from claim.conjuncts


def _told(claim: Claim, spread: str) -> dict[str, Json]:
    hint = power_hint(claim, spread)
    return {
        "id": claim.id,
        "kind": claim.kind.value,
        "text": claim.text,
        "said": [{"about": one.about.value, "text": one.text} for one in said(claim)],
        "power": None if hint is None else dict(hint._asdict()),
    }


def _print(claim: Claim, spread: str, form: Format) -> None:
    hint = power_hint(claim, spread)
    if form is Format.AGENT:
        emit_row(claim.id, claim.kind.value, "" if hint is None or hint.seeds is None else hint.seeds, claim.text)
        return
    emit_wrapped(f"{claim.id}: {claim.text}", indent="    ", first="")
    for one in said(claim):
        emit_wrapped(f"{one.about.value}: {one.text}", indent="      ", first="    ")
    if hint is not None:
        emit_wrapped(hint.sentence, indent="      ", first="    ")
    emit()
