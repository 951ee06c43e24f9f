"""Claims taken from an entry's own pages when no claims file is given."""

import pytest

from openrepro.claims.claim import Kind
from openrepro.claims.guessing import guess_kind
from openrepro.evidence import guess
from openrepro.evidence.guess import guess_claims, guessed_claims
from tests.judging.books import book, claim_page, said


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("For all n the iterates converge.", Kind.UNIVERSAL),
        ("Theorem 2: the regret is O(log T).", Kind.UNIVERSAL),
        ("There exists a sequence with four mistakes.", Kind.EXISTENCE),
        ("Inference is 2.4 times faster.", Kind.RESOURCE),
        ("The dataset contains 1,200 lines.", Kind.DATASET),
        ("Our method outperforms the baseline.", Kind.ORDERING),
        ("Accuracy is 91.2 on the test set.", Kind.VALUE),
        ("The gain is due to the gating.", Kind.MECHANISM),
        ("The error grows with depth.", Kind.TREND),
        ("There is no significant difference.", Kind.NULL),
        ("A cache is defined as a store.", Kind.DEFINITION),
        ("This position paper asks for other benchmarks.", Kind.POSITION),
        ("The samples look sharp.", Kind.QUALITATIVE),
    ],
)
def test_the_kind_that_words_suggest(text: str, kind: Kind) -> None:
    assert guess_kind(text) is kind


def test_each_claim_page_gives_a_claim_with_its_number_and_no_spec() -> None:
    pages = {
        "claim-3": claim_page(said("Claim: The error grows with depth, in every model."), title="Claim 3: depth"),
        "claim-1": claim_page(said("Nothing more."), title="Claim 1: the cache may be halved"),
        "notes": "# Notes\n",
    }
    found = guessed_claims(book(pages))
    assert [(claim.number, claim.text) for claim in found.claims] == [
        (1, "the cache may be halved"),
        (3, "The error grows with depth, in every model."),
    ]
    assert not any(claim.specified or claim.statement for claim in found.claims)


def test_two_pages_of_one_claim_give_one() -> None:
    pages = {"claim-1": claim_page(title="Claim 1: first"), "claim-1-again": claim_page(title="Claim 1: once more")}
    assert len(guessed_claims(book(pages)).claims) == 1


def test_claims_beyond_the_most_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {f"claim-{number}": claim_page(title=f"Claim {number}: it holds") for number in (4, 2, 1, 3)}
    assert guess_claims(book(pages)).left_out == 0
    monkeypatch.setattr(guess, "MOST_CLAIMS", 3)
    found = guess_claims(book(pages | {"claim-2-again": claim_page(title="Claim 2: once more")}))
    assert (len(found.claims.claims), found.left_out) == (3, 1)


def test_an_entry_without_claims_gives_none() -> None:
    assert guessed_claims(book({"notes": "# Notes\n\nNothing.\n"})).claims == ()


def test_the_same_pages_give_the_same_version() -> None:
    pages = {"claim-1": claim_page(title="Claim 1: first")}
    assert guessed_claims(book(pages)).version == guessed_claims(book(pages, name="other")).version
