"""What the routes of the API have in common: where they are, what is checked first, how they fail."""

from fastapi import APIRouter, Depends

from openrepro.web.api.access import caller
from openrepro.web.api.envelope import FAILURES
from openrepro.web.api.parameters import known_parameters

ROOT = "/api/v1"


def routes_of(tag: str, *, below: str = "") -> APIRouter:
    """A router whose routes are complete: an app takes them as they are, instead of making each once more."""
    checks = [Depends(caller), Depends(known_parameters)]
    return APIRouter(prefix=f"{ROOT}{below}", tags=[tag], dependencies=checks, responses=FAILURES)
