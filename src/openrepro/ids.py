"""Identifiers: digests of content, canonical JSON, the grammar of paper and claim ids."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import rfc8785

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

PAPER_ID = re.compile(r"[A-Za-z0-9_-]+")
CLAIM_ID = re.compile(r"(?P<paper>[A-Za-z0-9_-]+)\.c(?P<number>[0-9]+)(?P<part>[a-z]?)")


def sha256(data: bytes) -> str:
    """The SHA-256 of `data` in lower-case hex (64 characters)."""
    return hashlib.sha256(data).hexdigest()


def canonical(value: Json) -> bytes:
    """`value` as canonical JSON (RFC 8785). Lone surrogates are replaced first, since UTF-8 has none."""
    return rfc8785.dumps(_clean(value))


def digest(value: Json) -> str:
    """The SHA-256 of the canonical JSON of `value`, in hex."""
    return sha256(canonical(value))


def _clean(value: Json) -> Json:
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, Mapping):
        return {str(_clean(key)): _clean(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [_clean(item) for item in value]
    return value
