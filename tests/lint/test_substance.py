"""Substance: empty pages, placeholders, claim pages without a run, jobs without a result."""

import pytest

from openrepro.lint.substance import LEAST_TEXT
from openrepro.severity import Severity
from tests.lint.books import (
    CLAIM_PAGE,
    CONCLUSION,
    HOME,
    SUMMARY,
    claim_page,
    codes,
    declared,
    good,
    linted,
    only,
    run,
    said,
)

TEXT = "The model is evaluated with the full and with the shared cache on the held-out text."


def page(path: str, text: str) -> dict[str, bytes]:
    return good(**{path: text})


def test_a_page_with_nothing_but_its_title() -> None:
    notice = only(linted(page(SUMMARY, "# Executive summary\n")), "unfilled-scaffold")
    assert notice.severity is Severity.SERIOUS
    assert "“Executive summary” (nothing beside its title)" in notice.text


def test_an_almost_empty_page_says_how_little() -> None:
    notice = only(linted(page(CONCLUSION, "# Conclusion" + said("See above."))), "unfilled-scaffold")
    assert notice.severity is Severity.WARNING
    assert "“Conclusion” (10 characters beside its title)" in notice.text


def test_just_enough_text_is_enough() -> None:
    assert codes(linted(page(CONCLUSION, "# Conclusion" + said("x" * LEAST_TEXT, id="cell_c")))) == []
    assert codes(linted(page(CONCLUSION, "# Conclusion" + said("x" * (LEAST_TEXT - 1), id="cell_c")))) == [
        "unfilled-scaffold"
    ]


def test_many_empty_pages_are_one_notice() -> None:
    pages = {f"{HOME}pages/claim-{number}-x/page.md": f"# Claim {number}: x\n" for number in range(2, 12)}
    notice = only(linted(good(**pages)), "unfilled-scaffold")
    assert notice.count == 10
    assert "and 6 more pages" in notice.text


@pytest.mark.parametrize(
    "text",
    [
        "TODO",
        "TBD",
        "<your result here>",
        "[describe what was run]",
        "Fill in below",
        "____ (fill in)",
        "[Insert the value]",
        "<Result>",
        "lorem ipsum",
    ],
)
def test_placeholders(text: str) -> None:
    notice = only(linted(page(SUMMARY, "# Executive summary" + said(f"{TEXT}\n\n{text}\n"))), "unfilled-scaffold")
    assert notice.severity is Severity.WARNING


@pytest.mark.parametrize(
    "text",
    [
        "a todo list benchmark",
        "we describe below how",
        "x < y and y > z",
        "[your paper](https://x.org)",
        "snake_case (filled)",
        "the claim <= 3",
    ],
)
def test_what_is_no_placeholder(text: str) -> None:
    found = codes(linted(page(SUMMARY, "# Executive summary" + said(f"{TEXT}\n\n{text}\n"))))
    assert "unfilled-scaffold" not in found


def test_an_index_that_trackio_just_made() -> None:
    index = '# Reproduction: Half\n\n## Pages\n\n| Page |\n| --- |\n| Add a page with `trackio logbook page "..."` |\n'
    assert "unfilled-scaffold" in codes(linted(page(f"{HOME}pages/index.md", index)))


def test_a_claim_page_without_a_run() -> None:
    notice = only(linted(page(CLAIM_PAGE, "# Claim 1: perplexity" + said(TEXT))), "claim-page-without-run")
    assert notice.severity is Severity.WARNING
    assert "“Claim 1: perplexity”" in notice.text


def test_a_command_that_is_no_recorded_run() -> None:
    text = "# Claim 1: perplexity" + said(TEXT) + run("3.2", exit_code=None)
    assert "it proves no run" in only(linted(page(CLAIM_PAGE, text)), "claim-page-without-run").text


def test_a_written_proof_needs_no_run() -> None:
    proof = "Proof. Let $x = 1$. Then $x \\le 2$ holds, hence the claim follows.\n\nTherefore $y = x + 1 \\le 3$. QED"
    text = "# Claim 1: perplexity" + said(f"{TEXT}\n\n{proof}")
    assert "claim-page-without-run" not in codes(linted(page(CLAIM_PAGE, text), claims=None))


def test_a_job_that_was_only_started() -> None:
    started = run(
        "Job started with ID: 6a6c\nView at: https://huggingface.co/jobs/me/6a6c", command=("hf", "jobs", "run", "x")
    )
    notices = linted(page(CLAIM_PAGE, "# Claim 1: perplexity" + said(TEXT) + started))
    assert only(notices, "job-without-result").severity is Severity.SERIOUS
    assert "claim-page-without-run" not in codes(notices)
    assert "submission-only" not in codes(notices)


def test_a_job_that_is_only_linked() -> None:
    text = "# Claim 1: perplexity" + said(f"{TEXT} It ran at https://huggingface.co/jobs/me/6a6c there.")
    assert only(linted(page(CLAIM_PAGE, text)), "job-without-result").severity is Severity.WARNING


def test_a_job_whose_log_a_run_shows() -> None:
    logs = run(f"step 1 loss 2.1\nperplexity increase: 3.2 %\n{declared()}", command=("hf", "jobs", "logs", "6a6c"))
    text = "# Claim 1: perplexity" + said(f"{TEXT} It ran at https://huggingface.co/jobs/me/6a6c there.") + logs
    assert "job-without-result" not in codes(linted(page(CLAIM_PAGE, text)))


def test_a_link_on_a_conclusion_is_only_a_link() -> None:
    text = "# Conclusion" + said(f"{TEXT} It ran at https://huggingface.co/jobs/me/6a6c there.")
    assert "job-without-result" not in codes(linted(page(CONCLUSION, text)))


def test_an_empty_logbook_is_told_once() -> None:
    assert codes(linted({f"{HOME}pages/claim-1/page.md": b""})).count("empty-logbook") == 1
    assert "unfilled-scaffold" not in codes(linted({f"{HOME}pages/claim-1/page.md": b""}))


def test_a_page_of_runs_alone_is_not_empty() -> None:
    assert "unfilled-scaffold" not in codes(
        linted(page(CLAIM_PAGE, "# Claim 1: perplexity" + run(f"3.2\n{declared()}")))
    )
    assert "unfilled-scaffold" not in codes(linted(page(CLAIM_PAGE, claim_page())))
