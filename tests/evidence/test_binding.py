"""A result is bound to a claim by id, or by a name that holds the whole quantity."""

from dataclasses import replace

import pytest

from openrepro.claims.claim import QuantitySpec
from openrepro.evidence.binding import bound, disagreeing
from openrepro.evidence.model import Result, RunState, Source, UnitKind
from openrepro.grades import Grade
from openrepro.logbooks.logbook import Address
from tests.judging.books import value_claim
from tests.judging.cases import a_run

AT = Address("pages/claim-1/page.md", 10, 20, "cell_run")
DECLARED = Result("3.2", AT, Grade.E2, Source.DECLARED, "perplexity increase", "percent", UnitKind.PERCENT, "demo1.c1")
NAMED = replace(DECLARED, source=Source.TABLE, name="shared cache, perplexity increase (%)", claim=None)


def test_an_id_binds() -> None:
    assert bound(value_claim(), (DECLARED,)) == (DECLARED,)
    assert bound(value_claim(id="demo1.c2"), (DECLARED,)) == ()


def test_an_id_does_not_bind_another_quantity() -> None:
    assert bound(value_claim(), (replace(DECLARED, name="accuracy"),)) == ()


def test_a_claim_without_a_quantity_is_bound_by_id_alone() -> None:
    assert bound(value_claim(quantity=None), (replace(DECLARED, name="accuracy"),))
    assert bound(value_claim(quantity=None), (NAMED,)) == ()


def test_what_is_only_said_binds_nothing() -> None:
    assert bound(value_claim(), (replace(DECLARED, grade=Grade.E0),)) == ()
    assert bound(value_claim(), (replace(NAMED, grade=Grade.E0),)) == ()
    assert bound(value_claim(), (replace(NAMED, source=Source.PROSE),)) == ()


def test_a_name_binds_when_it_holds_quantity_and_object() -> None:
    assert bound(value_claim(), (NAMED,)) == (NAMED,)
    for name in ("perplexity increase", "full cache perplexity increase", "shared cache perplexity"):
        assert bound(value_claim(), (replace(NAMED, name=name),)) == ()


def test_a_name_and_a_path_are_read_together() -> None:
    by_path = replace(NAMED, name="increase", path="runs.shared_cache.perplexity_increase", source=Source.FILE)
    assert bound(value_claim(), (by_path,)) == (by_path,)


@pytest.mark.parametrize(
    ("unit", "kind", "binds"),
    [
        ("percent", UnitKind.PERCENT, True),
        ("percent", UnitKind.PLAIN, True),
        ("percent", UnitKind.TIME, False),
        ("percent", UnitKind.POINT, False),
        ("seconds", UnitKind.PERCENT, False),
    ],
)
def test_a_number_of_another_kind_is_not_bound_by_name(unit: str, kind: UnitKind, binds: bool) -> None:
    claim = value_claim(quantity=QuantitySpec("perplexity increase", of="shared cache", unit=unit))
    assert bool(bound(claim, (replace(NAMED, kind=kind),))) is binds


def test_names_that_disagree_bind_nothing_and_ids_that_do_are_told() -> None:
    assert bound(value_claim(), (NAMED, replace(NAMED, value="9"))) == ()
    assert bound(value_claim(), (NAMED, NAMED)) == (NAMED, NAMED)
    two = (DECLARED, replace(DECLARED, value="9"))
    assert disagreeing(value_claim(), two) == two
    assert disagreeing(value_claim(), (DECLARED, DECLARED)) == ()
    assert disagreeing(value_claim(), (DECLARED, replace(DECLARED, value="9", grade=Grade.E1))) == ()


def test_better_evidence_goes_alone() -> None:
    filed = replace(DECLARED, grade=Grade.E1)
    assert bound(value_claim(), (filed, DECLARED)) == (DECLARED,)
    assert bound(value_claim(), (filed,)) == (filed,)
    full = replace(filed, scale={"eval_tokens": "245000"})
    assert bound(value_claim(), (full, DECLARED)) == (DECLARED,)
    table = replace(NAMED, grade=Grade.E1, source=Source.FILE)
    assert bound(value_claim(), (table, NAMED)) == (NAMED, table)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("0.1762", "0.17620", False),
        ("0.176197", "0.1762", False),
        ("1.762e-1", "0.1762", False),
        ("0.1762", "0.1763", True),
        ("0.176197", "0.1763", True),
    ],
)
def test_values_agree_after_rounding_to_the_coarser(one: str, other: str, apart: bool) -> None:
    two = (replace(DECLARED, value=one), replace(DECLARED, value=other))
    assert bool(disagreeing(value_claim(), two)) is apart
    assert bool(disagreeing(value_claim(), two[::-1])) is apart


def test_values_agree_in_the_unit_of_the_claim() -> None:
    fraction = replace(DECLARED, value="0.032", unit="fraction")
    assert disagreeing(value_claim(), (DECLARED, fraction)) == ()
    assert disagreeing(value_claim(), (DECLARED, replace(fraction, value="0.33")))


def test_many_different_values_disagree_in_time() -> None:
    many = tuple(replace(DECLARED, value=f"3.{index:06}") for index in range(5_000))
    assert len(disagreeing(value_claim(), many)) == 5_000


def test_a_pilot_beside_the_full_scale_is_left_out() -> None:
    pilot = replace(DECLARED, value="9", scale={"eval_tokens": "500"})
    full = replace(DECLARED, scale={"eval_tokens": "24,500"})
    silent = replace(DECLARED, value="7")
    assert bound(value_claim(), (pilot, silent, full)) == (full,)
    assert disagreeing(value_claim(), (pilot, silent, full)) == ()
    assert bound(value_claim(), (pilot, silent)) == (pilot, silent)
    assert disagreeing(value_claim(), (full, replace(full, value="9")))


@pytest.mark.parametrize("state", [RunState.FAILED, RunState.INTERRUPTED, RunState.DIVERGED])
def test_what_a_failed_run_declares_is_left_out_where_a_sound_one_does(state: RunState) -> None:
    bad, good = Address("a.md", 0, 50, "cell_bad"), Address("a.md", 60, 99, "cell_good")
    runs = (a_run(state, bad), a_run(at=good))
    first, second = replace(DECLARED, value="999", run=bad), replace(DECLARED, run=good)
    assert bound(value_claim(), (first, second), runs) == (second,)
    assert disagreeing(value_claim(), (first, second), runs) == ()
    assert bound(value_claim(), (first,), runs) == (first,)
    assert disagreeing(value_claim(), (second, replace(second, value="999")), runs)
    assert disagreeing(value_claim(), (first, second), (a_run(at=bad), a_run(at=good)))
