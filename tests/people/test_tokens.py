"""Tokens: how they look, what is kept of them, what they allow."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from openrepro.people.accounts import Scope, Token
from openrepro.people.tokens import allows, is_token, same_token, to_be_touched, token_hash, token_text

TEXT = token_text(bytes(range(30)))
TOKEN = Token("k_1", "a_1", "laptop", TEXT[:7], (Scope.READ, Scope.SUBMIT), "2026-07-20T00:00:00Z")


def test_a_token_is_or_and_forty_characters_that_need_no_quoting() -> None:
    assert TEXT == "or_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwd"
    assert is_token(TEXT)
    assert is_token(token_text(b"\xff" * 30))


@pytest.mark.parametrize(
    "text", ["", "or_", TEXT[:-1], TEXT + "A", TEXT + "\n", "OR_" + TEXT[3:], TEXT.replace("A", "é")]
)
def test_what_cannot_be_a_token_is_told_apart(text: str) -> None:
    assert not is_token(text)


def test_only_the_token_itself_fits_its_hash() -> None:
    assert len(token_hash(TEXT)) == 64
    assert TEXT[3:] not in token_hash(TEXT)
    assert same_token(TEXT, token_hash(TEXT))
    assert not same_token(token_text(bytes(30)), token_hash(TEXT))


def test_a_token_allows_its_scopes_and_reading() -> None:
    assert [scope for scope in Scope if allows(TOKEN, scope)] == [Scope.READ, Scope.SUBMIT]
    assert allows(replace(TOKEN, scopes=(Scope.OPERATE,)), Scope.READ)


def test_a_revoked_token_allows_nothing() -> None:
    revoked = replace(TOKEN, revoked_at="2026-07-21T00:00:00Z")
    assert [scope for scope in Scope if allows(revoked, scope)] == []


def test_use_is_noted_at_most_once_a_minute() -> None:
    noon = datetime(2026, 7, 20, 12, tzinfo=UTC)
    used = replace(TOKEN, last_used_at="2026-07-20T12:00:00Z")
    assert to_be_touched(TOKEN, noon)
    assert not to_be_touched(used, noon + timedelta(seconds=59))
    assert to_be_touched(used, noon + timedelta(seconds=60))
