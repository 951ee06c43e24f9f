"""The commented `challenge.toml` that a new challenge starts from."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openrepro.challenge.rules import Rules, rules_named
from openrepro.challenge.sections import Profile
from openrepro.ids import Json

HEAD: Final = """\
# The rule file of one challenge. Every window, tag, point and prize is written here and nowhere else.
# Every key may be left out; the values below are the defaults of the profile.
"""

SECTIONS: Final[dict[str, str]] = {
    "window": "When entries count. Instants need an offset; pages show them in the reader's zone, UTC and AoE.",
    "entries": "How entries are found, and which of them score.",
    "points": "Points per claim. A paper of N testable claims is worth at most N times the larger of the first two.",
    "claims": "Which claims of papers count.",
    "judging": "How evidence becomes a label.",
    "judging.model": "The model that reads, when reader is model.",
    "board": "How verdicts of several teams fold into states and ranks.",
    "credits": "A programme of compute credits.",
    "awards": "The prizes; repeat this table for each.",
    "appeals": "Appeals against a verdict.",
    "authors": "What the papers' authors may do.",
}

KEYS: Final[dict[str, str]] = {
    "schema": "the format of this file",
    "name": "shown as the title of every page",
    "slug": "short name in addresses: small letters, digits, hyphens",
    "profile": "strict, or icml-2026 to replay the rules of that event",
    "not_certified_by": "every page says that this body does not certify the challenge; empty when it does",
    "window.opens": "entries count from this instant",
    "window.closes": "revisions that exist at this instant are judged; later ones are late",
    "window.late": "late entries: list (shown without points) or reject",
    "entries.tag": "the tag that marks an entry on the Hub",
    "entries.paper_tag": "the tag that names the paper; {id} stands for its id",
    "entries.one_scoring_entry": "of several entries of a team on a paper the first judged scores",
    "entries.daily_cap": "judged entries of a team per UTC day that earn points; 0 = no cap",
    "entries.cooldown_hours": "least hours between two judgements of a changed claim; 0 = none",
    "entries.licence": "SPDX licences an entry may name; without one its bytes are judged but not released",
    "points.verified": "points for a verified claim",
    "points.falsified": "points for a claim that is falsified and confirmed",
    "points.toy": "points for a claim tested at reduced scale",
    "points.inconclusive": "points for a claim left open",
    "points.diminishing_after": "after this many scoring entries of a team further ones count half; 0 = off",
    "claims.approve": "who lets proposed claims count: person, or anchored (found quotes and numbers are enough)",
    "judging.evidence": "least grade of verified and falsified: E1 result file, E2 recorded run, E3 our re-run",
    "judging.universal_finite_check": "most that a finite check of a universal claim earns: toy or verified",
    "judging.falsified_needs": "what a falsification waits for: second-look or nothing",
    "judging.random_audit": "share of verdicts that a person looks at again, 0 to 1",
    "judging.reader": "who reads: rules (no model), model or person",
    "judging.model.reader": "name of the model; needed when reader is model",
    "judging.model.prosecutor": "name of the model that argues the other side",
    "judging.model.budget_usd": "most that judging may cost in all, US dollars",
    "judging.model.budget_usd_per_day": "most that judging may cost a day, US dollars",
    "judging.model.endpoints": "models by name; for each a table [[judging.model.endpoints]] in the place of this line",
    "board.claim_status": "teams disagree: contested (shown as such) or first-verified (a verified claim stays so)",
    "board.ties": "equal points: fewer-claims (then earlier) or more-logbooks (then name)",
    "board.strength_least": "settled claims a team needs for the strength board",
    "credits.slots": "number of grants; 0 = no programme",
    "credits.value": "value of one grant",
    "credits.pays_for": "what it pays for, in plain words",
    "credits.requests_until": "last instant for a request",
    "credits.reserved_for_members": "whether what is left goes to existing members once the slots are gone",
    "credits.redeem_days": "days after which a grant that is not redeemed expires; 0 = never",
    "awards.key": "short name of the award",
    "awards.title": "its title",
    "awards.amount": "what is given",
    "awards.by": "points (by place) or nomination (of one entry)",
    "appeals.days": "days after the verdict in which an appeal may come; 0 = no appeals",
    "authors.reply_days": "days that authors have to reply",
    "authors.hold_falsified": "whether a confirmed falsification stays off public pages until then",
}

ENDPOINT_KEYS: Final[dict[str, str]] = {
    "judging.model.endpoints.name": "what reader and prosecutor call it; shown on pages",
    "judging.model.endpoints.model": "what its endpoint calls it",
    "judging.model.endpoints.url": "where it is asked; empty: at OPENREPRO_MODEL_URL",
    "judging.model.endpoints.key_env": "name of the environment variable that holds its key, never the key itself",
    "judging.model.endpoints.usd_per_million_in": "price of a million tokens read, US dollars",
    "judging.model.endpoints.usd_per_million_out": "price of a million tokens written, US dollars",
    "judging.model.endpoints.context": "tokens that it takes in all; 0 = not known",
    "judging.model.endpoints.in_flight": "most calls at once, over all workers",
    "judging.model.endpoints.timeout_s": "seconds that one answer may take",
}


def default_toml(profile: str = Profile.STRICT.value) -> str:
    """A rule file that states every default of `profile`, each key with its meaning."""
    return toml_of(rules_named(profile))


def toml_of(rules: Rules) -> str:
    """A rule file that states `rules` in full, each key with its meaning."""
    return HEAD + "\n".join(_lines(rules.as_json(), "")) + "\n"


def _lines(table: Mapping[str, Json], where: str) -> Iterator[str]:
    nested = {key: value for key, value in table.items() if _is_table(value)}
    for key, value in table.items():
        if key not in nested:
            path = f"{where}.{key}" if where else key
            yield f"{key} = {_value(path, value)}  # {_meaning(path)}"
    for key, value in nested.items():
        path = f"{where}.{key}" if where else key
        if isinstance(value, Mapping):
            yield from ("", f"# {SECTIONS[path]}", f"[{path}]", *_lines(value, path))
        elif isinstance(value, Sequence) and not isinstance(value, str):
            yield from ("", f"# {_meaning(path)}")
            for item in value:
                assert isinstance(item, Mapping)
                yield from (f"[[{path}]]", *_lines(item, path))


def _meaning(path: str) -> str:
    return KEYS.get(path) or ENDPOINT_KEYS.get(path) or SECTIONS[path]


def _is_table(value: Json) -> bool:
    if isinstance(value, Mapping):
        return True
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _value(path: str, value: Json) -> str:
    """A value as TOML: instants and amounts bare, texts and lists as JSON writes them."""
    bare = path in ("window.opens", "window.closes", "credits.requests_until", "judging.random_audit")
    if bare or path.startswith("judging.model.budget"):
        return str(value)
    return json.dumps(value, ensure_ascii=False)
