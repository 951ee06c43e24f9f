"""Claims as lists of any shape give them: claim sets, bare claims, or texts by paper with a word on their status."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from openrepro.claims.claim import Claim, ClaimSet
from openrepro.claims.fields import Fault, FaultCode, shown
from openrepro.claims.guessing import guess_kind
from openrepro.claims.spec import parse_claims
from openrepro.severity import Severity

MOST_CLAIMS: Final = 2_000
"""Claims of one paper that are read."""
LONGEST: Final = 20_000


@dataclass(frozen=True, slots=True)
class ListedClaims:
    """The claims of one file by paper; `statuses` are the words on their status, by the id of the claim. Where only
    texts are given, claims are numbered in their order, with a guessed kind."""

    sets: tuple[ClaimSet, ...]
    faults: tuple[Fault, ...] = ()
    statuses: Mapping[str, str] = field(default_factory=dict)


def read_listed(data: bytes, *, suffix: str = ".json") -> ListedClaims:
    """The claims of a file in any shape. Raises OpenReproError when it is neither JSON nor TOML, or holds no claims."""
    texts = _by_paper(data, suffix)
    if texts is None:
        parsed = parse_claims(data, suffix=suffix)
        return ListedClaims(parsed.sets, parsed.faults)
    faults: list[Fault] = []
    statuses: dict[str, str] = {}
    sets = tuple(_set(paper, items, faults, statuses) for paper, items in texts.items())
    return ListedClaims(sets, tuple(faults), statuses)


def _by_paper(data: bytes, suffix: str) -> Mapping[str, list[object]] | None:
    """The lists of an object `{paper: […]}`; None when the file has another shape."""
    if suffix.lower() == ".toml":
        return None
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or not value or {"claims", "sets"} & set(value):
        return None
    return value if all(isinstance(items, list) for items in value.values()) else None


def _set(paper: str, items: list[object], faults: list[Fault], statuses: dict[str, str]) -> ClaimSet:
    claims = tuple(_claims(paper, items, faults, statuses))
    return ClaimSet(paper, claims, [{"id": claim.id, "text": claim.text} for claim in claims])


def _claims(paper: str, items: list[object], faults: list[Fault], statuses: dict[str, str]) -> Iterator[Claim]:
    if len(items) > MOST_CLAIMS:
        text = f"The paper has {len(items):,} claims; only the first {MOST_CLAIMS:,} were read."
        faults.append(Fault(paper, FaultCode.TOO_LONG, text, Severity.SERIOUS))
    for number, item in enumerate(items[:MOST_CLAIMS], start=1):
        claim_id = f"{paper}.c{number}"
        fields = item if isinstance(item, Mapping) else {"text": item}
        text, quote, status = (_text(fields.get(key)) for key in ("text", "quote", "status"))
        if not text:
            told = f"It is {shown(fields.get('text'))}, no text of at most {LONGEST:,} characters; it was left out."
            faults.append(Fault(claim_id, FaultCode.NO_TEXT, told, Severity.SERIOUS))
            continue
        if status:
            statuses[claim_id] = status
        yield Claim(claim_id, guess_kind(text), text, quote or None, specified=False)


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) and len(value) <= LONGEST else ""
