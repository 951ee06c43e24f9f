"""Asking: nothing is paid for twice, what passes is tried again, and every way to no answer has its name."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from openrepro.judging.readers.model.question import Question, Role, Silence
from openrepro.models.abilities import AbilityFolder
from openrepro.models.asking import Asker
from openrepro.models.endpoint import Ability, Asked, Endpoint, Price, Structure, Sum
from openrepro.models.faults import Fault, Trouble
from openrepro.models.folder_responses import FolderResponses
from openrepro.models.health import Manners
from openrepro.models.means import Caller
from openrepro.models.request import Request
from tests.models.loopback import Loopback, Told, in_turn, loopback
from tests.models.questions import FITS, completion, fits, question

QUICK = Manners(tries=4, first_wait_s=0.01, longest_wait_s=0.05, longest_s=5, give_up_s=60, settles_s=0.02, linger_s=3)
PRICED = Price(Decimal(1), Decimal(10))


def asker(endpoint: Endpoint, folder: Path, budget: Sum = Sum(), **given: Any) -> Asker:  # noqa: B008
    both = {Role.READER: endpoint, Role.PROSECUTOR: endpoint}
    return Asker(both, FolderResponses(folder, budget), accepts=fits, manners=given.pop("manners", QUICK), **given)


def asked(server: Loopback, folder: Path, *questions: Question, **given: Any) -> Any:
    """The replies in the order of the questions."""
    endpoint = server.endpoint(**given.pop("endpoint", {}))
    with asker(endpoint, folder, **given) as made:
        replies = made.ask(questions or [question()])
        return [replies[one.key] for one in questions or [question()]]


def test_an_answer_comes_back_with_what_it_took(tmp_path: Path) -> None:
    with loopback() as server:
        [reply] = asked(server, tmp_path, endpoint={"price": PRICED})
    assert (reply.text, reply.silence) == (FITS, None)
    assert (reply.model, reply.tokens_in, reply.tokens_out) == ("small-7b", 100, 10)
    assert reply.cost_usd == "0.0002"
    assert reply.decoding == "json_schema, temperature 0"
    assert len(reply.raw) == 64
    assert FolderResponses(tmp_path).spent() == Decimal("0.0002")


def test_what_was_answered_once_is_never_paid_for_again(tmp_path: Path) -> None:
    with loopback() as server:
        first = asked(server, tmp_path, question("a"), question("b"))
        again = asked(server, tmp_path, question("b"), question("a"), question("b"))
        assert again == [first[1], first[0], first[1]]
        assert len(server.bodies) == 2
        server.behaviour = lambda body: Told(status=500)
        assert asked(server, tmp_path, question("a")) == first[:1]


def test_a_recorded_answer_is_found_without_any_call(tmp_path: Path) -> None:
    with loopback() as server:
        first = asked(server, tmp_path)

    def nobody(endpoint: Endpoint) -> Caller:
        raise AssertionError("nothing is to be called")

    endpoint = server.endpoint()
    with asker(endpoint, tmp_path, recorded_only=True, connect=nobody) as replay:
        replies = replay.ask([question(), question("new")])
    assert replies[question().key] == first[0]
    assert replies[question("new").key].silence is Silence.NOT_RECORDED


def test_a_replay_finds_what_was_asked_in_a_lower_way(tmp_path: Path) -> None:
    def only_prompt(body: dict[str, Any]) -> Told:
        if "response_format" in body:
            return Told(status=400, body={"error": {"message": "response_format is not supported"}})
        return Told()

    with loopback(only_prompt) as server:
        first = asked(server, tmp_path)
    assert first[0].decoding == "prompt, temperature 0"
    with asker(server.endpoint(), tmp_path, recorded_only=True) as replay:
        assert replay.ask([question()])[question().key] == first[0]


def test_the_ladder_goes_down_and_is_remembered(tmp_path: Path) -> None:
    def no_schema(body: dict[str, Any]) -> Told:
        kind = body.get("response_format", {}).get("type")
        if kind == "json_schema":
            return Told(status=400, body={"error": {"message": "json_schema is not known", "param": "response_format"}})
        return Told()

    abilities = AbilityFolder(tmp_path / "abilities")
    with loopback(no_schema) as server:
        for name in ("a", "b"):
            [reply] = asked(server, tmp_path, question(name), abilities=abilities)
            assert reply.decoding.startswith("json_object")
        assert len(server.bodies) == 3
        found = abilities.get(server.endpoint())
        assert found is not None
        assert found.structure is Structure.OBJECT


def test_an_endpoint_that_knew_the_schema_once_is_not_taken_down_by_one_error(tmp_path: Path) -> None:
    def odd(body: dict[str, Any]) -> Told:
        if "odd" in body["messages"][1]["content"] and "response_format" in body:
            return Told(status=400, body={"error": {"message": "response_format"}})
        return Told()

    with loopback(odd) as server, asker(server.endpoint(), tmp_path) as made:
        assert made.ask([question("a")])[question("a").key].decoding.startswith("json_schema")
        assert made.ask([question("odd")])[question("odd").key].decoding.startswith("prompt")
        assert made.ask([question("b")])[question("b").key].decoding.startswith("json_schema")


@pytest.mark.parametrize(
    ("word", "key"), [("temperature", "temperature"), ("max_tokens", "max_tokens"), ("seed", "seed")]
)
def test_a_parameter_that_is_not_known_is_left_out(tmp_path: Path, word: str, key: str) -> None:
    def strict(body: dict[str, Any]) -> Told:
        return Told(status=400, body={"error": {"message": f"Unsupported: {word}"}}) if key in body else Told()

    abilities = AbilityFolder(tmp_path / "abilities")
    with loopback(strict) as server:
        abilities.put(server.endpoint(), Ability(Structure.SCHEMA, seed=True))
        assert asked(server, tmp_path, abilities=abilities)[0].text == FITS
        assert len(server.bodies) == 2


def test_what_passes_is_tried_again(tmp_path: Path) -> None:
    told = [Told(status=500), Told(status=502), Told(status=200, body=b"<html>"), Told()]
    with loopback(in_turn(*told)) as server:
        assert asked(server, tmp_path)[0].text == FITS
        assert len(server.bodies) == 4


def test_an_endpoint_that_stays_down_is_given_up(tmp_path: Path) -> None:
    said: list[str] = []
    with loopback(lambda _: Told(status=500)) as server:
        [reply] = asked(server, tmp_path, say=said.append)
        assert reply.silence is Silence.UNREACHABLE
        assert len(server.bodies) == QUICK.tries
    assert said == ["small: The endpoint failed (status 500)."]
    assert FolderResponses(tmp_path).spent() == 0


def test_a_dead_endpoint_does_not_cost_every_question_its_patience(tmp_path: Path) -> None:
    impatient = replace(QUICK, tries=1000, give_up_s=0.1, shut_s=5)
    with loopback(lambda _: Told(status=500)) as server:
        begin = time.monotonic()
        replies = asked(server, tmp_path, *(question(f"q{number}") for number in range(100)), manners=impatient)
        assert {reply.silence for reply in replies} == {Silence.UNREACHABLE}
        assert time.monotonic() - begin < 5


def test_a_busy_endpoint_is_waited_for_as_it_asks(tmp_path: Path, llmock: Any) -> None:
    llmock.rate_limit(times=1, retry_after=0.2)
    llmock.reply(FITS)
    endpoint = Endpoint("mock", llmock.base_url("openai"), "gpt-4o-mini", timeout_s=5)
    with asker(endpoint, tmp_path) as made:
        assert made.ask([question()])[question().key].text == FITS
    llmock.assert_resilient()


def test_an_outage_ends_and_the_answer_comes(tmp_path: Path, llmock: Any) -> None:
    llmock.fail(503, times=1).fail(502, times=2)
    llmock.reply(FITS)
    endpoint = Endpoint("mock", llmock.base_url("openai"), "gpt-4o-mini", timeout_s=5)
    with asker(endpoint, tmp_path) as made:
        assert made.ask([question()])[question().key].text == FITS
    llmock.assert_resilient()


@pytest.mark.parametrize(
    ("told", "silence"),
    [
        (Told(status=401), Silence.FORBIDDEN),
        (Told(status=404), Silence.FORBIDDEN),
        (Told(status=400, body={"error": {"code": "context_length_exceeded"}}), Silence.TOO_LONG),
        (Told(status=400, body={"error": {"message": "no"}}), Silence.UNREACHABLE),
    ],
)
def test_what_does_not_pass_is_asked_once(tmp_path: Path, told: Told, silence: Silence) -> None:
    with loopback(lambda _: told) as server:
        assert asked(server, tmp_path)[0].silence is silence
        assert len(server.bodies) == 1


def test_a_key_that_is_refused_is_not_tried_for_every_question(tmp_path: Path) -> None:
    said: list[str] = []
    with loopback(lambda _: Told(status=401)) as server:
        questions = [question(f"q{number}") for number in range(50)]
        replies = asked(server, tmp_path, *questions, endpoint={"in_flight": 2}, say=said.append)
        assert {reply.silence for reply in replies} == {Silence.FORBIDDEN}
        assert len(server.bodies) < 10
    assert len(said) == 1


@pytest.mark.parametrize(
    ("body", "silence"),
    [
        (completion(text="I think it is verified."), Silence.OFF_SCHEMA),
        (completion(text=""), Silence.EMPTY),
        (completion(finish="length"), Silence.TRUNCATED),
        (completion(finish="content_filter"), Silence.REFUSED),
    ],
)
def test_an_unusable_answer_is_asked_for_twice_more_and_never_again(
    tmp_path: Path, body: dict[str, Any], silence: Silence
) -> None:
    with loopback(lambda _: Told(body=body)) as server:
        for _ in range(2):
            [reply] = asked(server, tmp_path, endpoint={"price": PRICED})
            assert reply.silence is silence
            assert (reply.tokens_in, reply.cost_usd) == (300, "0.0006")
        assert len(server.bodies) == 3
        temperatures = [sent["temperature"] for sent in server.bodies]
        assert temperatures == [0.0, 0.2, 0.4]


def test_a_later_attempt_may_be_the_good_one(tmp_path: Path) -> None:
    with loopback(in_turn(Told(body=completion(finish="length")), Told())) as server:
        [reply] = asked(server, tmp_path)
        assert reply.text == FITS
        assert [sent["max_tokens"] for sent in server.bodies] == [2000, 4000]
        assert asked(server, tmp_path) == [reply]
        assert len(server.bodies) == 2


def test_answers_of_absurd_size_are_asked_for_thrice_and_counted_as_paid(tmp_path: Path) -> None:
    with loopback(lambda _: Told(body=b" " * 2_100_000)) as server:
        [reply] = asked(server, tmp_path, endpoint={"price": PRICED})
        assert reply.silence is Silence.OFF_SCHEMA
        assert len(server.bodies) == 3
    assert FolderResponses(tmp_path).spent() > Decimal("0.06")


def test_a_spent_budget_ends_the_batch_at_once_and_says_so_once(tmp_path: Path) -> None:
    said: list[str] = []
    with loopback() as server:
        most = {"price": Price(Decimal(0), Decimal(100)), "in_flight": 1}
        budget = Sum(in_all=Decimal("0.203"))
        questions = [question(f"q{number}") for number in range(20)]
        replies = asked(server, tmp_path, *questions, endpoint=most, budget=budget, say=said.append)
        assert len(server.bodies) == 4
    assert [reply.silence for reply in replies].count(Silence.OVER_BUDGET) == 16
    assert len(said) == 1
    assert "budget" in said[0]
    assert FolderResponses(tmp_path).spent() == Decimal("0.004")


def test_what_is_set_aside_for_calls_in_flight_does_not_end_a_batch_that_the_budget_has_room_for(
    tmp_path: Path,
) -> None:
    with loopback(lambda _: Told(after_s=0.05)) as server:
        most = {"price": Price(Decimal(0), Decimal(100)), "in_flight": 16}
        questions = [question(f"q{number}") for number in range(20)]
        replies = asked(server, tmp_path, *questions, endpoint=most, budget=Sum(in_all=Decimal("0.65")))
        assert server.most_in_flight <= 3
    assert {reply.silence for reply in replies} == {None}


def test_evidence_that_cannot_fit_is_not_sent(tmp_path: Path) -> None:
    with loopback() as server:
        assert asked(server, tmp_path, endpoint={"context": 2000})[0].silence is Silence.TOO_LONG
        assert server.bodies == []


def test_no_more_calls_at_once_than_the_endpoint_takes(tmp_path: Path) -> None:
    with loopback(lambda _: Told(after_s=0.02)) as server:
        asked(server, tmp_path, *(question(f"q{number}") for number in range(40)), endpoint={"in_flight": 5})
        assert len(server.bodies) == 40
        assert server.most_in_flight == 5


def test_a_team_with_many_questions_does_not_hold_up_one_with_one(tmp_path: Path) -> None:
    with loopback(lambda _: Told(after_s=0.02)) as server, asker(server.endpoint(in_flight=2), tmp_path) as made:
        many = [question(f"q{number}") for number in range(100)]
        stop = threading.Event()
        other = threading.Thread(target=made.ask, args=(many, Asked(team="many"), stop))
        other.start()
        time.sleep(0.1)
        begin = time.monotonic()
        assert made.ask([question("one")], Asked(team="one"))[question("one").key].text == FITS
        assert time.monotonic() - begin < 0.4
        stop.set()
        other.join()


def test_it_ends_soon_when_it_is_told_to_and_keeps_what_was_in_flight(tmp_path: Path) -> None:
    stop = threading.Event()
    with loopback(lambda _: Told(after_s=0.3)) as server, asker(server.endpoint(in_flight=2), tmp_path) as made:
        threading.Timer(0.1, stop.set).start()
        begin = time.monotonic()
        replies = made.ask([question(f"q{number}") for number in range(50)], stop=stop)
        assert time.monotonic() - begin < 0.29
        assert replies == {}
    assert len(server.bodies) == 2
    kept = list((tmp_path / "replies").rglob("*"))
    assert len([path for path in kept if path.is_file()]) == 2


def test_a_full_disk_is_told_to_the_caller_and_hangs_nobody(tmp_path: Path) -> None:
    class Full(FolderResponses):
        def keep(self, recorded: object) -> None:
            raise OSError(28, "No space left on device")

    questions = [question(f"q{number}") for number in range(20)]
    with (
        loopback() as server,
        Asker({Role.READER: server.endpoint()}, Full(tmp_path), manners=QUICK) as made,
        pytest.raises(OSError, match="No space left"),
    ):
        made.ask(questions)


def test_the_endings_of_callers_do_not_disturb_each_other(tmp_path: Path) -> None:
    with loopback(lambda _: Told(after_s=0.005)) as server, asker(server.endpoint(in_flight=4), tmp_path) as made:
        found: dict[int, Mapping[str, Any]] = {}

        def one(number: int) -> None:
            found[number] = made.ask([question(f"t{number}q{at}") for at in range(10)], Asked(team=f"t{number}"))

        threads = [threading.Thread(target=one, args=(number,)) for number in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {len(replies) for replies in found.values()} == {10}
        assert len(server.bodies) == 100


def test_an_estimate_counts_what_is_not_recorded_yet(tmp_path: Path) -> None:
    with loopback() as server:
        asked(server, tmp_path, question("a"))
        with asker(server.endpoint(price=PRICED), tmp_path) as made:
            estimate = made.estimate([question("a"), question("b"), question("b")])
        assert len(server.bodies) == 1
    assert estimate.calls == 1
    assert 0 < estimate.usd_likely < estimate.usd_at_most
    assert estimate.usd_at_most >= 3 * Decimal("0.02")


class Scripted:
    """A caller without a network."""

    def __init__(self, answers: Callable[[Request], Any]) -> None:
        self.answers = answers

    def call(self, request: Request, ability: Ability) -> Any:
        return self.answers(request)

    def close(self) -> None:
        """Nothing is open."""


def test_a_call_that_was_not_answered_in_time_counts_as_paid(tmp_path: Path) -> None:
    slow = Scripted(lambda request: Trouble(Fault.SLOW, "The endpoint did not answer within 1 s."))
    endpoint = Endpoint("small", "http://127.0.0.1:1/v1", "m", price=PRICED)
    with asker(endpoint, tmp_path, connect=lambda _: slow) as made:
        assert made.ask([question()])[question().key].silence is Silence.UNREACHABLE
    assert FolderResponses(tmp_path).spent() >= QUICK.tries * Decimal("0.02")
