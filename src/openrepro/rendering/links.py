"""Links of strangers: which addresses are linked, and what is said about where they lead."""

import re
import unicodedata
from collections.abc import Mapping
from html import escape

from mdurl import decode

from openrepro.rendering.unseen import shown
from openrepro.visible import replaced, visible

_WEB = re.compile(r"https?://(?P<host>[a-z0-9.-]{1,253})(?::[0-9]{1,5})?(?:[/?#][!-~]{0,4000})?", re.I)
_MAIL = re.compile(r"mailto:[a-z0-9._+-]{1,100}@(?P<host>[a-z0-9.-]{1,253})", re.I)
_ADDRESS = re.compile(
    r"(?:[a-z]{2,10}:[/\\]{1,3}|www\.|\b)[\w-]{1,63}(?:[.。][\w-]{1,63}){0,7}[.。][^\W\d_]{2,24}", re.I
)
_LONGEST = 120


def host_of(address: str) -> str | None:
    """The host that a normalised `address` leads to in every browser, or None when it is not one to be linked.

    Accounts in addresses, odd hosts, other schemes and addresses without a scheme are not linked.
    """
    if any(character in address for character in "<>\"'`\\^{}|"):
        return None
    match = _WEB.fullmatch(address) or _MAIL.fullmatch(address)
    return match["host"].lower() if match and match["host"].lower() != "page.invalid" else None


def page_of(address: str, slugs: Mapping[str, int]) -> int | None:
    """The page of the same logbook that `address` (`#/slug`) names."""
    return slugs.get(decode(address[2:]).strip("/")) if address.startswith("#/") else None


def leads(text: str, host: str) -> str:
    """What is said after a link with this text: its host, when the text looks like another address."""
    text = unicodedata.normalize("NFKC", replaced(text[:300], lambda _: ""))
    named = {match[0].lower() for match in _ADDRESS.finditer(text)}
    alike = all(_bare(one) == _bare(host) for one in named) and host.isascii()
    if alike and not any(label.startswith("xn--") for label in host.split(".")):
        return ""
    return f' <span class="leads">(leads to {escape(host)})</span>'


def _bare(name: str) -> str:
    return re.sub(r"^[a-z]+:[/\\]+", "", name).removeprefix("www.")


def unlinked(address: str) -> str:
    """What is said after a text whose address is not linked."""
    return f' <span class="leads">({where(address)}, not linked)</span>'


def where(address: str) -> str:
    """An address as HTML text, cut when it is long."""
    if address.lower().startswith("data:"):
        return "data within the text"
    text = visible(address)
    return shown(text if len(text) <= _LONGEST else text[:_LONGEST] + "…")
