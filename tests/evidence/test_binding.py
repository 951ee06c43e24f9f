"""A result is bound to a claim by id, or by a name that holds the whole quantity."""

from dataclasses import replace

import pytest

from openrepro.claims.claim import QuantitySpec
from openrepro.evidence.binding import bound, disagreeing
from openrepro.evidence.model import Result, Source, UnitKind
from openrepro.grades import Grade
from openrepro.logbooks.logbook import Address
from tests.judging.books import value_claim

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


def test_the_best_evidence_comes_first() -> None:
    filed = replace(DECLARED, grade=Grade.E1)
    assert bound(value_claim(), (filed, DECLARED)) == (DECLARED, filed)
