"""The API, version 1."""

from starlette.routing import BaseRoute

from openrepro.web.api import (
    announcements,
    board,
    claims,
    disputes,
    entries,
    examinations,
    health,
    ledger,
    operating,
    papers,
    people,
    queue,
    readings,
    rules,
    spaces,
    submissions,
    texts,
    verdicts,
    webhooks,
)

PARTS = (
    papers,
    texts,
    claims,
    disputes,
    entries,
    submissions,
    spaces,
    verdicts,
    board,
    examinations,
    ledger,
    queue,
    readings,
    rules,
    announcements,
    people,
    webhooks,
    operating,
    health,
)


def api_routes() -> list[BaseRoute]:
    """Every route of the API."""
    return [route for part in PARTS for route in part.router.routes]
