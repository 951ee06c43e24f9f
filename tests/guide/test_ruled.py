"""What pages say about the rules follows from the rule file: every key changes the words, and no number is typed in."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from openrepro.challenge.rules import (
    PROFILES,
    Award,
    ClaimStatus,
    FalsifiedNeeds,
    FiniteCheck,
    Late,
    ModelEndpoint,
    ReaderKind,
    Rules,
    Ties,
)
from openrepro.challenge.versions import changes
from openrepro.grades import Grade
from openrepro.guide.faq import questions_of, sections_of
from openrepro.guide.guide import guide_of
from openrepro.guide.markdown import markdown
from openrepro.guide.ruled import rules_in_words

DAY = timedelta(days=1)


def changed(section: str, **values: Any) -> Callable[[Rules], Rules]:
    def change(rules: Rules) -> Rules:
        return replace(rules, **{section: replace(getattr(rules, section), **values)})

    return change


def by_model(**values: Any) -> Callable[[Rules], Rules]:
    """A change of the model's rules, which are told where a model reads."""

    def change(rules: Rules) -> Rules:
        judging = replace(rules.judging, reader=ReaderKind.MODEL)
        return replace(rules, judging=replace(judging, model=replace(judging.model, **values)))

    return change


WINDOW = Rules().window
MODEL_A, MODEL_B = ModelEndpoint("a", "model-a"), ModelEndpoint("b", "model-b")
IN_RULES: dict[str, Callable[[Rules], Rules]] = {
    "name": lambda rules: replace(rules, name="Another"),
    "slug": lambda rules: replace(rules, slug="another"),
    "profile": lambda rules: replace(rules, profile=PROFILES["icml-2026"].profile),
    "not_certified_by": lambda rules: replace(rules, not_certified_by="the academy"),
    "window.opens": changed("window", opens=WINDOW.opens - DAY),
    "window.closes": changed("window", closes=WINDOW.closes + DAY),
    "window.late": changed("window", late=Late.REJECT),
    "entries.tag": changed("entries", tag="another-tag"),
    "entries.paper_tag": changed("entries", paper_tag="p-{id}"),
    "entries.daily_cap": changed("entries", daily_cap=7),
    "entries.daily_cap 0": changed("entries", daily_cap=0),
    "entries.cooldown_hours": changed("entries", cooldown_hours=9),
    "entries.cooldown_hours 0": changed("entries", cooldown_hours=0),
    "entries.licence": changed("entries", licence=("MIT",)),
    "entries.licence none": changed("entries", licence=()),
    "points.verified": changed("points", verified=5),
    "points.falsified": changed("points", falsified=6),
    "points.toy": changed("points", toy=3),
    "points.inconclusive": changed("points", inconclusive=4),
    "points.diminishing_after": changed("points", diminishing_after=11),
    "judging.evidence": changed("judging", evidence=Grade.E1),
    "judging.universal_finite_check": changed("judging", universal_finite_check=FiniteCheck.VERIFIED),
    "judging.falsified_needs": changed("judging", falsified_needs=FalsifiedNeeds.NOTHING),
    "judging.random_audit": changed("judging", random_audit="0.125"),
    "judging.reader": changed("judging", reader=ReaderKind.PERSON),
    "judging.model.reader": by_model(reader="model-a"),
    "judging.model.prosecutor": by_model(prosecutor="model-b"),
    "judging.model.endpoints": by_model(reader="a", prosecutor="b", endpoints=(MODEL_A, MODEL_B)),
    "judging.model.budget_usd": by_model(budget_usd="321"),
    "judging.model.budget_usd_per_day": by_model(budget_usd_per_day="45"),
    "board.claim_status": changed("board", claim_status=ClaimStatus.FIRST_VERIFIED),
    "board.ties": changed("board", ties=Ties.MORE_LOGBOOKS),
    "board.strength_least": changed("board", strength_least=13),
    "credits.slots": changed("credits", slots=12),
    "credits.slots 0": changed("credits", slots=0),
    "credits.value": changed("credits", value="EUR 5"),
    "credits.pays_for": changed("credits", pays_for="tea"),
    "credits.requests_until": changed("credits", requests_until=WINDOW.closes - 9 * DAY),
    "credits.reserved_for_members": changed("credits", reserved_for_members=False),
    "credits.redeem_days": changed("credits", redeem_days=8),
    "credits.redeem_days 0": changed("credits", redeem_days=0),
    "awards": lambda rules: replace(rules, awards=(Award("cup", "The cup", "a cup"),)),
    "awards none": lambda rules: replace(rules, awards=()),
    "appeals.days": changed("appeals", days=17),
    "appeals.days 0": changed("appeals", days=0),
    "authors.reply_days": changed("authors", reply_days=19),
    "authors.reply_days 0": changed("authors", reply_days=0),
    "authors.hold_falsified": changed("authors", hold_falsified=False),
}
NOT_IN_FAQ = {"name", "slug", "profile"}
ONLY_ONE_VALUE = {"schema", "entries.one_scoring_entry"}


