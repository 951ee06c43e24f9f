"""Requests with an `Idempotency-Key`: the same request sent twice is done once, and gets the same answer."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated, Final, NamedTuple

from fastapi import Header

from openrepro import clock
from openrepro.clock import instant_of, written
from openrepro.store.faults import StoreError
from openrepro.store.store import Store, Transaction
from openrepro.web.faults import ApiError

LEASE: Final = timedelta(seconds=30)
RENEWED_S: Final = 10.0
KEPT: Final = timedelta(days=2)
MOST_LEFT: Final = 10_000

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


class Claim(NamedTuple):
    """A key of an account, with the digest of the request that it comes with."""

    account: str
    key: str
    request: str


@dataclass(frozen=True)
class Left:
    """Claims of requests that have failed here, of which the database could not be told at once. Safe for threads."""

    _held: OrderedDict[tuple[str, str], None] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, claim: Claim) -> None:
        with self._lock:
            self._held[claim.account, claim.key] = None
            if len(self._held) > MOST_LEFT:
                self._held.popitem(last=False)

    def has(self, claim: Claim) -> bool:
        return (claim.account, claim.key) in self._held

    def forget(self, claim: Claim) -> None:
        with self._lock:
            self._held.pop((claim.account, claim.key), None)


def once(
    store: Store,
    left: Left,
    claim: Claim | None,
    work: Callable[[Callable[[Transaction, Done], None]], Done],
) -> Done:
    """The answer of `work`, or the one that was given to the same request before.

    `work` gets a function that keeps its answer within its own transaction. Raises ApiError when the key was used for
    another request, or is being worked on.
    """
    if claim is None:
        return work(lambda _tx, _done: None)
    before = _begun(store, left, claim)
    if before is not None:
        return before
    try:
        with _renewed(store, claim):
            return work(lambda tx, done: tx.answers.finish(claim.account, claim.key, done.status, done.body))
    except BaseException:
        _drop(store, left, claim)
        raise


def _begun(store: Store, left: Left, claim: Claim) -> Done | None:
    """None when the work is ours to do now."""
    now = clock.now()
    with store.write() as tx:
        tx.answers.forget(written(now - KEPT))
        done = _taken(tx, claim, left.has(claim))
    left.forget(claim)
    return done


def _taken(tx: Transaction, claim: Claim, was_left: bool) -> Done | None:
    """The answer that was given; else None, and the claim is ours."""
    now = clock.now()
    if tx.answers.begin(*claim, now=written(now)):
        return None
    held = tx.answers.get(claim.account, claim.key)
    assert held is not None, claim.key
    ends = instant_of(held.at) + LEASE
    if held.status is None and (was_left or ends <= now):
        tx.answers.take_over(*claim, now=written(now))
        return None
    if held.request != claim.request:
        raise ApiError(422, "This Idempotency-Key was used for another request.", hint="Take a fresh one.")
    if held.status is not None:
        return Done(held.status, held.body, again=True)
    hint = f"Ask again in a few seconds; if nobody works on it any more, it is done anew after {ends:%H:%M:%S} UTC."
    raise ApiError(409, "The same request is being worked on.", hint=hint, headers={"Retry-After": "5"})


@contextmanager
def _renewed(store: Store, claim: Claim) -> Generator[None]:
    """While the work goes on, nobody takes it for left; once this process is gone, the claim ends by itself."""
    ended = threading.Event()
    renewing = threading.Thread(target=_renew, args=(store, claim, ended), name="claim", daemon=True)
    renewing.start()
    try:
        yield
    finally:
        ended.set()


def _renew(store: Store, claim: Claim, ended: threading.Event) -> None:
    while not ended.wait(RENEWED_S):
        with suppress(StoreError), store.write() as tx:
            tx.answers.renew(claim.account, claim.key, now=written(clock.now()))


def _drop(store: Store, left: Left, claim: Claim) -> None:
    """Let the key be used again at once, also while the database cannot be told so."""
    left.note(claim)
    with suppress(StoreError):
        with store.write() as tx:
            tx.answers.drop(claim.account, claim.key)
        left.forget(claim)
