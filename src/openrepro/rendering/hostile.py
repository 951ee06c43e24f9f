"""Markdown that would cost more than its length: what is shown as text instead, and why."""

from openrepro.rendering.limits import PROSE

_LONG_PARAGRAPH = 40_000


def reason_for_text(text: str) -> str:
    """Why `text` is shown as it was written and not laid out, or nothing."""
    if len(text) > PROSE:
        return "it is too long to be laid out"
    return ""
