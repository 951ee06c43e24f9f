"""Signatures of what is sent to webhooks, as Standard Webhooks has them; `verify` is for those who receive."""

import base64
import binascii
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Final

from openrepro.errors import OpenReproError

PREFIX: Final = "whsec_"
VERSION: Final = "v1"
TOLERANCE_S: Final = 300
ID, TIMESTAMP, SIGNATURE = "webhook-id", "webhook-timestamp", "webhook-signature"


def new_secret() -> str:
    """A fresh secret: `whsec_` and 32 random bytes in base64."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signed_headers(secret: str, message: str, seconds: int, body: bytes) -> dict[str, str]:
    """The headers that prove who sent `body`. `message` names it through all attempts, `seconds` is Unix time."""
    return {
        ID: message,
        TIMESTAMP: str(seconds),
        SIGNATURE: f"{VERSION},{_mac(_key(secret), message, str(seconds), body)}",
    }


def verify(secret: str, headers: Mapping[str, str], body: bytes, seconds: int) -> bool:
    """Whether `body` came from who holds `secret`, within five minutes of `seconds` (Unix time, the receiver's clock).

    Header names are compared without case. The comparison takes the same time whatever is wrong.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message, stamp, signatures = given.get(ID, ""), given.get(TIMESTAMP, ""), given.get(SIGNATURE, "")
    if not (stamp.isascii() and stamp.isdecimal() and len(stamp) <= 12) or abs(int(stamp) - seconds) > TOLERANCE_S:
        return False
    expected = f"{VERSION},{_mac(_key(secret), message, stamp, body)}".encode()
    matches = [hmac.compare_digest(expected, one.encode("utf-8", "replace")) for one in signatures.split(" ")[:16]]
    return any(matches)


def _mac(key: bytes, message: str, stamp: str, body: bytes) -> str:
    text = f"{message}.{stamp}.".encode("utf-8", "replace") + body
    return base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()


def _key(secret: str) -> bytes:
    try:
        return base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except (binascii.Error, ValueError):
        raise OpenReproError("The secret of the webhook is not base64; it begins with whsec_.") from None
