"""Gold labels: rows of a JSONL file, grouped by logbook, with the claims to judge."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from openrepro.claims.claim import Claim, ClaimSet
from openrepro.claims.guessing import guess_kind
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.judging.examination import Gold


@dataclass(frozen=True, slots=True)
class GoldRow:
    """One gold label: which logbook (path below the logbooks folder), which claim, which label."""

    item: str
    logbook: str
    claim: str
    kind: str
    label: Gold


def parse_gold(data: bytes, *, contract: bool = True) -> tuple[GoldRow, ...]:
    """The rows of a gold file; `contract` takes `contract_label` where a row has one, else `label`.

    Raises OpenReproError naming the line that is not a gold row.
    """
    lines = data.decode("utf-8", "replace").splitlines()
    return tuple(_row(number, line, contract) for number, line in enumerate(lines, start=1) if line.strip())


def _row(number: int, line: str, contract: bool) -> GoldRow:
    try:
        value = json.loads(line)
        label = (value.get("contract_label") if contract else None) or value["label"]
        return GoldRow(value["item"], value["logbook"], value["claim"], value.get("kind", ""), Gold(label))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise OpenReproError(
            f"Line {number} of the gold file is not a gold label: {error}.",
            hint="Each line needs item, logbook, claim and label; labels are " + ", ".join(Gold) + ".",
        ) from error


def claims_of(rows: tuple[GoldRow, ...], specs: Mapping[str, Claim]) -> ClaimSet:
    """The claims of one logbook's rows: its specs, else the text with a guessed kind."""
    claims = tuple(specs.get(row.item) or _guessed(row) for row in rows)
    source: list[Json] = [{"id": claim.id, "text": claim.text} for claim in claims]
    return ClaimSet(paper=rows[0].logbook if rows else "", claims=claims, source=source)


def _guessed(row: GoldRow) -> Claim:
    return Claim(id=row.item, kind=guess_kind(row.claim), text=row.claim, specified=False)
