"""An entry that goes back to the files it was judged with: nothing is judged anew, and what waited is cancelled."""

from typing import Final

from openrepro.entries.desk import Desk
from openrepro.entries.entry import Entry, Reason, State
from openrepro.entries.judged import Outcome
from openrepro.entries.queueing import rank_note

BACK: Final = "These files were judged before, so every verdict stays."
_MAY: Final = (State.QUEUED, State.JUDGING, State.JUDGED, State.NOT_JUDGED)


def returned(desk: Desk, entry: Entry) -> Entry | None:
    """The entry as judged, when its newest revision is the one that all its verdicts are of; else None."""
    if entry.revision != entry.judged_revision or entry.state not in _MAY or not _all_stand(desk, entry):
        return None
    desk.books.jobs.cancel(entry.id, BACK, now=desk.now)
    sentence = Outcome((), desk.books.ledger.current(entry.id)).sentence
    told = " ".join(filter(None, (BACK, sentence, rank_note(desk, entry))))
    return desk.move(entry, State.JUDGED, Reason.UNCHANGED, told, revision=entry.revision)


def _all_stand(desk: Desk, entry: Entry) -> bool:
    """Whether the entry was judged to its end, under the claims and rules that hold now."""
    claims = desk.books.papers.claims(entry.paper)
    if claims is None or not entry.first_judged_at or desk.books.jobs.cut_short(entry.id, entry.revision):
        return False
    held = {verdict.claim: verdict for verdict in desk.books.ledger.current(entry.id)}
    ours = [held.get(claim.id) for claim in claims.judged]
    rules = desk.terms.rules.digest
    return all(
        one is not None and claims.holds(one.claim, one.claim_version) and one.judge.rules == rules for one in ours
    )
