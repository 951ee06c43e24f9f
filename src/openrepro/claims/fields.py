"""Lenient reading of one object of a claims file: a wrong value is left out and becomes a fault."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from openrepro.replication import number
from openrepro.severity import Severity

Word = TypeVar("Word", bound=StrEnum)

LONGEST_TEXT = 100_000
_SHOWN = 60


class FaultCode(StrEnum):
    """What can be wrong with a claims file, as far as reading it goes."""

    NOT_AN_OBJECT = "not-an-object"
    NOT_A_TEXT = "not-a-text"
    TOO_LONG = "too-long"
    NOT_A_NUMBER = "not-a-number"
    NOT_A_WHOLE_NUMBER = "not-a-whole-number"
    NOT_A_LIST = "not-a-list"
    NOT_A_CHOICE = "not-a-choice"
    UNKNOWN_KEY = "unknown-key"
    NO_ID = "no-id"
    NO_KIND = "no-kind"
    NO_TEXT = "no-text"
    NO_PAPER = "no-paper"
    NO_COMPARATOR = "no-comparator"
    TOO_DEEP = "too-deep"
    OTHER_SCHEMA = "other-schema"
    OTHER_VERSION = "other-version"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is missing, unreadable or contradictory: the claim's id or place, a code, a sentence."""

    claim: str
    code: str
    text: str
    severity: Severity = Severity.WARNING


class Fields:
    """One object at `where` (a claim's id, or a place in the file); faults gather in the list it was given."""

    def __init__(self, values: object, where: str, faults: list[Fault], path: str = "") -> None:
        self.where = where
        self.faults = faults
        self._path = path
        self._read: set[str] = set()
        self._values: Mapping[str, object] = {}
        if isinstance(values, Mapping):
            self._values = {str(key): value for key, value in values.items()}
        elif values is not None:
            self.fault(FaultCode.NOT_AN_OBJECT, f"{path or 'It'} is {shown(values)}, not an object.", Severity.SERIOUS)

    def fault(self, code: FaultCode, text: str, severity: Severity = Severity.WARNING) -> None:
        self.faults.append(Fault(self.where, code, text, severity))

    def value(self, key: str) -> object:
        """The value as it came; None when it is absent."""
        self._read.add(key)
        return self._values.get(key)

    def path(self, key: str) -> str:
        return f"{self._path}.{key}" if self._path else key

    def text(self, key: str) -> str:
        """A text; empty when absent, null, no text, or too long."""
        value = self.value(key)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.fault(FaultCode.NOT_A_TEXT, f"{self.path(key)} is {shown(value)}, not a text.")
            return ""
        if len(value) > LONGEST_TEXT:
            size = f"{len(value):,} characters long; at most {LONGEST_TEXT:,} are read, so it was left out"
            self.fault(FaultCode.TOO_LONG, f"{self.path(key)} is {size}.", Severity.SERIOUS)
            return ""
        return value

    def decimal(self, key: str) -> str | None:
        """A decimal number as printed; None when absent, null, empty or no number."""
        value = self.value(key)
        if value is None or value == "":
            return None
        if isinstance(value, str) and number(value) is not None:
            return value.strip().replace("\N{MINUS SIGN}", "-")
        text = f"{self.path(key)} is {shown(value)}; write a plain decimal number (no unit, no thousands separator)."
        self.fault(FaultCode.NOT_A_NUMBER, text, Severity.SERIOUS)
        return None

    def whole(self, key: str) -> int | None:
        """A whole number from 0 to a billion; None when absent, null or something else."""
        return self.as_whole(self.value(key), self.path(key))

    def as_whole(self, value: object, path: str) -> int | None:
        if value is None:
            return None
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 9:
            return int(value)
        self.fault(FaultCode.NOT_A_WHOLE_NUMBER, f"{path} is {shown(value)}, not a whole number.")
        return None

    def choice(self, key: str, words: type[Word], severity: Severity = Severity.SERIOUS) -> Word | None:
        """One of a closed set of words; None when absent, null or another word."""
        value = self.value(key)
        if value is None or value == "":
            return None
        found = next((word for word in words if word.value == value), None)
        if found is None:
            choices = ", ".join(word.value for word in words)
            self.fault(FaultCode.NOT_A_CHOICE, f"{self.path(key)} is {shown(value)}; use one of {choices}.", severity)
        return found

    def items(self, key: str) -> Sequence[object]:
        """A list; empty when absent, null or no list."""
        value = self.value(key)
        if value is None:
            return ()
        if isinstance(value, list):
            return value
        self.fault(FaultCode.NOT_A_LIST, f"{self.path(key)} is {shown(value)}, not a list.")
        return ()

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts without its other members."""
        found = self.items(key)
        for item in found:
            if not isinstance(item, str):
                self.fault(FaultCode.NOT_A_TEXT, f"{self.path(key)} holds {shown(item)}, not a text.")
        return tuple(item for item in found if isinstance(item, str))

    def inner(self, key: str) -> "Fields | None":
        """The object at `key`; None when absent or null."""
        value = self.value(key)
        return None if value is None else Fields(value, self.where, self.faults, self.path(key))

    def rows(self, key: str) -> tuple["Fields", ...]:
        """A list of objects."""
        found = enumerate(self.items(key))
        return tuple(Fields(item, self.where, self.faults, f"{self.path(key)}[{index}]") for index, item in found)

    def close(self) -> None:
        """Report the keys that nothing read; they are kept out of the claim."""
        unknown = sorted(set(self._values) - self._read)
        if unknown:
            names = ", ".join(shown(key) for key in unknown[:10])
            self.fault(FaultCode.UNKNOWN_KEY, f"{self._path or 'The object'} has unknown keys: {names}.", Severity.NOTE)


def shown(value: object) -> str:
    """A value for a sentence: quoted when it is a text, named when it is something larger."""
    if isinstance(value, str):
        return f'"{value[:_SHOWN]}…"' if len(value) > _SHOWN else f'"{value}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, list) else str(value)[:_SHOWN]
