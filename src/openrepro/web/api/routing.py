"""What the routes of the API have in common: where they are, what is checked first, how they fail."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

from fastapi import APIRouter, Depends
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.responses import Response

from openrepro.web.api.access import caller
from openrepro.web.api.envelope import FAILURES
from openrepro.web.api.parameters import known_parameters

ROOT = "/api/v1"


def routes_of(tag: str, *, below: str = "") -> APIRouter:
    """A router whose routes are complete: an app takes them as they are, instead of making each once more."""
    checks = [Depends(caller), Depends(known_parameters)]
    return APIRouter(
        prefix=f"{ROOT}{below}", tags=[tag], dependencies=checks, responses=FAILURES, route_class=WholeRoute
    )


class WholeRoute(APIRoute):
    """A route whose answer becomes bytes in the thread that made it, which saves handing it on once more."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, _in_bytes(endpoint, options.get("status_code") or 200), **options)


def _in_bytes(endpoint: Callable[..., Any], status: int) -> Callable[..., Any]:
    if inspect.iscoroutinefunction(endpoint):
        return endpoint

    @wraps(endpoint)
    def answered(*arguments: Any, **named: Any) -> Any:
        made = endpoint(*arguments, **named)
        if not isinstance(made, BaseModel):
            return made
        return Response(made.model_dump_json(), status, media_type="application/json")

    return answered
