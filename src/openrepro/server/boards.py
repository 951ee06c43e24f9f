"""The board that is shown: derived from the records and kept in rows, one set of rows for each view."""

from datetime import datetime
from typing import Final, NamedTuple

from openrepro import clock
from openrepro.board.acts import circumstances
from openrepro.board.fold import Fold, fold
from openrepro.board.shown import shown
from openrepro.board.votes import votes_of
from openrepro.challenge.rules import PROFILES, Rules
from openrepro.challenge.versions import RuleHistory
from openrepro.errors import OpenReproError
from openrepro.record.ledger import Peaks
from openrepro.server.looks import contested, open_again
from openrepro.server.spending import carry_spending
from openrepro.store.boards import ShownView
from openrepro.store.store import Store, Transaction

MAIN: Final = "main"


class Refreshed(NamedTuple):
    """A view that is up to date, and how many of its rows changed."""

    view: ShownView
    changed: int

    @property
    def sentence(self) -> str:
        rows = "1 row" if self.changed == 1 else f"{self.changed:,} rows"
        return f"The view {self.view.view} shows {self.view.ledger_size:,} leaves; {rows} changed."


class Freshness(NamedTuple):
    """What a view shows (None: nothing yet) beside the ledger as it is."""

    shown: ShownView | None
    ledger_size: int

    @property
    def stale(self) -> bool:
        """Whether the ledger has grown since; changed rules or papers are seen by `due` only."""
        return self.shown is None or self.shown.ledger_size != self.ledger_size


def freshness(tx: Transaction, view: str = MAIN) -> Freshness:
    """How far a view lags behind the ledger; two small reads."""
    return Freshness(tx.boards.view(view), tx.ledger.size())


def rules_of(history: RuleHistory, view: str, now: datetime) -> Rules:
    """The rules of a view: those of the challenge at `now` for `main`, else those of the profile it is named after."""
    if view in PROFILES:
        return PROFILES[view]
    if view != MAIN:
        raise OpenReproError(
            f"There is no view named {view[:60]!r} of the board.",
            hint=f"Views are {MAIN} and the profiles {', '.join(PROFILES)}.",
        )
    version = history.at(now) or next(iter(history.versions), None)
    if version is None:
        raise OpenReproError("The challenge has no rules yet.", hint="Open it once with `openrepro serve`.")
    return version.rules


def rules_by_digest(history: RuleHistory, digest: str) -> Rules | None:
    """The rules with that digest: a profile, or a version of the challenge's own; None when there are none."""
    known = (*PROFILES.values(), *(version.rules for version in history.versions))
    return next((rules for rules in known if rules.digest == digest), None)


def derive(tx: Transaction, rules: Rules, size: int | None = None) -> Fold:
    """The board that the first `size` leaves (None: all) give under `rules`, with the papers and claims of today."""
    size = tx.ledger.size() if size is None else size
    around = circumstances(tx.ledger.all_acts(size))
    return fold(votes_of(tx.ledger.ballots(size), around), rules, around=around, index=tx.boards.index())


def refresh(store: Store, view: str, rules: Rules, now: str, *, anew: bool = False) -> Refreshed:
    """Bring the rows of a view up to date. Readers go on meanwhile.

    Nothing is computed where ledger, rules and papers are the same as before, unless it shall be done `anew`.
    """
    if view == MAIN:
        carry_spending(store, now, anew=anew)
    with store.read() as tx:
        basis = _basis(_source(tx), view, rules, now)
        held = tx.boards.view(view)
        if held is not None and not anew and _shows(held, basis):
            return Refreshed(held, 0)
        folded = derive(tx, rules)
        made, disputed = shown(folded), contested(folded.consensus) if view == MAIN else ()
    with store.write() as tx:
        changed = tx.boards.replace(basis._replace(digest=made.digest), made)
        if changed is not None:
            open_again(tx, disputed, now)
        found = tx.boards.view(view)
    assert found is not None, view
    return Refreshed(found, changed or 0)


def kept_views(tx: Transaction) -> tuple[str, ...]:
    """The views to keep up to date: `main`, and every other that was computed once."""
    return (MAIN, *(held.view for held in tx.boards.views() if held.view != MAIN))


def due(store: Store, now: datetime) -> tuple[str, ...]:
    """The views that do not show what the records, rules and papers give now."""
    with store.read() as tx:
        history, source = tx.rules.history(), _source(tx)
        shown = {held.view: held for held in tx.boards.views()}
        wanted = [_basis(source, view, rules_of(history, view, now)) for view in kept_views(tx)]
    return tuple(basis.view for basis in wanted if not _shows(shown.get(basis.view), basis))


def refresh_view(store: Store, view: str, now: datetime) -> Refreshed:
    """Bring a view up to date under its own rules."""
    with store.read() as tx:
        rules = rules_of(tx.rules.history(), view, now)
    return refresh(store, view, rules, clock.written(now))


class _Source(NamedTuple):
    index_digest: str
    peaks: Peaks


def _source(tx: Transaction) -> _Source:
    return _Source(tx.boards.index_digest(), tx.ledger.peaks())


def _basis(source: _Source, view: str, rules: Rules, now: str = "") -> ShownView:
    """A view of all there is now, without its digest."""
    return ShownView(
        view, rules.digest, source.index_digest, source.peaks.size, source.peaks.root.hex(), now, digest=""
    )


def _shows(held: ShownView | None, basis: ShownView) -> bool:
    """Whether what is shown was computed from the same rules, papers and records."""
    return held is not None and held._replace(computed_at="", digest="") == basis._replace(computed_at="")
