"""Recomputing what rules, claims, archived revisions and the state of entries follow from, and naming what differs."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, and_, exists, func, select

from openrepro.board.acts import ActKind, Apart, Circumstances, circumstances
from openrepro.challenge.rules import load_rules
from openrepro.claims.claim import ClaimSet
from openrepro.clock import instant_of
from openrepro.entries.archiving import manifest_digest
from openrepro.entries.entry import RevisionFile, State
from openrepro.errors import OpenReproError
from openrepro.store.ledger_check import Difference
from openrepro.store.paper_rows import claim_rows, claim_set_of
from openrepro.store.quarantine import quarantined
from openrepro.store.record_rows import shown_act
from openrepro.store.tables import (
    acts,
    claim_sets,
    claims,
    entries,
    papers,
    revision_files,
    revisions,
    rule_versions,
    teams,
    verdicts,
)

PAGE: Final = 1000
HASH: Final = 64
"""How long the name of an archived revision is; verdicts of an imported event name commits, which are not archived."""


def projection_differences(connection: Connection) -> Iterator[Difference]:
    """Every difference beside ledger and board. Memory grows only with what is withdrawn, hidden, late or removed."""
    for part in (_rules, _claim_sets, _claims, _revisions, _named, _standing, _teams):
        yield from part(connection)


def _differs(table: Table, place: str, text: str, **key: Any) -> Difference:
    """A difference that nothing but a copy of the database can mend."""
    return Difference(table.name, place, text, key, rebuilt=False)


def _rows(connection: Connection, query: Select[Any]) -> Iterable[Row[Any]]:
    return connection.execute(query, execution_options={"yield_per": PAGE})


def _rules(connection: Connection) -> Iterator[Difference]:
    for row in _rows(connection, select(rule_versions).order_by(rule_versions.c.seq)):
        says = _wrong_rules(row)
        if says:
            yield _differs(rule_versions, f"version {row.seq}", says, seq=row.seq)


def _wrong_rules(row: Row[Any]) -> str:
    try:
        instant_of(row.effective_from)
        made = load_rules(row.toml.encode()).digest
    except ValueError:
        return f"It takes effect at {row.effective_from[:60]!r}, which is no instant."
    except OpenReproError as error:
        return f"Its text is no rule file: {error.text}"
    return "" if made == row.digest else f"It states the digest {row.digest[:80]}, but its text has {made}."


def _claim_sets(connection: Connection) -> Iterator[Difference]:
    columns = select(claim_sets.c.paper_id, claim_sets.c.version, claim_sets.c.body)
    for row in _rows(connection, columns.order_by(claim_sets.c.paper_id, claim_sets.c.version)):
        held = _claim_set(row.paper_id, row.body)
        if held is None or held.version != row.version:
            says = "Its body cannot be read." if held is None else f"Its body has the version {held.version}."
            key = {"paper_id": row.paper_id, "version": row.version}
            yield _differs(claim_sets, f"paper {row.paper_id}, version {row.version[:HASH]}", says, **key)


def _claim_set(paper: str, body: str) -> ClaimSet | None:
    try:
        return claim_set_of(paper, body)
    except (OpenReproError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _claims(connection: Connection) -> Iterator[Difference]:
    """The claims in force against the set that each paper names, and those of them that are quarantined."""
    away = quarantined(connection)
    held = claim_sets.c
    query = select(papers.c.id, papers.c.claim_set, papers.c.claims, held.body).outerjoin(
        claim_sets, and_(held.paper_id == papers.c.id, held.version == papers.c.claim_set)
    )
    for page in _pages(connection, query, papers.c.id):
        rows = _claims_of(connection, page[0].id, page[-1].id)
        for paper in page:
            says = _wrong_claims(paper, rows.get(paper.id, []), away)
            if says:
                yield _differs(papers, f"paper {paper.id}", says, id=paper.id)


def _pages(connection: Connection, query: Select[Any], key: ColumnElement[str]) -> Iterator[list[Row[Any]]]:
    last = ""
    while page := list(connection.execute(query.where(key > last).order_by(key).limit(PAGE))):
        yield page
        last = page[-1].id


def _claims_of(connection: Connection, first: str, last: str) -> Mapping[str, list[dict[str, Any]]]:
    query = select(claims).where(claims.c.paper_id >= first, claims.c.paper_id <= last).order_by(claims.c.position)
    found: dict[str, list[dict[str, Any]]] = {}
    for row in connection.execute(query).mappings():
        found.setdefault(row["paper_id"], []).append(dict(row))
    return found


def _wrong_claims(paper: Row[Any], rows: list[dict[str, Any]], away: frozenset[str]) -> str:
    if paper.claim_set and paper.body is None:
        return f"It names the claims {paper.claim_set[:80]}, which are not there."
    held = _claim_set(paper.id, paper.body) if paper.claim_set else ClaimSet(paper.id, ())
    if held is None:
        return ""  # said of the set itself
    expected = list(claim_rows(replace(held, quarantined=away)))
    if paper.claims != len(expected):
        return f"It states {paper.claims} claims, but its set has {len(expected)}."
    if len(rows) != len(expected):
        return f"{len(rows)} claims are in force, but its set has {len(expected)}."
    wrong = next((row["id"] for row, other in zip(rows, expected, strict=True) if row != other), "")
    return f"The claim {wrong} in force is not that of its set." if wrong else ""


def _revisions(connection: Connection) -> Iterator[Difference]:
    """Manifests against the names and figures of revisions."""
    held = revision_files.c
    sums = (
        select(held.revision, func.count().label("files"), func.sum(held.size).label("bytes"))
        .group_by(held.revision)
        .subquery()
    )
    there, size = func.coalesce(sums.c.files, 0), func.coalesce(sums.c.bytes, 0)
    query = (
        select(revisions.c.seq, revisions.c.entry_id, revisions.c.revision)
        .outerjoin(sums, sums.c.revision == revisions.c.revision)
        .where((revisions.c.files != there) | (revisions.c.bytes != size))
    )
    for row in _rows(connection, query.order_by(revisions.c.seq)):
        says = "Its number of files or bytes is not that of the files listed for it."
        yield _differs(revisions, f"entry {row.entry_id}, revision {row.revision[:HASH]}", says, seq=row.seq)
    files = _rows(connection, select(held.revision, held.path, held.size, held.sha256).order_by(held.revision))
    for revision, rows in groupby(files, key=lambda row: row.revision):
        made = manifest_digest(tuple(RevisionFile(row.path, row.size, row.sha256) for row in rows))
        if made != revision:
            yield _differs(
                revision_files, f"revision {revision}", f"Its files have the name {made}.", revision=revision
            )


def _named(connection: Connection) -> Iterator[Difference]:
    """What verdicts name: their entry, its revision, and the claims they are about."""
    held = verdicts.c
    revision = and_(revisions.c.entry_id == held.entry_id, revisions.c.revision == held.revision)
    version = and_(claim_sets.c.paper_id == held.paper_id, claim_sets.c.version == held.claim_version)
    known = exists().where(entries.c.id == held.entry_id)
    for table, name, missing in (
        (entries, "entry_id", ~known),
        (revisions, "revision", and_(func.length(held.revision) == HASH, known, ~exists().where(revision))),
        (claim_sets, "claim_version", and_(held.claim_version != "", ~exists().where(version))),
    ):
        query: Select[Any] = select(held.seq, held.entry_id, held[name].label("name")).where(missing)
        for row in _rows(connection, query.order_by(held.seq)):
            says = f"Missing: the verdict at leaf {row.seq}, of entry {row.entry_id}, names it."
            yield _differs(table, f"{name} {row.name[:80]}", says, seq=row.seq)


def _standing(connection: Connection) -> Iterator[Difference]:
    """What entries and revisions say of themselves against the acts about them."""
    around = _acts(connection)
    columns = select(entries.c.id, entries.c.state, entries.c.hidden, entries.c.judged_revision)
    for row in _rows(connection, columns.order_by(entries.c.seq)):
        marks = {mark.why for mark in around.marks.get(row.id, ()) if not mark.revision}
        for says in _wrong_entry(row, marks):
            yield _differs(entries, f"entry {row.id}", says, id=row.id)
    gone: Select[Any] = select(revisions.c.seq, revisions.c.entry_id, revisions.c.revision)
    for row in _rows(connection, gone.where(revisions.c.taken_down_at != "").order_by(revisions.c.seq)):
        if around.apart(row.entry_id, row.revision) is not Apart.TAKEN_DOWN:
            place = f"entry {row.entry_id}, revision {row.revision[:HASH]}"
            yield _differs(revisions, place, "It is taken down, but no act says so.", seq=row.seq)


def _acts(connection: Connection) -> Circumstances:
    told = select(acts).where(acts.c.act != ActKind.ENTERED.value).order_by(acts.c.seq)
    return circumstances(map(shown_act, connection.execute(told, execution_options={"yield_per": PAGE}).mappings()))


def _wrong_entry(row: Row[Any], marks: set[Apart]) -> Iterator[str]:
    """An entry that was never judged may be withdrawn or late without an act, since the board knows nothing of it."""
    if row.hidden is not (Apart.HIDDEN in marks):
        yield "It is hidden, but no act says so." if row.hidden else "An act hides it, but it is not hidden."
    gone, out = bool(marks & {Apart.WITHDRAWN, Apart.TAKEN_DOWN}), row.state == State.WITHDRAWN.value
    if gone and not out:
        yield f"An act takes it out of the challenge, but its state is {row.state!r}."
    if out and not gone and row.judged_revision:
        yield "It is withdrawn, but no act says so."
    if row.state == State.LATE.value and row.judged_revision and Apart.LATE not in marks:
        yield "It is late, but no act says so."


def _teams(connection: Connection) -> Iterator[Difference]:
    guests = _acts(connection).guests
    for row in _rows(connection, select(teams.c.id, teams.c.competing).order_by(teams.c.id)):
        if row.competing is (row.id in guests):
            says = (
                "It competes, but an act says that it does not."
                if row.competing
                else ("It does not compete, but no act says so.")
            )
            yield _differs(teams, f"team {row.id}", says, id=row.id)
