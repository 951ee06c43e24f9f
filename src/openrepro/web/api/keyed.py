"""Requests with an `Idempotency-Key`: the same request sent twice is done once, and gets the same answer."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Annotated, Final, NamedTuple

from fastapi import Header

from openrepro import clock
from openrepro.store.faults import StoreError
from openrepro.store.store import Store, Transaction
from openrepro.web.faults import ApiError

LEFT_AFTER: Final = timedelta(minutes=10)
KEPT: Final = timedelta(days=2)

Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=200,
        pattern=r"^[!-~]+$",
        description="A word of your own: a request with the same word gets the same answer, and is done once. "
        "It is kept for two days.",
    ),
]


class Done(NamedTuple):
    """An answer: its status and its body. `again`: it was given before."""

    status: int
    body: str
    again: bool = False


def once(
    store: Store,
    account: str,
    key: str | None,
    digest: str,
    work: Callable[[Callable[[Transaction, Done], None]], Done],
) -> Done:
    """The answer of `work`, or the one that was given to the same request before.

    `work` gets a function that keeps its answer within its own transaction. Raises ApiError when the key was used for
    another request, or is being worked on.
    """
    if key is None:
        return work(lambda _tx, _done: None)
    before = _begun(store, account, key, digest)
    if before is not None:
        return before
    try:
        return work(lambda tx, done: tx.answers.finish(account, key, done.status, done.body))
    except Exception:
        with suppress(StoreError), store.write() as tx:
            tx.answers.drop(account, key)
        raise


def _begun(store: Store, account: str, key: str, digest: str) -> Done | None:
    """None when the work is ours to do now."""
    now = clock.now()
    with store.write() as tx:
        tx.answers.forget(clock.written(now - KEPT))
        if tx.answers.begin(account, key, digest, now=clock.written(now)):
            return None
        held = tx.answers.get(account, key)
        assert held is not None, key
        if held.request != digest:
            raise ApiError(422, "This Idempotency-Key was used for another request.", hint="Take a fresh one.")
        if held.status is not None:
            return Done(held.status, held.body, again=True)
        if clock.instant_of(held.at) > now - LEFT_AFTER:
            raise ApiError(409, "The same request is being worked on.", headers={"Retry-After": "5"})
        tx.answers.take_over(account, key, now=clock.written(now))
    return None
