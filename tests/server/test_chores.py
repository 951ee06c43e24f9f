"""What the server does by itself: due entries, board, webhooks, Spaces and likenesses."""

import json
import shutil
from collections.abc import Callable, Generator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from openrepro import clock
from openrepro.clock import written
from openrepro.demo import DATA, copy_example, read_example
from openrepro.entries.discovery import Space, naming
from openrepro.entries.entry import Entry, Reason, State
from openrepro.entries.likeness import LikenessKind
from openrepro.entries.moderation import take_down
from openrepro.entries.spaces import SeenSpace, seen_space
from openrepro.entries.window import Terms
from openrepro.logbooks.archive import read_folder
from openrepro.notify.client import WebhookClient
from openrepro.notify.guard import Guard
from openrepro.notify.signature import new_secret
from openrepro.notify.webhook import Webhook
from openrepro.papers.paper import Paper
from openrepro.server.bench import BeyondLimitsError, ChildError
from openrepro.server.boards import MAIN
from openrepro.server.chores import Chores
from openrepro.server.demo import Arrival, upload
from openrepro.server.discovery_entering import hub_owner
from openrepro.server.installation import Installation, open_installation
from openrepro.server.judging import Judging
from openrepro.server.loading import load_claim_sets
from openrepro.store import backlog
from openrepro.store.entries import Wanted
from tests.hub.imitation import TAG, FakeSpace, Imitation, running
from tests.notify.receiver import receiver

