"""`openrepro examine`: measure the judge against gold labels, next to three controls."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import Claim
from openrepro.cli.claims_file import ClaimsFile, read_claims, say_faults
from openrepro.cli.output import Column, Format, Table, emit, emit_json, emit_table, format_option, say
from openrepro.cli.rules_option import rules_option
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.judging.author import author_label
from openrepro.judging.examination import (
    LABELS,
    Gold,
    Item,
    Share,
    by,
    confusion,
    controls,
    cost_per_claim,
    decided,
    figures,
    flips,
    own,
    quote_validity,
    right,
)
from openrepro.judging.gold import GoldRow, claims_of, parse_gold
from openrepro.judging.judge import ClaimJudgement, judge
from openrepro.judging.judgement import quoted
from openrepro.judging.label import Label
from openrepro.logbooks.archive import load
from openrepro.logbooks.logbook import Logbook

COLUMNS = (*LABELS, Label.NOT_JUDGED, Label.NOT_TESTABLE)


@click.command()
@click.option("--gold", "gold", required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--logbooks", required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--specs", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Typed specs by item id.")
@click.option("--reader", type=click.Choice(["rules"]), default="rules", show_default=True, help="Who fills the form.")
@click.option("--repeats", type=click.IntRange(0, 20), default=1, show_default=True, help="Fresh judgements per item.")
@click.option("--printed-labels", is_flag=True, help="Measure against `label` instead of `contract_label`.")
@click.option("--items", "listed", is_flag=True, help="List every item with its gold label and ours.")
@rules_option
@format_option
def examine(
    gold: Path,
    logbooks: Path,
    specs: Path | None,
    reader: str,
    repeats: int,
    printed_labels: bool,
    listed: bool,
    rules: Rules,
    form: Format,
) -> None:
    """Measure the judge: confusion matrix, false verified, kappa, flips, coverage, next to three controls."""
    rows = parse_gold(gold.read_bytes(), contract=not printed_labels)
    if not rows:
        raise OpenReproError(f"{gold} holds no gold label.", hint="Give a JSONL file with one label per line.")
    known = {} if specs is None else _specs(specs)
    items = tuple(examined(rows, logbooks, known, rules, repeats))
    if form is Format.JSON:
        emit_json(document(items, rules, reader, listed))
    else:
        _show(items, form, listed)


def _specs(path: Path) -> Mapping[str, Claim]:
    file = read_claims(path)
    say_faults(file)
    return specs_by_item(file)


def specs_by_item(file: ClaimsFile) -> Mapping[str, Claim]:
    """The claims of a specs file by their id; the first of an id counts."""
    return {claim.id: claim for found in reversed(file.sets) for claim in found.claims}


def examined(
    rows: tuple[GoldRow, ...], folder: Path, specs: Mapping[str, Claim], rules: Rules, repeats: int
) -> Iterator[Item]:
    for name in dict.fromkeys(row.logbook for row in rows):
        path = folder / name
        if not path.is_dir():
            raise OpenReproError(f"The logbook {name} of the gold file is not in {folder}.", hint="Check --logbooks.")
        wanted = tuple(row for row in rows if row.logbook == name)
        logbook = load(path)
        claims = claims_of(wanted, specs)
        first = judge(logbook, claims, rules).claims
        again = [judge(logbook, claims, rules).claims for _ in range(repeats)]
        for index, row in enumerate(wanted):
            repeated = tuple(judged[index].ruling.label for judged in again)
            yield _item(row, first[index], logbook, repeated, row.item in specs)


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
    )


def document(items: tuple[Item, ...], rules: Rules, reader: str, listed: bool) -> dict[str, Json]:
    """The examination as one document (schema `openrepro.examination/1`)."""
    body: dict[str, Json] = {
        "schema": "openrepro.examination/1",
        "rules": rules.digest,
        "judge": {"reader": reader, "rules": rules.digest},
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


def groups(items: tuple[Item, ...]) -> dict[str, tuple[Item, ...]]:
    """All items, those with a spec, and the specified ones that this judge decided."""
    specified = tuple(item for item in items if item.specified)
    return {
        "all": items,
        "with a spec": specified,
        "with a spec, decided": tuple(item for item in specified if decided(item.label)),
    }


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


def _show(items: tuple[Item, ...], form: Format, listed: bool) -> None:
    emit(f"{len(items)} gold items of {len({item.logbook for item in items})} logbooks")
    for name, group in groups(items).items():
        emit()
        emit(f"{name}: {len(group)} items", colour="bright_blue")
        emit_table(_figures_table(group), form)
    emit()
    emit("gold label against the judge's (all items)", colour="bright_blue")
    emit_table(_confusion_table(items), form)
    for title, key in (("per kind", lambda item: item.kind), ("per row of the table", lambda item: item.row)):
        emit()
        emit(title, colour="bright_blue")
        emit_table(_group_table(items, key), form)
    emit()
    emit(f"flips on identical input: {_share(flips(items))}")
    emit(f"quotes found byte for byte: {_share(quote_validity(items))}")
    emit(f"cost per claim: USD {cost_per_claim(items)}")
    if listed:
        _list(items, form)
    say("Intervals are Wilson 95 % over items; items of one owner are not independent, so they are too narrow.")


def _list(items: tuple[Item, ...], form: Format) -> None:
    emit()
    rows = [
        (item.id, item.kind, item.gold.value, item.label.value, item.row, "" if right(item, item.label) else "differs")
        for item in items
    ]
    emit_table(Table.of(("item", "kind", "gold", "judge", "row", ""), rows), form)


def _figures_table(items: tuple[Item, ...]) -> Table:
    rows = []
    for name, judge_of in controls(items).items():
        found = figures(items, judge_of)
        kappa = "–" if found.kappa is None else f"{found.kappa:.2f}"
        shares = (found.decided, found.right, found.false_verified, found.wrong_verified, found.falsified_recall)
        rows.append((name, *(_share(share) for share in shares), kappa))
    titles = ("", "decided", "right of decided", "false verified", "verified that is wrong", "falsified found", "kappa")
    return Table.of(titles, rows)


def _confusion_table(items: tuple[Item, ...]) -> Table:
    counts = confusion(items)
    columns = [Column("gold"), *(Column(label.value, right=True) for label in COLUMNS)]
    rows = [(gold.value, *(counts.get((gold.value, label.value), 0) for label in COLUMNS)) for gold in Gold]
    return Table.of(columns, rows)


def _group_table(items: tuple[Item, ...], key: object) -> Table:
    assert callable(key)
    rows = []
    for name, group in by(items, key).items():
        found = figures(group, own)
        rows.append((name or "(compound)", len(group), _share(found.decided), _share(found.right)))
    return Table.of(("", Column("items", right=True), "decided", "right of decided"), rows)


def _share(share: Share) -> str:
    if share.value is None or share.interval is None:
        return f"{share.part}/{share.whole}"
    low, high = share.interval
    return f"{share.part}/{share.whole} = {share.value:.0%} ({low:.0%}–{high:.0%})"
