"""Claims files: every shape, both formats, faults instead of exceptions, versions that ignore formatting."""

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openrepro.claims.claim import Claim, Comparator, Kind, Locator, ReducedCheck, ScaleAxis, Tolerance, Versus
from openrepro.claims.fields import FaultCode
from openrepro.claims.spec import claim_json, parse_claims, set_json
from openrepro.errors import OpenReproError
from openrepro.severity import Severity
from tests.claims.specs import CLEAN, QUOTE, changed, claim_set, parsed


def only(document: object) -> Claim:
    found = parsed(document)
    assert found.faults == ()
    ((claim,),) = [one.claims for one in found.sets]
    return claim


def codes(document: object) -> list[str]:
    return [fault.code for fault in parsed(document).faults]


def test_a_claim_is_read_whole() -> None:
    claim = only(claim_set(CLEAN))
    assert (claim.id, claim.kind, claim.quote) == ("demo1.c2", Kind.VALUE, QUOTE)
    assert claim.locator == Locator("v2", "ab" * 32, 6, (10, 71), "Table 3")
    assert claim.quantity is not None
    assert (claim.quantity.unit, claim.quantity.better) == ("relative percent", "lower")
    assert claim.statement is not None
    assert (claim.statement.comparator, claim.statement.value) == (Comparator.EQUAL, "3.1")
    assert claim.statement.versus == Versus("full cache")
    assert claim.tolerance == Tolerance("0.5", None)
    assert claim.scale[0] == ScaleAxis("eval_tokens", "245000", "24500")
    assert (claim.seeds_needed, claim.reduced_check, claim.specified) == (3, ReducedCheck.SIGN, True)


@pytest.mark.parametrize(
    "document",
    [
        claim_set(CLEAN),
        [claim_set(CLEAN)],
        {"sets": [claim_set(CLEAN)]},
        {"claims": [CLEAN]},
        [CLEAN],
        {"paper": "demo1", "claims": [CLEAN]},
    ],
)
def test_every_shape_of_file_gives_the_same_set(document: object) -> None:
    found = parsed(document)
    assert found.faults == ()
    assert [(one.paper, [claim.id for claim in one.claims]) for one in found.sets] == [("demo1", ["demo1.c2"])]
    assert found.sets[0].version == parsed(claim_set(CLEAN)).sets[0].version


def test_bare_claims_are_grouped_by_the_paper_in_their_ids() -> None:
    claims = [changed(id=name) for name in ("trackio/X-1#c1", "b.c1", "trackio/X-1#c2a", "b.c10")]
    assert [(one.paper, len(one.claims)) for one in parsed(claims).sets] == [("trackio/X-1", 2), ("b", 2)]


def test_a_claim_whose_paper_nothing_names_is_kept_and_reported() -> None:
    found = parsed([changed(id="first")])
    assert [fault.code for fault in found.faults] == [FaultCode.NO_PAPER]
    assert len(found.sets[0].claims) == 1


def test_toml() -> None:
    text = b"""
    [[sets]]
    paper = "demo1"
    [[sets.claims]]
    id = "demo1.c1"
    kind = "dataset"
    text = "There are 52 trajectories."
    quantity = { name = "trajectories", unit = "count" }
    statement = { comparator = "=", value = 52 }
    tolerance = { absolute = 0.50 }
    seeds_needed = 1
    """
    found = parse_claims(text, suffix=".toml")
    assert found.faults == ()
    claim = found.sets[0].claims[0]
    assert claim.statement is not None
    assert (claim.statement.value, claim.tolerance.absolute, claim.seeds_needed) == ("52", "0.50", 1)


def test_json_numbers_keep_the_digits_they_were_written_with() -> None:
    data = json.dumps(claim_set(changed(statement__value="VALUE"))).replace('"VALUE"', "9.40").encode()
    claim = parse_claims(data, suffix=".json").sets[0].claims[0]
    assert claim.statement is not None
    assert claim.statement.value == "9.40"


