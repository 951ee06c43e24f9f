"""What a printed number is called by the text around it: its line, its column, its headings and parents."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from openrepro.claims.claim import Claim
from openrepro.evidence.axes import family
from openrepro.evidence.names import is_of_paper, parts_of
from openrepro.evidence.numerals import NUMERAL
from openrepro.evidence.words import words

COMPARED_WITH: Final = frozenset({"threshold", "thresholds", "cutoff", "required", "requirement", "goal"})
"""Words that name a number to hold a result against, beside those of `evidence.names.is_of_paper`."""
OWN: Final = frozenset(
    {"measured", "ours", "our", "observed", "obtained", "computed", "got", "actual", "reproduced", "rerun", "we"}
)
"""Words that name a number as the run's own, on a line that also names another."""
SHORT: Final = {
    "mae": "error",
    "mse": "error",
    "rmse": "error",
    "err": "error",
    "acc": "accuracy",
    "ppl": "perplexity",
    "perplexities": "perplexity",
    "auroc": "auc",
    "corr": "correlation",
    "prec": "precision",
    "rec": "recall",
}
"""What programs print for the name of a quantity."""
FARTHEST: Final = 400
"""Lines above a number that are looked at for what it is called."""
_NUMBER = re.compile(rf"(?<![\w.]){NUMERAL}(?!\w)")
_INDENT = re.compile(r"[ \t]*")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Standing:
    """A number at characters `[start, end)` of its `line`, and the lines of its evidence `above`, the last nearest."""

    line: str
    start: int
    end: int
    above: Sequence[str] = ()

    @property
    def lead(self) -> str:
        """The text between the number and the one before it on its line."""
        before = self.line[: self.start]
        last = max((match.end() for match in _NUMBER.finditer(before)), default=0)
        return before[last:]

    @property
    def column(self) -> str:
        """The title of its column, empty where it stands in no table with one."""
        for mark in ("|", "\t", ","):
            if mark in self.line:
                return self._titled(mark)
        return self._titled("")

    @property
    def headings(self) -> tuple[str, ...]:
        """The lines that it is indented under, and the nearest heading that ends in a colon with no gap between."""
        return tuple(dict.fromkeys((*self._parents(), *self._heading())))

    def _titled(self, mark: str) -> str:
        index, count = len(_cells(self.line[: self.start], mark)) - 1, len(_cells(self.line, mark))
        index += 1 if not mark and self.line[: self.start].endswith((" ", "\t")) else 0
        title = ""
        for line in self._near():
            if len(_cells(line, mark)) != count:
                break
            title = "" if _NUMBER.search(line) or count == 1 else _cells(line, mark)[min(index, count - 1)]
        return title

    def _parents(self) -> Iterator[str]:
        indent = _indent(self.line)
        for line in self._near():
            if line.strip() and _indent(line) < indent:
                indent = _indent(line)
                yield line
            if indent == 0:
                return

    def _heading(self) -> Iterator[str]:
        for line in self._near():
            if not line.strip():
                return
            if line.rstrip().endswith(":") or line.lstrip().startswith("#"):
                yield line
                return

    def _near(self) -> Iterator[str]:
        return (self.above[index] for index in range(len(self.above) - 1, max(-1, len(self.above) - 1 - FARTHEST), -1))


def names_the_papers(standing: Standing, claim: Claim) -> bool:
    """Whether the number is named as the paper's, or as one to compare with; the claim's own words do not count.

    On a line that names such a number, only one counts whose own lead calls it the run's.
    """
    own = _own_words(claim)
    if any(_compared_with(text, own) for text in (standing.column, *standing.headings)):
        return True
    if not _compared_with(standing.line, own):
        return False
    return _compared_with(standing.lead, own) or not parts_of(standing.lead) & OWN


def names_the_quantity(standing: Standing, claim: Claim, more: str = "") -> bool:
    """Whether at least half of the content words of the claim's quantity name the number; `more` names it too.

    Words that count the same (`rows`, `examples`) and what programs print for a word (`mae`, `ppl`) are as good.
    """
    wanted = words(claim.quantity.name) if claim.quantity is not None else frozenset()
    text = " ".join((standing.line[-4_000:], standing.column, *standing.headings, more))
    said = words(_SPACES.sub(" ", re.sub(r"[_.\-\"/]", " ", text)))
    said |= {SHORT[word] for word in said if word in SHORT}
    held = sum(bool(family(word) & said) for word in wanted)
    return bool(wanted) and 2 * held >= len(wanted)


def _compared_with(text: str, own: frozenset[str]) -> bool:
    named = " ".join(sorted(parts_of_all(text) - own))
    return is_of_paper(named[-200:]) or any(is_of_paper(word) or word in COMPARED_WITH for word in named.split())


def parts_of_all(text: str) -> frozenset[str]:
    """The lower-case words of a whole line, however long."""
    return frozenset(part for word in _SPACES.split(text[:20_000]) for part in parts_of(word))


def _own_words(claim: Claim) -> frozenset[str]:
    return parts_of_all(f"{claim.quantity.name} {claim.quantity.of}") if claim.quantity is not None else frozenset()


def _cells(line: str, mark: str) -> list[str]:
    return line.split(mark) if mark else line.split()


def _indent(line: str) -> int:
    match = _INDENT.match(line)
    assert match is not None
    return match.end()
