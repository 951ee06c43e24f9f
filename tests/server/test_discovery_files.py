import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from openrepro.challenge.rules import Rules
from openrepro.clock import written
from openrepro.entries.entry import Entry, Reason, State
from openrepro.entries.members import USUAL, Limits
from openrepro.entries.moderation import forget, take_down
from openrepro.entries.window import Terms
from openrepro.hub.client import Hub
from openrepro.hub.fetching import Fetcher
from openrepro.hub.files import Files
from openrepro.hub.manners import StoppedError
from openrepro.papers.paper import Paper
from openrepro.server.discovery import Discovery
from openrepro.server.discovery_entering import HubEntries
from openrepro.server.discovery_files import Fetching
from openrepro.server.discovery_registry import Registry
from openrepro.store.blobs import open_blobs
from openrepro.store.store import Store
from tests.hub.imitation import TAG, FakeSpace, Imitation, Reply, always, json_reply, running
from tests.server.hubs import QUICK, Clock

PAGES = {
    "README.md": b"---\ntitle: One\nlicense: mit\ntags:\n- demo2026-repro\n- paper-P1\n---\n",
    "pages/index.md": b"# One\n\n## Pages\n",
    "pages/claim-1/page.md": b"# Claim 1\n\nNothing yet.\n",
}
RULES = Rules()


@dataclass
class Challenge:
    imitation: Imitation
    store: Store
    discovery: Discovery
    fetching: Fetching
    clock: Clock
    stop: threading.Event

    def entry(self, name: str = "ada/x") -> Entry:
        with self.store.read() as tx:
            found = tx.entries.by_origin(name)
        assert found is not None
        return found


@contextmanager
def challenge(store: Store, folder: Path, *spaces: FakeSpace, limits: Limits = USUAL) -> Generator[Challenge]:
    clock, stop = Clock(), threading.Event()
    with store.write() as tx:
        tx.papers.put(
            [Paper("P1", "One paper"), Paper("P2", "Another paper"), Paper("AbCdEf1234", "A third")],
            now="2026-07-01T00:00:00Z",
        )
    with running(Imitation(list(spaces))) as imitation:
        fetcher = Fetcher(QUICK, home=imitation.url, stop=stop)
        hub = Hub(imitation.url, fetcher)
        registry = Registry(RULES, HubEntries(RULES, imitation.url))
        files = Files(hub, ("localhost",))
        fetching = Fetching(store, files, open_blobs(str(folder / "blobs")), RULES, clock, limits)
        try:
            yield Challenge(imitation, store, Discovery(store, hub, registry, clock), fetching, clock, stop)
        finally:
            fetcher.close()


def space(name: str = "ada/x", files: dict[str, bytes] = PAGES, **facts: object) -> FakeSpace:
    tags = [TAG, "paper-P1", "license:mit"]
    return replace(FakeSpace(name, tags=list(tags), files=dict(files)), **facts)  # type: ignore[arg-type]


def test_a_found_space_is_an_entry_with_its_files_kept(store: Store, tmp_path: Path) -> None:
    with challenge(store, tmp_path, space()) as made:
        made.discovery.run()
        assert made.entry().paper == "P1"
        assert made.entry().licence == "MIT"
        assert made.fetching.run()[:3] == (1, 0, 0)
        entry = made.entry()
        assert entry.url == f"{made.imitation.url}/spaces/ada/x"
        with store.read() as tx:
            account = tx.people.by_name("ada", provider="huggingface")
            assert account is not None
            assert (entry.account, entry.team) == (account.id, account.team)
            revision = tx.entries.revision(entry.id, entry.revision)
        assert revision is not None
        assert {file.path: file.size for file in revision.files} == {path: len(data) for path, data in PAGES.items()}
        assert revision.source_sha == made.imitation.spaces["ada/x"].sha
        assert made.fetching.blobs.get(revision.files[0].sha256) == PAGES["README.md"]


def test_files_are_fetched_once_a_commit(store: Store, tmp_path: Path) -> None:
    with challenge(store, tmp_path, space()) as made:
        made.discovery.run()
        made.fetching.run()
        asked = len(made.imitation.asked)
        made.clock.on(hours=1)
        made.discovery.run()
        assert made.fetching.run() == (0, 0, 0, "")
        assert made.imitation.count("/resolve/") == 3
        made.imitation.spaces["ada/x"].sha = "c" * 40
        made.imitation.spaces["ada/x"].files["pages/new.md"] = b"# New\n"
        made.clock.on(hours=1)
        made.discovery.run()
        assert made.fetching.run().kept == 1
        assert len(made.imitation.asked) > asked
        with store.read() as tx:
            assert len(tx.entries.revisions(made.entry().id)) == 2


