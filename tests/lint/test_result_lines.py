"""RESULT lines: what is missing and what would keep a claim open is told before publishing."""

import json
from dataclasses import replace

import pytest

from openrepro.claims.claim import Claim, ClaimSet, Comparator, Kind, QuantitySpec, ScaleAxis, Statement, Versus
from openrepro.ids import Json
from openrepro.lint.notice import Notice
from openrepro.lint.ready_line import needs, ready_line
from openrepro.severity import Severity
from tests.lint.books import (
    CLAIM,
    CLAIM_PAGE,
    CLAIMS,
    claim_page,
    codes,
    declared,
    good,
    linted,
    only,
    said,
    with_claim,
)


def with_line(line: str, claims: ClaimSet | None = CLAIMS) -> tuple[Notice, ...]:
    return linted(good(**{CLAIM_PAGE: claim_page(f"perplexity increase: 3.2 %\n{line}")}), claims=claims)


def test_a_right_line_leaves_nothing_to_say() -> None:
    assert codes(with_line(declared())) == []


def test_a_missing_line_is_printed_ready() -> None:
    notice = only(with_line(""), "no-result-line")
    assert notice.severity is Severity.WARNING
    assert "demo1.c1" in notice.text
    assert notice.ready == ready_line(CLAIM)
    assert "eval_tokens at least 24500" in notice.todo
    assert "Name only premises that hold." in notice.todo


def test_a_claim_whose_number_is_bound_by_name_needs_the_line_less() -> None:
    claims = with_claim(quantity=QuantitySpec(name="perplexity increase", unit="percent"))
    assert only(with_line("", claims), "no-result-line").severity is Severity.NOTE


def test_each_claim_without_a_line_is_named() -> None:
    second = replace(CLAIM, id="demo1.c2", text="The cache-sharing variant halves memory on long prompts.")
    page = "# Claim 2: memory" + said("The cache-sharing variant halves memory on long prompts, as we measured.")
    files = good(**{".trackio/logbook/pages/claim-2-memory/page.md": page})
    notices = linted(files, claims=ClaimSet("demo1", (CLAIM, second)))
    missing = [notice for notice in notices if notice.code == "no-result-line"]
    assert [notice.cause for notice in missing] == ["demo1.c2"]


def test_a_claim_that_is_passed_over_is_only_noted() -> None:
    other = Claim(
        "demo1.c7", Kind.VALUE, "Unrelated throughput reaches 900 words.", statement=Statement(Comparator.EQUAL, "900")
    )
    notices = linted(claims=ClaimSet("demo1", (CLAIM, other)))
    assert codes(notices) == ["claim-not-addressed"]
    assert "demo1.c7" in notices[0].text


def test_claims_that_numbers_do_not_decide_need_no_line() -> None:
    for kind in (Kind.QUALITATIVE, Kind.DEFINITION, Kind.POSITION):
        assert "no-result-line" not in codes(with_line("", with_claim(kind=kind)))


def test_without_claims_one_line_says_it_all() -> None:
    notice = only(with_line("", None), "no-result-line")
    assert '"claim": "demo1.c1"' in notice.ready
    assert "no-result-line" not in codes(with_line(declared(), None))


def test_an_unknown_claim_and_the_nearest() -> None:
    notice = only(with_line(declared(claim="demo1.c11")), "unknown-claim")
    assert notice.severity is Severity.SERIOUS
    assert "did you mean 'demo1.c1'?" in notice.text
    assert notice.at


def test_a_compound_claim_is_named_by_its_parts() -> None:
    parts = (replace(CLAIM, id="demo1.c1a"), replace(CLAIM, id="demo1.c1b"))
    notice = only(with_line(declared(), with_claim(conjuncts=parts)), "unknown-claim")
    assert "demo1.c1a, demo1.c1b" in notice.todo
    assert notice.severity is Severity.WARNING


def test_another_quantity() -> None:
    assert '"quantity": "perplexity increase"' in only(with_line(declared(quantity="accuracy")), "other-quantity").todo
    assert "other-quantity" not in codes(with_line(declared(quantity=None)))
    assert "other-quantity" not in codes(with_line(declared(quantity="Perplexity increases")))


