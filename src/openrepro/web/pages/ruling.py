"""The rules in words, their versions with what each changed, and the file itself."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from openrepro.challenge.template import toml_of
from openrepro.challenge.versions import changes
from openrepro.clock import written
from openrepro.guide.ruled import rules_in_words
from openrepro.guide.text import section_json
from openrepro.ids import Json
from openrepro.store.rules import KeptVersion
from openrepro.web.pages.page import Kind, Page, Visit

MOST_VERSIONS: Final = 30
MOST_CHANGES: Final = 60


def rules(visit: Visit) -> Page:
    """The page at `/rules`."""
    kept = visit.tx.rules.kept()
    held = held_at(kept, visit.at)
    now = kept[held]
    first = max(0, len(kept) - MOST_VERSIONS)
    data: dict[str, Json] = {
        "held": now.version.effective_from <= visit.at,
        "effective_from": written(now.version.effective_from),
        "digest": now.digest,
        "sections": [section_json(section) for section in rules_in_words(now.version.rules)],
        "ahead": [_line(one) for one in kept[held + 1 :]][:MOST_VERSIONS],
        "versions": [_version(kept, at, held) for at in range(len(kept) - 1, first - 1, -1)],
        "older": first,
        "complete": now.toml.strip() != toml_of(now.version.rules).strip(),
        "stated": toml_of(now.version.rules),
    }
    return Page("rules.html", "Rules", data, "What counts, what it takes and what it is worth, in words and as a file.")


def held_at(kept: Sequence[KeptVersion], at: datetime) -> int:
    """The place of the version that holds at an instant; before the first one does, that one."""
    begun = [place for place, one in enumerate(kept) if one.version.effective_from <= at]
    return begun[-1] if begun else 0


def _line(one: KeptVersion) -> dict[str, Json]:
    return {
        "number": one.number,
        "digest": one.digest,
        "effective_from": written(one.version.effective_from),
        "note": one.version.note,
    }


def _version(kept: Sequence[KeptVersion], at: int, held: int) -> dict[str, Json]:
    changed = changes(kept[at - 1].version.rules, kept[at].version.rules) if at else ()
    return {
        **_line(kept[at]),
        "effective": at == held,
        "ahead": at > held,
        "changes": [
            {"key": one.key, "before": _told(one.before), "after": _told(one.after)} for one in changed[:MOST_CHANGES]
        ],
        "more": max(0, len(changed) - MOST_CHANGES),
    }


def _told(value: Json) -> str:
    if value is None:
        return "not there"
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)


KINDS: Final = (Kind("rules", "/rules", rules),)
