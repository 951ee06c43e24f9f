"""Who looks at a page: nobody in particular, or who is signed in."""

from typing import NamedTuple

from starlette.requests import Request

from openrepro.store.store import Transaction
from openrepro.web.api.access import Caller


class Visitor(NamedTuple):
    """`csrf` is what every form of a signed-in visitor sends back; empty otherwise."""

    caller: Caller
    name: str = ""
    csrf: str = ""


NOBODY = Visitor(Caller())


def visitor_of(_request: Request, _tx: Transaction) -> Visitor:
    """Who sent a request for a page."""
    return NOBODY
