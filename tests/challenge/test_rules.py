"""A rule file is read whole or refused with one sentence that names the key and what is allowed."""

import contextlib
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openrepro.challenge.rules import (
    PROFILES,
    Award,
    AwardBy,
    ClaimStatus,
    FalsifiedNeeds,
    FiniteCheck,
    ModelEndpoint,
    Profile,
    Rules,
    Ties,
    load_rules,
    rules_named,
)
from openrepro.challenge.template import toml_of
from openrepro.errors import OpenReproError
from openrepro.grades import Grade

MODEL = "[[judging.model.endpoints]]\nname='a'\nmodel='m'"


def refusal(text: str | bytes) -> str:
    with pytest.raises(OpenReproError) as caught:
        load_rules(text if isinstance(text, bytes) else text.encode())
    return caught.value.text


def test_an_empty_file_states_the_strict_rules() -> None:
    assert load_rules(b"") == PROFILES["strict"] == Rules()


def test_strict_asks_for_a_recorded_run_and_a_second_look() -> None:
    judging = PROFILES["strict"].judging
    assert judging.evidence is Grade.E2
    assert judging.universal_finite_check is FiniteCheck.TOY
    assert judging.falsified_needs is FalsifiedNeeds.SECOND_LOOK
    assert PROFILES["strict"].board.claim_status is ClaimStatus.CONTESTED


def test_icml_2026_is_as_lenient_as_that_event_but_never_takes_a_mere_statement() -> None:
    rules = PROFILES["icml-2026"]
    assert rules.judging.evidence is Grade.E1
    assert rules.judging.universal_finite_check is FiniteCheck.VERIFIED
    assert rules.judging.falsified_needs is FalsifiedNeeds.NOTHING
    assert (rules.points.verified, rules.points.falsified, rules.points.toy, rules.points.inconclusive) == (2, 2, 1, 0)
    assert rules.board.claim_status is ClaimStatus.FIRST_VERIFIED
    assert rules.board.ties is Ties.MORE_LOGBOOKS
    assert rules.entries.daily_cap == 0


def test_what_a_file_leaves_out_comes_from_its_profile() -> None:
    rules = load_rules(b'profile = "icml-2026"\n[points]\ntoy = 0\n')
    assert rules.points.toy == 0
    assert rules.points.verified == 2
    assert rules.judging == PROFILES["icml-2026"].judging


def test_every_kind_of_value_is_read() -> None:
    text = """
    schema = "openrepro.challenge/1"
    name = "Reading group"
    slug = "reading-group"
    not_certified_by = ""
    awards = [{key = "best", title = "Best", amount = "a book", by = "nomination"}]
    [window]
    opens = 2027-01-01T00:00:00+05:30
    closes = "2027-02-01T00:00:00Z"
    [entries]
    licence = ["MIT"]
    [judging]
    evidence = "E3"
    random_audit = 0.10
    [judging.model]
    budget_usd = 12.50
    [authors]
    hold_falsified = false
    """
    rules = load_rules(text.encode())
    assert rules.window.opens == datetime(2026, 12, 31, 18, 30, tzinfo=UTC)
    assert rules.window.closes == datetime(2027, 2, 1, tzinfo=UTC)
    assert rules.entries.licence == ("MIT",)
    assert rules.judging.evidence is Grade.E3
    assert (rules.judging.random_audit, rules.judging.model.budget_usd) == ("0.10", "12.50")
    assert rules.awards == (Award("best", "Best", "a book", AwardBy.NOMINATION),)
    assert rules.authors.hold_falsified is False


def test_a_byte_order_mark_is_not_part_of_the_file() -> None:
    assert load_rules(b'\xef\xbb\xbfname = "A"\n').name == "A"


