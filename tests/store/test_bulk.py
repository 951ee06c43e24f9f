"""People and entries of a past event, loaded at once, are the same as if each had come by itself."""

from dataclasses import replace

from openrepro.entries.entry import Entry, EntryEvent, Reason, Revision, RevisionFile, Source, State
from openrepro.people.accounts import Account, Role, Team
from openrepro.store.bulk import PastEntry
from openrepro.store.store import Store

NOW = "2026-07-20T12:00:00Z"
TEAM = Team("t_1", "First", created_at=NOW)
ACCOUNT = Account("a_1", "ada", Role.PARTICIPANT, "t_1", NOW)
FILES = (RevisionFile("README.md", 7, "ab" * 32), RevisionFile("pages/one.md", 9, "cd" * 32))


def past(name: str) -> PastEntry:
    entry = Entry(
        name, "t_1", Source.IMPORT, f"ada/{name}", State.JUDGED, Reason.RULED, "Ruled.", NOW, NOW, NOW, account="a_1"
    )
    events = (EntryEvent(name, NOW, State.DISCOVERED, Reason.SEEN, "Seen."), EntryEvent(name, NOW, *_end(entry)))
    return PastEntry(entry, events, (Revision(name, "ef" * 32, NOW, files=FILES),))


def _end(entry: Entry) -> tuple[State, Reason, str]:
    return entry.state, entry.reason, entry.sentence


def test_everything_is_there_and_later_entries_follow(store: Store) -> None:
    with store.write() as tx:
        tx.bulk.add_people([TEAM], [ACCOUNT])
        assert tx.bulk.add_entries(past(f"e{at}") for at in range(3)) == 3
    with store.write() as tx:
        assert tx.bulk.add_entries([past("later")]) == 1
        tx.entries.add(replace(past("last").entry, origin="ada/last"))
    with store.read() as tx:
        assert tx.entries.get("e1") == past("e1").entry
        assert tx.entries.history("e1") == tuple(past("e1").events)
        assert tx.entries.revision("e1", "ef" * 32) == past("e1").revisions[0]
        assert tx.people.get("a_1") == ACCOUNT
        assert tx.people.team("t_1") == TEAM
        assert tx.entries.counts().states[State.JUDGED] == 5
        numbers = [tx.connection.exec_driver_sql("SELECT seq FROM entries ORDER BY seq").scalars().all()]
    assert numbers == [[1, 2, 3, 4, 5]]


def test_people_who_are_there_already_stay_as_they_are(store: Store) -> None:
    with store.write() as tx:
        tx.bulk.add_people([TEAM], [ACCOUNT])
        tx.bulk.add_people([replace(TEAM, competing=False)], [replace(ACCOUNT, role=Role.ADMIN)])
        tx.bulk.add_people([])
        assert tx.bulk.add_entries([]) == 0
        assert tx.people.get("a_1") == ACCOUNT
        assert tx.people.team("t_1") == TEAM
