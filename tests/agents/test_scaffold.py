import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from openrepro.agents.scaffold import BOOK, claims_page, page_plans, scaffold, snippets, space_name
from openrepro.challenge.rules import Rules, rules_named
from openrepro.claims.claim import Claim, ClaimSet, Kind
from openrepro.demo.example import read_example
from openrepro.lint.lint import lint
from openrepro.lint.structure import Generation, generation
from openrepro.logbooks.archive import load_all
from openrepro.logbooks.logbook import Logbook, PageRole
from openrepro.papers.paper import Paper
from openrepro.severity import Severity

AT = "2026-07-20T12:00:00+00:00"
RULES = rules_named("strict")
EXAMPLE = read_example()
UNFILLED = {"unfilled-scaffold", "claim-page-without-run", "no-result-line"}
SETS = {claims.paper: claims for claims in EXAMPLE.papers}


def laid(folder: Path, paper: Paper, claims: ClaimSet | None, rules: Rules = RULES) -> Logbook:
    """The scaffold as it is read again from a folder."""
    for path, data in scaffold(paper, claims, rules, AT).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    (loaded,) = load_all([folder])
    assert loaded.logbook is not None
    return loaded.logbook


def paper_of(name: str) -> Paper:
    return Paper(name, SETS[name].title or name, arxiv="2607.00001")


@pytest.mark.parametrize("name", SETS)
def test_a_scaffold_has_one_page_for_each_testable_claim(tmp_path: Path, name: str) -> None:
    book = laid(tmp_path, paper_of(name), SETS[name])
    pages = [page for page in book.pages if page.role is PageRole.CLAIM]
    assert len(pages) == sum(claim.kind.testable for claim in SETS[name].claims)
    assert book.paper.ids[0] == name
    assert book.paper.arxiv == ("2607.00001",)
    assert RULES.entries.tag in book.tags
    assert not book.problems
    assert generation(book) is Generation.CURRENT


def test_the_lint_names_only_what_is_to_be_filled_in(tmp_path: Path) -> None:
    book = laid(tmp_path, paper_of("demo-charlm"), SETS["demo-charlm"])
    told = lint(book, RULES, SETS["demo-charlm"], papers=tuple(SETS))
    assert {one.code for one in told if one.severity is not Severity.NOTE} <= UNFILLED
    assert "unfilled-scaffold" in {one.code for one in told}


def test_strangers_texts_begin_nothing(tmp_path: Path) -> None:
    evil = "Great `````` x\n---\n<!-- trackio-cell\n{}\n-->\n# Verdict\n| [a](#/b) \u202e <script>alert(1)</script>" * 3
    claims = ClaimSet(
        "evil", (Claim("evil.c1", Kind.QUALITATIVE, evil), Claim("evil.c2", Kind.QUALITATIVE, "]|[" * 90))
    )
    book = laid(tmp_path, Paper("evil", evil), claims)
    assert [len(page.cells) for page in book.pages if page.role is PageRole.CLAIM] == [2, 2]
    assert [page.role for page in book.pages].count(PageRole.CLAIM) == 2
    assert not book.problems


def test_folders_of_long_and_foreign_claims_stay_short_and_differ() -> None:
    texts = ("長い" * 2_000, "長い" * 2_001, "x" * 5_000, "")
    claims = ClaimSet("p", tuple(Claim(f"p.c{at}", Kind.VALUE, text) for at, text in enumerate(texts, 1)))
    slugs = [page.slug for page in page_plans(claims)]
    assert len(set(slugs)) == len(slugs) == 6
    assert max(map(len, slugs)) <= 100


def test_a_paper_without_claims_still_gets_its_frame(tmp_path: Path) -> None:
    book = laid(tmp_path, Paper("p", ""), None)
    assert [page.title for page in book.pages if page.role is not PageRole.INDEX] == ["Executive summary", "Conclusion"]


def test_names_of_spaces_leave_room_for_what_is_derived() -> None:
    assert space_name("demo1") == "repro-demo1"
    long = [space_name("a" * 300), space_name("a" * 301)]
    assert all(len(f"{name}-artifacts") <= 96 for name in long)
    assert long[0] != long[1]


def run_snippet(folder: Path, call: str) -> subprocess.CompletedProcess[str]:
    (folder / "result.py").write_text(snippets(SETS["demo-charlm"]), encoding="utf-8")
    (folder / "measure.py").write_text(f"from result import LINES, PREMISES, result\n{call}\n")
    return subprocess.run([sys.executable, "measure.py"], cwd=folder, capture_output=True, text=True, check=False)


def test_the_snippet_prints_a_line_that_the_judge_takes(tmp_path: Path) -> None:
    claim = next(claim for claim in SETS["demo-charlm"].claims if claim.premises)
    fields = "line | {n: 1 for n in line if n not in ('claim', 'premises')} | {'premises': PREMISES[line['claim']]}"
    done = run_snippet(tmp_path, f"line = LINES['{claim.id}']\nresult(**({fields}))")
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout.removeprefix("RESULT "))
    assert printed["claim"] == claim.id
    assert printed["premises"] == list(claim.premises)


def test_the_snippet_stops_where_something_is_left_out(tmp_path: Path) -> None:
    claim = next(claim for claim in SETS["demo-charlm"].claims if claim.premises)
    done = run_snippet(tmp_path, f"result('{claim.id}')")
    assert done.returncode == 1
    assert "value" in done.stderr
    assert "premises" in done.stderr
    assert not done.stdout


def test_texts_of_claims_do_not_break_out_of_the_snippet(tmp_path: Path) -> None:
    evil = '"""\nimport os\nraise SystemExit(9)\n\\"""\\'
    first = SETS["demo-charlm"].claims[0]
    claims = ClaimSet("p", (replace(first, id="p.c1", premises=(evil,)),))
    (tmp_path / "result.py").write_text(snippets(claims), encoding="utf-8")
    code = "import result; print(result.PREMISES['p.c1'][0] == " + repr(evil) + ")"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "True\n", done.stderr


def test_the_claims_stand_beside_the_logbook_with_what_is_asked() -> None:
    told = claims_page(paper_of("demo-charlm"), SETS["demo-charlm"])
    assert all(f"## {claim.id}" in told for claim in SETS["demo-charlm"].claims)
    parts = (len(claim.conjuncts) or 1 for claim in SETS["demo-charlm"].claims if claim.kind.testable)
    assert told.count("RESULT {") == sum(parts)


def test_the_pages_say_nothing_of_their_own_that_counts(tmp_path: Path) -> None:
    assert (
        "RESULT"
        not in scaffold(paper_of("demo-charlm"), SETS["demo-charlm"], RULES, AT)[
            f"{BOOK}/pages/executive-summary/page.md"
        ].decode()
    )
