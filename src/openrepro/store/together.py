"""Writes of many threads put into one transaction, so that each does not wait for a commit of its own."""

import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from openrepro.store.store import Store, Transaction

Result = TypeVar("Result")


class Together:
    """Carries out what threads of this process want to write. Whoever comes while one is at it is served next, all of
    them in one transaction, in the order in which they came. Safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._leading = threading.Lock()
        self._guard = threading.Lock()
        self._wishes: list[_Wish] = []

    def write(self, work: Callable[[Transaction], Result]) -> Result:
        """What `work` gives, once it is committed. It may be called twice, and then only the second time counts; what
        it raises is raised here, and nothing of it is kept."""
        wish = _Wish(work)
        with self._guard:
            self._wishes.append(wish)
        with self._leading:
            if not wish.ended:
                with self._guard:
                    wishes, self._wishes = self._wishes, []
                self._carry_out(wishes)
        if wish.fault is not None:
            raise wish.fault
        result: Result = wish.result
        return result

    def _carry_out(self, wishes: "Sequence[_Wish]") -> None:
        try:
            with self._store.write() as tx:
                for wish in wishes:
                    wish.result = wish.work(tx)
        except BaseException as fault:
            self._one_by_one(wishes, fault)
        for wish in wishes:
            wish.ended = True

    def _one_by_one(self, wishes: "Sequence[_Wish]", fault: BaseException) -> None:
        """One that fails must not take the others along."""
        if len(wishes) == 1:
            wishes[0].fault = fault
            return
        for wish in wishes:
            self._carry_out([wish])


class _Wish:
    """What one thread wants to write, and what came of it."""

    def __init__(self, work: Callable[[Transaction], Any]) -> None:
        self.work = work
        self.result: Any = None
        self.fault: BaseException | None = None
        self.ended = False
