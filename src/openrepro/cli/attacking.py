"""`openrepro examine --attack`: the attack suite over the gold items, under any reader."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from openrepro.cli.judged import Judged, Opened
from openrepro.cli.output import Column, Format, Table, emit, emit_table, say
from openrepro.entries.likeness_sides import Other, alike
from openrepro.judging.attacks.attack import Aim, Attack, AttackKind
from openrepro.judging.attacks.suite import SUITE
from openrepro.judging.attacks.trial import Item, Standing, Trial, standings, tried
from openrepro.judging.judge import bench_of
from openrepro.judging.label import Label
from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.trackio import parse

WISHES: Final = (Label.VERIFIED, Label.FALSIFIED)
JudgeAll = Callable[[Iterable[Opened], int], Iterable[Judged]]
"""As `examine.JudgeAll`."""


@dataclass(frozen=True)
class Attacking:
    """The suite on logbooks that are opened anew for each attack, wishing for one label."""

    opened: Callable[[], Iterator[Opened]]
    wish: Label
    suite: tuple[Attack, ...] = SUITE
    _alike: dict[str, bool] = field(default_factory=dict)

    def trials(self, judge_all: JudgeAll) -> tuple[Trial, ...]:
        """What each attack came to, against the same judge without it."""
        before = self._standings(self.opened(), judge_all)
        return tuple(self._trial(attack, before, judge_all) for attack in self.suite)

    def all_opened(self) -> Iterator[Opened]:
        """Every logbook as it is, and under each attack."""
        yield from self.opened()
        for attack in self.suite:
            yield from self._attacked(attack)

    def _trial(self, attack: Attack, before: dict[Item, Standing], judge_all: JudgeAll) -> Trial:
        after = self._standings(self._attacked(attack), judge_all)
        return tried(attack, self.wish, before, after, [name for name, found in self._alike.items() if found])

    def _attacked(self, attack: Attack) -> Iterator[Opened]:
        """The logbooks that have a place for the attack, changed by it."""
        self._alike.clear()
        for one in self.opened():
            bench = one.bench
            files = attack.apply(bench.logbook.files, Aim(bench.claims.claims, self.wish))
            if files is bench.logbook.files:
                continue
            changed = parse(files, name=bench.logbook.name)
            if attack.kind is AttackKind.COPY:
                self._alike[one.path] = _is_alike(changed, bench.logbook)
            yield Opened(one.path, bench_of(changed, bench.claims, bench.rules))

    def _standings(self, opened: Iterator[Opened], judge_all: JudgeAll) -> dict[Item, Standing]:
        found: dict[Item, Standing] = {}
        for item in judge_all(opened, 0):
            found.update(standings(item.judgement, item.path))
        return found


def _is_alike(copy: Logbook, original: Logbook) -> bool:
    """Whether intake would show the copy as like the original."""
    return bool(alike(copy.files, [Other("original", original.revision, original.files)]))


def show_trials(trials: Sequence[Trial], wish: Label, form: Format) -> None:
    """Print what attacks came to, and what must not have happened and did."""
    emit()
    emit(f"attacks that wish for {wish}", colour="bright_blue")
    rows = [
        (one.attack, one.kind.value, one.items, one.changed, one.settled, one.better, one.found, trial.assurance)
        for trial in trials
        for one in (trial.attacked,)
    ]
    counts = ("items", "changed", "settled", "better", "found", "assurance")
    columns = [Column("attack"), Column("kind"), *(Column(name, right=True) for name in counts)]
    emit_table(Table.of(columns, rows), form)
    say("Settled: turned verified or falsified. Better: nearer to the wish. Found: more is reported than before.")
    for trial in trials:
        if trial.attacked.fails:
            named = "; ".join(f"{change.item[1]} ({change.before} → {change.after})" for change in trial.changes[:5])
            say(f"{trial.attacked.attack} changed by words alone what must not change: {named}")


def failed(trials: Iterable[Trial]) -> bool:
    return any(trial.attacked.fails for trial in trials)
