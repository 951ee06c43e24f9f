"""`openrepro papers`: what it takes in, merges and undoes, how it explains two lists, with which exit status."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openrepro.challenge.rules import Rules
from openrepro.cli import main
from openrepro.people.operators import Action
from openrepro.server.founding import found_challenge
from openrepro.server.installation import open_installation

FORUM = "aB3dE5fG7h"
ROWS: list[dict[str, Any]] = [
    {"i": 1, "orid": FORUM, "title": "Shared caches, measured", "authors": ["Ada Lovelace"], "area": "Systems"},
    {"i": 2, "orid": "zZ9yY8xX7w", "title": "Sparse causal policies", "authors": ["Ben Borel"]},
]
TABLE = (
    "openreview_id,icml_event_id,oral_event_id,title,authors,decision\n"
    f"{FORUM},64393,71132,Sharing caches,A. Lovelace,oral\n"
    ",64394,,Sparse Causal Policies!,Ben Borel,unknown\n"
    ",64395,,Position: lists agree,Cy Young,poster\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new challenge, with an index and a table beside it."""
    found_challenge(tmp_path / "challenge", Rules())
    (tmp_path / "index.json").write_text(json.dumps({"papers": ROWS}))
    (tmp_path / "table.csv").write_text(TABLE)
    return tmp_path / "challenge"


def run(folder: Path, verb: str, *arguments: str) -> Result:
    given = ("--dir", str(folder)) if verb != "reconcile" else ()
    return CliRunner().invoke(main, ["papers", verb, *given, *arguments])


def file(folder: Path, name: str) -> str:
    return str(folder.parent / name)


def document(result: Result) -> dict[str, Any]:
    loaded = json.loads(result.stdout)
    assert isinstance(loaded, dict)
    return loaded


def test_a_dry_run_says_field_by_field_what_an_import_would_change(folder: Path) -> None:
    assert run(folder, "import", file(folder, "table.csv")).exit_code == 0
    dry = run(folder, "import", file(folder, "index.json"), "--dry-run", "--format", "json")
    assert dry.exit_code == 0, dry.output
    told = document(dry)
    assert (told["schema"], told["dry_run"]) == ("openrepro.papers-import/1", True)
    assert [one["paper"] for one in told["added"]] == ["zZ9yY8xX7w"]
    assert told["merged"] == [{"paper": "zZ9yY8xX7w", "papers": ["64394"], "rows": [], "by": "title"}]
    fields = {one["field"]: (one["before"], one["after"]) for one in told["changed"][0]["fields"]}
    assert fields["title"] == ("Sharing caches", "Shared caches, measured")
    assert fields["names"] == ("", "submission 1")
    assert [one["kept_by"] for one in told["conflicts"]] == ["index"]
    again = run(folder, "import", file(folder, "index.json"), "--dry-run", "--format", "json")
    assert document(again) == told, "nothing was written"


