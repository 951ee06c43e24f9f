"""The results of a logbook, kept so that those that may be about one claim are found at once."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from openrepro.evidence.enclosing import Enclosing
from openrepro.evidence.model import Result, Run


class Shelf:
    """Results by the claim they are declared for; the others by the run that shows them and by file and place."""

    def __init__(self, results: tuple[Result, ...]) -> None:
        self._results = results
        self._of_claim: dict[str, list[int]] = {}
        self._of_run: dict[int, dict[str, list[int]]] = {}
        self._of_file: dict[str, list[tuple[int, int]]] = {}
        for index, item in enumerate(results):
            if item.claim is not None:
                self._of_claim.setdefault(item.claim, []).append(index)
                continue
            self._of_file.setdefault(item.at.file, []).append((item.at.start, index))
            if item.run is not None:
                self._of_run.setdefault(item.run.start, {}).setdefault(item.run.file, []).append(index)
        for placed in self._of_file.values():
            placed.sort()

    def about(self, claim: str, runs: Iterable[Run], parts: Enclosing) -> tuple[Result, ...]:
        """The results declared for `claim`, shown by `runs`, or standing within `parts` of files; in order."""
        chosen = set(self._of_claim.get(claim, ()))
        for run in runs:
            chosen.update(self._of_run.get(run.at.start, {}).get(run.at.file, ()))
        for file, start, end in parts.spans():
            placed = self._of_file.get(file, [])
            for _, index in placed[bisect_left(placed, (start, -1)) : bisect_right(placed, (end, -1))]:
                if parts.hold(self._results[index].at):
                    chosen.add(index)
        return tuple(self._results[index] for index in sorted(chosen))
