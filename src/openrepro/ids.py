"""Identifiers: digests of content, canonical JSON, the grammar of paper and claim ids."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import rfc8785

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"

PAPER_ID = re.compile(r"[A-Za-z0-9_-]+")
CLAIM_ID = re.compile(r"(?P<paper>[A-Za-z0-9_-]+)\.c(?P<number>[0-9]+)(?P<part>[a-z]?)")


EXACT: Final = 2**53 - 1
_ASTRAL: Final = re.compile("[\U00010000-\U0010ffff]")
_QUICK: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False)


def sha256(data: bytes) -> str:
    """The SHA-256 of `data` in lower-case hex (64 characters)."""
    return hashlib.sha256(data).hexdigest()


def canonical(value: Json) -> bytes:
    """`value` as canonical JSON (RFC 8785). Lone surrogates are replaced first, since UTF-8 has none."""
    try:
        text = _QUICK.encode(_plain(value))
    except _UncommonError:
        return rfc8785.dumps(_clean(value))
    return rfc8785.dumps(_clean(value)) if _ASTRAL.search(text) else text.encode()


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


class _UncommonError(Exception):
    """There is something in a value that Python's own JSON writes otherwise than RFC 8785, or not at all."""


def _plain(value: Json) -> Json:
    """`value` of Python's own types, cleaned. What is sorted by UTF-16 and by code points alike, and has no fractions,
    Python's own JSON writes as RFC 8785 asks, many times as fast. Raises _UncommonError for all else."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return _exact(value)
    if isinstance(value, list):  # before what takes a look at an abstract class, which is many times as slow
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {_key(key): _plain(item) for key, item in value.items()}
    return _plain_of_its_kind(value)


def _exact(value: int) -> int:
    if -EXACT <= value <= EXACT:
        return value
    raise _UncommonError


def _plain_of_its_kind(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {_key(key): _plain(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [_plain(item) for item in value]
    raise _UncommonError


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise _UncommonError
    return key if key.isascii() else key.encode("utf-8", "replace").decode("utf-8")
