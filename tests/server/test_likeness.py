"""Entries that are alike are found when they come, shown with both sides, and nothing else happens to them."""

import json
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
import sqlalchemy as sa

from openrepro.demo.example import read_example
from openrepro.entries.archiving import manifest_digest
from openrepro.entries.entry import Entry, Reason, Revision, RevisionFile, Source, State
from openrepro.entries.likeness import Likeness, LikenessKind
from openrepro.evidence.guess import unspecified
from openrepro.logbooks.archive import load, load_all
from openrepro.papers.paper import Paper
from openrepro.server.bench import Bench
from openrepro.server.likeness import likeness_of
from openrepro.store.blobs import open_blobs
from openrepro.store.store import Store
from openrepro.store.tables import teams
from tests.entries.prose import paragraphs

NOW = "2026-07-20T12:00:00Z"
Found = set[tuple[LikenessKind, str, str]]


class Event:
    """A challenge into which logbooks come one after the other."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.store = store
        self.blobs = open_blobs(str(folder))
        self.came = 0

    def enters(self, entry: str, files: Mapping[str, bytes], *, team: str = "", paper: str = "demo") -> str:
        """Archive a logbook as a (further) revision of an entry, and give the revision."""
        kept = [RevisionFile(path, len(data), self.blobs.put(data)) for path, data in sorted(files.items())]
        revision = manifest_digest(tuple(kept))
        owner = team or f"team of {entry}"
        with self.store.write() as tx:
            if not tx.connection.scalar(sa.select(sa.exists().where(teams.c.id == owner))):
                tx.connection.execute(sa.insert(teams).values(id=owner, name=owner, created_at=NOW))
            if tx.entries.get(entry) is None:
                tx.entries.add(_entry(entry, owner, paper))
            tx.entries.add_revision(Revision(entry, revision, NOW, files=tuple(kept)))
        return revision

    def compared(self, entry: str, files: Mapping[str, bytes], *, team: str = "", paper: str = "demo") -> Found:
        """What is found when a logbook comes."""
        revision = self.enters(entry, files, team=team, paper=paper)
        return found(likeness_of(self.store, self.blobs, entry, revision, now=NOW))


def _entry(entry: str, team: str, paper: str) -> Entry:
    return Entry(
        entry, team, Source.UPLOAD, f"upload:{entry}", State.JUDGED, Reason.RULED, "", NOW, NOW, NOW, paper=paper
    )


def found(likenesses: tuple[Likeness, ...]) -> Found:
    return {(one.kind, one.left, one.right) for one in likenesses}


def pages(*texts: str, **files: str) -> dict[str, bytes]:
    made = {f"pages/page-{at}.md": text.encode() for at, text in enumerate(texts)}
    return made | {name.replace("_", "."): text.encode() for name, text in files.items()}


def scores(seed: int) -> str:
    return json.dumps([round((at * 7919 + seed * 104_729) % 999_983 / 1_000_003, 6) for at in range(1, 40)])


@pytest.fixture
def event(store: Store, tmp_path: Path) -> Event:
    return Event(store, tmp_path / "blobs")


def test_the_same_bytes_are_found_and_nothing_more_is_said_of_them(event: Event) -> None:
    book = pages(*paragraphs("own", 6), data_json=scores(1))
    assert event.compared("first", book) == set()
    assert event.compared("second", book) == {(LikenessKind.BYTES, "first", "second")}
    with event.store.read() as tx:
        (listed,) = tx.likeness.of("first")
    assert listed.likeness.sentence == "Both entries are the same files, byte for byte."
    assert not listed.same_team


def test_renamed_and_padded_copies_are_found_with_the_places_on_both_sides(event: Event) -> None:
    own = paragraphs("own", 8)
    event.compared("first", pages(*own, data_json=scores(1)))
    copy = pages(*paragraphs("padding", 20), *reversed(own), results_json=scores(1))
    assert event.compared("second", copy) == {
        (LikenessKind.TEXT, "first", "second"),
        (LikenessKind.OUTPUTS, "first", "second"),
    }
    with event.store.read() as tx:
        outputs, text = (one.likeness for one in tx.likeness.of("second"))
        left = tx.entries.revision("first", text.left_revision)
    assert left is not None
    assert (outputs.kind, outputs.shared.share) == (LikenessKind.OUTPUTS, "1.00")
    assert {passage.left.file for passage in text.shared.passages} == {f"pages/page-{at}.md" for at in range(8)}
    assert {passage.right.file for passage in text.shared.passages} == {f"pages/page-{at}.md" for at in range(20, 28)}
    assert text.sentence.startswith("100 % of the shorter text stands in both entries")


def test_a_copied_result_file_is_found_by_its_hash(event: Event) -> None:
    data = json.dumps([{"seed": seed, "note": "x" * 40, "ok": True} for seed in range(30)])
    event.compared("first", pages(*paragraphs("a", 4), data_json=data))
    copied = event.compared("second", pages(*paragraphs("b", 4), other_json=data))
    assert copied == {(LikenessKind.FILES, "first", "second")}
    with event.store.read() as tx:
        (listed,) = tx.likeness.of("second")
    assert listed.likeness.sentence.startswith("One file is in both entries, byte for byte.")
    assert listed.likeness.shared.passages[0].left.file == "data.json"


def test_a_file_that_everybody_has_says_nothing(event: Event) -> None:
    snippet = "def result(**fields):\n    print('RESULT', fields)\n" * 40
    results = [event.compared(f"e{at}", pages(*paragraphs(f"p{at}", 4), report_py=snippet)) for at in range(7)]
    assert len(results[4]) == 4
    assert results[6] == set()


def test_independent_entries_are_not_alike_though_they_quote_their_paper(event: Event) -> None:
    abstract, claims = " ".join(paragraphs("abstract", 3)), paragraphs("claims", 3)
    with event.store.write() as tx:
        tx.papers.put([Paper("demo", "A paper", abstract=abstract)], now=NOW)
        tx.papers.put_claims([unspecified("demo", dict(enumerate(claims, 1)))], now=NOW)
    assert event.compared("first", pages(abstract, *claims, *paragraphs("a", 3), a_json=scores(1))) == set()
    assert event.compared("second", pages(abstract, *claims, *paragraphs("b", 3), b_json=scores(2))) == set()


def test_a_scaffold_that_entries_on_other_papers_have_too_does_not_count(event: Event) -> None:
    scaffold = paragraphs("scaffold", 5)
    for at in range(4):
        event.compared(f"other{at}", pages(*scaffold, *paragraphs(f"o{at}", 4)), paper=f"paper{at}")
    assert event.compared("first", pages(*scaffold, *paragraphs("a", 2))) == set()
    assert event.compared("second", pages(*scaffold, *paragraphs("b", 2))) == set()
    alike = event.compared("third", pages(*scaffold, *paragraphs("b", 2)[::-1]))
    assert alike == {(LikenessKind.TEXT, "second", "third")}


def test_entries_of_one_team_are_kept_and_marked(event: Event) -> None:
    own = paragraphs("own", 6)
    event.compared("first", pages(*own), team="us")
    event.compared("second", pages(*own, "And more."), team="us", paper="other")
    with event.store.read() as tx:
        assert [one.same_team for one in tx.likeness.page()] == [True]


def test_asking_again_keeps_each_pair_once_and_a_new_revision_replaces_the_signature(event: Event) -> None:
    own = paragraphs("own", 6)
    first = event.enters("first", pages(*own))
    copy = event.enters("second", pages(*own, "End."))
    for entry, revision in (("first", first), ("second", copy), ("first", first), ("second", copy)):
        likeness_of(event.store, event.blobs, entry, revision, now=NOW)
    with event.store.read() as tx:
        kept = tx.likeness.page()
    assert [(one.likeness.kind, one.likeness.left) for one in kept] == [(LikenessKind.TEXT, "first")]
    assert event.compared("first", pages(*paragraphs("rewritten", 6))) == set()
    assert event.compared("third", pages(*reversed(own))) == {(LikenessKind.TEXT, "second", "third")}


def test_what_was_taken_down_is_compared_with_nothing(event: Event) -> None:
    own = paragraphs("own", 6)
    first = event.enters("first", pages(*own))
    likeness_of(event.store, event.blobs, "first", first, now=NOW)
    with event.store.write() as tx:
        tx.entries.take_down("first", first, NOW)
    for data in pages(*own).values():
        event.blobs.delete(event.blobs.put(data))
    assert likeness_of(event.store, event.blobs, "first", first, now=NOW) == ()
    assert likeness_of(event.store, event.blobs, "first", "0" * 64, now=NOW) == ()
    assert event.compared("second", pages(*reversed(own))) == set()


def test_strangers_bytes_may_be_read_in_a_child_process(event: Event) -> None:
    own = paragraphs("own", 6)
    event.compared("first", pages(*own))
    revision = event.enters("second", pages(*reversed(own)))
    bench = Bench()
    try:
        likenesses = likeness_of(event.store, event.blobs, "second", revision, now=NOW, run=bench.run)
    finally:
        bench.close()
    assert found(likenesses) == {(LikenessKind.TEXT, "first", "second")}


def test_entries_of_the_example_are_not_alike(event: Event) -> None:
    for claims in read_example().papers:
        with event.store.write() as tx:
            tx.papers.put([Paper(claims.paper, claims.title)], now=NOW)
            tx.papers.put_claims([claims], now=NOW)
    for path in read_example().logbooks:
        team, paper = path.parent.name, path.name
        assert event.compared(f"{team} {paper}", load(path).files, team=team, paper=paper) == set()


def test_real_logbooks_are_alike_only_where_one_was_made_of_the_other(
    sqlite_url: str, tmp_path: Path, shared_data: Path
) -> None:
    home = shared_data / "logbooks"
    store = Store.open(sqlite_url)
    event = Event(store, tmp_path / "blobs")
    pairs: set[tuple[str, str]] = set()
    papers: dict[str, str] = {}
    start = time.perf_counter()
    for one in load_all([home]):
        assert one.logbook is not None
        name = str(one.path.relative_to(home))
        papers[name] = next(iter(one.logbook.paper.ids), name)
        pairs |= {pair[1:] for pair in event.compared(name, one.logbook.files, paper=papers[name])}
    store.close()
    assert len(papers) == 101
    assert time.perf_counter() - start < 60
    before_and_after = {pair for pair in pairs if Path(pair[0]).parent == Path(pair[1]).parent and "before" in pair[1]}
    assert len(before_and_after) == 3
    unexplained = {pair for pair in pairs if "fabricated" not in pair[0] and papers[pair[0]] != papers[pair[1]]}
    assert unexplained == set()
    assert len(pairs) == 11
