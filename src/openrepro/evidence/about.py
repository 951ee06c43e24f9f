"""Which passages of an entry are about which claim: by the claim's words first, by the entry's own numbering second."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from openrepro.claims.claim import Claim, ClaimSet
from openrepro.evidence.passages import Passage, Shape
from openrepro.evidence.words import coverage, weights, words
from openrepro.logbooks.logbook import PageRole

RESTATES = 0.6
"""A passage with this share of a claim's words, weighted, restates it."""
LEAD = 0.12
"""… when no other claim of the set comes nearer than this."""
MENTIONS = 0.5
FEW_WORDS = 3


@dataclass(frozen=True, slots=True)
class About:
    """What an entry says about one claim.

    `passages` are the passages under the claim's number or that restate it. `restated` says that some passage
    restates the claim in words. `numbers` are the entry's own numbers for it. `numbered` counts how many claims of
    the set the entry numbers or restates. `nearness` is the largest share of the claim's words, weighted, that one
    page or record holds.
    """

    passages: tuple[Passage, ...]
    restated: bool
    numbers: frozenset[int]
    numbered: int
    restating_files: frozenset[str] = frozenset()
    nearness: float = 0.0


def about(claims: ClaimSet, passages: tuple[Passage, ...]) -> Mapping[str, About]:
    """For each claim id of `claims`, what the entry says about it."""
    weight = weights(claim.text for claim in claims.claims)
    wanted = {claim.id: words(claim.text) for claim in claims.claims}
    nearest = [_nearest(words(passage.text), wanted, weight) for passage in passages]
    numbers = _numbering(claims, passages, nearest)
    restating = {
        claim.id: [passage for passage, near in zip(passages, nearest, strict=True) if near == claim.id]
        for claim in claims.claims
    }
    pages = _pages(passages)
    numbered = sum(bool(restating[claim.id]) or bool(numbers[claim.id]) for claim in claims.claims)
    return {
        claim.id: replace(
            _gather(claim, passages, numbers[claim.id], restating[claim.id], numbered),
            nearness=max((coverage(wanted[claim.id], page, weight) for page in pages), default=0.0),
        )
        for claim in claims.claims
    }


def _pages(passages: tuple[Passage, ...]) -> list[frozenset[str]]:
    """The words of each page, and of each record."""
    texts: dict[str, set[str]] = {}
    for passage in passages:
        texts.setdefault(passage.page, set()).update(words(passage.text))
    return [frozenset(found) for found in texts.values()]


def _nearest(found: frozenset[str], wanted: Mapping[str, frozenset[str]], weight: Mapping[str, float]) -> str | None:
    """The claim a passage restates: enough of its words, and clearly more than of any other claim."""
    if len(found) < FEW_WORDS:
        return None
    ranked = sorted(((coverage(target, found, weight), claim) for claim, target in wanted.items()), reverse=True)
    if not ranked or ranked[0][0] < RESTATES:
        return None
    if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < LEAD:
        return None
    return ranked[0][1]


def _numbering(
    claims: ClaimSet, passages: tuple[Passage, ...], nearest: list[str | None]
) -> Mapping[str, frozenset[int]]:
    """The entry's own numbers per claim: learnt from numbered passages that restate a claim, else the claim's own."""
    votes: dict[int, Counter[str]] = {}
    used: set[int] = set()
    for passage, claim in zip(passages, nearest, strict=True):
        used |= passage.numbers
        if claim is not None and len(passage.numbers) == 1:
            votes.setdefault(next(iter(passage.numbers)), Counter())[claim] += 1
    learnt = {number: counter.most_common(1)[0][0] for number, counter in votes.items()}
    return {claim.id: _own(claim, learnt, used) for claim in claims.claims}


def _own(claim: Claim, learnt: Mapping[int, str], used: set[int]) -> frozenset[int]:
    found = frozenset(number for number, owner in learnt.items() if owner == claim.id)
    default = claim.number
    if not found and default is not None and default in used and default not in learnt:
        return frozenset({default})
    return found


def _gather(
    claim: Claim, passages: tuple[Passage, ...], numbers: frozenset[int], restating: list[Passage], numbered: int
) -> About:
    near = {id(passage) for passage in restating}
    pages = {passage.page for passage in restating if _owns_page(passage)}
    chosen = tuple(
        passage
        for passage in passages
        if id(passage) in near or passage.numbers & numbers or (passage.page in pages and not passage.numbers)
    )
    return About(chosen, bool(restating), numbers, numbered, frozenset(pages))


def _owns_page(passage: Passage) -> bool:
    """Whether a restating passage makes its whole page one about the claim: its heading, or a claim page's opening."""
    return passage.role is PageRole.CLAIM or (passage.shape is Shape.HEADING and passage.role is PageRole.OTHER)