@pytest.mark.parametrize(("unit", "told"), [("s", True), ("percentage points", True), ("percent", False), ("%", False)])
def test_another_unit(unit: str, told: bool) -> None:
    assert ("other-unit" in codes(with_line(declared(unit=unit)))) is told


def test_a_fraction_is_converted_by_the_judge() -> None:
    assert "other-unit" not in codes(with_line(declared(unit="fraction", value="0.032")))


def test_premises_that_are_not_declared() -> None:
    notice = only(with_line(declared(premises=[])), "premises-not-declared")
    assert "“evaluation on held-out text”" in notice.text


def test_premises_checked_by_a_counterexample_count() -> None:
    claims = with_claim(kind=Kind.UNIVERSAL, statement=Statement(Comparator.AT_MOST, "3.1"), scale=())
    example: Json = {"arithmetic": "exact", "premises_checked": ["evaluation on held-out text"]}
    line = declared(premises=None, counterexample=example)
    assert "premises-not-declared" not in codes(with_line(line, claims))
    assert "premises-not-declared" in codes(with_line(declared(premises=None), claims))


def test_a_scale_that_is_not_stated() -> None:
    notice = only(with_line(declared(scale=None)), "scale-unknown")
    assert "eval tokens" in notice.text


def test_too_few_seeds() -> None:
    statement = Statement(Comparator.EQUAL, "3.1", plus_minus="0.2", spread_kind="sd", n=5)
    claims = with_claim(seeds_needed=5, statement=statement)
    values = ["3.0", "3.4"]
    notice = only(with_line(declared(value="3.2", seeds=[0, 1], values=list(values)), claims), "undecided-comparison")
    assert "seed" in notice.text
    assert notice.ready.startswith("RESULT ")
    assert "undecided-comparison" not in codes(with_line(declared()))


def test_lines_that_are_off_form() -> None:
    assert "bad-result-line" in codes(with_line('RESULT {"claim": "demo1.c1", "value": "many"}'))
    assert "bad-result-line" in codes(with_line(ready_line(CLAIM)))
    assert "bad-result-line" not in codes(with_line(declared()))


def test_a_line_that_is_only_said() -> None:
    text = claim_page(extra=said(declared(), id="cell_typed"))
    notice = only(linted(good(**{CLAIM_PAGE: text})), "bad-result-line")
    assert "only said" in notice.text


def test_the_ready_line_holds_what_the_spec_says() -> None:
    claim = replace(
        CLAIM, kind=Kind.ORDERING, seeds_needed=6, statement=Statement(Comparator.LESS, "0", versus=Versus("full"))
    )
    line = json.loads(ready_line(claim).removeprefix("RESULT "))
    assert line["quantity"] == "perplexity increase"
    assert line["unit"] == "percent"
    assert line["premises"] == ["evaluation on held-out text"]
    assert set(line["scale"]) == {"eval_tokens"}
    assert {"seeds", "values", "versus"} <= set(line)
    assert needs(claim) == "eval_tokens at least 24500, at least 6 seeds"


def test_the_ready_line_asks_for_no_more_than_the_claim_needs() -> None:
    bare = Claim("demo1.c1", Kind.EXACT, "It is 7.", statement=Statement(Comparator.EQUAL, "7"))
    assert ready_line(bare) == 'RESULT {"claim": "demo1.c1", "value": "…"}'
    assert needs(bare) == ""
    trend = replace(bare, kind=Kind.TREND, scale=(ScaleAxis("n", "10", None),))
    assert json.loads(ready_line(trend).removeprefix("RESULT "))["points"] == [["…", "…"]]
    assert "counterexample" in ready_line(replace(bare, kind=Kind.UNIVERSAL))


def test_the_ready_line_filled_in_is_taken() -> None:
    line = (
        ready_line(CLAIM)
        .replace('"value": "…"', '"value": "3.2"')
        .replace('"eval_tokens": "…"', '"eval_tokens": 245000')
    )
    assert codes(with_line(line)) == []
