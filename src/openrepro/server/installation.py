"""One challenge opened: its settings, database, archived bytes and rules."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

import sqlalchemy as sa

from openrepro import clock
from openrepro.challenge.file import rule_bytes, rules_in
from openrepro.challenge.rules import Rules
from openrepro.challenge.versions import Change, RuleHistory, RuleVersion, changes
from openrepro.entries.ports import Blobs
from openrepro.errors import OpenReproError
from openrepro.server.choosing import Choosing
from openrepro.settings import DATABASE, RULE_FILE, Settings, settings_of
from openrepro.store import backlog
from openrepro.store.blobs import open_blobs
from openrepro.store.statements import alone
from openrepro.store.store import Store

FIRST: Final = "as the challenge was set up"
MOST_SHOWN: Final = 5
NOTHING: Final[tuple[Change, ...]] = ()


@dataclass(frozen=True, slots=True)
class Installation:
    """A challenge that is open; a context manager that closes it. Safe to share between threads.

    `drift` are the keys in which the rule file in the folder differs from the rules that hold: they are told to the
    operator and never taken, since rules change by versions only. `rehearsal`: it is there to practise on.
    `founded`: this opening made it; `retaken`: the keys of version 1 that this opening took anew from the rule file.
    `choosing` is what this process recommends papers from.
    """

    settings: Settings
    store: Store
    blobs: Blobs
    drift: tuple[Change, ...] = ()
    rehearsal: bool = False
    founded: bool = False
    retaken: tuple[Change, ...] = ()
    choosing: Choosing = field(default_factory=Choosing, compare=False, repr=False)

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
    folder: Path, *, environment: Mapping[str, str] = os.environ, upgrade: bool = False, found: bool = True
) -> Installation:
    """Open the challenge in `folder`; the first opening makes its database and takes its rule file as version 1.

    Without `found` there must have been such an opening. With `upgrade`, which servers do at their start, a database
    of an older version is brought up to date (other processes may be at work on it otherwise), and a changed rule
    file is version 1 anew as long as nothing came of the old one. Raises OpenReproError with a sentence when there is
    no challenge, when its database is of another version or cannot be reached, or when its archive cannot be written.
    """
    settings = settings_of(folder, environment)
    stated = _stated(settings)
    if stated is None and not settings.on_postgresql:
        raise _no_challenge(settings.folder)
    rules = None if stated is None else rules_in(settings.rule_file, stated)
    if not found and is_unmade(settings):
        raise _unfounded()
    store = Store.open(settings.database_url)
    try:
        if upgrade or (found and not store.version()):
            store.migrate()
        store.check()
        return _opened(settings, store, _Stated(stated or b"", rules), upgrade=upgrade, found=found)
    except BaseException:
        store.close()
        raise


def is_unmade(settings: Settings) -> bool:
    """Whether the database is a file that is not there yet."""
    url = sa.make_url(settings.database_url)
    return url.get_backend_name() == "sqlite" and not Path(url.database or "").exists()


def news_of(here: Installation) -> tuple[str, ...]:
    """What an opening did beside opening, and what it did not do: a sentence each."""
    told = []
    if here.founded:
        told.append(f"The challenge was founded: its database was made, and {RULE_FILE} holds as version 1.")
    if here.retaken:
        told.append(f"{RULE_FILE} ({_keys(here.retaken)}) is version 1 anew: nothing was entered under the one before.")
    if here.drift:
        told.append(drift_sentence(here.drift))
    if _is_bereft(here):
        told.append(
            f"The archive {here.settings.blob_url} holds files, but the database has no entry: if this is not a new "
            "challenge, its database is lost. Stop, and bring back a copy of it before anybody enters anything."
        )
    return tuple(told)


def _is_bereft(here: Installation) -> bool:
    """Whether there is a folder with archived files that no entry of the database can have brought."""
    folder = Path(here.settings.blob_url)
    if "://" in here.settings.blob_url or not folder.is_dir():
        return False
    with here.store.read() as tx:
        return not backlog.anything_archived(tx.connection) and any(folder.glob("??/??/*"))


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
    return (
        f"{RULE_FILE} differs from the rules that hold ({_keys(drift)}); it was not taken. To make it a version: "
        f"openrepro admin rules add {RULE_FILE} --from INSTANT --note TEXT --why TEXT"
    )


def _keys(changed: tuple[Change, ...]) -> str:
    named = ", ".join(change.key for change in changed[:MOST_SHOWN])
    return named + (f" and {len(changed) - MOST_SHOWN} more" if len(changed) > MOST_SHOWN else "")


class _Stated(NamedTuple):
    """The rule file in the folder; no bytes and None where there is none."""

    toml: bytes
    rules: Rules | None


def _stated(settings: Settings) -> bytes | None:
    try:
        return rule_bytes(settings.rule_file)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _unfounded() -> OpenReproError:
    hint = "`openrepro serve` makes it; so do `openrepro claims import` and acts of operators."
    return OpenReproError("The challenge has no database yet.", hint=hint)


def _no_challenge(folder: Path) -> OpenReproError:
    return OpenReproError(
        f"There is no challenge in {folder}: it holds no {RULE_FILE}.",
        hint="Make one with `openrepro init DIR`, or name the folder of yours.",
    )


def _moved(left: str) -> OpenReproError:
    at, _, to = left.partition(" ")
    return OpenReproError(f"This challenge was moved away on {at}: to {to}.", hint=f"Set {DATABASE} to its address.")


def _opened(settings: Settings, store: Store, stated: _Stated, *, upgrade: bool, found: bool) -> Installation:
    rules, now = stated.rules, clock.now()
    with store.read() as tx:
        history, left = tx.rules.history(), backlog.moved_to(tx.connection)
        rehearsal = backlog.is_rehearsal(tx.connection)
    if left:
        raise _moved(left)
    new, retaken = not history.versions, NOTHING
    if new:
        history = _founded(settings, store, stated, now, found=found)
    elif upgrade and rules is not None:
        history, retaken = _retaken(store, history, _first(rules, now), stated.toml, now)
    blobs = open_blobs(settings.blob_url)
    drift = drift_of(history, rules, now)
    return Installation(settings, store, blobs, drift, rehearsal, founded=new, retaken=retaken)


def _founded(settings: Settings, store: Store, stated: _Stated, now: datetime, *, found: bool) -> RuleHistory:
    if stated.rules is None:
        raise _no_challenge(settings.folder)
    if not found:
        raise _unfounded()
    return _first_version(store, _first(stated.rules, now), stated.toml, now)


def _first(rules: Rules, now: datetime) -> RuleVersion:
    return RuleVersion(min(now, rules.window.opens), rules, FIRST)


class _Retaken(NamedTuple):
    history: RuleHistory
    changed: tuple[Change, ...] = ()


def _retaken(store: Store, history: RuleHistory, version: RuleVersion, toml: bytes, now: datetime) -> _Retaken:
    """Take the rule file as version 1 anew, as long as the challenge has not opened and nothing has been entered."""
    held = history.versions[0]
    if len(history.versions) > 1 or held.note != FIRST or held.rules == version.rules:
        return _Retaken(history)
    if now >= held.rules.window.opens:
        return _Retaken(history)
    with store.write() as tx:
        if not tx.rules.restate(version, toml.decode("utf-8-sig"), now=clock.written(now)):
            return _Retaken(history)
        return _Retaken(tx.rules.history(), changes(held.rules, version.rules))


def _first_version(store: Store, version: RuleVersion, stated: bytes, now: datetime) -> RuleHistory:
    """Keep the rule file as version 1, unless another process was faster."""
    with store.write() as tx:
        alone(tx.connection, "rules")
        if not tx.rules.history().versions:
            tx.rules.add(version, stated.decode("utf-8-sig"), now=clock.written(now))
        return tx.rules.history()
