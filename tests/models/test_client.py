"""One call, over a real socket: what is sent, what comes back raw, and each way in which it goes wrong."""

import gzip
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from openrepro.models.client import LARGEST_ANSWER, Answer, Client
from openrepro.models.endpoint import Ability, Endpoint, Structure
from openrepro.models.faults import Fault, Trouble
from openrepro.models.request import Request, request_of
from tests.models.loopback import Behaviour, Loopback, Told, loopback
from tests.models.questions import FITS, SCHEMA, completion, question

ABLE = Ability(Structure.SCHEMA, seed=True)


def request(endpoint: Endpoint, ability: Ability = ABLE) -> Request:
    return request_of(question(), endpoint, ability)


def called(behaviour: Behaviour, ability: Ability = ABLE, **given: Any) -> tuple[Answer | Trouble, Loopback]:
    with loopback(behaviour) as server:
        endpoint = server.endpoint(**given)
        client = Client(endpoint)
        try:
            return client.call(request(endpoint, ability), ability), server
        finally:
            client.close()


def fault(told: Told, **given: Any) -> Fault:
    answer, _ = called(lambda body: told, **given)
    assert isinstance(answer, Trouble), answer
    return answer.fault


def test_the_body_comes_back_byte_for_byte() -> None:
    body = json.dumps(completion(), indent=3).encode() + b"\n \n"
    answer, _ = called(lambda _: Told(body=body))
    assert answer == Answer(200, body)


def test_a_body_that_is_no_json_comes_back_as_it_is() -> None:
    answer, _ = called(lambda _: Told(body=b"<html>\xff"))
    assert answer == Answer(200, b"<html>\xff")


def test_a_strict_schema_is_sent_with_temperature_seed_and_limit() -> None:
    _, server = called(lambda _: Told())
    sent = server.bodies[0]
    assert sent["model"] == "small-7b"
    assert [message["role"] for message in sent["messages"]] == ["system", "user"]
    assert sent["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "form", "strict": True, "schema": SCHEMA},
    }
    assert (sent["temperature"], sent["max_tokens"]) == (0.0, 2000)
    assert isinstance(sent["seed"], int)
    assert not sent.get("stream")


@pytest.mark.parametrize(
    ("ability", "format_", "missing"),
    [
        (Ability(Structure.OBJECT), {"type": "json_object"}, "seed"),
        (Ability(Structure.PROMPT, temperature=False), None, "temperature"),
        (Ability(Structure.PROMPT, new_limit=True), None, "max_tokens"),
    ],
)
def test_what_an_endpoint_does_not_know_is_not_sent(ability: Ability, format_: Any, missing: str) -> None:
    _, server = called(lambda _: Told(), ability)
    sent = server.bodies[0]
    assert sent.get("response_format") == format_
    assert missing not in sent
    assert json.dumps(SCHEMA) in sent["messages"][0]["content"]


def test_the_key_is_sent_and_nothing_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "our-organisation")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "our-project")
    monkeypatch.setenv("OPENAI_API_KEY", "another-key")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    _, server = called(lambda _: Told(), key="ours")
    assert server.headers[0]["authorization"] == "Bearer ours"
    assert "our-" not in json.dumps(server.headers)
    assert "another" not in json.dumps(server.headers)
    _, server = called(lambda _: Told())
    assert "another" not in json.dumps(server.headers)


@pytest.mark.parametrize("status", [200, 401])
def test_a_key_that_is_said_back_is_neither_kept_nor_told(status: int) -> None:
    body = json.dumps({"error": {"message": "no such key: s3cret-0123"}}).encode()
    answer, _ = called(lambda _: Told(status, body=body), key="s3cret-0123")
    assert "s3cret" not in repr(answer)
    assert answer.text if isinstance(answer, Trouble) else b"[key]" in answer.body


def test_a_refused_call_is_made_once() -> None:
    for status in (429, 500, 503):
        _, server = called(lambda _, status=status: Told(status=status))  # type: ignore[misc]
        assert len(server.bodies) == 1


def test_a_busy_endpoint_says_how_long_to_wait() -> None:
    answer, _ = called(lambda _: Told(status=429, body={"error": {"message": "slow"}}, headers={"Retry-After": "7"}))
    assert isinstance(answer, Trouble)
    assert (answer.fault, answer.wait_s) == (Fault.BUSY, 7.0)


def test_an_answer_that_does_not_come_is_given_up() -> None:
    begin = time.monotonic()
    assert fault(Told(after_s=1.5), timeout_s=0.3) is Fault.SLOW
    assert time.monotonic() - begin < 1.2


def test_an_answer_that_drips_is_given_up_as_a_whole() -> None:
    begin = time.monotonic()
    assert fault(Told(pieces=[b" "] * 40, size=40, pause_s=0.1), timeout_s=0.5) is Fault.SLOW
    assert time.monotonic() - begin < 2.0


