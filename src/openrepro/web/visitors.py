"""Who looks at a page: nobody in particular, or who is signed in."""

from typing import NamedTuple

from starlette.requests import Request

from openrepro.clock import now, written
from openrepro.store.store import Transaction
from openrepro.web.api.access import Caller, desk_of
from openrepro.web.sessions import fresh_word, secret_in


class Visitor(NamedTuple):
    """`csrf` is what every form of a signed-in visitor sends back, `once` the word by which this very form is known
    when it is sent twice; both empty for nobody in particular."""

    caller: Caller
    name: str = ""
    csrf: str = ""
    once: str = ""


NOBODY = Visitor(Caller())


def visitor_of(request: Request, tx: Transaction) -> Visitor:
    """Who sent a request for a page, by the cookie of a session. Whoever is not known is nobody in particular."""
    secret = secret_in(request, https=is_https(request))
    session = tx.sessions.of(secret, now=written(now())) if secret else None
    if session is None:
        return NOBODY
    caller = Caller(session.account, session.token)
    request.state.visitor = Visitor(caller, session.account.name, session.csrf, fresh_word())
    found: Visitor = request.state.visitor
    return found


def known_visitor(request: Request) -> Visitor:
    """Who sent a request, as far as was found out before it failed."""
    found: Visitor = getattr(request.state, "visitor", NOBODY)
    return found


def is_https(request: Request) -> bool:
    """Whether people reach this server over https, as its settings say."""
    return desk_of(request).installation.settings.public_url.startswith("https://")
