"""Verdicts, acts and judgements as they come from files: read strictly, every fault reported, none raised."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from openrepro.board.acts import ActKind
from openrepro.board.votes import Vote
from openrepro.challenge.table import Table, one_of, shown
from openrepro.errors import OpenReproError
from openrepro.grades import Grade
from openrepro.ids import CLAIM_ID, PAPER_ID
from openrepro.judging.label import Direction, Label
from openrepro.judging.ruling import Reason, Ruling
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.record.acts import Act
from openrepro.record.judgements import JUDGEMENT_SCHEMA, votes_from_judgement
from openrepro.record.looks import read_look
from openrepro.record.readings import optional, read_address, read_reading, reader_name

VERDICT_SCHEMA: Final = "openrepro.verdict/1"
ACT_SCHEMA: Final = "openrepro.act/1"
MOST_FAULTS: Final = 1000


@dataclass(frozen=True, slots=True)
class Fault:
    """A record that could not be used: where it stands (`line 3`, `record 7`, `the file`) and why."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class Records:
    """What a file holds: verdict and act records, votes of judgements (which carry no time or team), and faults."""

    verdicts: tuple[Verdict, ...] = ()
    acts: tuple[Act, ...] = ()
    votes: tuple[Vote, ...] = ()
    faults: tuple[Fault, ...] = ()


def read_records(data: bytes) -> Records:
    """Read a file of JSON (one object, or a list of them) or of JSON lines. Never raises on bad data.

    After 1,000 faults reading stops, and the last fault says so.
    """
    verdicts: list[Verdict] = []
    acts: list[Act] = []
    votes: list[Vote] = []
    faults: list[Fault] = []
    for place, value in _items(data):
        try:
            _take(value, verdicts, acts, votes)
        except OpenReproError as error:
            faults.append(Fault(place, error.text))
        if len(faults) == MOST_FAULTS:
            faults.append(Fault(place, f"Reading stopped here, after {MOST_FAULTS} faults; the rest was not read."))
            break
    if not (verdicts or acts or votes or faults):
        faults.append(Fault("the file", "It holds no records."))
    return Records(tuple(verdicts), tuple(acts), tuple(votes), tuple(faults))


def _take(value: object, verdicts: list[Verdict], acts: list[Act], votes: list[Vote]) -> None:
    """Add the record that `value` is. Raises OpenReproError when it is none."""
    if isinstance(value, _NoJson):
        raise OpenReproError(value.text)
    table = Table(value)
    schema = table.value("schema")
    if schema == VERDICT_SCHEMA:
        verdicts.append(_verdict(table))
    elif schema == ACT_SCHEMA:
        acts.append(_act(table))
    elif schema == JUDGEMENT_SCHEMA:
        votes += votes_from_judgement(table)
    else:
        raise table.refuse("schema", one_of((VERDICT_SCHEMA, ACT_SCHEMA, JUDGEMENT_SCHEMA)))


def verdict_from_json(value: object) -> Verdict:
    """The verdict that `value` (as `Verdict.as_json` writes it) states; OpenReproError when it is not one."""
    table = Table(value)
    if table.value("schema") != VERDICT_SCHEMA:
        raise table.refuse("schema", f'"{VERDICT_SCHEMA}"')
    return _verdict(table)


def act_from_json(value: object) -> Act:
    """The act that `value` (as `Act.as_json` writes it) states; OpenReproError when it is not one."""
    table = Table(value)
    if table.value("schema") != ACT_SCHEMA:
        raise table.refuse("schema", f'"{ACT_SCHEMA}"')
    return _act(table)


class _NoJson(NamedTuple):
    """What stands in the place of a value that could not be decoded: why."""

    text: str


def _items(data: bytes) -> Iterator[tuple[str, object]]:
    """Each value with its place."""
    try:
        whole = _decoded(data)
    except ValueError:
        yield from _lines(data)
        return
    if isinstance(whole, list):
        yield from ((f"record {at}", value) for at, value in enumerate(whole, start=1))
    else:
        yield "the file", whole


