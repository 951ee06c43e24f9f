"""What is signed can be verified, and nothing else can."""

import pytest

from openrepro.errors import OpenReproError
from openrepro.notify.signature import new_secret, signed_headers, verify

BODY = b'{"type":"entry.judged"}'
NOW = 1_785_000_000


def test_a_receiver_verifies_what_was_signed() -> None:
    secret = new_secret()
    headers = signed_headers(secret, "msg_1", NOW, BODY)
    assert verify(secret, headers, BODY, NOW + 5)
    assert verify(secret, {name.title(): value for name, value in headers.items()}, BODY, NOW)


def test_the_signature_is_that_of_standard_webhooks() -> None:
    # The example of the specification's reference implementations.
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    headers = signed_headers(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, b'{"test": 2432232314}')
    assert headers["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("webhook-id", "msg_2"),
        ("webhook-timestamp", str(NOW + 1)),
        ("webhook-timestamp", "soon"),
        ("webhook-timestamp", "-5"),
        ("webhook-timestamp", "²"),
        ("webhook-signature", "v1,AAAA"),
        ("webhook-signature", "v1,é"),
        ("webhook-signature", ""),
    ],
)
def test_a_changed_header_is_noticed(name: str, value: str) -> None:
    secret = new_secret()
    assert not verify(secret, signed_headers(secret, "msg_1", NOW, BODY) | {name: value}, BODY, NOW)


def test_a_changed_body_another_secret_and_an_old_message_are_noticed() -> None:
    secret = new_secret()
    headers = signed_headers(secret, "msg_1", NOW, BODY)
    assert not verify(secret, headers, BODY + b" ", NOW)
    assert not verify(new_secret(), headers, BODY, NOW)
    assert not verify(secret, headers, BODY, NOW + 301)
    assert not verify(secret, {}, BODY, NOW)


def test_one_good_signature_of_several_suffices() -> None:
    secret = new_secret()
    headers = signed_headers(secret, "msg_1", NOW, BODY)
    both = headers | {"webhook-signature": f"v1,AAAA {headers['webhook-signature']}"}
    assert verify(secret, both, BODY, NOW)


def test_a_secret_that_is_none_says_so() -> None:
    with pytest.raises(OpenReproError, match="not base64"):
        verify("whsec_%%%", signed_headers(new_secret(), "msg_1", NOW, BODY), BODY, NOW)
