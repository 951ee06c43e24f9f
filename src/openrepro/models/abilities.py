"""What endpoints were found to be able to do, kept in a file."""

from pathlib import Path
from typing import Protocol

from openrepro.models.endpoint import Ability, Endpoint


class Abilities(Protocol):
    """What probes found, by address and model of the endpoint (never by its key)."""

    def get(self, endpoint: Endpoint) -> Ability | None:
        """What is known of this endpoint; None where it was never probed."""
        ...

    def put(self, endpoint: Endpoint, ability: Ability) -> None:
        """Remember what an endpoint can do."""
        ...


class AbilityFolder:
    """Abilities as small files in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, endpoint: Endpoint) -> Ability | None:
        raise NotImplementedError

    def put(self, endpoint: Endpoint, ability: Ability) -> None:
        raise NotImplementedError
