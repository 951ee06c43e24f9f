import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from openrepro.clock import written
from openrepro.entries.discovery import RunState
from openrepro.errors import OpenReproError
from openrepro.hub.manners import StoppedError
from openrepro.server import discovery_run
from openrepro.server.discovery_run import NotNowError, RunBook, Trouble
from openrepro.store.store import Store
from tests.hub.imitation import TAG, FakeSpace, Imitation, Reply, always, json_reply, many, once
from tests.server.hubs import Clock, World, world


def test_every_page_is_read_and_every_space_entered_once(store: Store) -> None:
    with world(store, Imitation(many(57))) as made:
        run = made.discovery.run()
        assert (run.state, run.sentence) == (RunState.COMPLETE, "")
        assert (run.pages, run.seen, run.added, run.changed, run.missing, run.asked) == (6, 57, 57, 0, 0, 0)
        assert len(made.entered.shown_) == made.count() == 57


def test_a_second_run_without_news_costs_no_rows_and_tells_nobody(store: Store) -> None:
    with world(store, Imitation(many(57))) as made:
        made.discovery.run()
        made.clock.on(hours=1)
        before = made.imitation.not_modified
        run = made.discovery.run()
        assert (run.state, run.seen, run.added, run.changed) == (RunState.COMPLETE, 57, 0, 0)
        assert made.imitation.not_modified - before == 7
        assert len(made.entered.shown_) == 57
        assert made.known("owner-000/repro-000000")["owner-000/repro-000000"].last_seen == "2026-07-20T13:00:00Z"


def test_a_hub_without_etags_costs_rows_and_writes_nothing_new(store: Store) -> None:
    imitation = Imitation(many(25))
    imitation.etags = False
    with world(store, imitation) as made:
        made.discovery.run()
        run = made.discovery.run()
        assert (run.state, run.added, run.changed, len(made.entered.shown_)) == (RunState.COMPLETE, 0, 0, 25)


def test_only_what_changed_is_told_again(store: Store) -> None:
    with world(store, Imitation(many(25))) as made:
        made.discovery.run()
        made.clock.on(hours=1)
        changed = made.imitation.spaces["owner-007/repro-000007"]
        changed.sha = "c" * 40
        run = made.discovery.run()
        assert (run.added, run.changed) == (0, 1)
        assert [one[0] for one in made.entered.shown_[25:]] == [changed.id]
        known = made.known(changed.id)[changed.id]
        assert (known.space.sha, known.fetch_at) == ("c" * 40, "2026-07-20T13:00:00Z")


def test_more_than_ten_thousand_spaces_are_all_found(store: Store) -> None:
    with world(store, Imitation(many(10_050)), rows=500) as made:
        made.entered.forgetful = True
        assert made.discovery.run().seen == made.count() == 10_050


def test_spaces_that_the_listing_drops_are_asked_for_by_id(store: Store) -> None:
    with world(store, Imitation(many(25))) as made:
        made.discovery.run()
        made.clock.on(hours=1)
        for name in ("owner-003/repro-000003", "owner-009/repro-000009"):
            made.imitation.spaces[name].lost = True
        run = made.discovery.run()
        assert (run.state, run.seen, run.asked, run.missing) == (RunState.COMPLETE, 23, 2, 0)
        assert made.status("owner-003/repro-000003") == "unlisted"
        made.clock.on(hours=1)
        assert made.discovery.run().changed == 0
        made.imitation.spaces["owner-003/repro-000003"].sha = "d" * 40
        made.clock.on(hours=1)
        assert made.discovery.run().changed == 1
        assert made.known("owner-003/repro-000003")["owner-003/repro-000003"].space.sha == "d" * 40


def test_a_space_that_shows_again_is_listed_again(store: Store) -> None:
    with world(store, Imitation(many(5))) as made:
        made.discovery.run()
        space = made.imitation.spaces["owner-003/repro-000003"]
        for lost in (True, False):
            made.clock.on(hours=1)
            space.lost = lost
            made.discovery.run()
        assert made.status(space.id) == "listed"


