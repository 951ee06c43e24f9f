"""Who is calling: the address at the other end, believed through proxies of our own only."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

from starlette.datastructures import Headers
from starlette.types import Scope

from openrepro.errors import OpenReproError

Network: TypeAlias = IPv4Network | IPv6Network
Address: TypeAlias = IPv4Address | IPv6Address

FORWARDED: Final = "x-forwarded-for"
MOST_HOPS: Final = 20
UNKNOWN: Final = "unknown"
SITE_BITS: Final = 64  # one customer has at least this much of IPv6


def networks_of(text: str) -> tuple[Network, ...]:
    """The networks in a list like `127.0.0.1, 10.0.0.0/8`. Raises OpenReproError on one that is none."""
    return tuple(_network(part.strip()) for part in text.split(",") if part.strip())


def peer_of(scope: Scope, proxies: Sequence[Network]) -> str:
    """The address of the caller as text: the last one in `X-Forwarded-For` that is no proxy of ours.

    The header is read only when the connection itself comes from a proxy of ours. Addresses of IPv6 are cut to their
    network, since everybody has many.
    """
    client = scope.get("client")
    nearest = _address(client[0]) if client else None
    if nearest is None:
        return UNKNOWN
    for hop in _hops(scope) if proxies else ():
        if not _within(nearest, proxies):
            break
        nearest = hop
    return _site(nearest)


def _hops(scope: Scope) -> Iterable[Address]:
    """The addresses that proxies named, nearest first, up to the first that is none."""
    named = ",".join(Headers(scope=scope).getlist(FORWARDED)).split(",")
    for text in reversed(named[-MOST_HOPS:]):
        address = _address(text.strip())
        if address is None:
            return
        yield address


def _within(address: Address, networks: Sequence[Network]) -> bool:
    return any(address in network for network in networks)


def _site(address: Address) -> str:
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, SITE_BITS), strict=False).network_address)
    return str(address)


def _address(text: str) -> Address | None:
    try:
        address = ip_address(text[:60])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def _network(text: str) -> Network:
    try:
        return ip_network(text, strict=False)
    except ValueError:
        raise OpenReproError(
            f"{text[:60]!r} is no address or network of a trusted proxy.", hint="Write 127.0.0.1, 10.0.0.0/8, …"
        ) from None
