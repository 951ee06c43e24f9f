"""Every check of a spec, firing and not firing."""

from pathlib import Path
from typing import Any

import pytest

from openrepro.claims.check import check
from openrepro.claims.check_codes import CheckCode as C
from openrepro.claims.claim import ClaimSet
from openrepro.claims.fields import Fault
from openrepro.claims.spec import parse_claims
from openrepro.severity import Severity
from tests.claims.specs import CLEAN, changed, claim_set, parsed


def faults(*claims: dict[str, Any]) -> tuple[Fault, ...]:
    return check(parsed(claim_set(*claims)).sets)


def codes(**changes: Any) -> list[str]:
    return [fault.code for fault in faults(changed(**changes))]


ARMS = {"of": "full cache", "value": None}
ORDERING = {"kind": "ordering", "tolerance": None, "seeds_needed": 6, "scale": []}


def said(comparator: str, value: str | None = None, **rest: Any) -> dict[str, Any]:
    return {"comparator": comparator, "value": value, "versus": ARMS, **rest}


def in_unit(unit: str, name: str = "size") -> dict[str, Any]:
    return {"name": name, "unit": unit}


def test_a_complete_claim_has_no_fault() -> None:
    assert faults(CLEAN) == ()


@pytest.mark.parametrize(
    ("code", "fires", "silent"),
    [
        (C.UNTESTABLE_WITH_SPEC, {"kind": "definition"}, {"kind": "definition", "scale": [], "statement": None}),
        (
            C.UNTESTABLE_WITH_SPEC,
            {"kind": "position", "scale": []},
            {"kind": "position", "scale": [], "statement": {"comparator": "~"}},
        ),
        (C.NO_QUANTITY, {"quantity": None}, {"quantity": None, "kind": "qualitative"}),
        (C.NO_QUANTITY, {"quantity__name": " "}, {}),
        (C.NO_UNIT, {"quantity__unit": ""}, {"quantity__unit": "count"}),
        (C.PERCENT_AMBIGUOUS, {"quantity__unit": "percent"}, {"quantity__unit": "percentage points"}),
        (C.PERCENT_AMBIGUOUS, {"kind": "margin", "quantity": in_unit("%")}, {"quantity": in_unit("%", "accuracy")}),
        (C.NO_STATEMENT, {"statement": None}, {"statement": None, "kind": "qualitative"}),
        (C.NO_VALUE, {"statement__value": None}, {"kind": "ordering", "statement": said("<")}),
        (C.NO_VALUE, {"kind": "universal", "statement": said("<=")}, {"kind": "universal"}),
        (C.BOUND_TWO_SIDED, {"kind": "bound"}, {"kind": "bound", "statement__comparator": "<="}),
        (
            C.NULL_ONE_SIDED,
            {"kind": "null", "statement": said("<", "0")},
            {"kind": "null", "statement": said("=", "0")},
        ),
        (C.VALUE_ONE_SIDED, {"statement__comparator": ">"}, {"statement__comparator": "~"}),
        (C.RANGE_INCOMPLETE, {"statement__comparator": "between"}, {"statement": said("between", "3.1", upper="4")}),
        (
            C.RANGE_REVERSED,
            {"statement": said("between", "5", upper="4")},
            {"statement": said("between", "3", upper="4")},
        ),
        (C.RANGE_UNREAD, {"statement__upper": "4"}, {"statement": said("between", "3.1", upper="4")}),
        (C.SPREAD_NOT_POSITIVE, {"statement__plus_minus": "-0.1"}, {"statement__plus_minus": "0.1"}),
        (
            C.SPREAD_KIND_MISSING,
            {"statement__plus_minus": "0.1"},
            {"statement": said("=", "3.1", plus_minus="0.1", spread_kind="sd")},
        ),
        (
            C.SPREAD_MISSING,
            {"statement__spread_kind": "sd"},
            {"statement": said("=", "3.1", plus_minus="0.1", spread_kind="sd")},
        ),
        (C.NO_TOLERANCE, {"tolerance": None}, {"tolerance": None, "statement__plus_minus": "0.2"}),
        (C.NO_TOLERANCE, {"kind": "null", "tolerance": None}, {"kind": "bound", "tolerance": None}),
        (
            C.NO_TOLERANCE,
            {"kind": "trend", "tolerance": None},
            {"kind": "trend", "tolerance": None, "statement__comparator": "<="},
        ),
        (C.TOLERANCE_NEGATIVE, {"tolerance__absolute": "-0.5"}, {"tolerance__absolute": "0.1"}),
        (C.TOLERANCE_LARGE, {"tolerance": {"relative": "5"}}, {"tolerance": {"relative": "0.05"}}),
        (C.TOLERANCE_ZERO, {"tolerance__absolute": "0"}, {"kind": "exact", "tolerance__absolute": "0"}),
        (
            C.TOLERANCE_OF_ZERO,
            {"statement__value": "0", "tolerance": {"relative": "0.1"}},
            {"tolerance": {"relative": "0.1"}},
        ),
        (
            C.TOLERANCE_OF_ZERO,
            {"kind": "null", "statement": {"comparator": "=", "value": "0"}, "tolerance": {"relative": "0.1"}},
            {"kind": "null", "statement": said("=", "0"), "tolerance": {"relative": "0.1"}},
        ),
        (C.TWO_TOLERANCES, {"tolerance__relative": "0.1"}, {"tolerance": {"relative": "0.1"}}),
        (C.UNIVERSAL_TOLERANCE, {"kind": "universal"}, {"kind": "universal", "tolerance": None}),
        (C.ORDERING_TOLERANCE, {"kind": "ordering"}, ORDERING),
        (C.NO_VERSUS, {"kind": "margin", "statement__versus": None}, {"kind": "margin"}),
        (
            C.NO_VERSUS,
            {**ORDERING, "statement": {"comparator": "<"}},
            {**ORDERING, "statement": {"comparator": "<", "value": "0"}},
        ),
        (
            C.NO_DIRECTION,
            {**ORDERING, "quantity__better": None},
            {**ORDERING, "statement__comparator": "<", "quantity__better": None},
        ),
        (
            C.NO_DIRECTION,
            {**ORDERING, "kind": "mechanism", "quantity__better": None},
            {**ORDERING, "kind": "mechanism"},
        ),
        (
            C.NO_BASELINE,
            {"kind": "resource", "quantity": in_unit("seconds")},
            {"kind": "resource", "quantity": in_unit("GB")},
        ),
        (
            C.NO_BASELINE,
            {"kind": "resource", "quantity": in_unit("ratio"), "statement__versus": None},
            {"kind": "resource", "quantity": in_unit("ratio")},
        ),
        (
            C.NO_BASELINE,
            {"kind": "resource", "quantity": in_unit("GB"), "statement": {"comparator": "<"}},
            {
                "kind": "resource",
                "quantity": in_unit("h"),
                "statement": said("=", "3.1", versus={"of": "a", "value": "9"}),
            },
        ),
        (C.SEEDS_UNSTATED, {"seeds_needed": None}, {"seeds_needed": None, "kind": "universal", "tolerance": None}),
        (C.SEEDS_ZERO, {"seeds_needed": 0}, {"seeds_needed": 1}),
        (C.SEEDS_TOO_FEW, {**ORDERING, "seeds_needed": 5}, {**ORDERING, "seeds_needed": 5, "statement": said("<")}),
        (C.SEEDS_TOO_FEW, {**ORDERING, "seeds_needed": 4, "statement": said("<")}, ORDERING),
        (
            C.SEEDS_TOO_FEW,
            {**ORDERING, "seeds_needed": 1, "scale": [{"axis": "datasets", "paper": "3", "minimum": "3"}]},
            {**ORDERING, "seeds_needed": 1, "scale": [{"axis": "datasets", "paper": "8", "minimum": "8"}]},
        ),
        (C.SEEDS_TOO_FEW, {**ORDERING, "seeds_needed": 1}, {**ORDERING, "seeds_needed": 1, "quantity__unit": "count"}),
        (C.SEEDS_CONTRADICT, {"seeds_needed": 5}, {"seeds_needed": 3}),
        (C.AXIS_TWICE, {"scale": [CLEAN["scale"][0]] * 2}, {}),
        (C.NO_MINIMUM, {"scale": [{"axis": "n", "paper": "3"}]}, {"scale": [{"axis": "n", "minimum": "3"}]}),
        (
            C.MINIMUM_NOT_POSITIVE,
            {"scale": [{"axis": "n", "minimum": "0"}]},
            {"scale": [{"axis": "n", "minimum": "0.1"}]},
        ),
        (
            C.MINIMUM_ABOVE_PAPER,
            {"scale": [{"axis": "n", "paper": "3", "minimum": "4"}]},
            {"scale": [{"axis": "n", "paper": "3", "minimum": "3.0"}]},
        ),
        (C.NO_QUOTE, {"quote": None}, {}),
        (C.NO_LOCATOR, {"locator": None}, {"locator": None, "quote": None}),
        (C.LOCATOR_HASH, {"locator__sha256": "abc"}, {"locator__label": ""}),
        (C.LOCATOR_SPAN, {"locator__span": [71, 10]}, {"locator__span": None}),
        (C.NUMBER_NOT_QUOTED, {"statement__value": "4.7"}, {"statement__value": "0.031"}),
        (C.NUMBER_NOT_QUOTED, {"statement__value": "14"}, {"statement__value": "11907", "text": "It has 11,907 rows."}),
        (C.NUMBER_NOT_QUOTED, {"statement__value": "12"}, {"statement__value": "12", "quote": "There are twelve."}),
        (C.NUMBER_NOT_QUOTED, {"statement__value": "4.7"}, {"statement__value": "4.7", "kind": "trend"}),
        (C.LOOKS_COMPOUND, {"text": "It costs 3.1 % whereas the rest costs 2 %."}, {"text": "It costs 3.1 % or more."}),
        (
            C.LOOKS_COMPOUND,
            {"text": "A costs 3.1 %; B costs 2 %."},
            {"text": "A costs 3.1 %; B costs 2 %.", "conjuncts": [changed(id="demo1.c2a"), changed(id="demo1.c2b")]},
        ),
        (C.NO_FALSIFIER, {"falsified_by": ""}, {"falsified_by": "", "kind": "definition"}),
        (C.NO_PREMISES, {"kind": "universal", "premises": []}, {"premises": []}),
        (C.ID_FORM, {"id": "demo1#c2"}, {"id": "demo1.c2b"}),
        (C.ID_OTHER_PAPER, {"id": "demo2.c2"}, {"id": "demo1.c7"}),
        (
            C.ONE_CONJUNCT,
            {"conjuncts": [changed(id="demo1.c2a")]},
            {"conjuncts": [changed(id="demo1.c2a"), changed(id="demo1.c2b")]},
        ),
        (
            C.ID_NOT_A_PART,
            {"conjuncts": [changed(id="demo1.c3a"), changed(id="demo1.c2b")]},
            {"conjuncts": [changed(id="demo1.c2a"), changed(id="demo1.c2b")]},
        ),
    ],
)
def test_a_check_fires_and_does_not(code: C, fires: dict[str, Any], silent: dict[str, Any]) -> None:
    assert code in codes(**fires)
    assert code not in codes(**silent)


