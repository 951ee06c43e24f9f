"""Rules that change during a challenge: each version with the instant from which it holds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.errors import OpenReproError
from openrepro.ids import Json


@dataclass(frozen=True, slots=True)
class RuleVersion:
    """One version: it holds from `effective_from` (an instant with an offset) until the next one does.

    `note` is what the timeline says about the change.
    """

    effective_from: datetime
    rules: Rules
    note: str = ""


class Change(NamedTuple):
    """One key that two versions state differently; values as they stand in the JSON of the rules."""

    key: str
    before: Json
    after: Json


@dataclass(frozen=True, slots=True)
class RuleHistory:
    """All versions of a challenge's rules, oldest first, each later than the one before."""

    versions: tuple[RuleVersion, ...] = ()

    def at(self, instant: datetime) -> RuleVersion | None:
        """The version that holds at `instant`; None before the first one took effect."""
        held = [version for version in self.versions if version.effective_from <= instant]
        return held[-1] if held else None

    def changed(self, version: RuleVersion) -> "RuleHistory":
        """The history with one more version.

        Raises OpenReproError when it would reach back before the last version, or changes nothing.
        """
        if version.effective_from.tzinfo is None:
            raise OpenReproError("A rule version needs an instant with an offset to hold from.")
        if self.versions:
            _check_follows(self.versions[-1], version)
        return RuleHistory((*self.versions, version))


def changes(before: Rules, after: Rules) -> tuple[Change, ...]:
    """The keys that differ between two rule files, by path (`points.toy`), in the order of the file."""
    old, new = _flat(before.as_json()), _flat(after.as_json())
    return tuple(Change(key, old.get(key), new.get(key)) for key in old | new if old.get(key) != new.get(key))


def _check_follows(last: RuleVersion, version: RuleVersion) -> None:
    if version.effective_from <= last.effective_from:
        raise OpenReproError(
            f"The rules cannot change from {version.effective_from.isoformat()} on: "
            f"the last version holds from {last.effective_from.isoformat()}.",
            hint="Give a later instant; what was judged under older rules stays as it is.",
        )
    if version.rules == last.rules:
        raise OpenReproError("The new rules are the same as those that hold already; nothing would change.")


def _flat(value: Json, path: str = "") -> dict[str, Json]:
    inner = _inner(value)
    if not inner:
        return {path: value}
    flat: dict[str, Json] = {}
    for key, item in inner.items():
        flat |= _flat(item, f"{path}.{key}" if path else key)
    return flat


def _inner(value: Json) -> Mapping[str, Json]:
    if isinstance(value, Mapping):
        return value
    if isinstance(value, list) and all(isinstance(item, Mapping) for item in value):
        return {str(at): item for at, item in enumerate(value)}
    return {}
