"""`openrepro claims`: what is missing or contradictory in a claims file; loading it is in `claims_import`."""

import shlex
from collections import Counter
from pathlib import Path

import click

from openrepro.claims.check import check as check_sets
from openrepro.claims.powering import asks_too_little
from openrepro.claims.spec import Fault, ParsedClaims, parse_claims
from openrepro.cli.output import Format, emit, emit_json, emit_wrapped, format_option, hint, one_line
from openrepro.cli.tree import Branch, LazyGroup
from openrepro.ids import Json
from openrepro.severity import Severity

SCHEMA = "openrepro.claimcheck/1"
SERIOUS_FAULTS = 1
MOST_ALIKE = 5
_ORDER = (Severity.SERIOUS, Severity.WARNING, Severity.NOTE)
_COLOURS = {Severity.SERIOUS: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
_SIGNS = {Severity.SERIOUS: "✗", Severity.WARNING: "!", Severity.NOTE: "·"}


PARTS: dict[str, Branch] = {
    "check": Branch("openrepro.cli.claims:check", "Say what is missing or contradictory in a claims file."),
    "audit": Branch("openrepro.cli.claims_audit:audit", "Say what of a list of claims cannot be trusted."),
    "extract": Branch("openrepro.cli.claims_extract:extract", "Find candidates for claims in papers' texts."),
    "show": Branch("openrepro.cli.claims_show:show", "Say claims in words, and how many runs decide them."),
    "suggest": Branch("openrepro.cli.claims_suggest:suggest", "Fill in what is usual where a spec says nothing."),
    "import": Branch("openrepro.cli.claims_import:import_claims", "Load a claims file into a challenge."),
}


@click.group(cls=LazyGroup, branches=PARTS)
def claims() -> None:
    """Check the claims of papers and their specs, load them into a challenge."""


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@format_option
@click.pass_context
def check(ctx: click.Context, file: Path, form: Format) -> None:
    """Say what is missing or contradictory in the claims file FILE (JSON or TOML).

    Serious faults make a claim undecidable or were left out; warnings weaken it; notes are for information.
    Exit status: 0 when nothing is serious, 1 when something is, 2 when FILE cannot be read at all.
    """
    parsed = parse_claims(file.read_bytes(), suffix=file.suffix)
    faults = (*parsed.faults, *check_sets(parsed.sets))
    {Format.JSON: _print_json, Format.AGENT: _print_lines, Format.HUMAN: _print}[form](file, parsed, faults)
    if any(fault.severity is Severity.SERIOUS for fault in faults):
        ctx.exit(SERIOUS_FAULTS)


def _print_json(file: Path, parsed: ParsedClaims, faults: tuple[Fault, ...]) -> None:
    emit_json(
        {
            "schema": SCHEMA,
            "file": str(file),
            "sets": [{"paper": one.paper, "version": one.version, "claims": len(one.claims)} for one in parsed.sets],
            "faults": [_fault_json(fault) for fault in faults],
            "summary": {"claims": _claims(parsed)} | _counts(faults),
        }
    )


def _print_lines(file: Path, parsed: ParsedClaims, faults: tuple[Fault, ...]) -> None:
    for fault in _sorted(faults):
        emit("\t".join(one_line(part) for part in (fault.severity.value, fault.claim, fault.code, fault.text)))
    emit(_summary(parsed, faults))
    _name_next(file, faults, Format.AGENT)


def _print(file: Path, parsed: ParsedClaims, faults: tuple[Fault, ...]) -> None:
    for (severity, code), alike in _grouped(faults):
        emit(f"{_SIGNS[severity]} {severity.value}  {code}", colour=_COLOURS[severity])
        for fault in alike[:MOST_ALIKE]:
            emit_wrapped(f"{fault.claim}: {fault.text}", indent="      ", first="    ")
        if len(alike) > MOST_ALIKE:
            emit(f"    and {len(alike) - MOST_ALIKE} more like these (all of them: --format json)")
        emit()
    emit(_summary(parsed, faults))
    _tell_runs(parsed)
    _name_next(file, faults, Format.HUMAN)


def _tell_runs(parsed: ParsedClaims) -> None:
    """Name the claims that ask for fewer seeds than would decide them."""
    found = [one for claims in parsed.sets for claim in claims.claims if (one := asks_too_little(claim))]
    for text in found[:MOST_ALIKE]:
        emit_wrapped(text, indent="    ", first="  ")
    if len(found) > MOST_ALIKE:
        emit(f"  and {len(found) - MOST_ALIKE} more claims ask for too few seeds (openrepro claims show FILE)")


def _grouped(faults: tuple[Fault, ...]) -> list[tuple[tuple[Severity, str], list[Fault]]]:
    groups: dict[tuple[Severity, str], list[Fault]] = {}
    for fault in _sorted(faults):
        groups.setdefault((fault.severity, fault.code), []).append(fault)
    return sorted(groups.items(), key=lambda group: _ORDER.index(group[0][0]))


def _sorted(faults: tuple[Fault, ...]) -> list[Fault]:
    """The most serious first, otherwise in the order of the file."""
    return sorted(faults, key=lambda fault: _ORDER.index(fault.severity))


def _summary(parsed: ParsedClaims, faults: tuple[Fault, ...]) -> str:
    counts = _counts(faults)
    found = ", ".join(f"{count} {word}" for word, count in counts.items())
    return f"{_claims(parsed)} claims of {len(parsed.sets)} papers: {found}"


def _claims(parsed: ParsedClaims) -> int:
    return sum(len(one.claims) for one in parsed.sets)


def _counts(faults: tuple[Fault, ...]) -> dict[str, int]:
    found = Counter(fault.severity for fault in faults)
    return {severity.value: found[severity] for severity in _ORDER}


def _fault_json(fault: Fault) -> dict[str, Json]:
    return {"claim": fault.claim, "code": str(fault.code), "severity": fault.severity.value, "text": fault.text}


def _name_next(file: Path, faults: tuple[Fault, ...], form: Format) -> None:
    name = shlex.quote(str(file))
    if any(fault.severity is Severity.SERIOUS for fault in faults):
        hint(f"openrepro claims check {name}  (after mending what is serious)", form)
    else:
        hint(f"openrepro judge PATH --claims {name}", form)
