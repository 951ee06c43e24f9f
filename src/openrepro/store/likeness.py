"""The store of signatures of entries and the likenesses found."""

import secrets
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy import Connection, TextClause

from openrepro.entries.likeness import Likeness, LikenessKind, shared_of
from openrepro.entries.likeness_sample import Sample
from openrepro.store.statements import add_missing, text_of, upsert, value_of
from openrepro.store.tables import (
    entries,
    likeness_keys,
    likenesses,
    notes,
    revision_files,
    revisions,
    signatures,
)

KEY: Final = "likeness-key"
AT_ONCE: Final = 32
MOST_HOLDERS: Final = 50
"""Entries looked at of those that share one key; in a run of words that everybody has, the first tell enough."""
MOST_FILES: Final = 40
MOST_WITH_FILE: Final = 4
MOST_NEAR: Final = 10
LEAST_WEIGHT: Final = 0.5
RECENT: Final = 60
MOST_LISTED: Final = 200


class Near(NamedTuple):
    """An entry that may be alike, at the revision its signature was made of; the heavier, the likelier."""

    entry: str
    revision: str
    weight: float


class SameFiles(NamedTuple):
    """An entry that holds some of the asked files, the revision that holds most of them, and which."""

    entry: str
    revision: str
    hashes: tuple[str, ...]


class ListedLikeness(NamedTuple):
    """A likeness that was found, its number, and whether one team made both entries."""

    id: int
    likeness: Likeness
    same_team: bool


_LEFT: Final = entries.alias("left_side")
_RIGHT: Final = entries.alias("right_side")
_LISTING: Final = (
    sa.select(likenesses, (_LEFT.c.team_id == _RIGHT.c.team_id).label("same_team"))
    .join(_LEFT, _LEFT.c.id == likenesses.c.left_entry)
    .join(_RIGHT, _RIGHT.c.id == likenesses.c.right_entry)
)


