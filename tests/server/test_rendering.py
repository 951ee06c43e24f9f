"""Renderings made of archived revisions: after intake, after judging, never after a takedown, never at others' cost."""

import os
import shutil
import signal
from collections.abc import Callable, Generator, Iterator
from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from openrepro import clock
from openrepro.clock import written
from openrepro.demo import DATA, copy_example, read_example
from openrepro.entries.entry import Entry
from openrepro.entries.moderation import hide, take_down
from openrepro.entries.window import Terms
from openrepro.notify.client import WebhookClient
from openrepro.rendering.parts import FIGURE, PAGE, TRACE, VIEW
from openrepro.server.bench import Bench, BeyondLimitsError, BrokenOffError, ChildError, Limits
from openrepro.server.chores import Chores
from openrepro.server.demo import Arrival, upload
from openrepro.server.installation import Installation, open_installation
from openrepro.server.judging import Judging
from openrepro.server.loading import load_claim_sets
from openrepro.server.rendered_again import WAITS, render_again
from openrepro.server.rendering import BEYOND, FAULT, MISSING, Rendering
from openrepro.store import renderings_due
from openrepro.store.renderings import Kept, RenderingState
from openrepro.store.renderings_due import Due

EXAMPLE = read_example()
OPEN = EXAMPLE.rules.window.opens + timedelta(days=1)
LOGBOOK = "amber/demo-batch"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled papers and claims, and nobody who entered."""
    made = tmp_path_factory.mktemp("rendering") / "challenge"
    copy_example(made)
    with open_installation(made, environment={}) as here:
        load_claim_sets(here, EXAMPLE.papers, OPEN)
    return made


@pytest.fixture
def here(template: Path, tmp_path: Path) -> Generator[Installation]:
    with open_installation(shutil.copytree(template, tmp_path / "challenge"), environment={}) as opened:
        yield opened


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    made = Bench(Limits(seconds=60))
    yield made
    made.close()


def in_process(function: Callable[..., Any], *arguments: Any, stop: Event | None = None) -> Any:
    return function(*arguments)


class InProcess:
    run = staticmethod(in_process)


def rendering(here: Installation, run: Any = in_process) -> Rendering:
    return Rendering(here.store, here.blobs, here.rules_now, run)


def entered(here: Installation, folder: Path = DATA / "logbooks" / LOGBOOK, team: str = "amber") -> Entry:
    return upload(here, Arrival(team, OPEN, "CC-BY-4.0", folder))


def changed(folder: Path, change: Callable[[str], str]) -> Path:
    """The example's logbook with its claim pages changed."""
    made = shutil.copytree(DATA / "logbooks" / LOGBOOK, folder / "changed")
    for page in made.rglob("page.md"):
        page.write_text(change(page.read_text(encoding="utf-8")), encoding="utf-8")
    return made


def judge(here: Installation) -> None:
    judging = Judging(here.store, here.blobs, InProcess(), here.rules_now, lambda: OPEN)  # type: ignore[arg-type]
    while True:
        with here.store.write() as tx:
            job = tx.jobs.lease("test", now=written(OPEN), until=written(OPEN + timedelta(minutes=5)))
        if job is None:
            return
        judging(job, Event())


def kept(here: Installation, entry: Entry) -> Kept:
    with here.store.read() as tx:
        found = tx.renderings.get(entry.id, entry.revision)
    assert found is not None
    return found


def part(here: Installation, entry: Entry, kind: str, page: int, number: int = 0) -> str:
    with here.store.read() as tx:
        found = tx.renderings.part(entry.id, entry.revision, kind, page, number)
    assert found is not None
    return found


def failing(error: Exception) -> Callable[..., Any]:
    def run(*_arguments: object, **_named: object) -> Any:
        raise error

    return run


def test_a_new_entry_is_rendered_by_the_chore_in_a_child_process(here: Installation, bench: Bench) -> None:
    entry = entered(here)
    chores = Chores(here, WebhookClient(), bench)
    chore = next(one for one in chores.all() if one.name == "renderings")
    assert chore.due(OPEN)
    assert chore.run(OPEN, Event()) == ""
    assert not chore.due(OPEN)
    found = kept(here, entry)
    assert (found.state, found.made_at) == (RenderingState.MADE, written(OPEN))
    assert found.body["title"].startswith("Reproduction: ")
    assert len(found.body["pages"]) == found.body["counts"]["pages"] == 7
    assert "python speed.py" in part(here, entry, PAGE, 2)
    assert "python speed.py" in [run["command"] for run in found.body["runs"]]


