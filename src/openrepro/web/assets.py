"""Style sheet, scripts and icon: held in memory, named by their content, so that browsers ask for each once."""

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from openrepro.web.faults import ApiError

ROOT: Final = "/static"
FOREVER: Final = "public, max-age=31536000, immutable"
NAME_LENGTH: Final = 12
TYPES: Final[Mapping[str, str]] = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of ours. `address` holds the beginning of its hash."""

    name: str
    address: str
    type: str
    body: bytes
    packed: bytes


@cache
def assets() -> Mapping[str, Asset]:
    """All of them by name."""
    return {asset.name: asset for asset in _read()}


def _read() -> Iterator[Asset]:
    for file in sorted(files("openrepro.web").joinpath("static").iterdir(), key=lambda one: one.name):
        kind = TYPES.get(file.name.rpartition(".")[2])
        if kind is not None:
            body = file.read_bytes()
            mark = hashlib.sha256(body).hexdigest()[:NAME_LENGTH]
            packed = gzip.compress(body, 9, mtime=0)
            yield Asset(file.name, f"{ROOT}/{mark}/{file.name}", kind, body, packed)


def asset_route() -> Route:
    """The route of all assets."""
    by_address = {asset.address: asset for asset in assets().values()}

    async def asset(request: Request) -> Response:
        found = by_address.get(request.url.path)
        if found is None:
            raise ApiError(404, "There is no such file here.", hint="Reload the page: it was made by another version.")
        return _sent(found, request.headers)

    return Route(f"{ROOT}/{{mark}}/{{name}}", asset, methods=["GET", "HEAD"])


def _sent(asset: Asset, asked: Headers) -> Response:
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding", "ETag": f'"{asset.address.split("/")[2]}"'}
    if "gzip" in asked.get("accept-encoding", ""):
        return Response(asset.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=asset.type)
    return Response(asset.body, headers=headers, media_type=asset.type)