def test_a_dry_run_founds_no_challenge(folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    dry = run(folder, "import", file(folder, "index.json"), "--dry-run", "--format", "json")
    assert (dry.exit_code, len(document(dry)["added"])) == (0, 2)
    assert sorted(folder.rglob("*")) == before
    nowhere = run(folder.parent / "nowhere", "import", file(folder, "index.json"), "--dry-run")
    assert nowhere.exit_code == 2
    assert "no challenge" in nowhere.output


def test_a_second_import_changes_nothing_and_the_act_is_on_record_once(folder: Path) -> None:
    both = (file(folder, "index.json"), file(folder, "table.csv"))
    first = run(folder, "import", *both)
    assert first.exit_code == 0, first.output
    assert "64394 into zZ9yY8xX7w: the same title" in first.stdout
    second = document(run(folder, "import", *both, "--format", "json"))
    assert (second["added"], second["changed"], second["merged"], second["unchanged"]) == ([], [], [], 3)
    with open_installation(folder) as here, here.store.read() as tx:
        acts = [act for act in tx.operator.acts() if act.action is Action.PAPERS_IMPORTED]
    assert len(acts) == 1
    assert acts[0].why.startswith("papers import ")


def test_what_is_left_out_is_told_and_changes_the_exit_status(folder: Path) -> None:
    odd = folder.parent / "odd.csv"
    odd.write_text("title,arxiv_id\nA good title of a paper,2605.25234\n,2501.00001\n,nonsense\n")
    result = run(folder, "import", str(odd))
    assert result.exit_code == 1
    assert "'2501.00001' needs a title" in result.stderr
    assert "'nonsense', which is no arXiv id" in result.stderr
    for name, data in (("empty", b""), ("binary", b"\x00\xff\x00"), ("broken.json", b'{"papers": [')):
        (folder.parent / name).write_bytes(data)
        refused = run(folder, "import", file(folder, name))
        assert refused.exit_code == 2, name
        assert "hint: Nothing was imported." in refused.stderr
    assert run(folder, "import", file(folder, "nowhere.csv")).exit_code == 2


def test_a_merge_and_its_undo_are_listed_and_recorded(folder: Path) -> None:
    run(folder, "import", file(folder, "index.json"))
    merged = run(folder, "merge", FORUM, "zZ9yY8xX7w", "--why", "a resubmission")
    assert merged.exit_code == 0, merged.output
    assert "merge 1: zZ9yY8xX7w is a name of aB3dE5fG7h now" in merged.stderr
    told = document(run(folder, "merges", "--format", "json"))
    assert [(one["number"], one["gone"], one["why"]) for one in told["merges"]] == [(1, "zZ9yY8xX7w", "a resubmission")]
    assert run(folder, "merge", FORUM, "zZ9yY8xX7w", "--why", "again").exit_code == 2
    undone = run(folder, "unmerge", "1", "--why", "two after all")
    assert undone.exit_code == 0, undone.output
    assert run(folder, "unmerge", "1", "--why", "again").exit_code == 2
    assert document(run(folder, "merges", "--format", "json"))["merges"] == []
    assert "two after all" in run(folder, "merges", "--undone").stdout
    with open_installation(folder) as here, here.store.read() as tx:
        acts = [act.action for act in tx.operator.acts()]
        assert tx.papers.count() == 2
    assert acts[:2] == [Action.PAPERS_UNMERGED, Action.PAPERS_MERGED]


def test_two_lists_are_explained_in_every_form(folder: Path, tmp_path: Path) -> None:
    lists = (file(folder, "index.json"), file(folder, "table.csv"))
    found = document(run(folder, "reconcile", *lists, "--format", "json"))
    assert found["lists"]["a"]["rows"] == found["lists"]["a"]["both"] == 2
    assert (found["lists"]["b"]["rows"], found["lists"]["b"]["only"]) == (3, 1)
    human = run(folder, "reconcile", *lists, "--csv", str(tmp_path / "out.csv"))
    assert human.exit_code == 0
    assert "a position paper; A has 0 of these" in human.stdout
    rows = list(csv.reader((tmp_path / "out.csv").read_text().splitlines()))
    assert len(rows) == 1 + len(found["papers"]) == 4
    lines = run(folder, "reconcile", *lists, "--format", "agent").stdout.splitlines()
    assert lines[1].split("\t") == ["A", "2", "2", "0", "0", "0"]


def test_cells_that_a_spreadsheet_would_compute_are_made_inert(folder: Path, tmp_path: Path) -> None:
    hostile = tmp_path / "hostile.csv"
    hostile.write_text('title,openreview_id\n"=HYPERLINK(""http://x"")",abcd\n')
    run(folder, "reconcile", str(hostile), file(folder, "table.csv"), "--csv", str(tmp_path / "out.csv"))
    assert "'=HYPERLINK" in (tmp_path / "out.csv").read_text()


def test_what_a_title_alone_made_one_in_an_import_is_listed_and_can_be_undone(folder: Path) -> None:
    lists = {
        "a.csv": "id,title,authors\nm1,Merging papers by title,Ada\n",
        "b.csv": "id,title,area\nm2,Merging Papers by Title!,X\n",
    }
    for name, text in lists.items():
        (folder.parent / name).write_text(text)
    both = [file(folder, name) for name in lists]
    for given in (both, both):
        assert run(folder, "import", *given).exit_code == 0
    [merge] = document(run(folder, "merges", "--format", "json"))["merges"]
    assert {"m1", "m2"} <= set(map(str, merge.values()))
    assert run(folder, "unmerge", str(merge["number"]), "--why", "two papers").exit_code == 0
    told = document(run(folder, "import", *both, "--format", "json"))
    assert (told["unchanged"], told["merged"]) == (2, [])
    with open_installation(folder) as here, here.store.read() as tx:
        kept, other = tx.papers.get("m1"), tx.papers.get("m2")
    assert kept is not None
    assert other is not None
    assert (kept.title, kept.area, other.title, other.area) == (
        "Merging papers by title",
        "",
        "Merging Papers by Title!",
        "X",
    )
