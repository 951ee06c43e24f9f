"""Text of strangers with every character made visible: the one table of what no terminal and no reader is given raw."""

import re
from collections.abc import Callable

MARK = "\ufffd"
"""What a character without a visible form is shown as."""

BREAKS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_EMOJI = "\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
# C0 (but tab and newline), DEL, C1; bidirectional, zero-width and other default-ignorable characters; lone surrogates;
# tags. A joiner between two emoji and a single variation selector (text or emoji style) belong to honest text.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    f"|(?<![{_EMOJI}])\u200d|\u200d(?![{_EMOJI}])|(?<=[\ufe0e\ufe0f])[\ufe0e\ufe0f]"
)

_UNSEEN_ASCII = re.compile("[\x00-\x08\x0b-\x1f\x7f]")


def visible(text: str) -> str:
    """`text` with every character that could steer a terminal, reorder a line or hide in it shown as U+FFFD.

    Line breaks of any kind become newlines; nothing else changes, and doing it twice changes nothing more.
    """
    return counted(text)[0]


def one_line(text: str, most: int) -> str:
    """A stranger's text as one visible line of at most `most` characters; a cut is marked. Linear in `most`."""
    line = " ".join(visible(text[: 4 * most]).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"


def counted(text: str) -> tuple[str, int]:
    """`visible(text)`, and how many characters were replaced; line breaks do not count."""
    if text.isascii() and (text.isprintable() or not _UNSEEN_ASCII.search(text)):
        return text, 0
    return UNSEEN.subn(MARK, BREAKS.sub("\n", text))


def replaced(text: str, shown: Callable[[str], str]) -> str:
    """`text` with `shown(character)` for every character that `visible` would replace; line breaks stay as they are."""
    return UNSEEN.sub(lambda match: shown(match.group()), text)


def escaped(text: str) -> str:
    """JSON `text` with the characters that `visible` would replace as `\\u` escapes; lone surrogates become U+FFFD."""
    return text if text.isascii() else UNSEEN.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    if "\ud800" <= character <= "\udfff":
        return MARK
    code = character.encode("utf-16-be").hex()
    return "".join(f"\\u{code[index : index + 4]}" for index in range(0, len(code), 4))
