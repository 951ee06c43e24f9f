"""Which passages of an entry are about which claim: by the claim's words first, by the entry's own numbering second."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from openrepro.claims.claim import Claim, ClaimSet
from openrepro.evidence.passages import Passage, Shape
from openrepro.evidence.words import coverage, weights, words
from openrepro.logbooks.logbook import Address, PageRole

RESTATES = 0.6
"""A passage with this share of a claim's words, weighted, restates it."""
LEAD = 0.12
"""… when no other claim of the set comes nearer than this."""
HALF = 0.5
ROUNDING = 0.01
"""What is taken off a share before it is used to leave texts out, so that rounding leaves none out."""
FEW_WORDS = 3
MOST_OWN = 20_000
"""Passages that are read for all claims together, those about several counted for each; not fewer than
`LEAST_OWN` for one claim."""
LEAST_OWN = 300


@dataclass(frozen=True, slots=True)
class About:
    """What an entry says about one claim.

    `passages` are the passages under the claim's number or that restate it. `restated` says that some passage
    restates the claim in words. `numbers` are the entry's own numbers for it. `numbered` counts how many claims of
    the set the entry numbers or restates. `nearness` is the largest share of the claim's words, weighted, that one
    page or record holds, where no passage is about the claim; shares far below a half are told as 0. `unread` are
    passages about the claim beyond the bounds.
    """

    passages: tuple[Passage, ...]
    restated: bool
    numbers: frozenset[int]
    numbered: int
    restating_files: frozenset[str] = frozenset()
    nearness: float = 0.0
    unread: tuple[Address, ...] = ()


def about(claims: ClaimSet, passages: tuple[Passage, ...]) -> Mapping[str, About]:
    """For each claim id of `claims`, what the entry says about it."""
    texts = _Texts({claim.id: words(claim.text) for claim in claims.claims})
    nearest = [texts.restated_by(passage.words) for passage in passages]
    numbers = _numbering(claims, passages, nearest)
    restating: dict[str, list[int]] = {claim.id: [] for claim in claims.claims}
    for place, near in enumerate(nearest):
        if near is not None:
            restating[near].append(place)
    numbered = sum(bool(restating[claim.id]) or bool(numbers[claim.id]) for claim in claims.claims)
    order = _Order(passages, max(LEAST_OWN, MOST_OWN // max(1, len(claims.claims))))
    found = {claim.id: order.gather(numbers[claim.id], restating[claim.id], numbered) for claim in claims.claims}
    return _with_nearness(found, texts, passages)


def _with_nearness(found: Mapping[str, About], texts: "_Texts", passages: tuple[Passage, ...]) -> Mapping[str, About]:
    """How near the pages come to each claim that no passage is about; the others are not asked for it."""
    if all(own.passages for own in found.values()):
        return found
    pages = _Pages(passages)
    return {
        claim: own if own.passages else replace(own, nearness=pages.nearness(texts, claim))
        for claim, own in found.items()
    }


class _Texts:
    """The claims by their words. Claims of the same words are one text that no passage can tell apart.

    A passage is compared only with texts of which it holds a telling word: without any it covers too little.
    """

    def __init__(self, wanted: Mapping[str, frozenset[str]]) -> None:
        self.wanted = wanted
        self.weight = weights(wanted.values())
        self._claims: dict[frozenset[str], list[str]] = {}
        for claim, text in wanted.items():
            self._claims.setdefault(text, []).append(claim)
        self._by_word: dict[str, list[frozenset[str]]] = {}
        for text in self._claims:
            for word in self.telling(text, RESTATES - LEAD):
                self._by_word.setdefault(word, []).append(text)

    def telling(self, text: frozenset[str], share: float) -> frozenset[str]:
        """Words of `text`, the rarest, of which whatever covers `share` of it must hold one."""
        room = (share - ROUNDING) * sum(self.weight.get(word, 1.0) for word in text)
        common: set[str] = set()
        for word in sorted(text, key=lambda word: (self.weight.get(word, 1.0), word)):
            room -= self.weight.get(word, 1.0)
            if room <= 0:
                break
            common.add(word)
        return text - common

    def restated_by(self, found: frozenset[str]) -> str | None:
        """The claim a passage restates: enough of its words, and clearly more than of any other claim."""
        if len(found) < FEW_WORDS:
            return None
        near = {text for word in found for text in self._by_word.get(word, ())}
        ranked = sorted(((coverage(text, found, self.weight), self._claims[text]) for text in near), reverse=True)
        if not ranked or ranked[0][0] < RESTATES or len(ranked[0][1]) > 1:
            return None
        if len(ranked) > 1 and ranked[0][0] - ranked[1][0] < LEAD:
            return None
        return ranked[0][1][0]


class _Pages:
    """The words of each page, and of each record, and which pages hold a word."""

    def __init__(self, passages: tuple[Passage, ...]) -> None:
        self._words: dict[str, set[str]] = {}
        for passage in passages:
            self._words.setdefault(passage.page, set()).update(passage.words)
        self._holding: dict[str, list[str]] = {}
        for page, found in self._words.items():
            for word in found:
                self._holding.setdefault(word, []).append(page)

    def nearness(self, texts: _Texts, claim: str) -> float:
        """The largest share of the claim's words that one page holds; 0 where that is surely below `HALF`."""
        wanted = texts.wanted[claim]
        pages = {page for word in texts.telling(wanted, HALF) for page in self._holding.get(word, ())}
        return max((coverage(wanted, frozenset(self._words[page]), texts.weight) for page in pages), default=0.0)


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


class _Order:
    """The passages in order, and where those of a number and the unnumbered ones of a page stand."""

    def __init__(self, passages: tuple[Passage, ...], most: int) -> None:
        self._passages = passages
        self._most = most
        self._numbered: dict[int, list[int]] = {}
        self._unnumbered: dict[str, list[int]] = {}
        for place, passage in enumerate(passages):
            for number in passage.numbers:
                self._numbered.setdefault(number, []).append(place)
            if not passage.numbers:
                self._unnumbered.setdefault(passage.page, []).append(place)

    def gather(self, numbers: frozenset[int], restating: list[int], numbered: int) -> About:
        """What is said about the claim of `numbers` that the passages at `restating` restate."""
        pages = {self._passages[place].page for place in restating if _owns_page(self._passages[place])}
        chosen = set(restating)
        chosen.update(place for number in numbers for place in self._numbered.get(number, ()))
        chosen.update(place for page in pages for place in self._unnumbered.get(page, ()))
        passages = tuple(self._passages[place] for place in sorted(chosen))
        read, unread = passages[: self._most], passages[self._most :]
        places = tuple(passage.at for passage in unread)
        return About(read, bool(restating), numbers, numbered, frozenset(pages), unread=places)


def _owns_page(passage: Passage) -> bool:
    """Whether a restating passage makes its whole page one about the claim: its heading, or a claim page's opening."""
    return passage.role is PageRole.CLAIM or (passage.shape is Shape.HEADING and passage.role is PageRole.OTHER)
