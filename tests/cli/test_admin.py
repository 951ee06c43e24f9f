"""`openrepro admin`: operators act from the command line, say why, and are remembered."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openrepro.challenge.rules import load_rules
from openrepro.cli import main
from openrepro.cli.office import local_user
from openrepro.demo import copy_example, read_example
from openrepro.people.tokens import is_token
from openrepro.server.demo import load_example
from openrepro.server.installation import open_installation
from tests.databases import WORKER
from tests.postgres import Server

Admin = Callable[..., Result]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundled example, entered and not judged."""
    made = tmp_path_factory.mktemp("admin") / "challenge"
    copy_example(made)
    with open_installation(made, environment={}) as here:
        load_example(here, read_example(made))
    return made


@pytest.fixture
def folder(template: Path, tmp_path: Path) -> Path:
    return shutil.copytree(template, tmp_path / "challenge")


@pytest.fixture
def admin(folder: Path) -> Admin:
    def run(*arguments: object, fed: str = "") -> Result:
        words = ["admin", *map(str, arguments), "--dir", str(folder)]
        return CliRunner().invoke(main, words, input=fed)

    return run


def entries(admin: Admin, *options: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(admin("entries", "list", "--format", "json", *options).stdout)["entries"]
    return found


def log(admin: Admin) -> list[tuple[str, str, str]]:
    found = json.loads(admin("log", "--format", "json").stdout)["acts"]
    return [(act["actor"], act["action"], act["why"]) for act in found]


def test_an_act_without_a_reason_is_not_done(admin: Admin) -> None:
    assert "Missing option '--why'" in admin("account", "add", "zoe").stderr
    result = admin("account", "add", "zoe", "--why", " ")
    assert result.exit_code == 2
    assert "needs a reason" in result.stderr
    assert "zoe" not in admin("account", "list").stdout


def test_accounts_get_roles_and_tokens(admin: Admin) -> None:
    assert admin("account", "add", "zoe", "--why", "organises").exit_code == 0
    assert "may not operate" in admin("token", "add", "zoe", "--scope", "operate", "--why", "x").stderr
    assert "organiser" in admin("account", "role", "zoe", "organiser", "--why", "voted").stdout
    made = admin("token", "add", "zoe", "--scope", "operate", "--name", "laptop", "--why", "works from home")
    assert is_token(made.stdout.strip())
    (kept,) = json.loads(admin("token", "list", "zoe", "--format", "json").stdout)
    assert (kept["name"], kept["scopes"], kept["revoked_at"]) == ("laptop", ["operate"], "")
    assert made.stdout.strip() not in admin("token", "list", "zoe").stdout
    assert admin("token", "revoke", kept["id"], "--why", "lost").exit_code == 0
    assert "no token" in admin("token", "revoke", kept["id"], "--why", "again").stderr
    assert [act[1:] for act in log(admin)[:2]] == [("token-revoked", "lost"), ("token-made", "works from home")]


def test_who_acts_is_the_user_of_the_machine_or_another_account(admin: Admin) -> None:
    admin("announcement", "add", "Hello", "--why", "greeting")
    mistyped = admin("announcement", "add", "Hello again", "--as", "olgaa", "--why", "greeting")
    assert mistyped.exit_code == 2
    assert "openrepro admin account add NAME --role admin" in mistyped.stderr
    admin("account", "add", "olga", "--role", "admin", "--why", "helps")
    admin("announcement", "add", "Hello again", "--as", "olga", "--why", "greeting")
    assert [(who, did) for who, did, _ in log(admin)] == [
        ("olga", "announced"),
        (local_user(), "account-added"),
        (local_user(), "announced"),
        (local_user(), "account-added"),
    ]
    assert "may not operate" in admin("announcement", "add", "No", "--as", "amber", "--why", "x").stderr


def test_announcements_stand_until_they_are_withdrawn(admin: Admin) -> None:
    admin("announcement", "add", "Judging\npauses.", "--why", "maintenance")
    assert admin("announcement", "withdraw", 1, "--why", "over").exit_code == 0
    (told,) = json.loads(admin("announcement", "list", "--format", "json").stdout)
    assert told["text"] == "Judging pauses."
    assert told["withdrawn_at"]
    assert admin("announcement", "withdraw", 1, "--why", "over").exit_code == 2


def test_entries_are_hidden_withdrawn_restored_and_queued_again(admin: Admin) -> None:
    entry = entries(admin, "--limit", "1")[0]["id"]
    for act, state in (("hide", "queued"), ("unhide", "queued"), ("withdraw", "withdrawn"), ("restore", "queued")):
        (done,) = json.loads(admin("entries", act, entry, "--why", f"to {act}", "--format", "json").stdout)
        assert done["state"] == state
    assert admin("entries", "requeue", entry, "--why", "a new disk").exit_code == 0
    assert "is not hidden" in admin("entries", "unhide", entry, "--why", "again").stderr
    assert "There is no entry 'e-none'" in admin("entries", "hide", "e-none", "--why", "x").stderr
    assert [why for _, _, why in log(admin)][:2] == ["a new disk", "to restore"]


def test_a_takedown_asks_first_and_removes_bytes(admin: Admin, folder: Path) -> None:
    entry = entries(admin, "--limit", "1")[0]["id"]
    count = lambda: sum(1 for path in (folder / "blobs").rglob("*") if path.is_file())  # noqa: E731
    before = count()
    assert admin("entries", "takedown", entry, "--why", "names a patient", fed="n\n").exit_code == 130
    assert count() == before
    result = admin("entries", "takedown", entry, "--why", "names a patient", "--yes")
    assert result.exit_code == 0
    assert "were removed" in result.stderr
    assert count() < before


def test_entries_are_listed_by_what_they_need(admin: Admin) -> None:
    everything = entries(admin)
    assert len(everything) == 16
    assert entries(admin, "--rejected") == []
    assert len(entries(admin, "--state", "queued")) == 16
    assert len(entries(admin, "--stuck", "--hours", "0")) == 16
    assert entries(admin, "--stuck", "--hours", "9999") == []
    admin("entries", "hide", everything[0]["id"], "--why", "x")
    assert [entry["id"] for entry in entries(admin, "--hidden")] == [everything[0]["id"]]


def test_a_list_of_entries_says_what_it_leaves_out(admin: Admin) -> None:
    for options in ((), ("--stuck", "--hours", "0"), ("--state", "queued")):
        seen: list[str] = []
        after = ""
        while True:
            cursor = ("--after", after) if after else ()
            told = json.loads(admin("entries", "list", "--limit", "7", "--format", "json", *options, *cursor).stdout)
            assert told["total"] == 16
            seen += [entry["id"] for entry in told["entries"]]
            after = told["next"]
            if not after:
                break
        assert len(seen) == len(set(seen)) == 16
        assert "7 of 16; more: --after " in admin("entries", "list", "--limit", "7", *options).stderr
    assert "more" not in admin("entries", "list").stderr
    assert "hint: openrepro admin entries list" in admin("entries", "list", "--after", "e-none").stderr


def test_what_was_done_is_seen_and_what_to_do_instead_is_told(admin: Admin) -> None:
    entry = entries(admin, "--limit", "1")[0]["id"]
    assert " hidden " in admin("entries", "hide", entry, "--why", "x").stdout.split(entry, 1)[1]
    admin("entries", "withdraw", entry, "--why", "x")
    assert f"admin entries restore {entry}" in admin("entries", "requeue", entry, "--why", "x").stderr
    for words in (("entries", "hide"), ("team", "competing"), ("announcement", "withdraw"), ("webhooks", "reactivate")):
        assert "hint: openrepro admin " in admin(*words, "77", "--why", "x").stderr


def test_a_wrong_target_of_a_move_is_blamed_on_the_option(admin: Admin) -> None:
    for url in ("mysql://host/x", "postgresql://me@127.0.0.1:1/none"):
        result = admin("move", "--to", url, "--why", "x")
        assert result.exit_code == 2
        assert "OPENREPRO_DATABASE_URL" not in result.stderr


def test_the_log_says_where_it_goes_on(admin: Admin) -> None:
    for number in range(3):
        admin("announcement", "add", f"Number {number}", "--why", "x")
    told = json.loads(admin("log", "--limit", "2", "--format", "json").stdout)
    assert f"more: --after {told['next']}" in admin("log", "--limit", "2").stderr
    rest = json.loads(admin("log", "--after", told["next"], "--format", "json").stdout)
    assert (len(rest["acts"]), rest["next"]) == (2, 0)


def test_a_team_of_organisers_has_no_rank(admin: Admin) -> None:
    assert "does not compete from now on" in admin("team", "non-competing", "amber", "--why", "organises").stderr
    assert "already" in admin("team", "non-competing", "amber", "--why", "organises").stderr
    assert "competes from now on" in admin("team", "competing", "amber", "--why", "resigned").stderr
    assert "There is no team" in admin("team", "competing", "nobody", "--why", "x").stderr


def test_rules_become_a_version_and_what_is_wrong_does_not(admin: Admin, folder: Path) -> None:
    file = folder / "challenge.toml"
    file.write_text(file.read_text().replace("daily_cap = 20", "daily_cap = 10"))
    for instant in ("tomorrow", "2099-01-01", "2001-01-01T00:00:00Z"):
        assert admin("rules", "add", file, "--from", instant, "--note", "n", "--why", "w").exit_code == 2
    added = admin("rules", "add", file, "--from", "now", "--note", "half the cap", "--why", "too many entries")
    assert "version 2 holds from" in added.stderr
    first, second = json.loads(admin("rules", "list", "--format", "json").stdout)
    assert (first["effective"], second["effective"], second["note"]) == (False, True, "half the cap")
    assert second["digest"] == load_rules(file.read_bytes()).digest


def test_a_version_with_a_mistyped_year_is_taken_back(admin: Admin, folder: Path) -> None:
    file, closes = folder / "challenge.toml", "note: that is after the challenge closes"
    text = file.read_text()
    file.write_text(text.replace("daily_cap = 20", "daily_cap = 10"))
    far = admin("rules", "add", file, "--from", "2926-08-03T12:00:00Z", "--note", "n", "--why", "w")
    assert closes in far.stderr
    assert " days" in far.stderr
    assert "openrepro admin rules withdraw 2 --why TEXT" in far.stderr
    again = admin("rules", "add", file, "--from", "2826-08-03T12:00:00Z", "--note", "n", "--why", "w")
    assert again.exit_code == 2
    assert "withdraw it first: openrepro admin rules withdraw 2" in again.stderr
    assert "does not" not in admin("rules", "withdraw", 2, "--why", "a mistyped year").stderr
    assert "There is no version '2'" in admin("rules", "withdraw", 2, "--why", "again").stderr
    assert admin("rules", "add", file, "--from", "now", "--note", "n", "--why", "w").exit_code == 0
    holds = admin("rules", "withdraw", 1, "--why", "x")
    assert "holds since" in holds.stderr
    acts = [(did, why) for _, did, why in log(admin)]
    assert ("rules-withdrawn", "a mistyped year") in acts
    assert len(json.loads(admin("rules", "list", "--format", "json").stdout)) == 2


def test_a_version_is_taken_back_by_its_instant(admin: Admin, folder: Path) -> None:
    file, instant = folder / "challenge.toml", "2926-08-03T12:00:00Z"
    file.write_text(file.read_text().replace("daily_cap = 20", "daily_cap = 10"))
    admin("rules", "add", file, "--from", instant, "--note", "n", "--why", "w")
    assert admin("rules", "withdraw", instant, "--why", "x").exit_code == 0


def test_webhooks_are_listed_and_there_may_be_none(admin: Admin) -> None:
    assert json.loads(admin("webhooks", "list", "--format", "json").stdout) == []
    assert "There is no webhook" in admin("webhooks", "reactivate", "w1", "--why", "x").stderr


def test_the_challenge_moves_to_another_database(
    admin: Admin, folder: Path, postgres_server: Server, tmp_path: Path
) -> None:
    url, archive = postgres_server.create(f"admin_{WORKER}"), tmp_path / "archive"
    result = admin("move", "--to", url, "--archive-to", archive, "--why", "more machines")
    assert result.exit_code == 0, result.stderr
    assert "recomputed from the copy" in result.stdout
    assert f"OPENREPRO_BLOB_URL={archive} openrepro serve" in result.stderr
    assert "was moved away on" in admin("log").stderr
    with open_installation(folder, environment={"OPENREPRO_DATABASE_URL": url}) as there, there.store.read() as tx:
        assert tx.operator.acts()[0].why == "more machines"
