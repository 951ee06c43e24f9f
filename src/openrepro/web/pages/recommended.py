"""Which paper to try: papers for the reader in an order that spreads effort, with why, and what earlier tries cost."""

from collections.abc import Mapping
from typing import Final

from openrepro.ids import Json
from openrepro.papers.compute_words import MEANING, WORDS, Compute
from openrepro.papers.recommending import Wanted
from openrepro.server.choosing_told import told_papers
from openrepro.web.pages.page import Kind, Page, Visit

PATH: Final = "/papers/recommended"
SHOWN: Final = 10
LONGEST_NAME: Final = 80
MOST_HOURS: Final = 10_000
MOST_AREAS: Final = 200
COMPUTE: Final = tuple(compute.value for compute in Compute)


def recommended(visit: Visit) -> Page:
    """The page at `/papers/recommended`."""
    asked = asked_of(visit)
    account = visit.who.account
    seed = visit.asked("seed", LONGEST_NAME)
    wanted = wanted_of(asked)
    found = visit.here.choosing.recommended(
        visit.here.store,
        visit.tx,
        wanted,
        visit.at,
        account="" if account is None else account.id,
        seed=seed,
        most=SHOWN,
    )
    areas = visit.here.choosing.areas()
    data: dict[str, Json] = {
        "for": "name" if seed else "account" if account is not None else "day",
        "day": visit.now[:10],
        "asked": {**asked, "seed": seed},
        "narrowed": any(asked.values()),
        "machines": [
            {"value": compute.value, "words": WORDS[compute], "meaning": MEANING[compute]} for compute in Compute
        ],
        "areas": [*areas[:MOST_AREAS]],
        "papers": [*told_papers(visit.tx, found)],
        "everything": visit.tx.papers.count(),
    }
    about = "Papers to try next, spread over all who ask: contested claims first, then those that nobody confirmed."
    return Page("recommended.html", "Which paper?", data, about)


def asked_of(visit: Visit) -> dict[str, Json]:
    """What the query says. Raises ApiError for values that there are not."""
    hours = visit.number("hours", most=MOST_HOURS, default=0)
    return {
        "compute": visit.one_of("compute", COMPUTE),
        "area": visit.asked("area"),
        "code": visit.one_of("code", ("yes",)),
        "hours": hours or None,
    }


def wanted_of(asked: Mapping[str, Json]) -> Wanted:
    """The filters of a query."""
    compute, hours = asked["compute"], asked["hours"]
    assert hours is None or isinstance(hours, int)
    kinds = (Compute(str(compute)),) if compute else ()
    return Wanted(kinds, str(asked["area"]), bool(asked["code"]), hours)


KINDS: Final = (Kind("recommended", PATH, recommended),)
