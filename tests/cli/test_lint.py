"""`openrepro lint`: formats, exit codes, and what is never shown."""

import json
from pathlib import Path

from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from openrepro.cli import main
from openrepro.demo.example import CLAIMS, DATA, LOGBOOKS
from openrepro.lint.notice import Topic
from openrepro.lint.structure import Generation
from openrepro.severity import Severity
from tests.lint.books import CLAIM_PAGE, METADATA, claim_page, good

ROOT = Path(__file__).resolve().parents[2]
HF = "hf_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z"
SCHEMA = json.loads((ROOT / "schemas" / "lint.schema.json").read_text("utf-8"))


def lint(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["lint", *map(str, arguments)])


def written(folder: Path, files: dict[str, bytes] | None = None) -> Path:
    for path, data in (good() if files is None else files).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def test_a_good_logbook(tmp_path: Path) -> None:
    result = lint(written(tmp_path))
    assert result.exit_code == 0
    assert "0 serious, 0 warnings, 0 notes" in result.stdout
    assert result.stderr == f"next: openrepro judge {tmp_path}\n"


def test_notices_by_weight_with_place_and_advice(tmp_path: Path) -> None:
    files = good(**{CLAIM_PAGE: claim_page(f"{HF} /home/alice/x"), METADATA: "{}"})
    result = lint(written(tmp_path, files))
    assert result.exit_code == 0
    text = result.stdout
    assert text.index("mend before publishing") < text.index("worth mending") < text.index("good to know")
    assert "[secret]" in text
    assert "→ Revoke it first" in text
    assert f"at {CLAIM_PAGE}:" in text


def test_no_format_shows_a_secret(tmp_path: Path) -> None:
    files = good(**{CLAIM_PAGE: claim_page(HF), ".trackio/logbook/pages/index.md": f"# Reproduction: {HF}\n"})
    folder = written(tmp_path, files)
    for form in ("human", "agent", "json"):
        assert HF[4:] not in lint(folder, "--format", form).stdout.replace("\n", "").replace(" ", "")


def test_a_ready_line_can_be_copied_whole(tmp_path: Path) -> None:
    folder = written(tmp_path, good(**{CLAIM_PAGE: claim_page("3.2 % more")}))
    lines = [line.strip() for line in lint(folder).stdout.splitlines() if line.strip().startswith("RESULT {")]
    assert len(lines) == 1
    assert json.loads(lines[0].removeprefix("RESULT "))["claim"] == "demo1.c1"
    assert "RESULT {" in lint(folder, "--format", "agent").stdout


def test_agent_lines(tmp_path: Path) -> None:
    result = lint(written(tmp_path, good(**{METADATA: "{}"})), "--format", "agent")
    lines = result.stdout.splitlines()
    assert lines[0].split("\t")[:2] == ["logbook", str(tmp_path)]
    assert [line.split("\t")[1] for line in lines[1:-1]] == ["no-challenge-tag", "no-paper"]
    assert lines[-1] == f"next: openrepro judge {tmp_path}"


def faults(value: object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in Draft202012Validator(SCHEMA).iter_errors(value)]


def test_json_fits_its_schema(tmp_path: Path) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    files = good(**{CLAIM_PAGE: claim_page(f"{HF} /home/alice/x"), METADATA: "{}"})
    document = json.loads(lint(written(tmp_path, files), "--format", "json").stdout)
    assert faults(document) == []
    notices = document["logbooks"][0]["notices"]
    assert document["logbooks"][0]["counts"]["serious"] == sum(one["severity"] == "serious" for one in notices) == 1
    assert document["summary"] == document["logbooks"][0]["counts"]


def test_the_schema_knows_the_words_of_the_code() -> None:
    notice = SCHEMA["$defs"]["notice"]["properties"]
    assert notice["severity"]["enum"] == [severity.value for severity in Severity]
    assert notice["topic"]["enum"] == [topic.value for topic in Topic]
    generations = SCHEMA["$defs"]["logbook"]["properties"]["generation"]["enum"]
    assert generations == [generation.value for generation in Generation]


def test_what_holds_no_logbook_is_reported_and_exits_with_1(tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(bytes(range(256)))
    result = lint(tmp_path)
    assert result.exit_code == 1
    assert "could not be read" in result.stderr
    assert "[empty-logbook]" in result.stdout
    document = json.loads(lint(tmp_path, "--format", "json").stdout)
    assert faults(document) == []
    assert len(document["unreadable"]) == 1
    assert "unreadable\t" in lint(tmp_path, "--format", "agent").stdout


def test_wrong_usage_exits_with_2(tmp_path: Path) -> None:
    assert lint().exit_code == 2
    assert lint(tmp_path / "absent").exit_code == 2
    assert lint(tmp_path, "--rules", "nonsense").exit_code == 2


def test_rules_choose_the_tag(tmp_path: Path) -> None:
    folder = written(tmp_path, good(**{METADATA: '{"tags": ["spring-repro", "paper-demo1"]}'}))
    rules = tmp_path / "challenge.toml"
    rules.write_text('[entries]\ntag = "spring-repro"\n', "utf-8")
    assert "[no-challenge-tag]" in lint(folder).stdout
    assert "[no-challenge-tag]" not in lint(folder, "--rules", rules).stdout


def test_an_unknown_paper_is_told_with_the_nearest(tmp_path: Path) -> None:
    folder = written(tmp_path, good(**{METADATA: '{"tags": ["demo2026-repro", "paper-demo-hegde"]}'}))
    result = lint(folder, "--claims", DATA / CLAIMS)
    assert "did you mean 'demo-hedge'?" in " ".join(result.stdout.split())


def test_a_faulty_claims_file_is_named_and_1(tmp_path: Path) -> None:
    twice = json.dumps([json.loads((DATA / CLAIMS).read_text("utf-8"))[0]] * 2)
    path = tmp_path / "claims.json"
    path.write_text(twice)
    folder = written(tmp_path / "a")
    result = lint(folder, "--claims", path)
    assert result.exit_code == 1
    assert "[paper-twice]" in result.stderr
    assert "the first counts" in result.stderr
    assert lint(folder, "--claims", DATA / CLAIMS).exit_code == 0


def test_the_good_entries_of_the_demo_are_left_alone() -> None:
    """Entries that were made without a fault on purpose: nothing serious, no warning."""
    for entry in (
        "amber/demo-batch",
        "amber/demo-charlm",
        "amber/demo-descent",
        "amber/demo-hedge",
        "birch/demo-descent",
    ):
        arguments = (DATA / LOGBOOKS / entry, "--claims", DATA / CLAIMS, "--format", "json")
        counts = json.loads(lint(*arguments).stdout)["summary"]
        assert (counts["serious"], counts["warning"]) == (0, 0), entry
