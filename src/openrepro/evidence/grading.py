"""Which runs and result files stand behind a claim, and so the best grade of its evidence."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from openrepro.claims.claim import Claim
from openrepro.evidence.about import About
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


class Gathered(Protocol):
    """What is read once per logbook (`casefile.Evidence`)."""

    @property
    def logbook(self) -> Logbook: ...
    @property
    def runs(self) -> tuple[Run, ...]: ...
    @property
    def passages(self) -> tuple[Passage, ...]: ...
    @property
    def results(self) -> tuple[Result, ...]: ...


@dataclass(frozen=True, slots=True)
class Support:
    """The runs behind a claim, and the best grade; None when nothing of the entry is about the claim.

    `unattributed` is evidence that may be about the claim although nothing says so: with it, a claim that shows no
    evidence of its own is not known to be only said.
    """

    runs: tuple[Run, ...]
    grade: Grade | None
    unattributed: tuple[Address, ...] = ()


def support_of(claim: Claim, own: About, evidence: Gathered) -> Support:
    """The support of one claim.

    E2: a recorded run on the claim's own page, a result declared for it by one, or numbers the claim's passages cite
    that stand in a run's output. E1: a part of a result file about the claim that holds numbers, or cited numbers that
    stand in one. E0: words only.
    """
    declared = tuple(item for item in evidence.results if item.claim == claim.id)
    cited = _cited(own.passages)
    near = tuple(run for run in evidence.runs if _is_near(run, own, evidence.logbook) or _declares(run, declared))
    shared = tuple(run for run in evidence.runs if run not in near and _shows(run, cited))
    behind = near + shared
    grades = [item.grade for item in declared]
    grades += [Grade.E2 for run in behind if run.recorded and _has_output(run)]
    if _filed(own, cited, evidence.results):
        grades.append(Grade.E1)
    if own.passages:
        grades.append(Grade.E0)
    others = tuple(run for run in evidence.runs if run not in behind)
    return Support(behind, max(grades, default=None), _unattributed(claim, own, others, evidence))


def _unattributed(claim: Claim, own: About, runs: tuple[Run, ...], evidence: Gathered) -> tuple[Address, ...]:
    """Runs under no claim's number or whose output speaks of this claim, and files that may hold its results.

    Where no passage is about the claim, that is every run that printed something, and every result file.
    """
    target = words(claim.text)
    loud = [run for run in runs if _has_output(run)]
    if own.passages:
        loud = [run for run in loud if _may_be_about(run, target, own, evidence) and not _spoken_for(run, evidence)]
    return tuple(run.at for run in loud) + _unattributed_files(target, own, evidence)


def _unattributed_files(target: frozenset[str], own: About, evidence: Gathered) -> tuple[Address, ...]:
    """Result files with no part per claim, those that hold numbers which the claim's passages cite, and all where its
    passages say no more than the claim itself."""
    filed = [item for item in evidence.results if item.source is Source.FILE and item.grade >= Grade.E1]
    records = [passage for passage in evidence.passages if passage.shape is Shape.RECORD]
    outside = [item for item in filed if not _within_any(item.at, records)]
    said = frozenset().union(*(words(passage.text) for passage in own.passages)) - target
    cited = _cited(own.passages, least_digits=2)
    shown = {item.value for item in outside} & cited
    if not records or len(said) < FEW_WORDS or len(shown) >= LEAST_NUMBERS:
        return tuple(dict.fromkeys(Address(item.at.file, 0, 0) for item in outside))
    return ()


def _within_any(at: Address, records: list[Passage]) -> bool:
    return any(item.at.file == at.file and item.at.start <= at.start and at.end <= item.at.end for item in records)


def _spoken_for(run: Run, evidence: Gathered) -> bool:
    """Whether a run declares results for claims by id, so that it is about those."""
    return any(item.claim is not None and item.run == run.at for item in evidence.results)


def _may_be_about(run: Run, target: frozenset[str], own: About, evidence: Gathered) -> bool:
    if not _named(run, evidence.logbook):
        return True
    text = " ".join(output.text[:LONGEST_OUTPUT] for output in run.outputs)
    return bool(subjects(text) & own.numbers) or len(words(text) & target) >= SPEAKS_OF * len(target)


def _named(run: Run, logbook: Logbook) -> frozenset[int]:
    """The claim numbers a run's cell or page names."""
    page = next(page for page in logbook.pages if page.file == run.at.file)
    return subjects(run.title) or frozenset(page.claims)


def _declares(run: Run, declared: Iterable[Result]) -> bool:
    return any(item.run == run.at for item in declared)


def _is_near(run: Run, own: About, logbook: Logbook) -> bool:
    """Whether a run stands on the claim's own page, or its cell names the claim's number."""
    named = _named(run, logbook)
    return bool(named & own.numbers) if named else run.at.file in own.restating_files


def _has_output(run: Run) -> bool:
    return any(output.text.strip() for output in run.outputs)


def _cited(passages: Iterable[Passage], least_digits: int = TELLING_DIGITS) -> frozenset[str]:
    """The numbers of so many significant digits that the claim's own passages cite."""
    texts = (passage.text for passage in passages if passage.shape is not Shape.HEADING)
    return frozenset(
        number for text in texts for number in numerals(text[:4000]) if significant_digits(number) >= least_digits
    )


def _shows(run: Run, cited: frozenset[str]) -> bool:
    shown = {number for output in run.outputs for number in numerals(output.text)}
    return len(shown & cited) >= LEAST_NUMBERS


def _filed(own: About, cited: frozenset[str], results: tuple[Result, ...]) -> bool:
    if any(passage.shape is Shape.RECORD and passage.numeric >= LEAST_NUMBERS for passage in own.passages):
        return True
    filed = {item.value for item in results if item.source is Source.FILE and item.grade >= Grade.E1}
    return len(filed & cited) >= LEAST_NUMBERS
