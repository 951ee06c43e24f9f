"""What an entry's life asks of the places where things are kept. One transaction (`Books`) spans them all."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from openrepro.claims.claim import ClaimSet
from openrepro.entries.entry import Entry, EntryEvent, Revision
from openrepro.entries.job import JobStore
from openrepro.judging.verdict import Verdict
from openrepro.papers.paper import Paper, Resolution
from openrepro.record.acts import Act


class Blobs(Protocol):
    """Bytes named by their SHA-256. Safe to call from several threads and processes."""

    def put(self, data: bytes) -> str:
        """Keep `data` and give its name; the same bytes twice are kept once. Whole or not at all."""
        ...

    def get(self, name: str) -> bytes | None:
        """The bytes of that name, checked against it; None when they are not there."""
        ...

    def has(self, name: str) -> bool: ...

    def delete(self, name: str) -> None:
        """Forget the bytes; nothing happens when they are not there."""
        ...


class PaperStore(Protocol):
    def get(self, paper: str) -> Paper | None: ...

    def resolve(self, names: Sequence[str]) -> Resolution:
        """The paper that `names` (ids, aliases, arXiv ids, in order of trust) lead to."""
        ...

    def claims(self, paper: str, version: str = "") -> ClaimSet | None:
        """The effective claim set of a paper, or the one of `version`."""
        ...


class EntryStore(Protocol):
    """Entries that a writing transaction gets cannot be changed by another one until it ends."""

    def get(self, entry: str) -> Entry | None: ...

    def by_origin(self, origin: str) -> Entry | None: ...

    def hold(self, team: str) -> None:
        """Let no other writing transaction that holds the team's entries go on until this one ends."""
        ...

    def scoring(self, team: str, paper: str) -> Entry | None:
        """The entry of a team on a paper that scores: judged first, then made first, neither withdrawn nor hidden."""
        ...

    def same_uploads(self, account: str, revision: str) -> tuple[Entry, ...]:
        """The uploads of an account that have these very bytes and are not withdrawn, oldest first."""
        ...

    def add(self, entry: Entry) -> None: ...

    def save(self, entry: Entry, *events: EntryEvent) -> None:
        """Replace the row of `entry` and add to its history."""
        ...

    def history(self, entry: str) -> tuple[EntryEvent, ...]:
        """All events, oldest first."""
        ...

    def add_revision(self, revision: Revision) -> None:
        """Keep a revision with its files; nothing happens when this entry has it already."""
        ...

    def revision(self, entry: str, revision: str) -> Revision | None: ...

    def revisions(self, entry: str) -> tuple[Revision, ...]:
        """All revisions of an entry, oldest first, without their files."""
        ...

    def judged_on(self, team: str, day: str) -> int:
        """How many entries of a team were first judged on a UTC day (`2026-07-20`)."""
        ...

    def sole_blobs(self, entry: str, revision: str) -> tuple[str, ...]:
        """The blobs that no other revision needs. In a writing transaction that stays so until it ends."""
        ...

    def doubtful_blobs(self, names: Sequence[str]) -> tuple[str, ...]:
        """Those of the blobs that a revision had too which was taken down, so that they may have been deleted."""
        ...

    def take_down(self, entry: str, revision: str, at: str) -> None:
        """Leave a tombstone of a revision: its row stays, its rendering is gone, its bytes are to be deleted."""
        ...

    def taken_down(self, revision: str) -> str:
        """When a revision with this manifest was taken down; empty when none was."""
        ...


class LedgerStore(Protocol):
    """The append-only record: leaves of an RFC 6962 tree, verdicts and acts in one sequence."""

    def append(self, leaves: Iterable[Verdict | Act]) -> Sequence[int]:
        """Append in order and give the leaf indexes. Serialised: two transactions never interleave."""
        ...

    def told_apart(self, act: Act) -> Act:
        """The act, a second or more later where the ledger has the very same one already."""
        ...

    def current(self, entry: str) -> tuple[Verdict, ...]:
        """The verdicts of an entry that no later one supersedes, ordered by claim."""
        ...


class Outbox(Protocol):
    def emit(self, event: str, entry: str, sentence: str) -> None:
        """Note, in this transaction, that webhooks must hear of `event` (`entry.queued`, `entry.judged`, …)."""
        ...


class Books(Protocol):
    """One open transaction."""

    @property
    def entries(self) -> EntryStore: ...
    @property
    def papers(self) -> PaperStore: ...
    @property
    def jobs(self) -> JobStore: ...
    @property
    def ledger(self) -> LedgerStore: ...
    @property
    def outbox(self) -> Outbox: ...
