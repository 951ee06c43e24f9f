"""The rule file: every window, tag, point and prize of a challenge, and nothing of it anywhere else."""

from dataclasses import dataclass, field, fields, is_dataclass
from datetime import UTC, datetime
from typing import Final

from openrepro.challenge.sections import (
    Appeals,
    AuthorRules,
    Award,
    AwardBy,
    BoardRules,
    ClaimStatus,
    Credits,
    EntryRules,
    FalsifiedNeeds,
    FiniteCheck,
    JudgingRules,
    Late,
    ModelRules,
    Points,
    Profile,
    ReaderKind,
    ScoringEntry,
    Ties,
    Window,
)
from openrepro.grades import Grade
from openrepro.ids import Json, digest

__all__ = [
    "PROFILES",
    "SCHEMA",
    "Appeals",
    "AuthorRules",
    "Award",
    "AwardBy",
    "BoardRules",
    "ClaimStatus",
    "Credits",
    "EntryRules",
    "FalsifiedNeeds",
    "FiniteCheck",
    "JudgingRules",
    "Late",
    "ModelRules",
    "Points",
    "Profile",
    "ReaderKind",
    "Rules",
    "ScoringEntry",
    "Ties",
    "Window",
]

SCHEMA: Final = "openrepro.challenge/1"
FIRST_PLACE: Final = (Award("first", "First place", "USD 2000"),)


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
