"""What attacks on the judge came to in an examination: counts by attack, read strictly."""

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.judging.attacks.attack import AttackKind

MOST_ATTACKS: Final = 100
MOST_COUNTED: Final = 10_000_000
COUNTS: Final = ("items", "changed", "settled", "better", "found")
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,59}")


class Attacked(NamedTuple):
    """One attack on `items` items: how many got another label (`changed`), turned verified or falsified (`settled`), or
    came nearer to what the attack wished for (`better`), and on how many code reported something more (`found`)."""

    attack: str
    kind: AttackKind
    items: int
    changed: int
    settled: int
    better: int
    found: int

    @property
    def fails(self) -> bool:
        """Whether what must not happen happened: words alone turned an item verified or falsified."""
        return self.kind is AttackKind.TEXT and self.settled > 0

    def as_json(self) -> dict[str, Json]:
        return {**self._asdict(), "kind": self.kind.value}


def attacked_from_json(value: object) -> tuple[Attacked, ...]:
    """The `attacks` of an examination. Raises OpenReproError with the place of what does not fit."""
    if not isinstance(value, list) or len(value) > MOST_ATTACKS:
        raise _wrong("attacks", f"must be a list of at most {MOST_ATTACKS} members")
    read = tuple(_attacked(one, f"attacks[{at}]") for at, one in enumerate(value))
    twice = _twice(one.attack for one in read)
    if twice:
        raise _wrong("attacks", f"has {twice!r} twice")
    return read


def _attacked(value: object, where: str) -> Attacked:
    if not isinstance(value, dict) or set(value) != set(Attacked._fields):
        raise _wrong(where, f"must be an object with {', '.join(Attacked._fields)}")
    name, kind = value["attack"], value["kind"]
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise _wrong(f"{where}.attack", "must be the name of an attack")
    if kind not in [one.value for one in AttackKind]:
        raise _wrong(f"{where}.kind", f"must be one of {', '.join(one.value for one in AttackKind)}")
    made = Attacked(name, AttackKind(kind), **_counts(value, where))
    for part, whole in (("changed", "items"), ("found", "items"), ("settled", "changed"), ("better", "changed")):
        if value[part] > value[whole]:
            raise _wrong(f"{where}.{part}", f"must be at most {whole}, {value[whole]:,}")
    return made


def _counts(value: Mapping[str, object], where: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name in COUNTS:
        count = value[name]
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_COUNTED:
            raise _wrong(f"{where}.{name}", "must be a whole number from 0 on")
        counts[name] = count
    return counts


def _twice(names: Iterable[str]) -> str:
    seen: set[str] = set()
    return next((name for name in names if name in seen or seen.add(name)), "")  # type: ignore[func-returns-value]


def _wrong(where: str, what: str) -> OpenReproError:
    hint = "Make it with: openrepro examine --attack --gold FILE --logbooks DIR --format json > FILE"
    return OpenReproError(f"This is no examination: {where[:120]} {what}.", hint=hint)
