"""Which view of the board a page shows: that of the challenge's own rules, or the same records under others."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.ids import Json
from openrepro.server.boards import MAIN, rules_by_digest
from openrepro.store.boards import ShownView
from openrepro.web.faults import not_found
from openrepro.web.pages.page import Visit
from openrepro.web.templating import address

MOST_VIEWS: Final = 12
NOT_YET: Final = "The board has not been computed yet. It is, a few seconds after the server has started."
OWN: Final = "the rules of this challenge"


class Viewed(NamedTuple):
    """The view that a page shows: `shown` is what it was computed from, None when it never was; `names` are those of
    all views, the challenge's own first."""

    name: str
    shown: ShownView | None
    names: tuple[str, ...]
    rules: Rules | None

    @property
    def query(self) -> dict[str, str]:
        """What the query of a link says to stay in this view."""
        return {} if self.name == MAIN else {"view": self.name}

    def as_json(self, path: str) -> dict[str, Json]:
        shown = self.shown
        others: list[Json] = [
            {"name": name, "words": words_of(name), "where": address(path, {"view": "" if name == MAIN else name})}
            for name in self.names
        ]
        return {
            "name": self.name,
            "words": words_of(self.name),
            "computed_at": shown.computed_at if shown else None,
            "ledger_size": shown.ledger_size if shown else None,
            "rules": shown.rules if shown else None,
            "digest": shown.digest if shown else None,
            "views": others if len(others) > 1 else [],
        }


def viewed(visit: Visit) -> Viewed:
    """The view that the query asks for, else the challenge's own. Raises ApiError when there is none of that name."""
    asked = visit.asked("view") or MAIN
    held = {one.view: one for one in visit.tx.boards.views()}
    if asked not in held and asked != MAIN:
        raise not_found("view of the board", asked)
    shown = held.get(asked)
    names = (MAIN, *sorted(name for name in held if name != MAIN)[:MOST_VIEWS])
    rules = rules_by_digest(visit.tx.rules.history(), shown.rules) if shown else None
    return Viewed(asked, shown, names, rules)


def words_of(view: str) -> str:
    """What a view is called in a sentence."""
    return OWN if view == MAIN else f"the rules “{view}”"


def slug(name: str) -> str:
    """The name of a board or figure as a part of an address."""
    return re.sub(" +", "-", name.lower().replace(",", ""))


def viewed_in(visit: Visit) -> Iterator[dict[str, str]]:
    """What the query of a page says for each view that there is, the challenge's own first."""
    yield {}
    yield from ({"view": one.view} for one in visit.tx.boards.views() if one.view != MAIN)
