"""Reads of one transaction that are not done twice, for copies of the site, whose pages ask for the same again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from sqlalchemy import Connection

from openrepro.store.ahead import AheadLedger, AheadManifests, AheadRenderings
from openrepro.store.store import Transaction

MOST: Final = 256
"""Answers kept of each question; those that were not asked for longest go first."""
AHEAD: Final[Mapping[str, Callable[[Connection], object]]] = {
    "ledger": AheadLedger,
    "manifests": AheadManifests,
    "renderings": AheadRenderings,
}
"""The stores that read ahead what pages about one entry ask for."""


def remembering(tx: Transaction) -> Transaction:
    """A transaction that answers as `tx` does, which must only read; what it gives must not be changed."""
    made = Transaction(tx.connection)
    for name, kept in vars(Transaction).items():
        if isinstance(kept, cached_property):
            ahead = AHEAD.get(name)
            vars(made)[name] = _Remembered(getattr(tx, name) if ahead is None else ahead(tx.connection))
    return made


class _Remembered:
    """A store of a room whose answers are kept."""

    def __init__(self, store: object) -> None:
        self._store = store

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        answer = _kept(found) if callable(found) else found
        setattr(self, name, answer)
        return answer


def _kept(method: Callable[..., Any]) -> Callable[..., Any]:
    answers: OrderedDict[Hashable, Any] = OrderedDict()

    def asked(*given: object, **named: object) -> Any:
        key = (_key(given), _key(named))
        if key in answers:
            answers.move_to_end(key)
            return answers[key]
        answer = method(*given, **named)
        if not isinstance(answer, Iterator):  # it can be walked through once only
            answers[key] = answer
            if len(answers) > MOST:
                answers.popitem(last=False)
        return answer

    return asked


def _key(value: object) -> Hashable:
    """What stands for a value among the keys: equal for equal values."""
    if isinstance(value, Mapping):
        return ("mapping", *((_key(name), _key(item)) for name, item in value.items()))
    if isinstance(value, (list, tuple)):
        kind = type(value)
        return ("list" if kind in (list, tuple) else kind.__name__, *map(_key, value))
    if isinstance(value, (set, frozenset)):
        return ("set", frozenset(map(_key, value)))
    return value if isinstance(value, Hashable) else repr(value)
