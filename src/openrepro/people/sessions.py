"""What a session of a signed-in person is: a secret in the browser, of which only the hash is ever kept."""

import base64
import hmac
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from openrepro.ids import sha256
from openrepro.people.accounts import Account, Scope, Token

SESSION_BYTES: Final = 32
LIFETIME: Final = timedelta(hours=12)
MOST_SESSIONS: Final = 20
"""How many sessions an account has at once; a further one ends the oldest."""

_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is signed in, until `expires_at`. `token` is what the person may do: the token that was signed in
    with, or one that is kept nowhere where another way of signing in vouches for the account. `csrf` is the word that
    every form of the session sends back."""

    account: Account
    token: Token
    csrf: str
    expires_at: str


def secret_of(random: bytes) -> str:
    """The secret that 32 random bytes make: 43 characters that need no quoting in a cookie or form."""
    assert len(random) == SESSION_BYTES
    return base64.urlsafe_b64encode(random).rstrip(b"=").decode()


def is_secret(text: str) -> bool:
    """Whether `text` can be the secret of a session; what cannot need not be looked up."""
    return _SECRET.fullmatch(text) is not None


def secret_hash(text: str) -> str:
    """What is kept of a secret. It is random through and through, so that no salt and no slow hash are needed."""
    return sha256(text.encode())


def same_word(given: str, known: str) -> bool:
    """Whether two words are the same and not empty; takes equally long whatever the answer."""
    return bool(known) and hmac.compare_digest(given.encode(), known.encode())


def vouched(account: Account, since: str) -> Token:
    """What somebody may do who signed in without a token: all that the role of the account allows."""
    return Token("", account.id, "signed in", "", tuple(Scope), since)
