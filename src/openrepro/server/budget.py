"""Entries that wait for a budget go on when there is one again: it was raised, a new day began, or no model reads."""

from threading import Event
from typing import Final

from openrepro.challenge.rules import ReaderKind
from openrepro.entries.entry import Reason
from openrepro.entries.window import Terms, day_of
from openrepro.models.choosing import budget_of
from openrepro.store.store import Store, Transaction

AT_ONCE: Final = 100


def may_go_on(tx: Transaction, terms: Terms) -> bool:
    """Whether calls were refused for want of a budget that would be let through now."""
    spent = tx.model_calls.spent(day_of(terms.now))
    judging = terms.rules.judging
    needless = judging.reader is not ReaderKind.MODEL
    return bool(spent.refused_at) and (needless or spent.lets(budget_of(judging.model)))


def go_on(store: Store, terms: Terms, stop: Event) -> int:
    """Let entries that wait for the budget be judged; gives how many. It ends where calls are refused again."""
    released, last = 0, AT_ONCE
    while last == AT_ONCE and not stop.is_set():
        with store.write() as tx:
            if not may_go_on(tx, terms):
                break
            last = tx.jobs.release(Reason.MODEL_BUDGET, AT_ONCE, now=terms.now)
            if last < AT_ONCE:
                tx.model_calls.allow_again()
        released += last
    return released
