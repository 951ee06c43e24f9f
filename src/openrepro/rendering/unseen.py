"""Characters that nobody sees, made visible in HTML: what each is called, and text escaped with them named."""

import re
import unicodedata
from html import escape

from openrepro.rendering.limits import UNSEEN
from openrepro.visible import MARK, replaced

SIGN = "␣"
_BREAKS = re.compile("\r\n?|[\u2028\u2029]")
_RESERVED = re.compile("[\ufdd0-\ufdef]")
_LONE = re.compile("[\ud800-\udfff]")


def lines(text: str) -> str:
    """`text` with every line break as a newline, which changes its length."""
    return _BREAKS.sub("\n", text) if "\r" in text or not text.isascii() else text


def unreserved(text: str) -> str:
    """`text` without the characters that this room uses for itself; its length stays."""
    return text if text.isascii() else _RESERVED.sub(MARK, text)


def storable(text: str) -> str:
    """`text` with lone surrogates, which no file can hold, as U+FFFD; its length stays."""
    return text if text.isascii() else _LONE.sub(MARK, text)


def name_of(character: str) -> str:
    """What an invisible character is called: `U+202E right-to-left override`."""
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"byte 0x{code - 0xDC00:02X}, which is no UTF-8"
    name = unicodedata.name(character, "control character" if code < 0xA0 else "character without a name")
    return f"U+{code:04X} {name.lower()}"


def shown(text: str) -> str:
    """Stranger's `text` as HTML: escaped, invisible characters named."""
    return named(escape(lines(unreserved(text)), quote=True))


def named(html: str) -> str:
    """Escaped text with every invisible character in a `span` that names it; only the first 300 are named."""
    left = [UNSEEN]

    def span(character: str) -> str:
        left[0] -= 1
        if left[0] < 0:
            return MARK
        return f'<span class="unseen" title="{name_of(character)}">{SIGN}</span>'

    return html if html.isascii() and html.isprintable() else replaced(html, span)
