"""A probe finds out what an endpoint can do, believes nothing that it does not see, and says what to do."""

import json
from typing import Any

import pytest

from openrepro.models.client import Client
from openrepro.models.endpoint import Structure
from openrepro.models.faults import Fault
from openrepro.models.probe import MOST_CALLS, Probe, Probed, fits
from tests.models.loopback import Behaviour, Loopback, Told, in_turn, loopback
from tests.models.questions import completion

GOOD = json.dumps({"colour": "blue", "sure": True})
WORDS = "The sky is blue."


def probed(server: Loopback, **given: Any) -> Probed:
    client = Client(server.endpoint(**given))
    try:
        return Probe(client.endpoint, client, pause=lambda seconds: None).run()
    finally:
        client.close()


def structured(*kinds: str, ignored: bool = False) -> Behaviour:
    """An endpoint that knows these kinds of response_format, and refuses or ignores all others."""

    def behave(body: dict[str, Any]) -> Told:
        kind = body.get("response_format", {}).get("type", "none")
        if kind in kinds:
            return Told(body=completion(text=GOOD))
        if ignored or kind == "none":
            return Told(body=completion(text=WORDS))
        return Told(status=400, body={"error": {"message": f"response_format {kind} is not known"}})

    return behave


@pytest.mark.parametrize("ignored", [False, True])
@pytest.mark.parametrize(
    ("kinds", "structure"),
    [
        (("json_schema", "json_object"), Structure.SCHEMA),
        (("json_object", "none"), Structure.OBJECT),
        (("none",), Structure.PROMPT),
    ],
)
def test_it_finds_the_strictest_way_that_works_in_practice(
    kinds: tuple[str, ...], structure: Structure, ignored: bool
) -> None:
    with loopback(structured(*kinds, ignored=ignored)) as server:
        found = probed(server)
    assert found.ability is not None
    assert found.ability.structure is structure
    assert (found.ability.seed, found.ability.usage, found.ability.model) == (True, True, "small-7b")
    assert found.ability.context == 4096
    assert found.todo == ""
    assert found.calls <= 4


def test_one_that_never_fills_in_the_form_is_told() -> None:
    with loopback(lambda _: Told(body=completion(text=WORDS))) as server:
        found = probed(server)
    assert found.ability is not None
    assert found.ability.structure is Structure.PROMPT
    assert "does not fill in a form" in found.text
    assert found.todo


def test_parameters_that_are_not_known_are_found_out() -> None:
    def picky(body: dict[str, Any]) -> Told:
        for key in ("seed", "temperature", "max_tokens"):
            if key in body:
                return Told(status=400, body={"error": {"message": f"Unsupported parameter: {key}"}})
        return Told(body=completion(text=GOOD, usage=None))

    with loopback(picky) as server:
        found = probed(server)
    assert found.ability is not None
    assert found.ability.structure is Structure.SCHEMA
    assert (found.ability.seed, found.ability.temperature, found.ability.new_limit) == (False, False, True)
    assert not found.ability.usage


def test_a_model_that_thinks_long_is_given_more_room() -> None:
    with loopback(in_turn(Told(body=completion(finish="length")), Told(body=completion(text=GOOD)))) as server:
        found = probed(server)
        assert [body["max_tokens"] for body in server.bodies] == [1000, 4000]
    assert found.ability is not None
    assert found.ability.structure is Structure.SCHEMA


def test_a_busy_endpoint_is_asked_again_a_few_times() -> None:
    busy = Told(status=429, headers={"Retry-After": "1"})
    with loopback(in_turn(busy, busy, Told(body=completion(text=GOOD)))) as server:
        assert probed(server).ability is not None
    with loopback(lambda _: busy) as server:
        found = probed(server)
    assert (found.ability, found.todo) == (None, "Try again later.")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (Told(status=401), "refused our key"),
        (Told(status=404, body={"error": {"message": "The model `x` does not exist"}}), "does not know"),
        (Told(status=500), "failed (status 500)"),
        (Told(body=b"<html>hello</html>"), "is no model"),
        (Told(status=302, headers={"Location": "https://elsewhere.example/"}), "elsewhere.example"),
        (Told(body=b" " * 2_100_000), "larger than"),
    ],
)
def test_each_fault_has_its_sentence_and_what_to_do(told: Told, words: str) -> None:
    with loopback(lambda _: told) as server:
        found = probed(server)
        assert len(server.bodies) == 1
    assert found.ability is None
    assert words in found.text
    assert found.todo


def test_an_endpoint_without_a_list_of_models_is_asked_all_the_same() -> None:
    for models in (b"<html>", {"data": "none"}, [], {"data": [3, {"id": 4}]}):
        with loopback(structured("json_schema")) as server:
            server.models = models
            assert probed(server).ability is not None


def test_a_model_that_is_not_listed_is_told_with_those_that_are() -> None:
    with loopback(lambda _: Told(status=404)) as server:
        server.models = {"data": [{"id": "a"}, {"id": "\x1b[2Jb"}, *({"id": f"m{number}"} for number in range(20))]}
        text = probed(server).text
    assert "does not list 'small-7b'; it lists a, " in text
    assert "and 14 more" in text
    assert "\x1b" not in text


def test_an_endpoint_that_complains_for_ever_is_left() -> None:
    with loopback(lambda _: Told(status=400, body={"error": {"message": "max_tokens"}})) as server:
        found = probed(server)
        assert len(server.bodies) <= MOST_CALLS
    assert found.ability is None
    assert found.todo


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", WORDS, '{"colour": "green", "sure": true}', '{"colour": "blue", "sure": 1}', "[" * 100_000]
)
def test_only_the_form_is_the_form(text: str) -> None:
    assert fits(GOOD)
    assert not fits(text)
    assert not fits(GOOD[:-1] + ', "more": 1}')


def test_every_fault_says_what_to_do() -> None:
    from openrepro.models.probe import TODO

    assert TODO.keys() == set(Fault)
