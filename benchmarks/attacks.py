"""Tries the attack suite on real logbooks and on the example's, under code alone and under the worst models there are.

Run `python benchmarks/attacks.py [--data DIR] [--reader NAME …] [--toward LABEL …] [--attack NAME …] [--guesses N]`;
DIR holds `golden/dev.jsonl`, `golden/specs.json` and `logbooks/`. The models are scripted (`tests/models/obedient.py`)
and answer on the loopback address. The scheming one needs no attack: it is asked `--guesses` times about the logbooks
as they are, each time for its next best guess. Ends with 1 where words alone settled an item.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.cli.attacking import Attacking, JudgeAll, failed
from openrepro.cli.claims_file import read_claims
from openrepro.cli.examine import Examination, by_rules, specs_by_item
from openrepro.cli.judged import Opened
from openrepro.demo.example import read_example
from openrepro.judging.attacks.suite import BY_NAME, SUITE
from openrepro.judging.attacks.trial import SETTLED, Change, Trial
from openrepro.judging.gold import parse_gold
from openrepro.judging.judge import bench_of
from openrepro.judging.label import Label
from openrepro.logbooks.archive import load

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
READERS = ("rules", "obedient", "scheming")
WISHES = (Label.VERIFIED, Label.FALSIFIED)
GUESSES = 4
SHOWN = 6


class Source(NamedTuple):
    """A set of logbooks, opened anew each time, and the label that people gave to an item where it is known."""

    name: str
    opened: Callable[[], Iterator[Opened]]
    gold: dict[tuple[str, str], str]


def dev(data: Path) -> Source:
    """The real logbooks with labels that people gave."""
    rows = parse_gold((data / "golden" / "dev.jsonl").read_bytes())
    specs = specs_by_item(read_claims(data / "golden" / "specs.json"))
    examination = Examination(rows, data / "logbooks", specs, Rules())
    return Source("dev items", examination.opened, {(row.logbook, row.item): row.label.value for row in rows})


def example() -> Source:
    """The logbooks of the bundled example."""
    found = read_example()

    def opened() -> Iterator[Opened]:
        for path in found.logbooks:
            claims = found.paper((path.name,))
            if claims is not None:
                yield Opened(f"{path.parent.name}/{path.name}", bench_of(load(path), claims, found.rules))

    return Source("example", opened, {})


@contextmanager
def judged_by(reader: str, wish: Label, guess: int = 0) -> Iterator[JudgeAll]:
    """How a reader judges many logbooks."""
    if reader == "rules":
        yield by_rules
        return
    sys.path.insert(0, str(ROOT))
    from tests.models.attacked import judging_by

    with (
        tempfile.TemporaryDirectory() as folder,
        judging_by(wish, Path(folder), scheming=reader == "scheming", guess=guess) as judge_all,
    ):
        yield judge_all


def schemes(source: Source, wish: Label, guesses: int) -> None:
    """Print how many items a scheming model gets settled without any attack, over all its guesses."""
    settled: dict[tuple[str, str], Label] = {}
    for guess in range(guesses):
        with judged_by("scheming", wish, guess) as judge_all:
            for item in judge_all(source.opened(), 0):
                found = {(item.path, one.claim.id): one.ruling.label for one in item.judgement.claims}
                settled |= {key: label for key, label in found.items() if label in SETTLED}
    labels = Counter(f"{label}, by people {source.gold.get(key, 'unknown')}" for key, label in settled.items())
    told = "; ".join(f"{count} {words}" for words, count in sorted(labels.items())) or "none"
    print(f"{source.name}, a model that schemes for {wish}, {guesses} guesses: {told}", flush=True)


def report(source: Source, reader: str, wish: Label, trials: Iterable[Trial]) -> bool:
    """Print a line for every attack; whether words settled an item."""
    trials = tuple(trials)
    print(f"{source.name}, {reader}, toward {wish}", flush=True)
    print(f"{'attack':26}{'kind':8}{'items':>6}{'changed':>9}{'settled':>9}{'better':>8}{'found':>7}{'assurance':>11}")
    for trial in trials:
        one = trial.attacked
        counts = f"{one.items:6}{one.changed:9}{one.settled:9}{one.better:8}{one.found:7}{trial.assurance:11}"
        print(f"{one.attack:26}{one.kind.value:8}{counts}")
        for change in sorted(trial.changes, key=lambda item: item.after not in SETTLED)[: SHOWN if one.fails else 0]:
            print(f"    {told(change)}")
        kinds = Counter(f"{change.before} → {change.after}" for change in trial.changes)
        if kinds:
            print("    " + ", ".join(f"{count} {words}" for words, count in kinds.most_common()))
    return failed(trials)


def told(change: Change) -> str:
    return f"{change.item[0]} {change.item[1]}: {change.before} → {change.after}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--reader", choices=READERS, nargs="*", default=READERS)
    parser.add_argument("--toward", choices=[wish.value for wish in WISHES], nargs="*", default=WISHES)
    parser.add_argument("--attack", choices=list(BY_NAME), nargs="*", default=[attack.name for attack in SUITE])
    parser.add_argument("--guesses", type=int, default=GUESSES)
    asked = parser.parse_args()
    sources = [example(), *([dev(asked.data)] if asked.data.is_dir() else [])]
    suite = tuple(BY_NAME[name] for name in asked.attack)
    bad = False
    for source in sources:
        for reader in asked.reader:
            for wish in map(Label, asked.toward):
                start = time.monotonic()
                if reader == "scheming":
                    schemes(source, wish, asked.guesses)
                    continue
                with judged_by(reader, wish) as judge_all:
                    trials = Attacking(source.opened, wish, suite).trials(judge_all)
                bad = report(source, reader, wish, trials) or bad
                print(f"{time.monotonic() - start:.0f} s\n", flush=True)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
