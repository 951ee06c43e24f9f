"""Being signed in: the cookie that holds the secret of a session, and how one begins and ends.

A cookie lets its browser see and use pages; the API takes tokens only, so that no page of strangers can make a browser
act there. However somebody signs in, `begin` is all that has to be called.
"""

import secrets
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from openrepro.clock import instant_of, written
from openrepro.people.accounts import Account, Token
from openrepro.people.sessions import LIFETIME, SESSION_BYTES, secret_of
from openrepro.store.store import Transaction

PLAIN: Final = "openrepro"
HOST: Final = "__Host-openrepro"
"""The name of the cookie over https: browsers take one of this name from this very host only, with `Secure`."""

COOKIES: Final = (HOST, PLAIN)


class Begun(NamedTuple):
    """A new session: its secret, for the browser only."""

    secret: str


def fresh_word() -> str:
    """A word that nobody can guess."""
    return secret_of(secrets.token_bytes(SESSION_BYTES))


def begin(tx: Transaction, account: Account, *, now: str, token: Token | None = None, before: str = "") -> Begun:
    """Sign an account in. The session may what `token` may; without one, what the role of the account allows.

    The secret is always a new one, and the session with the secret `before` ends: nobody can plant one.
    """
    secret = fresh_word()
    if before:
        tx.sessions.end(before)
    until = written(instant_of(now) + LIFETIME)
    tx.sessions.begin(secret, account.id, csrf=fresh_word(), now=now, until=until, token=token.id if token else "")
    return Begun(secret)


def secret_in(request: Request, *, https: bool) -> str:
    """The secret that a browser sends; empty where it sends none."""
    return request.cookies.get(HOST if https else PLAIN, "")


def keep(answer: Response, begun: Begun, *, https: bool) -> None:
    """Give the browser the secret of a session."""
    life = int(LIFETIME.total_seconds())
    answer.set_cookie(
        HOST if https else PLAIN, begun.secret, max_age=life, path="/", secure=https, httponly=True, samesite="lax"
    )


def drop(answer: Response, *, https: bool) -> None:
    """Have the browser forget its secret."""
    answer.delete_cookie(HOST if https else PLAIN, path="/", secure=https, httponly=True, samesite="lax")
