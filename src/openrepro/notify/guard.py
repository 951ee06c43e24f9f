"""Which addresses we are willing to call for a stranger: public ones only, on ports of the web."""

import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from openrepro.errors import OpenReproError
from openrepro.notify.webhook import MOST_URL

Address: TypeAlias = IPv4Address | IPv6Address
Resolver: TypeAlias = Callable[[str, int], Sequence[str]]

SCHEMES: Final = {"http": 80, "https": 443}
PORTS: Final = frozenset({80, 443, 8080, 8443})
MOST_ADDRESSES: Final = 4
HOST: Final = re.compile(r"(?=.{1,253}$)(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?\.)*[A-Za-z0-9-]{1,63}\.?")
NUMBER: Final = re.compile(r"0[xX][0-9A-Fa-f]*|[0-9]+")
PRINTABLE: Final = re.compile(r"[!-~]+")

# The special-purpose registries of IANA, and what tunnels to them; of IPv6 only 2000::/3 is handed out at all.
REFUSED_V4: Final = tuple(
    IPv4Network((first, length))
    for length, *firsts in (
        (4, "224.0.0.0", "240.0.0.0"),
        (8, "0.0.0.0", "10.0.0.0", "127.0.0.0"),
        (10, "100.64.0.0"),
        (12, "172.16.0.0"),
        (15, "198.18.0.0"),
        (16, "169.254.0.0", "192.168.0.0"),
        (24, "192.0.0.0", "192.0.2.0", "192.31.196.0", "192.52.193.0", "192.88.99.0", "192.175.48.0"),
        (24, "198.51.100.0", "203.0.113.0"),
    )
    for first in firsts
)
PUBLIC_V6: Final = IPv6Network("2000::/3")
REFUSED_V6: Final = (
    IPv6Network("2001::/23"),
    IPv6Network("2001:db8::/32"),
    IPv6Network("2002::/16"),
    IPv6Network("2620:4f:8000::/48"),
    IPv6Network("3fff::/20"),
)


class AddressError(OpenReproError):
    """An address that is not called."""


class Target(NamedTuple):
    """What a URL points at: a name or an address, and a port."""

    host: str
    port: int


def public(address: Address) -> bool:
    """Whether `address` belongs to the public internet. What maps or tunnels another address is not public."""
    if isinstance(address, IPv4Address):
        return not any(address in net for net in REFUSED_V4)
    return address in PUBLIC_V6 and not any(address in net for net in REFUSED_V6)


def looked_up(host: str, port: int) -> Sequence[str]:
    """The addresses of a name, as the system's resolver gives them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(row[4][0]) for row in found))


@dataclass(frozen=True, slots=True)
class Guard:
    """The rule. `loopback` lets this machine be called, on any port: for tests and for trying out."""

    loopback: bool = False
    ports: frozenset[int] = PORTS
    resolve: Resolver = looked_up

    def check(self, url: str) -> None:
        """Raise AddressError unless `url` may be called as things stand now."""
        self.addresses(*self.target(url))

    def target(self, url: str) -> Target:
        """Where `url` points, by its form alone. Raises AddressError with a sentence."""
        if not (len(url) <= MOST_URL and PRINTABLE.fullmatch(url)) or "\\" in url:
            raise AddressError(f"The address of a webhook is plain ASCII, without blanks, up to {MOST_URL} characters.")
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port or SCHEMES.get(parts.scheme, 0)
        except ValueError:
            raise AddressError("This is not a well-formed address.", hint="Use https://host/path.") from None
        if parts.scheme not in SCHEMES:
            raise AddressError("The address of a webhook begins with https:// or http://.")
        if "@" in parts.netloc or parts.fragment:
            raise AddressError("The address of a webhook has no user name, password or fragment.")
        return Target(_host(host), self._port(port))

    def addresses(self, host: str, port: int) -> tuple[str, ...]:
        """The addresses to connect to for `host`, looked up now. Raises AddressError when one of them is not public."""
        found = [_parsed(text) for text in self._found(host, port)]
        for address in found:
            if not (public(address) or (self.loopback and address.is_loopback)):
                raise AddressError(
                    f"{host} leads to {address}, which is not an address of the public internet.",
                    hint="Webhooks are sent to public servers only.",
                )
        return tuple(str(address) for address in found[:MOST_ADDRESSES])

    def _port(self, port: int) -> int:
        if self.loopback or port in self.ports:
            return port
        allowed = ", ".join(map(str, sorted(self.ports)))
        raise AddressError(f"Webhooks are not sent to port {port}; the ports are {allowed}.")

    def _found(self, host: str, port: int) -> Sequence[str]:
        if _literal(host) is not None:
            return [host]
        try:
            found = self.resolve(host, port)
        except (OSError, UnicodeError):
            found = []
        if not found:
            raise AddressError(
                f"The name {host} cannot be found.", hint="Check it; it may also be a fault of the moment."
            )
        return found


def _host(host: str) -> str:
    if _literal(host) is not None:
        return host
    if not HOST.fullmatch(host):
        raise AddressError(f"{host[:80]!r} is not the name of a server.", hint="Write it in ASCII (xn--… for others).")
    if NUMBER.fullmatch(host.rstrip(".").rpartition(".")[2]):
        raise AddressError(f"{host} is not a plain address.", hint="Write four decimal numbers, or use a name.")
    return host


def _literal(host: str) -> Address | None:
    try:
        return None if "%" in host else ip_address(host)
    except ValueError:
        return None


def _parsed(text: str) -> Address:
    address = _literal(text)
    if address is None:
        raise AddressError(f"The name leads to {text[:60]!r}, which is no address.")
    return address
