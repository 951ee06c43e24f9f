"""A rule file in words, section by section."""

from openrepro.challenge.rules import Rules
from openrepro.guide import phrases
from openrepro.guide.text import Block, Section, listed, para, prose


def rules_in_words(rules: Rules) -> tuple[Section, ...]:
    """What the rules say; everything in it follows from the rule file."""
    return (
        Section("window", "Window", (listed(phrases.opening(rules), phrases.closing(rules), phrases.late(rules)),)),
        Section("entries", "Entries", (_entries(rules),)),
        Section("points", "Points", (_points(rules),)),
        Section("judging", "Judging", (_judging(rules),)),
        Section(
            "board", "Boards", (listed(phrases.disagreement(rules), phrases.ties(rules), phrases.strength(rules)),)
        ),
        Section("credits", "Compute credits", (_credits(rules),)),
        Section("awards", "Awards", (_awards(rules),)),
        Section("appeals", "Appeals", (listed(phrases.appeals(rules)),)),
        Section("authors", "Authors of papers", (listed(phrases.replies(rules), phrases.held_back(rules)),)),
        Section("names", "Names", (_names(rules),)),
    )


def _entries(rules: Rules) -> Block:
    return listed(
        phrases.tag(rules), phrases.scoring(rules), phrases.cap(rules), phrases.cooldown(rules), phrases.licence(rules)
    )


def _points(rules: Rules) -> Block:
    return listed(phrases.points(rules), phrases.most_points(rules), phrases.diminishing(rules))


def _judging(rules: Rules) -> Block:
    return listed(
        phrases.evidence(rules),
        phrases.finite_check(rules),
        phrases.second_look(rules),
        phrases.audit(rules),
        phrases.reader(rules),
        phrases.prosecutor(rules),
    )


def _credits(rules: Rules) -> Block:
    return listed(phrases.grants(rules), phrases.grants_expire(rules), phrases.reserved(rules))


def _awards(rules: Rules) -> Block:
    named = phrases.awards(rules)
    return listed(*named) if named else para("The rules name no prizes.")


def _names(rules: Rules) -> Block:
    return listed(
        prose(
            "{name} (`{slug}`) follows the profile `{profile}`.",
            name=rules.name,
            slug=rules.slug,
            profile=rules.profile.value,
        ),
        phrases.certified(rules),
    )
