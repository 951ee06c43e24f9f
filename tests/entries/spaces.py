"""Spaces as a Hub shows them."""

from openrepro.entries.discovery import Space

TAG = "demo2026-repro"


def space(
    name: str, paper: str = "", *tags: str, sha: str = "1" * 40, created_at: str = "2026-11-18T08:00:00Z"
) -> Space:
    """A Space that is tagged for the bundled challenge, and with a paper where one is given."""
    named = (f"paper-{paper}",) if paper else ()
    return Space(name, sha, (TAG, *named, *tags), created_at, created_at)