def test_a_byte_order_mark_is_no_obstacle() -> None:
    data = b"\xef\xbb\xbf" + json.dumps([CLEAN]).encode()
    assert len(parse_claims(data, suffix=".json").sets) == 1


@pytest.mark.parametrize(
    ("data", "suffix"),
    [
        (b"", ".json"),
        (b"# A readme", ".json"),
        (b"\xff\xfe", ".json"),
        (b"3", ".json"),
        (b'{"papers": []}', ".json"),
        (b'"text"', ".json"),
        (b"[" * 100_000, ".json"),
        (b'{"a":' * 100_000, ".json"),
        (b"a = ", ".toml"),
        (b"a = " + b"[" * 100_000, ".toml"),
        (b"a = " + b"1" * 5000, ".toml"),
        (b"a = 3", ".toml"),
    ],
)
def test_a_file_that_is_unreadable_as_a_whole_is_one_sentence(data: bytes, suffix: str) -> None:
    with pytest.raises(OpenReproError) as error:
        parse_claims(data, suffix=suffix)
    assert error.value.text.endswith(".")


@pytest.mark.parametrize(
    "bad", [None, 3, "claim", [], {}, {"id": "demo1.c1"}, changed(kind="guess"), changed(text=None, quote=None)]
)
def test_one_bad_claim_is_left_out_and_the_rest_stays(bad: Any) -> None:
    found = parsed(claim_set(bad, CLEAN))
    assert [claim.id for claim in found.sets[0].claims] == ["demo1.c2"]
    assert any(fault.severity is Severity.SERIOUS for fault in found.faults)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"statement__value": "3.1 %"}, FaultCode.NOT_A_NUMBER),
        ({"statement__value": "1,200"}, FaultCode.NOT_A_NUMBER),
        ({"statement__value": True}, FaultCode.NOT_A_NUMBER),
        ({"statement__comparator": "=="}, FaultCode.NOT_A_CHOICE),
        ({"statement__comparator": None}, FaultCode.NO_COMPARATOR),
        ({"statement": "= 3.1"}, FaultCode.NOT_AN_OBJECT),
        ({"seeds_needed": -1}, FaultCode.NOT_A_WHOLE_NUMBER),
        ({"seeds_needed": 2.5}, FaultCode.NOT_A_WHOLE_NUMBER),
        ({"locator__span": [1, "x"]}, FaultCode.NOT_A_WHOLE_NUMBER),
        ({"premises": "held-out"}, FaultCode.NOT_A_LIST),
        ({"premises": [None]}, FaultCode.NOT_A_TEXT),
        ({"falsified_by": {"a": 1}}, FaultCode.NOT_A_TEXT),
        ({"falsified_by": "x" * 100_001}, FaultCode.TOO_LONG),
        ({"quantity__better": "more"}, FaultCode.NOT_A_CHOICE),
        ({"reduced_check": "maybe"}, FaultCode.NOT_A_CHOICE),
        ({"schema": "openrepro.claim/9"}, FaultCode.OTHER_SCHEMA),
        ({"extra": 1}, FaultCode.UNKNOWN_KEY),
        ({"quantity__colour": "red"}, FaultCode.UNKNOWN_KEY),
        ({"scale": [{"axis": "n", "min": "3"}]}, FaultCode.UNKNOWN_KEY),
    ],
)
def test_a_wrong_value_is_a_fault_and_the_claim_stays(change: dict[str, Any], code: FaultCode) -> None:
    found = parsed(claim_set(changed(**change)))
    assert code in [fault.code for fault in found.faults]
    assert {fault.claim for fault in found.faults} == {"demo1.c2"}
    assert len(found.sets[0].claims) == 1


@pytest.mark.parametrize("key", [key for key in CLEAN if key not in ("id", "kind", "text")])
def test_null_and_absent_are_the_same(key: str) -> None:
    absent = {name: value for name, value in CLEAN.items() if name != key}
    one, other = parsed(claim_set(changed(**{key: None}))), parsed(claim_set(absent))
    assert (one.sets, one.faults) == (other.sets, ())
    assert one.sets[0].version == other.sets[0].version


