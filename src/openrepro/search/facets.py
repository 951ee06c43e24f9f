"""Filters: which papers have which trait, and how many of those found have it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from openrepro.search.bits import all_of, bits_of


@dataclass(frozen=True, slots=True)
class Facets:
    """The papers (as bits) of every value of every trait. A paper may have several values of one trait, or none."""

    size: int = 0
    traits: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    def bits(self, trait: str, value: str) -> int:
        return self.traits.get(trait, {}).get(value, 0)

    def matching(self, found: int, chosen: Mapping[str, str], *, but: str = "") -> int:
        """Of `found` those that have every chosen value; the choice of the trait `but` is left aside."""
        for trait, value in chosen.items():
            if trait != but:
                found &= self.bits(trait, value)
        return found

    def counts(self, found: int, chosen: Mapping[str, str]) -> Mapping[str, Mapping[str, int]]:
        """How many would be shown for every value of every trait, the choices of the other traits kept."""
        whole = self.matching(found, chosen)
        counted = {}
        for trait, values in self.traits.items():
            rest = self.matching(found, chosen, but=trait) if trait in chosen else whole
            counted[trait] = {value: (rest & bits).bit_count() for value, bits in values.items()}
        return counted

    @property
    def everything(self) -> int:
        return all_of(self.size)


def facets_of(size: int, columns: Mapping[str, Sequence[Iterable[str]]]) -> Facets:
    """The filters of `size` papers; `columns` has the values of each paper by trait."""
    return Facets(size, {trait: _values(size, column) for trait, column in columns.items()})


def _values(size: int, column: Sequence[Iterable[str]]) -> Mapping[str, int]:
    members: dict[str, list[int]] = {}
    for number, values in enumerate(column):
        for value in values:
            members.setdefault(value, []).append(number)
    return {value: bits_of(numbers, size) for value, numbers in sorted(members.items())}
