"""A new challenge: an empty folder gets the rule file that everything else is made from."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from openrepro.challenge.rules import Rules, load_rules, rules_named
from openrepro.challenge.sections import Award
from openrepro.challenge.template import toml_of
from openrepro.errors import OpenReproError
from openrepro.settings import RULE_FILE
from openrepro.visible import visible

LASTS: Final = timedelta(days=28)
LONGEST_NAME: Final = 120
REST: Final = re.compile(r"[^a-z0-9]+")


def rules_for(name: str, profile: str, now: datetime) -> Rules:
    """The rules of `profile` for a new challenge: open since the last full hour, for four weeks, promising nothing.

    Raises OpenReproError when the name has no letter or digit to make a short name of.
    """
    title = " ".join(visible(name).split())[:LONGEST_NAME]
    slug = slug_of(title)
    base = rules_named(profile)
    opens = now.replace(minute=0, second=0, microsecond=0)
    return replace(
        base,
        name=title,
        slug=slug,
        window=replace(base.window, opens=opens, closes=opens + LASTS - timedelta(seconds=1)),
        entries=replace(base.entries, tag=f"{slug.replace('-', '')}-repro"),
        credits=replace(base.credits, slots=0, requests_until=opens + LASTS / 2),
        awards=(Award("first", "First place", "to be announced"),),
    )


def slug_of(name: str) -> str:
    """A short name for addresses: small letters, digits, hyphens."""
    slug = REST.sub("-", name.lower()).strip("-")[:60].strip("-")
    if not slug:
        raise OpenReproError(
            f"{name[:60]!r} has no letter or digit that could stand in an address.", hint="Give a name with --name."
        )
    return slug


def found_challenge(folder: Path, rules: Rules) -> Path:
    """Write the rule file of a new challenge into `folder`, and give its path. Refuses a folder that holds anything."""
    check_empty(folder)
    stated = toml_of(rules)
    assert load_rules(stated.encode()) == rules
    path = folder / RULE_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(stated, encoding="utf-8")
    except OSError as error:
        hint = "Name a folder in a place that you may write to."
        raise OpenReproError(f"{path} cannot be made: {error.strerror}.", hint=hint) from error
    return path


def check_empty(folder: Path) -> None:
    """Raise OpenReproError unless `folder` is empty or not there, and has a name that can be shown."""
    if not str(folder).isprintable():
        text = f"{visible(str(folder))!r} has characters that cannot be shown; nothing was written."
        raise OpenReproError(text, hint="Name a folder without line breaks and control characters.")
    if folder.exists() and not folder.is_dir():
        raise OpenReproError(f"{folder} is not a folder; nothing was written.", hint="Name a new or empty folder.")
    if (folder / RULE_FILE).exists():
        raise OpenReproError(
            f"{folder} holds a challenge already; nothing was written.", hint=f"Serve it: openrepro serve {folder}"
        )
    if folder.is_dir() and any(folder.iterdir()):
        raise OpenReproError(f"{folder} is not empty; nothing was written.", hint="Name a new or empty folder.")
