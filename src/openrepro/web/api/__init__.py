"""The API, version 1."""

from fastapi import APIRouter, Depends

from openrepro.web.api import (
    announcements,
    board,
    claims,
    entries,
    health,
    ledger,
    operating,
    papers,
    people,
    queue,
    rules,
    spaces,
    submissions,
    verdicts,
    webhooks,
)
from openrepro.web.api.access import caller
from openrepro.web.api.envelope import FAILURES
from openrepro.web.api.parameters import known_parameters

router = APIRouter(prefix="/api/v1", dependencies=[Depends(caller), Depends(known_parameters)], responses=FAILURES)
for part in (
    papers,
    claims,
    entries,
    submissions,
    spaces,
    verdicts,
    board,
    ledger,
    queue,
    rules,
    announcements,
    people,
    webhooks,
    operating,
    health,
):
    router.include_router(part.router)
