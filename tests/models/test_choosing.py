"""Which endpoint is asked in which role, and every way in which that is not clear."""

from decimal import Decimal
from typing import Any

import pytest

from openrepro.challenge.sections import ModelEndpoint, ModelRules
from openrepro.errors import OpenReproError
from openrepro.judging.readers.model.question import Role
from openrepro.models.choosing import all_endpoints, budget_of, endpoint_named, endpoints_of
from openrepro.models.endpoint import Price, Sum

HERE = {"OPENREPRO_MODEL_URL": "http://127.0.0.1:8000/v1/", "OPENREPRO_MODEL": "org/small", "OPENREPRO_MODEL_KEY": "k1"}
SMALL = ModelEndpoint("small", "org/small-7b", "https://models.example/v1", "SMALL_KEY", "0.15", "0.60", 32768, 64, 90)
LARGE = ModelEndpoint("large", "org/large-70b")
BOTH = ModelRules(reader="small", prosecutor="large", endpoints=(SMALL, LARGE))


def refusal(rules: ModelRules, **environment: str) -> str:
    with pytest.raises(OpenReproError) as caught:
        endpoints_of(rules, environment)
    return f"{caught.value.text} {caught.value.hint}"


def test_the_environment_alone_names_a_model_for_both_roles() -> None:
    chosen = endpoints_of(ModelRules(), HERE)
    reader = chosen[Role.READER]
    assert (reader.name, reader.url, reader.model, reader.key) == (
        "org/small",
        "http://127.0.0.1:8000/v1",
        "org/small",
        "k1",
    )
    assert chosen[Role.PROSECUTOR] == reader


def test_a_prosecutor_without_a_table_is_another_model_at_the_same_address() -> None:
    chosen = endpoints_of(ModelRules(reader="ours", prosecutor="org/other"), HERE)
    assert (chosen[Role.READER].name, chosen[Role.READER].model) == ("ours", "org/small")
    assert chosen[Role.PROSECUTOR].model == "org/other"
    assert chosen[Role.PROSECUTOR].url == chosen[Role.READER].url


def test_tables_of_the_rule_file_say_where_what_it_costs_and_how_much_it_takes() -> None:
    small = endpoints_of(BOTH, {**HERE, "SMALL_KEY": "k2"})[Role.READER]
    assert (small.url, small.model, small.key) == ("https://models.example/v1", "org/small-7b", "k2")
    assert small.price == Price(Decimal("0.15"), Decimal("0.60"))
    assert (small.context, small.in_flight, small.timeout_s) == (32768, 64, 90)


def test_a_table_without_an_address_is_asked_at_that_of_the_environment() -> None:
    large = endpoints_of(BOTH, {**HERE, "SMALL_KEY": "k2"})[Role.PROSECUTOR]
    assert (large.url, large.model, large.key) == ("http://127.0.0.1:8000/v1", "org/large-70b", "k1")


def test_the_key_of_one_address_never_goes_to_another() -> None:
    open_one = ModelEndpoint("open", "m", "https://elsewhere.example/v1")
    chosen = endpoints_of(ModelRules(reader="open", endpoints=(open_one,)), HERE)
    assert chosen[Role.READER].key == ""


def test_keys_are_never_shown() -> None:
    chosen = endpoints_of(BOTH, {**HERE, "SMALL_KEY": "k2"})
    assert "k1" not in repr(chosen)
    assert "k2" not in repr(chosen)


@pytest.mark.parametrize(
    ("rules", "environment", "says"),
    [
        (ModelRules(), {}, "No model is named"),
        (ModelRules(), {"OPENREPRO_MODEL": "m"}, "OPENREPRO_MODEL_URL is not set"),
        (ModelRules(reader="m"), {}, "OPENREPRO_MODEL_URL is not set"),
        (BOTH, HERE, "SMALL_KEY, which is not set"),
        (BOTH, {"SMALL_KEY": "k"}, "has no url in the rule file, and OPENREPRO_MODEL_URL is not set"),
        (ModelRules(reader="m"), {"OPENREPRO_MODEL_URL": "host/v1"}, "no address that can be asked"),
        (ModelRules(reader="m"), {"OPENREPRO_MODEL_URL": "http://u:secret@host/v1"}, "without user"),
        (ModelRules(reader="m"), {"OPENREPRO_MODEL_URL": "http://host:99999999/v1"}, "no address"),
        (ModelRules(reader="m"), {"OPENREPRO_MODEL_URL": "http://host/v1?key=secret"}, "without user, query"),
        (ModelRules(), {**HERE, "OPENREPRO_MODEL_KEY": "secret\nX-Header: 1"}, "holds characters that no key has"),
    ],
)
def test_what_is_missing_or_wrong_is_named_and_no_secret_is_told(
    rules: ModelRules, environment: dict[str, Any], says: str
) -> None:
    told = refusal(rules, **environment)
    assert says in told
    assert "secret" not in told


def test_all_models_of_a_rule_file_are_found_once() -> None:
    assert [one.name for one in all_endpoints(BOTH, {**HERE, "SMALL_KEY": "k"})] == ["small", "large"]
    assert [one.name for one in all_endpoints(ModelRules(), HERE)] == ["org/small"]


def test_one_model_is_found_by_its_name_without_the_keys_of_others() -> None:
    assert endpoint_named(BOTH, "large", HERE).model == "org/large-70b"
    with pytest.raises(OpenReproError, match="it has small, large"):
        endpoint_named(BOTH, "other", HERE)


def test_the_budget_is_that_of_the_rules() -> None:
    assert budget_of(ModelRules(budget_usd="12.5", budget_usd_per_day="3")) == Sum(Decimal("12.5"), Decimal(3))
