"""A falsification that waited for a second look is told in the same way in every list, as the board counts it."""

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from openrepro import clock
from openrepro.judging.label import Label
from openrepro.judging.verdict import Verdict
from openrepro.server.boards import MAIN, refresh_view
from tests.web.challenge import Served, founded, without_caps
from tests.web.pages.test_claims import DESCENT, entry, verdict

CLAIM = f"{DESCENT}.c2"
SIGN = "prov.</abbr>"


@pytest.fixture
def served(tmp_path: Path, app: FastAPI) -> Generator[Served]:
    made = Served(founded(tmp_path / "challenge", change=without_caps), app=app)
    yield made
    made.installation.close()


def falsified(served: Served, *numbers: int) -> list[Verdict]:
    """Provisional falsifications by teams of their own; their entries are `e_…<number>`."""
    with served.installation.store.write() as tx:
        made = [verdict(entry(tx, f"team{number}", number), CLAIM, Label.FALSIFIED) for number in numbers]
        made = [replace(one, ruling=replace(one.ruling, provisional=True)) for one in made]
        tx.ledger.append(made)
    return made


def counted(served: Served) -> None:
    refresh_view(served.installation.store, MAIN, clock.now())


def rows(served: Served) -> list[dict[str, Any]]:
    """The first verdict as every list tells it."""
    get, first = served.client.get, "e_0000000000000001"
    listed = [
        get("/index.json").json()["data"]["latest"],
        get("/verdicts.json").json()["data"]["verdicts"],
        get(f"/claims/{CLAIM}.json").json()["data"]["verdicts"],
        get("/api/v1/verdicts").json()["data"],
        get(f"/api/v1/claims/{CLAIM}").json()["data"]["verdicts"],
    ]
    return [next(one for one in found if one["entry"] == first) for found in listed]


def waiting(served: Served) -> list[int]:
    """How many of the first entry's falsifications wait, in the gallery and among the attempts at the paper."""
    get, first = served.client.get, "e_0000000000000001"
    listed = [get("/logbooks.json").json()["data"]["entries"]]
    listed.append(get(f"/papers/{DESCENT}.json").json()["data"]["attempts"])
    entries = [next(one for one in found if one["entry"] == first) for found in listed]
    return [label["provisional"] for one in entries for label in one["labels"]]


PAGES = ("/", "/verdicts", "/logbooks", f"/papers/{DESCENT}", f"/claims/{CLAIM}")


def test_alone_it_waits_in_every_list(served: Served) -> None:
    (one,) = falsified(served, 1)
    counted(served)
    assert {(row["provisional"], row["confirmed"]) for row in rows(served)} == {(True, False)}
    assert waiting(served) == [1, 1]
    for page in (*PAGES, f"/verdicts/{one.id}"):
        assert SIGN in served.client.get(page).text, page


def test_a_second_team_confirms_it_in_every_list(served: Served) -> None:
    one, _ = falsified(served, 1, 2)
    counted(served)
    assert {(row["provisional"], row["confirmed"]) for row in rows(served)} == {(True, True)}
    assert waiting(served) == [0, 0]
    for page in (*PAGES, f"/verdicts/{one.id}"):
        assert SIGN not in served.client.get(page).text, page


def test_what_the_board_has_not_seen_is_as_it_was_recorded(served: Served) -> None:
    falsified(served, 2, 3)
    assert SIGN in served.client.get("/verdicts").text  # no board at all
    counted(served)
    falsified(served, 1)
    assert {(row["provisional"], row["confirmed"]) for row in rows(served)} == {(True, False)}
    tag = served.client.get("/api/v1/verdicts").headers["etag"]
    counted(served)
    assert {(row["provisional"], row["confirmed"]) for row in rows(served)} == {(True, True)}
    assert served.client.get("/api/v1/verdicts", headers={"If-None-Match": tag}).status_code == 200


def test_one_that_was_superseded_stays_as_it_was_recorded(served: Served) -> None:
    one, *_ = falsified(served, 1, 2, 3)
    with served.installation.store.write() as tx:
        tx.ledger.append(
            [replace(one, supersedes=one.id, ruling=replace(one.ruling, label=Label.TOY, provisional=False))]
        )
    counted(served)
    found = {row["id"]: row for row in served.client.get("/verdicts.json").json()["data"]["verdicts"]}
    assert (found[one.id]["provisional"], found[one.id]["confirmed"]) == (True, False)


def statements(served: Served, path: str) -> int:
    """How many statements a page sends to the database."""
    sent: list[str] = []

    def take(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", take)
    try:
        assert served.client.get(path).status_code == 200
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", take)
    return len(sent)


@pytest.mark.parametrize("path", ["/verdicts.json", "/logbooks.json", f"/claims/{CLAIM}.json", "/api/v1/verdicts"])
def test_many_rows_cost_as_many_queries_as_few(served: Served, path: str) -> None:
    falsified(served, 1)
    counted(served)
    served.client.get(path)  # what is read once only
    few = statements(served, path)
    falsified(served, *range(2, 30))
    counted(served)
    assert statements(served, path) == few
