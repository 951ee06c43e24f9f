"""The axes of a claim as a person quoted them, where code could not tell or told more."""

from dataclasses import replace

from openrepro.evidence.model import AxisState, CaseFile, ScaleReading
from openrepro.judging.reading import Reading, ScaleValue
from openrepro.judging.shown import decimal


def with_scale(casefile: CaseFile, reading: Reading) -> CaseFile:
    """The case file with the axes that code could not tell and a person quoted; an axis that was met can be lowered.

    Only what is ruled rests on it: the digest that a verdict is kept by is that of the case file itself.
    """
    return replace(casefile, scale=tuple(_axis(axis, reading.scale.get(axis.axis)) for axis in casefile.scale))


def _axis(axis: ScaleReading, said: ScaleValue | None) -> ScaleReading:
    value, least = None if said is None else decimal(said.value), decimal(axis.minimum or "")
    if said is None or value is None or least is None or axis.state is AxisState.BELOW:
        return axis
    state = AxisState.MET if value >= least else AxisState.BELOW
    return replace(axis, state=state, found=said.value, at=said.at)
