"""Who asks too often is told to wait; made-up tokens do not help."""

import json

import pytest

from openrepro.errors import OpenReproError
from openrepro.web.limits import LOOKUPS, KnownTokens, Limits, RateLimits, limits_of
from openrepro.web.peer import networks_of
from openrepro.web.rates import Rate
from tests.web.asgi import ask, saying


def limited(limits: Limits, known: KnownTokens | None = None) -> RateLimits:
    return RateLimits(saying(), limits=limits, known=known or KnownTokens(), clock=lambda: 0.0)


TWO = Limits(requests=Rate(1, 2), uploads=Rate(1, 1))


def test_everybody_hears_how_much_is_left() -> None:
    heard = ask(limited(TWO))
    assert heard.status == 200
    assert (heard.headers["ratelimit-limit"], heard.headers["ratelimit-remaining"]) == ("2", "1")


def test_too_often_is_429_with_the_seconds_to_wait() -> None:
    app = limited(TWO)
    assert [ask(app).status for _ in range(3)] == [200, 200, 429]
    refused = ask(app)
    assert refused.headers["retry-after"] == "1"
    assert json.loads(refused.body)["error"]["code"] == "too-many"
    assert ask(app, client="198.51.100.7").status == 200


def test_made_up_tokens_count_against_the_address() -> None:
    app = limited(TWO)
    asked = [ask(app, headers={"Authorization": f"Bearer or_{at}"}).status for at in range(2 + LOOKUPS.burst + 3)]
    assert asked == [200] * (2 + LOOKUPS.burst) + [429] * 3
    assert ask(app, headers={"Authorization": "Basic abc"}).status == 429


def test_behind_a_noisy_address_a_token_can_become_known() -> None:
    known = KnownTokens()
    app = limited(TWO, known)
    assert [ask(app).status for _ in range(3)] == [200, 200, 429]
    first = ask(app, "/api/v1/entries", method="POST", headers={"Authorization": "Bearer or_true"})
    assert first.status == 200
    known.note("Bearer or_true", "t1")
    assert ask(app, headers={"Authorization": "Bearer or_true"}).headers["ratelimit-remaining"] == "1"
    assert ask(app).status == 429


def test_one_false_token_does_not_use_up_the_chance_of_a_true_one() -> None:
    app = limited(TWO)
    asked = [ask(app, headers={"Authorization": "Bearer or_false"}).status for _ in range(LOOKUPS.burst + 10)]
    assert asked[-1] == 429
    assert ask(app, headers={"Authorization": "Bearer or_true"}).status == 200


def test_a_token_that_proved_true_has_a_limit_of_its_own() -> None:
    known = KnownTokens()
    known.note("Bearer or_true", "t1")
    app = limited(TWO, known)
    assert [ask(app).status for _ in range(3)] == [200, 200, 429]
    assert ask(app, headers={"Authorization": "Bearer or_true"}).status == 200


def test_submissions_have_a_limit_of_their_own() -> None:
    app = limited(Limits(requests=Rate(10, 100), uploads=Rate(1, 1)))
    assert [ask(app, "/api/v1/entries", method="POST").status for _ in range(2)] == [200, 429]
    assert ask(app, "/api/v1/entries").status == 200


def test_a_refusal_says_which_limit_it_was_and_whose() -> None:
    known = KnownTokens()
    known.note("Bearer or_true", "t1")
    app = limited(Limits(requests=Rate(1, 2), uploads=Rate(1, 1)), known)
    true = {"Authorization": "Bearer or_true"}
    mine = [ask(app, "/api/v1/entries", method="POST", headers=true).body for _ in range(2)][-1].decode()
    assert "this token may make 60 submissions a minute, 1 at once" in mine
    assert "of your own" not in mine
    theirs = [ask(app).body for _ in range(3)][-1].decode()
    assert "this address may make 1 requests a second, 2 at once" in theirs
    assert "A token of your own has a limit of its own." in theirs


def test_behind_a_proxy_callers_are_told_apart_by_what_it_says() -> None:
    app = limited(Limits(requests=Rate(1, 1), proxies=networks_of("127.0.0.1")))
    asked = [ask(app, client="127.0.0.1", headers={"X-Forwarded-For": f"198.51.100.{at}"}).status for at in (1, 2, 1)]
    assert asked == [200, 200, 429]


def test_pages_count_like_the_api() -> None:
    app = limited(TWO)
    assert [ask(app, path).status for path in ("/", "/api/v1/papers", "/")] == [200, 200, 429]


def test_limits_come_from_the_environment() -> None:
    given = limits_of(
        {
            "OPENREPRO_REQUESTS_PER_SECOND": "7",
            "OPENREPRO_REQUEST_BURST": "9",
            "OPENREPRO_UPLOADS_PER_MINUTE": "30",
            "OPENREPRO_UPLOAD_MB": "5",
            "OPENREPRO_TRUSTED_PROXIES": "127.0.0.1",
            "OPENREPRO_WEBHOOKS_TO_LOOPBACK": "1",
        }
    )
    assert given.requests == Rate(7, 9)
    assert given.uploads == Rate(0.5, 30)
    assert given.upload == 5 * 1024 * 1024
    assert given.webhooks_to_loopback
    assert len(given.proxies) == 1
    assert limits_of({}) == Limits()


@pytest.mark.parametrize("value", ["-1", "many", "²", "1.5", "1234567"])
def test_a_limit_that_is_no_number_is_refused_with_a_sentence(value: str) -> None:
    with pytest.raises(OpenReproError, match="OPENREPRO_REQUESTS_PER_SECOND is"):
        limits_of({"OPENREPRO_REQUESTS_PER_SECOND": value})
