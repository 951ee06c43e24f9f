"""What a workspace was given to work with: the rules and the claims, as fetched last or as they are now."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from openrepro.agents.server import Server, ServerError
from openrepro.agents.starting import CLAIMS, RULES, fetch, keep
from openrepro.agents.workspace import Workspace
from openrepro.challenge.rules import Rules, load_rules
from openrepro.claims.claim import ClaimSet
from openrepro.claims.spec import parse_claims
from openrepro.errors import OpenReproError


class Material(NamedTuple):
    """`claims` is None for a paper without claims. `stale` is why the newest could not be had; empty when these are
    the newest. `changed` says what is new since they were fetched before."""

    rules: Rules
    claims: ClaimSet | None
    stale: str = ""
    changed: tuple[str, ...] = ()

    @property
    def news(self) -> tuple[str, ...]:
        """All that who works here should hear."""
        return (*self.changed, *([f"Not asked: {self.stale}"] if self.stale else ()))


def kept(folder: Path, space: Workspace) -> Material:
    """What was fetched last. Raises OpenReproError when it is not there any more."""
    try:
        rules, told = (folder / RULES).read_bytes(), (folder / CLAIMS).read_bytes()
    except OSError as fault:
        raise OpenReproError(
            f"{fault.filename} cannot be read: {fault.strerror}.", hint=f"openrepro start {space.paper} {folder}"
        ) from None
    sets = parse_claims(told, suffix=".json").sets
    return Material(load_rules(rules), next((one for one in sets if one.claims), None))


def live(server: Server, folder: Path, space: Workspace) -> Material:
    """The newest rules and claims; all that comes from the server is fetched and kept anew where these changed. Where
    the server cannot be asked, what was fetched last."""
    try:
        changed = tuple(_changes(server, space))
        if changed:
            keep(folder, space, fetch(server, space.paper))
    except ServerError as fault:
        return kept(folder, space)._replace(stale=fault.text)
    return kept(folder, space)._replace(changed=changed)


def _changes(server: Server, space: Workspace) -> Iterator[str]:
    """What is other than it was when it was fetched, by the digests that the server names."""
    rules, claims = server.get("rules"), server.get("papers", space.paper, "claims")
    if not isinstance(rules, Mapping) or rules.get("digest") != space.rules:
        yield "The rules have changed since they were fetched."
    if not isinstance(claims, Mapping) or claims.get("version") != space.claim_set:
        yield "The paper's claims have changed since they were fetched."
