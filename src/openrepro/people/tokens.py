"""What a token looks like and how it is recognised; only its hash is ever kept."""

import base64
import hmac
import re
from datetime import datetime, timedelta
from typing import Final

from openrepro.clock import instant_of
from openrepro.ids import sha256
from openrepro.people.accounts import Scope, Token

TOKEN_BYTES: Final = 30
"""How many random bytes make a token; 40 characters of base64 hold exactly as many."""

PREFIX_LENGTH: Final = 7
"""How much of a token is kept readable (`or_` and four characters), so that people can tell theirs apart."""

TOUCHED_EVERY: Final = timedelta(minutes=1)

_TOKEN: Final = re.compile(r"or_[A-Za-z0-9_-]{40}")


def token_text(random: bytes) -> str:
    """The token that 30 random bytes make: `or_` and 40 characters that need no quoting in a URL."""
    assert len(random) == TOKEN_BYTES
    return "or_" + base64.urlsafe_b64encode(random).decode()


def is_token(text: str) -> bool:
    """Whether `text` can be a token; what cannot need not be looked up."""
    return _TOKEN.fullmatch(text) is not None


def token_hash(text: str) -> str:
    """What is kept of a token. It is random through and through, so that no salt and no slow hash are needed."""
    return sha256(text.encode())


def same_token(text: str, kept_hash: str) -> bool:
    """Whether `text` is the token of that hash; takes equally long whatever the answer."""
    return hmac.compare_digest(token_hash(text), kept_hash)


def allows(token: Token, scope: Scope) -> bool:
    """Whether a token that was not revoked may be used for `scope`; every one may read."""
    return not token.revoked_at and (scope is Scope.READ or scope in token.scopes)


def to_be_touched(token: Token, now: datetime) -> bool:
    """Whether it is time to note again that a token is used: at most once a minute."""
    return not token.last_used_at or instant_of(token.last_used_at) + TOUCHED_EVERY <= now
