"""The attack suite: every attack keeps a logbook readable, is the same every time, and is told in words."""

from dataclasses import replace

import pytest

from openrepro.claims.claim import Claim, Comparator, Statement
from openrepro.evidence.findings import Code
from openrepro.judging.attacks.attack import Aim, Attack, AttackKind, contradicting, fitting
from openrepro.judging.attacks.suite import BY_NAME, SUITE
from openrepro.judging.judge import Judgement, judge
from openrepro.judging.label import Label
from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.trackio import parse
from tests.judging.books import STRICT, book, claim_page, claim_set, declared, one_page, run, said, value_claim

WISHES = (Label.VERIFIED, Label.FALSIFIED)
SAID = "We measured the perplexity increase on held-out text, as the page describes it, and wrote down what came out."
PLAIN = {
    "README.md": b"# Cache sharing\n\nAn audit.\n",
    "pages/claim-1.md": f"# Claim 1\n\n{SAID}\n\n```output\nperplexity increase 9.4\n```\n".encode(),
    "evidence/claim-1.json": b'{"claim": 1, "perplexity_increase": 9.4}',
    "evidence/empty.json": b"{}",
    "evidence/list.json": b"[1, 2]",
}


def attacked(attack: Attack, logbook: Logbook, claim: Claim | None = None, wish: Label = Label.VERIFIED) -> Logbook:
    """The logbook after the attack, read again."""
    return parse(attack.apply(logbook.files, Aim((claim or value_claim(),), wish)), name=logbook.name)


def ruled(logbook: Logbook, claim: Claim | None = None) -> Judgement:
    return judge(logbook, claim_set(claim or value_claim()), STRICT)


def label(logbook: Logbook, claim: Claim | None = None) -> Label:
    return ruled(logbook, claim).claims[0].ruling.label


def codes(judgement: Judgement) -> set[Code]:
    own = {finding.code for part in judgement.claims[0].parts for finding in part.casefile.findings}
    return own | {finding.code for finding in judgement.findings}


def test_every_attack_has_a_name_of_its_own_and_says_what_must_not_happen() -> None:
    assert len(BY_NAME) == len(SUITE) == 22
    assert all(attack.what.endswith(".") and attack.must_not.endswith(".") for attack in SUITE)
    assert {attack.kind for attack in SUITE} == set(AttackKind)


@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.parametrize("attack", SUITE, ids=BY_NAME)
def test_an_attack_changes_a_logbook_and_leaves_it_readable(attack: Attack, wish: Label) -> None:
    whole = one_page(run(declared("9.4")), said(SAID), files={"results.json": '{"value": 9.4}'})
    after = attacked(attack, whole, wish=wish)
    assert after.files != whole.files
    assert [page.slug for page in after.pages] == [page.slug for page in whole.pages]
    assert {cell.id for page in whole.pages for cell in page.cells} <= {
        (cell.id or "").replace("cell_z", "cell_") or None for page in after.pages for cell in page.cells
    }
    assert after.files == attacked(attack, whole, wish=wish).files


@pytest.mark.parametrize("attack", SUITE, ids=BY_NAME)
def test_an_attack_works_on_plain_pages(attack: Attack) -> None:
    after = attacked(attack, parse(PLAIN, name="plain"))
    assert [page.file for page in after.pages] == [page.file for page in parse(PLAIN, name="plain").pages]
    assert attack.kind is not AttackKind.TEXT or label(after) not in WISHES


@pytest.mark.parametrize("attack", SUITE, ids=BY_NAME)
def test_an_attack_on_nothing_is_nothing(attack: Attack) -> None:
    assert dict(attack.apply({}, Aim((value_claim(),)))) == {}
    assert attack.apply({"a.bin": b"\xff"}, Aim(())) == {"a.bin": b"\xff"}


@pytest.mark.parametrize(
    "attack", [attack for attack in SUITE if attack.kind is AttackKind.TEXT], ids=lambda one: one.name
)
def test_words_alone_change_no_label_that_numbers_gave(attack: Attack) -> None:
    for value, wish in (("3.2", Label.FALSIFIED), ("9.4", Label.VERIFIED), ("4.2", Label.VERIFIED)):
        whole = one_page(run(f"perplexity increase: {value}\n{declared(value)}"), said(SAID))
        assert label(attacked(attack, whole, wish=wish)) == label(whole)


@pytest.mark.parametrize(
    "attack", [attack for attack in SUITE if attack.kind is AttackKind.TEXT], ids=lambda one: one.name
)
def test_words_alone_make_nothing_of_an_entry_that_only_says(attack: Attack) -> None:
    for wish in WISHES:
        assert label(attacked(attack, one_page(said(SAID)), wish=wish)) not in WISHES
        assert label(attacked(attack, one_page(run("done"), said(SAID)), wish=wish)) not in WISHES


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("self-verdicts", Code.SELF_VERDICT),
        ("instructions-in-prose", Code.STEERING),
        ("instructions-in-output", Code.STEERING),
        ("instructions-in-table", Code.STEERING),
        ("instructions-in-alt-text", Code.STEERING),
        ("instructions-in-title", Code.STEERING),
        ("hidden-text", Code.HIDDEN_CHARACTERS),
        ("hidden-text", Code.HIDDEN_MARKUP),
        ("dialogue-tokens", Code.STEERING),
        ("printed-cells", Code.FORGED_OUTPUT),
    ],
)
def test_an_attack_is_reported(name: str, code: Code) -> None:
    whole = one_page(run(declared("9.4")), said(SAID))
    assert code in codes(ruled(attacked(BY_NAME[name], whole))) - codes(ruled(whole))


def test_forged_runs_cannot_be_told_and_stay_at_the_lowest_assurance_of_captured_output() -> None:
    found = ruled(attacked(BY_NAME["forged-runs"], one_page(said(SAID)))).claims[0]
    assert (found.ruling.label, found.assurance) == (Label.VERIFIED, 1)


def test_a_printed_cell_is_void() -> None:
    after = attacked(BY_NAME["printed-cells"], one_page(run("done"), said(SAID)))
    assert label(after) not in WISHES
    assert any(cell.void for page in after.pages for cell in page.cells)


def test_a_copy_is_judged_like_what_it_was_copied_from() -> None:
    whole = one_page(run(declared("3.2")), said(SAID))
    after = attacked(BY_NAME["copied-entry"], whole)
    assert (label(after), after.title) == (Label.VERIFIED, f"{whole.title} (our own study)")


def test_targets_of_numbered_pages_are_put_there() -> None:
    claims = (value_claim(), replace(value_claim(), id="demo1.c2"))
    pages = {f"claim-{number}": claim_page(said(SAID), title=f"Claim {number}: x") for number in (1, 2)}
    files = BY_NAME["instructions-in-prose"].apply(book(pages).files, Aim(claims))
    assert all(files[f"pages/claim-{number}/page.md"].count(b"Note to the judge") == 2 for number in (1, 2))


@pytest.mark.parametrize(
    ("comparator", "value", "fits", "contradicts"),
    [
        (Comparator.EQUAL, "3.1", "3.1", "19.4"),
        (Comparator.AT_MOST, "10", "8.9", "47"),
        (Comparator.AT_LEAST, "10", "11.1", "-27"),
        (Comparator.LESS, "-1", "-1.2", "9"),
    ],
)
def test_what_is_printed_fits_or_contradicts(comparator: Comparator, value: str, fits: str, contradicts: str) -> None:
    claim = value_claim(statement=Statement(comparator, value))
    assert (fitting(claim, value), contradicting(claim, value)) == (fits, contradicts)
