"""Lenient reading of lists of papers made by others: what cannot be used is left out and named."""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from openrepro.ids import PAPER_ID, Json
from openrepro.papers.resolving import quoted
from openrepro.visible import visible

LONGEST_ID: Final = 64
LONGEST_TEXT: Final = 100_000
LONGEST_FACT: Final = 2_000
MOST_FACTS: Final = 60
LONGEST_KEY: Final = 60
PERSONAL: Final = ("email", "e-mail", "authorid", "signature", "tauthor")
"""What the names of keys contain whose values are never kept: addresses and accounts of people."""
MOST_AUTHORS: Final = 5_000


class Fault(NamedTuple):
    """Something in a file that could not be used: where it stands, and what is wrong with it."""

    place: str
    text: str


class Row:
    """One object of a file, read leniently; faults gather in the list it was given."""

    def __init__(self, values: Mapping[str, object], place: str, faults: list[Fault]) -> None:
        self.place = place
        self.values = values
        self._faults = faults

    def fault(self, text: str) -> None:
        self._faults.append(Fault(self.place, text))

    def of(self, values: Mapping[str, object]) -> "Row":
        """What stands within the row, with its place."""
        return Row(values, self.place, self._faults)

    def text(self, key: str, most: int = LONGEST_TEXT) -> str:
        """A text on one line without anything hidden in it; empty when absent, null, no text, or too long."""
        value = self.values.get(key)
        if value is None or value == "":
            return ""
        if not isinstance(value, str):
            self.fault(f"{key} is {_shown(value)}, not a text; it was left out.")
            return ""
        if len(value) > most:
            self.fault(f"{key} has {len(value):,} characters, more than {most:,}; it was left out.")
            return ""
        return " ".join(visible(value).split())

    def number(self, key: str) -> str:
        """A whole number above zero, as text; empty when absent, null, zero or something else."""
        value = self.values.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**12:
            return str(value)
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 12:
            return value
        if value not in (None, "", 0):
            self.fault(f"{key} is {_shown(value)}, not a whole number; it was left out.")
        return ""

    def id(self, key: str) -> str:
        """A paper's id (`[A-Za-z0-9_-]`, at most 64); empty, with a fault, when it is absent or something else."""
        value = self.values.get(key)
        text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if isinstance(text, str) and len(text) <= LONGEST_ID and PAPER_ID.fullmatch(text):
            return text
        self.fault(f"{key} is {_shown(value)}, which is no paper id; the row was left out.")
        return ""

    def people(self, key: str) -> tuple[str, ...]:
        """Names of people, given as texts or as objects with a name."""
        value = self.values.get(key)
        if not isinstance(value, list):
            if value is not None:
                self.fault(f"{key} is {_shown(value)}, not a list; it was left out.")
            return ()
        names = (" ".join(visible(_name(item)).split()) for item in value[:MOST_AUTHORS])
        return tuple(name for name in names if name)

    def facts(self, *keys: str) -> dict[str, Json]:
        """Those of `keys` that say something plain, as they came."""
        found = {key: self.values.get(key) for key in keys}
        return {key: value for key, value in found.items() if isinstance(value, str | int | bool) and value}

    def others(self, used: Collection[str]) -> dict[str, Json]:
        """What else the row says under keys that nobody asks for: at most 60, texts and lists of at most 2,000
        characters; never what may be an e-mail address or an account."""
        found: dict[str, Json] = {}
        for key, value in self.values.items():
            if not isinstance(key, str) or key in used or any(word in key.lower() for word in PERSONAL):
                continue
            if value in (None, "", [], {}) or len(found) >= MOST_FACTS:
                continue
            told = _fact(value)
            if told is None:
                self.fault(f"{quoted(key)} says more than can be kept; it was left out.")
            else:
                found[" ".join(visible(key[:LONGEST_KEY]).split())] = told
        return found


def _fact(value: object) -> Json:
    """A value as it is kept: plain as it came, a list or an object as JSON text; None when it is too long."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and abs(value) < 2**53:
        return value
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return None
    return " ".join(visible(text).split()) if len(text) <= LONGEST_FACT else None


def _name(item: object) -> str:
    if isinstance(item, Mapping):
        item = next((item[key] for key in ("fullname", "name", "value") if item.get(key)), "")
    return item[:LONGEST_TEXT] if isinstance(item, str) else ""


def _shown(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping | Sequence):
        return "an object" if isinstance(value, Mapping) else "a list"
    return "missing" if value is None else str(value)[:40]


def parsed(data: bytes, faults: list[Fault]) -> object:
    """The JSON value of a file; None with a fault when it is none. Of equal keys the last counts, with a fault."""
    try:
        value = json.loads(data.decode("utf-8-sig"), object_pairs_hook=lambda pairs: _object(pairs, faults))
        if value is None:
            faults.append(Fault("the file", "It holds nothing: its JSON is null."))
        return value
    except UnicodeDecodeError as error:
        faults.append(Fault("the file", f"It is not UTF-8 text (byte {error.start})."))
    except RecursionError:
        faults.append(Fault("the file", "It is nested too deeply to be read."))
    except ValueError as error:
        faults.append(Fault("the file", f"It is not JSON: {str(error)[:200]}."))
    return None


def _object(pairs: list[tuple[str, object]], faults: list[Fault]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        repeated = (name for name, count in Counter(key for key, _ in pairs).items() if count > 1)
        faults.extend(Fault(quoted(name), "This key stands twice; the last one counts.") for name in repeated)
    return made


def rows_of(value: object, key: str, faults: list[Fault]) -> Iterator[Row]:
    """The objects of the list at `key` of an object (or of the list that `value` is itself)."""
    found = value.get(key) if isinstance(value, Mapping) else value
    if not isinstance(found, list):
        if value is not None:
            faults.append(Fault("the file", f"It holds no list named {key!r}."))
        return
    for at, item in enumerate(found):
        if isinstance(item, Mapping):
            yield Row(item, f"{key}[{at}]", faults)
        else:
            faults.append(Fault(f"{key}[{at}]", f"It is {_shown(item)}, not an object; it was left out."))