class SqlLikenesses:
    """All of it inside one open transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def key(self) -> bytes:
        """The challenge's own key, by which samples are drawn; made when it is first asked for (needs a writer)."""
        add_missing(self._connection, notes, [{"key": KEY, "value": secrets.token_hex(16)}])
        found = self._connection.scalar(sa.select(notes.c.value).where(notes.c.key == KEY))
        return bytes.fromhex(str(found))

    def sign(self, entry: str, revision: str, samples: Mapping[LikenessKind, Sample]) -> None:
        """Let the newest revision of an entry be found by `samples`, and older ones no longer."""
        seq = self._connection.scalar(sa.select(entries.c.seq).where(entries.c.id == entry))
        for kind, sample in samples.items():
            self._forget(entry, seq, kind)
            keys = [{"kind": kind.value, "key": key, "entry_seq": seq} for key in sample.keys]
            if keys:
                self._connection.execute(sa.insert(likeness_keys), keys)
        rows = [
            {"entry_id": entry, "kind": kind.value, "revision": revision, "size": sample.size, "sample": _bytes(sample)}
            for kind, sample in samples.items()
        ]
        upsert(self._connection, signatures, rows)

    def _forget(self, entry: str, seq: int | None, kind: LikenessKind) -> None:
        query = sa.select(signatures.c.sample).where(signatures.c.entry_id == entry, signatures.c.kind == kind.value)
        held = array("q", self._connection.scalar(query) or b"").tolist()
        gone = sa.delete(likeness_keys).where(
            likeness_keys.c.kind == kind.value, likeness_keys.c.entry_seq == seq, likeness_keys.c.key.in_(held)
        )
        if held:
            self._connection.execute(gone)

    def near(self, entry: str, samples: Mapping[LikenessKind, Sample]) -> tuple[Near, ...]:
        """The entries that share keys with `samples`, at most ten, heaviest first.

        A key weighs the less the more entries have it; one that two share weighs 1.
        """
        own = self._connection.scalar(sa.select(entries.c.seq).where(entries.c.id == entry))
        weights: dict[int, float] = {}
        for kind, sample in samples.items():
            for holders in self._holders(kind, sample.keys):
                others = [seq for seq in holders if seq != own]
                for seq in others:
                    weights[seq] = weights.get(seq, 0.0) + 1 / len(others)
        heavy = sorted((seq for seq in weights if weights[seq] >= LEAST_WEIGHT), key=lambda seq: (-weights[seq], seq))
        return self._signed(heavy[:MOST_NEAR], weights)

    def _holders(self, kind: LikenessKind, keys: Sequence[int]) -> Iterator[list[int]]:
        for start in range(0, len(keys), AT_ONCE):
            part = keys[start : start + AT_ONCE]
            told = {f"key{at}": key for at, key in enumerate(part)} | {"kind": kind.value}
            found: dict[int, list[int]] = {}
            for row in self._connection.execute(_look_up(len(part)), told):
                found.setdefault(row.key, []).append(row.entry_seq)
            yield from found.values()

    def _signed(self, seqs: Sequence[int], weights: Mapping[int, float]) -> tuple[Near, ...]:
        query = (
            sa.select(entries.c.seq, entries.c.id, sa.func.max(signatures.c.revision).label("revision"))
            .join(signatures, signatures.c.entry_id == entries.c.id)
            .where(entries.c.seq.in_(seqs))
            .group_by(entries.c.seq, entries.c.id)
        )
        rows = {row.seq: row for row in self._connection.execute(query)} if seqs else {}
        return tuple(Near(rows[seq].id, rows[seq].revision, weights[seq]) for seq in seqs if seq in rows)

    def same_revision(self, entry: str, revision: str) -> tuple[str, ...]:
        """Other entries that have the very same revision, oldest first (at most ten)."""
        query = (
            sa.select(revisions.c.entry_id)
            .where(revisions.c.revision == revision, revisions.c.entry_id != entry)
            .order_by(revisions.c.seq)
            .limit(MOST_NEAR)
        )
        return tuple(dict.fromkeys(self._connection.scalars(query)))

    def same_files(self, entry: str, hashes: Sequence[str]) -> tuple[SameFiles, ...]:
        """Other entries that hold files of these hashes (at most ten, those with most of them first).

        A file that five or more others hold belongs to everybody and says nothing. At most 40 hashes are looked up.
        """
        held: dict[str, dict[str, list[str]]] = {}
        for one in hashes[:MOST_FILES]:
            holders = self._holders_of_file(entry, one)
            for other, revision in holders if len({other for other, _ in holders}) <= MOST_WITH_FILE else ():
                held.setdefault(other, {}).setdefault(revision, []).append(one)
        found = []
        for other, by_revision in held.items():
            revision = max(by_revision, key=lambda one: (len(by_revision[one]), one))
            found.append(SameFiles(other, revision, tuple(by_revision[revision])))
        return tuple(sorted(found, key=lambda same: (-len(same.hashes), same.entry))[:MOST_NEAR])

    def _holders_of_file(self, entry: str, sha256: str) -> list[tuple[str, str]]:
        query = (
            sa.select(revisions.c.entry_id, revisions.c.revision)
            .join(revision_files, revision_files.c.revision == revisions.c.revision)
            .where(revision_files.c.sha256 == sha256, revisions.c.entry_id != entry)
            .limit(MOST_HOLDERS)
        )
        return [(row.entry_id, row.revision) for row in self._connection.execute(query)]

    def older(self, entry: str, others: Sequence[str]) -> frozenset[str]:
        """Those of `others` that were there before `entry`."""
        own = sa.select(entries.c.seq).where(entries.c.id == entry).scalar_subquery()
        query = sa.select(entries.c.id).where(entries.c.id.in_(others), entries.c.seq < own)
        return frozenset(self._connection.scalars(query))

    def background(self, entry: str, most: int) -> tuple[Near, ...]:
        """Recent signed entries of other teams on other papers, one a team: what they have too is nobody's own."""
        own = sa.select(entries.c.team_id, entries.c.paper_id).where(entries.c.id == entry).subquery()
        query = (
            sa.select(entries.c.team_id, entries.c.id, signatures.c.revision)
            .join(signatures, signatures.c.entry_id == entries.c.id)
            .join(own, sa.and_(entries.c.team_id != own.c.team_id, entries.c.paper_id != own.c.paper_id))
            .where(signatures.c.kind == LikenessKind.TEXT.value)
            .order_by(entries.c.seq.desc())
            .limit(RECENT)
        )
        one_a_team = {row.team_id: Near(row.id, row.revision, 0) for row in self._connection.execute(query)}
        return tuple(one_a_team.values())[:most]

    def save(self, found: Iterable[Likeness]) -> None:
        """Keep likenesses, each pair and kind once: a later one takes the place of what is not stronger."""
        for one in found:
            pair = (
                likenesses.c.kind == one.kind.value,
                likenesses.c.left_entry == one.left,
                likenesses.c.right_entry == one.right,
            )
            values = _values(one)
            add_missing(self._connection, likenesses, [values])
            self._connection.execute(
                sa.update(likenesses).where(*pair, likenesses.c.score <= one.shared.share).values(values)
            )

    def of(self, entry: str) -> tuple[ListedLikeness, ...]:
        """The likenesses that an entry is one side of, strongest kind first (at most 200)."""
        here = sa.or_(likenesses.c.left_entry == entry, likenesses.c.right_entry == entry)
        found = [_listed(row) for row in self._connection.execute(_LISTING.where(here).limit(MOST_LISTED))]
        order = list(LikenessKind)
        return tuple(sorted(found, key=lambda one: (order.index(one.likeness.kind), one.id)))

    def page(self, *, after: int = 0, limit: int = 50) -> tuple[ListedLikeness, ...]:
        """All likenesses behind number `after`, in the order they were found (at most 200)."""
        query = _LISTING.where(likenesses.c.id > after).order_by(likenesses.c.id)
        return tuple(_listed(row) for row in self._connection.execute(query.limit(max(1, min(limit, MOST_LISTED)))))


def _look_up(count: int) -> TextClause:
    """The first holders of each of `count` keys. One statement, since each key has its own limit."""
    one = (
        "SELECT key, entry_seq FROM (SELECT key, entry_seq FROM likeness_keys WHERE kind = :kind AND key = :key{at} "
        "ORDER BY entry_seq LIMIT {most}) AS held{at}"
    )
    return sa.text(" UNION ALL ".join(one.format(at=at, most=MOST_HOLDERS) for at in range(count)))


def _bytes(sample: Sample) -> bytes:
    return array("q", sample.keys).tobytes()


def _values(one: Likeness) -> dict[str, object]:
    return {
        "kind": one.kind.value,
        "left_entry": one.left,
        "left_revision": one.left_revision,
        "right_entry": one.right,
        "right_revision": one.right_revision,
        "score": one.shared.share,
        "evidence": text_of(one.evidence),
        "found_at": one.found_at,
    }


def _listed(row: sa.Row[tuple[object, ...]]) -> ListedLikeness:
    told = row._mapping
    likeness = Likeness(
        kind=LikenessKind(told["kind"]),
        left=told["left_entry"],
        left_revision=told["left_revision"],
        right=told["right_entry"],
        right_revision=told["right_revision"],
        shared=shared_of(told["score"], value_of(told["evidence"])),
        found_at=told["found_at"],
    )
    return ListedLikeness(told["id"], likeness, bool(told["same_team"]))
