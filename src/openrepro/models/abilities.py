"""What endpoints were found to be able to do, kept in a folder beside the replies."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final, Protocol

from openrepro.ids import Json, digest
from openrepro.models.durable import write_whole
from openrepro.models.endpoint import Ability, Endpoint, Structure

SCHEMA: Final = "openrepro.ability/1"
FOLDER: Final = "abilities"
LARGEST: Final = 10_000


class Abilities(Protocol):
    """What probes found, by address and model of the endpoint (never by its key)."""

    def get(self, endpoint: Endpoint) -> Ability | None:
        """What is known of this endpoint; None where it was never probed."""
        ...

    def put(self, endpoint: Endpoint, ability: Ability) -> None:
        """Remember what an endpoint can do."""
        ...


class AbilityFolder:
    """Abilities as small files in `folder`, one for each address and model."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, endpoint: Endpoint) -> Ability | None:
        try:
            with self._place(endpoint).open("rb") as file:
                return ability_of(json.loads(file.read(LARGEST)))
        except (FileNotFoundError, ValueError, RecursionError):
            return None

    def put(self, endpoint: Endpoint, ability: Ability) -> None:
        write_whole(self._place(endpoint), json.dumps(ability_json(endpoint, ability), indent=2).encode() + b"\n")

    def _place(self, endpoint: Endpoint) -> Path:
        return self.folder / f"{place_of(endpoint)}.json"


def place_of(endpoint: Endpoint) -> str:
    """A name for the address and model of an endpoint, in 32 hex digits."""
    return digest([endpoint.url, endpoint.model])[:32]


def ability_json(endpoint: Endpoint, ability: Ability) -> dict[str, Json]:
    """What an endpoint can do, with what it is called."""
    named: dict[str, Json] = {"schema": SCHEMA, "name": endpoint.name, "url": endpoint.url, "asked_for": endpoint.model}
    return named | asdict(ability) | {"structure": ability.structure.value}


def ability_of(value: object) -> Ability | None:
    """What `ability_json` made; None of anything else."""
    if not isinstance(value, dict):
        return None
    try:
        return Ability(
            Structure(value["structure"]),
            value["seed"] is True,
            value["usage"] is True,
            str(value["model"]),
            str(value["at"]),
            value["temperature"] is not False,
            value["new_limit"] is True,
            int(value["context"]),
        )
    except (ValueError, KeyError, TypeError):
        return None
