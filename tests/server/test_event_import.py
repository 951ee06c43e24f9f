import json
from dataclasses import replace
from pathlib import Path

import pytest

from openrepro.board.acts import ActKind
from openrepro.board.consensus import PaperState
from openrepro.challenge.rules import PROFILES, Rules
from openrepro.entries.entry import Entry, Reason, Source, State
from openrepro.entries.sweeps import claims_changed, sweep_entries
from openrepro.entries.window import Terms
from openrepro.judging.label import Label
from openrepro.papers.sources import read_claims, read_index
from openrepro.record.records import verdict_from_json
from openrepro.server import event_import
from openrepro.server.boards import derive
from openrepro.server.event_import import Event, EventImport, Imported
from openrepro.server.event_verdicts import read_verdicts
from openrepro.store.projection_check import projection_differences
from openrepro.store.store import Store
from tests.server.events import READ_AT, Files, claim_text, event_files, sha

NOW, LATER = "2026-08-10T12:00:00Z", "2026-08-11T12:00:00Z"
RULES = Rules()


def imported(store: Store, files: Files | Event, now: str = NOW) -> Imported:
    event = files.event() if isinstance(files, Files) else files
    return EventImport(store, event, RULES, now).run()


def entry_of(store: Store, space: str) -> Entry:
    with store.read() as tx:
        found = tx.entries.by_origin(space)
    assert found is not None
    return found


def first(files: Files) -> dict[str, object]:
    found: dict[str, object] = next(iter(files.verdicts.values()))
    return found


def test_an_event_is_loaded_whole(store: Store) -> None:
    done = imported(store, event_files(20, 30, unjudged=4))
    assert done.loaded is not None
    assert (done.loaded.papers_added, done.loaded.claims) == (20, 120)
    assert (done.judged, done.unjudged, done.rejected, done.verdicts, done.faults) == (30, 4, 0, 150, ())
    with store.read() as tx:
        assert tx.ledger.size() == 150 + 34
        assert tx.entries.counts().states == {State.JUDGED: 30, State.NOT_JUDGED: 4}
        assert list(projection_differences(tx.connection)) == []


def test_an_entry_is_that_of_the_owner_of_the_space(store: Store) -> None:
    files = event_files(20, 30)
    imported(store, files)
    record = first(files)
    entry = entry_of(store, str(record["space_id"]))
    assert (entry.source, entry.state, entry.reason) == (Source.IMPORT, State.JUDGED, Reason.IMPORTED)
    assert (entry.paper, entry.judged_revision, entry.revision) == (record["orid"], record["sha"], "")
    assert entry.url == f"https://huggingface.co/spaces/{record['space_id']}"
    assert entry.created_at == "2026-07-16T00:00:00Z"
    assert entry.first_judged_at == "2026-07-17T00:00:30Z"
    assert entry.sentence == "Judged by some-lab/judge-1 in the event. A constructed record."
    with store.read() as tx:
        account = tx.people.by_name("owner-0000", provider="huggingface")
        assert account is not None
        assert (entry.account, entry.team) == (account.id, account.team)
        assert [event.reason for event in tx.entries.history(entry.id)] == [Reason.IMPORTED]
        assert tx.entries.revisions(entry.id) == ()


def test_verdicts_are_on_record_as_published(store: Store) -> None:
    files = event_files(20, 30)
    imported(store, files)
    record = first(files)
    entry = entry_of(store, str(record["space_id"]))
    with store.read() as tx:
        found = tx.ledger.current(entry.id)
        claims = tx.papers.claims(entry.paper)
    assert claims is not None
    published = {item["claim"]: item for item in record["claims"]}  # type: ignore[attr-defined]
    assert len(found) == 5
    for verdict in found:
        claim = claims.find(verdict.claim)
        assert claim is not None
        assert verdict.label.value == published[claim.text]["verdict"]
        assert verdict.ruling.reasons[0].text == str(published[claim.text]["evidence"]).strip()
        assert (verdict.grade, verdict.judge.reader, verdict.judge.model) == (None, "model", "some-lab/judge-1")
        assert verdict.judge.rules == PROFILES["icml-2026"].digest
        assert (verdict.claim_version, verdict.time) == (claims.version, "2026-07-17T00:00:30Z")
        assert verdict_from_json(verdict.as_json()) == verdict


def test_importing_twice_changes_nothing(store: Store) -> None:
    files = event_files(20, 30, unjudged=4)
    imported(store, files)
    with store.read() as tx:
        root = tx.ledger.root()
    again = imported(store, files, LATER)
    assert (again.judged, again.updated, again.unchanged, again.verdicts, again.known) == (0, 0, 34, 0, 150)
    with store.read() as tx:
        assert tx.ledger.root() == root


