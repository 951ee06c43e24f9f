"""Which verdicts a person should look at, and what a confirmed falsification opens again."""

import inspect
import re
from dataclasses import replace

from openrepro.judging import compound, ruling
from openrepro.judging.label import Label
from openrepro.judging.looks import BLIND, OF_REVIEWS, Standing, Why, read_by_person, reopened, wanted
from openrepro.judging.ruling import SECOND_LOOK, Reason, Ruling
from tests.record.samples import VERDICT

FALSIFIED = Ruling(Label.FALSIFIED, (Reason("row-14", "It contradicts."),), review=SECOND_LOOK, provisional=True)
VERIFIED = Ruling(Label.VERIFIED, (Reason("row-13", "It supports."),))


def standing(seq: int, team: str, label: Label, reader: str = "rules") -> Standing:
    return Standing(f"v{seq}", seq, "p.c1", f"e{team}", team, "r", label, reader)


def test_every_review_of_the_rule_table_is_a_reason_of_the_closed_list() -> None:
    reviews = re.findall(r'review="([^"]+)"', inspect.getsource(ruling))
    assert len(reviews) >= 5
    assert set(reviews) <= set(OF_REVIEWS)
    assert set(OF_REVIEWS.values()) == set(Why) - {Why.REOPENED, Why.ASKED}


def test_a_ruling_that_asks_for_a_person_is_wanted_for_its_reasons() -> None:
    assert wanted(VERIFIED) == ()
    assert wanted(FALSIFIED) == (Why.SECOND_LOOK,)
    both = replace(FALSIFIED, review=f"two readers disagree; {SECOND_LOOK}; two readers disagree")
    assert wanted(both) == (Why.DISAGREEMENT, Why.SECOND_LOOK)
    assert wanted(replace(VERIFIED, review="somebody wrote in")) == (Why.ASKED,)


def test_reviews_of_parts_stay_apart_in_a_compound_claim() -> None:
    made = compound.rule_compound((FALSIFIED, replace(VERIFIED, review="a written proof that nobody has checked")))
    assert wanted(made) == (Why.SECOND_LOOK, Why.PROOF)


def test_nothing_that_a_blind_reader_is_told_gives_the_label_away() -> None:
    for why in Why:
        assert not re.search("verif|falsif|toy|inconclusive", why.blind), why
    assert Why.REOPENED.blind == Why.SECOND_LOOK.blind == BLIND


def test_a_person_who_finds_what_was_found_before_confirms_it() -> None:
    before, found = replace(VERDICT, ruling=FALSIFIED), replace(VERDICT, ruling=FALSIFIED, time="2027-01-01T00:00:00Z")
    made = read_by_person(found, before)
    assert (made.provisional, made.ruling.review, made.supersedes) == (False, "", before.id)


def test_a_falsification_that_only_one_person_found_waits_for_another_person() -> None:
    made = read_by_person(replace(VERDICT, ruling=FALSIFIED), replace(VERDICT, ruling=VERIFIED))
    assert (made.provisional, wanted(made.ruling)) == (True, (Why.SECOND_LOOK,))


def test_what_a_person_has_looked_at_waits_for_no_person() -> None:
    doubted = replace(VERIFIED, label=Label.INCONCLUSIVE, review="evidence that was not computed")
    assert wanted(read_by_person(replace(VERDICT, ruling=doubted), VERDICT).ruling) == ()


def test_a_confirmed_falsification_opens_the_verified_verdicts_of_other_teams() -> None:
    held = [
        standing(1, "a", Label.VERIFIED),
        standing(2, "b", Label.FALSIFIED),
        standing(3, "b", Label.VERIFIED),
        standing(4, "c", Label.VERIFIED),
    ]
    assert [one.verdict for one in reopened(held)] == ["v1", "v4"]
    assert reopened(held[:1]) == ()
    assert reopened(reversed(held)) == tuple(reversed([held[0], held[3]]))


def test_what_a_person_verified_after_the_falsification_stays_closed() -> None:
    against = standing(5, "b", Label.FALSIFIED)
    assert not reopened([standing(9, "a", Label.VERIFIED, "person"), against])
    assert reopened([standing(1, "a", Label.VERIFIED, "person"), against])
    assert reopened([standing(9, "a", Label.VERIFIED, "model"), against])
