"""The permanent record of a ruling: what was judged, by whom, with which outcome. Nothing personal is in it."""

from dataclasses import dataclass

from openrepro.evidence.model import Grade
from openrepro.ids import Json, canonical, sha256
from openrepro.judging.label import Direction, Label
from openrepro.judging.look import Look
from openrepro.judging.reading import Reading
from openrepro.judging.ruling import Ruling


@dataclass(frozen=True, slots=True)
class JudgeIdentity:
    """Which judge: digests of rules and prompt, reader, model, provider, decoding, seed."""

    rules: str
    reader: str
    model: str = ""
    provider: str = ""
    prompt: str = ""
    decoding: str = ""
    seed: int | None = None

    def as_json(self) -> dict[str, Json]:
        return {
            "rules": self.rules,
            "reader": self.reader,
            "model": self.model,
            "provider": self.provider,
            "prompt": self.prompt,
            "decoding": self.decoding,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """One verdict record (schema `openrepro.verdict/1`). `time` is ISO 8601; `entry` and `team` are pseudonyms.

    `reading` is None where code alone decided or nothing was read. `looks` are those of models, in order, with the
    tokens and cost of each; `tokens` and `cost` are of all together, `raw_reply` is the digest of the first one's raw
    reply. `provisional` verdicts score nothing and make nothing contested. `case_file` is the digest of the case file.
    """

    claim: str
    claim_version: str
    paper: str
    revision: str
    entry: str
    team: str
    judge: JudgeIdentity
    case_file: str
    ruling: Ruling
    grade: Grade | None
    time: str
    reading: Reading | None = None
    tokens: int = 0
    cost: str = "0"
    raw_reply: str = ""
    supersedes: str = ""
    looks: tuple[Look, ...] = ()

    @property
    def label(self) -> Label:
        return self.ruling.label

    @property
    def direction(self) -> Direction:
        return self.ruling.direction

    @property
    def provisional(self) -> bool:
        return self.ruling.provisional

    @property
    def reader(self) -> str:
        """Who filled the form: rules, model or person."""
        return self.judge.reader

    def as_json(self) -> dict[str, Json]:
        return self._fields() | ({"looks": [look.as_json() for look in self.looks]} if self.looks else {})

    def _fields(self) -> dict[str, Json]:
        return {
            "schema": "openrepro.verdict/1",
            "claim": self.claim,
            "claim_version": self.claim_version,
            "paper": self.paper,
            "revision": self.revision,
            "entry": self.entry,
            "team": self.team,
            "judge": self.judge.as_json(),
            "case_file": self.case_file,
            "reading": None if self.reading is None else self.reading.as_json(),
            "ruling": self.ruling.as_json(),
            "grade": None if self.grade is None else self.grade.name,
            "tokens": self.tokens,
            "cost": self.cost,
            "raw_reply": self.raw_reply,
            "time": self.time,
            "supersedes": self.supersedes,
        }

    @property
    def leaf(self) -> bytes:
        """The canonical JSON (RFC 8785) that is a leaf of the ledger."""
        return canonical(self.as_json())

    @property
    def id(self) -> str:
        """The SHA-256 of the record's canonical JSON, in hex."""
        return sha256(self.leaf)
