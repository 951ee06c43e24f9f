"""The parts of an entry's result files that speak of one claim each, as passages."""

import json
import re
from collections.abc import Iterator

from openrepro.evidence.leaves import Leaf, LeafKind, scan
from openrepro.evidence.passages import Passage, Shape, subjects
from openrepro.evidence.places import Places
from openrepro.logbooks.logbook import Address, FileKind, Logbook, PageRole

CLAIM_KEYS = frozenset(
    {"claim", "claim_text", "text", "target_claim", "challenge_claim", "statement", "claim_statement", "paper_claim"}
)
ID_KEYS = frozenset({"claim_id", "id", "claim_number", "number", "index", "idx", "claim_index"})
NOT_A_RESULT = ID_KEYS | {"seed", "size", "size_bytes", "bytes", "line", "line_number"}
NUMBERED = re.compile(r"(?:^|\.)(?:claim|c)[-_ ]?0?([0-9]{1,2})(?:[-_][^.\[]{0,80})?(?=[.\[]|$)", re.IGNORECASE)
HASH = re.compile(r"[0-9a-fA-F]{16,}")
LEAST_CLAIM = 25
LARGEST_FILE = 5_000_000
MOST_LEAVES = 50_000
LONGEST_TEXT = 4_000


def records_of(logbook: Logbook) -> tuple[Passage, ...]:
    """One passage per claim that a JSON result file has a part for; its `numeric` counts the numbers in that part."""
    return tuple(
        record
        for entry in logbook.files_of(FileKind.RESULT)
        if entry.path.endswith(".json") and entry.size <= LARGEST_FILE
        for record in _of_file(entry.path, logbook.text(entry.path))
    )


def leaves_of(text: str) -> list[Leaf]:
    """The leaves of a JSON text, at most 50,000; what stands before a fault when it is not all JSON."""
    found: list[Leaf] = []
    try:
        for leaf in scan(text):
            found.append(leaf)
            if len(found) >= MOST_LEAVES:
                break
    except ValueError:
        return found
    return found


def _of_file(path: str, text: str) -> Iterator[Passage]:
    leaves = leaves_of(text)
    places = Places(text, Address(path, 0, len(text.encode("utf-8", "surrogateescape"))))
    groups: dict[str, list[Leaf]] = {}
    prefixes = _prefixes(leaves)
    for leaf in leaves:
        prefix = _owner(leaf.path, prefixes)
        if prefix is not None:
            groups.setdefault(prefix, []).append(leaf)
    for prefix, group in groups.items():
        yield _record(path, prefix, group, places)


def _prefixes(leaves: list[Leaf]) -> frozenset[str]:
    """The paths of the objects that are about one claim each."""
    found: set[str] = set()
    for leaf in leaves:
        match = NUMBERED.search(leaf.path)
        if match is not None:
            found.add(leaf.path[: match.end()])
        elif _states_claim(leaf) or leaf.key.lower() == "claim_id":
            found.add(_parent(leaf.path))
    return frozenset(found)


def _states_claim(leaf: Leaf) -> bool:
    return leaf.key.lower() in CLAIM_KEYS and leaf.kind is LeafKind.STRING and len(leaf.text) >= LEAST_CLAIM


def _parent(path: str) -> str:
    return path.rpartition(".")[0]


def _owner(path: str, prefixes: frozenset[str]) -> str | None:
    """The outermost prefix that `path` lies below."""
    for end, char in enumerate(path):
        if char in ".[" and path[:end] in prefixes:
            return path[:end]
    return path if path in prefixes else None


def _record(file: str, prefix: str, leaves: list[Leaf], places: Places) -> Passage:
    strings = [leaf.text for leaf in leaves if leaf.kind is LeafKind.STRING and not HASH.fullmatch(leaf.text)]
    return Passage(
        shape=Shape.RECORD,
        text=" ".join(strings)[:LONGEST_TEXT],
        at=places.address(leaves[0].start, leaves[-1].end),
        page=file,
        role=PageRole.OTHER,
        trail=(prefix,),
        numbers=_numbers(prefix, leaves),
        source=places.text[leaves[0].start : leaves[-1].end],
        claim=next((_unescaped(leaf.text) for leaf in leaves if _states_claim(leaf)), ""),
        numeric=sum(leaf.kind is LeafKind.NUMBER and leaf.key.lower() not in NOT_A_RESULT for leaf in leaves),
    )


def _unescaped(text: str) -> str:
    """A JSON string's text with its escapes resolved, or as written where they are broken."""
    try:
        value = json.loads(f'"{text}"')
    except ValueError:
        return text
    return value if isinstance(value, str) else text


def _numbers(prefix: str, leaves: list[Leaf]) -> frozenset[int]:
    match = NUMBERED.search(prefix)
    if match is not None:
        return frozenset({int(match[1])})
    for leaf in leaves:
        if leaf.key.lower() in ID_KEYS and _parent(leaf.path) == prefix:
            if leaf.kind is LeafKind.NUMBER and leaf.text.isdecimal() and len(leaf.text) < 3:
                return frozenset({int(leaf.text)})
            found = subjects(leaf.text)
            if len(found) == 1:
                return found
    return frozenset()
