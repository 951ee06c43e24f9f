"""What a verdict record says to the board: one vote per entry and claim, the current one, scoring or not."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple, Protocol

from openrepro.board.acts import Apart, Circumstances
from openrepro.grades import Grade
from openrepro.judging.label import Label

HUMAN_AUDITED: Final = 4
SECOND_TEAM: Final = 3
DECIDED: Final = tuple(label for label in Label if label.decided)
WEAKER: Final = {label: at for at, label in enumerate(Label)}
NOTHING_HAPPENED: Final = Circumstances()


class Record(Protocol):
    """What the board needs to know of a verdict record; a row of a database does as well as a whole record."""

    @property
    def id(self) -> str: ...
    @property
    def claim(self) -> str: ...
    @property
    def paper(self) -> str: ...
    @property
    def entry(self) -> str: ...
    @property
    def team(self) -> str: ...
    @property
    def revision(self) -> str: ...
    @property
    def label(self) -> Label: ...
    @property
    def provisional(self) -> bool: ...
    @property
    def grade(self) -> Grade | None: ...
    @property
    def reader(self) -> str: ...
    @property
    def time(self) -> str: ...
    @property
    def supersedes(self) -> str: ...


class Vote(NamedTuple):
    """The current verdict on one claim of one entry.

    `judged_at` is when the entry first got this label on this claim, `entry_judged_at` when anything of the
    entry was first judged (it never moves); both are UTC, `2026-08-03T11:59:59Z`, or empty when unknown, and
    sort as text. `entry_order` is the place of that first judgement among all records (0: unknown). `scoring` is
    false for a further entry of a team on the same paper and for what is set `apart`. `assurance` is 0 said,
    1 captured, 2 re-run, 4 human audited; 3 (a second team) is for the board to find.
    """

    claim: str
    paper: str
    team: str
    entry: str
    label: Label
    provisional: bool = False
    scoring: bool = True
    judged_at: str = ""
    entry_judged_at: str = ""
    assurance: int = 1
    entry_order: int = 0
    apart: Apart | None = None


class First(NamedTuple):
    """When an entry was first judged, and which record (counted from 1) did it."""

    time: str = ""
    order: int = 0


NEVER: Final = First()


class _Dated(NamedTuple):
    record: Record
    time: str


def votes_of(records: Iterable[Record], around: Circumstances = NOTHING_HAPPENED) -> tuple[Vote, ...]:
    """The votes that records give, in the order of the ledger.

    A record that another one (of the same claim and entry) supersedes is replaced by it; of several that remain
    the latest holds, and of equally late ones the last. A record without a team counts as its own team.
    What the acts set apart gives votes that do not score.
    """
    given = [_Dated(record, utc(record.time)) for record in records]
    first = _first_judged(given)
    current = _last(_vote(item, first.get(item.record.entry, NEVER), around) for item in _standing(given))
    if len(current) < len(given):
        current = _since_labelled(current, given)
    return with_scoring(current, {entry: entered.created for entry, entered in around.entered.items()})


def _first_judged(given: Sequence[_Dated]) -> Mapping[str, First]:
    found: dict[str, First] = {}
    for order, (record, time) in enumerate(given, start=1):
        if record.label in DECIDED and (record.entry not in found or time < found[record.entry].time):
            found[record.entry] = First(time, order)
    return found


def _last(votes: Iterable[Vote]) -> Sequence[Vote]:
    """One vote per entry and claim: the latest, and of equally late ones the last."""
    current: dict[tuple[str, str], Vote] = {}
    for vote in votes:
        held = current.setdefault((vote.claim, vote.entry), vote)
        if vote.judged_at >= held.judged_at:
            current[vote.claim, vote.entry] = vote
    return tuple(current.values())


def latest(votes: Iterable[Vote]) -> tuple[Vote, ...]:
    """One vote per entry and claim: the latest, and of equally late ones the weaker, since their order is unknown."""
    current: dict[tuple[str, str], Vote] = {}
    for vote in votes:
        held = current.setdefault((vote.claim, vote.entry), vote)
        if held is not vote and _order(vote) > _order(held):
            current[vote.claim, vote.entry] = vote
    return tuple(current.values())


def with_scoring(votes: Iterable[Vote], created: Mapping[str, str] | None = None) -> tuple[Vote, ...]:
    """The votes with `scoring` true for the first judged entry of each team on each paper only.

    Ties go to the entry that was created first, then to the one whose judgement stands first in the ledger, then to
    the weaker one, so that names never decide. An entry that is set apart takes nobody's place.
    """
    given = tuple(votes)
    made = created or {}
    first: dict[tuple[str, str], tuple[str, str, int]] = {}
    tied: dict[tuple[str, str], set[str]] = {}
    for vote in given:
        if vote.label in DECIDED and vote.apart is None:
            key, rank = (vote.team, vote.paper), (vote.entry_judged_at, made.get(vote.entry, ""), vote.entry_order)
            if key not in first or rank < first[key]:
                first[key], tied[key] = rank, set()
            if rank == first[key]:
                tied[key].add(vote.entry)
    chosen = _untied(tied, given)
    return tuple(_scoring(vote, chosen.get((vote.team, vote.paper)) == vote.entry) for vote in given)


def _untied(tied: Mapping[tuple[str, str], set[str]], votes: Sequence[Vote]) -> Mapping[tuple[str, str], str]:
    """Per team and paper one entry: of several the weaker. Names come last, where the entries are alike."""
    open_keys = {key for key, entries in tied.items() if len(entries) > 1}
    contents: dict[tuple[tuple[str, str], str], list[tuple[str, int, bool, int]]] = {}
    for vote in votes if open_keys else ():
        key = (vote.team, vote.paper)
        if key in open_keys and vote.entry in tied[key]:
            mark = (vote.claim, WEAKER[vote.label], vote.provisional, -vote.assurance)
            contents.setdefault((key, vote.entry), []).append(mark)

    def weakness(key: tuple[str, str], entry: str) -> tuple[int, list[tuple[str, int, bool, int]], str]:
        marks = sorted(contents[key, entry])
        return (sum(mark[1] for mark in marks), marks, entry)

    return {
        key: max(entries, key=lambda entry: weakness(key, entry)) if key in open_keys else next(iter(entries))
        for key, entries in tied.items()
    }


def _scoring(vote: Vote, first: bool) -> Vote:
    scoring = first and vote.apart is None
    return vote if vote.scoring is scoring else vote._replace(scoring=scoring)


def _since_labelled(current: Sequence[Vote], given: Sequence[_Dated]) -> Sequence[Vote]:
    """The votes, each dated by the first record that gave its entry this label on its claim."""
    since = {(vote.claim, vote.entry, vote.label): vote.judged_at for vote in current}
    earlier = set()
    for record, time in given:
        spot = (record.claim, record.entry, record.label)
        if time < since.get(spot, ""):
            since[spot] = time
            earlier.add(spot)
    return [_dated(vote, since) if (vote.claim, vote.entry, vote.label) in earlier else vote for vote in current]


def _dated(vote: Vote, since: Mapping[tuple[str, str, Label], str]) -> Vote:
    return vote._replace(judged_at=since[vote.claim, vote.entry, vote.label])


def assurance_of(grade: Grade | None, reader: str = "") -> int:
    """0 said (E0, a bare result file, nothing), 1 captured by the participant's tool (E2), 2 re-run by us (E3),
    4 read by a person."""
    if reader == "person":
        return HUMAN_AUDITED
    if grade is Grade.E3:
        return 2
    return 1 if grade is Grade.E2 else 0


def _standing(given: Sequence[_Dated]) -> Iterable[_Dated]:
    """The records that no other one supersedes. Only records of an entry and claim that has a successor are asked for
    their id, since hashing every record costs a hundred times what the board does."""
    gone = {(record.claim, record.entry, record.supersedes) for record, _ in given if record.supersedes}
    if not gone:
        return given
    touched = {spot[:2] for spot in gone}
    return [
        item
        for item in given
        if (item.record.claim, item.record.entry) not in touched
        or (item.record.claim, item.record.entry, item.record.id) not in gone
    ]


def _vote(item: _Dated, first: First, around: Circumstances) -> Vote:
    record, time = item
    return Vote(  # by position, since there are many: twice as fast as by name
        record.claim,
        record.paper,
        record.team or record.entry,
        record.entry,
        record.label,
        record.provisional,
        True,
        time,
        first.time,
        assurance_of(record.grade, record.reader),
        first.order,
        around.apart(record.entry, record.revision) if around.marks else None,
    )


def _order(vote: Vote) -> tuple[str, int, bool, int, str, str]:
    return (vote.judged_at, WEAKER[vote.label], vote.provisional, -vote.assurance, vote.team, vote.paper)


def utc(time: str) -> str:
    """`time` as UTC to the second; a text that is no instant is left as it is."""
    if len(time) == 20 and time[-1] == "Z":
        return time
    try:
        moment = datetime.fromisoformat(time)
        return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if moment.tzinfo else time
    except (ValueError, OverflowError):
        return time
