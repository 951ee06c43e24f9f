"""What code found about a claim, in few words for a model: runs, results, scale, findings."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from openrepro.evidence.findings import MEANING, Code
from openrepro.evidence.hidden import stripped
from openrepro.evidence.model import CaseFile, Result, Run, Source
from openrepro.evidence.steering import withheld
from openrepro.judging.masking import Mask
from openrepro.judging.parts import NOTES
from openrepro.judging.readers.model.evidence_blocks import Fence
from openrepro.logbooks.logbook import Address, Severity

MOST_RUNS: Final = 12
MOST_RESULTS: Final = 12
MOST_FINDINGS: Final = 10
LONGEST: Final = 160

STEERING: Final = (
    Code.STEERING,
    Code.SELF_VERDICT,
    Code.FORECAST_SCORE,
    Code.HIDDEN_CHARACTERS,
    Code.HIDDEN_MARKUP,
)
"""Findings that quote what is withheld; a model is given their meaning alone."""

Names = Mapping[Address, str]


def told(casefile: CaseFile, names: Names, fence: Fence, mask: Mask) -> str:
    """The case file as data between fences, since words of strangers are in it; `names` are those of shown blocks."""
    lines = [*_runs(casefile.runs, names), *_results(casefile.results, names), *_scale(casefile), *_findings(casefile)]
    if not lines:
        return ""
    return fence.around("what code found", "\n".join(_short(line, mask) for line in lines))


def _runs(runs: tuple[Run, ...], names: Names) -> Iterator[str]:
    for run in runs[:MOST_RUNS]:
        shown = _named(names, (output.at for output in run.outputs))
        exit_code = "unknown" if run.exit_code is None else run.exit_code
        yield f"run{shown}: {run.state.value}, exit {exit_code}, {run.duration_s or 'unknown'} s"
    if len(runs) > MOST_RUNS:
        yield f"and {len(runs) - MOST_RUNS} more runs"


def _results(results: tuple[Result, ...], names: Names) -> Iterator[str]:
    declared = [item for item in results if item.source is Source.DECLARED]
    for item in declared[:MOST_RESULTS]:
        yield f"declared{_named(names, (item.at,))}: {item.name} {item.value} {item.unit}".rstrip()


def _scale(casefile: CaseFile) -> Iterator[str]:
    for axis in casefile.scale:
        yield f"scale {axis.axis}: {axis.state.value}, found {axis.found or 'nothing'}, least {axis.minimum or 'unset'}"


def _findings(casefile: CaseFile) -> Iterator[str]:
    """The findings, the serious ones first, each code once."""
    ranked = sorted(casefile.findings, key=lambda item: item.severity is not Severity.SERIOUS)
    once = {item.code: item for item in reversed(ranked)}
    for item in list(reversed(once.values()))[:MOST_FINDINGS]:
        yield f"{item.code.value}: {MEANING[item.code] if item.code in STEERING else item.text}"


def _named(names: Names, places: Iterable[Address]) -> str:
    """The blocks that places lie in, as ` B1 B2`."""
    found = (name for place in places for at, name in names.items() if _within(place, at))
    return "".join(f" {name}" for name in dict.fromkeys(found))


def _within(place: Address, at: Address) -> bool:
    return place.file == at.file and at.start <= place.start and place.end <= at.end


def _short(line: str, mask: Mask) -> str:
    """A line without what is withheld from blocks: self-verdicts, names; bounded."""
    flat = " ".join(stripped(line[: 2 * LONGEST]).split())
    for span in reversed(withheld(flat)):
        flat = flat[: span.start] + NOTES[span.code] + flat[span.end :]
    flat = mask.apply(flat)
    return flat if len(flat) <= LONGEST else flat[: LONGEST - 1] + "…"
