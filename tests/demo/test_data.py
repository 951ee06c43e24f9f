"""The example challenge is whole, its papers hold what its claims quote, and judging it gives what it says."""

import importlib.util
import json
import re
import tomllib
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from openrepro.challenge.rules import load_rules
from openrepro.claims.check import check
from openrepro.claims.claim import Claim
from openrepro.claims.spec import ParsedClaims, parse_claims
from openrepro.demo import DATA
from openrepro.demo.example import Outcome, judge_example, read_example
from openrepro.evidence.runs import runs_of
from openrepro.ids import sha256
from openrepro.judging.judge import judge
from openrepro.logbooks.archive import load, read_folder
from openrepro.logbooks.logbook import FileKind, Layout
from openrepro.logbooks.trackio import parse

TOOLS = DATA.parents[3] / "tools" / "demo"
EXPECTED: dict[str, Any] = json.loads((DATA / "expected.json").read_text(encoding="utf-8"))
TEAMS: dict[str, Any] = json.loads((DATA / "teams.json").read_text(encoding="utf-8"))
ENTRIES = sorted(f"{path.parent.name}/{path.name}" for path in (DATA / "logbooks").glob("*/*"))
MACHINE = re.compile(rb"/(?:home|root|Users|tmp|work|mnt|opt|var)/|[A-Z]:\\\\|abs_path|@[a-z]+\.[a-z]")
"""Paths of a machine, keys that hold them, and e-mail addresses."""
PAPERS = ("demo-batch", "demo-charlm", "demo-descent", "demo-hedge")


@cache
def claims() -> ParsedClaims:
    return parse_claims((DATA / "claims.json").read_bytes(), suffix=".json")


@cache
def outcome() -> Outcome:
    return judge_example(read_example())


def every_claim() -> list[tuple[str, Claim]]:
    found = [(one.paper, claim) for one in claims().sets for claim in one.claims]
    return found + [(paper, part) for paper, claim in found for part in claim.conjuncts]


def text_of(entry: str) -> str:
    files = read_folder(DATA / "logbooks" / entry).files
    return "\n".join(data.decode("utf-8") for path, data in files.items() if path.endswith(".md"))


@pytest.mark.parametrize("paper", PAPERS)
def test_papers_say_that_they_are_examples(paper: str) -> None:
    text = (DATA / f"papers/{paper}.md").read_text(encoding="utf-8")
    assert "This is an example paper written for OpenRepro's demo; it is not a scientific publication." in text


