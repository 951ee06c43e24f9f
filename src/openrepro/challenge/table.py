"""Typed reading of one table of untrusted values: each wrong value is one sentence naming its key."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import TypeGuard, TypeVar

from openrepro.errors import OpenReproError

Word = TypeVar("Word", bound=StrEnum)
Item = TypeVar("Item")

LONGEST_TEXT = 1_000_000
LARGEST_WHOLE = 10**15
SHOWN = 60


class Table:
    """A mapping that came from outside, with the path `where` it stands at (empty at the top).

    Every reader raises OpenReproError when the key is missing or its value is of another type or range.
    """

    def __init__(self, values: object, where: str = "") -> None:
        if not isinstance(values, Mapping):
            raise OpenReproError(f"{where or 'The whole'} is {shown(values)}; it must be a table of keys.")
        self._values = values
        self._where = where
        self._read: set[str] = set()

    def has(self, key: str) -> bool:
        """Whether the key is there (and from now on known)."""
        self._read.add(key)
        return key in self._values

    def value(self, key: str) -> object:
        """The value as it came."""
        if not self.has(key):
            raise OpenReproError(f"{self.path(key)} is missing.")
        return self._values[key]

    def path(self, key: str) -> str:
        return f"{self._where}.{key}" if self._where else key

    def refuse(self, key: str, must: str) -> OpenReproError:
        """The error that says what the value of `key` is and what it must be."""
        return OpenReproError(f"{self.path(key)} is {shown(self._values.get(key))}; it must be {must}.")

    def text(self, key: str, *, empty: bool = True) -> str:
        value = self.value(key)
        if not isinstance(value, str) or len(value) > LONGEST_TEXT:
            raise self.refuse(key, "a text")
        if not (empty or value.strip()):
            raise self.refuse(key, "a text that is not empty")
        return value

    def optional_text(self, key: str) -> str | None:
        return None if self.value(key) is None else self.text(key)

    def whole(self, key: str, least: int = 0) -> int:
        value = self.value(key)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= LARGEST_WHOLE:
            raise self.refuse(key, f"a whole number, {least} or more")
        return value

    def flag(self, key: str) -> bool:
        value = self.value(key)
        if not isinstance(value, bool):
            raise self.refuse(key, "true or false")
        return value

    def amount(self, key: str, most: int | None = None) -> str:
        """A number of 0 or more (and at most `most`), as a decimal string without exponent."""
        value = self.value(key)
        must = "a number, 0 or more" if most is None else f"a number between 0 and {most}"
        if isinstance(value, bool) or not isinstance(value, int | str | Decimal) or len(str(value)) > SHOWN:
            raise self.refuse(key, must)
        try:
            number = Decimal(value)
        except InvalidOperation:
            raise self.refuse(key, must) from None
        if not number.is_finite() or abs(number.adjusted()) > SHOWN or number < 0:
            raise self.refuse(key, must)
        if most is not None and number > most:
            raise self.refuse(key, must)
        return format(number, "f")

    def instant(self, key: str) -> datetime:
        """An instant with an offset, given as a TOML date-time or an ISO 8601 text; in UTC."""
        value = self.value(key)
        try:
            moment = datetime.fromisoformat(value) if isinstance(value, str) else value
        except ValueError:
            moment = None
        if not isinstance(moment, datetime) or moment.tzinfo is None:
            raise self.refuse(key, "a date and time with an offset, such as 2026-08-03T11:59:59Z")
        try:
            return moment.astimezone(UTC)
        except OverflowError:
            raise self.refuse(key, "a date and time within the years 1 to 9999") from None

    def choice(self, key: str, words: type[Word]) -> Word:
        value = self.value(key)
        if isinstance(value, str) and value in words._value2member_map_:
            return words(value)
        raise self.refuse(key, one_of(word.value for word in words))

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.value(key)
        texts = [item for item in value if isinstance(item, str)] if is_list(value) else None
        if texts is None or not is_list(value) or len(texts) != len(value):
            raise self.refuse(key, "a list of texts")
        return tuple(texts)

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        """A list of pairs of texts."""
        value = self.value(key)
        pairs = [item for item in value if is_list(item) and len(item) == 2] if is_list(value) else None
        if pairs is None or not is_list(value) or len(pairs) != len(value):
            raise self.refuse(key, "a list of pairs of texts")
        made = [(first, second) for first, second in pairs if isinstance(first, str) and isinstance(second, str)]
        if len(made) != len(pairs):
            raise self.refuse(key, "a list of pairs of texts")
        return tuple(made)

    def table(self, key: str) -> "Table":
        return Table(self.value(key), self.path(key))

    def each(self, key: str, read: Callable[["Table"], Item]) -> tuple[Item, ...]:
        """What `read` makes of each table of a list."""
        value = self.value(key)
        if not is_list(value):
            raise self.refuse(key, "a list of tables")
        return tuple(read(Table(item, f"{self.path(key)}[{at}]")) for at, item in enumerate(value))

    def rows(self, key: str) -> tuple[tuple[str, "Table"], ...]:
        """The tables within a table whose keys are free, each with its key."""
        inner = self.table(key)
        return tuple((name, inner.table(name)) for name in inner.names())

    def names(self) -> tuple[str, ...]:
        return tuple(str(key) for key in self._values)

    def end(self) -> None:
        """Refuse keys that nobody asked for."""
        unknown = [key for key in self.names() if key not in self._read]
        if unknown:
            path = self.path(shown(unknown[0]).strip('"'))
            raise OpenReproError(f"{path} is not a known key; known here are {listed(sorted(self._read))}.")


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def shown(value: object) -> str:
    """A value in an error sentence: short, and texts in quotation marks."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a table"
    text = f'"{value[: SHOWN + 1]}"' if isinstance(value, str) else _short(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _short(value: object) -> str:
    if is_list(value):
        return "a list"
    return "a very large number" if isinstance(value, int) and abs(value) > LARGEST_WHOLE else str(value)


def one_of(words: Iterable[str]) -> str:
    quoted = [f'"{word}"' for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "none"
