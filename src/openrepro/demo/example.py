"""The example challenge on disk: read, copied, and judged as any other would be."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from openrepro.board.consensus import Consensus, Listed, consensus
from openrepro.board.votes import Vote, with_scoring
from openrepro.challenge.rules import Rules, load_rules
from openrepro.claims.claim import ClaimSet
from openrepro.claims.spec import parse_claims
from openrepro.errors import OpenReproError
from openrepro.judging.judge import Judgement, judge
from openrepro.logbooks.archive import load

DATA = Path(__file__).resolve().parent / "data"
RULES, CLAIMS, LOGBOOKS, PAPERS = "challenge.toml", "claims.json", "logbooks", "papers"


@dataclass(frozen=True, slots=True)
class Example:
    """The challenge in `folder`: its rules, the claims of its papers, and where each team's logbooks lie."""

    folder: Path
    rules: Rules
    papers: tuple[ClaimSet, ...]

    @property
    def logbooks(self) -> tuple[Path, ...]:
        """The folders `logbooks/<team>/<paper>`, by name."""
        return tuple(sorted(path for path in (self.folder / LOGBOOKS).glob("*/*") if path.is_dir()))

    @property
    def texts(self) -> Mapping[str, bytes]:
        """By paper the Markdown of its text, as far as the example has it: version v1 of each."""
        files = {claims.paper: self.folder / PAPERS / f"{claims.paper}.md" for claims in self.papers}
        return {paper: path.read_bytes() for paper, path in files.items() if path.is_file()}

    def paper(self, names: tuple[str, ...]) -> ClaimSet | None:
        """The claims of the first paper that one of `names` is the id or an alias of."""
        return next((item for name in names for item in self.papers if name in (item.paper, *item.aliases)), None)


@dataclass(frozen=True, slots=True)
class Entry:
    """One team's logbook, judged."""

    team: str
    path: Path
    judgement: Judgement

    @property
    def name(self) -> str:
        return f"{self.team}/{self.path.name}"

    @property
    def votes(self) -> tuple[Vote, ...]:
        """What this entry says to the board."""
        paper = self.judgement.paper
        return tuple(
            Vote(item.claim.id, paper, self.team, self.name, item.ruling.label, item.ruling.provisional)
            for item in self.judgement.claims
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """All entries judged, and the consensus of the teams."""

    example: Example
    entries: tuple[Entry, ...]
    consensus: Consensus


def read_example(folder: Path = DATA) -> Example:
    """The challenge in `folder`. Raises OpenReproError when a file of it is missing or wrong."""
    try:
        rules, claims = (folder / RULES).read_bytes(), (folder / CLAIMS).read_bytes()
    except FileNotFoundError as error:
        raise OpenReproError(
            f"{folder} is not a copy of the example: {Path(error.filename).name} is missing.",
            hint="Name a new or empty folder, and the example is copied there.",
        ) from None
    return Example(folder, load_rules(rules), parse_claims(claims, suffix=".json").sets)


def copy_example(target: Path) -> bool:
    """Copy the example to `target`, and say whether it was; a copy that is already there is left as it is.

    Raises OpenReproError when `target` is a file, or a folder that holds something else.
    """
    if target.exists() and not target.is_dir():
        raise OpenReproError(f"{target} is not a folder.", hint="Name a new or empty folder.")
    if target.is_dir() and any(target.iterdir()):
        if all((target / name).exists() for name in (RULES, CLAIMS, LOGBOOKS)):
            return False
        raise OpenReproError(
            f"{target} is not empty and holds no copy of the example; nothing was written.",
            hint="Name a new or empty folder.",
        )
    shutil.copytree(DATA, target, dirs_exist_ok=True)
    return True


def judge_example(example: Example) -> Outcome:
    """Judge every logbook of the example under its rules, and fold the verdicts over the teams."""
    entries = tuple(_entry(example, path) for path in example.logbooks)
    votes = with_scoring(vote for entry in entries for vote in entry.votes)
    listed = {
        paper.paper: [Listed(claim.id, claim.kind.testable) for claim in paper.claims] for paper in example.papers
    }
    return Outcome(example, entries, consensus(votes, example.rules, listed))


def _entry(example: Example, path: Path) -> Entry:
    logbook = load(path)
    return Entry(path.parent.name, path, judge(logbook, example.paper(logbook.paper.ids), example.rules))