def test_models_are_named_with_where_they_are_asked_and_what_they_cost() -> None:
    text = """
    [judging.model]
    reader = "small"
    [[judging.model.endpoints]]
    name = "small"
    model = "org/small-7b"
    url = "https://models.example/v1"
    key_env = "SMALL_KEY"
    usd_per_million_in = 0.15
    usd_per_million_out = "0.60"
    context = 32768
    in_flight = 64
    """
    rules = load_rules(text.encode())
    assert rules.judging.model.endpoints == (
        ModelEndpoint(
            "small", "org/small-7b", "https://models.example/v1", "SMALL_KEY", "0.15", "0.60", 32768, in_flight=64
        ),
    )
    assert load_rules(toml_of(rules).encode()) == rules


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("colour = 1", "colour is not a known key; known here are appeals"),
        ("[points]\ntoys = 1", "points.toys is not a known key; known here are diminishing_after, falsified"),
        ("[judging.model]\nname = 1", "judging.model.name is not a known key"),
        ("points = 3", "points is 3; it must be a table of keys."),
        ("[points]\ntoy = -1", "points.toy is -1; it must be a whole number, 0 or more."),
        ("[points]\ntoy = 0.5", "points.toy is 0.5; it must be a whole number"),
        ("[points]\ntoy = true", "points.toy is true; it must be a whole number"),
        ('[judging]\nevidence = "E0"', 'judging.evidence is "E0"; it must be "E1", "E2" or "E3".'),
        ("[judging]\nevidence = 2", 'judging.evidence is 2; it must be "E1", "E2" or "E3".'),
        ('[judging]\nuniversal_finite_check = "no"', 'it must be "toy" or "verified".'),
        ('[judging]\nfalsified_needs = "luck"', 'it must be "second-look" or "nothing".'),
        ("[judging]\nrandom_audit = 1.01", "judging.random_audit is 1.01; it must be a number between 0 and 1."),
        ("[judging.model]\nbudget_usd = nan", "judging.model.budget_usd is NaN; it must be a number, 0 or more."),
        ('[judging.model]\nbudget_usd = "much"', 'judging.model.budget_usd is "much"; it must be a number'),
        ('profile = "lenient"', 'profile is "lenient"; it must be "strict" or "icml-2026".'),
        ('schema = "openrepro.challenge/2"', 'it must be "openrepro.challenge/1".'),
        ('name = "  "', "it must be a text that is not empty."),
        ('slug = "Two Words"', "it must be 1 to 63 small letters, digits or hyphens"),
        ('[entries]\npaper_tag = "paper"', 'it must contain "{id}"'),
        ('[entries]\nlicence = "MIT"', 'entries.licence is "MIT"; it must be a list of texts.'),
        ("[entries]\nlicence = [1]", "entries.licence is a list; it must be a list of texts."),
        ("[window]\nopens = 2027-01-01T00:00:00", "it must be a date and time with an offset"),
        ("[window]\nopens = 2027-01-01", "it must be a date and time with an offset"),
        ('[window]\nopens = "soon"', "it must be a date and time with an offset"),
        ("[window]\nopens = 0001-01-01T00:00:00+10:00", "within the years 1 to 9999"),
        ("[window]\nopens = 2030-01-01T00:00:00Z", "is not after window.opens (2030-01-01T00:00:00Z)"),
        ("awards = [1]", "awards[0] is 1; it must be a table of keys."),
        ("[[awards]]\nkey = 'a'", "awards[0].title is missing."),
        ("[[awards]]\nkey='a'\ntitle='A'\namount='1'\n[[awards]]\nkey='a'\ntitle='B'\namount='1'", "more than once"),
        ("[authors]\nhold_falsified = 1", "authors.hold_falsified is 1; it must be true or false."),
        ("[[judging.model.endpoints]]\nname='a'", "judging.model.endpoints[0].model is missing."),
        (f"{MODEL}\nurl='http://u:p@host/v1'", "judging.model.endpoints[0].url is"),
        (f"{MODEL}\nurl='host/v1'", "it must be an address such as https://host/v1"),
        (f"{MODEL}\nkey='sk-1'", "judging.model.endpoints[0].key is not a known key"),
        (f"{MODEL}\nkey_env='sk-1'", "it must be the name of the environment variable that holds the key."),
        (f"{MODEL}\nkey_env='KEY'", "key_env is given without judging.model.endpoints[0].url."),
        (f"{MODEL}\nin_flight=0", "in_flight is 0; it must be a whole number, 1 or more."),
        (f"{MODEL}\nin_flight=1001", "in_flight is 1001; it must be a whole number from 1 to 1000."),
        (f"{MODEL}\nusd_per_million_in='-1'", "it must be a number, 0 or more."),
        (f"{MODEL}\n{MODEL}", 'judging.model.endpoints has the name "a" more than once.'),
        (f"[judging.model]\nreader='b'\n{MODEL}", 'judging.model.reader is "b", which judging.model.endpoints does'),
        (f"[judging.model]\nprosecutor='b'\n{MODEL}", 'judging.model.prosecutor is "b"'),
        (f"[judging]\nreader='model'\n{MODEL}", "judging.model.reader is empty; it must name"),
        ("name = ", "The rule file is not valid TOML"),
        ("a = " + "[" * 5000, "nested too deeply"),
        ("[judging]\nrandom_audit = 1e999999999999999999999", "out of range"),
    ],
)
def test_a_fault_is_one_sentence_about_its_key(text: str, says: str) -> None:
    assert says in refusal(text)


def test_bytes_that_are_no_text_are_refused() -> None:
    assert refusal(b'name = "\xff"') == "The rule file is not UTF-8 text (byte 8)."


@given(st.binary(max_size=200))
def test_any_bytes_end_in_rules_or_in_a_sentence(data: bytes) -> None:
    with contextlib.suppress(OpenReproError):
        assert isinstance(load_rules(data), Rules)


def test_the_digest_names_the_content_and_nothing_else() -> None:
    plain = load_rules(b"[window]\nopens = 2026-07-15T08:30:00-07:00\n")
    assert plain.digest == PROFILES["strict"].digest
    assert load_rules(b"[points]\ntoy = 0\n").digest != plain.digest
    assert load_rules(b'name = "Other"\n').digest != plain.digest
    assert len(plain.digest) == 64


def test_the_two_profiles_have_different_digests() -> None:
    assert PROFILES["strict"].digest != PROFILES["icml-2026"].digest


def test_rules_are_found_by_the_name_of_a_profile_or_by_the_bytes_of_a_file() -> None:
    assert rules_named("icml-2026").profile is Profile.ICML_2026
    assert rules_named(b'name = "Mine"\n').name == "Mine"
    with pytest.raises(OpenReproError) as caught:
        rules_named("icml")
    assert caught.value.text == 'There are no rules named "icml"; the profiles are "strict" or "icml-2026".'


def test_the_window_of_that_event_lasted_nineteen_days() -> None:
    window = PROFILES["icml-2026"].window
    assert timedelta(days=18) < window.closes - window.opens < timedelta(days=19)
