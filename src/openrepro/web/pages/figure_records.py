"""Where the records behind each figure of the statistics are listed."""

from collections.abc import Mapping
from typing import Final

from openrepro.board.funnel import CLAIM_STATES, LABELS, PAPER_STATES
from openrepro.server.boards import MAIN
from openrepro.web.templating import address

SAME_IN_ALL_VIEWS: Final[Mapping[str, str]] = {
    "papers": "/papers",
    "papers with an entry": "/logbooks",
    "papers with a judged entry": "/papers?attempts=some",
    "papers without a usable verdict": address("/logbooks", {"state": "not judged"}),
    "entries": "/logbooks",
    "judged entries": "/logbooks?state=judged",
    "entries withdrawn": "/logbooks?state=withdrawn",
    "entries late": "/logbooks?state=late",
    "verdicts": "/verdicts",
    **{f"verdicts {label.value}": address("/verdicts", {"label": label.value}) for label in LABELS},
}
OF_MAIN: Final[Mapping[str, str]] = {
    f"papers {state.value}": address("/papers", {"status": state.value}) for state in PAPER_STATES
}
OF_A_VIEW: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "scoring entries": ("/leaderboard/points", {}),
    "teams": ("/leaderboard/points", {}),
    "claims": ("/claims", {}),
    **{f"claims {state.value}": ("/claims", {"state": state.value}) for state in CLAIM_STATES},
}


def records_of(figure: str, view: str) -> str:
    """The address of the list behind a figure of a view; empty where there is no list of exactly that."""
    if figure in OF_A_VIEW:
        path, query = OF_A_VIEW[figure]
        return address(path, {**query, "view": "" if view == MAIN else view})
    if figure in OF_MAIN and view == MAIN:
        return OF_MAIN[figure]
    return SAME_IN_ALL_VIEWS.get(figure, "")
