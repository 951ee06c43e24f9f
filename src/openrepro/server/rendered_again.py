"""An operator's wish that the pages of an entry be made again: noted here, done by the keeper."""

from openrepro.entries.desk import NoSuchEntry
from openrepro.entries.entry import Entry
from openrepro.entries.states import StateError
from openrepro.entries.window import Terms
from openrepro.store.store import Transaction

WAITS = "Its pages are about to be made."


def render_again(tx: Transaction, entry_id: str, terms: Terms, *, actor: str, why: str) -> Entry:
    """Have every revision of an entry rendered again that has its files; what is shown stays until then.

    Raises NoSuchEntry, or StateError when nothing of it could be rendered.
    """
    entry = tx.entries.get(entry_id)
    if entry is None:
        raise NoSuchEntry(f"There is no entry {entry_id[:60]!r}.")
    there = [one.id for one in tx.entries.revisions(entry.id) if not one.taken_down_at]
    if not there:
        raise StateError(f"The entry {entry.id} has no files of which pages could be made.")
    for revision in there:
        if not tx.renderings.forget_basis(entry.id, revision):
            tx.renderings.fail(entry.id, revision, basis="", sentence=WAITS, now=terms.now)
    return entry
