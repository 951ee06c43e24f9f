"""Which passages are about which claim: by its words first, by the entry's own numbering second."""

from dataclasses import replace

from openrepro.claims.claim import Claim, Kind
from openrepro.evidence.about import About, about
from openrepro.evidence.passages import passages_of
from tests.judging.books import book, claim_page, claim_set, said

CACHE = Claim("demo1.c1", Kind.VALUE, "The cache-sharing variant loses 3.1 % perplexity at half the cache.")
SPEED = Claim("demo1.c2", Kind.RESOURCE, "Training on eight devices is four times faster than on one device.")
BOUND = Claim("demo1.c3", Kind.UNIVERSAL, "The regret never exceeds the logarithm of the horizon for convex losses.")


def found(pages: dict[str, str], *claims: Claim) -> dict[str, About]:
    chosen = claims or (CACHE, SPEED, BOUND)
    return dict(about(claim_set(*chosen), passages_of(book(pages))))


def texts(own: About) -> list[str]:
    return [item.text.strip() for item in own.passages]


def test_a_claim_page_is_about_the_claim_of_its_number() -> None:
    own = found({"claim-2": claim_page(said("It took an hour."), title="Claim 2")})
    assert "It took an hour." in texts(own["demo1.c2"])
    assert own["demo1.c1"].passages == ()
    assert own["demo1.c2"].numbers == {2}


def test_words_go_before_numbers() -> None:
    """The entry numbers the paper's second claim as its first."""
    page = claim_page(said(f"{SPEED.text}\n\nIt took an hour."), title="Claim 1: " + SPEED.text)
    own = found({"claim-1": page})
    assert "It took an hour." in texts(own["demo1.c2"])
    assert own["demo1.c2"].restated
    assert own["demo1.c2"].numbers == {1}
    assert own["demo1.c1"].passages == ()


def test_a_restated_claim_is_found_on_a_page_without_numbers() -> None:
    own = found({"notes": f"# Notes\n\nThe paper says: {BOUND.text}\n\nSomething else entirely.\n"})
    assert len(texts(own["demo1.c3"])) == 1
    assert own["demo1.c3"].restated
    assert own["demo1.c1"].passages == ()


def test_a_passage_as_near_to_two_claims_is_about_neither() -> None:
    twin = replace(CACHE, id="demo1.c4")
    other = replace(CACHE, id="demo1.c5", text=CACHE.text.replace("half", "third"))
    own = found({"notes": f"# Notes\n\n{CACHE.text}\n"}, CACHE, twin)
    assert not own["demo1.c1"].restated
    assert not own["demo1.c4"].restated
    nearly = found({"notes": f"# Notes\n\n{CACHE.text}\n"}, CACHE, other)
    assert not nearly["demo1.c5"].restated


def test_a_few_common_words_restate_nothing() -> None:
    own = found({"notes": "# Notes\n\nThe cache is fast.\n\nThe device loses time.\n"})
    assert not any(one.passages for one in own.values())


def test_an_entry_that_deals_with_claims_is_counted() -> None:
    own = found(
        {"claim-1": claim_page(said("Run."), title="Claim 1"), "claim-2": claim_page(said("Run."), title="Claim 2")}
    )
    assert own["demo1.c3"].numbered == 2


def test_how_near_an_entry_comes_to_a_claim_it_does_not_name() -> None:
    far = found({"notes": "# Notes\n\nNothing of that.\n"})
    near = found(
        {"notes": "# Notes\n\nThe regret for convex losses.\n\nThe horizon, its logarithm, never exceeds it.\n"}
    )
    assert far["demo1.c3"].nearness < 0.5 <= near["demo1.c3"].nearness


def test_an_empty_entry_and_an_empty_set_are_about_nothing() -> None:
    assert found({})["demo1.c1"].passages == ()
    assert dict(about(claim_set(), passages_of(book({"notes": "# Notes\n"})))) == {}
