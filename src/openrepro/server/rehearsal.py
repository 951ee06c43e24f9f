"""A rehearsal: a challenge to practise on, with sample traffic that has met with most of what can happen."""

import io
import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.challenge.template import toml_of
from openrepro.challenge.versions import RuleVersion
from openrepro.clock import written
from openrepro.demo import DATA, Example, read_example
from openrepro.entries.archiving import archive
from openrepro.entries.discovery import Space, naming
from openrepro.entries.entry import Entry
from openrepro.entries.moderation import withdraw
from openrepro.entries.spaces import SeenSpace, fetch_failed, seen_space, space_fetched, space_missing
from openrepro.entries.upload import UploadError, unpack
from openrepro.entries.window import Terms
from openrepro.ids import sha256
from openrepro.papers.paper import Paper
from openrepro.people.accounts import Role
from openrepro.people.operators import Action
from openrepro.server.demo import Arrival, arrivals, upload, zipped
from openrepro.server.discovery_entering import hub_owner
from openrepro.server.founding import check_empty, found_challenge
from openrepro.server.installation import Installation, open_installation
from openrepro.server.loading import load_claim_sets
from openrepro.server.texts import load_texts
from openrepro.store import backlog

MARK: Final = "Rehearsal: "
OPENED: Final = timedelta(days=14)
FIRST_CLOSE: Final = timedelta(days=2)
PUT_OFF_TO: Final = timedelta(days=14)
ORGANISER: Final = "organiser"
ANNOUNCED: Final = "This is a rehearsal: its entries are samples, and nothing here counts."
NOTE: Final = "The close was put off, as a rehearsal of a change of rules."
BOMB_MB: Final = 64


class Staged(NamedTuple):
    """What was staged: how many entries there are, and a sentence on each thing that went wrong on purpose."""

    entries: int
    scenes: tuple[str, ...]


def rehearsal_rules(rules: Rules, now: datetime) -> Rules:
    """`rules` for practising: marked by name, open for two weeks, closed two days ago; no tag finds real entries."""
    window = replace(rules.window, opens=now - OPENED, closes=now - FIRST_CLOSE)
    return replace(
        rules,
        name=rules.name if rules.name.startswith(MARK) else f"{MARK}{rules.name}",
        slug=f"rehearsal-{rules.slug}"[:60].strip("-"),
        not_certified_by="anybody: it is a rehearsal",
        window=window,
        entries=replace(rules.entries, tag=f"{rules.entries.tag}-rehearsal"),
    )


