"""Query parameters: those that lists share, and the refusal of those that nobody knows."""

import difflib
from typing import Annotated, Final

from fastapi import Path, Query, Request
from fastapi.dependencies.utils import get_flat_params
from fastapi.params import Query as QueryInfo
from fastapi.routing import APIRoute

from openrepro.web.faults import ApiError, Code, shown

MOST: Final = 500
USUAL: Final = 50

Name = Annotated[str, Path(min_length=1, max_length=200)]
Limit = Annotated[int, Query(ge=1, le=MOST, description="How many at most.")]
CursorText = Annotated[
    str | None,
    Query(
        alias="cursor",
        max_length=600,
        pattern=r"^[A-Za-z0-9_-]*$",
        description="The `next` of the page before, to go on from there.",
    ),
]


async def known_parameters(request: Request) -> None:
    """Raise ApiError for a query parameter that the address does not know, or that is given twice."""
    given = request.query_params
    if not given:
        return
    names = query_names(request.scope["route"])
    for name in given:
        if name not in names:
            raise _unknown(name, names)
        if len(given.getlist(name)) > 1:
            raise ApiError(400, f"The parameter {shown(name)} is given more than once.", where=f"query.{name}")


def query_names(route: APIRoute) -> tuple[str, ...]:
    """The query parameters of a route, those of what it depends on too."""
    fields = get_flat_params(route.dependant)
    return tuple(field.alias for field in fields if isinstance(field.field_info, QueryInfo))


def _unknown(name: str, names: tuple[str, ...]) -> ApiError:
    nearest = difflib.get_close_matches(name[:60], names, 1, 0.5)
    if nearest:
        hint = f"Did you mean {nearest[0]!r}?"
    else:
        hint = f"It knows {', '.join(names)}." if names else "It knows none."
    text = f"There is no query parameter {shown(name)} at this address."
    return ApiError(400, text, code=Code.UNKNOWN_PARAMETER, hint=hint, where=f"query.{name[:60]}")
