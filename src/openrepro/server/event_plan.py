"""Published verdicts held against a challenge: whose entry each is, on which of its claims, and what is new."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.entries.discovery import Naming, Space, naming
from openrepro.entries.entry import Entry, Source
from openrepro.judging.label import Label
from openrepro.papers.fields import Fault
from openrepro.papers.paper import Match, Resolution
from openrepro.papers.resolving import quoted
from openrepro.server.event_verdicts import Published
from openrepro.server.named_papers import NamedPapers
from openrepro.store.many import SqlMany
from openrepro.store.record_rows import VerdictRow
from openrepro.store.store import Transaction

AT_ONCE: Final = 400


class ClaimRef(NamedTuple):
    """A claim of the challenge, and the version of the set in which it stands so."""

    claim: str
    version: str


class NewVerdict(NamedTuple):
    """A published verdict that is not on record yet; `supersedes` is the record that it takes the place of, where that
    is on record already."""

    claim: ClaimRef
    label: Label
    evidence: str
    record: Published
    supersedes: str = ""


@dataclass(frozen=True, slots=True)
class PlannedEntry:
    """One Space of the event: the entry that it is here already, and what is to be added.

    `records` are all published of it that are about its paper, oldest first; `verdicts` those on record not yet.
    """

    space: Space
    paper: Resolution
    named: Naming
    records: tuple[Published, ...] = ()
    verdicts: tuple[NewVerdict, ...] = ()
    held: Entry | None = None

    @property
    def changes(self) -> bool:
        """Whether anything of it is to be written."""
        return self.held is None or bool(self.verdicts) or (not self.held.paper and bool(self.paper.paper))


@dataclass(frozen=True, slots=True)
class Plan:
    """What an import is going to write. `known` counts the published verdicts that are on record already."""

    entries: tuple[PlannedEntry, ...]
    known: int
    faults: tuple[Fault, ...]

    @property
    def changed(self) -> tuple[PlannedEntry, ...]:
        return tuple(one for one in self.entries if one.changes)


def plan_of(tx: Transaction, records: Sequence[Published], spaces: Mapping[str, Space], rules: Rules) -> Plan:
    """What the published records and the listing come to in the challenge as the transaction sees it."""
    return _Planning(tx, rules).plan(records, spaces)


@dataclass(slots=True)
class _Planning:
    tx: Transaction
    rules: Rules
    faults: list[Fault] = field(default_factory=list)
    known: int = 0

    def plan(self, records: Sequence[Published], spaces: Mapping[str, Space]) -> Plan:
        by_space: dict[str, list[Published]] = {name: [] for name in spaces}
        for record in records:
            by_space.setdefault(record.space, []).append(record)
        papers = NamedPapers(self.tx, [*(record.paper for record in records), *self._tagged(spaces)])
        drafts = [self._draft(name, given, spaces.get(name), papers) for name, given in by_space.items()]
        claims = _claims_of(self.tx, {one.paper.paper for one in drafts if one.paper.paper})
        held = self._held(by_space)
        made = [self._entry(one, claims, *held.get(one.space.id, (None, ()))) for one in drafts]
        return Plan(tuple(one for one in made if one is not None), self.known, tuple(self.faults))

    def _tagged(self, spaces: Mapping[str, Space]) -> Iterator[str]:
        for space in spaces.values():
            yield from naming(space.tags, self.rules).names

    def _held(self, by_space: Iterable[str]) -> "Mapping[str, tuple[Entry, tuple[VerdictRow, ...]]]":
        """The entries that are here already, by Space, each with its verdicts."""
        bulk = SqlMany(self.tx.connection)
        ids = bulk.entries_of(by_space)
        rows = bulk.verdicts_of(ids.values())
        found: dict[str, tuple[Entry, tuple[VerdictRow, ...]]] = {}
        names = list(ids.values())
        for start in range(0, len(names), AT_ONCE):
            for entry in self.tx.entries.several(names[start : start + AT_ONCE]).values():
                found[entry.origin] = (entry, rows.get(entry.id, ()))
        return found

    def _draft(self, name: str, given: list[Published], space: Space | None, papers: NamedPapers) -> PlannedEntry:
        """The Space with its records, oldest first, and the paper that the newest of them names."""
        given.sort(key=lambda record: record.judged_at)
        space = space or Space(name, created_at=given[0].judged_at)
        named = naming(space.tags, self.rules)
        if not given or not given[-1].paper:
            return PlannedEntry(space, papers.resolve(named.names), named, tuple(given))
        found = papers.resolve((given[-1].paper,))
        if found.match is not Match.FOUND:
            self.faults.append(Fault(given[-1].place, found.sentence))
        about = [record for record in given if record.paper == given[-1].paper]
        for record in given:
            if record.paper != given[-1].paper:
                text = f"It is about {quoted(record.paper)}, a later one about {quoted(given[-1].paper)}; left out."
                self.faults.append(Fault(record.place, text))
        return PlannedEntry(space, found, Naming((given[-1].paper,), True, named.licence), tuple(about))

    def _entry(
        self, draft: PlannedEntry, claims: "_Claims", held: Entry | None, rows: tuple[VerdictRow, ...]
    ) -> PlannedEntry | None:
        if held is not None and held.source is not Source.IMPORT:
            if draft.records:
                text = f"{draft.space.id} is an entry of this challenge itself; its published verdicts were left out."
                self.faults.append(Fault(draft.records[0].place, text))
            return None
        paper = (held.paper if held is not None else "") or draft.paper.paper
        verdicts = tuple(self._verdicts(draft, claims.get(paper, {}), rows)) if paper else ()
        return PlannedEntry(draft.space, draft.paper, draft.named, draft.records, verdicts, held)

    def _verdicts(
        self, draft: PlannedEntry, claims: Mapping[str, ClaimRef], rows: Sequence[VerdictRow]
    ) -> Iterator[NewVerdict]:
        """The verdicts of an entry that are not on record, oldest first."""
        if not claims:
            self._without_claims(draft)
            return
        on_record = {(row.claim, row.revision, row.judged_at, row.label) for row in rows}
        current = {row.claim: row for row in rows if row.current}
        given: set[tuple[str, str, str]] = set()
        for record in draft.records:
            for at, item in enumerate(record.claims, start=1):
                ref = claims.get(claim_key(item.text))
                if ref is None:
                    text = f"The claim stands in no set of its paper: {quoted(item.text)}."
                    self.faults.append(Fault(f"{record.place}, claim {at}", text))
                    continue
                if (ref.claim, record.sha, record.judged_at) in given:
                    self.faults.append(Fault(f"{record.place}, claim {at}", "It was judged twice at one instant."))
                    continue
                given.add((ref.claim, record.sha, record.judged_at))
                if (ref.claim, record.sha, record.judged_at, item.label.value) in on_record:
                    self.known += 1
                    continue
                before = current.get(ref.claim)
                if before is not None and before.judged_at > record.judged_at:
                    text = f"It is older than what is on record of {ref.claim}; left out."
                    self.faults.append(Fault(f"{record.place}, claim {at}", text))
                    continue
                yield NewVerdict(ref, item.label, item.evidence, record, before.id if before else "")

    def _without_claims(self, draft: PlannedEntry) -> None:
        for record in draft.records:
            text = f"Its paper {quoted(record.paper)} has no claims here, so its verdicts ({len(record.claims)}) were "
            self.faults.append(Fault(record.place, f"{text}left out; give the claims with --claims."))


_Claims = Mapping[str, Mapping[str, ClaimRef]]


def claim_key(text: str) -> str:
    """A claim's text as it is compared: blanks and their number do not count."""
    return " ".join(text.split())


def _claims_of(tx: Transaction, papers: Iterable[str]) -> _Claims:
    """The claims of some papers by their text; those in force before those of older sets."""
    names, found = sorted(papers), {}
    for start in range(0, len(names), AT_ONCE):
        for paper, sets in tx.papers.claim_sets(names[start : start + AT_ONCE]).items():
            found[paper] = {
                claim_key(claim.text): ClaimRef(claim.id, version)
                for held in sets
                for version in (held.version,)
                for claim in held.claims
            }
    return found