def test_a_large_file_is_left_out_and_told(store: Store, tmp_path: Path) -> None:
    files = PAGES | {"model.bin": b"0" * 3_000, "cache/__pycache__/x.pyc": b"x"}
    limits = Limits(file=2_000)
    with challenge(store, tmp_path, space(files=files), limits=limits) as made:
        made.discovery.run()
        assert made.fetching.run().kept == 1
        entry = made.entry()
        with store.read() as tx:
            revision = tx.entries.revision(entry.id, entry.revision)
            told = " ".join(event.sentence for event in tx.entries.history(entry.id))
        assert revision is not None
        assert {file.path for file in revision.files} == set(PAGES)
        assert made.imitation.count("model.bin") == 0
        assert "model.bin" in entry.sentence or "model.bin" in told


@pytest.mark.parametrize(
    ("files", "limits", "sentence"),
    [
        ({}, Limits(), "holds no files that could be a logbook"),
        ({f"pages/{at}.md": b"x" for at in range(9)}, Limits(files=8), "holds 9 files; at most 8 are taken"),
        ({"a.md": b"x" * 1_500, "b.md": b"x" * 1_500}, Limits(total=2_000), "at most 0 MB are taken"),
        ({"Page.md": b"x", "page.md": b"y"}, Limits(), "differ only in capital letters"),
        ({"x" * 501: b"x"}, Limits(), "has a name of 501 characters"),
        ({"/".join("abcdefghijklmnopqrstuvw"): b"x"}, Limits(), "folders deep"),
    ],
)
def test_files_that_cannot_be_taken_are_a_sentence_for_the_owner(
    store: Store, tmp_path: Path, files: dict[str, bytes], limits: Limits, sentence: str
) -> None:
    with challenge(store, tmp_path, space(files=files), limits=limits) as made:
        made.discovery.run()
        assert made.fetching.run()[:3] == (0, 1, 0)
        assert (made.entry().state, made.entry().reason) == (State.REJECTED, Reason.UNREADABLE)
        assert sentence in made.entry().sentence
        asked = made.imitation.count("/resolve/")
        made.clock.on(hours=20)
        made.discovery.run()
        assert made.fetching.run() == (0, 0, 0, "")
        assert made.imitation.count("/resolve/") == asked == 0


def test_a_failure_is_told_tried_again_later_and_then_forgotten(store: Store, tmp_path: Path) -> None:
    with challenge(store, tmp_path, space()) as made:
        made.discovery.run()
        made.imitation.rules.append(always("page.md", Reply(200, b"other bytes")))
        assert made.fetching.run()[:3] == (0, 0, 1)
        assert made.entry().reason is Reason.FETCH_FAILED
        assert "came with other bytes than the list of files names. It is tried again." in made.entry().sentence
        assert made.entry().revision == ""
        assert made.fetching.run() == (0, 0, 0, "")
        made.imitation.rules.clear()
        made.clock.on(minutes=11)
        assert made.fetching.run().kept == 1
        assert made.entry().revision != ""
        with store.read() as tx:
            assert tx.spaces.known(["ada/x"])["ada/x"].failures == 0


def test_waiting_after_failures_grows_and_has_a_bound(store: Store, tmp_path: Path) -> None:
    with challenge(store, tmp_path, space()) as made:
        made.discovery.run()
        made.imitation.rules.append(always("/tree/", Reply(404)))
        waits = []
        for _ in range(12):
            began = made.clock()
            while not made.fetching.run().failed:
                made.clock.on(minutes=5)
            waits.append((made.clock() - began).total_seconds() / 60)
        assert waits[:4] == [0, 10, 20, 40]
        assert max(waits) == 720


def test_a_busy_hub_ends_fetching_and_costs_no_attempt(store: Store, tmp_path: Path) -> None:
    spaces = [space(f"ada/{at}") for at in range(40)]
    with challenge(store, tmp_path, *spaces) as made:
        made.discovery.run()
        made.imitation.rules.append(always("/tree/", Reply(429, headers={"Retry-After": "900"})))
        done = made.fetching.run()
        assert "asks to wait 900 s" in done.sentence
        assert made.imitation.count("/tree/") <= 16
        with store.read() as tx:
            assert all(one.failures == 0 for one in tx.spaces.known(item.id for item in spaces).values())


def test_a_commit_that_comes_while_the_older_is_fetched_is_fetched_too(store: Store, tmp_path: Path) -> None:
    with challenge(store, tmp_path, space()) as made:
        made.discovery.run()

        def push(path: str) -> Reply | None:
            made.imitation.rules.clear()
            with store.write() as tx:
                known = tx.spaces.known(["ada/x"])["ada/x"]
                newer = replace(known, space=replace(known.space, sha="d" * 40), fetch_at="2026-07-20T12:00:00Z")
                tx.spaces.put([newer])
            return None

        made.imitation.rules.append(push)
        assert made.fetching.run(most=1).kept == 1
        with store.read() as tx:
            known = tx.spaces.known(["ada/x"])["ada/x"]
        assert (known.fetched_sha != known.space.sha, known.fetch_at) == (True, "2026-07-20T12:00:00Z")


def test_large_files_come_from_the_hosts_of_the_setting_only(store: Store, tmp_path: Path) -> None:
    with challenge(store, tmp_path, space(files=PAGES | {"x.bin": b"x" * 99}, large={"x.bin"})) as made:
        made.discovery.run()
        strict = replace(made.fetching, files=Files(made.discovery.hub, (".hf.co",)))
        assert strict.run().failed == 1
        assert "sends us to 'localhost' for 'x.bin'" in made.entry().sentence
        made.clock.on(minutes=11)
        assert made.fetching.run().kept == 1


