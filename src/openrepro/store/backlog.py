"""What waits to be done by a keeper: asked cheaply, so that an idle server does nothing but read."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection

from openrepro.entries.entry import Reason, State
from openrepro.store.statements import CHUNK, add_missing, upsert
from openrepro.store.tables import (
    claim_quarantine,
    claim_specs,
    entries,
    jobs,
    notes,
    outbox,
    paper_texts,
    papers,
    revision_files,
    revisions,
    signatures,
    verdicts,
    webhooks,
)

SIGNED: Final = "keeper:signed"
ON_THEIR_WAY: Final = (State.DISCOVERED, State.RESOLVED, State.QUEUED, State.JUDGING)
ON_PURPOSE: Final = (
    Reason.NOT_OPEN,
    Reason.COOLDOWN,
    Reason.DAILY_CAP,
    Reason.MODEL_AWAY,
    Reason.MODEL_SILENT,
    Reason.MODEL_BUDGET,
)
JUDGED: Final = (State.JUDGED, State.NOT_JUDGED)
CAUGHT_UP: Final = "keeper:papers"
MOVED: Final = "moved"
FROZEN: Final = "frozen at"
REHEARSAL: Final = "rehearsal"
SALT: Final = "model salt"
PASSED: Final = "keeper:passed:"
OVERLAP: Final = 200
"""Revisions that are looked at again, since on PostgreSQL a later one may be kept before an earlier one."""


class Unsigned(NamedTuple):
    """An entry whose newest revision nobody has compared with the others; `seq` orders revisions."""

    seq: int
    entry: str
    revision: str


def messages_wait(connection: Connection, now: str) -> bool:
    """Whether webhooks have something to hear."""
    unspread = sa.select(outbox.c.id).where(outbox.c.spread.is_(False)).limit(1)
    due = sa.select(webhooks.c.id).where(webhooks.c.active, webhooks.c.due_at > "", webhooks.c.due_at <= now).limit(1)
    return connection.scalar(unspread) is not None or connection.scalar(due) is not None


def unsigned(connection: Connection, limit: int) -> tuple[Unsigned, ...]:
    """Newest revisions of entries that were not compared with others, in the order in which they came."""
    done = sa.exists().where(notes.c.key == sa.literal(PASSED) + entries.c.id, notes.c.value == entries.c.revision)
    signed = sa.exists().where(signatures.c.entry_id == entries.c.id, signatures.c.revision == entries.c.revision)
    query = (
        sa.select(revisions.c.seq, entries.c.id, entries.c.revision)
        .join(entries, (entries.c.id == revisions.c.entry_id) & (entries.c.revision == revisions.c.revision))
        .where(revisions.c.seq > signed_up_to(connection) - OVERLAP, revisions.c.taken_down_at == "", ~signed, ~done)
        .order_by(revisions.c.seq)
        .limit(limit)
    )
    return tuple(Unsigned(*row) for row in connection.execute(query))


def signed_up_to(connection: Connection) -> int:
    """The last revision that was compared."""
    return int(connection.scalar(sa.select(notes.c.value).where(notes.c.key == SIGNED)) or 0)


def note_signed(connection: Connection, one: Unsigned) -> None:
    """Note that a revision was compared, or given up; it is not offered again."""
    upsert(connection, notes, [{"key": SIGNED, "value": str(max(one.seq, signed_up_to(connection)))}])
    signed = sa.select(signatures.c.revision).where(
        signatures.c.entry_id == one.entry, signatures.c.revision == one.revision
    )
    if connection.scalar(signed.limit(1)) is None:
        upsert(connection, notes, [{"key": f"{PASSED}{one.entry}", "value": one.revision}])


def anything_archived(connection: Connection) -> bool:
    """Whether any entry ever had files here, or a paper's text is on file."""
    held = (sa.select(revisions.c.seq).limit(1), sa.select(paper_texts.c.paper_id).limit(1))
    return any(connection.scalar(query) is not None for query in held)


def any_blob(connection: Connection) -> str:
    """The name of an archived file that should be there: one of the newest revision; empty when there is none."""
    newest = (
        sa.select(revision_files.c.sha256)
        .join(revisions, revisions.c.revision == revision_files.c.revision)
        .where(revisions.c.taken_down_at == "")
        .order_by(revisions.c.seq.desc())
        .limit(1)
    )
    return str(connection.scalar(newest) or "")


