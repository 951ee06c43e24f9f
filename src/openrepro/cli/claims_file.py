"""The option `--claims FILE`, the claim set in it that belongs to a logbook, and what is wrong with the file."""

import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import click

from openrepro.claims.check import check
from openrepro.claims.check_codes import CheckCode
from openrepro.claims.claim import ClaimSet
from openrepro.claims.spec import Fault, claim_json, parse_claims
from openrepro.cli.output import one_line, say
from openrepro.severity import Severity

Command = TypeVar("Command", bound=Callable[..., Any])
MOST_FAULTS = 5
TWICE = (CheckCode.ID_TWICE, CheckCode.PAPER_TWICE)


@dataclass(frozen=True, slots=True)
class ClaimsFile:
    """The claim sets of one file, looked up by paper id or alias.

    `faults` are those that keep some claim of the file from being judged as it stands there: what could not be read,
    and what stands there twice. Of claims with one id in a set, and of sets about one paper, the first counts.
    """

    path: Path
    sets: tuple[ClaimSet, ...]
    faults: tuple[Fault, ...] = ()

    def of(self, papers: tuple[str, ...]) -> ClaimSet | None:
        """The set of the first of `papers` that the file holds; the only set when a logbook names no paper."""
        for paper in papers:
            for found in self.sets:
                if paper == found.paper or paper in found.aliases:
                    return found
        return self.sets[0] if not papers and len(self.sets) == 1 else None


def read_claims(path: Path) -> ClaimsFile:
    """Read a claims file (JSON or TOML); a file that is neither raises OpenReproError."""
    parsed = parse_claims(path.read_bytes(), suffix=path.suffix)
    unread = tuple(fault for fault in parsed.faults if fault.severity is Severity.SERIOUS)
    twice = tuple(fault for fault in check(parsed.sets) if fault.code in TWICE)
    return ClaimsFile(path, tuple(map(_first_of_each, parsed.sets)), unread + twice)


def _first_of_each(claims: ClaimSet) -> ClaimSet:
    """The set without claims whose id an earlier one has."""
    first = {claim.id: claim for claim in reversed(claims.claims)}
    if len(first) == len(claims.claims):
        return claims
    kept = tuple(claim for claim in claims.claims if first[claim.id] is claim)
    return replace(claims, claims=kept, source=[claim_json(claim) for claim in kept])


def say_faults(file: ClaimsFile) -> None:
    """Name the first faults of a claims file on stderr, and which claim counts where two have one name."""
    for fault in file.faults[:MOST_FAULTS]:
        say(one_line(f"{file.path}: {fault.claim}: {fault.text} [{fault.code}]"))
    if any(fault.code in TWICE for fault in file.faults):
        say("Of claims with the same id in one set, and of sets about the same paper, the first counts.")
    if len(file.faults) > MOST_FAULTS:
        more = len(file.faults) - MOST_FAULTS
        say(f"… and {more} more; see `openrepro claims check {shlex.quote(str(file.path))}`")


def claims_option(command: Command) -> Command:
    """The option `--claims`, handed to the command as a ClaimsFile or None."""
    option = click.option(
        "--claims",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        callback=lambda _context, _option, value: None if value is None else read_claims(value),
        help="A claims file (JSON or TOML) with the specs to judge against.",
    )
    return option(command)