def found_rehearsal(folder: Path, rules: Rules, now: datetime) -> Staged:
    """Make a rehearsal under `rules` in `folder`, which must be new or empty: all of it, or nothing.

    The traffic ends at the last full hour before `now`.
    """
    check_empty(folder)
    now = now.replace(minute=0, second=0, microsecond=0)
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=".openrepro-rehearsal-", dir=folder.parent))
    try:
        first = rehearsal_rules(rules, now)
        path = found_challenge(made, first)
        with open_installation(made, environment={}) as here:
            staged = _Stage(here, read_example(), now).play()
            path.write_text(toml_of(_second(first, now)), encoding="utf-8")
        os.chmod(made, 0o755)
        os.rename(made, folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    return staged


def _second(first: Rules, now: datetime) -> Rules:
    return replace(first, window=replace(first.window, closes=now + PUT_OFF_TO))


@dataclass(frozen=True, slots=True)
class _Stage:
    """Everything happens by the ways that real traffic takes, at instants before `now`."""

    here: Installation
    example: Example
    now: datetime

    def play(self) -> Staged:
        self._set_up()
        for number, arrival in enumerate(arrivals(self.example)):
            upload(self.here, replace(arrival, at=self._ago(hours=288 - 12 * number)))
        scenes: tuple[Callable[[], str], ...] = (
            self._withdrawn,
            self._copied,
            self._misnamed,
            self._without_claims,
            self._flaky,
            self._stuck,
            self._vanished,
            self._bomb,
            self._late,
        )
        told = tuple(scene() for scene in scenes)
        self._put_off()
        with self.here.store.read() as tx:
            return Staged(sum(tx.entries.counts().states.values()), told)

    def _set_up(self) -> None:
        at = written(self._ago(hours=330))
        later = Paper("demo-later", "A Paper Whose Claims Are Still Being Written", source="the rehearsal")
        with self.here.store.write() as tx:
            backlog.note_rehearsal(tx.connection, at)
            tx.papers.put([later], now=at)
            organiser = tx.people.add(ORGANISER, role=Role.ORGANISER, now=at)
            tx.operator.announce(ANNOUNCED, author=organiser.id, now=at)
            tx.operator.record(Action.ANNOUNCED, "1", actor=organiser.id, why="everybody must know", now=at)
        load_claim_sets(self.here, self.example.papers, self._ago(hours=330))
        load_texts(self.here, self.example.texts, self._ago(hours=330))

    def _withdrawn(self) -> str:
        entry = self._entered("fern", "dune/demo-charlm", hours=100)
        with self.here.store.write() as tx:
            withdraw(tx, entry.id, self._terms(hours=99), actor=entry.account, team=entry.team)
        return f"{entry.id}: fern entered and withdrew."

    def _copied(self) -> str:
        entry = self._entered("gorse", "amber/demo-descent", hours=98)
        return f"{entry.id}: gorse entered the very files of amber; their likeness is found once the server runs."

    def _misnamed(self) -> str:
        entry = self._space("heath/hedge-again", "demo-hegde", hours=96)
        return f"{entry.id}: the Space {entry.origin} names a paper that there is not: {entry.sentence}"

    def _without_claims(self) -> str:
        entry = self._space("heath/later", "demo-later", hours=95)
        entry = self._fetched(entry, "elm/demo-batch", hours=94)
        return f"{entry.id}: {entry.sentence}"

    def _flaky(self) -> str:
        entry = self._space("ivy/batch-rerun", "demo-batch", hours=90)
        for hours in (89, 88):
            self._failed(entry, hours)
        self._fetched(entry, "dune/demo-batch", hours=87)
        return f"{entry.id}: the Hub failed twice before it handed out the files of {entry.origin}."

    def _stuck(self) -> str:
        entry = self._space("ivy/descent-rerun", "demo-descent", hours=60)
        self._failed(entry, 59)
        return f"{entry.id}: the Hub has not handed out its files; `openrepro admin entries list --stuck` shows it."

    def _vanished(self) -> str:
        entry = self._space("juniper/gone", "demo-hedge", hours=80)
        with self.here.store.write() as tx:
            told = "The Space is not on the Hub any more."
            entry = space_missing(tx, entry.id, told, self._terms(hours=79))
        return f"{entry.id}: {entry.sentence}"

    def _bomb(self) -> str:
        """A small archive that would unpack to much more is refused at the door."""
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("pages/index/page.md", bytes(BOMB_MB * 2**20))
        try:
            unpack(held.getvalue()).close()
        except UploadError as refused:
            return f"An archive was refused, and no entry made: {refused.text}"
        raise AssertionError("the archive was taken")

    def _late(self) -> str:
        entry = self._entered("juniper", "cobalt/demo-hedge", hours=36)
        return f"{entry.id}: {entry.sentence}"

    def _put_off(self) -> None:
        """The rules change a day ago: a second version, as an operator would add it."""
        first = self.here.rules_now(self.now)
        second, at = _second(first, self.now), self._ago(hours=24)
        with self.here.store.write() as tx:
            organiser = tx.people.add(ORGANISER, now=written(at))
            tx.rules.add(RuleVersion(at, second, NOTE), toml_of(second), now=written(at))
            why = "so that a change of rules can be seen"
            tx.operator.record(Action.RULES_ADDED, second.digest, actor=organiser.id, why=why, now=written(at))

    def _entered(self, team: str, logbook: str, *, hours: int) -> Entry:
        return upload(self.here, Arrival(team, self._ago(hours=hours), "CC-BY-4.0", DATA / "logbooks" / logbook))

    def _space(self, name: str, paper: str, *, hours: int) -> Entry:
        terms = self._terms(hours=hours)
        tags = (terms.rules.entries.tag, terms.rules.entries.paper_tag.replace("{id}", paper), "license:cc-by-4.0")
        space = Space(name, _commit(name), tags, terms.now, terms.now)
        with self.here.store.write() as tx:
            owner = hub_owner(tx, space.owner, terms.now)
            return seen_space(tx, SeenSpace(space, naming(tags, terms.rules), owner), terms)

    def _fetched(self, entry: Entry, logbook: str, *, hours: int) -> Entry:
        terms = self._terms(hours=hours)
        with unpack(zipped(DATA / "logbooks" / logbook)) as files:
            archived = archive(files, self.here.blobs, terms.rules, notes=files.notes)
        with self.here.store.write() as tx:
            return space_fetched(tx, entry.id, archived, _commit(entry.origin), terms)

    def _failed(self, entry: Entry, hours: int) -> None:
        told = f"The Hub answered with status {503 if hours % 2 else 504}. It is tried again."
        with self.here.store.write() as tx:
            fetch_failed(tx, entry.id, told, self._terms(hours=hours))

    def _terms(self, *, hours: int) -> Terms:
        at = self._ago(hours=hours)
        return Terms(self.here.rules_now(at), written(at))

    def _ago(self, *, hours: int) -> datetime:
        return self.now - timedelta(hours=hours)


def _commit(name: str) -> str:
    return sha256(name.encode())[:40]
