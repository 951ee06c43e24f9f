"""Texts of papers on both databases: one row a file, and their bytes are nobody else's to delete."""

from dataclasses import replace

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from openrepro.entries.entry import Entry, Reason, Revision, RevisionFile, Source, State
from openrepro.papers.paper import Paper
from openrepro.papers.text import TextFormat
from openrepro.store import backlog
from openrepro.store.store import Store
from openrepro.store.tables import teams
from openrepro.store.texts import KeptText

NOW, LATER = "2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z"
TEXT = KeptText("p1", "v1", "1" * 64, TextFormat.MARKDOWN, 5_000, "2" * 64, "1", NOW)


@pytest.fixture
def filled(store: Store) -> Store:
    """A store with one paper, and an entry on it."""
    with store.write() as tx:
        tx.papers.put([Paper("p1", "A paper")], now=NOW)
        tx.connection.execute(sa.insert(teams).values(id="t1", name="t1", created_at=NOW))
        tx.entries.add(
            Entry(
                id="e1",
                team="t1",
                source=Source.UPLOAD,
                origin="upload:e1",
                state=State.QUEUED,
                reason=Reason.WAITING,
                sentence="",
                state_at=NOW,
                seen_at=NOW,
                created_at=NOW,
                account="",
                paper="p1",
            )
        )
    return store


def test_texts_are_kept_oldest_first(filled: Store) -> None:
    second = replace(TEXT, version="v2", sha256="3" * 64, added_at=LATER)
    with filled.write() as tx:
        assert tx.texts.put(second)
        assert tx.texts.put(TEXT)
    with filled.read() as tx:
        assert tx.texts.of("p1") == (TEXT, second)
        assert tx.texts.of("p2") == ()
        assert tx.texts.get("p1", "v1", "1" * 64) == TEXT
        assert tx.texts.get("p1", "v2", "1" * 64) is None


def test_what_a_newer_reader_made_replaces_what_an_older_one_did(filled: Store) -> None:
    with filled.write() as tx:
        assert tx.texts.put(TEXT)
        assert not tx.texts.put(replace(TEXT, extracted="4" * 64, reader="2", added_at=LATER))
        assert tx.texts.of("p1") == (replace(TEXT, extracted="4" * 64, reader="2"),)


@pytest.mark.parametrize("digests", ["58", "85"])
def test_of_texts_of_one_second_the_last_added_is_the_newest(filled: Store, digests: str) -> None:
    older, newer = (replace(TEXT, sha256=digit * 64) for digit in digests)
    for text in (older, newer):
        with filled.write() as tx:
            assert tx.texts.put(text)
    with filled.write() as tx:
        assert not tx.texts.put(replace(older, reader="2"))
        assert [one.sha256 for one in tx.texts.of("p1")] == [older.sha256, newer.sha256]
        tx.texts.remove(newer)
        assert tx.texts.put(newer)
        assert tx.texts.of("p1")[-1] == newer


def test_a_text_needs_its_paper(filled: Store) -> None:
    with pytest.raises(IntegrityError), filled.write() as tx:
        tx.texts.put(replace(TEXT, paper="nobody"))


def test_bytes_of_a_text_stay_when_an_entry_that_has_them_is_taken_down(filled: Store) -> None:
    files = (RevisionFile("paper.md", 9, "1" * 64), RevisionFile("x", 9, "2" * 64), RevisionFile("y", 9, "5" * 64))
    with filled.write() as tx:
        tx.entries.add_revision(Revision("e1", "r1", NOW, "", files))
        assert tx.entries.sole_blobs("e1", "r1") == ("1" * 64, "2" * 64, "5" * 64)
        tx.texts.put(TEXT)
        assert tx.entries.sole_blobs("e1", "r1") == ("5" * 64,)


def test_removing_a_text_names_the_bytes_that_nothing_needs(filled: Store) -> None:
    other = replace(TEXT, version="v2")
    with filled.write() as tx:
        tx.texts.put(TEXT)
        tx.texts.put(other)
        assert tx.texts.remove(TEXT) == ()
        tx.entries.add_revision(Revision("e1", "r1", NOW, "", (RevisionFile("paper.md", 9, "1" * 64),)))
        assert tx.texts.remove(other) == ("2" * 64,)
        assert tx.texts.of("p1") == ()
        tx.texts.put(TEXT)
        tx.entries.take_down("e1", "r1", NOW)
        assert tx.texts.remove(TEXT) == ("1" * 64, "2" * 64)


def test_the_archive_that_is_moved_has_the_texts(filled: Store) -> None:
    with filled.write() as tx:
        assert not backlog.anything_archived(tx.connection)
        tx.texts.put(TEXT)
        assert backlog.anything_archived(tx.connection)
        files = tuple(RevisionFile(digit, 9, digit * 64) for digit in "0135")
        tx.entries.add_revision(Revision("e1", "r1", NOW, "", files))
        found = [backlog.archived(tx.connection, after="", limit=3)]
        found.append(backlog.archived(tx.connection, after=found[0][-1], limit=3))
        assert [name[0] for page in found for name in page] == list("01235")