def stuck(connection: Connection, since: str, *, patient_since: str, limit: int) -> tuple[str, ...]:
    """Entries that are on their way and in their state since before `since`, longest first, by id.

    Judged ones are among them when a newer revision in time has no job. What waits on purpose (opening, cool-down,
    daily cap) is among them only from before `patient_since` on.
    """
    too_long = sa.or_(entries.c.state_at < patient_since, entries.c.reason.not_in(ON_PURPOSE))
    found: list[tuple[str, str]] = []
    for state in ON_THEIR_WAY:
        here = sa.select(entries.c.state_at, entries.c.id).where(entries.c.state == state, entries.c.state_at < since)
        rows = connection.execute(here.where(too_long).order_by(entries.c.state_at).limit(limit))
        found += [(row.state_at, row.id) for row in rows]
    found += _left_behind(connection, since, limit)
    return tuple(entry for _, entry in sorted(found)[:limit])


def _left_behind(connection: Connection, since: str, limit: int) -> list[tuple[str, str]]:
    """Judged entries whose newest revision came in time, was not judged, and that no job is about."""
    waits = sa.exists().where(jobs.c.entry_id == entries.c.id, jobs.c.state.in_(("waiting", "leased")))
    query = (
        sa.select(entries.c.state_at, entries.c.id)
        .join(revisions, (revisions.c.entry_id == entries.c.id) & (revisions.c.revision == entries.c.revision))
        .where(entries.c.state == State.JUDGED, entries.c.state_at < since, ~revisions.c.late, ~waits)
        .where(entries.c.judged_revision.not_in(("", entries.c.revision)), revisions.c.taken_down_at == "")
    )
    found = connection.execute(query.order_by(entries.c.state_at).limit(limit))
    return [(row.state_at, row.id) for row in found]


def archived(connection: Connection, *, after: str, limit: int) -> tuple[str, ...]:
    """The names of archived files by name, from after `after` on, except those that were taken down."""
    held = sa.exists().where(revisions.c.revision == revision_files.c.revision, revisions.c.taken_down_at == "")
    files = sa.select(revision_files.c.sha256.label("name")).where(revision_files.c.sha256 > after, held)
    texts = (
        sa.select(column.label("name")).where(column > after)
        for column in (paper_texts.c.sha256, paper_texts.c.extracted)
    )
    each = (part.distinct().order_by("name").limit(limit).subquery() for part in (files, *texts))
    names = sa.union(*(sa.select(part.c.name) for part in each)).order_by("name").limit(limit)
    return tuple(connection.scalars(names))


def note_moved(connection: Connection, to: str, now: str) -> None:
    """Note that the challenge goes on in another database."""
    upsert(connection, notes, [{"key": MOVED, "value": f"{now} {to}"}])


def moved_to(connection: Connection) -> str:
    """When and where the challenge was moved to; empty when it is here."""
    return str(connection.scalar(sa.select(notes.c.value).where(notes.c.key == MOVED)) or "")


def is_rehearsal(connection: Connection) -> bool:
    """Whether the challenge is there to practise on."""
    return connection.scalar(sa.select(notes.c.value).where(notes.c.key == REHEARSAL)) is not None


def note_rehearsal(connection: Connection, now: str) -> None:
    """Mark the challenge as one to practise on, for good."""
    upsert(connection, notes, [{"key": REHEARSAL, "value": now}])


def model_salt(connection: Connection, drawn: str) -> str:
    """The secret that fences around what models are shown are made with: `drawn`, unless there is one already."""
    add_missing(connection, notes, [{"key": SALT, "value": drawn}])
    return str(connection.scalar(sa.select(notes.c.value).where(notes.c.key == SALT)))


def frozen_at(connection: Connection) -> str:
    """When the record was frozen; empty until it is."""
    return str(connection.scalar(sa.select(notes.c.value).where(notes.c.key == FROZEN)) or "")


def note_frozen(connection: Connection, now: str) -> None:
    """Note that the record is frozen, for good."""
    upsert(connection, notes, [{"key": FROZEN, "value": now}])