def test_every_code_is_tested() -> None:
    (mark,) = test_a_check_fires_and_does_not.pytestmark  # type: ignore[attr-defined]
    here = {row[0] for row in mark.args[1]}
    assert set(C) - here == {C.ID_TWICE, C.PAPER_TWICE, C.NO_CLAIMS}


def test_an_id_names_one_claim_even_across_sets_and_conjuncts() -> None:
    two = changed(id="demo1.c1", conjuncts=[changed(id="demo1.c2"), changed(id="demo1.c1b")])
    assert [fault.claim for fault in faults(CLEAN, two) if fault.code == C.ID_TWICE] == ["demo1.c2"]
    assert C.ID_TWICE not in [fault.code for fault in faults(CLEAN, changed(id="demo1.c3"))]


def test_a_paper_has_one_set() -> None:
    sets = parsed([claim_set(CLEAN), claim_set(changed(id="demo1.c9"))]).sets
    assert C.PAPER_TWICE in [fault.code for fault in check(sets)]
    assert C.PAPER_TWICE not in [fault.code for fault in check(sets[:1])]


def test_a_set_holds_claims() -> None:
    assert [fault.code for fault in check([ClaimSet("demo1", ())])] == [C.NO_CLAIMS]


def test_a_compound_claims_own_spec_is_not_read() -> None:
    parts = [changed(id="demo1.c2a"), changed(id="demo1.c2b")]
    assert faults(changed(statement=None, quantity=None, tolerance=None, conjuncts=parts)) == ()


def test_conjuncts_are_checked_too() -> None:
    parts = [changed(id="demo1.c2a", statement=None), changed(id="demo1.c2b")]
    assert [(fault.claim, fault.code) for fault in faults(changed(conjuncts=parts))] == [("demo1.c2a", C.NO_STATEMENT)]


def test_sentences_end_and_name_what_to_do() -> None:
    for fault in faults(changed(quantity=None, statement=None, quote=None, falsified_by="")):
        assert fault.text.endswith(".")


def test_the_real_specs_have_nothing_serious(shared_data: Path) -> None:
    sets = parse_claims((shared_data / "golden" / "specs.json").read_bytes(), suffix=".json").sets
    assert [fault for fault in check(sets) if fault.severity is Severity.SERIOUS] == []
