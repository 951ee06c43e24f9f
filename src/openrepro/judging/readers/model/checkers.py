"""Proof checkers: which programs are known, and whether a recorded run of one checked a proof without holes."""

import re
from collections.abc import Iterable
from typing import Final

from openrepro.evidence.model import CaseFile, Grade, Run, RunState
from openrepro.logbooks.logbook import Address

CHECKERS: Final = frozenset(
    {"lean", "lake", "coqc", "coqchk", "rocq", "isabelle", "agda", "dafny", "z3", "cvc5", "why3", "idris2", "hol"}
)
"""Programs that check proofs, by the name of the file that is run."""
WRAPPERS: Final = frozenset({"env", "time", "timeout", "uv", "run", "opam", "exec", "--", "nice", "elan"})
"""Programs that only start another one, and their words."""
HOLE: Final = re.compile(
    r"(?<![\w.])(?:sorry|sorryAx|admit|admitted|Axiom|axiom|postulate|assume false)(?!\w)", re.IGNORECASE
)
"""Words by which a proof is left open or assumed."""


def checked_by_machine(quotes: Iterable[Address], casefile: CaseFile) -> bool:
    """Whether a quote lies in the output of a recorded, completed run of a known checker that shows no hole."""
    outputs = [output.at for run in casefile.runs if _checks(run) for output in run.outputs]
    return any(_within(quote, output) for quote in quotes for output in outputs)


def _checks(run: Run) -> bool:
    if not (run.recorded and run.grade >= Grade.E2 and run.state is RunState.COMPLETED and run.exit_code == 0):
        return False
    texts = (*(script.text for script in run.scripts), *(output.text for output in run.outputs))
    return _program(run.argv) in CHECKERS and not any(HOLE.search(text) for text in texts)


def _program(argv: tuple[str, ...]) -> str:
    """The name of the program that does the work: the first word that is no wrapper, number or option."""
    names = (word.rpartition("/")[2].removesuffix(".exe").lower() for word in argv[:8])
    return next(
        (name for name in names if name not in WRAPPERS and not name.startswith("-") and not name[:1].isdigit()), ""
    )


def _within(at: Address, piece: Address) -> bool:
    return at.file == piece.file and piece.start <= at.start and at.end <= piece.end
