"""Scale: what each axis of the spec demands against what the evidence states."""

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from openrepro.claims.claim import Claim, ScaleAxis
from openrepro.evidence.axes import SEED_WORDS, AxisWords, axis_words, figures, number, scaled
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.model import AxisState, Grade, Result, Run, RunState, ScaleReading
from openrepro.evidence.places import Places
from openrepro.logbooks.logbook import Address, Severity

_FLAG = re.compile(r"-{0,2}(?P<name>[A-Za-z][A-Za-z0-9_.-]{0,60})(?:=(?P<value>.{1,200}))?")
_VALUE = re.compile(r"(?P<number>[0-9][0-9_,]{0,20}(?:\.[0-9]{1,9})?(?:[eE]\+?[0-9]{1,2})?)(?P<suffix>[kKMBT])?")
_ONE_SEED = frozenset({"seed", "random_seed", "rng_seed"})


class GradedText(NamedTuple):
    """A text of evidence: an output (E2), a result file (E1) or prose (E0), and where it stands."""

    text: str
    at: Address
    grade: Grade


class Stated(NamedTuple):
    """What some evidence states for an axis, in units of the axis."""

    value: Decimal
    at: Address


def scale_of(
    claim: Claim, results: tuple[Result, ...], runs: tuple[Run, ...], texts: Iterable[GradedText] = ()
) -> tuple[ScaleReading, ...]:
    """One reading per axis of the claim's scale.

    Looked up in this order, the first that states the axis decides: the `scale`, `seeds` and `values` of results that
    are declared for the claim; the flags of completed runs; numbers next to the axis's words in outputs and result
    files. Where one source states values on both sides of the minimum the axis is unknown. Prose never meets an axis;
    when all it says is less than the minimum, the axis is below.
    """
    own = tuple(result for result in results if result.claim in (None, claim.id))
    kept = tuple(texts)
    return tuple(_axis(axis, own, runs, kept) for axis in claim.scale)


def scale_findings(readings: tuple[ScaleReading, ...]) -> tuple[Finding, ...]:
    """SCALE_BELOW and SCALE_UNKNOWN for the axes that are not met."""
    return tuple(_finding(reading) for reading in readings if reading.state is not AxisState.MET)


def _finding(reading: ScaleReading) -> Finding:
    at = () if reading.at is None else (reading.at,)
    name = reading.axis.replace("_", " ")
    if reading.state is AxisState.BELOW:
        text = f"The scale of {name} is {reading.found}; the claim needs at least {reading.minimum}."
        return Finding(Code.SCALE_BELOW, text, at, Severity.WARNING)
    text = f"No evidence states the scale of {name}; print it in a RESULT line (at least {reading.minimum} is needed)."
    return Finding(Code.SCALE_UNKNOWN, text, at, Severity.WARNING)


def _axis(
    axis: ScaleAxis, results: tuple[Result, ...], runs: tuple[Run, ...], texts: tuple[GradedText, ...]
) -> ScaleReading:
    words = axis_words(axis.axis)
    minimum = number(axis.minimum or axis.paper or "")
    if minimum is None:
        return ScaleReading(axis.axis, AxisState.UNKNOWN, axis.minimum)
    sources = (
        list(_declared(words, results)),
        list(_flags(words, runs)),
        list(_written(words, (text for text in texts if text.grade >= Grade.E1))),
    )
    for stated in sources:
        if stated:
            return _decide(axis, minimum, stated)
    said = list(_written(words, (text for text in texts if text.grade is Grade.E0)))
    if said and all(one.value < minimum for one in said):
        return _decide(axis, minimum, said)
    return ScaleReading(axis.axis, AxisState.UNKNOWN, axis.minimum)


def _decide(axis: ScaleAxis, minimum: Decimal, stated: list[Stated]) -> ScaleReading:
    enough = [one for one in stated if one.value >= minimum]
    state = AxisState.MET if len(enough) == len(stated) else AxisState.UNKNOWN if enough else AxisState.BELOW
    best = max(stated, key=lambda one: one.value)
    found = f"{best.value.normalize():f}" if abs(best.value.adjusted()) < 20 else str(best.value)
    return ScaleReading(axis.axis, state, axis.minimum, found, best.at)


def _declared(words: AxisWords, results: Iterable[Result]) -> Iterator[Stated]:
    for result in results:
        value = _in_scale(words, result.scale)
        if value is None and words.counts_seeds and not words.modifiers:
            count = len(set(result.seeds)) or len(result.values)
            value = Decimal(count) if count else None
        if value is None and result.n is not None and "sample" in words.heads:
            value = number(result.n)
        if value is not None:
            yield Stated(value, result.at)


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
        for name, value in _assignments(run.argv):
            if name in _ONE_SEED and words.heads == SEED_WORDS:
                single.update({one: run.at for one in re.split(r"[,\s]+", value) if one})
            elif _names(words, name):
                found = _flag_value(value)
                if found is not None:
                    yield Stated(found / words.unit, run.at)
    if single and not words.modifiers:
        yield Stated(Decimal(len(single)), next(iter(single.values())))


def _assignments(argv: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Name and value of every flag; names in snake_case."""
    for position, token in enumerate(argv[:2_000]):
        match = _FLAG.fullmatch(token[:300])
        if match is None:
            continue
        value = match["value"]
        following = argv[position + 1] if position + 1 < len(argv) else ""
        if value is None and token.startswith("-") and following and not following.startswith("-"):
            value = following
        if value is not None:
            yield match["name"].lower().replace("-", "_").replace(".", "_"), value


def _names(words: AxisWords, flag: str) -> bool:
    """Whether a flag names the axis: its head is the last word, and every modifier is there or goes without saying."""
    own = axis_words(flag)
    if not own.heads & words.heads:
        return False
    wanted = {word for word in words.modifiers if word not in ("train",)}
    return wanted <= own.modifiers and own.modifiers <= words.modifiers | {"train"}


def _flag_value(value: str) -> Decimal | None:
    match = _VALUE.fullmatch(value.strip())
    return None if match is None else scaled(match["number"], match["suffix"])


def _written(words: AxisWords, texts: Iterable[GradedText]) -> Iterator[Stated]:
    """Numbers next to the axis's words; those that its own name introduces go before mere neighbours."""
    near: list[Stated] = []
    named: list[Stated] = []
    for text in texts:
        places = Places(text.text, text.at)
        for figure in figures(words, text.text):
            stated = Stated(figure.value, places.address(figure.start, figure.end))
            (named if figure.named else near).append(stated)
    yield from named or near
