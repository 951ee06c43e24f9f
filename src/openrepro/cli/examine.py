"""`openrepro examine`: measure the judge against gold labels, next to three controls."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import click

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import Claim
from openrepro.cli.attacking import WISHES, Attacking, failed, show_trials
from openrepro.cli.claims_file import ClaimsFile, read_claims, say_faults
from openrepro.cli.examine_page import groups, show
from openrepro.cli.judged import Judged, Opened
from openrepro.cli.model_options import ModelChoice, model_options, stopped
from openrepro.cli.output import Format, emit_json, format_option
from openrepro.cli.rules_option import rules_option
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.judging.attacks.trial import Trial
from openrepro.judging.author import author_label
from openrepro.judging.examination import (
    Item,
    by,
    confusion,
    controls,
    cost_per_claim,
    figures,
    flips,
    own,
    quote_validity,
    right,
)
from openrepro.judging.gold import GoldRow, claims_of, parse_gold
from openrepro.judging.judge import ClaimJudgement, Judgement, bench_of
from openrepro.judging.judgement import quoted
from openrepro.judging.label import Label
from openrepro.judging.look import cost_of
from openrepro.judging.readers.rules import read
from openrepro.judging.verdict import JudgeIdentity
from openrepro.logbooks.archive import load
from openrepro.logbooks.logbook import Logbook


@click.command()
@click.option("--gold", "gold", required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--logbooks", required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--specs", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Typed specs by item id.")
@model_options
@click.option(
    "--repeats",
    type=click.IntRange(0, 20),
    help="Fresh judgements per item besides the first.  [default: 1, with a model 0]",
)
@click.option("--printed-labels", is_flag=True, help="Measure against `label` instead of `contract_label`.")
@click.option(
    "--attack", "attack", is_flag=True, help="Try the attack suite on every logbook; 1 where words settled one."
)
@click.option(
    "--toward",
    type=click.Choice([label.value for label in WISHES]),
    default=Label.VERIFIED.value,
    show_default=True,
    help="The label that attacks wish for.",
)
@click.option("--items", "listed", is_flag=True, help="List every item with its gold label and ours.")
@rules_option
@format_option
def examine(
    gold: Path,
    logbooks: Path,
    specs: Path | None,
    choice: ModelChoice,
    repeats: int | None,
    printed_labels: bool,
    attack: bool,
    toward: str,
    listed: bool,
    rules: Rules,
    form: Format,
) -> None:
    """Measure the judge: confusion matrix, false verified, kappa, flips, coverage, next to three controls."""
    rows = parse_gold(gold.read_bytes(), contract=not printed_labels)
    if not rows:
        raise OpenReproError(f"{gold} holds no gold label.", hint="Give a JSONL file with one label per line.")
    known = {} if specs is None else _specs(specs)
    asked = Examination(rows, logbooks, known, rules)
    attacking = Attacking(asked.opened, Label(toward)) if attack else None
    if choice.by_model:
        _by_model(asked, choice, repeats or 0, form, listed, attacking)
    else:
        items = tuple(asked.items(by_rules, 1 if repeats is None else repeats))
        trials = attacking.trials(by_rules) if attacking else ()
        _tell(items, JudgeIdentity(rules.digest, "rules"), form, listed, trials, Label(toward))
        _end(trials)


JudgeAll = Callable[[Iterable[Opened], int], Iterable[Judged]]
"""Judges many logbooks in their order; the number says which fresh judgement of them it is."""


def by_rules(opened: Iterable[Opened], _fresh: int) -> Iterator[Judged]:
    """Every logbook judged by the embedded reader."""
    return (Judged(item.path, item.bench.by(read)) for item in opened)


@dataclass(frozen=True, slots=True)
class Examination:
    """Gold rows, the folder of their logbooks, the specs by item, and the rules to judge under."""

    rows: tuple[GoldRow, ...]
    folder: Path
    specs: Mapping[str, Claim]
    rules: Rules

    @property
    def logbooks(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.logbook for row in self.rows))

    def opened(self) -> Iterator[Opened]:
        """Every logbook of the gold rows with their claims, ready to be judged."""
        for name in self.logbooks:
            path = self.folder / name
            if not path.is_dir():
                raise OpenReproError(
                    f"The logbook {name} of the gold file is not in {self.folder}.", hint="Check --logbooks."
                )
            yield Opened(name, bench_of(load(path), claims_of(self._of(name), self.specs), self.rules))

    def items(self, judge_all: JudgeAll, repeats: int) -> Iterator[Item]:
        """Every item with what was said of it at first, and its labels in `repeats` fresh judgements."""
        again: dict[str, list[tuple[Label, ...]]] = {name: [] for name in self.logbooks}
        for fresh in range(1, repeats + 1):
            for item in judge_all(self.opened(), fresh):
                again[item.path].append(tuple(claim.ruling.label for claim in item.judgement.claims))
        for item in judge_all(self.opened(), 0):
            for index, row in enumerate(self._of(item.path)):
                labels = tuple(repeat[index] for repeat in again[item.path])
                claim = item.judgement.claims[index]
                yield _item(row, claim, item.judgement.logbook, labels, row.item in self.specs)

    def _of(self, name: str) -> tuple[GoldRow, ...]:
        return tuple(row for row in self.rows if row.logbook == name)


def _by_model(
    asked: Examination, choice: ModelChoice, repeats: int, form: Format, listed: bool, attacking: Attacking | None
) -> None:
    """Examine the judge with models in it, or say what that would take."""
    from openrepro.cli.model_judging import ModelJudge, Stopped, show_estimate

    with ModelJudge(choice, asked.rules) as models:
        if choice.estimate:
            opened = attacking.all_opened() if attacking else asked.opened()
            found = models.estimate((one.bench for one in opened), times=1 + repeats)
            show_estimate(found, form, priced=models.priced)
            return
        told: list[Judgement] = []

        def judge_all(opened: Iterable[Opened], fresh: int) -> Iterator[Judged]:
            for item in models.judged(opened, len(asked.logbooks), fresh=fresh):
                told.append(_light(item.judgement))
                yield item

        try:
            items = tuple(asked.items(judge_all, repeats))
            trials = attacking.trials(judge_all) if attacking else ()
        except (Stopped, KeyboardInterrupt):
            raise click.exceptions.Exit(stopped(len(told), choice)) from None
        _tell(items, models.identity, form, listed, trials, attacking.wish if attacking else Label.VERIFIED)
        models.close_with(told)
    _end(trials)


def _light(judgement: Judgement) -> Judgement:
    """What models answered and cost, without the logbook, of which an attack makes many."""
    logbook = replace(judgement.logbook, pages=(), manifest=(), files={})
    claims = tuple(replace(claim, parts=()) for claim in judgement.claims)
    return replace(judgement, logbook=logbook, claims=claims, runs=(), declared=())


def _tell(
    items: tuple[Item, ...],
    judge: JudgeIdentity,
    form: Format,
    listed: bool,
    trials: tuple[Trial, ...],
    wish: Label,
) -> None:
    if form is Format.JSON:
        attacks: Json = [trial.attacked.as_json() for trial in trials]
        emit_json(document(items, judge, listed) | ({"attacks": attacks} if trials else {}))
        return
    show(items, judge, form, listed)
    if trials:
        show_trials(trials, wish, form)


def _end(trials: tuple[Trial, ...]) -> None:
    if failed(trials):
        raise click.exceptions.Exit(1)


def _specs(path: Path) -> Mapping[str, Claim]:
    file = read_claims(path)
    say_faults(file)
    return specs_by_item(file)


def specs_by_item(file: ClaimsFile) -> Mapping[str, Claim]:
    """The claims of a specs file by their id; the first of an id counts."""
    return {claim.id: claim for found in reversed(file.sets) for claim in found.claims}


def _item(row: GoldRow, judged: ClaimJudgement, logbook: Logbook, again: tuple[Label, ...], specified: bool) -> Item:
    quotes = [address for part in judged.parts for address in quoted(part)]
    return Item(
        id=row.item,
        logbook=row.logbook,
        kind=judged.claim.kind.value,
        specified=specified,
        gold=row.label,
        label=judged.ruling.label,
        review=bool(judged.ruling.review),
        author=author_label(logbook, judged),
        row=judged.ruling.row,
        quotes=len(quotes),
        valid_quotes=sum(logbook.read(address) is not None for address in quotes),
        again=again,
        cost_usd=cost_of(judged.looks),
    )


def document(items: tuple[Item, ...], judge: JudgeIdentity, listed: bool) -> dict[str, Json]:
    """The examination as one document (schema `openrepro.examination/1`)."""
    body: dict[str, Json] = {
        "schema": "openrepro.examination/1",
        "rules": judge.rules,
        "judge": _judge(judge),
        "groups": {name: _group(group) for name, group in groups(items).items()},
        "confusion": [
            {"gold": gold, "label": label, "items": count} for (gold, label), count in sorted(confusion(items).items())
        ],
        "by_kind": {kind: figures(group, own).as_json() for kind, group in by(items, lambda item: item.kind).items()},
        "flips": flips(items).as_json(),
        "quote_validity": quote_validity(items).as_json(),
        "cost_per_claim_usd": str(cost_per_claim(items)),
    }
    if listed:
        body["items"] = [_row(item) for item in items]
    return body


def _judge(judge: JudgeIdentity) -> dict[str, Json]:
    """Who read, under which rules; with a model also which, where, how, and by which prompts."""
    named: dict[str, Json] = {"reader": judge.reader, "rules": judge.rules}
    return named if judge.reader == "rules" else judge.as_json()


def _group(items: tuple[Item, ...]) -> Json:
    return {name: figures(items, judge).as_json() for name, judge in controls(items).items()}


def _row(item: Item) -> Json:
    return {
        "item": item.id,
        "kind": item.kind,
        "specified": item.specified,
        "gold": item.gold.value,
        "label": item.label.value,
        "row": item.row,
        "review": item.review,
        "right": right(item, item.label),
    }
