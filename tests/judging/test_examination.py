"""The figures of an examination, on items small enough to count by hand, and against statsmodels."""

import random
from dataclasses import replace

import pytest
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint

from openrepro.judging.examination import (
    Gold,
    Item,
    Share,
    always_inconclusive,
    at_random,
    by,
    confusion,
    controls,
    cost_per_claim,
    figures,
    flips,
    kappa,
    own,
    quote_validity,
    right,
    trust_the_author,
)
from openrepro.judging.label import Label


def item(gold: Gold, label: Label, name: str = "", **more: object) -> Item:
    start = Item(
        id=name or f"{gold}-{label}",
        logbook="entry",
        kind="value",
        specified=True,
        gold=gold,
        label=label,
        review=False,
        author=Label.VERIFIED,
    )
    return replace(start, **more)  # type: ignore[arg-type]


ITEMS = (
    item(Gold.VERIFIED, Label.VERIFIED),
    item(Gold.VERIFIED, Label.NOT_JUDGED),
    item(Gold.FALSIFIED, Label.FALSIFIED),
    item(Gold.FALSIFIED, Label.INCONCLUSIVE),
    item(Gold.TOY, Label.VERIFIED),
    item(Gold.TOY, Label.TOY),
    item(Gold.INCONCLUSIVE, Label.INCONCLUSIVE),
    item(Gold.INCONCLUSIVE, Label.NOT_JUDGED),
)


def test_the_figures_by_hand() -> None:
    found = figures(ITEMS, own)
    assert found.decided == Share(6, 8)
    assert found.right == Share(4, 6)
    assert found.false_verified == Share(1, 6)
    assert found.wrong_verified == Share(1, 2)
    assert found.falsified_recall == Share(1, 2)
    # decided: 4 of 6 agree; chance: verified 1/6·2/6 + falsified 2/6·1/6 + toy 2/6·1/6 + inconclusive 1/6·2/6 = 8/36
    assert found.kappa == pytest.approx((4 / 6 - 8 / 36) / (1 - 8 / 36))


def test_kappa_is_that_of_statsmodels() -> None:
    source = random.Random(7)
    for _ in range(20):
        pairs = [(source.choice("abc"), source.choice("abbc")) for _ in range(40)]
        table = [[sum(pair == (one, two) for pair in pairs) for two in "abc"] for one in "abc"]
        assert kappa(pairs) == pytest.approx(cohens_kappa(table).kappa)


def test_kappa_is_undefined_without_pairs_or_variety() -> None:
    assert kappa([]) is None
    assert kappa([("a", "a"), ("a", "a")]) is None
    assert kappa([("a", "b"), ("b", "a")]) == pytest.approx(-1)


@pytest.mark.parametrize(("part", "whole"), [(0, 5), (5, 5), (1, 3), (149, 158), (0, 221)])
def test_intervals_are_wilsons(part: int, whole: int) -> None:
    interval = Share(part, whole).interval
    assert interval == pytest.approx(proportion_confint(part, whole, method="wilson"), abs=1e-6)


def test_an_empty_share_has_no_value_and_no_interval() -> None:
    assert Share(0, 0).value is None
    assert Share(0, 0).interval is None
    assert Share(0, 0).as_json() == {"part": 0, "whole": 0, "value": None, "interval_95": None}


def test_the_controls_judge_everything() -> None:
    for name, judge_of in controls(ITEMS).items():
        if name != "this judge":
            assert figures(ITEMS, judge_of).decided == Share(8, 8)
    inconclusive = figures(ITEMS, always_inconclusive)
    assert inconclusive.right == Share(2, 8)
    assert inconclusive.false_verified == Share(0, 6)
    assert inconclusive.kappa == pytest.approx(0)
    author = figures(ITEMS, trust_the_author)
    assert author.right == Share(2, 8)
    assert author.wrong_verified == Share(6, 8)


def test_the_random_control_is_the_same_at_every_run_and_draws_evenly() -> None:
    many = [item(Gold.TOY, Label.TOY, name=str(index)) for index in range(2000)]
    first, second = at_random(many), at_random(many)
    drawn = [first(one) for one in many]
    assert drawn == [second(one) for one in many]
    assert all(400 < drawn.count(label) < 600 for label in (Label.VERIFIED, Label.FALSIFIED, Label.TOY))


def test_a_proof_that_needs_a_person_is_met_by_not_judged_or_toy_with_review() -> None:
    for label, review, met in (
        (Label.NOT_JUDGED, False, True),
        (Label.TOY, True, True),
        (Label.TOY, False, False),
        (Label.VERIFIED, True, False),
        (Label.INCONCLUSIVE, True, False),
    ):
        one = item(Gold.NEEDS_PERSON, label, review=review)
        assert right(one, one.label) is met
    toy_with_review = item(Gold.NEEDS_PERSON, Label.TOY, review=True)
    assert right(toy_with_review, Label.INCONCLUSIVE) is False


def test_not_testable_is_a_label_of_its_own() -> None:
    assert right(item(Gold.NOT_TESTABLE, Label.NOT_TESTABLE), Label.NOT_TESTABLE)
    assert not right(item(Gold.NOT_TESTABLE, Label.INCONCLUSIVE), Label.INCONCLUSIVE)


def test_confusion_counts_each_item_once() -> None:
    counts = confusion(ITEMS)
    assert counts[("toy", "verified")] == 1
    assert counts[("verified", "not judged")] == 1
    assert sum(counts.values()) == len(ITEMS)


def test_flips_count_items_that_changed_in_any_repeat() -> None:
    items = (
        item(Gold.TOY, Label.TOY, again=(Label.TOY, Label.TOY)),
        item(Gold.TOY, Label.TOY, again=(Label.TOY, Label.VERIFIED)),
        item(Gold.TOY, Label.TOY),
    )
    assert flips(items) == Share(1, 2)


def test_quotes_are_counted_over_all_items() -> None:
    items = (item(Gold.TOY, Label.TOY, quotes=3, valid_quotes=2), item(Gold.TOY, Label.TOY, quotes=1, valid_quotes=1))
    assert quote_validity(items) == Share(3, 4)


def test_groups_come_in_the_order_of_their_names() -> None:
    groups = by(
        (item(Gold.TOY, Label.TOY, kind="value"), item(Gold.TOY, Label.TOY, kind="bound")), lambda one: one.kind
    )
    assert list(groups) == ["bound", "value"]


def test_the_cost_per_claim_is_the_mean_over_items() -> None:
    paid = item(Gold.TOY, Label.TOY, "paid", cost_usd="0.03")
    assert str(cost_per_claim((paid, item(Gold.TOY, Label.TOY, "free")))) == "0.0150"
    assert cost_per_claim(()) == 0
