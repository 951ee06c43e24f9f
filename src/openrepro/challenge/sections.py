"""The sections of a rule file, one frozen dataclass each, with the defaults of the strict profile."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from openrepro.grades import Grade


class Profile(StrEnum):
    """A named set of defaults: our own rules, or those of the ICML-2026 event so that it can be replayed."""

    STRICT = "strict"
    ICML_2026 = "icml-2026"


class Late(StrEnum):
    """What becomes of an entry made after the close: listed without points, or not shown at all."""

    LIST = "list"
    REJECT = "reject"


class ScoringEntry(StrEnum):
    """Which entry of a team on a paper scores; there is one answer, and ties go to the earlier created."""

    FIRST_JUDGED = "first-judged"


class EvidenceGrade(StrEnum):
    """The grades that a rule file may ask of verified and falsified; what is only said (E0) never suffices."""

    E1 = "E1"
    E2 = "E2"
    E3 = "E3"


class FiniteCheck(StrEnum):
    """The most that a finite check of a universal claim can earn."""

    TOY = "toy"
    VERIFIED = "verified"


class FalsifiedNeeds(StrEnum):
    """What a falsification waits for before it counts."""

    SECOND_LOOK = "second-look"
    NOTHING = "nothing"


class ReaderKind(StrEnum):
    """Who fills the form about a claim."""

    RULES = "rules"
    MODEL = "model"
    PERSON = "person"


class ClaimStatus(StrEnum):
    """How verdicts of several teams on one claim fold: a disagreement is shown, or the first verified wins."""

    CONTESTED = "contested"
    FIRST_VERIFIED = "first-verified"


class Ties(StrEnum):
    """Who stands first among equal points: fewer judged claims, then earlier; or more logbooks, then name."""

    FEWER_CLAIMS = "fewer-claims"
    MORE_LOGBOOKS = "more-logbooks"


class Approval(StrEnum):
    """Who lets a proposed claim count: a person always, or the rule that its quote and its numbers were found."""

    PERSON = "person"
    ANCHORED = "anchored"


class AwardBy(StrEnum):
    """How an award is given: by place on the points board, or by nomination of one entry."""

    POINTS = "points"
    NOMINATION = "nomination"


@dataclass(frozen=True, slots=True)
class Window:
    """When entries count: revisions seen in `[opens, closes]`, both instants with an offset."""

    opens: datetime = datetime(2026, 7, 15, 15, 30, tzinfo=UTC)
    closes: datetime = datetime(2026, 8, 3, 11, 59, 59, tzinfo=UTC)
    late: Late = Late.LIST


@dataclass(frozen=True, slots=True)
class EntryRules:
    """How an entry is found and which ones score. `daily_cap` counts judged entries of a team per UTC day
    (0 = no cap); `cooldown_hours` is the least time between two judgements of one changed claim."""

    tag: str = "demo2026-repro"
    paper_tag: str = "paper-{id}"
    one_scoring_entry: ScoringEntry = ScoringEntry.FIRST_JUDGED
    daily_cap: int = 20
    cooldown_hours: int = 6
    licence: tuple[str, ...] = ("CC-BY-4.0", "CC0-1.0", "MIT", "Apache-2.0")


@dataclass(frozen=True, slots=True)
class Points:
    """Points per claim and label. After a team's `diminishing_after`-th scoring entry (0 = off) every further
    entry counts half its points, rounded down."""

    verified: int = 2
    falsified: int = 2
    toy: int = 1
    inconclusive: int = 0
    diminishing_after: int = 0


@dataclass(frozen=True, slots=True)
class ModelEndpoint:
    """A model by the name that `reader` and `prosecutor` use. Without `url` it is asked at the address that the
    environment gives. `key_env` is the name of the variable that holds the key, never the key. Prices are decimal
    strings; `context` is how many tokens it takes, 0 where that is not known."""

    name: str
    model: str
    url: str = ""
    key_env: str = ""
    usd_per_million_in: str = "0"
    usd_per_million_out: str = "0"
    context: int = 0
    in_flight: int = 8
    timeout_s: int = 180


@dataclass(frozen=True, slots=True)
class ModelRules:
    """The model reader, its opponent, what they may cost in US dollars (decimal strings), and where they are asked."""

    reader: str = ""
    prosecutor: str = ""
    budget_usd: str = "200"
    budget_usd_per_day: str = "50"
    endpoints: tuple[ModelEndpoint, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgingRules:
    """`evidence` is the least grade of verified and falsified (E1, E2 or E3); `random_audit` the share of
    verdicts a person looks at again, a decimal string between 0 and 1."""

    evidence: Grade = Grade.E2
    universal_finite_check: FiniteCheck = FiniteCheck.TOY
    falsified_needs: FalsifiedNeeds = FalsifiedNeeds.SECOND_LOOK
    random_audit: str = "0.03"
    reader: ReaderKind = ReaderKind.RULES
    model: ModelRules = ModelRules()


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """Who approves of claims that code or a model found in a paper."""

    approve: Approval = Approval.PERSON


@dataclass(frozen=True, slots=True)
class BoardRules:
    """How verdicts fold into states and ranks. `strength_least` is how many settled claims a team needs to
    stand on the strength board."""

    claim_status: ClaimStatus = ClaimStatus.CONTESTED
    ties: Ties = Ties.FEWER_CLAIMS
    strength_least: int = 10


@dataclass(frozen=True, slots=True)
class Credits:
    """A programme of `slots` grants of one `value`, and what they pay for in plain words. A grant that is not redeemed
    within `redeem_days` goes on to who waits (0: it does not expire)."""

    slots: int = 750
    value: str = "USD 20"
    pays_for: str = "compute jobs, not language-model tokens"
    requests_until: datetime = datetime(2026, 7, 31, 23, 59, 59, tzinfo=UTC)
    reserved_for_members: bool = True
    redeem_days: int = 30


@dataclass(frozen=True, slots=True)
class Award:
    """One prize: its key, title, amount as text, and how it is given."""

    key: str
    title: str
    amount: str
    by: AwardBy = AwardBy.POINTS


@dataclass(frozen=True, slots=True)
class Appeals:
    """An appeal must come within `days` of the verdict; 0 means that there are no appeals."""

    days: int = 7


@dataclass(frozen=True, slots=True)
class AuthorRules:
    """How long authors have to reply, and whether a confirmed falsification is held back until then."""

    reply_days: int = 14
    hold_falsified: bool = True
