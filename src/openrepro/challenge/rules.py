"""The rule file: every window, tag, point and prize of a challenge, and nothing of it anywhere else."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from openrepro.evidence.model import Grade


class Profile(StrEnum):
    STRICT = "strict"
    ICML_2026 = "icml-2026"


@dataclass(frozen=True, slots=True)
class Window:
    opens: datetime
    closes: datetime
    late: str = "list"


@dataclass(frozen=True, slots=True)
class EntryRules:
    tag: str
    paper_tag: str
    one_scoring_entry: str
    daily_cap: int
    cooldown_hours: int
    licence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Points:
    verified: int
    falsified: int
    toy: int
    inconclusive: int = 0
    diminishing_after: int = 0


@dataclass(frozen=True, slots=True)
class JudgingRules:
    """`evidence`: the least grade of verified and falsified. `universal_finite_check`: "toy" or "verified".
    `falsified_needs`: "second-look" or "nothing"."""

    evidence: Grade
    universal_finite_check: str
    falsified_needs: str
    random_audit: str = "0.03"
    reader: str = "rules"