def in_words(rules: Rules) -> str:
    return markdown(rules_in_words(rules))


def in_questions(rules: Rules) -> str:
    return markdown(sections_of(questions_of(rules)))


def base_of(name: str) -> Rules:
    """The rules that a change is held against."""
    return by_model()(Rules()) if name.startswith("judging.model.") else Rules()


@pytest.mark.parametrize("name", IN_RULES)
def test_every_key_changes_the_rules_in_words(name: str) -> None:
    before = base_of(name)
    assert in_words(IN_RULES[name](before)) != in_words(before)


@pytest.mark.parametrize("name", sorted(IN_RULES.keys() - NOT_IN_FAQ))
def test_every_key_changes_an_answer(name: str) -> None:
    before = base_of(name)
    assert in_questions(IN_RULES[name](before)) != in_questions(before)


def test_no_key_of_the_rule_file_is_left_out() -> None:
    tried = {key for change in IN_RULES.values() for key in (one.key for one in changes(Rules(), change(Rules())))}
    model = by_model(reader="a", prosecutor="b", budget_usd="1", budget_usd_per_day="2")(Rules())
    tried |= {one.key for one in changes(Rules(), model)}
    wholes = {key.split(".0.")[0] for key in tried}
    keys = {one.key for one in changes(Rules(), _all_different())}
    assert {key.split(".0.")[0] for key in keys} - wholes <= ONLY_ONE_VALUE


def _all_different() -> Rules:
    rules = Rules()
    for change in IN_RULES.values():
        rules = change(rules)
    return rules


@pytest.mark.parametrize(
    "name",
    [
        "name",
        "not_certified_by",
        "window.opens",
        "window.closes",
        "window.late",
        "entries.tag",
        "entries.paper_tag",
        "entries.daily_cap",
        "entries.cooldown_hours",
        "entries.licence",
        "points.verified",
        "points.falsified",
        "points.toy",
        "points.inconclusive",
        "points.diminishing_after",
        "judging.evidence",
        "judging.universal_finite_check",
        "judging.falsified_needs",
        "board.claim_status",
        "appeals.days",
    ],
)
def test_the_guide_follows_the_rules(name: str) -> None:
    before, after = guide_of(Rules()), guide_of(IN_RULES[name](Rules()))
    assert (after.title, markdown(after.sections)) != (before.title, markdown(before.sections))


@pytest.mark.parametrize("profile", PROFILES)
def test_both_profiles_are_told_in_whole_sentences(profile: str) -> None:
    rules = PROFILES[profile]
    text = in_words(rules) + in_questions(rules)
    assert not [word for word in ("None", "()", "{", "}", "[]", "``", " ,") if word in text]
    assert "  " not in in_words(rules)
