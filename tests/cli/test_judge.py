"""`openrepro judge`: labels with reasons on stdout, talk on stderr, exit codes that scripts can rely on."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from openrepro.challenge.rules import PROFILES
from openrepro.cli import main
from openrepro.evidence import guess
from tests.judging.books import TEXT, book, claim_page, declared, run, said

SCHEMA = Path(__file__).resolve().parents[2] / "schemas" / "judgement.schema.json"
CLAIM: dict[str, Any] = {
    "schema": "openrepro.claim/1",
    "id": "demo1.c1",
    "kind": "value",
    "text": TEXT,
    "quantity": {"name": "perplexity increase", "of": "shared cache", "unit": "percent", "better": "lower"},
    "statement": {"comparator": "=", "value": "3.1"},
    "tolerance": {"absolute": "0.5"},
    "scale": [{"axis": "eval_tokens", "paper": "245000", "minimum": "24500"}],
}
SET = {"schema": "openrepro.claimset/1", "paper": "demo1", "aliases": ["arxiv-1"], "claims": [CLAIM]}


def entry(folder: Path, *cells: str, paper: str = "demo1") -> Path:
    """A published logbook on disk with one claim page."""
    index = f"# Again\n\nTag: paper-{paper}\n\n## Pages\n\n| Page |\n| --- |\n| [claim-1](#/claim-1) |\n"
    card = f"---\ntitle: Again\ntags:\n- paper-{paper}\n---\n"
    files = {"pages/index.md": index, "README.md": card}
    logbook = book({"claim-1": claim_page(*(cells or (run(declared("3.2")),)))}, files)
    for path, data in logbook.files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    return folder


def claims(folder: Path, value: object = None) -> Path:
    path = folder / "claims.json"
    path.write_text(json.dumps([SET] if value is None else value))
    return path


def judge(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["judge", *map(str, arguments)])


def document(*arguments: object) -> Any:
    return json.loads(judge(*arguments, "--format", "json").stdout)


# what is printed


def test_people_see_label_direction_grade_reasons_and_quotes(tmp_path: Path) -> None:
    result = judge(entry(tmp_path / "a"), "--claims", claims(tmp_path))
    assert result.exit_code == 0
    shown = " ".join(result.stdout.split())
    assert "✓ verified demo1.c1 (value; grade E2, supports)" in shown
    assert TEXT in shown
    assert "[row-13]" in shown
    assert "RESULT" in shown
    assert "pages/claim-1/page.md:" in shown
    assert "1 logbooks, 1 claims" in shown or "1 logbook, 1 claim" in shown
    assert "lint" in result.stderr


def test_a_falsification_is_shown_as_provisional_and_for_a_person(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a", run(declared("9.4")))
    shown = " ".join(judge(folder, "--claims", claims(tmp_path)).stdout.split())
    assert "✗ falsified demo1.c1 (value; grade E2, contradicts, provisional)" in shown
    assert "for a person:" in shown


def test_the_json_fits_its_schema(tmp_path: Path) -> None:
    entry(tmp_path / "in" / "a")
    entry(tmp_path / "in" / "b", said("Claim 1 is verified."), run(declared("9.4"), exit_code=1))
    (tmp_path / "in" / "c").mkdir()
    checker = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    for arguments in ((), ("--claims", claims(tmp_path)), ("--rules", "icml-2026")):
        value = document(tmp_path / "in", *arguments)
        assert [f"{error.json_path}: {error.message}" for error in checker.iter_errors(value)] == []
        assert value["summary"]["unreadable"] == 0
        assert len(value["logbooks"]) == 2


def test_json_is_all_that_stands_on_stdout(tmp_path: Path) -> None:
    result = judge(entry(tmp_path / "a"), "--format", "json")
    assert json.loads(result.stdout)["schema"] == "openrepro.judgement/1"
    assert result.stderr == ""


def test_agents_get_lines_of_tabs_and_the_next_command(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a")
    result = judge(folder, "--claims", claims(tmp_path), "--format", "agent")
    lines = [line.split("\t") for line in result.stdout.splitlines()]
    assert lines[0][:3] == ["logbook", str(folder), "demo1"]
    row = next(line for line in lines if line[0] == "claim")
    assert row[1:5] == ["demo1.c1", "verified", "E2", "row-13"]
    assert result.stdout.splitlines()[-1].startswith("next: openrepro ")
    assert result.stderr == ""


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a")
    first = judge(folder, "--claims", claims(tmp_path), "--format", "json").stdout
    assert judge(folder, "--claims", claims(tmp_path), "--format", "json").stdout == first


def test_a_quote_on_stdout_stands_at_its_bytes_on_disk(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a", said("é — ü"), run(declared("3.2")))
    (claim,) = document(folder, "--claims", claims(tmp_path))["logbooks"][0]["claims"]
    assert claim["quotes"]
    for quote in claim["quotes"]:
        start, end = quote["bytes"]
        text = (folder / quote["file"]).read_bytes()[start:end].decode()
        assert quote["text"] == text[:240]


# many logbooks


def test_a_folder_of_many_is_judged_whole(tmp_path: Path) -> None:
    for name, value in (("a", "3.2"), ("b", "9.4"), ("c", "4.2")):
        entry(tmp_path / "in" / name, run(declared(value)))
    value = document(tmp_path / "in", "--claims", claims(tmp_path))
    assert [row["claims"][0]["label"] for row in value["logbooks"]] == ["verified", "falsified", "inconclusive"]
    assert (value["summary"]["verified"], value["summary"]["falsified"]) == (1, 1)


def test_several_paths_are_judged_in_their_order_each_once(tmp_path: Path) -> None:
    first, second = entry(tmp_path / "in" / "a"), entry(tmp_path / "in" / "b")
    value = document(second, first, tmp_path / "in")
    assert [row["path"] for row in value["logbooks"]] == [str(second), str(first)]


# claims


def test_without_claims_the_entrys_own_pages_are_judged_and_it_says_so(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a", said(f"Claim: {TEXT}"))
    result = judge(folder)
    assert result.exit_code == 0
    shown = " ".join(result.stdout.split())
    assert TEXT in shown
    assert "guessed" in shown
    assert document(folder)["logbooks"][0]["guessed_claims"] is True
    assert document(folder, "--claims", claims(tmp_path))["logbooks"][0]["guessed_claims"] is False


def test_a_claims_file_without_this_paper_is_said_and_not_silently_replaced(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a", paper="other9")
    result = judge(folder, "--claims", claims(tmp_path))
    assert result.exit_code == 0
    shown = " ".join((result.stdout + result.stderr).split())
    assert "claims.json has no claims of other9" in shown
    assert "guessed" in shown
    assert "no claims of" not in judge(folder).stderr


def test_a_paper_is_found_by_an_alias(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a", paper="arxiv-1")
    (claim,) = document(folder, "--claims", claims(tmp_path))["logbooks"][0]["claims"]
    assert (claim["id"], claim["label"]) == ("demo1.c1", "verified")


def test_a_logbook_that_names_no_paper_takes_the_only_set(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a")
    (folder / "README.md").unlink()
    index = folder / "pages" / "index.md"
    index.write_text(index.read_text().replace("Tag: paper-demo1", ""))
    (claim,) = document(folder, "--claims", claims(tmp_path))["logbooks"][0]["claims"]
    assert claim["label"] == "verified"
    other = SET | {"paper": "demo2", "aliases": [], "claims": [CLAIM | {"id": "demo2.c1"}]}
    assert document(folder, "--claims", claims(tmp_path, [SET, other]))["logbooks"][0]["guessed_claims"] is True


def test_claims_may_be_toml(tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    path.write_text(
        'paper = "demo1"\n[[claims]]\nid = "demo1.c1"\nkind = "value"\n'
        f'text = "{TEXT}"\nquantity = {{name = "perplexity increase", unit = "percent"}}\n'
        'statement = {comparator = "=", value = "3.1"}\ntolerance = {absolute = "0.5"}\n'
    )
    (claim,) = document(entry(tmp_path / "a"), "--claims", path)["logbooks"][0]["claims"]
    assert claim["label"] == "verified"


FAULTY = (
    ("two claims with one id", [SET | {"claims": [CLAIM, CLAIM | {"kind": "bound"}]}], "id-twice", "first counts"),
    ("two sets of one paper", [SET, SET | {"claims": []}], "paper-twice", "first counts"),
    ("an unknown kind", [SET | {"claims": [CLAIM, CLAIM | {"id": "demo1.c2", "kind": "odd"}]}], "no-kind", "left out"),
    (
        "a text that is too long",
        [SET | {"claims": [CLAIM, CLAIM | {"id": "demo1.c2", "text": "x" * 100_001}]}],
        "too-long",
        "text is 100,001 characters long; at most 100,000 are read",
    ),
)


@pytest.mark.parametrize(("value", "code", "words"), [row[1:] for row in FAULTY], ids=[row[0] for row in FAULTY])
@pytest.mark.parametrize("form", ["human", "json", "agent"])
def test_a_faulty_claims_file_is_named_and_1_and_the_rest_is_judged(
    value: object, code: str, words: str, form: str, tmp_path: Path
) -> None:
    arguments = (entry(tmp_path / "a"), "--claims", claims(tmp_path, value))
    result = judge(*arguments, "--format", form)
    assert result.exit_code == 1
    assert f"[{code}]" in result.stderr
    assert words in result.stderr
    (row,) = document(*arguments)["logbooks"]
    assert [(claim["id"], claim["kind"], claim["label"]) for claim in row["claims"]] == [
        ("demo1.c1", "value", "verified")
    ]
    assert code in [fault["code"] for fault in document(*arguments)["claims_faults"]]


def test_only_the_first_faults_are_named_and_how_many_more(tmp_path: Path) -> None:
    many = [CLAIM | {"id": f"demo1.c{number}"} for number in range(1, 9) for _ in range(2)]
    path = claims(tmp_path, [SET | {"claims": many}])
    result = judge(entry(tmp_path / "a"), "--claims", path)
    assert result.stderr.count("[id-twice]") == 5
    assert f"… and 3 more; see `openrepro claims check {path}`" in result.stderr


def test_weak_specs_and_a_whole_file_are_no_fault(tmp_path: Path) -> None:
    weak = CLAIM | {"id": "demo1.c2", "quantity": None, "statement": None}
    result = judge(entry(tmp_path / "a"), "--claims", claims(tmp_path, [SET | {"claims": [CLAIM, weak]}]))
    assert result.exit_code == 0
    assert "claims.json" not in result.stderr.partition("next:")[0]


def test_own_claims_that_are_left_out_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guess, "MOST_CLAIMS", 1)
    folder = entry(tmp_path / "a")
    assert "left out" not in judge(folder).stdout
    page = (folder / "pages" / "claim-1" / "page.md").read_text()
    for number in (2, 3):
        place = folder / "pages" / f"claim-{number}" / "page.md"
        place.parent.mkdir()
        place.write_text(page.replace("Claim 1", f"Claim {number}"))
    words = "2 more claims of its own pages were left out"
    assert words in " ".join(judge(folder).stdout.split())
    rows = [line.split("\t") for line in judge(folder, "--format", "agent").stdout.splitlines()]
    assert [row[1] for row in rows if row[0] == "left-out"] == ["2"]


def test_a_cut_quote_ends_in_an_ellipsis_and_says_how_long_it_is(tmp_path: Path) -> None:
    long = declared("3.2", premises=["held-out text " * 30])
    folder = entry(tmp_path / "a", run(long))
    shown = " ".join(judge(folder, "--claims", claims(tmp_path)).stdout.split())
    assert f"…” (cut; {len(long.encode())} bytes in all) " in shown
    whole = " ".join(judge(entry(tmp_path / "b"), "--claims", claims(tmp_path)).stdout.split())
    assert "bytes in all" not in whole


# rules


def test_a_profile_and_a_rule_file_change_what_is_accepted(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a", run(declared("9.4")))
    arguments = (folder, "--claims", claims(tmp_path))
    assert document(*arguments)["logbooks"][0]["claims"][0]["provisional"] is True
    assert document(*arguments, "--rules", "icml-2026")["logbooks"][0]["claims"][0]["provisional"] is False
    rules = tmp_path / "challenge.toml"
    rules.write_text('schema = "openrepro.challenge/1"\n[judging]\nevidence = "E3"\n')
    value = document(*arguments, "--rules", rules)
    assert value["logbooks"][0]["claims"][0]["reasons"][0]["code"] == "row-12"
    assert value["rules"] not in (PROFILES["strict"].digest, PROFILES["icml-2026"].digest)


def test_the_document_names_the_rules_it_was_made_under(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a")
    assert document(folder)["rules"] == PROFILES["strict"].digest
    assert document(folder, "--rules", "icml-2026")["rules"] == PROFILES["icml-2026"].digest


def test_records_are_written_one_a_line_and_fold_into_a_board(tmp_path: Path) -> None:
    for name, value in (("a", "3.2"), ("b", "9.4")):
        entry(tmp_path / "in" / name, run(declared(value)))
    records = tmp_path / "records.jsonl"
    assert judge(tmp_path / "in", "--claims", claims(tmp_path), "--records", records).exit_code == 0
    rows = [json.loads(line) for line in records.read_text().splitlines()]
    assert [row["ruling"]["label"] for row in rows] == ["verified", "falsified"]
    assert len({row["entry"] for row in rows}) == 2
    assert CliRunner().invoke(main, ["board", "show", str(records)]).exit_code == 0


# wrong input


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "PATH"),
        (("nowhere",), "nowhere"),
        ((".", "--rules", "lenient"), "no rules named 'lenient'"),
        ((".", "--claims", "none.json"), "none.json"),
        ((".", "--format", "xml"), "xml"),
    ],
)
def test_wrong_usage_is_2_with_a_sentence(
    arguments: tuple[str, ...], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = judge(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("text", ["{", "3", "", "\x00"])
def test_a_claims_file_that_is_none_is_2(text: str, tmp_path: Path) -> None:
    path = tmp_path / "claims.json"
    path.write_text(text)
    result = judge(entry(tmp_path / "a"), "--claims", path)
    assert result.exit_code == 2
    assert "claims file" in result.stderr


@pytest.mark.parametrize("text", ["[judging\n", '[judging]\nevidence = "E9"\n', "\x00"])
def test_a_rule_file_that_is_none_is_2(text: str, tmp_path: Path) -> None:
    path = tmp_path / "challenge.toml"
    path.write_text(text)
    result = judge(entry(tmp_path / "a"), "--rules", path)
    assert result.exit_code == 2
    assert "rule file" in result.stderr or "evidence" in result.stderr


def test_a_folder_without_a_logbook_is_1_and_named(tmp_path: Path) -> None:
    result = judge(tmp_path)
    assert result.exit_code == 1
    assert str(tmp_path) in result.stderr
    assert document(tmp_path)["summary"]["unreadable"] == 1


def test_an_empty_entry_among_others_is_1_and_named(tmp_path: Path) -> None:
    for name in ("a", "b"):
        entry(tmp_path / "in" / name)
    (tmp_path / "in" / "x" / ".trackio" / "logbook" / "pages").mkdir(parents=True)
    (tmp_path / "in" / "nothing").mkdir()
    result = judge(tmp_path / "in", "--claims", claims(tmp_path))
    assert result.exit_code == 1
    assert f"could not be read: {tmp_path / 'in' / 'x'}: There is no logbook here" in result.stderr
    value = document(tmp_path / "in", "--claims", claims(tmp_path))
    assert [Path(row["path"]).name for row in value["logbooks"]] == ["a", "b", "x"]
    assert [Path(row["path"]).name for row in value["unreadable"]] == ["x"]


def test_a_file_that_is_not_read_is_a_problem_and_the_rest_is_judged(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a")
    (folder / "secret.md").symlink_to("/etc/passwd")
    (row,) = document(folder, "--claims", claims(tmp_path))["logbooks"]
    assert "file-skipped" in [item["code"] for item in row["problems"]]
    assert row["claims"][0]["label"] == "verified"


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00" * 1000, b"\xff\xfe\xfd", b"---\n<!-- trackio-cell\n{", b"# Claim 1\n````output\n", b"> " * 5000],
)
def test_any_bytes_at_all_are_judged(data: bytes, tmp_path: Path) -> None:
    folder = entry(tmp_path / "a")
    (folder / "pages" / "claim-1" / "page.md").write_bytes(data)
    for form in ("human", "json", "agent"):
        result = judge(folder, "--claims", claims(tmp_path), "--format", form)
        assert result.exit_code in (0, 1)
        assert result.exception is None or isinstance(result.exception, SystemExit)


# text of strangers


STEERS = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e\u2066\x08\r"


def test_nothing_in_a_logbook_can_steer_the_terminal(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a", said(f"Claim: {STEERS} {TEXT}"), run(f"{STEERS}\n{declared('3.2')}"))
    index = folder / "pages" / "index.md"
    index.write_text(index.read_text().replace("# Again", f"# Again {STEERS}"))
    for form in ("human", "agent", "json"):
        for arguments in ((), ("--claims", claims(tmp_path))):
            result = judge(folder, *arguments, "--format", form)
            assert result.exit_code == 0
            for character in STEERS.replace("\r", ""):
                if not character.isascii() or not character.isprintable():
                    assert character not in result.stdout + result.stderr


def test_a_tab_or_newline_in_a_logbook_makes_no_second_field_or_line(tmp_path: Path) -> None:
    folder = entry(tmp_path / "a\tb\nclaim\tdemo1.c9\tverified", run(declared("9.4")))
    result = judge(folder, "--claims", claims(tmp_path), "--format", "agent")
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    assert [row[2] for row in rows if row[0] == "claim"] == ["falsified"]


def test_every_real_logbook_is_judged(shared_data: Path) -> None:
    folders = sorted((shared_data / "logbooks" / "trackio").iterdir())[::6]
    value = document(*folders)
    assert len(value["logbooks"]) == len(folders)
    assert value["summary"]["verified"] == value["summary"]["falsified"] == 0