@pytest.mark.parametrize("paper", PAPERS)
def test_papers_have_two_or_three_pages(paper: str) -> None:
    pdf = (DATA / f"papers/{paper}.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) in (2, 3)


def test_every_paper_has_four_to_six_claims() -> None:
    counts = {one.paper: len(one.claims) for one in claims().sets}
    assert sorted(counts) == list(PAPERS)
    assert all(4 <= count <= 6 for count in counts.values())


def test_claims_are_read_and_checked_without_complaint() -> None:
    assert claims().faults == ()
    assert [fault.text for fault in check(claims().sets)] == []


@pytest.mark.parametrize(("paper", "claim"), every_claim(), ids=[claim.id for _, claim in every_claim()])
def test_quotes_stand_in_the_paper_at_their_spans(paper: str, claim: Claim) -> None:
    data = (DATA / f"papers/{paper}.md").read_bytes()
    locator = claim.locator
    assert locator is not None
    assert locator.span is not None
    assert locator.sha256 == sha256(data)
    start, end = locator.span
    assert data.decode("utf-8")[start:end] == claim.quote
    assert locator.page in (1, 2, 3)


def test_claims_are_those_of_their_source() -> None:
    source = tomllib.loads((TOOLS / "claims.toml").read_text(encoding="utf-8"))
    written = [(claim["id"], claim["kind"], claim["quote"]) for paper in source["paper"] for claim in paper["claims"]]
    assert written == [(claim.id, claim.kind.value, claim.quote) for one in claims().sets for claim in one.claims]


def test_claims_spread_over_the_kinds() -> None:
    kinds = {claim.kind.value for _, claim in every_claim()}
    wanted = "value exact bound ordering margin null universal existence resource mechanism dataset definition position"
    assert kinds == set(wanted.split())


def test_the_corpus_is_what_its_generator_makes() -> None:
    spec = importlib.util.spec_from_file_location("demo_corpus", TOOLS / "corpus.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.corpus().encode() == (DATA / "papers/demo-charlm-corpus.txt").read_bytes()


def test_the_rule_file_loads_and_its_window_holds_every_entry() -> None:
    rules = load_rules((DATA / "challenge.toml").read_bytes())
    assert rules.name == "Demo 2026"
    for entry in TEAMS["entries"].values():
        assert rules.window.opens <= datetime.fromisoformat(entry["created_at"]) <= rules.window.closes
        assert entry["licence"] in rules.entries.licence


def test_entries_teams_and_expectations_name_the_same_logbooks() -> None:
    assert sorted(EXPECTED["entries"]) == ENTRIES == sorted(TEAMS["entries"])
    assert len(ENTRIES) >= 12
    assert len({entry["team"] for entry in TEAMS["entries"].values()}) >= 4
    for name, entry in TEAMS["entries"].items():
        assert name == f"{entry['team']}/{entry['paper']}"


def test_the_example_is_small() -> None:
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) < 1_500_000


@pytest.mark.parametrize("entry", ENTRIES)
def test_logbooks_are_read_without_problems(entry: str) -> None:
    logbook = load(DATA / "logbooks" / entry)
    paper = entry.split("/")[1]
    assert logbook.layout is Layout.WORKSPACE
    assert [problem.code for problem in logbook.problems if problem.code != "schema-1"] == []
    assert logbook.tags == ("demo2026-repro", f"paper-{paper}")
    assert logbook.paper.ids[0] == paper
    slugs = [page.slug for page in logbook.pages]
    assert slugs[:2] == ["index", "executive-summary"]
    assert slugs[-1] == "conclusion"


def test_one_logbook_has_the_first_schema_version() -> None:
    versions = [load(DATA / "logbooks" / entry).schema_version for entry in ENTRIES]
    assert (versions.count(1), versions.count(2)) == (1, len(ENTRIES) - 1)


@pytest.mark.parametrize("entry", ENTRIES)
def test_runs_ran_the_scripts_that_are_kept(entry: str) -> None:
    logbook = load(DATA / "logbooks" / entry)
    for run in runs_of(logbook):
        assert run.recorded
        for script in run.scripts:
            kept = (TOOLS / "experiments" / entry / script.name).read_text(encoding="utf-8")
            assert script.text.strip() == kept.strip()


@pytest.mark.parametrize("entry", ENTRIES)
def test_logbooks_carry_no_machine_and_no_viewer(entry: str) -> None:
    logbook = load(DATA / "logbooks" / entry)
    assert not logbook.files_of(FileKind.VIEWER)
    assert not logbook.files_of(FileKind.TRACE)
    for path, data in logbook.files.items():
        assert not path.endswith((".serve.log", ".html", ".css", ".js", ".png", ".svg"))
        assert not re.search(rb"/(?:home|root|Users|tmp|work|mnt|opt|var)/|[A-Z]:\\\\|abs_path|@[a-z]+\.[a-z]", data), (
            path
        )


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_is_expected_is_quoted_from_the_entry(entry: str) -> None:
    text = text_of(entry)
    known = {claim.id for _, claim in every_claim()}
    for claim, expected in EXPECTED["entries"][entry]["claims"].items():
        assert claim in known
        assert expected["why"].endswith(".")
        assert expected.get("quote", "") in text
        assert expected.get("quote") or expected["row"] == 1


def test_the_example_shows_every_story() -> None:
    rows = {claim["row"] for entry in EXPECTED["entries"].values() for claim in entry["claims"].values()}
    assert rows >= {1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 14}
    findings = {claim.get("finding") for entry in EXPECTED["entries"].values() for claim in entry["claims"].values()}
    assert findings >= {
        *("copied-from-paper", "hard-coded", "submission-only", "run-failed"),
        *("denominator-mismatch", "counted-differently"),
    }


@pytest.mark.parametrize("entry", ENTRIES)
def test_judging_gives_what_is_expected(entry: str) -> None:
    judged = next(item for item in outcome().entries if item.name == entry)
    expected = EXPECTED["entries"][entry]
    for item in judged.judgement.claims:
        wanted = expected["claims"].get(item.claim.id, EXPECTED["unlisted"])
        ruling = item.ruling
        got = {"label": ruling.label.value, "direction": ruling.direction.value, "row": ruling.row}
        assert got == {"label": wanted["label"], "direction": wanted["direction"], "row": f"row-{wanted['row']}"}, item
        assert ruling.provisional == wanted.get("provisional", False)
        assert bool(ruling.review) or not wanted.get("review")
        if "finding" in wanted:
            assert wanted["finding"] in {
                finding.code.value for part in item.parts for finding in part.casefile.findings
            }
    found = {finding.code.value for finding in judged.judgement.findings}
    assert found == set(expected["findings"])


def test_teams_together_establish_what_is_expected() -> None:
    states = {claim.claim: claim.state.value for paper in outcome().consensus.papers for claim in paper.claims}
    assert {claim: states[claim] for claim in EXPECTED["consensus"]} == EXPECTED["consensus"]
    assert set(states) - set(EXPECTED["consensus"]) == {"demo-hedge.c6", "demo-charlm.c5", "demo-batch.c5"}


def test_steering_changes_no_label() -> None:
    example = read_example()
    folder = DATA / "logbooks/elm/demo-charlm"
    files = dict(read_folder(folder).files)
    page = next(path for path in files if path.endswith("executive-summary/page.md"))
    kept = [line for line in files[page].splitlines() if b"judge" not in line]
    assert len(kept) < len(files[page].splitlines())
    without = parse({**files, page: b"\n".join(kept) + b"\n"}, name="without")
    steered = next(item for item in outcome().entries if item.name == "elm/demo-charlm").judgement
    plain = judge(without, example.paper(without.paper.ids), example.rules)
    assert [item.ruling.label for item in plain.claims] == [item.ruling.label for item in steered.claims]


@pytest.mark.parametrize(("curvature", "step"), [("3/4", 356), ("19/25", 546)])
def test_the_rate_first_fails_where_the_logbooks_say(curvature: str, step: int) -> None:
    mu, x, t = Fraction(curvature), Fraction(1), 1
    while 5 * t * x <= 6:
        x, t = x * (1 - mu / t), t + 1
    assert t == step


def test_ten_halvings_break_the_mistake_bound_and_nine_do_not() -> None:
    def mistakes(digits: int) -> tuple[int, int]:
        errors = [0] * 2**digits
        for r in range(digits):
            weight = [sum(Fraction(1, 2**e) for i, e in enumerate(errors) if i >> r & 1 == bit) for bit in (0, 1)]
            predicted = int(weight[1] >= weight[0])
            errors = [e + (i >> r & 1 == predicted) for i, e in enumerate(errors)]
        return digits, min(errors)

    assert mistakes(9) == (9, 0)
    assert mistakes(10) == (10, 0)


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_docs_tell_of_every_entry(entry: str) -> None:
    page = (TOOLS.parents[1] / "docs/demo.md").read_text(encoding="utf-8")
    section = page.partition(f"### {entry}\n")[2].partition("\n### ")[0]
    for claim, expected in EXPECTED["entries"][entry]["claims"].items():
        number = claim.partition(".")[2]
        assert f"| {number} | {expected['label']} | {expected['row']} | {expected['why']} |" in section


def test_every_story_has_its_logbook() -> None:
    stories = sorted(f"{path.parts[-3]}/{path.parts[-2]}" for path in (TOOLS / "experiments").glob("*/*/story.md"))
    assert stories == ENTRIES
