"""Gold files: read strictly; the judge measured against the real one reaches its goals."""

import json

import pytest

from openrepro.claims.claim import Claim, Kind
from openrepro.cli.claims_file import read_claims
from openrepro.cli.examine import Examination, by_rules, specs_by_item
from openrepro.errors import OpenReproError
from openrepro.judging.examination import Gold, Item, always_inconclusive, figures, own, quote_validity
from openrepro.judging.gold import claims_of, parse_gold
from tests.conftest import SHARED
from tests.judging.books import STRICT

ROW = {"item": "a-1#c1", "logbook": "a-1", "claim": "It is 3.1.", "kind": "value", "label": "toy"}


def gold(*rows: dict[str, object]) -> bytes:
    return "\n".join(json.dumps(row) for row in rows).encode()


def test_the_label_of_the_contract_goes_before_the_printed_one() -> None:
    row = ROW | {"contract_label": "needs_person"}
    assert parse_gold(gold(row))[0].label is Gold.NEEDS_PERSON
    assert parse_gold(gold(row), contract=False)[0].label is Gold.TOY
    assert parse_gold(gold(ROW | {"contract_label": None}))[0].label is Gold.TOY


def test_blank_lines_are_passed_over() -> None:
    assert len(parse_gold(b"\n" + gold(ROW) + b"\n\n" + gold(ROW) + b"\n")) == 2
    assert parse_gold(b"") == ()


@pytest.mark.parametrize(
    "line", [b"{", b"[]", b"3", b"null", b"{}", gold(ROW | {"label": "true"}), gold(ROW | {"label": None}), b"\xff"]
)
def test_a_bad_line_is_named(line: bytes) -> None:
    with pytest.raises(OpenReproError, match="Line 2 of the gold file") as fault:
        parse_gold(gold(ROW) + b"\n" + line)
    assert "needs_person" in fault.value.hint


def test_claims_take_their_spec_or_a_guess() -> None:
    rows = parse_gold(gold(ROW, ROW | {"item": "a-1#c2", "claim": "For all n it converges."}))
    spec = Claim("a-1#c1", Kind.EXACT, "It is 3.1.")
    first, second = claims_of(rows, {"a-1#c1": spec}).claims
    assert first is spec
    assert (second.id, second.kind, second.specified) == ("a-1#c2", Kind.UNIVERSAL, False)


@pytest.fixture(scope="module")
def items() -> tuple[Item, ...]:
    if not SHARED.is_dir():
        pytest.skip("the real data beside the checkout (../shared/data) is absent")
    specs = specs_by_item(read_claims(SHARED / "golden" / "specs.json"))
    rows = parse_gold((SHARED / "golden" / "dev.jsonl").read_bytes())
    return tuple(Examination(rows, SHARED / "logbooks", specs, STRICT).items(by_rules, 0))


def test_nothing_real_is_verified_or_falsified_wrongly(items: tuple[Item, ...]) -> None:
    assert figures(items, own).false_verified.part == 0
    assert not [item.id for item in items if item.label == "falsified" and item.gold is not Gold.FALSIFIED]


def test_of_items_with_a_spec_half_are_decided_and_nine_in_ten_rightly(items: tuple[Item, ...]) -> None:
    specified = [item for item in items if item.specified]
    found = figures(specified, own)
    assert found.decided.value is not None
    assert found.right.value is not None
    assert found.decided.value >= 0.5
    assert found.right.value >= 0.9


def test_that_is_well_above_always_inconclusive_on_the_same_items(items: tuple[Item, ...]) -> None:
    decided = [item for item in items if item.specified and item.label != "not judged"]
    ours, control = figures(decided, own).right.value, figures(decided, always_inconclusive).right.value
    assert ours is not None
    assert control is not None
    assert ours >= control + 0.15


def test_of_all_items_two_in_five_are_decided(items: tuple[Item, ...]) -> None:
    found = figures(items, own).decided.value
    assert found is not None
    assert found >= 0.4


def test_every_quote_stands_byte_for_byte(items: tuple[Item, ...]) -> None:
    found = quote_validity(items)
    assert found.whole > 100
    assert found.part == found.whole