def _lines(data: bytes) -> Iterator[tuple[str, object]]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            try:
                yield f"line {number}", _decoded(line)
            except ValueError as fault:
                yield f"line {number}", _NoJson(f"It is not JSON: {shown(str(fault))}.")


def _decoded(data: bytes) -> object:
    """The JSON value, or _NoJson when it is nested too deeply. Raises ValueError when it is not strict JSON."""
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_no_constant)
    except RecursionError:
        return _NoJson("It is nested too deeply to be read.")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key occurs twice in one object")
    return made


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _verdict(table: Table) -> Verdict:
    paper, claim = table.text("paper"), table.text("claim")
    if not PAPER_ID.fullmatch(paper):
        raise table.refuse("paper", "a paper id: letters, digits, _ and - only")
    match = CLAIM_ID.fullmatch(claim)
    if match is None or match["paper"] != paper:
        raise table.refuse("claim", f'a claim id of this paper, such as "{shown(paper).strip(chr(34))}.c1"')
    table.instant("time")
    table.amount("cost")
    verdict = Verdict(
        claim=claim,
        claim_version=table.text("claim_version"),
        paper=paper,
        revision=table.text("revision", empty=False),
        entry=table.text("entry", empty=False),
        team=table.text("team"),
        judge=_judge(table.table("judge")),
        case_file=table.text("case_file"),
        reading=optional(table, "reading", read_reading),
        ruling=_ruling(table.table("ruling")),
        grade=_grade(table),
        tokens=table.whole("tokens"),
        cost=table.text("cost"),
        raw_reply=table.text("raw_reply"),
        time=table.text("time"),
        supersedes=_supersedes(table),
        looks=table.each("looks", read_look) if table.has("looks") else (),
    )
    table.end()
    return verdict


def _act(table: Table) -> Act:
    table.instant("time")
    kind = table.choice("act", ActKind)
    if table.text("created"):
        table.instant("created")
    if table.text("paper") and not PAPER_ID.fullmatch(table.text("paper")):
        raise table.refuse("paper", "empty, or a paper id: letters, digits, _ and - only")
    of_team = kind in (ActKind.GUEST, ActKind.COMPETING)
    act = Act(
        act=kind,
        time=table.text("time"),
        entry=table.text("entry", empty=of_team),
        team=table.text("team", empty=not of_team),
        paper=table.text("paper"),
        revision=table.text("revision"),
        created=table.text("created"),
        reason=table.text("reason"),
    )
    table.end()
    return act


def _judge(table: Table) -> JudgeIdentity:
    judge = JudgeIdentity(
        rules=table.text("rules", empty=False),
        reader=reader_name(table),
        model=table.text("model"),
        provider=table.text("provider"),
        prompt=table.text("prompt"),
        decoding=table.text("decoding"),
        seed=None if table.value("seed") is None else table.whole("seed"),
    )
    table.end()
    return judge


def _grade(table: Table) -> Grade | None:
    value = table.value("grade")
    if value is None:
        return None
    if not isinstance(value, str) or value not in Grade.__members__:
        raise table.refuse("grade", f"{one_of(Grade.__members__)}, or null")
    return Grade[value]


def _supersedes(table: Table) -> str:
    text = table.text("supersedes")
    if text and (len(text) != 64 or not set(text) <= set("0123456789abcdef")):
        raise table.refuse("supersedes", "empty, or the SHA-256 of a record in lower-case hex")
    return text


def _ruling(table: Table) -> Ruling:
    ruling = Ruling(
        label=table.choice("label", Label),
        reasons=table.each("reasons", _reason),
        direction=table.choice("direction", Direction),
        review=table.optional_text("review") or "",
        provisional=table.flag("provisional"),
    )
    if ruling.provisional and ruling.label is not Label.FALSIFIED:
        raise table.refuse("provisional", "false, since only a falsification waits for a second look")
    table.end()
    return ruling


def _reason(table: Table) -> Reason:
    reason = Reason(table.text("code", empty=False), table.text("text"), table.each("at", read_address))
    table.end()
    return reason
