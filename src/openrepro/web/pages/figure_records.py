"""Where the records behind each figure of the statistics are listed, and what the list holds beside them."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from openrepro.board.funnel import CLAIM_STATES, LABELS, PAPER_STATES
from openrepro.ids import Json
from openrepro.server.boards import MAIN
from openrepro.web.templating import address


class Records(NamedTuple):
    """The address of a list, empty where there is none. `lists` says what stands in it where that is not exactly what
    the figure counts; it is empty where it is."""

    where: str = ""
    lists: str = ""

    def as_json(self) -> dict[str, Json]:
        return {"records": self.where, "lists": self.lists}


TESTABLE: Final = "testable"
"""The value of `/claims?state=` for the claims of all states but one."""
ON_RECORD: Final = "every verdict on record, also superseded ones and those that do not count"
AS_THEY_ARE: Final = "entries by their state now, whether or not they count"
EACH_LOGBOOK: Final = "the logbooks, often several on one paper, whether or not they count"
SAME_IN_ALL_VIEWS: Final[Mapping[str, Records]] = {
    "papers": Records("/papers"),
    "papers with an entry": Records("/logbooks", EACH_LOGBOOK),
    "papers with a judged entry": Records("/papers?attempts=some"),
    "entries": Records("/logbooks", "every logbook, whether or not it counts"),
    "judged entries": Records("/logbooks?state=judged", AS_THEY_ARE),
    "entries withdrawn": Records("/logbooks?state=withdrawn", AS_THEY_ARE),
    "entries late": Records("/logbooks?state=late", AS_THEY_ARE),
    "verdicts": Records("/verdicts", ON_RECORD),
    **{f"verdicts {label.value}": Records(address("/verdicts", {"label": label.value}), ON_RECORD) for label in LABELS},
}
OF_MAIN: Final[Mapping[str, Records]] = {
    f"papers {state.value}": Records(address("/papers", {"status": state.value})) for state in PAPER_STATES
}
OF_A_VIEW: Final[Mapping[str, tuple[str, Mapping[str, str], str]]] = {
    "scoring entries": ("/leaderboard/points", {}, "the teams, each with how many of them it has"),
    "teams": ("/leaderboard/points", {}, ""),
    "claims": ("/claims", {"state": TESTABLE}, ""),
    **{f"claims {state.value}": ("/claims", {"state": state.value}, "") for state in CLAIM_STATES},
}


def records_of(figure: str, view: str) -> Records:
    """The list behind a figure of a view; no address where nothing near to it is listed."""
    if figure in OF_A_VIEW:
        path, query, lists = OF_A_VIEW[figure]
        return Records(address(path, {**query, "view": "" if view == MAIN else view}), lists)
    if figure in OF_MAIN and view == MAIN:
        return OF_MAIN[figure]
    return SAME_IN_ALL_VIEWS.get(figure, Records())
