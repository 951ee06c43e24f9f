"""The option `--claims FILE`, and the claim set in it that belongs to a logbook."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from openrepro.claims.claim import ClaimSet
from openrepro.claims.spec import parse_claims

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class ClaimsFile:
    """The claim sets of one file, looked up by paper id or alias."""

    path: Path
    sets: tuple[ClaimSet, ...]

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
    return ClaimsFile(path, parsed.sets)


def claims_option(command: Command) -> Command:
    """The option `--claims`, handed to the command as a ClaimsFile or None."""
    option = click.option(
        "--claims",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        callback=lambda _context, _option, value: None if value is None else read_claims(value),
        help="A claims file (JSON or TOML) with the specs to judge against.",
    )
    return option(command)