def test_an_import_that_broke_off_is_made_whole(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_import, "AT_ONCE", 10)
    files = event_files(20, 25)
    told: list[str] = []

    def stop(text: str) -> None:
        told.append(text)
        if text.startswith("10 of"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        EventImport(store, files.event(), RULES, NOW, stop).run()
    done = imported(store, files, LATER)
    assert (done.judged, done.unchanged, done.known) == (15, 10, 50)
    with store.read() as tx:
        assert tx.ledger.size() == 25 * 6


def test_a_dry_run_says_the_same_and_writes_nothing(store: Store) -> None:
    event = event_files(20, 30, unjudged=4).event()
    work = EventImport(store, event, RULES, NOW)
    rehearsed = work.rehearse()
    with store.read() as tx:
        assert (tx.papers.count(), tx.ledger.size(), tx.entries.counts().states) == (0, 0, {})
    assert rehearsed == work.run()


def test_a_dry_run_without_papers_leaves_the_database_to_others(store: Store) -> None:
    files = event_files(20, 30)
    imported(store, files)
    event = replace(files.event(), papers=(), claims=())
    with store.write():
        rehearsed = EventImport(store, event, RULES, NOW).rehearse()
    assert (rehearsed.known, rehearsed.loaded) == (150, None)


def test_claims_are_matched_by_text_and_never_by_position(store: Store) -> None:
    files = event_files(20, 30)
    record = first(files)
    claims = record["claims"]
    assert isinstance(claims, list)
    claims.reverse()
    claims[0]["claim"] = f"  {claims[0]['claim']} ".replace(" claim", "\n claim")
    imported(store, files)
    with store.read() as tx:
        found = {one.claim: one.label for one in tx.ledger.current(entry_of(store, str(record["space_id"])).id)}
    assert list(found.values()) == [Label(item["verdict"]) for item in reversed(claims)]


def test_a_claim_that_stands_in_no_set_is_told_with_its_place(store: Store) -> None:
    files = event_files(20, 30)
    record = first(files)
    record["claims"][2]["claim"] = "Something that nobody claimed."  # type: ignore[index]
    done = imported(store, files)
    assert done.verdicts == 149
    (fault,) = done.faults
    assert fault.place == f"'{record['space_id']}', claim 3"
    assert fault.text == "The claim stands in no set of its paper: 'Something that nobody claimed.'."


def test_verdicts_on_a_paper_that_has_no_claims_here_say_so_once_a_record(store: Store) -> None:
    files = event_files(20, 30)
    record = first(files)
    del files.claims[str(record["orid"])]
    done = imported(store, files)
    assert done.verdicts == 140
    assert done.faults[0].place == f"'{record['space_id']}'"
    text = f"Its paper '{record['orid']}' has no claims here, so its verdicts (5) were left out; give the claims with "
    assert done.faults[0].text == f"{text}--claims."
    assert len(done.faults) == 2


def test_a_verdict_on_a_claim_of_an_older_set_names_that_set(store: Store) -> None:
    files = event_files(5, 5)
    paper = str(first(files)["orid"])
    at = int(paper[-5:])
    anchored = {paper: [{"text": claim_text(at, 1)}, {"text": "A new claim, anchored."}]}
    done = EventImport(store, files.event(anchored=anchored), RULES, NOW).run()
    assert (done.verdicts, done.faults) == (25, ())
    with store.read() as tx:
        versions = {one.version: one.effective for one in tx.papers.claim_versions(paper)}
        found = tx.ledger.verdicts(paper=paper)
        held = next(one for one in derive(tx, RULES).consensus.papers if one.paper == paper)
    assert sorted(versions[one.claim_version] for one in found) == [False, False, False, False, True]
    assert len({one.claim for one in found}) == 5
    assert len(held.claims) >= 2


def test_a_verdict_for_an_unknown_paper_is_told_and_the_entry_rejected(store: Store) -> None:
    files = event_files(20, 30)
    record = first(files)
    record["orid"] = "mkPaper99999"
    done = imported(store, files)
    assert (done.judged, done.rejected) == (29, 1)
    assert "There is no paper 'mkPaper99999'" in done.faults[0].text
    entry = entry_of(store, str(record["space_id"]))
    assert (entry.state, entry.paper) == (State.REJECTED, "")
    files.index["papers"].append({"i": 77, "orid": "mkPaper99999", "title": "One more", "authors": []})
    files.claims["mkPaper99999"] = [{"text": item["claim"]} for item in record["claims"]]  # type: ignore[attr-defined]
    again = imported(store, files, LATER)
    assert (again.updated, again.verdicts, again.faults) == (1, 5, ())
    assert entry_of(store, str(record["space_id"])).state is State.JUDGED


def test_a_later_judgement_supersedes_the_earlier_whichever_comes_in_which_file(store: Store) -> None:
    files = event_files(20, 30)
    record = first(files)
    imported(store, files)
    record["judged_at"], record["sha"] = "2026-08-01T00:00:00+00:00", sha(7)
    record["claims"][0]["verdict"] = "falsified"  # type: ignore[index]
    done = imported(store, files, LATER)
    assert (done.updated, done.verdicts, done.known) == (1, 5, 145)
    entry = entry_of(store, str(record["space_id"]))
    assert (entry.judged_revision, entry.first_judged_at) == (sha(7), "2026-07-17T00:00:30Z")
    with store.read() as tx:
        rows = tx.ledger.verdicts(entry=entry.id)
    assert [row.current for row in rows] == [False] * 5 + [True] * 5
    assert [row.supersedes for row in rows[5:]] == [row.id for row in rows[:5]]
    again = imported(store, files, LATER)
    assert (again.updated, again.verdicts, again.known) == (0, 0, 150)


def test_an_older_file_after_a_newer_one_takes_nothing_back(store: Store) -> None:
    newer, older = event_files(20, 30), event_files(20, 30)
    first(newer)["judged_at"], first(newer)["sha"] = "2026-08-01T00:00:00+00:00", sha(7)
    imported(store, newer)
    done = imported(store, older, LATER)
    assert (done.verdicts, len(done.faults)) == (0, 5)
    assert "is older than what is on record" in done.faults[0].text


def test_two_revisions_of_one_space_in_one_file_are_one_history(store: Store) -> None:
    files = event_files(20, 30)
    record = first(files)
    event = files.event()
    second = replace(event.records[0], sha=sha(7), judged_at="2026-08-01T00:00:00Z")
    done = imported(store, replace(event, records=(second, *event.records)))
    assert (done.judged, done.verdicts) == (30, 155)
    entry = entry_of(store, str(record["space_id"]))
    assert (entry.judged_revision, entry.first_judged_at) == (sha(7), "2026-07-17T00:00:30Z")
    with store.read() as tx:
        assert sum(row.current for row in tx.ledger.verdicts(entry=entry.id)) == 5
    twice = imported(store, replace(event, records=(*event.records, event.records[0])), LATER)
    assert len(twice.faults) == 5
    assert twice.verdicts == 0


def test_an_entry_of_the_challenge_itself_is_left_alone(store: Store) -> None:
    files = event_files(20, 30)
    record = first(files)
    imported(store, files)
    entry = entry_of(store, str(record["space_id"]))
    with store.write() as tx:
        tx.entries.save(replace(entry, source=Source.SPACE))
    record["judged_at"] = "2026-08-02T00:00:00+00:00"
    done = imported(store, files, LATER)
    assert done.verdicts == 0
    assert "is an entry of this challenge itself" in done.faults[0].text


def test_spaces_without_a_verdict_are_entries_and_those_without_a_paper_say_why(store: Store) -> None:
    files = event_files(20, 3, unjudged=2)
    files.spaces[-1]["tags"] = ["icml2026-repro", "paper-nickname"]
    done = imported(store, files)
    assert (done.judged, done.unjudged, done.rejected, done.faults) == (3, 1, 1, ())
    waiting, lost = (entry_of(store, row["id"]) for row in files.spaces[-2:])
    assert waiting.sentence == "The event published no verdict of it."
    assert "There is no paper 'nickname'" in lost.sentence
    with store.read() as tx:
        assert [act.act for act in tx.ledger.acts(waiting.id)] == [ActKind.ENTERED]
        assert tx.ledger.acts(lost.id) == ()


def test_claims_that_change_do_not_have_imported_entries_judged_here(store: Store) -> None:
    files = event_files(5, 5)
    imported(store, files)
    entry = entry_of(store, str(first(files)["space_id"]))
    with store.write() as tx:
        assert claims_changed(tx, [entry], Terms(RULES, LATER)) == 0
        assert sweep_entries(tx, Terms(RULES, LATER)) == 0


def test_no_webhook_hears_of_what_was_judged_elsewhere(store: Store) -> None:
    imported(store, event_files(20, 30))
    with store.read() as tx:
        assert tx.connection.exec_driver_sql("SELECT count(*) FROM outbox").scalar() == 0


def test_the_rules_of_the_event_and_ours_see_the_same_verdicts_differently(store: Store) -> None:
    files = event_files(1, 4, owners=4)
    for at, record in enumerate(files.verdicts.values()):
        for item in record["claims"]:
            item["verdict"] = ("falsified", "verified", "toy", "toy")[at]
    imported(store, files)
    with store.read() as tx:
        theirs, ours = (derive(tx, PROFILES[name]).consensus for name in ("icml-2026", "strict"))
    assert theirs.papers[0].state in (PaperState.FULLY, PaperState.PARTLY)
    assert [claim.tally.falsified for claim in theirs.papers[0].claims[:5]] == [1] * 5
    assert [claim.tally.provisional for claim in ours.papers[0].claims[:5]] == [1] * 5


def test_published_records_of_the_real_event_find_their_papers_and_claims(store: Store, shared_data: Path) -> None:
    papers = read_index((shared_data / "papers" / "index.json").read_bytes())
    read = read_verdicts((shared_data / "verdicts" / "records_with_evidence.json").read_bytes(), READ_AT)
    stated = {one.paper: [{"text": item.text} for item in one.claims] for one in read.records}
    claims = read_claims(json.dumps(stated).encode())
    some = replace(papers, papers=tuple(paper for paper in papers.papers if paper.id in stated))
    done = EventImport(store, Event((some,), (claims,), {}, read.records), RULES, NOW).run()
    assert (len(papers.papers), len(some.papers), len(read.records)) == (6_341, 2, 3)
    assert (done.judged, done.verdicts, done.faults) == (2, 13, ())
    assert [fault.text[:40] for fault in read.faults] == ["It holds labels by their position, and c"]
