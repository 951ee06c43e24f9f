"""`openrepro jobs check`: jobs of a loopback Hub that ended well, badly, not at all, or are nobody's business."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from openrepro.hub import jobs as module
from openrepro.hub.jobs import JobName, jobs_named
from tests.hub.imitation import Imitation, Reply, json_reply, running
from tests.judging.books import claim_page, run, said

GOOD, BAD, OPEN, LOST = (letter * 24 for letter in "abcd")
STATES = {
    GOOD: {"status": {"stage": "COMPLETED", "message": None}, "durations": {"runningSecs": 725}},
    BAD: {"status": {"stage": "ERROR", "message": "out of memory"}, "durations": {"runningSecs": 3}},
    OPEN: {"status": {"stage": "RUNNING"}, "durations": {}},
}
LOG = (
    "".join(f'data: {{"timestamp": "t", "data": "step {at}"}}\n\n' for at in range(60))
    + "data: {broken\n\n: keep-alive\n"
)


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Imitation]:
    def answers(path: str) -> Reply | None:
        name = path.partition("?")[0].removeprefix("/api/jobs/ada/")
        if name.endswith("/logs"):
            return Reply(200, LOG.encode(), {"Content-Type": "text/event-stream"})
        return json_reply(STATES[name]) if name in STATES else json_reply({"error": "no"}, 404)

    with running(Imitation()) as state:
        state.rules.append(answers)
        monkeypatch.setenv("OPENREPRO_HUB_URL", state.url)
        yield state


def book(folder: Path, *cells: str) -> Path:
    page = folder / "pages" / "claim-1" / "page.md"
    page.parent.mkdir(parents=True)
    page.write_text(claim_page(*cells))
    (folder / "pages" / "index.md").write_text(
        "# Reproduction: x\n\n## Pages\n\n| Page |\n| --- |\n| [c](#/claim-1) |\n"
    )
    return folder


def link(job: str) -> str:
    return said(f"Handed over: https://huggingface.co/jobs/ada/{job} .")


def check(path: Path, *more: str) -> Result:
    return CliRunner().invoke(main, ["jobs", "check", str(path), *more])


def told(path: Path) -> dict[str, object]:
    (one,) = json.loads(check(path, "--format", "json").stdout)["jobs"]
    found: dict[str, object] = one
    return found


def test_a_result_that_never_came_is_said(hub: Imitation, tmp_path: Path) -> None:
    done = check(book(tmp_path, link(GOOD)))
    assert done.exit_code == 1
    assert "COMPLETED, ran 725 s" in done.stdout
    assert "its result never came into the logbook" in done.stdout.replace("\n  ", " ")
    assert f"hf jobs logs {GOOD}" in done.stdout
    assert done.stdout.count("step ") == 20
    assert "step 59" in done.stdout


def test_one_whose_result_was_recorded_is_sound(hub: Imitation, tmp_path: Path) -> None:
    path = book(tmp_path, link(GOOD), run("loss 1.5"))
    assert check(path).exit_code == 0
    assert told(path)["outcome"] == "shown"


@pytest.mark.parametrize(("job", "outcome", "status"), [(BAD, "failed", 1), (OPEN, "open", 0), (LOST, "unknown", 1)])
def test_other_ends_are_told_apart(hub: Imitation, tmp_path: Path, job: str, outcome: str, status: int) -> None:
    path = book(tmp_path, link(job))
    assert (told(path)["outcome"], check(path).exit_code) == (outcome, status)
    assert (job == LOST) == bool(told(path)["fault"])


def test_a_hub_that_misbehaves_is_a_fault_of_the_answer(hub: Imitation, tmp_path: Path) -> None:
    path = book(tmp_path, link(GOOD))
    for reply, words in (
        (Reply(200, b"<html>"), "is not JSON"),
        (Reply(200, b"{}"), "says nothing of its state"),
        (Reply(403, b"{}"), "to its owner only"),
        (Reply(302, b"", {"Location": "http://127.0.0.1:9/"}), "status 302"),
    ):
        hub.rules.insert(0, lambda _, reply=reply: reply)  # type: ignore[misc]
        assert words in str(told(path)["fault"])


def test_a_log_that_stays_open_ends_after_a_pause(
    hub: Imitation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SILENCE_S", 0.2)
    hub.rules.insert(0, lambda path: Reply(200, LOG.encode(), slow=5) if "/logs" in path else None)
    assert told(book(tmp_path, link(GOOD)))["tail"] == []


def test_links_are_read_and_nothing_else() -> None:
    text = f"https://huggingface.co/jobs/ada/{GOOD} http://hf.co/jobs/o-o/{BAD}, https://huggingface.co/jobs/ada/{GOOD}"
    assert jobs_named(text) == (JobName("ada", GOOD), JobName("o-o", BAD))
    assert jobs_named("https://huggingface.co/jobs/ada/../../x https://evil/jobs/ada/abcdef01") == ()


def test_without_jobs_nothing_is_asked(hub: Imitation, tmp_path: Path) -> None:
    done = check(book(tmp_path, said("No job.")))
    assert (done.exit_code, hub.asked) == (0, [])
    assert "links to no job" in done.stderr
