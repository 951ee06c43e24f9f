"""One paper: its claims with what teams found, every attempt, the prompt for an agent, names and history."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from openrepro.board.consensus import ClaimState, PaperState, Tally
from openrepro.board.votes import DECIDED
from openrepro.claims.claim import Claim, ClaimSet
from openrepro.clock import written
from openrepro.guide.prompt import prompt_of
from openrepro.ids import Json
from openrepro.papers.paper import AliasKind, Match, Paper
from openrepro.rendering.links import host_of
from openrepro.server.boards import MAIN
from openrepro.server.choosing_told import told_cost, told_signals
from openrepro.store import paper_history
from openrepro.store.entries import Wanted
from openrepro.store.paper_merges import KeptMerge
from openrepro.store.papers import ListedPaper, PaperCursor
from openrepro.store.quarantine import Quarantined
from openrepro.web.faults import ApiError, shown
from openrepro.web.pages.claim_quotes import held_as_json, texts_of
from openrepro.web.pages.claims import ASSURANCE, COUNTED, STATES
from openrepro.web.pages.entry_lines import entry_lines
from openrepro.web.pages.page import Address, Kind, MovedError, Page, Visit
from openrepro.web.pages.paper_links import outside
from openrepro.web.templating import address, cut

AT_ONCE: Final = 500
ON_A_PAGE: Final = 25
MOST_CLAIMS: Final = 100
MOST_AUTHORS: Final = 60
MOST_NAMES: Final = 40
MOST_STEPS: Final = 60
CODE_HOSTS: Final = ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "huggingface.co", "zenodo.org")
MEANING: Final[Mapping[PaperState, str]] = {
    PaperState.CONTESTED: "Teams disagree on a claim: one verified it and another falsified it.",
    PaperState.ALL_FALSIFIED: "At least one claim is falsified and none is verified.",
    PaperState.MIXED: "At least one claim is verified and at least one is falsified.",
    PaperState.FULLY: "All testable claims are verified.",
    PaperState.PARTLY: "At least one claim is verified and none is falsified.",
    PaperState.TOY_ONLY: "Claims were tested only at a reduced scale or on a stand-in.",
    PaperState.NOTHING: "There are judged entries, and no claim was settled by them.",
    PaperState.NOT_EXAMINED: "No entry has a verdict yet.",
}
KINDS_OF_NAMES: Final[Mapping[AliasKind, str]] = {
    AliasKind.OPENREVIEW: "OpenReview",
    AliasKind.ARXIV: "arXiv",
    AliasKind.EVENT: "page of the programme",
    AliasKind.ORAL: "oral",
    AliasKind.SUBMISSION: "submission",
    AliasKind.CURATED: "curated list",
    AliasKind.OTHER: "other name",
}


def paper_page(visit: Visit) -> Page:
    """The page at `/papers/<paper>`. Another name of a paper leads to its id."""
    listed = visit.tx.papers.listed(visit.params["paper"])
    if listed is None:
        raise _elsewhere(visit)
    paper, claims = listed.paper, visit.tx.papers.claims(listed.paper.id)
    row = visit.tx.boards.paper(MAIN, paper.id)
    body: Mapping[str, Any] | None = None if row is None else json.loads(row.body)
    attempts, following = _attempts(visit, paper.id)
    held = {one.claim: one for one in visit.tx.quarantine.of(listed.paper.id)}
    told = [] if claims is None else _claims(claims, body, held)
    data: dict[str, Json] = {
        "paper": _about(paper),
        "standing": _standing(body),
        "claims": told[:MOST_CLAIMS],
        "claims_in_all": len(told),
        "claim_set": listed.claim_set,
        "texts": texts_of(visit, paper.id),
        "takes": told_signals(visit.tx.choosing.signals([paper.id]).get(paper.id)),
        "cost": told_cost(visit.tx.choosing.costs([paper.id]).get(paper.id)),
        "attempts": attempts,
        "before": visit.asked("before") or None,
        "prompt": prompt_of(visit.around.rules, paper, claims, visit.here.settings.public_url),
        "history": _history(visit, listed),
    }
    return Page("paper.html", _title(paper), data, _description(paper), next=following)


def _elsewhere(visit: Visit) -> Exception:
    """Where another name leads, or why it leads nowhere."""
    name = visit.params["paper"]
    found = visit.tx.papers.resolve([name])
    if found.match is Match.FOUND:
        return MovedError(f"/papers/{found.paper}")
    near = ", ".join(f"/papers/{paper}" for paper in found.nearest)
    hint = f"Try {near}, or search the papers by words." if near else "Search the papers by words of the title."
    return ApiError(404, found.sentence or f"There is no paper {shown(name)}.", hint=hint, where="path.paper")


def _title(paper: Paper) -> str:
    return cut(paper.title, 160) or paper.id


def _description(paper: Paper) -> str:
    return f"{cut(paper.title, 200)}: its claims, and what independent teams found when they tried to reproduce them."


def _about(paper: Paper) -> dict[str, Json]:
    return {
        "id": paper.id,
        "title": paper.title,
        "authors": list(paper.authors[:MOST_AUTHORS]),
        "more_authors": max(0, len(paper.authors) - MOST_AUTHORS),
        "area": paper.area,
        "subarea": paper.subarea,
        "presentation": paper.presentation,
        "award": paper.award,
        "abstract": paper.abstract,
        "links": outside(paper),
        "code": _code(paper.code_url),
        "names": [{"name": alias.name, "kind": KINDS_OF_NAMES[alias.kind]} for alias in paper.aliases[:MOST_NAMES]],
        "source": paper.source,
    }


def _code(url: str) -> dict[str, Json] | None:
    """Where the code is said to be; `link` is false where we do not know the host, or the address is odd."""
    if not url:
        return None
    host = host_of(url) or ""
    known = url.startswith("https://") and any(host == one or host.endswith(f".{one}") for one in CODE_HOSTS)
    return {"url": url, "host": host, "link": known}


def _standing(body: Mapping[str, Any] | None) -> dict[str, Json] | None:
    """The state of the paper on the board; None where the board does not have it yet."""
    if body is None:
        return None
    state = PaperState(body["state"])
    return {
        "state": state.value,
        "meaning": MEANING[state],
        "entries": body["entries"],
        "judged": body["judged_entries"],
        "testable": body["testable_claims"],
    }


def _claims(claims: ClaimSet, body: Mapping[str, Any] | None, quarantined: Mapping[str, Quarantined]) -> list[Json]:
    held = {} if body is None else {one["claim"]: one for one in body["claims"]}
    return [_claim(claim, held.get(claim.id), quarantined.get(claim.id)) for claim in claims.claims]


def _claim(claim: Claim, held: Mapping[str, Any] | None, quarantined: Quarantined | None) -> dict[str, Json]:
    return {
        "quarantined": None if quarantined is None else held_as_json(quarantined),
        "id": claim.id,
        "number": claim.id.rpartition(".")[2],
        "kind": claim.kind.value,
        "testable": claim.kind.testable and quarantined is None,
        "text": claim.text,
        "consensus": None if held is None else _consensus(held),
    }


def _consensus(held: Mapping[str, Any]) -> dict[str, Json]:
    """What teams together say: each label with the teams that gave it, and whether a majority or all did."""
    tally = Tally(**{name: count for name, count in held["tally"].items() if name != "teams"})
    return {
        "state": held["state"],
        "meaning": STATES[ClaimState(held["state"])],
        "assurance": held["assurance"],
        "assurance_words": ASSURANCE[held["assurance"]],
        "teams": tally.teams,
        "counts": [
            {
                "label": label.value,
                "teams": held["tally"][label.value],
                "any": tally.any(label),
                "majority": tally.majority(label),
                "all": tally.all(label),
            }
            for label in COUNTED
        ],
        "provisional": tally.provisional,
        "not_judged": tally.not_judged,
    }


def _attempts(visit: Visit, paper: str) -> tuple[list[Json], str]:
    """Entries, newest first, and the address of the next page of them."""
    before = visit.number("before", least=1, most=999_999_999, default=0)
    wanted = Wanted(paper=paper, hidden=None if visit.who.operates else False)
    shelf = visit.tx.gallery.newest(wanted, before=before, limit=ON_A_PAGE)
    seen = [row.entry for row in shelf.rows if visit.who.may_see(row.entry)]
    following = address(f"/papers/{paper}", {"before": shelf.next}) if shelf.next else ""
    return entry_lines(visit.tx, seen), following


def _history(visit: Visit, listed: ListedPaper) -> list[Json]:
    """What happened, oldest first; of very much the beginning and the end."""
    now = written(visit.at)
    steps = sorted(_steps(visit, listed), key=lambda step: str(step["at"]))
    for step in steps:
        step["state"] = "ahead" if str(step["at"]) > now else "done"
    half = MOST_STEPS // 2
    return [*steps] if len(steps) <= MOST_STEPS else [*steps[:half], *steps[-half:]]


def _steps(visit: Visit, listed: ListedPaper) -> Iterator[dict[str, Json]]:
    tx, paper = visit.tx, listed.paper.id
    added = paper_history.added_at(tx.connection, paper)
    yield _step(added, "Paper added" + (f" (source: {listed.paper.source})" if listed.paper.source else ""))
    for merge in tx.merges.of(paper):
        told = f"{merge.gone} became a name of {merge.kept}"
        yield _step(merge.at, f"{told} ({f'the same {merge.shared}; ' if merge.shared else ''}{merge.why})")
        if merge.undone_at:
            yield _step(merge.undone_at, f"Taken apart again from {_other(merge, paper)}: {merge.undone_why}")
    for number, version in enumerate(tx.papers.claim_versions(paper), 1):
        note = f": {version.note}" if version.note else ""
        force = ", in force now" if version.effective else ""
        yield _step(version.added_at, f"Claims, version {number}{force}{note}", version=version.version)
    for rule in tx.rules.history().versions[1:]:
        if (at := written(rule.effective_from)) >= added:
            told = "Rules will change" if at > written(visit.at) else "Rules changed"
            yield _step(at, f"{told}: {rule.note}", where="/rules")
    first = paper_history.first_entry(tx.connection, paper)
    if first is not None:
        yield _step(first.at, "First entry", where=f"/logbooks/{first.entry}")
    for verdict in paper_history.first_verdicts(tx.connection, paper, [label.value for label in DECIDED]):
        told = f"First verdict on claim {verdict.claim.rpartition('.')[2]}"
        yield _step(verdict.at, told, where=f"/verdicts/{verdict.id}", label=verdict.label)


def _other(merge: KeptMerge, paper: str) -> str:
    return merge.gone if merge.kept == paper else merge.kept


def _step(at: str, text: str, *, where: str = "", label: str = "", version: str = "") -> dict[str, Json]:
    return {"at": at, "text": text, "where": where, "label": label, "version": version}


def _addresses(visit: Visit) -> Iterator[Address]:
    after: PaperCursor | None = None
    while True:
        page = visit.tx.papers.page(after=after, limit=AT_ONCE)
        yield from (Address({"paper": listed.paper.id}) for listed in page.papers)
        if page.next is None:
            return
        after = page.next


KINDS: Final = (Kind("paper", "/papers/{paper}", paper_page, _addresses),)
