"""The page about data: its program for verifying works on the very site, and notices what was changed."""

import json
import urllib.request
from collections.abc import Generator
from pathlib import Path

import pytest
from fastapi import FastAPI

from tests.web.challenge import Served, founded
from tests.web.live import live


@pytest.fixture
def served(tmp_path: Path, app: FastAPI) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge"), app=app)
    made.add("ada")
    made.submit("ada", "amber/demo-batch")
    made.judge_all()
    yield made
    made.installation.close()


def program(served: Served, address: str) -> str:
    told = served.client.get("/data.json").json()["data"]
    text: str = told["verify"].replace("https://THIS-SITE", address)
    return text


def test_the_program_verifies_the_ledger(served: Served, capsys: pytest.CaptureFixture[str]) -> None:
    with live(served) as address:
        exec(compile(program(served, address), "verify", "exec"), {})
    ledger = served.client.get("/data.json").json()["data"]["ledger"]
    assert capsys.readouterr().out.strip() == f"{ledger['size']} records, root {ledger['root']}"


def test_the_program_notices_a_changed_record(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = urllib.request.urlopen

    class Changed:
        def __init__(self, body: bytes) -> None:
            self.body = body

        def __enter__(self) -> "Changed":
            return self

        def __exit__(self, *_: object) -> None:
            return None

        def read(self) -> bytes:
            return self.body

    def changed(where: str) -> Changed:
        with opened(where) as answer:
            body = json.load(answer)
        if isinstance(body["data"], list):
            body["data"][0]["body"] += " "
        return Changed(json.dumps(body).encode())

    with live(served) as address:
        monkeypatch.setattr(urllib.request, "urlopen", changed)
        with pytest.raises(AssertionError):
            exec(compile(program(served, address), "verify", "exec"), {})


def test_the_citation_names_size_and_root(served: Served) -> None:
    told = served.client.get("/data.json").json()["data"]
    assert told["ledger"]["root"] in told["cite"]
    assert f"{told['ledger']['size']:,} records" in told["cite"]


def test_an_empty_ledger_is_cited_too(tmp_path: Path, app: FastAPI) -> None:
    made = Served(founded(tmp_path / "empty"), app=app)
    assert "Ledger of 0 records" in made.client.get("/data.json").json()["data"]["cite"]
    assert made.client.get("/data").status_code == 200
    made.installation.close()
