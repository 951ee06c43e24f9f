"""What a verdict record says to the board: one vote per entry and claim, the current one, scoring or not."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from openrepro.grades import Grade
from openrepro.judging.label import Label
from openrepro.judging.verdict import Verdict

HUMAN_AUDITED: Final = 4
SECOND_TEAM: Final = 3
DECIDED: Final = tuple(label for label in Label if label.decided)
WEAKER: Final = {label: at for at, label in enumerate(Label)}


class Vote(NamedTuple):
    """The current verdict on one claim of one entry.

    `judged_at` is when the entry first got this label on this claim, `entry_judged_at` when anything of the
    entry was first judged (it never moves); both are UTC, `2026-08-03T11:59:59Z`, or empty when unknown, and
    sort as text. `scoring` is false for a further entry of a team on the same paper. `assurance` is 0 said,
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


def votes_of(verdicts: Iterable[Verdict], created: Mapping[str, str] | None = None) -> tuple[Vote, ...]:
    """The votes that records give.

    A record that another one (of the same claim and entry) supersedes is replaced by it; of several that remain
    the latest holds, and of equally late ones the weaker. A record without a team counts as its own team.
    `created` maps entries to the instant they were made, which breaks ties between entries first judged at the
    same instant.
    """
    records = [(verdict, _utc(verdict.time)) for verdict in verdicts]
    entries: dict[str, str] = {}
    for verdict, time in records:
        if verdict.ruling.label in DECIDED and time < entries.setdefault(verdict.entry, time):
            entries[verdict.entry] = time
    current = latest(_vote(verdict, time, entries.get(verdict.entry, "")) for verdict, time in _standing(records))
    if len(current) < len(records):
        current = _since_labelled(current, records)
    return with_scoring(current, created)


def latest(votes: Iterable[Vote]) -> tuple[Vote, ...]:
    """One vote per entry and claim: the latest, and of equally late ones the weaker."""
    current: dict[tuple[str, str], Vote] = {}
    for vote in votes:
        held = current.setdefault((vote.claim, vote.entry), vote)
        if held is not vote and _order(vote) > _order(held):
            current[vote.claim, vote.entry] = vote
    return tuple(current.values())


def with_scoring(votes: Iterable[Vote], created: Mapping[str, str] | None = None) -> tuple[Vote, ...]:
    """The votes with `scoring` true for the first judged entry of each team on each paper only.

    Ties go to the entry that was created first, then to the weaker one, so that names never decide.
    """
    given = tuple(votes)
    made = created or {}
    first: dict[tuple[str, str], tuple[str, str]] = {}
    tied: dict[tuple[str, str], set[str]] = {}
    for vote in given:
        if vote.label in DECIDED:
            key, rank = (vote.team, vote.paper), (vote.entry_judged_at, made.get(vote.entry, ""))
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


def _scoring(vote: Vote, scoring: bool) -> Vote:
    return vote if vote.scoring is scoring else vote._replace(scoring=scoring)


def _since_labelled(current: Sequence[Vote], records: Sequence[tuple[Verdict, str]]) -> tuple[Vote, ...]:
    """The votes, each dated by the first record that gave its entry this label on its claim."""
    since: dict[tuple[str, str, Label], str] = {}
    for verdict, time in records:
        spot = (verdict.claim, verdict.entry, verdict.ruling.label)
        since[spot] = min(time, since.get(spot, time))
    return tuple(vote._replace(judged_at=since[vote.claim, vote.entry, vote.label]) for vote in current)


def assurance_of(grade: Grade | None, reader: str = "") -> int:
    """0 said (E0, a bare result file, nothing), 1 captured by the participant's tool (E2), 2 re-run by us (E3),
    4 read by a person."""
    if reader == "person":
        return HUMAN_AUDITED
    if grade is Grade.E3:
        return 2
    return 1 if grade is Grade.E2 else 0


def _standing(records: Sequence[tuple[Verdict, str]]) -> Iterable[tuple[Verdict, str]]:
    """The records that no other one supersedes. Only records of an entry and claim that has a successor are
    hashed, since hashing every record costs a hundred times what the board does."""
    gone = {(verdict.claim, verdict.entry, verdict.supersedes) for verdict, _ in records if verdict.supersedes}
    if not gone:
        return records
    touched = {spot[:2] for spot in gone}
    return [
        (verdict, time)
        for verdict, time in records
        if (verdict.claim, verdict.entry) not in touched or (verdict.claim, verdict.entry, verdict.id) not in gone
    ]


def _vote(verdict: Verdict, time: str, entry_judged_at: str) -> Vote:
    return Vote(
        claim=verdict.claim,
        paper=verdict.paper,
        team=verdict.team or verdict.entry,
        entry=verdict.entry,
        label=verdict.ruling.label,
        provisional=verdict.ruling.provisional,
        judged_at=time,
        entry_judged_at=entry_judged_at,
        assurance=assurance_of(verdict.grade, verdict.judge.reader),
    )


def _order(vote: Vote) -> tuple[str, int, bool, int, str, str]:
    return (vote.judged_at, WEAKER[vote.label], vote.provisional, -vote.assurance, vote.team, vote.paper)


def _utc(time: str) -> str:
    """`time` as UTC to the second; a text that is no instant is left as it is."""
    if len(time) == 20 and time[-1] == "Z":
        return time
    try:
        moment = datetime.fromisoformat(time)
        return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if moment.tzinfo else time
    except (ValueError, OverflowError):
        return time
