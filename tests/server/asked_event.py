"""A challenge in which many entries of five claims each wait for a model, and the processes that judge them."""

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from openrepro import clock
from openrepro.challenge.rules import ReaderKind
from openrepro.challenge.sections import ModelEndpoint, ModelRules
from openrepro.claims.claim import Claim, ClaimSet, Comparator, Kind, QuantitySpec, ScaleAxis, Statement, Tolerance
from openrepro.clock import written
from openrepro.entries.archiving import archive
from openrepro.entries.entry import Entry, EntryEvent, Reason, Revision, Source, State
from openrepro.papers.paper import Paper
from openrepro.queue.terms import USUAL, Terms
from openrepro.server.founding import found_challenge, rules_for
from openrepro.server.installation import Installation, open_installation
from openrepro.server.service import judging
from openrepro.settings import DATABASE
from openrepro.store.store import Store
from openrepro.store.tables import model_calls, teams, verdicts
from tests.judging.books import claim_page, run
from tests.server.endpoint_process import SPAWN

CLAIMS = 5
SOON = Terms(lease=2, beat=0.5, poll=0.2, sweep=0.5, pauses=(0,))
"""Terms under which the work of a process that was killed goes on soon."""
AT_ONCE = 50


class Place(NamedTuple):
    """Where a challenge is; an empty address is a SQLite file in its folder."""

    folder: Path
    url: str = ""

    @property
    def environment(self) -> dict[str, str]:
        return {DATABASE: self.url} if self.url else {}


def found_event(place: Place, url: str, *, in_flight: int = 8) -> Installation:
    """A challenge whose claims are read by the model at `url`, opened."""
    small = ModelEndpoint("small", "m", url=url, usd_per_million_in="0.1", in_flight=in_flight, timeout_s=60)
    now = clock.now() - timedelta(hours=1)
    rules = rules_for("Asked", "strict", now)
    model = ModelRules(reader="small", endpoints=(small,))
    rules = replace(
        rules,
        entries=replace(rules.entries, daily_cap=0, cooldown_hours=0),
        judging=replace(rules.judging, reader=ReaderKind.MODEL, model=model),
    )
    found_challenge(place.folder, rules)
    here = open_installation(place.folder, environment=place.environment, upgrade=True)
    claims = tuple(claim(number) for number in range(1, CLAIMS + 1))
    source = [{"id": one.id, "text": one.text} for one in claims]
    with here.store.write() as tx:
        tx.papers.put([Paper("asked", "A paper")], now=written(now))
        tx.papers.put_claims([ClaimSet("asked", claims, source=source)], now=written(now))
    return here


def claim(number: int) -> Claim:
    return Claim(
        id=f"asked.c{number}",
        kind=Kind.VALUE,
        text=f"The metric {number} of the variant {number} rises by 3.1 %.",
        quantity=QuantitySpec(f"metric {number}", of=f"variant {number}", unit="percent", better="lower"),
        statement=Statement(Comparator.EQUAL, "3.1"),
        tolerance=Tolerance(absolute="0.5"),
        scale=(ScaleAxis("eval_tokens", "245000", "24500"),),
    )


def files_of(entry: int) -> dict[str, bytes]:
    """A small logbook whose runs print what each claim is about, without any RESULT line."""
    pages = {f"claim-{number}": page(number, entry) for number in range(1, CLAIMS + 1)}
    rows = "".join(f"| [{slug}](#/{slug}) |\n" for slug in pages)
    index = f"# Entry {entry}\n\nPaper asked\n\n## Pages\n\n| Page |\n| --- |\n{rows}"
    texts = {"pages/index.md": index, **{f"pages/{slug}/page.md": text for slug, text in pages.items()}}
    return {path: text.encode() for path, text in texts.items()}


def page(number: int, entry: int) -> str:
    seed = entry if number == 1 else 0
    steps = "\n".join(f"step {step} loss {7 / (step + 3):.4f}" for step in range(30))
    output = f"seed {seed}\n{steps}\neval_tokens: 245000\nmetric {number}: 3.2 %"
    return claim_page(run(output, cell=f"cell_{number}"), title=f"Claim {number}: metric {number}")


def enter(here: Installation, entries: int, *, teams_: int = 20) -> None:
    """Enqueue so many entries of many teams."""
    now, rules = written(clock.now()), here.rules_now(clock.now())
    with here.store.write() as tx:
        rows = [{"id": f"t{team}", "name": f"t{team}", "created_at": now} for team in range(teams_)]
        tx.connection.execute(sa.insert(teams), rows)
    for first in range(0, entries, AT_ONCE):
        with here.store.write() as tx:
            for number in range(first, min(first + AT_ONCE, entries)):
                archived = archive(files_of(number), here.blobs, rules)
                name, team = f"e{number}", f"t{number % teams_}"
                entry = Entry(name, team, Source.UPLOAD, name, State.QUEUED, Reason.WAITING, "It waits.", now, now, now)
                entry = replace(entry, paper="asked", revision=archived.revision)
                tx.entries.add(entry)
                tx.entries.save(entry, EntryEvent(name, now, State.QUEUED, Reason.WAITING, "It waits."))
                tx.entries.add_revision(Revision(name, archived.revision, now, files=archived.files))
                tx.jobs.enqueue(name, archived.revision, team, now=now)


def judge(folder: str, url: str, workers: int, terms: Terms) -> None:
    """Judge until SIGTERM, as `openrepro worker` does."""
    told = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: told.set())
    place = Place(Path(folder), url)
    with open_installation(place.folder, environment=place.environment) as opened:
        here = replace(opened, settings=replace(opened.settings, workers=workers))
        with judging(here, terms=terms, now=clock.exact):
            told.wait()


def judging_process(place: Place, *, workers: int = 2, terms: Terms = USUAL) -> BaseProcess:
    """A process that judges, started."""
    made = SPAWN.Process(target=judge, args=(str(place.folder), place.url, workers, terms))
    made.start()
    return made


def end(process: BaseProcess) -> None:
    """Let a process finish what is at hand."""
    assert process.pid is not None
    os.kill(process.pid, signal.SIGTERM)
    process.join(60)


def verdicts_in(store: Store) -> int:
    """How many verdicts there are."""
    with store.read() as tx:
        return tx.connection.scalar(sa.select(sa.func.count()).select_from(verdicts)) or 0


def unkept(store: Store) -> frozenset[str]:
    """The calls that were opened and whose answers were not kept: in flight, or so when their worker died."""
    lost = model_calls.c.body.is_(None) & (model_calls.c.state == "open")
    with store.read() as tx:
        return frozenset(tx.connection.scalars(sa.select(model_calls.c.request).where(lost)))


def entries_with_verdicts(store: Store) -> dict[str, int]:
    """How many current verdicts each entry has."""
    query = sa.select(verdicts.c.entry_id, sa.func.count()).where(verdicts.c.current).group_by(verdicts.c.entry_id)
    with store.read() as tx:
        return {row[0]: row[1] for row in tx.connection.execute(query)}


def until(reached: Callable[[], bool], *, seconds: float = 60) -> None:
    """Wait for something to come about."""
    end_ = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < end_, "it did not come about"
        time.sleep(0.05)
