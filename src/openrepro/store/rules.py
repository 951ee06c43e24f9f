"""The store of the versions of the rule file; the text of each is kept as it was written."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Row

from openrepro.challenge.rules import Rules, load_rules
from openrepro.challenge.versions import RuleHistory, RuleVersion
from openrepro.clock import instant_of, written
from openrepro.errors import OpenReproError
from openrepro.store.statements import alone
from openrepro.store.tables import entries, rule_versions, verdicts


@dataclass(frozen=True, slots=True)
class KeptVersion:
    """A version with its number (from 1), the text of its rule file, and when it was added."""

    number: int
    version: RuleVersion
    toml: str
    digest: str
    added_at: str


class SqlRuleVersions:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def history(self) -> RuleHistory:
        """All versions, oldest first; none before the challenge was set up."""
        return RuleHistory(tuple(kept.version for kept in self.kept()))

    def kept(self) -> tuple[KeptVersion, ...]:
        """All versions with their texts, oldest first."""
        query = sa.select(rule_versions).order_by(rule_versions.c.effective_from)
        return tuple(map(_kept, self._connection.execute(query)))

    def at(self, instant: datetime) -> RuleVersion | None:
        """The version that holds at `instant`; None before the first one took effect."""
        query = (
            sa.select(rule_versions)
            .where(rule_versions.c.effective_from <= written(instant))
            .order_by(rule_versions.c.effective_from.desc())
            .limit(1)
        )
        row = self._connection.execute(query).first()
        return None if row is None else _kept(row).version

    def add(self, version: RuleVersion, toml: str, *, now: str) -> RuleHistory:
        """Add a version, whose rules are those that `toml` states, and give the whole history.

        Raises OpenReproError when it would reach back before the last version, or changes nothing.
        """
        alone(self._connection, "rules")
        if version.effective_from.tzinfo is not None:
            version = replace(version, effective_from=version.effective_from.astimezone(UTC).replace(microsecond=0))
        history = self.history().changed(version)
        self._connection.execute(sa.insert(rule_versions).values(_row(version, toml, now)))
        return history

    def restate(self, version: RuleVersion, toml: str, *, now: str) -> bool:
        """Put `version` in the place of the only one, as long as no entry and no verdict is there; says whether."""
        alone(self._connection, "rules")
        firsts = (self._connection.scalar(sa.select(table.c.seq).limit(1)) for table in (entries, verdicts))
        if any(first is not None for first in firsts) or len(self.kept()) != 1:
            return False
        self._connection.execute(sa.update(rule_versions).values(_row(version, toml, now)))
        return True

    def remove(self, number: int) -> None:
        """Forget a version, which must not have held yet: nothing may have been judged under it."""
        self._connection.execute(sa.delete(rule_versions).where(rule_versions.c.seq == number))


def _row(version: RuleVersion, toml: str, now: str) -> dict[str, str]:
    return {
        "effective_from": written(version.effective_from),
        "digest": version.rules.digest,
        "toml": toml,
        "note": version.note,
        "added_at": now,
    }


def _kept(row: Row[Any]) -> KeptVersion:
    version = RuleVersion(_instant(row), _rules(row.toml), row.note)
    return KeptVersion(row.seq, version, row.toml, row.digest, row.added_at)


def _instant(row: Row[Any]) -> datetime:
    try:
        return instant_of(row.effective_from)
    except ValueError as error:
        raise OpenReproError(
            f"Version {row.seq} of the rules takes effect at {row.effective_from[:60]!r}, which is no instant: "
            "somebody changed the database by hand.",
            hint="Bring back a copy of the database from before that.",
        ) from error


@lru_cache(maxsize=64)
def _rules(toml: str) -> Rules:
    return load_rules(toml.encode())
