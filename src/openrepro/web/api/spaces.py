"""Spaces of the Hub: entering one by its id, and having an entry looked at again."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from fastapi import Depends
from pydantic import BaseModel, ConfigDict, Field

from openrepro import clock
from openrepro.entries.discovery import Known
from openrepro.entries.judged import judge_identity
from openrepro.entries.moderation import Refreshed, refresh
from openrepro.hub.client import Hub
from openrepro.hub.fetching import Fetcher, FetchError
from openrepro.hub.manners import Manners
from openrepro.server.discovery import Discovery
from openrepro.server.discovery_entering import HubEntries
from openrepro.server.discovery_registry import Registry
from openrepro.store.faults import StoreError
from openrepro.web.api.access import WRITES, Desk, Here, Member, Submitter, own_entry, terms_now, turn_to_ask
from openrepro.web.api.entries import EntryStatus, status
from openrepro.web.api.envelope import Envelope, Meta
from openrepro.web.api.parameters import Name
from openrepro.web.api.routing import routes_of
from openrepro.web.faults import ApiError, not_found

router = routes_of("entries")

IMPATIENT: Final = Manners(attempts=2, first_wait=0.5, longest_wait=5, silence_s=5, answer_s=10)
ASKS: Final = [Depends(turn_to_ask)]


class SpaceWish(BaseModel):
    """Which Space is to be entered."""

    model_config = ConfigDict(extra="forbid")

    space: str = Field(max_length=200, description="The id of the Space on the Hub: owner/name.")


@router.post("/entries/space", status_code=202, dependencies=ASKS)
def submit_space(here: Here, who: Submitter, wish: SpaceWish) -> Envelope[EntryStatus]:
    """Enter a Space that the challenge has not found by itself, or not yet. Its tags name its paper; its files are
    fetched next."""
    with _harmless_again():
        known = look_up(here, wish.space)
    if not known.entry:
        raise ApiError(422, known.sentence or "The Space is no entry of this challenge.", where="body.space")
    with _harmless_again(), here.installation.store.read() as tx:
        entry = tx.entries.get(known.entry)
        if entry is None:
            raise not_found("entry", known.entry)
        return Envelope(data=status(tx, entry), meta=Meta(sentence=known.sentence or None))


@router.post("/entries/{entry}/refresh", status_code=202, dependencies=WRITES)
def refresh_entry(here: Here, who: Submitter, entry: Name) -> Envelope[EntryStatus]:
    """Have an entry of your team looked at again: a Space is asked for at the Hub, an upload is judged again where
    claims, rules or judge have changed."""
    refreshed = _refreshed(here, who, entry)
    told = refreshed.sentence
    with _harmless_again():
        if refreshed.poll:
            told = look_up(here, refreshed.entry.origin).sentence or told
        with here.installation.store.read() as tx:
            return Envelope(data=status(tx, own_entry(tx, entry, who)), meta=Meta(sentence=told))


def look_up(here: Desk, name: str) -> Known:
    """What the Hub says of a Space now. Raises ApiError when it does not answer."""
    rules = here.installation.rules_now(clock.now())
    with _hub(here) as hub:
        registry = Registry(rules, HubEntries(rules, hub.url))
        return Discovery(here.installation.store, hub, registry).look_up(name)


@contextmanager
def _harmless_again() -> Generator[None]:
    """Around what is written in several steps, where the database may fail after one of them."""
    try:
        yield
    except StoreError as error:
        raise StoreError(error.text, hint=error.hint, passing=error.passing, unsure=True) from error


@contextmanager
def _hub(here: Desk) -> Generator[Hub]:
    settings = here.installation.settings
    fetcher = Fetcher(IMPATIENT, home=settings.hub_url, token=settings.hub_token)
    try:
        yield Hub(settings.hub_url, fetcher)
    except FetchError as error:
        hint = "What the Hub says was not taken in; try again later."
        raise ApiError(503, error.text, hint=hint, headers={"Retry-After": "30"}) from None
    finally:
        fetcher.close()


def _refreshed(here: Desk, who: Member, entry: str) -> Refreshed:
    terms, account = terms_now(here), who.account
    judge = judge_identity(terms.rules)
    with here.installation.store.write() as tx:
        own_entry(tx, entry, who)
        return refresh(tx, entry, judge, terms, actor=account.id, team=account.team)
