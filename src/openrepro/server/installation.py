"""One challenge opened: its settings, database, archived bytes and rules."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from openrepro import clock
from openrepro.challenge.rules import Rules, load_rules
from openrepro.challenge.versions import Change, RuleHistory, RuleVersion, changes
from openrepro.entries.ports import Blobs
from openrepro.errors import OpenReproError
from openrepro.settings import DATABASE, RULE_FILE, Settings, settings_of
from openrepro.store import backlog
from openrepro.store.blobs import open_blobs
from openrepro.store.statements import alone
from openrepro.store.store import Store

FIRST: Final = "as the challenge was set up"
MOST_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Installation:
    """A challenge that is open; a context manager that closes it. Safe to share between threads.

    `drift` are the keys in which the rule file in the folder differs from the rules that hold: they are told to the
    operator and never taken, since rules change by versions only. `rehearsal`: it is there to practise on.
    """

    settings: Settings
    store: Store
    blobs: Blobs
    drift: tuple[Change, ...] = ()
    rehearsal: bool = False

    def rule_history(self) -> RuleHistory:
        """All versions of the rules, as the database has them now; another process may have added one."""
        with self.store.read() as tx:
            return tx.rules.history()

    def rules_now(self, now: datetime) -> Rules:
        """The rules that hold at `now`; before the first version takes effect, that one."""
        with self.store.read() as tx:
            held = tx.rules.at(now) or tx.rules.history().versions[0]
        return held.rules

    def close(self) -> None:
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_installation(
    folder: Path, *, environment: Mapping[str, str] = os.environ, upgrade: bool = False
) -> Installation:
    """Open the challenge in `folder`; the first opening makes its database and takes its rule file as version 1.

    A database of an older version is brought up to date with `upgrade` only, since other processes may be at work on
    it. Raises OpenReproError with a sentence when there is no challenge, when its database is of another version or
    cannot be reached, or when its archive cannot be written.
    """
    settings = settings_of(folder, environment)
    stated = _stated(settings)
    if stated is None and not settings.on_postgresql:
        raise _no_challenge(settings.folder)
    store = Store.open(settings.database_url)
    try:
        if upgrade or not store.version():
            store.migrate()
        store.check()
        return _opened(settings, store, stated)
    except BaseException:
        store.close()
        raise


def rules_at(history: RuleHistory, now: datetime) -> Rules:
    """The rules of `history` that hold at `now`; before the first version takes effect, that one."""
    version = history.at(now) or history.versions[0]
    return version.rules


def drift_of(history: RuleHistory, rules: Rules | None, now: datetime) -> tuple[Change, ...]:
    """How a rule file differs from what holds; nothing when it is the version that holds, or the newest one."""
    if rules is None or rules in (rules_at(history, now), history.versions[-1].rules):
        return ()
    return changes(rules_at(history, now), rules)


def drift_sentence(drift: tuple[Change, ...]) -> str:
    """What to tell an operator whose rule file differs from the rules that hold; empty when it does not."""
    if not drift:
        return ""
    named = ", ".join(change.key for change in drift[:MOST_SHOWN])
    more = f" and {len(drift) - MOST_SHOWN} more" if len(drift) > MOST_SHOWN else ""
    return (
        f"{RULE_FILE} differs from the rules that hold ({named}{more}); it was not taken. To make it a version: "
        f"openrepro admin rules add {RULE_FILE} --from INSTANT --note TEXT --why TEXT"
    )


def _stated(settings: Settings) -> bytes | None:
    try:
        return settings.rule_file.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _no_challenge(folder: Path) -> OpenReproError:
    return OpenReproError(
        f"There is no challenge in {folder}: it holds no {RULE_FILE}.",
        hint="Make one with `openrepro init DIR`, or name the folder of yours.",
    )


def _moved(left: str) -> OpenReproError:
    at, _, to = left.partition(" ")
    return OpenReproError(f"This challenge was moved away on {at}: to {to}.", hint=f"Set {DATABASE} to its address.")


def _opened(settings: Settings, store: Store, stated: bytes | None) -> Installation:
    rules = None if stated is None else load_rules(stated)
    now = clock.now()
    with store.read() as tx:
        history, left = tx.rules.history(), backlog.moved_to(tx.connection)
        rehearsal = backlog.is_rehearsal(tx.connection)
    if left:
        raise _moved(left)
    if not history.versions:
        if rules is None or stated is None:
            raise _no_challenge(settings.folder)
        history = _first_version(store, RuleVersion(min(now, rules.window.opens), rules, FIRST), stated, now)
    blobs = open_blobs(settings.blob_url)
    return Installation(settings, store, blobs, drift_of(history, rules, now), rehearsal)


def _first_version(store: Store, version: RuleVersion, stated: bytes, now: datetime) -> RuleHistory:
    """Keep the rule file as version 1, unless another process was faster."""
    with store.write() as tx:
        alone(tx.connection, "rules")
        if not tx.rules.history().versions:
            tx.rules.add(version, stated.decode("utf-8-sig"), now=clock.written(now))
        return tx.rules.history()
