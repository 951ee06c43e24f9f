"""The verdicts of a public event as it published them, read from their bytes; nothing raises, faults are named."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from openrepro.clock import written
from openrepro.hub.rows import SHA, usable_id
from openrepro.judging.label import Label
from openrepro.papers.fields import LONGEST_ID, Fault, Row, parsed
from openrepro.papers.resolving import quoted

MOST_CLAIMS: Final = 200
LONGEST_MODEL: Final = 200
LONGEST_EVIDENCE: Final = 4_000
LONGEST_OVERALL: Final = 1_500
NO_SHA: Final = "unknown"
LABELS: Final[Mapping[str, Label]] = {label.value: label for label in Label if label.decided}


class PublishedClaim(NamedTuple):
    """What the event said of one claim, which it names by its text."""

    text: str
    label: Label
    evidence: str


@dataclass(frozen=True, slots=True)
class Published:
    """One published record: a Space at the commit `sha`, judged at an instant (UTC) by a model. `paper` is the name
    that the event gives its paper; `overall` is what it said of the whole; `place` is where the record stands."""

    space: str
    paper: str
    sha: str
    judged_at: str
    model: str
    claims: tuple[PublishedClaim, ...]
    overall: str
    place: str


@dataclass(frozen=True, slots=True)
class ReadVerdicts:
    """The records of a file in its order, and what could not be used of it."""

    records: tuple[Published, ...] = ()
    faults: tuple[Fault, ...] = ()


def read_verdicts(data: bytes, now: datetime) -> ReadVerdicts:
    """The records of `verdicts.json`: `{space_id: {space_id, orid, sha, judged_at, model, claims: [{claim, verdict,
    evidence}]}}`, or a list of such records, bare or each as the `record` of an object.

    A record without a usable Space or instant, or judged after `now`, is left out, a claim without a text or a known
    label as well.
    """
    faults: list[Fault] = []
    found = [_record(item, written(now), faults) for item in _items(parsed(data, faults), faults)]
    records = tuple(record for record in found if record is not None)
    return ReadVerdicts(records, tuple(faults))


class _Item(NamedTuple):
    """An object that may be a record; `key` is the name it stands under, if it has one."""

    place: str
    values: Mapping[str, object]
    key: str = ""


def _items(value: object, faults: list[Fault]) -> Iterator[_Item]:
    if isinstance(value, Mapping):
        items = [(quoted(name), item, name) for name, item in value.items()]
    elif isinstance(value, list):
        items = [(f"record {at}", item, "") for at, item in enumerate(value, start=1)]
    else:
        items = []
        if value is not None:
            faults.append(Fault("the file", "It holds neither an object nor a list of records."))
    for place, item, key in items:
        inner = item.get("record", item) if isinstance(item, Mapping) else item
        if isinstance(inner, Mapping) and isinstance(inner.get("claims"), list):
            yield _Item(place, inner, key)
        else:
            faults.append(Fault(place, f"{_no_record(inner)}; it was left out."))


def _no_record(item: object) -> str:
    parts = item if isinstance(item, list) else [item]
    if any(isinstance(one, Mapping) and "verdicts" in one for one in parts):
        return "It holds labels by their position, and claims are matched by their text only"
    return "It is no record of verdicts with a list named 'claims'"


def _record(item: _Item, now: str, faults: list[Fault]) -> Published | None:
    space = Row(item.values, item.place, faults).text("space_id", 200)
    if not usable_id(space):
        faults.append(Fault(item.place, f"space_id is {quoted(space)}, which names no Space; the record was left out."))
        return None
    place = item.place if quoted(space) == item.place else f"{item.place}, {space}"
    row = Row(item.values, place, faults)
    if item.key not in ("", space):
        row.fault(f"It stands under another name than its space_id {quoted(space)}, which counts.")
    judged_at = _instant(row, now)
    if not judged_at:
        return None
    return Published(
        space=space,
        paper=row.text("orid", LONGEST_ID),
        sha=_sha(row),
        judged_at=judged_at,
        model=row.text("model", LONGEST_MODEL),
        claims=_claims(row, faults),
        overall=row.text("overall")[:LONGEST_OVERALL],
        place=place,
    )


def _instant(row: Row, now: str) -> str:
    """When a record was judged; empty, with a fault, when it does not say, or says what cannot be."""
    text = row.text("judged_at", 40)
    found = _written(text)
    if found and found <= now:
        return found
    wrong = "which is in the future" if found else "no instant with an offset"
    row.fault(f"judged_at is {quoted(text)}, {wrong}; the record was left out.")
    return ""


def _written(text: str) -> str:
    try:
        found = datetime.fromisoformat(text)
        return "" if found.tzinfo is None else written(found)
    except (ValueError, OverflowError):
        return ""


def _sha(row: Row) -> str:
    text = row.text("sha", 64)
    if SHA.fullmatch(text):
        return text
    row.fault(f"sha is {quoted(text)}, no commit; its revision is called {NO_SHA!r}.")
    return NO_SHA


def _claims(row: Row, faults: list[Fault]) -> tuple[PublishedClaim, ...]:
    """The claims of a record, each once; of one that has two labels nothing is taken."""
    value = row.values["claims"]
    assert isinstance(value, list)
    if len(value) > MOST_CLAIMS:
        row.fault(f"It has {len(value):,} claims; those after the first {MOST_CLAIMS} were left out.")
    found: dict[str, PublishedClaim] = {}
    torn: set[str] = set()
    for at, item in enumerate(value[:MOST_CLAIMS], start=1):
        inner = Row(item if isinstance(item, Mapping) else {}, f"{row.place}, claim {at}", faults)
        claim = _claim(inner)
        held = found.setdefault(claim.text, claim) if claim else None
        if claim is not None and held is not None and held is not claim:
            inner.fault("This claim stands there twice" + ("." if held.label is claim.label else " with two labels."))
            torn.update([] if held.label is claim.label else [claim.text])
    return tuple(claim for claim in found.values() if claim.text not in torn)


def _claim(row: Row) -> PublishedClaim | None:
    text, word = row.text("claim"), row.text("verdict", 60)
    if not text:
        row.fault("It has no text of a claim; it was left out.")
        return None
    label = LABELS.get(word)
    if label is None:
        row.fault(f"Its verdict is {quoted(word)}, no known label; it was left out.")
        return None
    return PublishedClaim(text, label, row.text("evidence")[:LONGEST_EVIDENCE])
