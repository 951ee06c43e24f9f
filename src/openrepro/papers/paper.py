"""What a paper is here, and the names it goes by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from openrepro.ids import Json


class AliasKind(StrEnum):
    """Which numbering a name belongs to."""

    OPENREVIEW = "openreview"
    ARXIV = "arxiv"
    EVENT = "event"
    ORAL = "oral"
    SUBMISSION = "submission"
    CURATED = "curated"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a paper. Names are compared exactly; what differs in case only is reported, never taken."""

    name: str
    kind: AliasKind


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper. `id` is canonical (`[A-Za-z0-9_-]+`); empty strings are unknown. `facts` keeps what else a source
    said, as JSON. `sources` names the source of each field that is not from `source`."""

    id: str
    title: str
    authors: tuple[str, ...] = ()
    area: str = ""
    subarea: str = ""
    presentation: str = ""
    award: str = ""
    arxiv: str = ""
    code_url: str = ""
    abstract: str = ""
    aliases: tuple[Alias, ...] = ()
    source: str = ""
    facts: Mapping[str, Json] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)


class Match(StrEnum):
    """What came of looking a name up."""

    FOUND = "found"
    UNKNOWN = "unknown"
    AMBIGUOUS = "ambiguous"
    SEVERAL = "several"
    NONE_GIVEN = "none given"


@dataclass(frozen=True, slots=True)
class Resolution:
    """The paper that the names of an entry lead to. `paper` is set only when `match` is FOUND; `sentence` says to the
    owner what is wrong and names the nearest paper; `nearest` are ids to offer."""

    match: Match
    paper: str = ""
    sentence: str = ""
    nearest: tuple[str, ...] = ()
