"""Which runs and result files stand behind a claim, and so the best grade of its evidence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from openrepro.claims.claim import Claim
from openrepro.evidence.about import About
from openrepro.evidence.enclosing import Enclosing
from openrepro.evidence.model import Grade, Result, Run, Source
from openrepro.evidence.numerals import significant_digits
from openrepro.evidence.passages import Passage, Shape, subjects
from openrepro.evidence.quantities import numerals
from openrepro.evidence.words import words
from openrepro.logbooks.logbook import Address, Logbook

TELLING_DIGITS = 3
LEAST_NUMBERS = 2
"""Numbers of a record, or cited numbers found in a file or output, that make it evidence of the claim."""
SPEAKS_OF = 0.4
"""The share of a claim's words in a run's output from which the run may be about the claim."""
LONGEST_OUTPUT = 20_000
FEW_WORDS = 8


@dataclass(frozen=True, slots=True)
class Support:
    """The runs behind a claim, and the best grade; None when nothing of the entry is about the claim.

    `unattributed` is evidence that may be about the claim although nothing says so: with it, a claim that shows no
    evidence of its own is not known to be only said.
    """

    runs: tuple[Run, ...]
    grade: Grade | None
    unattributed: tuple[Address, ...] = ()


@dataclass(frozen=True)
class Standing:
    """A run and what is asked of it for every claim: the claim numbers that its cell or page names, what it shows."""

    run: Run
    named: frozenset[int]
    has_output: bool
    spoken_for: bool
    """Whether it declares results for claims by id, so that it is about those."""

    @cached_property
    def shown(self) -> frozenset[str]:
        """The numbers of its outputs that are telling."""
        numbers = (number for output in self.run.outputs for number in numerals(output.text))
        return frozenset(number for number in numbers if significant_digits(number) >= TELLING_DIGITS)

    @cached_property
    def _text(self) -> str:
        return " ".join(output.text[:LONGEST_OUTPUT] for output in self.run.outputs)

    @cached_property
    def speaks_of(self) -> frozenset[int]:
        """The claim numbers that its outputs name."""
        return subjects(self._text)

    @cached_property
    def words(self) -> frozenset[str]:
        return words(self._text)


@dataclass(frozen=True, slots=True)
class Backing:
    """The runs and results that may stand behind claims, prepared once per logbook.

    `declared` are the results by the claim they name. `filed` are the values of result files, `outside` those results
    of files that stand in no part about one claim; `has_records` says whether there are such parts.
    """

    runs: tuple[Standing, ...]
    declared: Mapping[str, tuple[Result, ...]]
    filed: frozenset[str]
    outside: tuple[Result, ...]
    has_records: bool


def backing_of(
    logbook: Logbook, runs: tuple[Run, ...], passages: tuple[Passage, ...], results: tuple[Result, ...]
) -> Backing:
    """What is asked of all runs and results for every claim alike."""
    pages = {page.file: frozenset(page.claims) for page in reversed(logbook.pages)}
    declared: dict[str, list[Result]] = {}
    for item in results:
        if item.claim is not None:
            declared.setdefault(item.claim, []).append(item)
    spoken_for = {item.run for group in declared.values() for item in group}
    filed = [item for item in results if item.source is Source.FILE and item.grade >= Grade.E1]
    records = Enclosing([passage.at for passage in passages if passage.shape is Shape.RECORD])
    return Backing(
        runs=tuple(
            Standing(run, subjects(run.title) or pages[run.at.file], _has_output(run), run.at in spoken_for)
            for run in runs
        ),
        declared={claim: tuple(group) for claim, group in declared.items()},
        filed=frozenset(item.value for item in filed),
        outside=tuple(item for item in filed if not records.hold(item.at)),
        has_records=bool(records),
    )


def support_of(claim: Claim, own: About, backing: Backing) -> Support:
    """The support of one claim.

    E2: a recorded run on the claim's own page, a result declared for it by one, or numbers the claim's passages cite
    that stand in a run's output. E1: a part of a result file about the claim that holds numbers, or cited numbers that
    stand in one. E0: words only.
    """
    declared = backing.declared.get(claim.id, ())
    declaring = {item.run for item in declared}
    cited = _cited(own.passages)
    near: list[Standing] = []
    far: list[Standing] = []
    for one in backing.runs:
        (near if _is_near(one, own) or one.run.at in declaring else far).append(one)
    shared = [one for one in far if len(one.shown & cited) >= LEAST_NUMBERS] if len(cited) >= LEAST_NUMBERS else []
    behind = tuple(one.run for one in (*near, *shared))
    grades = [item.grade for item in declared]
    grades += [one.run.grade for one in (*near, *shared) if one.has_output]
    if _filed(own, cited, backing):
        grades.append(Grade.E1)
    if own.passages:
        grades.append(Grade.E0)
    used = {one.run.at for one in shared}
    others = [one for one in far if one.run.at not in used] if used else far
    return Support(behind, max(grades, default=None), _unattributed(claim, own, others, backing))


def _unattributed(claim: Claim, own: About, runs: list[Standing], backing: Backing) -> tuple[Address, ...]:
    """Runs under no claim's number or whose output speaks of this claim, and files that may hold its results.

    Where no passage is about the claim, that is every run that printed something, and every result file.
    """
    target = words(claim.text)
    loud = [one for one in runs if one.has_output]
    if own.passages:
        loud = [one for one in loud if not one.spoken_for and _may_be_about(one, target, own)]
    return tuple(one.run.at for one in loud) + _unattributed_files(target, own, backing)


def _unattributed_files(target: frozenset[str], own: About, backing: Backing) -> tuple[Address, ...]:
    """Result files with no part per claim, those that hold numbers which the claim's passages cite, and all where its
    passages say no more than the claim itself."""
    if not backing.outside:
        return ()
    if backing.has_records and not _says_little(target, own):
        cited = _cited(own.passages, least_digits=2)
        shown = {item.value for item in backing.outside} & cited if len(cited) >= LEAST_NUMBERS else cited
        if len(shown) < LEAST_NUMBERS:
            return ()
    return tuple(dict.fromkeys(Address(item.at.file, 0, 0) for item in backing.outside))


def _says_little(target: frozenset[str], own: About) -> bool:
    """Whether the claim's passages hold hardly a word beyond the claim's own."""
    said: set[str] = set()
    for passage in own.passages:
        said |= passage.words - target
        if len(said) >= FEW_WORDS:
            return False
    return True


def _may_be_about(one: Standing, target: frozenset[str], own: About) -> bool:
    if not one.named:
        return True
    return bool(one.speaks_of & own.numbers) or len(one.words & target) >= SPEAKS_OF * len(target)


def _is_near(one: Standing, own: About) -> bool:
    """Whether a run stands on the claim's own page, or its cell names the claim's number."""
    return bool(one.named & own.numbers) if one.named else one.run.at.file in own.restating_files


def _has_output(run: Run) -> bool:
    return any(output.text and not output.text.isspace() for output in run.outputs)


def _cited(passages: Iterable[Passage], least_digits: int = TELLING_DIGITS) -> frozenset[str]:
    """The numbers of so many significant digits that the claim's own passages cite."""
    return frozenset(
        number for passage in passages for number in passage.cited if significant_digits(number) >= least_digits
    )


def _filed(own: About, cited: frozenset[str], backing: Backing) -> bool:
    if any(passage.shape is Shape.RECORD and passage.numeric >= LEAST_NUMBERS for passage in own.passages):
        return True
    return len(backing.filed & cited) >= LEAST_NUMBERS
