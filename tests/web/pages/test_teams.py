"""Teams and participants: the parts of a score add up to it, and what is hidden stays hidden."""

import json
from collections.abc import Generator
from pathlib import Path

import pytest

from openrepro import clock
from openrepro.board.acts import ActKind
from openrepro.clock import written
from openrepro.people.accounts import Role
from openrepro.record.acts import Act
from openrepro.server.boards import MAIN, refresh_view
from openrepro.store.entries import Wanted
from openrepro.store.tables import accounts, entries
from tests.web.challenge import Served, founded, without_caps

BOOKS = (
    ("ada", "dune/demo-descent"),
    ("ada", "amber/demo-batch"),
    ("bo", "elm/demo-batch"),
    ("bo", "dune/demo-batch"),
    ("cy", "amber/demo-batch"),
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    yield from challenge(tmp_path_factory.mktemp("teams"))


@pytest.fixture
def changed(tmp_path: Path) -> Generator[Served]:
    """The same for a test that changes it."""
    yield from challenge(tmp_path)


def challenge(folder: Path) -> Generator[Served]:
    made = Served(founded(folder / "challenge", change=without_caps))
    for name in ("ada", "bo", "cy", "late"):
        made.add(name)
    made.add("admin", Role.ADMIN)
    for name, book in BOOKS:
        made.submit(name, book)
    made.judge_all()
    refresh_view(made.installation.store, "icml-2026", clock.now())
    yield made
    made.installation.close()


def told(served: Served, name: str, **query: str) -> dict[str, object]:
    found: dict[str, object] = served.client.get(f"/teams/{served.teams[name]}.json", params=query).json()["data"]
    return found


@pytest.mark.parametrize("view", ["", "icml-2026"])
def test_what_entries_earn_adds_up_to_what_every_board_says(served: Served, view: str) -> None:
    for name in ("ada", "bo", "cy"):
        data = json.loads(json.dumps(told(served, name, view=view)))
        claims = [claim for entry in data["entries"] for claim in entry["claims"]]
        values = {rank["board"]: rank["value"] for rank in data["ranks"]}
        assert str(sum(entry["points"] for entry in data["entries"])) == values["points"]
        assert data["figures"]["points"] == data["listed_points"] == int(values["points"])
        assert str(sum(claim["first"] for claim in claims)) == values["first to establish"]
        assert str(sum(claim["alone"] for claim in claims)) == values["coverage"]
        assert sum(entry["scoring"] for entry in data["entries"]) == data["figures"]["scoring_entries"]


def test_a_further_entry_says_why_it_does_not_score(served: Served) -> None:
    page = served.client.get(f"/teams/{served.teams['bo']}").text
    assert "Does not score.</strong> Another entry of the team on this paper scores" in page


def test_a_team_without_an_entry_has_words_and_no_zeros(served: Served) -> None:
    page = served.client.get(f"/teams/{served.teams['late']}").text
    assert "No rank yet" in page
    assert "Nothing is scored yet" in page
    assert "0 points" not in page


def test_ranks_have_their_population(served: Served) -> None:
    ranks = json.loads(json.dumps(told(served, "ada")))["ranks"]
    assert {rank["population"] for rank in ranks if rank["board"] != "strength"} == {3}


def test_who_is_not_there_is_not_there(served: Served) -> None:
    for path in ("/teams/t_nobody", "/teams/t_nobody.json", "/participants/a_nobody", "/teams/%3Cscript%3E"):
        assert served.client.get(path).status_code == 404
    assert served.client.get(f"/teams/{served.teams['ada']}?after=x").status_code == 400


def account_of(served: Served, name: str) -> str:
    with served.installation.store.read() as tx:
        return tx.people.members(served.teams[name])[0].id


def test_a_participant_shows_team_role_and_entries(served: Served) -> None:
    found = served.client.get(f"/participants/{account_of(served, 'ada')}.json").json()["data"]
    assert (found["account"]["name"], found["account"]["role"]) == ("ada", "participant")
    assert found["team"]["id"] == served.teams["ada"]
    assert len(found["entries"]) == 2
    assert "ada" in served.client.get(f"/participants/{account_of(served, 'ada')}").text


def test_a_deleted_account_keeps_its_pseudonym_only(changed: Served) -> None:
    account = account_of(changed, "cy")
    with changed.installation.store.write() as tx:
        tx.connection.execute(
            accounts.update().where(accounts.c.id == account).values(deleted_at="2027-01-01T00:00:00Z")
        )
    page = changed.client.get(f"/participants/{account}").text
    assert "This account was deleted" in page
    assert account in page
    members = changed.client.get(f"/teams/{changed.teams['cy']}.json").json()["data"]["members"]
    assert members == [{"id": account, "name": "", "deleted": True}]


def test_a_hidden_entry_is_not_told_to_others(changed: Served) -> None:
    with changed.installation.store.write() as tx:
        entry = tx.entries.page(Wanted()).rows[-1].entry
        tx.connection.execute(
            entries.update().where(entries.c.id == entry.id).values(hidden=True, title="A secret of theirs")
        )
        tx.ledger.append([Act(ActKind.HIDDEN, written(clock.now()), entry=entry.id, reason="test")])
    refresh_view(changed.installation.store, MAIN, clock.now())
    for path in (f"/teams/{entry.team}", f"/participants/{entry.account}", f"/teams/{entry.team}.json"):
        text = changed.client.get(path).text
        assert entry.id not in text, path
        assert "A secret of theirs" not in text, path
    data = changed.client.get(f"/teams/{entry.team}.json").json()["data"]
    assert data["listed_points"] == data["figures"]["points"]