def test_quotes_are_marked_once_there_are_verdicts(here: Installation) -> None:
    entry = entered(here)
    renders = rendering(here)
    assert renders.render_all(OPEN) == 1
    assert kept(here, entry).body["quotes"] == []
    judge(here)
    assert renders.render_all(OPEN) == 1
    quotes = kept(here, entry).body["quotes"]
    assert quotes
    first = quotes[0]
    with here.store.read() as tx:
        assert first["verdict"] in {leaf.id for leaf in tx.ledger.leaves()}
    assert first["why"] == "measured"
    assert first["marked"]
    assert first["text"].startswith("RESULT {")
    spot = first["spot"]
    assert f'<mark id="{first["name"]}"' in part(here, entry, PAGE, spot["page"], spot["part"])
    assert renders.render_all(OPEN) == 0


def test_every_claim_has_the_view_that_a_reader_is_given(here: Installation) -> None:
    entry = entered(here)
    rendering(here).render_all(OPEN)
    claims = kept(here, entry).body["claims"]
    assert [claim["id"] for claim in claims] == [claim.id for claim in EXAMPLE.paper(("demo-batch",)).claims]  # type: ignore[union-attr]
    for claim in claims:
        assert len(part(here, entry, VIEW, claim["number"])) == claim["view"]["characters"]
    assert claims[0]["view"]["tokens"] > 100


def test_verdicts_that_are_carried_over_are_marked_where_their_bytes_stand_now(
    here: Installation, tmp_path: Path
) -> None:
    first = entered(here)
    judge(here)
    folder = changed(tmp_path, lambda text: text.replace("\n", "\n\nA sentence more.\n\n", 1))
    second = entered(here, folder)
    assert second.id == first.id
    assert second.revision != first.revision
    judge(here)
    rendering(here).render_all(OPEN)
    old, new = kept(here, first).body["quotes"], kept(here, second).body["quotes"]
    assert [quote["text"] for quote in old] == [quote["text"] for quote in new]
    assert not any(quote["carried"] for quote in old)
    assert all(quote["carried"] and quote["marked"] for quote in new)
    assert new[0]["spot"]["bytes"] != old[0]["spot"]["bytes"]


def test_bytes_of_a_carried_verdict_that_are_gone_are_told_as_not_found(here: Installation, tmp_path: Path) -> None:
    first = entered(here)
    judge(here)
    second = entered(here, changed(tmp_path, lambda text: text.replace("RESULT {", "RESULT  {")))
    with here.store.write() as tx:
        tx.jobs.cancel(first.id, "for the test", now=written(OPEN))
    rendering(here).render_all(OPEN)
    quotes = kept(here, second).body["quotes"]
    assert quotes
    assert not quotes[0]["found"]
    assert quotes[0]["spot"] is None
    assert quotes[0]["text"] == ""


def test_nothing_is_left_and_nothing_comes_again_after_a_takedown(here: Installation) -> None:
    entry = entered(here)
    renders = rendering(here)
    renders.render_all(OPEN)
    with here.store.write() as tx:
        take_down(tx, entry.id, Terms(EXAMPLE.rules, written(OPEN)), actor="operator", why="asked for")
    with here.store.read() as tx:
        assert tx.renderings.get(entry.id, entry.revision) is None
        assert tx.renderings.part(entry.id, entry.revision, PAGE, 0, 0) is None
    assert renders.render(Due(entry.id, entry.revision), OPEN, Event()) is None
    assert renders.render_all(OPEN) == 0


def test_what_is_taken_down_while_it_is_rendered_is_not_kept(here: Installation) -> None:
    entry = entered(here)

    def slowly(function: Callable[..., Any], *arguments: Any, stop: Event | None = None) -> Any:
        made = function(*arguments)
        with here.store.write() as tx:
            take_down(tx, entry.id, Terms(EXAMPLE.rules, written(OPEN)), actor="operator", why="asked for")
        return made

    rendering(here, slowly).render_all(OPEN)
    with here.store.read() as tx:
        assert tx.renderings.get(entry.id, entry.revision) is None
        assert tx.renderings.part(entry.id, entry.revision, PAGE, 0, 0) is None


def test_a_hidden_entry_keeps_its_rendering(here: Installation) -> None:
    entry = entered(here)
    rendering(here).render_all(OPEN)
    with here.store.write() as tx:
        hide(tx, entry.id, Terms(EXAMPLE.rules, written(OPEN)), actor="operator", why="to look at it")
    assert kept(here, entry).body["pages"]


def test_a_hostile_logbook_costs_one_failed_rendering_and_no_other(here: Installation, tmp_path: Path) -> None:
    hasty = Bench(Limits(seconds=0.05))
    hostile = entered(here, team="birch", folder=changed(tmp_path, lambda text: text + "[" * 100_000 + "\n" + ">" * 50))
    try:
        assert rendering(here, hasty.run).render_due(OPEN, Event()) == (1, 1)
    finally:
        hasty.close()
    found = kept(here, hostile)
    assert (found.state, found.sentence, found.body) == (RenderingState.FAILED, BEYOND, {})
    honest = entered(here)
    assert rendering(here).render_due(OPEN, Event()) == (1, 0)
    assert kept(here, honest).state is RenderingState.MADE
    assert kept(here, hostile).state is RenderingState.FAILED


