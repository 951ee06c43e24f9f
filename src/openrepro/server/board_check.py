"""Proving that the board shown is what the leaves give; building it anew; trying other rules on it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from openrepro.board.acts import circumstances
from openrepro.board.fold import fold
from openrepro.board.preview import Preview, compare
from openrepro.board.shown import shown
from openrepro.board.votes import votes_of
from openrepro.challenge.rules import PROFILES, Rules
from openrepro.challenge.versions import RuleHistory
from openrepro.clock import written
from openrepro.errors import OpenReproError
from openrepro.record.ledger import Peaks
from openrepro.server.boards import MAIN, Refreshed, derive, kept_views, refresh, rules_by_digest, rules_of
from openrepro.store.boards import TABLES, Key, Row, ShownView, key_of, stored_rows
from openrepro.store.ledger_check import Difference, differences, mend
from openrepro.store.projection_check import projection_differences
from openrepro.store.store import Store, Transaction
from openrepro.store.tables import acts, verdicts

MOST_KEPT: Final = 100
VIEW: Final = "board_views"
FOLDED: Final = (verdicts.name, acts.name)
DAMAGED: Final = "The boards were not compared, since the leaves or their tree are damaged."
UNFOUNDED: Final = "The boards were not compared, since rows that they are folded from are not what the leaves say."


class Checked(NamedTuple):
    """The outcome of a check: the ledger's size and root, the views that were compared, and the first differences of
    all. `untold` counts those beyond; `notes` are sentences about what could not be compared, and without which nothing
    is proven."""

    leaves: int
    root: str
    views: tuple[str, ...]
    differences: tuple[Difference, ...]
    untold: int
    notes: tuple[str, ...]

    @property
    def proven(self) -> bool:
        """Whether everything was compared and nothing differs."""
        return not (self.differences or self.notes)


class Rebuilt(NamedTuple):
    """The outcome of building anew: rows beside the leaves that were mended, and the views with the rows changed."""

    leaves: int
    root: str
    mended: int
    views: tuple[Refreshed, ...]


def check(store: Store, *, shown_yet: bool = True) -> Checked:
    """Recompute hashes, tree, rows and boards from the bodies of the leaves, and compare; then rules, claims, archived
    revisions and the state of entries with what they follow from. Nothing is written.

    Without `shown_yet` the main view may still have to be computed for the first time.
    """
    with store.read() as tx:
        found = _Found()
        found.take(differences(tx.connection))
        found.take(projection_differences(tx.connection))
        if found.harmed:
            return found.checked(Peaks() if found.harmed == DAMAGED else tx.ledger.peaks(), (), [found.harmed])
        try:
            history = tx.rules.history()
        except OpenReproError as error:
            return found.checked(tx.ledger.peaks(), (), [f"The boards were not compared. {error.text}"])
        if shown_yet:
            found.take(_unshown(tx))
        compared, notes = _views(tx, history, found)
        return found.checked(tx.ledger.peaks(), compared, notes)


class _Views(NamedTuple):
    """The views that were compared, and why others were not."""

    compared: list[str]
    notes: list[str]


def _views(tx: Transaction, history: RuleHistory, found: "_Found") -> _Views:
    done = _Views([], [])
    for item in tx.boards.views():
        note = _not_comparable(tx, item)
        if note:
            done.notes.append(note)
            continue
        done.compared.append(item.view)
        found.take(_of_view(tx, history, item))
    return done


def _unshown(tx: Transaction) -> Iterator[Difference]:
    """Views that should be there: the main one as soon as there are leaves, and every one that has rows."""
    size, rows = tx.ledger.size(), tx.boards.views_with_rows()
    wanted = {*rows, *((MAIN,) if size else ())}
    for view in sorted(wanted - {held.view for held in tx.boards.views()}):
        known = view == MAIN or view in PROFILES
        says = f"Missing, though the ledger has {size} leaves." if view == MAIN else "Missing, though it has rows."
        yield Difference(VIEW, f"view {view[:80]}", says, {"view": view}, rebuilt=known)


class _Found:
    """The first differences, the number of all, and why boards cannot be compared because of them, if so."""

    def __init__(self) -> None:
        self.first: list[Difference] = []
        self.count = 0
        self.harmed = ""

    def take(self, differences: Iterable[Difference]) -> None:
        for item in differences:
            self.count += 1
            if item.damaging:
                self.harmed = DAMAGED
            elif item.table in FOLDED:
                self.harmed = self.harmed or UNFOUNDED
            if len(self.first) < MOST_KEPT:
                self.first.append(item)

    def checked(self, peaks: Peaks, views: Sequence[str], notes: Sequence[str]) -> Checked:
        untold = self.count - len(self.first)
        return Checked(peaks.size, peaks.root.hex(), tuple(views), tuple(self.first), untold, tuple(notes))


def rebuild(store: Store, now: datetime) -> Rebuilt:
    """Write anew whatever follows from the leaves and differs from them, and compute every view afresh.

    Raises OpenReproError, and changes nothing, when the leaves or the row that states their tree are damaged, since
    nothing else tells what they were.
    """
    with store.read() as tx:
        damaged = any(True for _ in differences(tx.connection))
    mended = _mended(store) if damaged else 0
    with store.read() as tx:
        history, peaks = tx.rules.history(), tx.ledger.peaks()
        lost = [view for view in tx.boards.views_with_rows() if view in PROFILES]
        views = tuple(dict.fromkeys((*kept_views(tx), *lost)))
    made = tuple(refresh(store, view, rules_of(history, view, now), written(now), anew=True) for view in views)
    return Rebuilt(peaks.size, peaks.root.hex(), mended, made)


def preview(tx: Transaction, before: Rules, after: Rules) -> Preview:
    """What the board would be under other rules. Labels stay those on record; only how they fold changes."""
    size = tx.ledger.size()
    around = circumstances(tx.ledger.all_acts(size))
    votes, index = votes_of(tx.ledger.ballots(size), around), tx.boards.index()
    old, new = (fold(votes, rules, around=around, index=index) for rules in (before, after))
    return compare(old, new)


def _mended(store: Store) -> int:
    count = 0
    with store.write() as tx:
        for item in differences(tx.connection):
            if not item.mendable:
                raise OpenReproError(
                    f"The ledger itself is damaged, and nothing was changed. {item.sentence}",
                    hint="Bring back a copy of the database from before the damage, and compare roots with it.",
                )
            mend(tx.connection, item)
            count += 1
    return count


def _not_comparable(tx: Transaction, held: ShownView) -> str:
    """Why a view cannot be compared now; empty when it can."""
    if held.index_digest != tx.boards.index_digest(anew=True):
        return (
            f"The view {held.view} was not compared: papers or claims have changed since {held.computed_at}. "
            "Bring it up to date (a server does so by itself, `openrepro board rebuild` at once); then check again."
        )
    return ""


def _of_view(tx: Transaction, history: RuleHistory, held: ShownView) -> Iterator[Difference]:
    place, key = f"view {held.view}", {"view": held.view}
    rules = rules_by_digest(history, held.rules)
    if rules is None:
        yield Difference(VIEW, place, f"It names rules that no version has: {held.rules[:80]}.", key)
        return
    if not 0 <= held.ledger_size <= tx.ledger.size():
        says = f"It shows {held.ledger_size} leaves, but the ledger has {tx.ledger.size()}."
        yield Difference(VIEW, place, says, key)
        return
    root = tx.ledger.root(held.ledger_size)
    if root != held.ledger_root:
        says = f"It states the root {held.ledger_root[:80]}, but {held.ledger_size} leaves have {root}."
        yield Difference(VIEW, place, says, key)
    made = shown(derive(tx, rules, held.ledger_size))
    if made.digest != held.digest:
        says = f"It states the digest {held.digest[:80]}, but the leaves give {made.digest}."
        yield Difference(VIEW, place, says, key)
    if tx.boards.figures_text(held.view) != made.figures:
        yield Difference(VIEW, place, "Its figures are not those that the leaves give.", key)
    if tx.boards.charts_text(held.view) != made.charts:
        yield Difference(VIEW, place, "Its charts are not those that the leaves give.", key)
    rows = stored_rows(held.view, made)
    for table in TABLES:
        stored = {key_of(table, row): row for row in tx.boards.stored(table, held.view)}
        expected = {key_of(table, row): row for row in rows[table.name]}
        yield from _rows(table.name, stored, expected)


def _rows(table: str, stored: Mapping[Key, Row], expected: Mapping[Key, Row]) -> Iterator[Difference]:
    for key, row in expected.items():
        if stored.get(key) != row:
            yield Difference(table, _place(key), _wrong(stored.get(key), row), {"key": key})
    for key in stored.keys() - expected.keys():
        yield Difference(table, _place(key), "The leaves give no such row.", {"key": key})


def _wrong(stored: Row | None, expected: Row) -> str:
    if stored is None:
        return "Missing."
    column = next(name for name, value in expected.items() if stored[name] != value)
    one, two = str(stored[column]), str(expected[column])
    at = next((at for at, pair in enumerate(zip(one, two, strict=False)) if len({*pair}) > 1), min(len(one), len(two)))
    start = max(0, at - 20)
    return f"{column} is …{one[start : at + 40]!r}, but the leaves give …{two[start : at + 40]!r}."


def _place(key: Key) -> str:
    view, *rest = map(str, key)
    return f"view {view}, {' '.join(rest)[:80]}"
