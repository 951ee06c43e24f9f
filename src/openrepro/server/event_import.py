"""A public event loaded into a challenge: papers, claims, entries and verdicts as published; twice changes nothing."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import quote

from openrepro.board.acts import ActKind
from openrepro.challenge.rules import PROFILES, Profile, Rules
from openrepro.entries.discovery import Space
from openrepro.entries.entry import Entry, EntryEvent, Reason, Source, State
from openrepro.entries.intake import Owner
from openrepro.entries.licences import found_licence
from openrepro.judging.label import Direction, Label
from openrepro.judging.ruling import Reason as RulingReason
from openrepro.judging.ruling import Ruling
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.papers.fields import Fault
from openrepro.papers.paper import Match
from openrepro.papers.sources import ReadClaims, ReadPapers
from openrepro.pseudonyms import new_entry_id
from openrepro.record.acts import Act
from openrepro.server.discovery_entering import hub_owner
from openrepro.server.event_plan import NewVerdict, Plan, PlannedEntry, plan_of
from openrepro.server.event_verdicts import Published
from openrepro.server.papers import Loaded, load_papers
from openrepro.store.bulk import PastEntry
from openrepro.store.store import Store, Transaction

AT_ONCE: Final = 200
NOTE: Final = "imported from a public event"
JUDGED_UNDER: Final = PROFILES[Profile.ICML_2026.value].digest
DIRECTIONS: Final[Mapping[Label, Direction]] = {
    Label.VERIFIED: Direction.SUPPORTS,
    Label.FALSIFIED: Direction.CONTRADICTS,
}

Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Event:
    """What was read of an event; what is not given is left as it is in the challenge. `hub` is where its Spaces are
    seen by people."""

    papers: tuple[ReadPapers, ...] = ()
    claims: tuple[ReadClaims, ...] = ()
    spaces: Mapping[str, Space] = field(default_factory=dict)
    records: tuple[Published, ...] = ()
    hub: str = "https://huggingface.co"


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import wrote, or would write. `loaded` is None where neither papers nor claims were given; `labels`
    counts the verdicts added; `judged`, `unjudged` and `rejected` are entries added; `updated` got more verdicts."""

    loaded: Loaded | None
    judged: int
    unjudged: int
    rejected: int
    updated: int
    unchanged: int
    labels: Mapping[Label, int]
    known: int
    faults: tuple[Fault, ...]

    @property
    def verdicts(self) -> int:
        return sum(self.labels.values())


class _UndoneError(Exception):
    """Ends the transaction of a dry run, so that nothing of it stays."""


@dataclass(frozen=True, slots=True)
class EventImport:
    """Imports `event` at the instant `now` into a challenge under `rules`."""

    store: Store
    event: Event
    rules: Rules
    now: str
    tell: Told = lambda _text: None

    def run(self) -> Imported:
        """Papers and claims in one transaction, then entries with their verdicts, some hundred at a time.

        An import that broke off is made whole by running it again.
        """
        with self.store.write() as tx:
            loaded = self._load(tx)
        with self.store.read() as tx:
            plan = self._plan(tx)
        changed, owners = plan.changed, _Owners(self.now)
        for start in range(0, len(changed), AT_ONCE):
            with self.store.write() as tx:
                self._write(tx, changed[start : start + AT_ONCE], owners)
            self.tell(f"{min(start + AT_ONCE, len(changed)):,} of {len(changed):,} entries written")
        return _outcome(loaded, plan)

    def rehearse(self) -> Imported:
        """What `run` would do now; nothing is written. With papers or claims nobody else can write meanwhile."""
        if not (self.event.papers or self.event.claims):
            with self.store.read() as tx:
                return _outcome(None, self._plan(tx))
        outcome: list[Imported] = []
        try:
            with self.store.write() as tx:
                loaded = self._load(tx)
                outcome.append(_outcome(loaded, self._plan(tx)))
                raise _UndoneError
        except _UndoneError:
            return outcome[0]

    def _load(self, tx: Transaction) -> Loaded | None:
        if not (self.event.papers or self.event.claims):
            return None
        return load_papers(tx, self.event.papers, self.event.claims, now=self.now, note=NOTE)

    def _plan(self, tx: Transaction) -> Plan:
        self.tell("matching published verdicts with claims")
        return plan_of(tx, self.event.records, self.event.spaces, self.rules)

    def _write(self, tx: Transaction, planned: Sequence[PlannedEntry], owners: "_Owners") -> None:
        """Write entries, and at the end of the transaction what the ledger is to hold of them."""
        made = [(one, self._entry(one, owners.of(tx, one.space.owner))) for one in planned]
        tx.bulk.add_entries(PastEntry(entry, [_event(entry)]) for one, entry in made if one.held is None)
        for one, entry in made:
            if one.held is not None:
                tx.entries.save(entry, _event(entry))
        tx.ledger.append(leaf for one, entry in made for leaf in self._leaves(one, entry))

    def _entry(self, one: PlannedEntry, owner: Owner) -> Entry:
        """The entry as it stands after the import. Its bytes are not here, so it has no archived revision, and nothing
        here judges it again."""
        space, last = one.space, one.records[-1] if one.records else None
        state, reason, sentence = _standing(one)
        base = one.held or Entry(
            id=new_entry_id(),
            team=owner.team,
            account=owner.account,
            source=Source.IMPORT,
            origin=space.id,
            state=state,
            reason=reason,
            sentence=sentence,
            state_at=self.now,
            seen_at=self.now,
            created_at=space.created_at or self.now,
            title=space.id.partition("/")[2],
            url=f"{self.event.hub.rstrip('/')}/spaces/{quote(space.id)}",
            licence=found_licence(one.named.licence, self.rules).id,
            named=one.named.names,
        )
        judged = last is not None and bool(one.verdicts)
        return replace(
            base,
            state=state,
            reason=reason,
            sentence=sentence,
            state_at=self.now,
            paper=base.paper or one.paper.paper,
            judged_revision=last.sha if last and judged else base.judged_revision,
            first_judged_at=base.first_judged_at or (one.verdicts[0].record.judged_at if judged else ""),
        )

    def _leaves(self, one: PlannedEntry, entry: Entry) -> Iterator[Verdict | Act]:
        if entry.paper and (one.held is None or not one.held.paper):
            yield Act(ActKind.ENTERED, self.now, entry.id, entry.team, entry.paper, "", entry.created_at, "imported")
        before: dict[str, Verdict] = {}
        for new in one.verdicts:
            held = before.get(new.claim.claim)
            made = _verdict(new, entry, held.id if held else new.supersedes)
            before[new.claim.claim] = made
            yield made


