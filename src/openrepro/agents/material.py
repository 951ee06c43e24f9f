"""What a workspace was given to work with: the rules and the claims, as fetched last or as they are now."""

from pathlib import Path
from typing import NamedTuple

from openrepro.agents.server import Server, ServerError
from openrepro.agents.starting import CLAIMS, RULES, Fetched, fetch, keep
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
    """The newest rules and claims, which are kept too; where the server cannot be asked, what was fetched last."""
    try:
        fetched = fetch(server, space.paper)
    except ServerError as fault:
        return kept(folder, space)._replace(stale=fault.text)
    changed = tuple(_changes(fetched, space))
    keep(folder, space, fetched)
    return Material(fetched.rules, fetched.claims, changed=changed)


def _changes(fetched: Fetched, space: Workspace) -> list[str]:
    changed = []
    if space.rules != fetched.rules.digest:
        changed.append("The rules have changed since they were fetched.")
    if space.claim_set != (fetched.claims.version if fetched.claims is not None else ""):
        changed.append("The paper's claims have changed since they were fetched.")
    return changed
