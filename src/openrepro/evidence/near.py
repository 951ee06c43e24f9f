"""Findings kept by place, so that those about one claim's runs and passages are found at once."""

from collections.abc import Iterable

from openrepro.evidence.enclosing import Enclosing
from openrepro.evidence.findings import Finding
from openrepro.evidence.model import Run
from openrepro.evidence.passages import Passage


class Near:
    """Findings on provenance by the cells and the files that they point into."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self._findings = tuple(findings)
        self._of_cell: dict[str, set[int]] = {}
        self._of_file: dict[str, set[int]] = {}
        for index, finding in enumerate(self._findings):
            for at in finding.at:
                self._of_file.setdefault(at.file, set()).add(index)
                if at.cell is not None:
                    self._of_cell.setdefault(at.cell, set()).add(index)

    def to(self, runs: Iterable[Run], passages: tuple[Passage, ...]) -> tuple[Finding, ...]:
        """The findings that point into the cells of `runs`, or into one of `passages`; in order."""
        if not self._findings:
            return ()
        chosen: set[int] = set()
        for run in runs:
            chosen |= self._of_cell.get(run.at.cell or "", set())
        places = Enclosing(passage.at for passage in passages)
        for file in {passage.at.file for passage in passages}:
            for index in self._of_file.get(file, set()) - chosen:
                if any(places.hold(at) for at in self._findings[index].at):
                    chosen.add(index)
        return tuple(self._findings[index] for index in sorted(chosen))
