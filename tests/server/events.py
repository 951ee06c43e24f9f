"""A constructed public event of any size, as the files that such an event publishes."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from openrepro.hub.rows import SHA
from openrepro.papers.sources import read_claims, read_index
from openrepro.server.event_import import Event
from openrepro.server.event_source import ReadSpaces
from openrepro.server.event_verdicts import read_verdicts

MODEL = "some-lab/judge-1"
READ_AT = datetime(2026, 8, 10, 12, tzinfo=UTC)
WORDS = ("verified", "verified", "toy", "inconclusive", "falsified")
CLAIMS = 6


@dataclass
class Files:
    """The published values, to be changed by a test before they are read."""

    index: dict[str, Any]
    claims: dict[str, Any]
    spaces: list[dict[str, Any]]
    verdicts: dict[str, Any]

    def event(self, *, anchored: dict[str, Any] | None = None) -> Event:
        listing = ReadSpaces()
        listing.add_file(_bytes(self.spaces))
        claims = [read_claims(_bytes(self.claims))]
        if anchored is not None:
            claims.append(read_claims(_bytes(anchored)))
        papers, read = read_index(_bytes(self.index)), read_verdicts(_bytes(self.verdicts), READ_AT)
        assert not papers.faults
        return Event((papers,), tuple(claims), listing.spaces, read.records)

    def written(self) -> dict[str, bytes]:
        return {
            "index.json": _bytes(self.index),
            "claims.json": _bytes(self.claims),
            "spaces.json": _bytes(self.spaces),
            "verdicts.json": _bytes(self.verdicts),
        }


def _bytes(value: object) -> bytes:
    return json.dumps(value).encode()


def paper_id(at: int) -> str:
    return f"mkPaper{at:05d}"


def claim_text(paper: int, claim: int) -> str:
    return f"Constructed claim {claim} of paper {paper}: the method loses {claim}.{paper % 10} % at half the cost."


def sha(*parts: int) -> str:
    made = "".join(f"{part:08x}" for part in parts).rjust(40, "0")[:40]
    assert SHA.fullmatch(made)
    return made


def event_files(
    papers: int, entries: int, verdicts: int | None = None, *, unjudged: int = 0, owners: int = 372
) -> Files:
    """`entries` judged Spaces that share `verdicts` verdicts (five each when None), and `unjudged` ones beside them.

    Every owner has at most one entry on a paper.
    """
    rows = [
        {
            "i": at + 1,
            "orid": paper_id(at),
            "title": f"Constructed paper {at}",
            "authors": ["A. Author"],
            "area": "Area",
        }
        for at in range(papers)
    ]
    claims = {
        paper_id(at): [{"text": claim_text(at, one), "status": "unverified"} for one in range(1, CLAIMS + 1)]
        for at in range(papers)
    }
    spaces = [_space(at, papers, owners) for at in range(entries + unjudged)]
    extra = 0 if verdicts is None else verdicts - 5 * entries
    records = {row["id"]: _record(at, row, papers, 6 if at < extra else 5) for at, row in enumerate(spaces[:entries])}
    return Files({"papers": rows, "areas": [], "areaTree": {}}, claims, spaces, records)


def _space(at: int, papers: int, owners: int) -> dict[str, Any]:
    return {
        "_id": f"{at:024x}",
        "id": f"owner-{at % owners:04d}/repro-{at:06d}",
        "sha": sha(at, 1),
        "tags": ["icml2026-repro", f"paper-{paper_id(_paper(at, papers, owners))}"],
        "createdAt": f"2026-07-{16 + at % 14:02d}T{at // 60 % 24:02d}:{at % 60:02d}:00.000Z",
    }


def _paper(at: int, papers: int, owners: int) -> int:
    """Entries go round the papers, a round further on for each round of owners."""
    return (at * 7 + at // owners) % papers


def _record(at: int, row: dict[str, Any], papers: int, claims: int) -> dict[str, Any]:
    paper = int(row["tags"][1][-5:])
    return {
        "space_id": row["id"],
        "orid": paper_id(paper),
        "paper_title": f"Constructed paper {paper}",
        "sha": row["sha"],
        "judged_at": f"2026-07-{17 + at % 14:02d}T{at // 60 % 24:02d}:{at % 60:02d}:30+00:00",
        "model": MODEL,
        "claims": [
            {
                "claim": claim_text(paper, one),
                "verdict": WORDS[(at + one) % len(WORDS)],
                "evidence": f"The logbook of entry {at} reports a run of the method and its output for claim {one}. "
                * 2,
            }
            for one in range(1, claims + 1)
        ],
        "overall": "A constructed record.",
        "quality": "medium",
    }
