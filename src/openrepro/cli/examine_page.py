"""What `openrepro examine` prints for people: the judge's figures beside the controls, the confusion, the groups."""

from collections.abc import Callable
from typing import Final

from openrepro.cli.output import Column, Format, Table, emit, emit_table, say
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
from openrepro.judging.label import Label
from openrepro.judging.verdict import JudgeIdentity

COLUMNS: Final = (*LABELS, Label.NOT_JUDGED, Label.NOT_TESTABLE)


def groups(items: tuple[Item, ...]) -> dict[str, tuple[Item, ...]]:
    """All items, those with a spec, and the specified ones that this judge decided."""
    specified = tuple(item for item in items if item.specified)
    return {
        "all": items,
        "with a spec": specified,
        "with a spec, decided": tuple(item for item in specified if decided(item.label)),
    }


def show(items: tuple[Item, ...], judge: JudgeIdentity, form: Format, listed: bool) -> None:
    emit(f"{len(items)} gold items of {len({item.logbook for item in items})} logbooks")
    emit(f"read by {judge.reader}{f': {judge.model} at {judge.provider}' if judge.model else ''}")
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


def _group_table(items: tuple[Item, ...], key: Callable[[Item], str]) -> Table:
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
