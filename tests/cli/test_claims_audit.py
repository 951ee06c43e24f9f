"""`openrepro claims audit` reads lists of all shapes, with texts and papers, for people, programs and agents."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openrepro.cli import main
from openrepro.demo.example import DATA

EVENT = Path(__file__).parents[3] / "shared" / "data"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["claims", "audit", *map(str, arguments)])


def test_the_example_has_nothing_serious_with_its_texts() -> None:
    done = run(DATA / "claims.json", "--texts", DATA / "papers", "--format", "json")
    found = json.loads(done.stdout)
    assert done.exit_code == 0, done.stdout
    assert found["schema"] == "openrepro.claimaudit/1"
    assert found["summary"]["serious"] == 0
    assert found["summary"]["papers_with_text"] == found["summary"]["papers"] == 4


def test_a_list_of_texts_by_paper_is_read(tmp_path: Path) -> None:
    file = tmp_path / "claims.json"
    file.write_text(json.dumps({"p": [{"text": "It is 3.1 %.", "status": "verified"}]}))
    done = run(file)
    assert done.exit_code == 1
    assert "serious  no-quote: 1" in done.stdout
    assert "1 claims of 1 papers, 0 of them with a text" in done.stdout
    lines = run(file, "--format", "agent").stdout.splitlines()
    assert lines[0].startswith("serious\tp.c1\tno-quote\t")
    assert lines[-1].startswith("next: ")


def test_names_are_looked_up_in_lists_of_papers(tmp_path: Path) -> None:
    claims, papers = tmp_path / "claims.json", tmp_path / "papers.csv"
    claims.write_text(json.dumps({"71132": [{"text": "It is 3.1 %."}], "gone": [{"text": "It is 3.2 %."}]}))
    papers.write_text("id,title,oral_id\nAbCdEf1234,A title,71132\nZzZzZz9999,Another title,\n")
    codes = json.loads(run(claims, "--papers", papers, "--format", "json").stdout)["summary"]["codes"]
    assert (codes["other-name"], codes["no-such-paper"], codes["no-claims"]) == (1, 1, 1)


def test_a_challenge_is_audited_with_its_texts(tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["demo", "--once", "--dir", str(tmp_path / "dm")]).exit_code == 0
    summary = json.loads(run("--challenge", tmp_path / "dm", "--format", "json").stdout)["summary"]
    assert (summary["papers"], summary["papers_with_text"], summary["serious"]) == (4, 4, 0)


def test_what_to_audit_must_be_said_once(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text("[")
    for given in ((), (tmp_path / "c.json", "--challenge", tmp_path), (tmp_path / "c.json",)):
        assert run(*given).exit_code == 2


@pytest.mark.skipif(not EVENT.is_dir(), reason="needs the event's public data beside the checkout")
def test_the_claims_of_the_event() -> None:
    papers = EVENT / "papers"
    done = run(
        EVENT / "claims" / "curated_200.json", "--papers", papers / "index.json", "--papers", papers / "accepted.csv",
        "--format", "json",
    )  # fmt: skip
    summary = json.loads(done.stdout)["summary"]
    assert (summary["papers"], summary["claims"]) == (200, 1056)
    assert (summary["codes"]["no-quote"], summary["codes"]["other-name"]) == (1056, 16)
    assert "no-such-paper" not in summary["codes"]
