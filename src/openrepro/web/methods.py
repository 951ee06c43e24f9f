"""Which methods an address takes, over all routes that share it."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import FastAPI

_PART = re.compile(r"\{[^}]+\}")


def methods_of(app: FastAPI, path: str) -> tuple[str, ...]:
    """The methods that `path` takes, HEAD where GET is one; none for an address that does not exist."""
    paths: Mapping[str, Mapping[str, Any]] = app.openapi()["paths"]
    found = {method.upper() for template, taken in paths.items() if _fits(template, path) for method in taken}
    return tuple(sorted(found | ({"HEAD"} if "GET" in found else set())))


def _fits(template: str, path: str) -> bool:
    return re.fullmatch("[^/]+".join(_escaped(_PART.split(template))), path) is not None


def _escaped(parts: Iterable[str]) -> Iterable[str]:
    return map(re.escape, parts)
