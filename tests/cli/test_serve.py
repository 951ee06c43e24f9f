"""`openrepro serve` and `openrepro worker`, as processes: they come up, work, and end in order."""

import json
import re
import signal
import socket
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from openrepro.demo import DATA, copy_example
from openrepro.server.demo import zipped
from tests.cli.programs import program
from tests.databases import WORKER
from tests.postgres import Server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The bundled example as a challenge of its own, open now."""
    copy_example(tmp_path / "challenge")
    rules = tmp_path / "challenge" / "challenge.toml"
    text = re.sub(r"opens = \S+", "opens = 2020-01-01T00:00:00Z", rules.read_text())
    rules.write_text(re.sub(r"closes = \S+", "closes = 2099-01-01T00:00:00Z", text))
    return tmp_path / "challenge"


def run(*arguments: str | Path, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], env=env)


def get(address: str) -> Any:
    with urllib.request.urlopen(address, timeout=20) as answer:
        return json.load(answer)


def submit(address: str, token: str, logbook: str) -> str:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/zip"}
    body = zipped(DATA / "logbooks" / logbook)
    asked = urllib.request.Request(f"{address}/api/v1/entries", body, headers, method="POST")
    with urllib.request.urlopen(asked, timeout=20) as answer:
        return str(json.load(answer)["data"]["entry"]["id"])


def eventually(happened: Callable[[], bool]) -> bool:
    until = time.monotonic() + 60
    while not happened() and time.monotonic() < until:
        time.sleep(0.2)
    return happened()


def load_papers(folder: Path, env: dict[str, str] | None = None) -> str:
    """Papers, claims and a participant; gives the participant's token."""
    assert run("claims", "import", DATA / "claims.json", "--dir", folder, env=env).exit_code == 0
    assert run("admin", "account", "add", "ada", "--why", "enters", "--dir", folder, env=env).exit_code == 0
    made = run("admin", "token", "add", "ada", "--why", "submits", "--dir", folder, env=env)
    return made.stdout.strip()


def address_in(line: str) -> str:
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert found, line
    return found[0]


def test_a_challenge_is_served_judged_and_ended_by_a_signal(folder: Path) -> None:
    token = load_papers(folder)
    with program("serve", folder, "--port", "0") as server:
        address = address_in(server.says("is served at"))
        entry = submit(address, token, "dune/demo-descent")
        assert eventually(lambda: get(f"{address}/api/v1/entries/{entry}")["data"]["state"] == "judged")
        assert eventually(lambda: get(f"{address}/api/v1/papers/demo-descent/consensus")["data"] != [])
        with urllib.request.urlopen(address, timeout=20) as page:
            assert b"Demo 2026" in page.read()
        assert server.end() == 0
        server.says("ending")


def test_two_servers_serve_one_challenge(folder: Path) -> None:
    token = load_papers(folder)
    with program("serve", folder, "--port", "0") as one, program("serve", folder, "--port", "0") as two:
        first, second = (address_in(server.says("is served at")) for server in (one, two))
        entry = submit(first, token, "dune/demo-hedge")
        assert eventually(lambda: get(f"{second}/api/v1/entries/{entry}")["data"]["state"] == "judged")
        assert one.end(signal.SIGINT) == two.end() == 0


def test_a_port_in_use_is_told(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        result = run("serve", folder, "--port", other.getsockname()[1])
    assert result.exit_code == 2
    assert "is in use by another program" in result.stderr


def test_an_archive_that_does_not_answer_is_told_at_the_start(folder: Path) -> None:
    load_papers(folder)
    keys = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_ENDPOINT_URL": "http://127.0.0.1:9"}
    result = run("serve", folder, "--port", "0", env={"OPENREPRO_BLOB_URL": "s3://bucket/p", **keys})
    assert result.exit_code == 2
    assert "The archive s3://bucket/p does not do what it is asked" in result.stderr


def test_a_changed_rule_file_is_taken_anew_before_the_opening(folder: Path) -> None:
    file = folder / "challenge.toml"
    file.write_text(re.sub(r"opens = \S+", "opens = 2098-01-01T00:00:00Z", file.read_text()))
    founded = run("claims", "import", DATA / "claims.json", "--dir", folder)
    assert "The challenge was founded" in founded.stderr
    file.write_text(file.read_text().replace("daily_cap = 20", "daily_cap = 10"))
    with program("serve", folder, "--port", "0") as server:
        assert "entries.daily_cap" in server.says("is version 1 anew")
        server.says("is served at")
        assert server.end() == 0


def test_a_folder_without_a_challenge_is_told(tmp_path: Path) -> None:
    for command in ("serve", "worker"):
        result = run(command, tmp_path)
        assert result.exit_code == 2
        assert "hint: Make one with `openrepro init DIR`" in result.stderr


def test_workers_elsewhere_need_postgresql(folder: Path) -> None:
    result = run("worker", folder)
    assert result.exit_code == 2
    assert "The challenge is in SQLite" in result.stderr


def test_workers_elsewhere_judge_what_a_server_takes_in(folder: Path, tmp_path: Path, postgres_server: Server) -> None:
    env = {
        "OPENREPRO_DATABASE_URL": postgres_server.create(f"workers_{WORKER}"),
        "OPENREPRO_BLOB_URL": str(tmp_path / "archive"),
    }
    token = load_papers(folder, env)
    (tmp_path / "elsewhere").mkdir()
    with program("serve", folder, "--port", "0", "--workers", "0", environment=env) as server:
        address = address_in(server.says("is served at"))
        entries = [submit(address, token, f"{team}/demo-charlm") for team in ("amber", "birch", "cobalt")]
        assert get(f"{address}/api/v1/queue")["data"]["waiting"] == 3
        with program("worker", tmp_path / "elsewhere", environment=env) as one:
            one.says("working for Demo 2026")
            with program("worker", tmp_path / "elsewhere", environment=env) as two:
                two.says("working for Demo 2026")
                states = lambda: [get(f"{address}/api/v1/entries/{entry}")["data"]["state"] for entry in entries]  # noqa: E731
                assert eventually(lambda: states() == ["judged"] * 3)
                assert one.end() == two.end(signal.SIGINT) == 0
        wrong = {**env, "OPENREPRO_BLOB_URL": str(tmp_path / "another")}
        result = run("worker", tmp_path / "elsewhere", env=wrong)
        assert result.exit_code == 2
        assert "There is no archive at" in result.stderr
        assert not (tmp_path / "another").exists()
        (tmp_path / "another").mkdir()
        result = run("worker", tmp_path / "elsewhere", env=wrong)
        assert result.exit_code == 2
        assert "does not hold what the entries of this challenge consist of" in result.stderr
