"""The example challenge on a real server: its teams sign in, its logbooks are uploaded, judged and shown."""

import io
import json
import time
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from openrepro import clock
from openrepro.clock import written
from openrepro.demo import Example, Shown, ShownEntry
from openrepro.entries.archiving import archive
from openrepro.entries.entry import Entry, State
from openrepro.entries.intake import Owner, Submission, submit_upload
from openrepro.entries.upload import unpack
from openrepro.entries.window import Terms
from openrepro.errors import OpenReproError
from openrepro.logbooks.archive import read_folder
from openrepro.server.boards import MAIN, derive, refresh_view
from openrepro.server.installation import Installation
from openrepro.server.loading import load_claim_sets
from openrepro.server.rendering import Rendering
from openrepro.server.service import judging
from openrepro.server.texts import load_texts
from openrepro.store.backlog import ON_PURPOSE
from openrepro.store.entries import Wanted
from openrepro.store.store import Transaction

TEAMS: Final = "teams.json"
LONGEST_S: Final = 120.0
LOOK_S: Final = 0.05
MOST: Final = 1_000
WORKERS: Final = 2


@dataclass(frozen=True, slots=True)
class Arrival:
    """An upload of the example: whose it is, when it came, and the folder of the logbook."""

    team: str
    at: datetime
    licence: str
    folder: Path


def load_example(here: Installation, example: Example) -> None:
    """Load papers, claims and texts, and upload every logbook at the instant it was made. Doing it again changes
    nothing."""
    load_claim_sets(here, example.papers, clock.now())
    load_texts(here, example.texts, clock.now())
    for arrival in arrivals(example):
        upload(here, arrival)


def judge_all(here: Installation, example: Example) -> None:
    """Let workers judge everything that is due, make the pages of it, and bring the board up to date. Raises
    OpenReproError when they do not come to an end."""
    came = [arrival.at for arrival in arrivals(example)]
    ahead = max([*came, clock.now()])
    busy = replace(here, settings=replace(here.settings, workers=WORKERS))
    with judging(busy, now=lambda: max(clock.now(), ahead)) as work:
        until = time.monotonic() + LONGEST_S
        while _under_way(here):
            if time.monotonic() > until:
                raise OpenReproError(f"The logbooks were not judged within {LONGEST_S:.0f} s.")
            time.sleep(LOOK_S)
        Rendering(here.store, here.blobs, here.rules_now, work.bench.run).render_all(ahead)
    refresh_view(here.store, MAIN, ahead)


def shown(here: Installation, example: Example) -> Shown:
    """What the server has of the example: verdicts from the ledger, the consensus from the board."""
    rules = here.rules_now(clock.now())
    with here.store.read() as tx:
        held = derive(tx, rules).consensus
        entries = [row.entry for row in tx.entries.page(Wanted(), limit=MOST).rows]
        people = tx.people.accounts(entry.account for entry in entries)
        listed = [_shown(tx, entry, people[entry.account].name) for entry in entries if entry.account in people]
    return Shown(rules, example.papers, tuple(sorted(listed, key=lambda entry: entry.name)), held)


def arrivals(example: Example) -> Iterator[Arrival]:
    """The uploads of the example, by name; what its list of teams does not know comes last, and all come in time."""
    stated = _stated(example.folder / TEAMS)
    window = example.rules.window
    for folder in example.logbooks:
        team = folder.parent.name
        told = stated.get(f"{team}/{folder.name}", {})
        made = datetime.fromisoformat(told["created_at"]) if "created_at" in told else clock.now()
        at = min(max(made, window.opens), window.closes)
        yield Arrival(team, at, told.get("licence", ""), folder)


def upload(here: Installation, arrival: Arrival) -> Entry:
    """Take a logbook in as the server takes any upload, at the instant of its arrival."""
    terms = Terms(here.rules_now(arrival.at), written(arrival.at))
    licence = arrival.licence if arrival.licence in terms.rules.entries.licence else ""
    with unpack(zipped(arrival.folder)) as files:
        archived = archive(files, here.blobs, terms.rules, notes=files.notes)
    with here.store.write() as tx:
        account = tx.people.add(arrival.team, now=terms.now)
        owner = Owner(account.id, account.team)
        before = _entry_of(tx, owner.team, archived.named)
        submission = Submission(owner, archived, licence=licence, entry="" if before is None else before.id)
        return submit_upload(tx, submission, terms).entry


def zipped(folder: Path) -> bytes:
    """The files of a folder as a participant would upload them."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as file:
        for path, data in read_folder(folder).files.items():
            file.writestr(path, data)
    return held.getvalue()


def _stated(path: Path) -> Mapping[str, Mapping[str, str]]:
    try:
        entries: Mapping[str, Mapping[str, str]] = json.loads(path.read_bytes())["entries"]
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        raise OpenReproError(f"{path} is not the list of entries that it was.") from None
    return entries


def _entry_of(tx: Transaction, team: str, named: tuple[str, ...]) -> Entry | None:
    """The entry of a team on the paper that its logbook names, if it has one already."""
    paper = tx.papers.resolve(named).paper
    rows = tx.entries.page(Wanted(paper=paper, team=team), limit=1).rows if paper else ()
    return rows[0].entry if rows else None


def _under_way(here: Installation) -> bool:
    """Whether some entry is to be judged now; what is held back by a cool-down or a cap is not waited for."""
    with here.store.read() as tx:
        pages = [tx.entries.page(Wanted(state=state), limit=MOST) for state in (State.QUEUED, State.JUDGING)]
    return any(row.entry.reason not in ON_PURPOSE for page in pages for row in page.rows)


def _shown(tx: Transaction, entry: Entry, team: str) -> ShownEntry:
    rulings = {verdict.claim: verdict.ruling for verdict in tx.ledger.current(entry.id)}
    waits = "" if entry.state is State.JUDGED else f"{entry.state.value}: {entry.sentence}"
    return ShownEntry(f"{team}/{entry.paper}", team, entry.paper, rulings, waits)