@pytest.mark.parametrize("status", [200, 400])
def test_an_answer_of_absurd_size_is_not_eaten_whole(status: int) -> None:
    sent: list[int] = []

    def pieces() -> Iterator[bytes]:
        for _ in range(200):
            sent.append(500_000)
            yield b" " * 500_000

    with loopback(lambda _: Told(status=status, pieces=pieces(), size=100_000_000)) as server:
        client = Client(server.endpoint())
        answer = client.call(request(client.endpoint), ABLE)
        client.close()
        time.sleep(0.1)
    assert isinstance(answer, Trouble)
    assert answer.fault is Fault.HUGE
    assert f"{LARGEST_ANSWER:,}" in answer.text
    assert sum(sent) < 60_000_000


def test_an_answer_that_is_packed_though_we_asked_for_none_is_not_unpacked() -> None:
    bomb = gzip.compress(b" " * 50_000_000)
    assert fault(Told(body=bomb, headers={"Content-Encoding": "gzip"})) is Fault.HUGE


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_never_followed_and_the_key_stays_here(status: int) -> None:
    with loopback() as other:
        answer, _ = called(
            lambda _: Told(status=status, headers={"Location": f"{other.url}/chat/completions"}), key="k"
        )
        assert other.paths == []
    assert isinstance(answer, Trouble)
    assert answer.fault is Fault.OTHER
    assert "never followed" in answer.text


def test_an_endpoint_that_is_not_there_is_down() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    client = Client(Endpoint("gone", f"http://127.0.0.1:{port}/v1", "m", timeout_s=2))
    answer = client.call(request(client.endpoint), ABLE)
    client.close()
    assert isinstance(answer, Trouble)
    assert answer.fault is Fault.DOWN


def test_a_proxy_of_the_environment_is_not_used_for_the_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    answer, _ = called(lambda _: Told())
    assert isinstance(answer, Answer)


def test_the_models_are_listed() -> None:
    with loopback() as server:
        client = Client(server.endpoint())
        answer = client.models()
        client.close()
    assert isinstance(answer, Answer)
    assert json.loads(answer.body)["data"][0]["id"] == "small-7b"


def test_llmock_is_understood(llmock: Any) -> None:
    endpoint = Endpoint("mock", llmock.base_url("openai"), "gpt-4o-mini", timeout_s=5)
    client = Client(endpoint)
    asked = request(endpoint)

    def heard() -> Fault | int:
        answer = client.call(asked, ABLE)
        return answer.fault if isinstance(answer, Trouble) else answer.status

    llmock.rate_limit(retry_after=2)
    answer = client.call(asked, ABLE)
    assert isinstance(answer, Trouble)
    assert (answer.fault, answer.wait_s) == (Fault.BUSY, 2.0)
    for told, meant in ((401, Fault.FORBIDDEN), (404, Fault.FORBIDDEN), (500, Fault.DOWN), (503, Fault.BUSY)):
        llmock.fail(told)
        assert heard() is meant
    llmock.context_overflow()
    assert heard() is Fault.TOO_LONG
    llmock.reply(FITS)
    assert heard() == 200
    client.close()


def test_a_stalled_llmock_is_given_up(llmock: Any) -> None:
    endpoint = Endpoint("mock", llmock.base_url("openai"), "gpt-4o-mini", timeout_s=0.3)
    client = Client(endpoint)
    llmock.delay(1.0)
    answer = client.call(request(endpoint), ABLE)
    client.close()
    assert isinstance(answer, Trouble)
    assert answer.fault is Fault.SLOW


def test_requests_have_names_of_their_own() -> None:
    endpoint = Endpoint("small", "http://127.0.0.1/v1", "m")
    first = request_of(question(), endpoint, ABLE)
    others = [
        request_of(question("b"), endpoint, ABLE),
        request_of(question(repeat=1), endpoint, ABLE),
        request_of(question(), endpoint, ABLE, attempt=1),
        request_of(question(), endpoint, ABLE, longer=True),
        request_of(question(), replace(endpoint, model="n"), ABLE),
        request_of(question(), replace(endpoint, temperature=0.5), ABLE),
        request_of(question(), endpoint, replace(ABLE, structure=Structure.OBJECT)),
        request_of(question(), endpoint, replace(ABLE, seed=False)),
    ]
    names = {one.digest for one in [first, *others]}
    assert len(names) == len(others) + 1
    elsewhere = replace(endpoint, url="http://127.0.0.1:1/v1", key="k", name="x", in_flight=1)
    assert request_of(question(), elsewhere, ABLE).digest == first.digest


def test_nothing_but_the_client_imports_the_package() -> None:
    code = "import openrepro.models.asking, openrepro.models.choosing, sys; print('openai' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
