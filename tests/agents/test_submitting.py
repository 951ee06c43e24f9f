import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from openrepro.agents import workspace
from openrepro.agents.packing import packed
from openrepro.agents.scaffold import BOOK
from tests.agents.loop import Loop, looped
from tests.agents.misbehaving import misbehaving


@pytest.fixture
def loop(tmp_path: Path) -> Iterator[Loop]:
    with looped(tmp_path / "challenge") as one:
        yield one


def test_from_start_to_verdict_and_out_again(loop: Loop, tmp_path: Path) -> None:
    folder = loop.started(tmp_path / "w")
    entered = loop.run("submit", "--dir", folder, "--licence", "MIT", "--format", "json")
    assert entered.exit_code == 0, entered.output
    receipt = json.loads(entered.stdout)
    entry = receipt["entry"]["id"]
    assert (receipt["entry"]["state"], receipt["already"], receipt["entry"]["licence"]) == ("queued", False, "MIT")
    assert workspace.read(folder).entry == entry
    assert loop.run("verdict", "--dir", folder).exit_code == 1
    loop.served.judge_all()
    loop.served.render_all()
    told = loop.run("verdict", "--dir", folder, "--watch", "--format", "json")
    assert told.exit_code == 0, told.output
    said = {one["claim"]: one for one in json.loads(told.stdout)["verdicts"]}
    assert said["demo-charlm.c1"]["label"] == "inconclusive"
    assert "1 verified" in " ".join(said["demo-charlm.c3"]["reasons"])
    assert said["demo-charlm.c3"]["raises"]
    assert f"{entry}: judged" in loop.run("status", "--dir", folder).stdout
    gone = loop.run("withdraw", "--dir", folder, "--yes")
    assert gone.exit_code == 0
    assert "withdrawn" in gone.stdout


def test_the_same_bytes_are_entered_once_and_others_are_a_revision(loop: Loop, tmp_path: Path) -> None:
    folder = loop.started(tmp_path / "w")
    first, again = (loop.run("submit", "--dir", folder) for _ in range(2))
    assert first.stdout.split(":")[0] == again.stdout.split(":")[0]
    page = next((folder / BOOK / "pages").glob("conclusion/page.md"))
    page.write_text(page.read_text() + "\nIt holds.\n")
    assert loop.run("submit", "--dir", folder).exit_code == 0
    name = workspace.read(folder).entry
    revisions = loop.served.client.get(f"/api/v1/entries/{name}/revisions").json()["data"]
    assert len(revisions) == 2


def test_a_second_entry_on_a_paper_is_told_before_anything_is_sent(loop: Loop, tmp_path: Path) -> None:
    entry = loop.served.submit("amber", "amber/demo-charlm")["entry"]["id"]
    folder = loop.started(tmp_path / "w")
    done = loop.run("submit", "--dir", folder)
    assert done.exit_code == 2
    assert f"({entry}), and a second one does not score. Nothing was entered." in done.stderr
    assert f"--entry {entry}" in done.stderr
    assert loop.run("submit", "--dir", folder, "--entry", entry).exit_code == 0
    assert workspace.read(folder).entry == entry


def test_another_papers_logbook_is_not_entered(loop: Loop, tmp_path: Path) -> None:
    folder = loop.started(tmp_path / "w")
    path = folder / ".trackio" / "metadata.json"
    path.write_text(path.read_text().replace("demo-charlm", "demo-batch"))
    done = loop.run("submit", "--dir", folder)
    assert done.exit_code == 2
    assert "names the paper demo-batch" in done.stderr
    assert "Nothing was entered." in done.stderr


def test_a_secret_stops_it_and_is_not_repeated(loop: Loop, tmp_path: Path) -> None:
    folder = loop.started(tmp_path / "w")
    secret = "hf_" + "AbCdEfGhIjKlMnOpQrStUvWxYz01234567"
    page = next((folder / BOOK / "pages").glob("claim-3-*/page.md"))
    page.write_text(page.read_text() + f"\nHF_TOKEN={secret}\n")
    done = loop.run("submit", "--dir", folder)
    assert done.exit_code == 2
    assert "Nothing was entered." in done.stderr
    assert secret not in done.output
    assert not loop.served.client.get("/api/v1/entries").json()["data"]
    assert loop.run("submit", "--dir", folder, "--anyway").exit_code == 0


