"""What was read once in a transaction is not read again, and is the same."""

from collections.abc import Iterator
from typing import NamedTuple

from openrepro.store.store import Store
from openrepro.web.remembering import _kept, remembering


class Named(NamedTuple):
    name: str


def test_a_question_is_asked_once() -> None:
    asked: list[object] = []

    def method(*given: object, **named: object) -> str:
        asked.append((given, named))
        return f"{given}{named}"

    kept = _kept(method)
    assert kept(["a"], state={"x": 1}) == kept(["a"], state={"x": 1})
    kept(("a",), state={"x": 1})
    assert len(asked) == 1
    kept(Named("a"), state={"x": 1})
    kept(["b"], state={"x": 1})
    kept(["a"], state={"x": 2})
    assert len(asked) == 4


def test_what_can_be_walked_through_once_is_asked_for_again() -> None:
    def method() -> Iterator[int]:
        yield from range(2)

    kept = _kept(method)
    assert [list(kept()), list(kept())] == [[0, 1], [0, 1]]


def test_only_so_many_answers_are_kept() -> None:
    asked = []
    kept = _kept(lambda number: asked.append(number))
    for number in range(1000):
        kept(number)
    kept(999)
    kept(0)
    assert asked == [*range(1000), 0]


def test_a_transaction_answers_as_it_did(store: Store) -> None:
    with store.write() as tx:
        tx.people.add("ada", now="2026-08-01T00:00:00Z")
    with store.read() as tx:
        twice = remembering(tx)
        assert twice.people.teams_after("", limit=9) == tx.people.teams_after("", limit=9)
        assert twice.people.teams_after("", limit=9) is twice.people.teams_after("", limit=9)
        assert twice.ledger.size() == 0