def test_fetching_stops_when_asked_and_goes_on_later(store: Store, tmp_path: Path) -> None:
    with challenge(store, tmp_path, *(space(f"ada/{at}") for at in range(9))) as made:
        made.discovery.run()
        made.stop.set()
        with pytest.raises(StoppedError):
            made.fetching.run()
        made.stop.clear()
        assert made.fetching.run().kept == 9


def test_a_gone_space_keeps_its_files_and_its_entry_says_so(store: Store, tmp_path: Path) -> None:
    with challenge(store, tmp_path, space()) as made:
        made.discovery.run()
        made.fetching.run()
        made.clock.on(hours=1)
        del made.imitation.spaces["ada/x"]
        assert made.discovery.run().missing == 1
        entry = made.entry()
        assert entry.missing_since == "2026-07-20T13:00:00Z"
        with store.read() as tx:
            assert tx.entries.revision(entry.id, entry.revision) is not None


def test_tags_that_lead_nowhere_are_told_with_the_nearest_paper(store: Store, tmp_path: Path) -> None:
    spaces = [
        space("ada/typo", tags=[TAG, "paper-abcdef1234"]),
        space("ada/two", tags=[TAG, "paper-P1", "paper-P2"]),
        space("ada/none", tags=[TAG]),
    ]
    with challenge(store, tmp_path, *spaces) as made:
        made.discovery.run()
        typo, two, none = (made.entry(f"ada/{name}") for name in ("typo", "two", "none"))
    assert (typo.reason, two.reason, none.reason) == (Reason.UNKNOWN_PAPER, Reason.SEVERAL_PAPERS, Reason.NO_PAPER)
    assert "did you mean 'AbCdEf1234'" in typo.sentence
    assert "'P1'" in two.sentence


def test_a_tag_that_is_mended_resolves_the_entry(store: Store, tmp_path: Path) -> None:
    with challenge(store, tmp_path, space(tags=[TAG, "paper-p1"])) as made:
        made.discovery.run()
        made.clock.on(hours=1)
        made.imitation.spaces["ada/x"].tags = [TAG, "paper-P1"]
        made.discovery.run()
        assert made.entry().paper == "P1"
        assert made.entry().state is State.RESOLVED


def test_an_entry_that_was_withdrawn_is_left_alone(store: Store, tmp_path: Path) -> None:
    with challenge(store, tmp_path, space()) as made:
        made.discovery.run()
        with store.write() as tx:
            tx.entries.save(replace(made.entry(), state=State.WITHDRAWN, reason=Reason.BY_PARTICIPANT))
        made.imitation.spaces["ada/x"].sha = "c" * 40
        made.clock.on(hours=1)
        made.discovery.run()
        made.fetching.run()
        assert (made.entry().state, made.entry().revision) == (State.WITHDRAWN, "")


def test_a_renamed_space_stays_one_entry(store: Store, tmp_path: Path) -> None:
    with challenge(store, tmp_path, space()) as made:
        made.discovery.run()
        before = made.entry()
        old = made.imitation.spaces["ada/x"]
        row = dict(old.shown()) | {"id": "ada/y"}
        old.lost, old.moved_to = True, "ada/y"
        made.imitation.add(space("ada/y", row=row, created=old.created))
        made.clock.on(hours=1)
        made.discovery.run()
        assert made.entry("ada/y").id == before.id
        with store.read() as tx:
            assert tx.entries.by_origin("ada/x") is None


def test_a_hub_that_lists_hostile_paths_hands_out_nothing(store: Store, tmp_path: Path) -> None:
    rows = [{"type": "file", "path": "../../outside", "size": 1, "oid": "a" * 40}]
    with challenge(store, tmp_path, space()) as made:
        made.discovery.run()
        made.imitation.rules.append(always("/tree/", json_reply(rows)))
        assert made.fetching.run().failed == 1
        assert not (tmp_path / "outside").exists()
        assert made.imitation.count("/resolve/") == 0


def test_files_that_were_taken_down_are_not_archived_again(store: Store, tmp_path: Path) -> None:
    def archived() -> list[str]:
        return [path.name for path in (tmp_path / "blobs").rglob("*") if len(path.name) == 64]

    with challenge(store, tmp_path, space()) as here:
        here.discovery.run()
        here.fetching.run()
        assert archived()
        terms = Terms(RULES, written(here.clock()))
        with store.write() as tx:
            taken = take_down(tx, here.entry().id, terms, actor="a_op", why="A complaint.")
        forget(store.write, here.fetching.blobs, taken)
        assert archived() == []
        here.imitation.add(space("bob/y"))
        here.discovery.run()
        assert here.fetching.run().refused == 1
        refused = here.entry("bob/y")
        assert (refused.state, refused.reason) == (State.REJECTED, Reason.TAKEN_DOWN)
        assert "taken down" in refused.sentence
    assert archived() == []
