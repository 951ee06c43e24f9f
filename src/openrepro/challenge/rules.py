"""The rule file: every window, tag, point and prize of a challenge, and nothing of it anywhere else."""

import re
from dataclasses import dataclass, field, fields, is_dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from openrepro.challenge.models import check_models, endpoint_of
from openrepro.challenge.sections import (
    Appeals,
    Approval,
    AuthorRules,
    Award,
    AwardBy,
    BoardRules,
    ClaimRules,
    ClaimStatus,
    Credits,
    EntryRules,
    EvidenceGrade,
    FalsifiedNeeds,
    FiniteCheck,
    JudgingRules,
    Late,
    ModelEndpoint,
    ModelRules,
    Points,
    Profile,
    ReaderKind,
    ScoringEntry,
    Ties,
    Window,
)
from openrepro.challenge.table import Table, one_of, shown
from openrepro.errors import OpenReproError
from openrepro.grades import Grade
from openrepro.ids import Json, digest

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = [
    "PROFILES",
    "SCHEMA",
    "Appeals",
    "Approval",
    "AuthorRules",
    "Award",
    "AwardBy",
    "BoardRules",
    "ClaimRules",
    "ClaimStatus",
    "Credits",
    "EntryRules",
    "FalsifiedNeeds",
    "FiniteCheck",
    "JudgingRules",
    "Late",
    "ModelEndpoint",
    "ModelRules",
    "Points",
    "Profile",
    "ReaderKind",
    "Rules",
    "ScoringEntry",
    "Ties",
    "Window",
    "load_rules",
    "rules_named",
]

SCHEMA: Final = "openrepro.challenge/1"
SLUG: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
AMOUNTS: Final[dict[str, int | None]] = {"random_audit": 1, "budget_usd": None, "budget_usd_per_day": None}
MAY_BE_EMPTY: Final = frozenset({"not_certified_by", "reader", "prosecutor", "pays_for"})
FIRST_PLACE: Final = (Award("first", "First place", "USD 2000"),)

Section = TypeVar("Section", bound="DataclassInstance")


@dataclass(frozen=True, slots=True)
class Rules:
    """A whole rule file; the defaults are the strict profile."""

    name: str = "Demo 2026"
    slug: str = "demo-2026"
    profile: Profile = Profile.STRICT
    not_certified_by: str = "the conference"
    window: Window = field(default_factory=Window)
    entries: EntryRules = field(default_factory=EntryRules)
    points: Points = field(default_factory=Points)
    claims: ClaimRules = field(default_factory=ClaimRules)
    judging: JudgingRules = field(default_factory=JudgingRules)
    board: BoardRules = field(default_factory=BoardRules)
    credits: Credits = field(default_factory=Credits)
    awards: tuple[Award, ...] = FIRST_PLACE
    appeals: Appeals = field(default_factory=Appeals)
    authors: AuthorRules = field(default_factory=AuthorRules)

    def as_json(self) -> dict[str, Json]:
        """The rules in the shape of `challenge.toml`; instants in UTC, amounts as decimal strings."""
        return {"schema": SCHEMA} | {item.name: _plain(getattr(self, item.name)) for item in fields(self)}

    @property
    def digest(self) -> str:
        """The SHA-256 of the canonical JSON of the rules, in hex: the name of this version."""
        return digest(self.as_json())


def _plain(value: object) -> Json:
    if is_dataclass(value):
        return {item.name: _plain(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, Grade):
        return value.name
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, bool | int):
        return value
    return str(value)


def _icml_2026() -> Rules:
    """The rules of the ICML-2026 event. Its judge asked for no recorded run, so `evidence` is E1: the lowest
    grade a rule file may name, since a result that is only said (E0) is inconclusive under any rules."""
    return Rules(
        name="ICML 2026 open reproduction",
        slug="icml-2026",
        profile=Profile.ICML_2026,
        not_certified_by="ICML",
        entries=EntryRules(tag="icml2026-repro", daily_cap=0, cooldown_hours=0, licence=()),
        judging=JudgingRules(
            evidence=Grade.E1,
            universal_finite_check=FiniteCheck.VERIFIED,
            falsified_needs=FalsifiedNeeds.NOTHING,
            random_audit="0",
            reader=ReaderKind.MODEL,
        ),
        board=BoardRules(claim_status=ClaimStatus.FIRST_VERIFIED, ties=Ties.MORE_LOGBOOKS),
        awards=(
            Award("first", "First place", "USD 2000"),
            Award("second", "Second place", "USD 1000"),
            Award("human-in-the-loop", "Best human in the loop", "USD 500", AwardBy.NOMINATION),
            Award("falsification", "Best falsification", "USD 500", AwardBy.NOMINATION),
            Award("sponsor-1", "Sponsor's first prize", "USD 350", AwardBy.NOMINATION),
            Award("sponsor-2", "Sponsor's second prize", "USD 100", AwardBy.NOMINATION),
            Award("sponsor-3", "Sponsor's third prize", "USD 50", AwardBy.NOMINATION),
        ),
        appeals=Appeals(days=0),
        authors=AuthorRules(reply_days=14, hold_falsified=False),
    )


