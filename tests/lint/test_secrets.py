"""Secrets are found where they stand, also behind escapes, and nothing harmless is taken for one."""

import pytest

from openrepro.lint.secrets import begins, masked, secrets_in

HF = "hf_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z"
SECRETS = {
    "a Hugging Face token": HF,
    "a GitHub token": "ghp_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA",
    "a Stripe key": "sk_live_" + "aB3dE5gH7jK9mN1pQ2rS",
    "a key of a model provider": "sk-ant-api03-" + "aB3dE5gH7jK9mN1pQ2rS",
    "an AWS key id": "AKIA" + "Q7W8E9R1T2Y3U4I5",
    "a Slack token": "xoxb-" + "123456789012-aB3dE5gH7jK9",
    "a Google key": "AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
    "a GitLab token": "glpat-" + "aB3dE5gH7jK9mN1pQ2rS",
    "a PyPI token": "pypi-AgE" + "IcHlwaS5vcmcCJDU3ZaB3dE5gH",
    "an npm token": "npm_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zAbC12",
    "a Replicate token": "r8_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA",
    "a JSON web token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.abcDEF123456",
    "a private key": "-----BEGIN RSA PRIVATE " + "KEY-----",
}
NAMED = [
    'api_key = "q8Z3m1X7c5V2b9N4"',
    "WANDB_API_KEY=0a1b2c3d4e5f60718293a4b5c6d7e8f901234567",
    '{"secret_key": "q8Z3m1X7c5V2b9N4"}',
    '{\\"auth_token\\": \\"q8Z3m1X7c5V2b9N4\\"}',
    "password: hunter2hunter2",
    "Authorization: Bearer q8Z3m1X7c5V2b9N4k6",
]


@pytest.mark.parametrize(("kind", "secret"), SECRETS.items())
@pytest.mark.parametrize("frame", ["{}", "token={};", '"text": "login\\n{}\\n"', '"\\u000a{}"', "({})", "`{}`"])
def test_tokens_of_known_makes(kind: str, secret: str, frame: str) -> None:
    text = frame.format(secret)
    found = [one for one in secrets_in(text) if one.kind == kind]
    assert [text[one.start : one.end] for one in found] == [secret]
    assert len(found[0].shown) <= 4


@pytest.mark.parametrize("text", NAMED)
def test_values_that_are_named_as_secrets(text: str) -> None:
    assert [one.kind for one in secrets_in(text)] == ["a password, key or token"]
    assert [one.shown for one in secrets_in(text)] == [""]


def test_a_password_in_a_web_address() -> None:
    found = list(secrets_in("git clone https://alice:s3cretpw@git.somewhere.net/x.git"))
    assert [one.kind for one in found] == ["a password in a web address"]


def test_a_named_token_is_told_once() -> None:
    assert len(list(secrets_in(f"HF_TOKEN={HF}"))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "hf_transformersmodelingutilities",
        "hf_hub_download(repo_id, filename)",
        "risk-aware-scheduling-with-many-steps-2",
        "sk-learn-based-classifier-with-options",
        "api_key = os.environ['WANDB_API_KEY']",
        "api_key: your-api-key-goes-here-123",
        "password = getpass()",
        "password: None",
        "secret = compute_secret_v2_of_the_dataset",
        "access_token=<your token>",
        "max_tokens: 4096",
        "the bearer of the news arrived at the gate of the town",
        "https://user:password@host/x",
        "https://huggingface.co/papers/2401.00001",
        "AKIA" + "IOSFODNN7EXAMPLE",
        "commit 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567",
        "ghp_",
        "-----BEGIN PUBLIC KEY-----",
        "x" + HF,
    ],
)
def test_what_is_no_secret(text: str) -> None:
    assert list(secrets_in(text)) == []


def test_masked_text_shows_four_characters_at_most() -> None:
    text = masked(f"one {HF} two password=hunter2hunter2 three")
    assert text == "one hf_a… two password=… three"
    assert masked("nothing here") == "nothing here"


def test_overlapping_secrets_are_masked_whole() -> None:
    text = f"https://alice:{HF}@git.somewhere.net"
    assert HF[4:] not in masked(text)


def test_a_word_begins_after_an_escape_but_not_within_a_word() -> None:
    assert begins("\\nhf_", 2)
    assert begins("\\u000ahf_", 6)
    assert begins(" hf_", 1)
    assert begins("hf_", 0)
    assert not begins("nhf_", 1)
    assert not begins("_hf_", 1)
