"""Verdicts: the list, newest first, and one of them with its whole record and the proof that it is in the ledger."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from openrepro.claims.claim import Claim
from openrepro.entries.entry import Entry
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.judging.verdict import Verdict
from openrepro.record.records import verdict_from_json
from openrepro.store.record_rows import VERDICT, Leaf, VerdictRow
from openrepro.store.store import Transaction
from openrepro.web.api.verdicts import proof
from openrepro.web.faults import not_found
from openrepro.web.open_looks import told_open
from openrepro.web.pages.home import told_verdicts
from openrepro.web.pages.looks import told_looks
from openrepro.web.pages.page import Address, Kind, Page, Visit, only
from openrepro.web.pages.verdict_words import spots_of, told_reading, told_record
from openrepro.web.second_looks import confirmed
from openrepro.web.templating import address, cut

SHOWN: Final = 40
CHAIN: Final = 20
AT_ONCE: Final = 500
LABELS: Final = tuple(label.value for label in Label)
NO_ADDRESS: Final = "https://ADDRESS-OF-THIS-SITE"
LATEST: Final = 999_999_999


ABOUT: Final = "Every verdict on record, newest first, each with its reasons and the proof that it is in the ledger."


class Wanted(NamedTuple):
    """Which verdicts a list shows; what is empty narrows nothing."""

    label: str
    team: str
    paper: str
    entry: str

    def address(self, **more: object) -> str:
        return address("/verdicts", {**self._asdict(), **more})

    def rows(self, tx: Transaction, after: int, *, newest_first: bool) -> Sequence[VerdictRow]:
        """One row more than a page shows, from beyond the leaf `after`."""
        return tx.ledger.verdicts(
            label=self.label,
            team=self.team,
            paper=self.paper,
            entry=self.entry,
            after=after,
            limit=SHOWN + 1,
            newest_first=newest_first,
        )


def verdicts_page(visit: Visit) -> Page:
    """The page at `/verdicts`: `?before=` goes on from a leaf, `?label=`, `?team=`, `?paper=`, `?entry=` narrow it."""
    wanted = Wanted(visit.one_of("label", LABELS), *(visit.asked(name) for name in ("team", "paper", "entry")))
    before = visit.number("before", least=0, most=LATEST, default=LATEST)
    rows = wanted.rows(visit.tx, before, newest_first=True)
    kept = rows[:SHOWN]
    data: dict[str, Json] = {
        "verdicts": told_verdicts(visit, kept),
        "label": wanted.label or None,
        "narrowed": {name: value for name, value in wanted._asdict().items() if value and name != "label"},
        "filters": [{"label": one, "where": wanted.address(label=one)} for one in LABELS],
        "all": wanted.address(label=""),
        "continued": before < LATEST,
    }
    title = f"Verdicts: {wanted.label}" if wanted.label else "Verdicts"
    following = wanted.address(before=rows[SHOWN - 1].seq) if len(rows) > SHOWN else ""
    newer = _newer(visit.tx, wanted, kept) if before < LATEST else ""
    return Page("verdicts.html", title, data, ABOUT, previous=newer, next=following)


def _newer(tx: Transaction, wanted: Wanted, rows: Sequence[VerdictRow]) -> str:
    """Where the page before this one is."""
    above = wanted.rows(tx, rows[0].seq, newest_first=False) if rows else ()
    return wanted.address(before=above[SHOWN].seq) if len(above) > SHOWN else wanted.address()


def verdict_page(visit: Visit) -> Page:
    """The page at `/verdicts/<verdict>`."""
    name = visit.params["verdict"]
    leaf = visit.tx.ledger.leaf_of(name)
    if leaf is None or leaf.kind != VERDICT:
        raise not_found("verdict", name)
    record = json.loads(leaf.body)
    verdict = verdict_from_json(record)
    entry = visit.tx.entries.get(verdict.entry)
    if entry is None or not visit.who.may_see(entry):
        raise not_found("verdict", name)
    return Page("verdict.html", _title(verdict), _data(visit, leaf, record, verdict, entry), _about(verdict))


def _title(verdict: Verdict) -> str:
    return f"Verdict on {verdict.claim}: {verdict.label.value}"


def _about(verdict: Verdict) -> str:
    return cut(" ".join(reason.text for reason in verdict.ruling.reasons), 300)


def _data(visit: Visit, leaf: Leaf, record: Json, verdict: Verdict, entry: Entry) -> dict[str, Json]:
    tx = visit.tx
    judged, effective = _claims(tx, verdict)
    claim = judged or effective
    material = tx.renderings.materials({entry.id: entry.judged_revision or entry.revision}).get(entry.id, {})
    spots = spots_of(entry.id, leaf.id, material)
    team = tx.people.team(verdict.team)
    chain = _chain(tx, verdict)
    counted = confirmed(tx, chain, {entry.id: entry})
    return {
        "id": leaf.id,
        "seq": leaf.seq,
        "label": verdict.label.value,
        "direction": verdict.direction.value,
        "judged_at": verdict.time,
        "claim": _claim_told(verdict, judged, effective),
        "paper": {"id": verdict.paper, "title": tx.papers.titles((verdict.paper,)).get(verdict.paper, "")},
        "entry": {"id": entry.id, "title": entry.title, "revision": verdict.revision},
        "team": {"id": verdict.team, "name": "" if team is None else team.name},
        **told_record(verdict, claim, spots),
        "confirmed": leaf.id in counted,
        "look": told_open(tx, (leaf.id,))[leaf.id],
        "reading": told_reading(verdict.reading, spots, entry.id),
        "looks": told_looks(verdict, spots),
        "case_file": verdict.case_file,
        "tokens": verdict.tokens,
        "cost": verdict.cost,
        "raw_reply": verdict.raw_reply,
        "supersedes": verdict.supersedes or None,
        "superseded_by": next((one.id for one in chain if one.supersedes == leaf.id), None),
        "chain": [{**_link(one), "confirmed": one.id in counted} for one in chain],
        "proof": proof(tx, leaf).model_dump(),
        "check_at": f"{visit.here.settings.public_url or NO_ADDRESS}/verdicts/{leaf.id}.json",
        "record": record,
    }


def _claims(tx: Transaction, verdict: Verdict) -> tuple[Claim | None, Claim | None]:
    """The claim as it was judged, and as it is in force; None for one that is not known."""
    judged = tx.papers.claims(verdict.paper, verdict.claim_version) if verdict.claim_version else None
    effective = tx.papers.claims(verdict.paper)
    found = [None if held is None else held.find(verdict.claim) for held in (judged, effective)]
    return found[0], found[1]


def _claim_told(verdict: Verdict, judged: Claim | None, effective: Claim | None) -> dict[str, Json]:
    claim = judged or effective
    return {
        "id": verdict.claim,
        "version": verdict.claim_version,
        "text": "" if claim is None else claim.text,
        "known": claim is not None,
        "in_force": effective is not None and (judged is None or judged == effective),
    }


def _chain(tx: Transaction, verdict: Verdict) -> Sequence[VerdictRow]:
    """The verdicts on this claim of this entry, newest first: each superseded the one below it."""
    return tx.ledger.verdicts(entry=verdict.entry, claim=verdict.claim, limit=CHAIN, newest_first=True)


def _link(row: VerdictRow) -> dict[str, Any]:
    kept = ("id", "label", "provisional", "judged_at", "reader", "revision", "current")
    return {name: getattr(row, name) for name in kept}


def _addresses(visit: Visit) -> Iterator[Address]:
    after: int | None = None
    while rows := visit.tx.ledger.verdicts(entry=visit.share.entry, after=after, limit=AT_ONCE):
        yield from (Address({"verdict": row.id}, group=row.entry) for row in _shown(visit, rows))
        after = rows[-1].seq


def _shown(visit: Visit, rows: Sequence[VerdictRow]) -> Iterator[VerdictRow]:
    entries = visit.tx.entries.several(tuple({row.entry for row in rows}))
    return (row for row in rows if row.entry in entries and visit.who.may_see(entries[row.entry]))


KINDS: Final = (
    Kind("verdicts", "/verdicts", verdicts_page, only),
    Kind("verdict", "/verdicts/{verdict}", verdict_page, _addresses, about_entries=True),
)