PROFILES: Final[dict[str, Rules]] = {
    Profile.STRICT.value: Rules(),
    Profile.ICML_2026.value: _icml_2026(),
}


def load_rules(data: bytes) -> Rules:
    """The rules that a `challenge.toml` states; what it leaves out comes from its profile.

    Raises OpenReproError with one sentence that names the key and says what is allowed.
    """
    top = Table(_parsed(data))
    if top.has("schema") and top.value("schema") != SCHEMA:
        raise top.refuse("schema", f'"{SCHEMA}"')
    profile = top.choice("profile", Profile) if top.has("profile") else Profile.STRICT
    rules = _section(top, PROFILES[profile.value])
    _check(rules)
    return rules


def rules_named(source: str | bytes) -> Rules:
    """The rules of a profile, by its name, or those that the bytes of a rule file state."""
    if isinstance(source, bytes):
        return load_rules(source)
    if source not in PROFILES:
        raise OpenReproError(
            f"There are no rules named {shown(source)}; the profiles are {one_of(PROFILES)}.",
            hint="Name a profile, or give the path of a challenge.toml.",
        )
    return PROFILES[source]


def _parsed(data: bytes) -> dict[str, object]:
    import tomllib  # only a rule file needs it, and commands start often

    try:
        return tomllib.loads(data.decode("utf-8-sig"), parse_float=Decimal)
    except UnicodeDecodeError as fault:
        raise OpenReproError(f"The rule file is not UTF-8 text (byte {fault.start}).") from None
    except RecursionError:
        raise OpenReproError("The rule file is nested too deeply to be read.") from None
    except ArithmeticError:
        raise OpenReproError("The rule file has a number that is out of range.") from None
    except ValueError as fault:
        raise OpenReproError(f"The rule file is not valid TOML: {fault}.") from None


def _taken(table: Table, key: str, default: object) -> object:
    """The value of `key`, read as what its default is; the default itself when the key is absent."""
    if not table.has(key):
        return default
    if is_dataclass(default) and not isinstance(default, type):
        return _section(table.table(key), default)
    if isinstance(default, StrEnum):
        return table.choice(key, type(default))
    if isinstance(default, Grade):
        return Grade[table.choice(key, EvidenceGrade).value]
    if isinstance(default, datetime):
        return table.instant(key)
    if isinstance(default, bool):
        return table.flag(key)
    if isinstance(default, int):
        return table.whole(key)
    return _taken_text(table, key, default)


def _taken_text(table: Table, key: str, default: object) -> object:
    if key == "awards":
        return table.each(key, _award)
    if key == "endpoints":
        return table.each(key, endpoint_of)
    if key in AMOUNTS:
        return table.amount(key, most=AMOUNTS[key])
    return table.texts(key) if isinstance(default, tuple) else table.text(key, empty=key in MAY_BE_EMPTY)


def _section(table: Table, base: Section) -> Section:
    section = replace(base, **{item.name: _taken(table, item.name, getattr(base, item.name)) for item in fields(base)})
    table.end()
    return section


def _award(table: Table) -> Award:
    by = table.choice("by", AwardBy) if table.has("by") else AwardBy.POINTS
    award = Award(
        table.text("key", empty=False), table.text("title", empty=False), table.text("amount", empty=False), by
    )
    table.end()
    return award


def _check(rules: Rules) -> None:
    window = rules.window
    if window.closes <= window.opens:
        raise OpenReproError(
            f"window.closes ({_plain(window.closes)}) is not after window.opens ({_plain(window.opens)}); "
            "it must be later."
        )
    if not SLUG.fullmatch(rules.slug):
        raise OpenReproError(
            f"slug is {shown(rules.slug)}; it must be 1 to 63 small letters, digits or hyphens, no hyphen at an end."
        )
    if "{id}" not in rules.entries.paper_tag:
        raise OpenReproError(
            f'entries.paper_tag is {shown(rules.entries.paper_tag)}; it must contain "{{id}}" for the paper.'
        )
    check_models(rules.judging.model, rules.judging.reader)
    keys = [award.key for award in rules.awards]
    for key in keys:
        if keys.count(key) > 1:
            raise OpenReproError(f"awards has the key {shown(key)} more than once; each award needs its own.")
