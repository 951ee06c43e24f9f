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
from openrepro.store.statements import alone
from openrepro.store.tables import rule_versions


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
        row = {
            "effective_from": written(version.effective_from),
            "digest": version.rules.digest,
            "toml": toml,
            "note": version.note,
            "added_at": now,
        }
        self._connection.execute(sa.insert(rule_versions).values(row))
        return history

    def remove(self, number: int) -> None:
        """Forget a version, which must not have held yet: nothing may have been judged under it."""
        self._connection.execute(sa.delete(rule_versions).where(rule_versions.c.seq == number))


def _kept(row: Row[Any]) -> KeptVersion:
    version = RuleVersion(instant_of(row.effective_from), _rules(row.toml), row.note)
    return KeptVersion(row.seq, version, row.toml, row.digest, row.added_at)


@lru_cache(maxsize=64)
def _rules(toml: str) -> Rules:
    return load_rules(toml.encode())