@pytest.mark.parametrize(
    ("env", "text"),
    [
        ({"OPENREPRO_TOKEN": ""}, "asks for a token, and none is set here. Nothing was entered."),
        ({"OPENREPRO_TOKEN": "or_" + "z" * 40}, "does not take this token"),
        ({"OPENREPRO_TOKEN": "hf_abc"}, "is no token"),
    ],
    ids=["none", "unknown", "foreign"],
)
def test_a_token_that_does_not_fit_is_said(loop: Loop, tmp_path: Path, env: dict[str, str], text: str) -> None:
    folder = loop.started(tmp_path / "w")
    done = loop.run("submit", "--dir", folder, env=env)
    assert done.exit_code == 2
    assert text in done.stderr
    assert workspace.read(folder).entry == ""


def test_a_licence_that_is_not_taken_is_said_with_those_that_are(loop: Loop, tmp_path: Path) -> None:
    done = loop.run("submit", "--dir", loop.started(tmp_path / "w"), "--licence", "Foo")
    assert done.exit_code == 2
    assert "CC-BY-4.0" in done.stderr


@pytest.mark.parametrize(
    ("status", "headers", "text"),
    [
        (413, {}, "Nothing was entered."),
        (429, {"Retry-After": "30"}, "Nothing was entered."),
        (403, {}, "Nothing was entered."),
        (500, {}, "Whether it was entered is not known"),
        (502, {}, "Whether it was entered is not known"),
    ],
)
def test_each_refusal_says_what_was_and_was_not_entered(
    loop: Loop, tmp_path: Path, status: int, headers: dict[str, str], text: str
) -> None:
    folder = loop.started(tmp_path / "w")
    with misbehaving() as told:
        path = folder / workspace.FILE
        path.write_text(path.read_text().replace(loop.url, told.url).replace('"entry": ""', '"entry": "e_1"'))
        told.status, told.headers = status, headers
        told.body = b'{"error": {"code": "x", "text": "Not now.", "hint": "Later."}}' if status != 502 else b"<html>"
        done = loop.run("submit", "--dir", folder)
    assert done.exit_code == 2
    assert text in done.stderr


def test_a_server_that_is_gone_leaves_what_was_fetched_to_work_with(loop: Loop, tmp_path: Path) -> None:
    folder = loop.started(tmp_path / "w")
    path = folder / workspace.FILE
    path.write_text(path.read_text().replace(loop.url, "http://127.0.0.1:9"))
    told = loop.run("status", "--dir", folder)
    assert told.exit_code == 0
    assert "cannot be reached" in told.stdout
    done = loop.run("submit", "--dir", folder)
    assert done.exit_code == 2
    assert "Nothing was entered." in done.stderr


def test_outside_of_a_workspace_the_way_in_is_said(loop: Loop, tmp_path: Path) -> None:
    for command in ("submit", "status", "verdict", "withdraw"):
        done = loop.run(command, "--dir", tmp_path)
        assert done.exit_code == 2
        assert "is in no workspace" in done.stderr
        assert "openrepro start PAPER" in done.stderr


def test_what_is_packed_is_the_logbook_and_what_its_pages_name() -> None:
    page = (
        b"see trackio-local-path://results/a.json and trackio-local-path://../secret and trackio-local-path://gone.csv"
    )
    files = {
        ".trackio/logbook/pages/x/page.md": page,
        ".trackio/logbook/index.html": b"viewer",
        ".trackio/logbook/.serve.log": b"log",
        ".trackio/logbook/traces/s/index.json": b"{}",
        ".trackio/metadata.json": b"{}",
        ".trackio/traces/raw/s.jsonl": b"raw",
        "results/a.json": b"[1]",
        "data.bin": b"x",
    }
    pack = packed(files)
    assert list(pack.files) == [
        ".trackio/logbook/pages/x/page.md",
        ".trackio/logbook/traces/s/index.json",
        ".trackio/metadata.json",
        "results/a.json",
    ]
    assert pack.left_out == ("gone.csv: named on a page, and not there.",)
    assert packed(dict(reversed(files.items()))).archive == pack.archive