EXAMPLE = read_example()
OPEN = EXAMPLE.rules.window.opens + timedelta(days=1)
STOP = Event()


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled papers and claims, and nobody who entered."""
    made = tmp_path_factory.mktemp("chores") / "challenge"
    copy_example(made)
    with open_installation(made, environment={}) as here:
        load_claim_sets(here, EXAMPLE.papers, OPEN)
    return made


@pytest.fixture
def here(template: Path, tmp_path: Path) -> Generator[Installation]:
    with open_installation(shutil.copytree(template, tmp_path / "challenge"), environment={}) as opened:
        yield opened


class InProcess:
    """A bench without child processes."""

    def run(self, function: Callable[..., Any], *arguments: Any, stop: Event | None = None) -> Any:
        return function(*arguments)


def chores(here: Installation, bench: Any = None) -> Chores:
    return Chores(here, WebhookClient(Guard(loopback=True)), bench or InProcess())


def entered(here: Installation, team: str, logbook: str, at: datetime = OPEN) -> Entry:
    return upload(here, Arrival(team, at, "CC-BY-4.0", DATA / "logbooks" / logbook))


def entries(here: Installation) -> dict[str, Entry]:
    with here.store.read() as tx:
        return {row.entry.origin: row.entry for row in tx.entries.page(Wanted()).rows}


def due(here: Installation, name: str, now: datetime = OPEN) -> bool:
    return next(chore for chore in chores(here).all() if chore.name == name).due(now)


def test_entries_are_queued_when_the_challenge_opens(here: Installation) -> None:
    early = EXAMPLE.rules.window.opens - timedelta(days=1)
    entry = entered(here, "ada", "amber/demo-hedge", early)
    assert entry.reason is Reason.NOT_OPEN
    assert not due(here, "entries", early)
    assert due(here, "entries")
    assert chores(here).sweep(OPEN, STOP) == "1 entries were due and are queued."
    assert entries(here)[entry.origin].state is State.QUEUED
    assert not due(here, "entries")


def test_judged_entries_are_queued_when_their_claims_change(here: Installation) -> None:
    entry = entered(here, "ada", "amber/demo-hedge")
    chores(here).catch_up(OPEN, STOP)
    assert not due(here, "papers")
    judge(here)
    assert entries(here)[entry.origin].state is State.JUDGED
    changed = next(item for item in EXAMPLE.papers if item.paper == "demo-hedge")
    reworded = (replace(changed.claims[0], text="It is put otherwise now."), *changed.claims[1:-1])
    load_claim_sets(here, [replace(changed, claims=reworded, source=["other"])], OPEN)
    assert due(here, "papers")
    assert "1 entries are judged again" in chores(here).catch_up(OPEN, STOP)
    assert entries(here)[entry.origin].state is State.QUEUED
    assert chores(here).catch_up(OPEN, STOP) == ""
    assert not due(here, "papers")


def test_entries_find_their_paper_when_it_comes(here: Installation) -> None:
    terms, tags = Terms(EXAMPLE.rules, written(OPEN)), (TAG, "paper-later")
    with here.store.write() as tx:
        owner = hub_owner(tx, "ada", terms.now)
        seen = SeenSpace(Space("ada/later", "c0ffee", tags), naming(tags, EXAMPLE.rules), owner)
        assert seen_space(tx, seen, terms).reason is Reason.UNKNOWN_PAPER
    chores(here).catch_up(OPEN, STOP)
    with here.store.write() as tx:
        tx.papers.put([Paper("later", "Later")], now=written(OPEN))
    assert "1 found their paper" in chores(here).catch_up(OPEN, STOP)
    assert entries(here)["ada/later"].paper == "later"


def judge(here: Installation) -> None:
    """Judge the one job that waits, as a worker does."""
    with here.store.write() as tx:
        job = tx.jobs.lease("w", now=written(OPEN), until=written(OPEN + timedelta(minutes=1)))
    assert job is not None
    Judging(here.store, here.blobs, InProcess(), here.rules_now, now=lambda: OPEN)(job, Event())  # type: ignore[arg-type]


def test_the_board_follows_the_ledger(here: Installation) -> None:
    assert due(here, "board")
    assert "shows 0 leaves" in chores(here).board(OPEN, STOP)
    assert not due(here, "board")
    with here.store.read() as tx:
        assert tx.boards.view(MAIN) is not None


def test_webhooks_hear_of_what_happens(here: Installation) -> None:
    assert not due(here, "webhooks")
    with receiver() as heard:
        with here.store.write() as tx:
            account = tx.people.add("ada", now=written(OPEN))
            tx.webhooks.add(Webhook("w1", account.id, heard.url, new_secret(), ("entry.queued",), written(OPEN)))
        entered(here, "ada", "amber/demo-hedge")
        assert due(here, "webhooks")
        for _ in range(3):
            chores(here).deliver(clock.now(), STOP)
    assert [json.loads(body)["type"] for _, body in heard.got] == ["entry.queued"]


def test_spaces_are_found_and_fetched(here: Installation) -> None:
    files = dict(read_folder(DATA / "logbooks/amber/demo-hedge").files)
    space = FakeSpace("ada/hedge", tags=[TAG, "paper-demo-hedge"], files=files, created="2026-11-20T12:00:00.000Z")
    with running(Imitation([space])) as hub:
        settings = replace(here.settings, hub_url=hub.url, discover_minutes=10)
        there = replace(here, settings=settings)
        assert [chore.every_s for chore in chores(there).all() if chore.name == "discovery"] == [600]
        told = chores(there).discover(OPEN, STOP)
        fetched = chores(there).fetch(OPEN, STOP)
    assert told.startswith("complete: 1 Spaces, 1 new")
    assert fetched.startswith("1 Spaces fetched")
    assert entries(here)["ada/hedge"].state is State.QUEUED
    assert [chore.name for chore in chores(here).all() if chore.name == "discovery"] == []


def test_a_hub_that_is_away_is_told_and_nothing_is_lost(here: Installation) -> None:
    there = replace(here, settings=replace(here.settings, hub_url="http://127.0.0.1:1", discover_minutes=10))
    stopped = Event()
    stopped.set()
    run = next(chore for chore in chores(there).all() if chore.name == "discovery").run
    assert run(OPEN, stopped) == ""
    assert entries(here) == {}


def test_likenesses_are_looked_for_once_per_revision(here: Installation) -> None:
    first = entered(here, "ada", "amber/demo-descent")
    second = entered(here, "eve", "amber/demo-descent", OPEN + timedelta(hours=1))
    assert due(here, "likeness")
    assert "2 entries were compared" in chores(here).compare(OPEN, STOP)
    assert not due(here, "likeness")
    with here.store.read() as tx:
        (found,) = tx.likeness.of(second.id)
    assert (found.likeness.kind, found.likeness.left) == (LikenessKind.BYTES, first.id)


def test_files_that_were_taken_down_do_not_stay(here: Installation) -> None:
    gone, kept = entered(here, "ada", "amber/demo-descent"), entered(here, "eve", "birch/demo-descent")
    with here.store.write() as tx:
        take_down(tx, gone.id, Terms(EXAMPLE.rules, written(OPEN)), actor="a", why="names a patient")
    assert "files that were taken down were still there" in chores(here).erase(OPEN, STOP)
    assert chores(here).erase(OPEN, STOP) == ""
    with here.store.read() as tx:
        left = tx.entries.revision(kept.id, kept.revision)
    assert left is not None
    assert all(here.blobs.has(file.sha256) for file in left.files)


def test_damaged_bytes_of_one_entry_do_not_keep_others_from_being_compared(
    here: Installation, caplog: pytest.LogCaptureFixture
) -> None:
    hurt, *_ = (entered(here, team, "amber/demo-descent") for team in ("ada", "eve", "kim"))
    with here.store.read() as tx:
        revision = tx.entries.revision(hurt.id, hurt.revision)
    assert revision is not None
    names = [file.sha256 for file in revision.files if file.path.endswith("page.md")]
    gone, changed = (here.settings.folder / "blobs" / name[:2] / name[2:4] / name for name in names[:2])
    gone.unlink()
    changed.write_bytes(b"something else")
    assert "3 entries were compared" in chores(here).compare(OPEN, STOP)
    assert f"the entry {hurt.id} is compared without 2 of its files, which are gone" in caplog.text
    assert not due(here, "likeness")


@pytest.mark.parametrize("fault", [BeyondLimitsError("It needed more than 120 s."), ChildError("The judge failed.")])
def test_an_entry_that_takes_too_much_or_fails_is_passed_over(here: Installation, fault: Exception) -> None:
    class Beyond:
        def run(self, *_: object, **__: object) -> object:
            raise fault

    entered(here, "ada", "amber/demo-descent")
    assert chores(here, Beyond()).compare(OPEN, STOP) == ""
    assert not due(here, "likeness")
    with here.store.read() as tx:
        assert backlog.signed_up_to(tx.connection) > 0


def test_sessions_that_are_over_are_dropped(here: Installation) -> None:
    begun, over = written(OPEN), written(OPEN + timedelta(hours=12))
    with here.store.write() as tx:
        ada = tx.people.add("ada", now=begun)
        for number in range(3):
            tx.sessions.begin(f"{number}" * 43, ada.id, csrf="word", now=begun, until=over)
    chore = next(one for one in chores(here).all() if one.name == "sessions")
    assert not chore.due(OPEN + timedelta(hours=11))
    assert chore.due(OPEN + timedelta(hours=12))
    chore.run(OPEN + timedelta(hours=12), STOP)
    assert not chore.due(OPEN + timedelta(hours=13))


def test_papers_are_read_as_they_come(here: Installation) -> None:
    assert due(here, "signals")
    assert "Of 4 papers" in chores(here).read_signals(OPEN, STOP)
    assert not due(here, "signals")
    with here.store.write() as tx:
        tx.papers.put([Paper("new", "A new paper", abstract="We use a laptop and a single GPU.")], now=written(OPEN))
    assert due(here, "signals")
    assert chores(here).read_signals(OPEN, STOP) == "Of 1 papers it was read how they can be tried."
    with here.store.read() as tx:
        assert tx.choosing.signals(["new"])["new"].compute == "one-gpu"
