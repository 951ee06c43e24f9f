"""Scale: what each axis of the spec demands against what the evidence states."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from typing import NamedTuple

from openrepro.claims.claim import Claim, ScaleAxis
from openrepro.evidence.axes import MOST_FIGURES, SEED_WORDS, AxisWords, axis_words, figures, number
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import AxisState, Grade, Result, Run, RunState, ScaleReading, Source
from openrepro.evidence.places import Places
from openrepro.evidence.stated_scale import (
    ONE_SEED,
    Stated,
    assignments,
    count_of,
    names_axis,
    stated_by,
    without_declared,
)
from openrepro.logbooks.logbook import Address, Severity

MOST_GROUNDS = 12
OF_SCALE = (Code.SCALE_BELOW, Code.SCALE_UNKNOWN)


class GradedText(NamedTuple):
    """A text of evidence: an output (E2), a result file (E1) or prose (E0), and where it stands."""

    text: str
    at: Address
    grade: Grade


def scale_of(
    claim: Claim, results: tuple[Result, ...], runs: tuple[Run, ...], texts: Iterable[GradedText] = ()
) -> tuple[ScaleReading, ...]:
    """One reading per axis of the claim's scale.

    Where results are declared for the claim, only those of the best grade count, each with its own run or file; the
    one that meets most axes decides, so that a smoke run beside the full one does no harm. Where none is, all results
    without a claim, runs and texts count together.

    Looked up in this order, the first that states the axis decides: the `scale`, `seeds` and `values` of the results;
    the flags of completed runs; numbers next to the axis's words in outputs and result files. What a result declares
    is unknown when its own run states less than the minimum and nowhere as much. Where one source states values on
    both sides of the minimum the axis is unknown. Prose never meets an axis; when all it says is less than the
    minimum, the axis is below. `RESULT` lines count by what they declare, and for their own claim alone. Wholes of
    which a part is told (`12 of 500 items`) meet no axis by themselves.
    """
    kept = tuple(text._replace(text=without_declared(text.text)) for text in texts)
    grounds = _grounds(claim, results, runs, kept)
    readings = [tuple(_axis(axis, ground) for axis in claim.scale) for ground in grounds]
    return max(readings, key=_worth)


def _worth(readings: tuple[ScaleReading, ...]) -> tuple[int, int]:
    states = [reading.state for reading in readings]
    return states.count(AxisState.MET), -states.count(AxisState.BELOW)


class Ground(NamedTuple):
    """Evidence that is taken together: declared results, and the runs and texts that belong to them."""

    results: tuple[Result, ...]
    runs: tuple[Run, ...]
    texts: tuple[GradedText, ...]
    carrier: Run | None = None


def _grounds(
    claim: Claim, results: tuple[Result, ...], runs: tuple[Run, ...], texts: tuple[GradedText, ...]
) -> list[Ground]:
    """A ground for each run or file that declares results for the claim in the best grade, else one of everything."""
    declared = [item for item in results if item.source is Source.DECLARED and item.claim == claim.id]
    if not declared:
        return [Ground(tuple(item for item in results if item.claim is None), runs, texts)]
    outputs = {output.at for run in runs for output in run.outputs}
    elsewhere = tuple(text for text in texts if text.at not in outputs)
    of_run = {run.at: run for run in runs}
    grounds = []
    for item in _carriers(claim, declared):
        run = of_run.get(item.run) if item.run is not None else None
        own = {output.at for output in run.outputs} if run else set()
        printed = tuple(text for text in texts if text.at in own)
        grounds.append(Ground((item,), (run,) if run else (), (*printed, *elsewhere), run))
    return grounds


def _carriers(claim: Claim, declared: list[Result]) -> list[Result]:
    """Of the declared results of best grade, one of each run and scale, the few that declare most axes met."""
    best = max(item.grade for item in declared)
    each = {(item.run, _sizes(item)): item for item in declared if item.grade == best}
    return sorted(each.values(), key=lambda item: -_declares(claim, item))[:MOST_GROUNDS]


def _declares(claim: Claim, result: Result) -> int:
    """How many axes a result declares at or above their minimum."""
    met = 0
    for axis in claim.scale:
        minimum = number(axis.minimum or axis.paper or "")
        found = list(_declared(axis_words(axis.axis), [result]))
        met += minimum is not None and bool(found) and found[0].value >= minimum
    return met


def _sizes(result: Result) -> tuple[object, ...]:
    """What a result says of its scale; results that say the same are looked at once."""
    return tuple(sorted(result.scale.items())), len(set(result.seeds)), len(result.values), result.n


def scale_findings(readings: tuple[ScaleReading, ...]) -> tuple[Finding, ...]:
    """SCALE_BELOW and SCALE_UNKNOWN for the axes that are not met."""
    return tuple(_finding(reading) for reading in readings if reading.state is not AxisState.MET)


def _finding(reading: ScaleReading) -> Finding:
    at = () if reading.at is None else (reading.at,)
    name = reading.axis.replace("_", " ")
    if reading.state is AxisState.BELOW:
        text = f"The scale of {name} is {reading.found}; the claim needs at least {reading.minimum}."
        return Finding(Code.SCALE_BELOW, text, at, Severity.WARNING)
    if reading.against is not None:
        text = (
            f"A RESULT line declares {reading.found} for {name}, but its own run states {reading.against}; run it at "
            f"full scale, or print the number that it used (at least {reading.minimum} is needed)."
        )
        return Finding(Code.SCALE_UNKNOWN, text, at, Severity.WARNING)
    text = f"No evidence states the scale of {name}; print it in a RESULT line (at least {reading.minimum} is needed)."
    return Finding(Code.SCALE_UNKNOWN, text, at, Severity.WARNING)


def _axis(axis: ScaleAxis, ground: Ground) -> ScaleReading:
    words = axis_words(axis.axis)
    minimum = number(axis.minimum or axis.paper or "")
    if minimum is None:
        return ScaleReading(axis.axis, AxisState.UNKNOWN, axis.minimum)
    declared = list(_declared(words, ground.results))
    if declared:
        return _believed(_decide(axis, minimum, declared), words, minimum, ground.carrier)
    for stated in (
        list(_flags(words, ground.runs)),
        list(_written(words, (text for text in ground.texts if text.grade >= Grade.E1), minimum)),
    ):
        if stated:
            return _decide(axis, minimum, stated)
    said = list(_written(words, (text for text in ground.texts if text.grade is Grade.E0), minimum))
    if said and all(one.value < minimum for one in said):
        return _decide(axis, minimum, said)
    return ScaleReading(axis.axis, AxisState.UNKNOWN, axis.minimum)


def _believed(reading: ScaleReading, words: AxisWords, minimum: Decimal, run: Run | None) -> ScaleReading:
    """The reading, unless the run that declared it states less than the minimum and nowhere as much."""
    if reading.state is not AxisState.MET or run is None:
        return reading
    stated = stated_by(words, run)
    if not stated or any(one.value >= minimum for one in stated):
        return reading
    most = max(stated, key=lambda one: one.value)
    return replace(reading, state=AxisState.UNKNOWN, at=most.at, against=_shown(most.value))


def _decide(axis: ScaleAxis, minimum: Decimal, stated: list[Stated]) -> ScaleReading:
    enough = [one for one in stated if one.value >= minimum]
    state = AxisState.MET if len(enough) == len(stated) else AxisState.UNKNOWN if enough else AxisState.BELOW
    best = max(stated, key=lambda one: one.value)
    return ScaleReading(axis.axis, state, axis.minimum, _shown(best.value), best.at)


def _shown(value: Decimal) -> str:
    return f"{value.normalize():f}" if abs(value.adjusted()) < 20 else str(value)


def _declared(words: AxisWords, results: Iterable[Result]) -> Iterator[Stated]:
    for result in results:
        value = _in_scale(words, result.scale)
        if words.counts_seeds and not words.modifiers:
            value = _seeds(words, value, result)
        if value is None and result.n is not None and "sample" in words.heads:
            value = number(result.n)
        if value is not None:
            yield Stated(value, result.at)


def _seeds(words: AxisWords, declared: Decimal | None, result: Result) -> Decimal | None:
    """How many seeds a result shows: of the number, the seeds and the values that it gives, the least.

    Trials or runs that its `scale` counts need not each have a seed of their own.
    """
    counts = [Decimal(count) for count in (len(set(result.seeds)), len(result.values)) if count]
    if declared is not None and "seed" not in words.axis.lower():
        return declared
    if declared is None:
        return counts[0] if counts else None
    return min([declared, *counts])


def _in_scale(words: AxisWords, scale: Mapping[str, str]) -> Decimal | None:
    if words.axis in scale:
        return number(scale[words.axis])
    for name, value in scale.items():
        if _same_axis(words, axis_words(name)):
            found = number(value)
            return None if found is None else found * axis_words(name).unit / words.unit
    return None


def _same_axis(one: AxisWords, other: AxisWords) -> bool:
    return one.heads == other.heads and one.modifiers == other.modifiers


def _flags(words: AxisWords, runs: Iterable[Run]) -> Iterator[Stated]:
    """Flags of completed runs: `--epochs 3`, `--n-seeds=5`, `seeds=3`; distinct `--seed` values count as seeds."""
    single: dict[str, Address] = {}
    for run in runs:
        if run.state is not RunState.COMPLETED:
            continue
        for name, values in assignments(run.argv):
            if name in ONE_SEED and words.heads == SEED_WORDS:
                single.update(dict.fromkeys(values, run.at))
            elif names_axis(words, name):
                found = count_of(words, values)
                if found is not None:
                    yield Stated(found / words.unit, run.at)
    if single and not words.modifiers:
        yield Stated(Decimal(len(single)), next(iter(single.values())))


def _written(words: AxisWords, texts: Iterable[GradedText], minimum: Decimal) -> Iterator[Stated]:
    """Numbers next to the axis's words; those that its own name introduces go before mere neighbours."""
    found = [(figure, text) for text in texts for figure in islice(figures(words, text.text), MOST_FIGURES)]
    best = [one for one in found if one[0].named] or found
    if all(figure.whole and figure.value >= minimum for figure, _ in best):
        return
    places = {id(text): Places(text.text, text.at) for _, text in best}
    for figure, text in best:
        yield Stated(figure.value, places[id(text)].address(figure.start, figure.end))