def test_only_what_is_surely_gone_is_missing(store: Store) -> None:
    with world(store, Imitation(many(25))) as made:
        made.discovery.run()
        made.clock.on(hours=1)
        del made.imitation.spaces["owner-001/repro-000001"]
        for name, status in (("owner-002/repro-000002", 401), ("owner-003/repro-000003", 500)):
            made.imitation.spaces[name].lost = True
            made.imitation.spaces[name].status = status
        made.imitation.spaces["owner-004/repro-000004"].private = True
        run = made.discovery.run()
        assert (run.missing, run.asked, run.state) == (1, 4, RunState.PARTIAL)
        assert "1 known Space could not be asked for" in run.sentence
        known = made.known(*(f"owner-00{at}/repro-00000{at}" for at in (1, 2, 3, 4)))
        assert [one.missing_since for one in known.values()] == ["2026-07-20T13:00:00Z", "", "", ""]
        assert [one.status.value for one in known.values()] == ["gone", "withheld", "listed", "private"]
        assert "make it public again, or upload the logbook" in known["owner-002/repro-000002"].sentence
        assert "make it public, or upload the logbook" in known["owner-004/repro-000004"].sentence
        assert sorted(made.entered.hidden_) == [
            ("e-owner-001/repro-000001", "gone"),
            ("e-owner-002/repro-000002", "withheld"),
            ("e-owner-004/repro-000004", "private"),
        ]


def test_what_is_gone_keeps_its_time_and_is_asked_for_once_a_day(store: Store) -> None:
    with world(store, Imitation(many(5))) as made:
        made.discovery.run()
        made.clock.on(hours=1)
        name = "owner-001/repro-000001"
        gone = made.imitation.spaces.pop(name)
        made.discovery.run()
        for hours, asked in ((1, 0), (24, 1), (1, 0)):
            made.clock.on(hours=hours)
            assert made.discovery.run().asked == asked
        assert made.known(name)[name].missing_since == "2026-07-20T13:00:00Z"
        assert len(made.entered.hidden_) == 1
        made.imitation.add(gone)
        made.clock.on(hours=1)
        made.discovery.run()
        assert (made.status(name), made.known(name)[name].missing_since) == ("listed", "")


def test_an_empty_listing_makes_nobody_missing(store: Store) -> None:
    with world(store, Imitation(many(5))) as made:
        made.discovery.run()
        made.clock.on(hours=1)
        made.imitation.rules.append(always("/api/spaces?", json_reply([])))
        run = made.discovery.run()
        assert (run.state, run.seen, run.asked, run.missing) == (RunState.COMPLETE, 0, 5, 0)


def test_not_more_than_so_many_are_asked_for_and_the_rest_come_next(store: Store) -> None:
    with world(store, Imitation(many(30))) as made:
        made.discovery.run()
        for space in made.imitation.spaces.values():
            space.lost = True
        asked = []
        for _ in range(3):
            made.clock.on(hours=1)
            made.imitation.asked.clear()
            run = replace(made.discovery, most_asked=10).run()
            asked += [path.partition("?")[0] for path in made.imitation.asked if "/api/spaces/" in path]
            assert (run.state, run.asked) == (RunState.PARTIAL, 10)
            assert "10 Spaces were asked for by id; the others come in the next run." in run.sentence
        assert len(set(asked)) == 30


def lying(reply: Reply) -> Callable[[World], None]:
    return lambda made: made.imitation.rules.append(always("cursor", reply))


def next_is(target: Callable[[World], str]) -> Callable[[World], None]:
    """From the second page on the next page is always the same one."""

    def told(made: World) -> None:
        rows = [space.shown() for space in made.imitation.listed(TAG)[10:20]]
        link = {"Link": f'<{target(made)}>; rel="next"'}
        made.imitation.rules.append(always("cursor", json_reply(rows, headers=link)))

    return told