def test_a_logbook_full_of_traps_is_rendered_within_limits(here: Installation, bench: Bench, tmp_path: Path) -> None:
    traps = "\n\n".join(
        ("[" * 50_000, ">" * 50_000, "- " * 20_000, "`" * 9_999, "$x$ " * 5_000, "<script>alert(1)</script>")
    )
    entry = entered(here, changed(tmp_path, lambda text: text + "\n\n" + traps))
    rendering(here, bench.run).render_all(OPEN)
    assert kept(here, entry).state is RenderingState.MADE
    assert "<script" not in part(here, entry, PAGE, 2)


def test_a_child_that_is_killed_is_replaced(here: Installation, bench: Bench) -> None:
    entry = entered(here)
    os.kill(bench.run(os.getpid), signal.SIGKILL)
    assert rendering(here, bench.run).render_due(OPEN, Event()) == (1, 0)
    assert kept(here, entry).state is RenderingState.MADE


@pytest.mark.parametrize(
    ("error", "sentence"), [(BeyondLimitsError("Too much."), BEYOND), (ChildError("KeyError: 'secret'"), FAULT)]
)
def test_a_failure_is_told_in_our_words_and_tried_again_with_new_verdicts(
    here: Installation, error: Exception, sentence: str
) -> None:
    entry = entered(here)
    assert rendering(here, failing(error)).render_all(OPEN) == 1
    found = kept(here, entry)
    assert (found.state, found.sentence) == (RenderingState.FAILED, sentence)
    assert rendering(here).render_all(OPEN) == 0
    judge(here)
    assert rendering(here).render_all(OPEN) == 1
    assert kept(here, entry).state is RenderingState.MADE
    assert kept(here, entry).sentence == ""


def test_a_failure_after_judging_leaves_the_pages_as_they_were(here: Installation) -> None:
    entry = entered(here)
    rendering(here).render_all(OPEN)
    judge(here)
    rendering(here, failing(BeyondLimitsError("Too much."))).render_all(OPEN)
    found = kept(here, entry)
    assert found.stale
    assert found.body["pages"]
    assert "python speed.py" in part(here, entry, PAGE, 2)


def test_missing_bytes_are_told(here: Installation) -> None:
    entry = entered(here)
    with here.store.read() as tx:
        revision = tx.entries.revision(entry.id, entry.revision)
    assert revision is not None
    here.blobs.delete(revision.files[0].sha256)
    rendering(here).render_all(OPEN)
    assert kept(here, entry).sentence == MISSING


def test_what_was_never_rendered_can_be_asked_for(here: Installation) -> None:
    entry = entered(here)
    with here.store.write() as tx:
        renderings_due.note_all(tx.connection)
    assert rendering(here).render_all(OPEN) == 0
    with here.store.write() as tx:
        render_again(tx, entry.id, Terms(EXAMPLE.rules, written(OPEN)), actor="operator", why="to see it")
    assert kept(here, entry).sentence == WAITS
    assert rendering(here).render_all(OPEN) == 1
    assert kept(here, entry).state is RenderingState.MADE


def test_being_asked_to_stop_keeps_nothing_and_forgets_nothing(here: Installation) -> None:
    entry = entered(here)
    stop = Event()
    stop.set()
    assert rendering(here).render_due(OPEN, stop) == (0, 0)
    interrupted = Chores(here, WebhookClient(), InProcess())  # type: ignore[arg-type]
    object.__setattr__(interrupted, "bench", type("Stopped", (), {"run": staticmethod(failing(BrokenOffError("")))}))
    assert interrupted.render(OPEN, Event()) == ""
    with here.store.read() as tx:
        assert tx.renderings.get(entry.id, entry.revision) is None
    assert rendering(here).render_all(OPEN) == 1


def test_two_servers_at_once_come_to_the_same(here: Installation) -> None:
    entry = entered(here)
    one, other = rendering(here), rendering(here)
    due = Due(entry.id, entry.revision)

    def meanwhile(function: Callable[..., Any], *arguments: Any, stop: Event | None = None) -> Any:
        other.render(due, clock.now(), Event())
        return function(*arguments)

    assert rendering(here, meanwhile).render(due, OPEN, Event())
    first = kept(here, entry)
    assert one.render(due, OPEN, Event()) is None
    assert kept(here, entry) == first
    assert other.render_all(OPEN) == 0


def test_figures_are_kept_apart(here: Installation) -> None:
    entry = entered(here, DATA / "logbooks" / "amber" / "demo-hedge")
    rendering(here).render_all(OPEN)
    figure = kept(here, entry).body["figures"][0]
    assert len(part(here, entry, FIGURE, figure["number"])) == figure["size"]
    with here.store.read() as tx:
        assert tx.renderings.part(entry.id, entry.revision, TRACE, 0, 0) is None