class _Owners:
    """Accounts and teams of the owners of Spaces, each looked up once."""

    def __init__(self, now: str) -> None:
        self._now = now
        self._known: dict[str, Owner] = {}

    def of(self, tx: Transaction, name: str) -> Owner:
        if name not in self._known:
            self._known[name] = hub_owner(tx, name, self._now)
        return self._known[name]


def _standing(one: PlannedEntry) -> tuple[State, Reason, str]:
    if one.paper.match is not Match.FOUND and not (one.held and one.held.paper):
        return State.REJECTED, Reason.IMPORTED, one.paper.sentence
    if one.verdicts or (one.held and one.held.state is State.JUDGED):
        last = one.records[-1]
        by = f" by {last.model}" if last.model else ""
        return State.JUDGED, Reason.IMPORTED, f"Judged{by} in the event. {last.overall}".strip()
    if one.records:
        return State.NOT_JUDGED, Reason.IMPORTED, "None of the verdicts that the event published of it can be used."
    return State.NOT_JUDGED, Reason.IMPORTED, "The event published no verdict of it."


def _event(entry: Entry) -> EntryEvent:
    return EntryEvent(entry.id, entry.state_at, entry.state, entry.reason, entry.sentence, entry.judged_revision)


def _verdict(new: NewVerdict, entry: Entry, supersedes: str) -> Verdict:
    """The record of a published verdict. Nothing stands for evidence that was held against its bytes, so it has no
    grade; a falsification had no second look, and waits for one where the rules ask for it."""
    falsified = new.label is Label.FALSIFIED
    reasons = (RulingReason("published", new.evidence),) if new.evidence else ()
    return Verdict(
        claim=new.claim.claim,
        claim_version=new.claim.version,
        paper=entry.paper,
        revision=new.record.sha,
        entry=entry.id,
        team=entry.team,
        judge=JudgeIdentity(JUDGED_UNDER, "model", new.record.model),
        case_file="",
        ruling=Ruling(new.label, reasons, DIRECTIONS.get(new.label, Direction.NONE), provisional=falsified),
        grade=None,
        time=new.record.judged_at,
        supersedes=supersedes,
    )


def _outcome(loaded: Loaded | None, plan: Plan) -> Imported:
    states = Counter(_standing(one)[0] for one in plan.changed if one.held is None)
    added = sum(states.values())
    return Imported(
        loaded=loaded,
        judged=states[State.JUDGED],
        unjudged=states[State.NOT_JUDGED],
        rejected=states[State.REJECTED],
        updated=len(plan.changed) - added,
        unchanged=len(plan.entries) - len(plan.changed),
        labels=Counter(new.label for one in plan.changed for new in one.verdicts),
        known=plan.known,
        faults=(*(loaded.faults if loaded else ()), *plan.faults),
    )
