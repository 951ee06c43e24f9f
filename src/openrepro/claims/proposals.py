"""Proposals: claims that code or a model suggests, and what becomes of them before any of them counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from openrepro.claims.anchoring import Anchor, AnchorFault
from openrepro.claims.canonical import claim_json
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.claims.likeness import key_of
from openrepro.ids import Json, digest
from openrepro.papers.text import PaperText
from openrepro.visible import visible

LONGEST_NEAR: Final = 600
HARMLESS: Final = (AnchorFault.OTHER_FILE, AnchorFault.WRONG_LOCATOR, AnchorFault.LABEL_UNKNOWN)
"""What a proposal may have: its quote stands in the paper all the same."""
QUARANTINING: Final = (AnchorFault.QUOTE_MISSING,)
"""What quarantines a claim in force."""


class ProposalState(StrEnum):
    """`quarantined`: its quote or its numbers do not stand in the paper, so it cannot be approved as it is."""

    PROPOSED = "proposed"
    QUARANTINED = "quarantined"
    APPROVED = "approved"
    REJECTED = "rejected"

    @property
    def open(self) -> bool:
        return self in (ProposalState.PROPOSED, ProposalState.QUARANTINED)


class ProposalSource(StrEnum):
    CODE = "code"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A suggested claim. `why` says why it was chosen, `faults` what keeps it in quarantine, `nearest` is the passage
    nearest to a quote that was not found. The claim's id counts for nothing: it is given one when it is approved."""

    claim: Claim
    state: ProposalState
    version: str
    sha256: str
    source: ProposalSource
    why: str = ""
    faults: tuple[str, ...] = ()
    nearest: str = ""
    model: str = ""
    prompt: str = ""

    @property
    def digest(self) -> str:
        """The same for the same words and quote, whoever suggests them."""
        return digest([key_of(self.claim.text), key_of(self.claim.quote or "")])

    def as_json(self) -> dict[str, Json]:
        return {
            "state": self.state.value,
            "source": self.source.value,
            "why": self.why,
            "faults": list(self.faults),
            "nearest": self.nearest or None,
            "version": self.version,
            "sha256": self.sha256,
            "model": self.model or None,
            "prompt": self.prompt or None,
            "claim": claim_json(self.claim),
        }


def weighed(proposal: Proposal, anchor: Anchor, text: PaperText, also: Sequence[str] = ()) -> Proposal:
    """The proposal in the state that its anchor in the paper's text, and `also` other faults, put it in."""
    faults = tuple([one.text for one in anchor.faults if one.code not in HARMLESS] + list(also))
    state = ProposalState.QUARANTINED if faults else ProposalState.PROPOSED
    return replace(proposal, state=state, faults=faults, nearest=nearest_of(anchor, text))


def nearest_of(anchor: Anchor, text: PaperText) -> str:
    """The passage nearest to a quote that was not found, on one line; empty where there is none."""
    if anchor.nearest is None:
        return ""
    span = anchor.nearest.place.span
    return " ".join(visible(text.text[span.start : min(span.end, span.start + LONGEST_NEAR)]).split())


def with_added(held: ClaimSet | None, paper: str, claims: Sequence[Claim], numbers: Sequence[int]) -> ClaimSet:
    """The next version of a paper's claims: those in force as they are, then `claims` with these numbers."""
    added = [renamed(claim, f"{paper}.c{number}") for claim, number in zip(claims, numbers, strict=True)]
    before = () if held is None else held.claims
    kept: list[Json] = list(held.source) if held is not None and isinstance(held.source, list) else []
    source: Json = [*kept, *(claim_json(claim) for claim in added)]
    if held is None:
        return ClaimSet(paper, tuple(added), source)
    return replace(held, claims=(*before, *added), source=source)


def renamed(claim: Claim, name: str) -> Claim:
    """The claim, with its parts, under another id."""
    parts = tuple(renamed(part, name + part.id.removeprefix(claim.id)) for part in claim.conjuncts)
    return replace(claim, id=name, conjuncts=parts)


def next_number(sets: Sequence[ClaimSet]) -> int:
    """The first number that no claim of any version has had."""
    return max((claim.number or 0 for held in sets for claim in held.claims), default=0) + 1


def counted(states: Mapping[str, int]) -> dict[str, Json]:
    """How many proposals there are in each state, all named."""
    return {state.value: states.get(state.value, 0) for state in ProposalState}