TROUBLES = {
    "not json": (lying(Reply(200, b"<html>")), "Page 2 of the listing is not JSON"),
    "not a list": (lying(json_reply({"error": "x"})), "Page 2 of the listing is not a list but an object"),
    "too many rows": (lying(json_reply([{"id": "a/b"}] * 2000)), "has 2,000 rows"),
    "a refusal": (lying(json_reply({}, 400)), "Page 2 of the listing could not be read: status 400"),
    "busy": (lying(Reply(504)), "was busy 3 times"),
    "cut off": (lying(Reply(200, b"[" + b" " * 500, cut=9)), "could not be read"),
    "next is itself": (next_is(lambda made: f"{made.imitation.url}/api/spaces?cursor=x"), "shows only Spaces that"),
    "next is the first": (
        next_is(lambda made: made.discovery.hub.first_page(TAG, 10)),
        "leads back to a page it began with, after 2 pages",
    ),
    "next is elsewhere": (next_is(lambda made: "https://evil.example/"), "which is not on the Hub"),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_trouble_on_the_way_leaves_what_was_read_and_calls_nobody_missing(store: Store, trouble: str) -> None:
    cause, sentence = TROUBLES[trouble]
    with world(store, Imitation(many(25))) as made:
        made.discovery.run()
        made.clock.on(hours=1)
        made.imitation.add(FakeSpace("new/one", created="2026-08-01T00:00:00Z"))
        del made.imitation.spaces["owner-001/repro-000001"]
        cause(made)
        run = made.discovery.run()
        assert run.state is RunState.PARTIAL
        assert sentence in run.sentence
        assert (run.asked, run.missing, run.added) == (0, 0, 1)
        assert made.status("owner-001/repro-000001") == "listed"


def test_a_hub_that_shows_nothing_at_all_is_a_failure_and_the_last_state_stays(store: Store) -> None:
    with world(store, Imitation(many(5))) as made:
        good = made.discovery.run()
        made.clock.on(hours=1)
        made.imitation.rules.append(always("/api/spaces?", Reply(503)))
        run = made.discovery.run()
        assert (run.state, run.pages, run.seen) == (RunState.FAILED, 0, 0)
        with store.read() as tx:
            assert tx.spaces.last_run(RunState.COMPLETE) == good


def test_an_endless_listing_ends(store: Store) -> None:
    at = iter(range(10_000))

    def endless(path: str) -> Reply | None:
        number = next(at)
        link = {"Link": f'</api/spaces?cursor={number}>; rel="next"'}
        return json_reply([{"id": f"a/{number}", "tags": []}], headers=link)

    with world(store, Imitation()) as made:
        made.imitation.rules.append(endless)
        run = replace(made.discovery, most_pages=30).run()
        assert run.state is RunState.PARTIAL
        assert "does not end after 30 pages" in run.sentence


def test_a_page_that_repeats_another_under_a_new_address_is_a_circle(store: Store) -> None:
    at = iter(range(1_000))

    def circle(path: str) -> Reply | None:
        link = {"Link": f'</api/spaces?cursor={next(at)}>; rel="next"'}
        return json_reply([{"id": "a/x", "tags": []}], headers=link)

    with world(store, Imitation()) as made:
        made.imitation.rules.append(circle)
        run = made.discovery.run()
        assert (run.pages, run.state) == (2, RunState.PARTIAL)
        assert "Page 2 of the listing shows only Spaces that earlier pages showed" in run.sentence


def test_a_space_made_while_the_listing_is_read_is_found_and_none_is_lost(store: Store) -> None:
    imitation = Imitation(many(25), by_offset=True)

    def push(path: str) -> Reply | None:
        if "cursor=10" in path and "new/one" not in imitation.spaces:
            imitation.add(FakeSpace("new/one", created="2026-08-01T00:00:00Z"))
        return None

    with world(store, imitation) as made:
        imitation.rules.append(push)
        run = made.discovery.run()
        assert (run.state, run.seen, run.added) == (RunState.COMPLETE, 26, 26)
        assert len(made.entered.shown_) == 26


def test_a_listing_that_never_stands_still_is_partial(store: Store) -> None:
    imitation = Imitation(many(25))
    at = iter(range(100))

    def push(path: str) -> Reply | None:
        if "cursor" in path:
            imitation.add(FakeSpace(f"new/{next(at)}", created="2026-08-01T00:00:00Z"))
        return None

    with world(store, imitation) as made:
        imitation.rules.append(push)
        run = made.discovery.run()
        assert run.state is RunState.PARTIAL
        assert "The listing changed while it was read, 3 times in a row." in run.sentence


def test_rows_without_a_name_are_told_and_make_no_total(store: Store) -> None:
    with world(store, Imitation(many(5))) as made:
        made.imitation.add(FakeSpace("x", created="2026-08-01T00:00:00Z", row={"id": "../x"}))
        run = made.discovery.run()
        assert (run.state, run.seen, run.faults) == (RunState.PARTIAL, 5, 1)
        assert run.sentence == (
            "1 rows of the listing name no Space. Page 1 of the listing, row 1: It names no Space: its id is '../x'."
        )


def test_a_row_that_is_wrong_in_part_is_told_and_taken(store: Store) -> None:
    with world(store, Imitation(many(5))) as made:
        made.imitation.add(FakeSpace("ada/x", tags=[TAG, 7], sha="main"))
        run = made.discovery.run()
        assert (run.state, run.seen, run.faults) == (RunState.COMPLETE, 6, 2)
        assert (made.status("ada/x"), made.known("ada/x")["ada/x"].fetch_at) == ("listed", "")


def test_tags_are_read_as_they_are_written_and_the_owner_told(store: Store) -> None:
    tags = {
        "a/right": [TAG, "paper-P1"],
        "a/nickname": [TAG, "paper-attention"],
        "a/several": [TAG, "paper-P1", "paper-P2"],
        "a/none": [TAG],
        "a/case": [TAG.upper(), "Paper-P1"],
        "a/arxiv": [TAG, "arxiv:2601.00001"],
        "a/double": [TAG, "paper-P1", "paper-P1"],
    }
    with world(store, Imitation([FakeSpace(name, tags=given) for name, given in tags.items()])) as made:
        made.discovery.run()
        told = {name: (names, " ".join(notes)) for name, names, notes in made.entered.shown_}
    assert told["a/right"] == told["a/double"] == (("P1",), "")
    assert told["a/nickname"] == (("attention",), "")
    assert told["a/several"][0] == ("P1", "P2")
    assert "2 tags name a paper ('P1', 'P2')" in told["a/several"][1]
    assert told["a/none"] == ((), "No tag names its paper; add one such as 'paper-<id>'.")
    assert told["a/case"][0] == ("P1",)
    assert f"'{TAG.upper()}' is taken for '{TAG}'" in told["a/case"][1]
    assert "should begin with 'paper-'" in told["a/case"][1]
    assert told["a/arxiv"][0] == ("2601.00001",)


def test_a_space_that_lost_its_tag_is_told_and_one_that_never_had_it_is_no_entry(store: Store) -> None:
    with world(store, Imitation(many(3))) as made:
        made.discovery.run()
        made.clock.on(hours=1)
        made.imitation.spaces["owner-001/repro-000001"].tags = ["paper-P1"]
        made.imitation.add(FakeSpace("x/listed-anyway", row={"id": "x/listed-anyway", "tags": ["other"]}))
        made.discovery.run()
        assert made.entered.hidden_ == [("e-owner-001/repro-000001", "untagged")]
        assert made.known("x/listed-anyway")["x/listed-anyway"].entry == ""


def test_a_renamed_space_keeps_its_entry(store: Store) -> None:
    with world(store, Imitation(many(5))) as made:
        made.discovery.run()
        made.clock.on(hours=1)
        old = made.imitation.spaces["owner-001/repro-000001"]
        row = dict(old.shown()) | {"id": "owner-001/better-name"}
        old.lost, old.moved_to = True, "owner-001/better-name"
        made.imitation.add(FakeSpace("owner-001/better-name", row=row, created=old.created))
        run = made.discovery.run()
        known = made.known(old.id, "owner-001/better-name")
        assert known["owner-001/better-name"].entry == "e-owner-001/repro-000001"
        assert (known[old.id].status.value, known[old.id].moved_to) == ("moved", "owner-001/better-name")
        assert made.entered.renamed_ == [("e-owner-001/repro-000001", "owner-001/better-name")]
        assert (run.added, run.asked, made.count()) == (0, 0, 6)


def test_a_renamed_space_that_the_listing_does_not_show_keeps_its_entry(store: Store) -> None:
    with world(store, Imitation(many(5))) as made:
        made.discovery.run()
        made.clock.on(hours=1)
        made.imitation.spaces["owner-001/repro-000001"].moved_to = "bea/new"
        made.imitation.spaces["owner-001/repro-000001"].lost = True
        made.imitation.add(FakeSpace("bea/new", lost=True))
        run = made.discovery.run()
        assert run.asked == 1
        assert made.known("bea/new")["bea/new"].entry == "e-owner-001/repro-000001"
        made.clock.on(hours=1)
        assert made.discovery.run().state is RunState.COMPLETE


def test_two_runs_at_once_are_refused(store: Store) -> None:
    with world(store, Imitation(many(25))) as made:
        told = []

        def meddle(path: str) -> Reply | None:
            with pytest.raises(NotNowError, match="is under way since 2026-07-20T12:00:00Z"):
                made.discovery.run()
            told.append(path)
            return None

        made.imitation.rules.append(once("nothing", Reply()))
        made.imitation.rules.append(lambda path: meddle(path) if "cursor" in path and not told else None)
        assert made.discovery.run().state is RunState.COMPLETE
        assert told


def test_a_run_that_died_is_taken_up_where_it_was(store: Store) -> None:
    with world(store, Imitation(many(57))) as made:

        def die(path: str) -> Reply | None:
            if made.imitation.count("cursor") == 4:
                raise StoppedError
            return None

        hub = made.discovery.hub
        real = hub.page
        hub.page = lambda url, what, etag="": (die(url), real(url, what, etag))[1]  # type: ignore[method-assign]
        with pytest.raises(StoppedError):
            made.discovery.run()
        hub.page = real  # type: ignore[method-assign]
        assert made.count() == 50
        made.imitation.asked.clear()
        run = made.discovery.run()
        assert (run.state, run.seen, run.added) == (RunState.COMPLETE, 57, 57)
        first, *_ = made.imitation.asked
        assert "cursor" in first
        with store.read() as tx:
            assert [one.id for one in tx.spaces.runs()] == [run.id]


def test_a_run_that_fell_silent_is_taken_up_after_a_while_and_an_old_one_is_closed(store: Store) -> None:
    with world(store, Imitation(many(5))) as made:
        with store.write() as tx:
            begun = tx.spaces.begin("2026-07-20T11:59:30Z")
        with pytest.raises(NotNowError):
            made.discovery.run()
        made.clock.on(seconds=30)
        assert made.discovery.run().id == begun.id
        with store.write() as tx:
            old = tx.spaces.begin("2026-07-20T12:20:00Z")
        made.clock.on(hours=9)
        assert made.discovery.run().id == old.id + 1
        with store.read() as tx:
            assert tx.spaces.runs()[1].sentence == "It broke off and was not taken up."


def test_a_run_that_waits_long_for_the_hub_says_that_it_is_alive(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery_run, "BEAT_S", 0.01)
    clock = Clock()
    book = RunBook.open(store, clock)
    with book.alive():
        for _ in range(3):
            clock.on(seconds=40)
            wait_for(lambda: touched(store) == written(clock()))
            with pytest.raises(NotNowError, match="is under way"):
                RunBook.open(store, clock)
    clock.on(seconds=45)
    assert RunBook.open(store, clock).run.id == book.run.id
    clock.on(seconds=1)
    with pytest.raises(NotNowError, match="Another process has taken up"):
        book.end(Trouble())


def touched(store: Store) -> str:
    with store.read() as tx:
        last = tx.spaces.last_run()
    assert last is not None
    return last.touched_at


def wait_for(what: Callable[[], bool]) -> None:
    until = time.monotonic() + 10
    while not what():
        assert time.monotonic() < until
        time.sleep(0.005)


def test_a_hub_that_asks_to_wait_an_hour_is_not_asked_before(store: Store) -> None:
    with world(store, Imitation(many(25))) as made:
        made.imitation.rules.append(always("cursor", Reply(429, headers={"Retry-After": "3600"})))
        run = made.discovery.run()
        assert (run.state, run.not_before) == (RunState.PARTIAL, "2026-07-20T13:00:00Z")
        made.imitation.rules.clear()
        with pytest.raises(NotNowError, match="not to be asked before 2026-07-20T13:00:00Z"):
            made.discovery.run()
        made.clock.on(hours=1)
        assert made.discovery.run().state is RunState.COMPLETE


def test_a_listing_that_lags_behind_does_not_undo_what_is_known(store: Store) -> None:
    with world(store, Imitation(many(3))) as made:
        made.discovery.run()
        space = made.imitation.spaces["owner-001/repro-000001"]
        fresh = dict(space.shown()) | {"sha": "e" * 40, "lastModified": "2026-07-19T00:00:00Z"}
        made.imitation.rules.append(once("owner-001", json_reply(fresh)))
        assert made.discovery.look_up(space.id).space.sha == "e" * 40
        made.clock.on(hours=1)
        made.discovery.run()
        assert made.known(space.id)[space.id].space.sha == "e" * 40


def test_one_space_is_looked_up_when_it_is_asked_for(store: Store) -> None:
    with world(store, Imitation([FakeSpace("ada/lost", lost=True)])) as made:
        known = made.discovery.look_up("ada/lost")
        assert (known.status.value, known.entry) == ("unlisted", "e-ada/lost")
        assert made.discovery.look_up("ada/lost").entry == known.entry
        with pytest.raises(OpenReproError, match="does not show a Space ada/none"):
            made.discovery.look_up("ada/none")
        with pytest.raises(OpenReproError, match="is not the id of a Space"):
            made.discovery.look_up("../../etc/passwd")
        del made.imitation.spaces["ada/lost"]
        assert made.discovery.look_up("ada/lost").status.value == "gone"


def test_a_space_that_cannot_be_entered_holds_nobody_up_and_is_tried_again(store: Store) -> None:
    with world(store, Imitation(many(5))) as made:
        made.entered.refused = {"owner-002/repro-000002"}
        run = made.discovery.run()
        assert (run.state, run.added) == (RunState.COMPLETE, 5)
        known = made.known("owner-002/repro-000002")["owner-002/repro-000002"]
        assert (known.entry, known.fetch_at) == ("", "")
        assert known.sentence == "It could not be entered: Something about it is wrong."
        with store.read() as tx:
            assert tx.entries.by_origin(known.id) is None
        made.entered.refused.clear()
        made.clock.on(hours=1)
        made.discovery.run()
        assert made.known(known.id)[known.id].entry == "e-owner-002/repro-000002"
