"""Renderings for the constructed event: those of the bundled example's logbooks, dealt out to its entries.

What an entry is shown is thus of a real size and kind; its claims and verdicts are its own.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from openrepro.demo.example import read_example
from openrepro.judging.judge import judge
from openrepro.judging.recording import Occasion, verdicts_of
from openrepro.judging.verdict import JudgeIdentity
from openrepro.logbooks.archive import read_folder
from openrepro.logbooks.trackio import parse
from openrepro.rendering.making import VERSION, Made, render_files
from openrepro.rendering.quoted import asked_of
from openrepro.store import renderings_due
from openrepro.store.statements import text_of
from openrepro.store.store import Store, Transaction
from openrepro.store.tables import claims, entries, rendered_parts, renderings, verdicts

AT_ONCE: Final = 250
BASIS: Final = f"{VERSION} copied"
MADE_AT: Final = "2026-07-20T12:00:00Z"
MODELS: Final = 16


class Owner(NamedTuple):
    """An entry with its revision, the claims of its paper, and its verdict on each."""

    entry: str
    revision: str
    claims: Sequence[str]
    verdicts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Model:
    """A rendering to copy, and the claims that it speaks of in their order."""

    made: Made
    claims: Sequence[str]

    def body_for(self, owner: Owner) -> Mapping[str, Any]:
        """The material with the claims and verdicts of `owner`; what speaks of further claims is left out."""
        names = dict(zip(self.claims, owner.claims, strict=False))
        body: dict[str, Any] = dict(self.made.body)
        body["claims"] = [one | {"id": names[one["id"]]} for one in body["claims"] if one["id"] in names]
        body["quotes"] = [
            one | {"claim": names[one["claim"]], "verdict": owner.verdicts.get(names[one["claim"]], "")}
            for one in body["quotes"]
            if one["claim"] in names
        ]
        for name in ("runs", "findings"):
            body[name] = [one | {"claims": [names[c] for c in one["claims"] if c in names]} for one in body[name]]
        return body


def render_copies(store: Store) -> int:
    """Give every entry of `store` with a revision a rendering; nothing is due afterwards. Gives how many."""
    models = [_model(folder) for folder in read_example().logbooks[:MODELS]]
    done = 0
    while owners := _owners(store, done):
        with store.write() as tx:
            for at, owner in enumerate(owners, start=done):
                _keep(tx, owner, models[at % len(models)])
        done += len(owners)
    with store.write() as tx:
        renderings_due.note_all(tx.connection)
    return done


def _model(folder: Path) -> Model:
    example = read_example()
    files = read_folder(folder).files
    book = parse(files, name="")
    held = example.paper(book.paper.ids)
    assert held is not None
    occasion = Occasion("e", "t", JudgeIdentity(rules=example.rules.digest, reader="rules"), MADE_AT)
    ruled = verdicts_of(judge(book, held, example.rules), occasion)
    asked = [one for verdict in ruled for one in asked_of(json.loads(verdict.leaf), verdict.id)]
    return Model(render_files(files, asked, held, example.rules), [claim.id for claim in held.claims])


def _owners(store: Store, after: int) -> list[Owner]:
    """The next few entries, in the order of their ids."""
    query = sa.select(entries.c.id, entries.c.revision, entries.c.paper_id).where(entries.c.revision != "")
    with store.read() as tx:
        rows = tx.connection.execute(query.order_by(entries.c.id).offset(after).limit(AT_ONCE)).all()
        named = _claims(tx, {row.paper_id for row in rows})
        judged = _verdicts(tx, [row.id for row in rows])
    return [Owner(row.id, row.revision, named.get(row.paper_id, ()), judged.get(row.id, {})) for row in rows]


def _claims(tx: Transaction, papers: set[str]) -> Mapping[str, Sequence[str]]:
    query = sa.select(claims.c.paper_id, claims.c.id).where(claims.c.paper_id.in_(papers))
    found: dict[str, list[str]] = {}
    for paper, claim in tx.connection.execute(query.order_by(claims.c.paper_id, claims.c.position)):
        found.setdefault(paper, []).append(claim)
    return found


def _verdicts(tx: Transaction, names: list[str]) -> Mapping[str, Mapping[str, str]]:
    query = sa.select(verdicts.c.entry_id, verdicts.c.claim, verdicts.c.id).where(verdicts.c.current)
    found: dict[str, dict[str, str]] = {}
    for entry, claim, verdict in tx.connection.execute(query.where(verdicts.c.entry_id.in_(names))):
        found.setdefault(entry, {})[claim] = verdict
    return found


def _keep(tx: Transaction, owner: Owner, model: Model) -> None:
    key = {"entry_id": owner.entry, "revision": owner.revision}
    told = {"basis": BASIS, "state": "made", "body": text_of(model.body_for(owner)), "made_at": MADE_AT}
    tx.connection.execute(sa.insert(renderings), [key | told])
    tx.connection.execute(sa.insert(rendered_parts), list(_parts(key, model.made)))


def _parts(key: Mapping[str, str], made: Made) -> Iterator[dict[str, Any]]:
    return ({**key, **part._asdict()} for part in made.parts)
