"""The rules in words: one version, several, some that hold later; and the file itself."""

from collections.abc import Generator
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi import FastAPI

from openrepro import clock
from openrepro.challenge.rules import Rules, load_rules
from openrepro.challenge.template import toml_of
from openrepro.challenge.versions import RuleVersion
from openrepro.clock import written
from tests.web.challenge import Served, founded


@pytest.fixture
def served(tmp_path: Path, app: FastAPI) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge"), app=app)
    yield made
    made.installation.close()


def held(served: Served) -> Rules:
    return served.installation.rules_now(clock.now())


def add(served: Served, toml: str, after: timedelta, note: str) -> None:
    now = clock.now()
    with served.installation.store.write() as tx:
        tx.rules.add(RuleVersion(now + after, load_rules(toml.encode()), note), toml, now=written(now))


def test_rules_that_never_changed_say_so(served: Served) -> None:
    page = served.client.get("/rules").text
    assert "There is one version: the rules have not changed." in page
    assert "The rules will change" not in page
    assert "AoE" in page
    assert "at most 20 entries a UTC day" in page


def test_a_version_that_holds_later_is_announced_with_what_it_changes(served: Served) -> None:
    toml = toml_of(held(served)).replace("daily_cap = 20", "daily_cap = 9")
    add(served, toml, timedelta(days=2), "Fewer a day <b>")
    page = served.client.get("/rules").text
    assert "The rules will change" in page
    assert "Fewer a day &lt;b&gt;" in page
    assert "at most 20 entries a UTC day" in page
    first, _ = served.client.get("/rules.json").json()["data"]["versions"]
    assert (first["number"], first["ahead"], first["effective"]) == (2, True, False)
    assert first["changes"] == [{"key": "entries.daily_cap", "before": "20", "after": "9"}]


def test_a_version_that_holds_changes_the_words(served: Served) -> None:
    toml = toml_of(held(served)).replace("daily_cap = 20", "daily_cap = 9")
    add(served, toml, timedelta(seconds=-1), "Fewer a day")
    assert "at most 9 entries a UTC day" in served.client.get("/rules").text
    assert served.client.get("/rules.toml").text == toml


def test_many_versions_stay_bounded(served: Served) -> None:
    rules = toml_of(held(served))
    for cap in range(21, 61):
        add(served, rules.replace("daily_cap = 20", f"daily_cap = {cap}"), timedelta(days=cap), f"To {cap}")
    told = served.client.get("/rules.json").json()["data"]
    assert (len(told["versions"]), told["older"], len(told["ahead"])) == (30, 11, 30)
    assert "11 older versions" in served.client.get("/rules").text
