"""Records of the ledger as rows, and the rows that the board is folded from."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlalchemy import RowMapping

from openrepro.board.acts import ActKind
from openrepro.board.votes import utc
from openrepro.grades import Grade
from openrepro.judging.label import Label
from openrepro.judging.verdict import Verdict
from openrepro.record.acts import Act

Row = dict[str, Any]

VERDICT: Final = "verdict"
ACT: Final = "act"
LABELS: Final[Mapping[str, Label]] = {label.value: label for label in Label}
GRADES: Final[Mapping[str, Grade | None]] = {"": None, **Grade.__members__}


class Leaf(NamedTuple):
    """One record of the ledger. `seq` counts from 0, `id` is the SHA-256 of `body`, the record's canonical JSON."""

    seq: int
    kind: str
    id: str
    body: str

    @property
    def data(self) -> bytes:
        return self.body.encode()


class VerdictRow(NamedTuple):
    """A verdict without its reading and reasons. `seq` is its leaf, `current` false once a later one supersedes it."""

    seq: int
    id: str
    claim: str
    claim_version: str
    paper: str
    entry: str
    team: str
    revision: str
    label: str
    direction: str
    provisional: bool
    grade: str
    reader: str
    rules: str
    judged_at: str
    case_file: str
    supersedes: str
    review: str
    current: bool


class Ballot(NamedTuple):
    """What the board needs of a verdict. `id` is empty where no other record supersedes it or is superseded by it."""

    id: str
    claim: str
    paper: str
    entry: str
    team: str
    revision: str
    label: Label
    provisional: bool
    grade: Grade | None
    reader: str
    time: str
    supersedes: str


class ActRow(NamedTuple):
    """An act as it stands in the tables; `seq` is its leaf."""

    seq: int
    act: ActKind
    entry: str
    team: str
    paper: str
    revision: str
    created: str
    reason: str
    at: str


def record_row(seq: int, record: Verdict | Act, name: str) -> Row:
    """The row of the table `verdicts` or `acts` for the record at leaf `seq` whose id is `name`."""
    return verdict_row(seq, record, name) if isinstance(record, Verdict) else act_row(seq, record)


def verdict_row(seq: int, verdict: Verdict, name: str) -> Row:
    return {
        "seq": seq,
        "id": name,
        "claim": verdict.claim,
        "claim_version": verdict.claim_version,
        "paper_id": verdict.paper,
        "entry_id": verdict.entry,
        "team_id": verdict.team,
        "revision": verdict.revision,
        "label": verdict.label.value,
        "direction": verdict.direction.value,
        "provisional": verdict.provisional,
        "grade": "" if verdict.grade is None else verdict.grade.name,
        "reader": verdict.reader,
        "rules": verdict.judge.rules,
        "judged_at": utc(verdict.time),
        "case_file": verdict.case_file,
        "supersedes": verdict.supersedes,
        "review": verdict.ruling.review,
    }


def act_row(seq: int, act: Act) -> Row:
    return {
        "seq": seq,
        "act": act.act.value,
        "entry_id": act.entry,
        "team_id": act.team,
        "paper_id": act.paper,
        "revision": act.revision,
        "created": utc(act.created),
        "reason": act.reason,
        "at": utc(act.time),
    }


def shown_verdict(row: RowMapping) -> VerdictRow:
    values = {key.removesuffix("_id"): value for key, value in row.items()}
    return VerdictRow(**values)


def shown_act(row: RowMapping) -> ActRow:
    values = {key.removesuffix("_id"): value for key, value in row.items()}
    return ActRow(**values | {"act": ActKind(values["act"])})
