"""`openrepro claims extract` finds candidates by code or by a model, and keeps them as proposals of a challenge."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from openrepro.demo.example import DATA
from tests.models.extractor import item, lists
from tests.models.loopback import Loopback, Told, loopback

PAPER = DATA / "papers" / "demo-descent.md"
QUOTE = "After 1,000 noisy steps with curvature 1 the root mean square error is below 0.04 for every seed."
GOOD = item(text="The error is below 0.04 after 1,000 steps.", quote=QUOTE, value="0.04", comparator="<", kind="bound")
FALSE = item(
    text="The error is below 0.01.", quote="the root mean square error is below 0.01", value="0.01", comparator="<"
)


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("OPENREPRO_MODEL", "OPENREPRO_MODEL_URL", "OPENREPRO_MODEL_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def run(*arguments: str | Path, server: Loopback | None = None) -> Result:
    given = {} if server is None else {"OPENREPRO_MODEL_URL": server.url, "OPENREPRO_MODEL": "small-7b"}
    return CliRunner().invoke(main, list(map(str, arguments)), env=given)


def extracted(*arguments: str | Path, server: Loopback | None = None) -> Result:
    return run("claims", "extract", *arguments, server=server)


def demo(folder: Path) -> Path:
    assert run("demo", "--once", "--dir", folder / "dm").exit_code == 0
    return folder / "dm"


def test_code_finds_candidates_in_a_file_and_says_why() -> None:
    done = extracted(PAPER, "--format", "json")
    [told] = json.loads(done.stdout)["papers"]
    assert done.exit_code == 0
    assert (told["paper"], told["version"], told["proposed"]) == ("demo-descent", "v1", None)
    assert all(one["source"] == "code" and one["why"] and one["claim"]["quote"] for one in told["candidates"])
    assert "demo-descent, version v1:" in extracted(PAPER).stdout
    assert extracted(PAPER, "--format", "agent").stdout.splitlines()[-1].startswith("next: ")


def test_a_model_is_asked_and_what_it_makes_up_is_told(tmp_path: Path) -> None:
    with loopback(lambda _: lists(GOOD, FALSE)) as server:
        done = extracted(PAPER, "--reader", "model", server=server)
        asked = len(server.bodies)
        again = extracted(PAPER, "--reader", "model", "--replay", server=server)
        assert len(server.bodies) == asked
    assert done.exit_code == 0, done.output
    assert "2 candidates, 1 quarantined" in done.stdout
    assert "nearest passage:" in done.stdout
    assert again.stdout == done.stdout


def test_an_estimate_asks_nobody() -> None:
    with loopback(lambda _: lists(GOOD)) as server:
        told = json.loads(extracted(PAPER, "--reader", "model", "--estimate", "--format", "json", server=server).stdout)
        assert server.bodies == []
    assert told["calls"] == 1
    assert told["tokens"] > 500


def test_silence_is_told_by_its_reason_and_the_exit_status() -> None:
    with loopback(lambda _: Told(status=401, body={"error": {"message": "no"}})) as server:
        done = extracted(PAPER, "--reader", "model", server=server)
    assert done.exit_code == 1
    assert "without an answer" in done.stderr


def test_proposals_are_kept_listed_approved_and_rejected(tmp_path: Path) -> None:
    folder = demo(tmp_path)
    done = extracted("demo-descent", "--propose", "--dir", folder)
    assert "are new proposals (0 quarantined)" in done.stdout, done.output
    listed = json.loads(run("admin", "claims", "proposals", "--dir", folder, "--format", "json").stdout)
    first, second, *_ = [str(one["number"]) for one in listed]
    approved = run("admin", "claims", "approve", first, "--text", "It is so.", "--why", "read it", "--dir", folder)
    assert "approved: demo-descent.c6" in approved.output
    assert run("admin", "claims", "approve", first, "--why", "again", "--dir", folder).exit_code == 2
    assert run("admin", "claims", "reject", second, "--why", "dull", "--dir", folder).exit_code == 0
    rest = run("admin", "claims", "reject", "--all-of", "demo-descent", "--why", "dull", "--dir", folder)
    assert f"rejected: {len(listed) - 2} proposals" in rest.output
    assert json.loads(run("admin", "claims", "proposals", "--dir", folder, "--format", "json").stdout) == []


def test_quarantined_ones_are_left_out_when_all_are_approved(tmp_path: Path) -> None:
    folder = demo(tmp_path)
    fresh = item(text="The recursion needs eleven checks.", quote="this stands nowhere in it at all", kind="value")
    with loopback(lambda _: lists(fresh, {**GOOD, "text": "Noise leaves an error below 0.04 on all seeds."})) as server:
        extracted("demo-descent", "--reader", "model", "--propose", "--dir", folder, server=server)
    done = run("admin", "claims", "approve", "--all-of", "demo-descent", "--why", "read", "--dir", folder)
    assert "approved: demo-descent.c6\n" in done.output
    held = run("admin", "claims", "proposals", "--state", "quarantined", "--dir", folder, "--format", "json").stdout
    assert len(json.loads(held)) == 1


@pytest.mark.parametrize("given", [("nowhere.md",), (str(PAPER), "--estimate"), (str(PAPER), "--reader", "model")])
def test_what_cannot_be_done_is_told(given: tuple[str, ...], tmp_path: Path) -> None:
    assert extracted(*given).exit_code == 2


def test_a_text_that_cannot_be_read_costs_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7 and no more")
    done = extracted(tmp_path / "bad.pdf", PAPER, PAPER, "--format", "json")
    told = json.loads(done.stdout)
    assert (done.exit_code, [one["paper"] for one in told["papers"]]) == (1, ["demo-descent"])
    assert len(told["left_out"]) == 1
    assert f"bad.pdf: {told['left_out'][0].rpartition(': ')[2]}" in done.stderr
    assert extracted(tmp_path / "bad.pdf", tmp_path / "bad.pdf").exit_code == 2


def test_nothing_is_proposed_of_a_paper_that_is_not_there_and_the_others_are(tmp_path: Path) -> None:
    folder = demo(tmp_path)
    (tmp_path / "stray.md").write_bytes(PAPER.read_bytes())
    with loopback(lambda _: lists(GOOD)) as server:
        arguments = (tmp_path / "stray.md", "demo-descent", "--reader", "model", "--propose", "--dir", folder)
        done = extracted(*arguments, server=server)
        assert len(server.bodies) == 1, "nobody is asked about what has no paper"
    assert done.exit_code == 1
    assert "There is no paper 'stray'" in done.stderr
    assert "are new proposals" in done.stdout
