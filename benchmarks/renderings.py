"""How long it takes to render a logbook, how large that is, and how soon after an upload it can be read.

Run `python benchmarks/renderings.py [--data DIR]`; DIR holds `logbooks/`, else those of the bundled example are taken.
Every logbook is rendered with the quotes of all its verdicts marked. Then the example's logbooks are uploaded one after
the other to a challenge whose workers and keeper run as they do in `openrepro serve`.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from openrepro import clock
from openrepro.challenge.rules import PROFILES
from openrepro.clock import written
from openrepro.demo import DATA as EXAMPLE
from openrepro.demo import copy_example, read_example
from openrepro.judging.judge import judge
from openrepro.judging.recording import Occasion, verdicts_of
from openrepro.judging.verdict import JudgeIdentity
from openrepro.logbooks.archive import find_roots, read_folder
from openrepro.logbooks.trackio import parse
from openrepro.rendering.making import Made, render_files
from openrepro.rendering.parts import unpacked
from openrepro.rendering.quoted import Asked, asked_of
from openrepro.server.demo import Arrival, upload
from openrepro.server.installation import Installation, open_installation
from openrepro.server.loading import load_claim_sets
from openrepro.server.service import serving

DATA: Final = Path(__file__).resolve().parents[2] / "shared" / "data"
STRICT: Final = PROFILES["strict"]
UPLOADS: Final = 10
GOAL_P95_S, GOAL_SEEN_S = 2.0, 10.0
LONGEST_S: Final = 60.0


class Rendered(NamedTuple):
    """One logbook rendered: seconds of processor time, and bytes of HTML, of what is kept, and of the material."""

    name: str
    seconds: float
    source: int
    html: int
    kept: int
    body: int
    quotes: int


class Seen(NamedTuple):
    """Seconds from an upload until it can be read, and until it can be read with the judge's quotes."""

    shown: float
    quoted: float


def rendered(root: Path) -> Rendered:
    files = read_folder(root).files
    asked = _asked(root)
    begin = time.process_time()
    made = render_files(files, asked, None, STRICT)
    seconds = time.process_time() - begin
    pages = (part for part in made.parts if part.kind == "page")
    return Rendered(
        f"{root.parent.name}/{root.name}",
        seconds,
        sum(map(len, files.values())),
        sum(len(unpacked(part.body)) for part in pages),
        sum(len(part.body) for part in made.parts),
        len(json.dumps(made.body)),
        _marked(made),
    )


def _asked(root: Path) -> list[Asked]:
    """The quotes of all verdicts, on the claims that the logbook itself states."""
    book = parse(read_folder(root).files, name="")
    occasion = Occasion("e", "t", JudgeIdentity(rules=STRICT.digest, reader="rules"), "2026-07-20T12:00:00Z")
    ruled = verdicts_of(judge(book, None, STRICT), occasion)
    return [one for verdict in ruled for one in asked_of(json.loads(verdict.leaf), verdict.id)]


def _marked(made: Made) -> int:
    quotes = made.body["quotes"]
    assert isinstance(quotes, list)
    return sum(bool(quote["marked"]) for quote in quotes)


def seen() -> list[Seen]:
    """Upload the example's logbooks to a challenge at work, each when the one before can be read."""
    example = read_example()
    at = example.rules.window.opens
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "challenge"
        copy_example(made)
        with open_installation(made, environment={}) as opened:
            here = replace(opened, settings=replace(opened.settings, workers=1))
            load_claim_sets(here, example.papers, clock.now())
            with serving(here):
                folders = example.logbooks[:UPLOADS]
                return [_seen(here, Arrival(one.parent.name, at, "CC-BY-4.0", one)) for one in folders]


def _seen(here: Installation, arrival: Arrival) -> Seen:
    begin = time.perf_counter()
    entry = upload(here, of_now(arrival))
    shown = quoted = 0.0
    while not quoted:
        passed = time.perf_counter() - begin
        if passed > LONGEST_S:
            raise SystemExit(f"{entry.id} was not rendered within {LONGEST_S:.0f} s.")
        with here.store.read() as tx:
            kept = tx.renderings.get(entry.id, entry.revision)
        if kept is not None and not shown:
            shown = passed
        if kept is not None and (kept.body["quotes"] or _judged_without(here, entry.id)):
            quoted = passed
        time.sleep(0.02)
    return Seen(shown, quoted)


def of_now(arrival: Arrival) -> Arrival:
    """The arrival as one of now, where the window is open."""
    now, window = clock.now(), read_example().rules.window
    return replace(arrival, at=now) if window.opens <= now <= window.closes else arrival


def _judged_without(here: Installation, entry: str) -> bool:
    """Whether its verdicts quote nothing."""
    with here.store.read() as tx:
        verdicts = tx.ledger.current(entry)
    return bool(verdicts) and not any(asked_of(json.loads(one.leaf), one.id) for one in verdicts)


def p95(values: Sequence[float]) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.95))]


def told(name: str, values: Iterable[float], unit: str, scale: float = 1.0) -> None:
    numbers = sorted(value * scale for value in values)
    median, most = statistics.median(numbers), numbers[-1]
    print(f"  {name:32} median {median:9.2f} {unit}  p95 {p95(numbers):9.2f} {unit}  max {most:9.2f} {unit}")


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--data", type=Path, default=DATA, help="a folder with logbooks/")
    folder = asked.parse_args().data / "logbooks"
    real = folder.is_dir()
    roots = find_roots(folder if real else EXAMPLE / "logbooks")
    found = [rendered(root) for root in roots]
    print(f"{len(found)} logbooks, {'real ones' if real else 'those of the example'}, rendered one by one")
    told("processor time", (one.seconds for one in found), "s ")
    told("files", (one.source for one in found), "kB", 1e-3)
    told("HTML of pages", (one.html for one in found), "kB", 1e-3)
    told("kept, compressed", (one.kept for one in found), "kB", 1e-3)
    told("material", (one.body for one in found), "kB", 1e-3)
    told("quotes marked", (one.quotes for one in found), "  ")
    slowest = max(found, key=lambda one: one.seconds)
    print(f"  the slowest: {slowest.name}, {slowest.seconds:.2f} s for {slowest.source / 1e3:,.0f} kB")
    waited = seen()
    print(f"{len(waited)} uploads to a challenge at work, at {written(clock.now())}")
    told("until it can be read", (one.shown for one in waited), "s ")
    told("until quotes are marked", (one.quoted for one in waited), "s ")
    quick = p95([one.seconds for one in found]) < GOAL_P95_S
    soon = max(one.quoted for one in waited) < GOAL_SEEN_S
    print(f"goals: p95 under {GOAL_P95_S:.0f} s {'met' if quick else 'MISSED'}", end="; ")
    print(f"quotes within {GOAL_SEEN_S:.0f} s {'met' if soon else 'MISSED'}")
    return 0 if quick and soon else 1


if __name__ == "__main__":
    raise SystemExit(main())
