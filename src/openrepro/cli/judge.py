"""`openrepro judge`: rule every claim of the logbooks at PATH, with reasons, quotes and findings."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.cli.claims_file import ClaimsFile, claims_option, say_faults
from openrepro.cli.judge_page import close, shown
from openrepro.cli.judged import Judged, Opened
from openrepro.cli.model_options import REPEATS, ModelChoice, model_options, stopped
from openrepro.cli.output import Format, emit_json, format_option, say
from openrepro.cli.rules_option import rules_option
from openrepro.clock import now
from openrepro.errors import OpenReproError
from openrepro.ids import digest
from openrepro.judging.judge import Judgement, bench_of
from openrepro.judging.judgement import Unreadable, document
from openrepro.judging.readers.rules import read
from openrepro.judging.recording import Occasion, verdicts_of
from openrepro.judging.verdict import JudgeIdentity
from openrepro.logbooks.archive import find_roots, load_all
from openrepro.logbooks.logbook import Layout

UNREADABLE = 1


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@claims_option
@rules_option
@model_options
@click.option(
    "--repeats",
    type=click.IntRange(0, 20),
    help=f"Fresh readings by the model where a value lies near a threshold; {REPEATS} when left out.",
)
@click.option(
    "--records",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Also write one verdict record per claim to this file, as JSON lines for `board show`.",
)
@format_option
@click.pass_context
def judge(
    ctx: click.Context,
    paths: tuple[Path, ...],
    claims: ClaimsFile | None,
    rules: Rules,
    choice: ModelChoice,
    repeats: int | None,
    records: Path | None,
    form: Format,
) -> None:
    """Rule every claim of the logbooks at PATH, a logbook or a folder of many.

    Without --claims the claims are taken from each logbook's own claim pages: text and guessed kind, no spec.
    With --reader model a model reads what code leaves open, and another look opposes what would be verified or
    falsified; code still rules, and every raw answer is kept in --responses, so that a run that was ended goes on.
    Exit status: 0 when everything was read, 1 when some input (or claim of FILE) could not be or the budget ended, 2
    on wrong usage, 130 when interrupted.
    """
    if claims is not None:
        say_faults(claims)
    task = _Task(paths, claims, rules, records, form)
    if repeats is not None and not choice.by_model:
        raise OpenReproError("--repeats is about a model, and the reader is `rules`.", hint="Add --reader model.")
    if not choice.by_model:
        sound = task.finish(_judged(task, lambda opened: map(_by_rules, opened)), JudgeIdentity(rules.digest, "rules"))
    else:
        sound = _by_model(task, replace(choice, near_repeats=REPEATS if repeats is None else repeats))
    if not sound:
        ctx.exit(UNREADABLE)


@dataclass(frozen=True, slots=True)
class _Task:
    """What is judged, under which rules, and how it is shown; `unreadable` is filled on the way."""

    paths: tuple[Path, ...]
    claims: ClaimsFile | None
    rules: Rules
    records: Path | None
    form: Format
    unreadable: list[Unreadable] = field(default_factory=list)

    def finish(self, judged: Iterator[Judged], judge: JudgeIdentity) -> bool:
        """Show and record what is judged; whether all of it could be read."""
        faults = () if self.claims is None else self.claims.faults
        pages = judged if self.form is Format.JSON else shown(judged, self.form)
        done = [(item.path, item.judgement) for item in pages]
        if self.form is Format.JSON:
            made = document(done, self.unreadable, rules=self.rules.digest, judge=judge.as_json(), claims_faults=faults)
            emit_json(made)
        else:
            close(self.paths, [judgement for _, judgement in done], self.unreadable, self.form)
        if self.records is not None:
            _write_records(self.records, done, judge)
        return not (self.unreadable or faults)


def _by_model(task: _Task, choice: ModelChoice) -> bool:
    """Judge with models, or say what that would take; whether all could be read and the budget held."""
    from openrepro.cli.model_judging import ModelJudge, Stopped, show_estimate

    with ModelJudge(choice, task.rules) as models:
        if choice.estimate:
            found = models.estimate(item.bench for item in _opened(task))
            show_estimate(found, task.form, priced=models.priced)
            return not task.unreadable
        told: list[Judgement] = []
        total = sum(len(find_roots(path)) for path in task.paths)

        def judged(opened: Iterator[Opened]) -> Iterator[Judged]:
            for item in models.judged(opened, total):
                told.append(item.judgement)
                yield item

        try:
            sound = task.finish(_judged(task, judged), models.identity)
        except (Stopped, KeyboardInterrupt):
            raise click.exceptions.Exit(stopped(len(told), choice)) from None
        return models.close_with(told) and sound


def _write_records(path: Path, done: list[tuple[str, Judgement]], judge: JudgeIdentity) -> None:
    """Write the records of all judgements; an entry is named by its path's digest, and each is a team of its own."""
    time = now().isoformat()
    with path.open("wb") as file:
        for name, judgement in done:
            entry = digest(name)[:16]
            for verdict in verdicts_of(judgement, Occasion(entry, "", judge, time)):
                file.write(verdict.leaf + b"\n")


def _judged(task: _Task, judge_all: Callable[[Iterator[Opened]], Iterable[Judged]]) -> Iterator[Judged]:
    return iter(judge_all(_opened(task)))


def _by_rules(opened: Opened) -> Judged:
    return Judged(opened.path, opened.bench.by(read))


def _opened(task: _Task) -> Iterator[Opened]:
    """Every logbook at the paths, ready to be judged."""
    for loaded in load_all(task.paths):
        logbook = loaded.logbook
        if logbook is None:
            task.unreadable.append(Unreadable(str(loaded.path), loaded.error))
            continue
        if logbook.layout is Layout.EMPTY:
            text = "There is no logbook here: no page and no result file."
            task.unreadable.append(Unreadable(str(loaded.path), text))
        chosen = _chosen(task.claims, logbook.paper.ids, loaded.path)
        yield Opened(str(loaded.path), bench_of(logbook, chosen, task.rules))


def _chosen(claims: ClaimsFile | None, papers: tuple[str, ...], path: Path) -> ClaimSet | None:
    """The claim set to judge against; when the file that was given has none for this paper, that is said."""
    found = None if claims is None else claims.of(papers)
    if claims is not None and found is None:
        paper = papers[0] if papers else "the paper, which the logbook does not name"
        say(f"{path}: {claims.path} has no claims of {paper}; the logbook's own claim pages are judged instead.")
    return found