def test_the_version_ignores_formatting_key_order_and_reasons_but_no_digit() -> None:
    version = parsed(claim_set(CLEAN)).sets[0].version
    shuffled = dict(reversed(list(changed(tolerance_reason="a referee's judgement").items())))
    assert parse_claims(json.dumps(claim_set(shuffled), indent=3).encode(), suffix=".json").sets[0].version == version
    assert parsed(claim_set(changed(statement__value="3.10"))).sets[0].version != version
    assert parsed(claim_set(changed(conjuncts=[changed(id="demo1.c2a")]))).sets[0].version != version


def test_a_published_set_reads_back_as_itself() -> None:
    document = claim_set(
        CLEAN, changed(id="demo1.c3", conjuncts=[changed(id="demo1.c3a")]), title="Caches", aliases=["a1"]
    )
    first = parsed(document)
    again = parsed([set_json(first.sets[0])])
    assert again == first
    assert again.sets[0].version == first.sets[0].version


def test_a_version_that_is_not_the_hash_of_the_claims_is_reported() -> None:
    assert codes(claim_set(CLEAN, version="0" * 64)) == [FaultCode.OTHER_VERSION]
    assert codes(claim_set(CLEAN, version=parsed(claim_set(CLEAN)).sets[0].version)) == []


def test_canonical_json_leaves_out_what_says_nothing() -> None:
    bare = only([{"id": "a.c1", "kind": "value", "text": "x", "quantity": {"name": ""}, "tolerance": {}}])
    assert claim_json(bare) == {
        "schema": "openrepro.claim/1",
        "id": "a.c1",
        "kind": "value",
        "text": "x",
        "reduced_check": "none",
    }


def test_conjuncts_nest_only_so_deep() -> None:
    nested = changed(id="demo1.c2aaaaa")
    for _ in range(6):
        nested = changed(conjuncts=[nested])
    assert FaultCode.TOO_DEEP in codes(claim_set(nested))


def test_surrogates_and_control_characters_survive_hashing() -> None:
    found = parsed(claim_set(changed(text="\ud800 odd \x00")))
    assert len(found.sets[0].version) == 64


def test_large_hostile_files_are_read_in_time() -> None:
    begun = time.process_time()
    parsed([{"id": "x" * 50_000}] * 20)
    parsed({"claims": [changed(**{f"k{i}": i for i in range(20_000)})]})
    parsed({"claims": [{"id": ".c1" * 30_000, "kind": "value", "text": "x"}]})
    assert time.process_time() - begun < 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*CLEAN, "claims", "sets"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.sampled_from(list(CLEAN)), JSON)
def test_any_value_of_any_member_is_a_claim_or_a_fault(key: str, value: object) -> None:
    found = parsed(claim_set(changed(**{key: value}), CLEAN))
    assert found.sets[0].claims[-1].id == "demo1.c2"
    assert len(found.sets[0].claims) == 2 or found.faults


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.binary(max_size=40), st.sampled_from([".json", ".toml"]))
def test_any_bytes_are_read_or_refused(data: bytes, suffix: str) -> None:
    with suppress(OpenReproError):
        assert isinstance(parse_claims(data, suffix=suffix).sets, tuple)


def test_the_real_specs_are_read_without_a_fault(shared_data: Path) -> None:
    found = parse_claims((shared_data / "golden" / "specs.json").read_bytes(), suffix=".json")
    assert found.faults == ()
    assert sum(len(one.claims) for one in found.sets) == 141
    assert all(one.paper and "#" not in one.paper for one in found.sets)


@pytest.mark.parametrize(("document", "told"), [({"p1": [{"text": "It is 3."}]}, "event import"), ({"p1": 5}, "TOML")])
def test_lists_of_texts_by_paper_lead_to_what_reads_them(document: object, told: str) -> None:
    with pytest.raises(OpenReproError) as raised:
        parsed(document)
    assert told in raised.value.hint