def outdated(connection: Connection, *, after: int, limit: int) -> tuple[tuple[int, str], ...]:
    """Judged entries with verdicts of another set than the one in force, and without one on some claim as it stands in
    force: the number and id of each, in the order in which they came, from after the number `after` on."""
    other = sa.exists().where(
        verdicts.c.entry_id == entries.c.id, verdicts.c.current, verdicts.c.claim_version != papers.c.claim_set
    )
    query = (
        sa.select(entries.c.seq, entries.c.id)
        .join(papers, papers.c.id == entries.c.paper_id)
        .where(entries.c.seq > after, entries.c.state.in_(JUDGED), papers.c.claim_set != "", other, _unruled())
    )
    found = connection.execute(query.order_by(entries.c.seq).limit(limit))
    return tuple((row.seq, row.id) for row in found)


def ruled_on(connection: Connection, claims: Sequence[str], *, after: int, limit: int) -> tuple[tuple[int, str], ...]:
    """Judged entries with a current verdict on one of some claims (at most 500 of these are looked at): the number and
    id of each, in the order in which they came, from after the number `after` on."""
    about = sa.exists().where(
        verdicts.c.entry_id == entries.c.id, verdicts.c.current, verdicts.c.claim.in_(claims[:CHUNK])
    )
    query = sa.select(entries.c.seq, entries.c.id).where(entries.c.seq > after, entries.c.state.in_(JUDGED), about)
    return tuple((row.seq, row.id) for row in connection.execute(query.order_by(entries.c.seq).limit(limit)))


def ruled_by_claim(connection: Connection, paper: str) -> dict[str, int]:
    """How many current verdicts there are on each claim of a paper, retired ones too."""
    held = verdicts.c
    query = (
        sa.select(held.claim, sa.func.count().label("ruled"))
        .where(held.paper_id == paper, held.current)
        .group_by(held.claim)
    )
    return {row.claim: row.ruled for row in connection.execute(query)}


def judged_entries(connection: Connection, paper: str, claims: Sequence[str] = ()) -> int:
    """How many entries on a paper were judged; with `claims`, those with a current verdict on one of them."""
    query = sa.select(sa.func.count()).select_from(entries)
    query = query.where(entries.c.paper_id == paper, entries.c.state.in_(JUDGED))
    if claims:
        about = verdicts.c.claim.in_(claims[:CHUNK])
        query = query.where(sa.exists().where(verdicts.c.entry_id == entries.c.id, verdicts.c.current, about))
    return connection.scalar(query) or 0


def _unruled() -> sa.ColumnElement[bool]:
    """Whether a claim in force is one that an entry has no current verdict on, as the claim reads now; one that is
    quarantined is no such claim."""
    now, then = claim_specs.alias("now"), claim_specs.alias("then")
    ruled = (
        sa.select(sa.literal(1))
        .select_from(verdicts.join(then, then.c.claim == verdicts.c.claim))
        .where(
            verdicts.c.entry_id == entries.c.id,
            verdicts.c.current,
            verdicts.c.claim == now.c.claim,
            then.c.paper_id == now.c.paper_id,
            then.c.version == verdicts.c.claim_version,
            then.c.spec == now.c.spec,
        )
        .correlate(entries, now)
        .exists()
    )
    in_force = sa.select(sa.literal(1)).select_from(now).where(now.c.paper_id == papers.c.id)
    held = sa.select(claim_quarantine.c.claim).where(claim_quarantine.c.claim == now.c.claim).correlate(now).exists()
    return in_force.where(now.c.version == papers.c.claim_set, ~ruled, ~held).correlate(papers, entries).exists()


def caught_up_with(connection: Connection) -> str:
    """The digest of the papers and claims that entries were last compared with; empty before the first time."""
    return str(connection.scalar(sa.select(notes.c.value).where(notes.c.key == CAUGHT_UP)) or "")


def note_caught_up(connection: Connection, digest: str) -> None:
    """Note that every entry was compared with these papers and claims."""
    upsert(connection, notes, [{"key": CAUGHT_UP, "value": digest}])


def taken_down_since(connection: Connection, since: str, limit: int) -> tuple[tuple[str, str], ...]:
    """Revisions that were taken down since an instant: entry and revision of each, the last first."""
    gone = sa.select(revisions.c.entry_id, revisions.c.revision).where(revisions.c.taken_down_at >= since)
    found = connection.execute(gone.order_by(revisions.c.taken_down_at.desc()).limit(limit))
    return tuple((row.entry_id, row.revision) for row in found)
