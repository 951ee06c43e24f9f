"""Every number agrees with every other one that tells the same, on a challenge with all odd cases at once."""

import json
import re
import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final, NamedTuple

import pytest

from openrepro import clock
from openrepro.board.acts import ActKind
from openrepro.claims.spec import claim_json, parse_claims
from openrepro.clock import written
from openrepro.entries.entry import Entry, Source, State
from openrepro.entries.entry import Reason as EntryReason
from openrepro.grades import Grade
from openrepro.ids import Json
from openrepro.judging.label import Label
from openrepro.judging.ruling import Reason, Ruling
from openrepro.judging.verdict import JudgeIdentity, Verdict
from openrepro.record.acts import Act
from openrepro.server.boards import MAIN, refresh_view
from openrepro.store.store import Transaction
from tests.web.challenge import Served, founded, without_caps

DESCENT: Final = "demo-descent"
LETTERS: Final = {
    "v": Label.VERIFIED,
    "f": Label.FALSIFIED,
    "p": Label.FALSIFIED,
    "t": Label.TOY,
    "i": Label.INCONCLUSIVE,
    "-": Label.NOT_JUDGED,
}
LISTED: Final = {"/papers": "papers", "/logbooks": "entries", "/verdicts": "verdicts", "/claims": "claims"}
VIEWS: Final = (MAIN, "icml-2026")


class Case(NamedTuple):
    """An entry: its team, a letter per claim (`p` waits for a second look), its state, and what happened to it."""

    team: str
    labels: str
    state: State = State.JUDGED
    acts: tuple[ActKind, ...] = ()
    paper: str = "demo-hedge"


CASES: Final = (
    Case("ada", "vvt"),
    Case("bo", "fip"),
    Case("bo", "vvv"),
    Case("cy", "fi-"),
    Case("dee", "vvv", State.WITHDRAWN, (ActKind.WITHDRAWN,)),
    Case("eve", "fff", State.JUDGED, (ActKind.HIDDEN,)),
    Case("fay", "vvv", State.LATE, (ActKind.LATE,)),
    Case("gus", "ttt", State.JUDGED, (ActKind.TAKEN_DOWN,)),
    Case("guest", "vvv", paper="demo-batch"),
    Case("hal", "---", State.NOT_JUDGED),
    Case("ivy", "", State.QUEUED),
    Case("jo", "pt", paper="demo-batch"),
    Case("kim", "-v", paper=DESCENT),
    Case("leo", "v", paper=DESCENT),
    Case("max", "", State.REJECTED),
    Case("ned", "---", State.NOT_JUDGED, paper="demo-charlm"),
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = Served(founded(tmp_path_factory.mktemp("numbers") / "challenge", change=without_caps))
    with made.installation.store.write() as tx:
        teams = {name: tx.people.add(name, now=_now()) for name in dict.fromkeys(case.team for case in CASES)}
        for number, case in enumerate(CASES, 1):
            account = teams[case.team]
            _enter(tx, case, number, account.id, account.team)
        tx.people.set_competing(teams["guest"].team, False)
        tx.ledger.append([Act(ActKind.GUEST, _now(), team=teams["guest"].team)])
        _again(tx)
        _without_first_claim(tx)
    for view in VIEWS:
        refresh_view(made.installation.store, view, clock.now())
    yield made
    made.installation.close()


def _now() -> str:
    return written(clock.now())


def _enter(tx: Transaction, case: Case, number: int, account: str, team: str) -> None:
    entry = Entry(
        id=f"e_{number:016x}",
        team=team,
        source=Source.UPLOAD,
        origin=f"upload:{number}",
        state=case.state,
        reason=next(iter(EntryReason)),
        sentence="",
        state_at=_now(),
        seen_at=_now(),
        created_at=_now(),
        account=account,
        paper=case.paper,
        hidden=ActKind.HIDDEN in case.acts,
    )
    tx.entries.add(entry)
    entered = Act(ActKind.ENTERED, _now(), entry.id, team, case.paper, created=_now())
    tx.ledger.append([entered, *(Act(act, _now(), entry.id) for act in case.acts)])
    claims = [f"{case.paper}.c{at}" for at in range(1, len(case.labels) + 1)]
    tx.ledger.append([_verdict(entry, claim, letter) for claim, letter in zip(claims, case.labels, strict=True)])


def _verdict(entry: Entry, claim: str, letter: str) -> Verdict:
    return Verdict(
        claim=claim,
        claim_version="",
        paper=entry.paper,
        revision="0" * 64,
        entry=entry.id,
        team=entry.team,
        judge=JudgeIdentity("1" * 64, "rules"),
        case_file="",
        ruling=Ruling(LETTERS[letter], (Reason("row-13", "Because."),), provisional=letter == "p"),
        grade=Grade.E2,
        time=_now(),
    )


def _again(tx: Transaction) -> None:
    """A verdict that takes the place of an earlier one."""
    held = next(one for one in tx.ledger.current("e_0000000000000001") if one.claim == "demo-hedge.c3")
    tx.ledger.append([replace(held, ruling=replace(held.ruling, label=Label.INCONCLUSIVE), supersedes=held.id)])


def _without_first_claim(tx: Transaction) -> None:
    """Retire a claim that one team verified, and of which another got no label."""
    held = tx.papers.claims(DESCENT)
    assert held is not None
    kept: list[Json] = [claim_json(one) for one in held.claims if one.id != f"{DESCENT}.c1"]
    parsed = parse_claims(json.dumps([{"paper": DESCENT, "claims": kept}]).encode(), suffix=".json")
    tx.papers.put_claims(parsed.sets, now=_now(), note="One claim less.")


def told(served: Served, where: str) -> dict[str, Any]:
    path, _, query = where.partition("?")
    answer = served.client.get(f"{'/index' if path == '/' else path}.json{'?' if query else ''}{query}")
    assert answer.status_code == 200, (where, answer.text)
    found: dict[str, Any] = answer.json()
    return found


def pages(served: Served, where: str) -> Iterator[dict[str, Any]]:
    """A list page by page to its end."""
    seen: set[str] = set()
    following: str | None = where
    while following:
        assert following not in seen
        seen.add(following)
        page = told(served, following)
        yield page["data"]
        following = page["next"]


def listed(served: Served, where: str) -> int:
    """How many things the list at an address has, on all its pages."""
    path = where.partition("?")[0]
    while path == "/papers" and told(served, where)["data"]["state"] == "preparing":
        time.sleep(0.05)
    if path.startswith("/leaderboard/"):
        return sum(len(page["board"]["lines"]) for page in pages(served, where))
    return sum(len(page[LISTED[path]]) for page in pages(served, where))


def statistics(served: Served, view: str) -> dict[str, Any]:
    found: dict[str, Any] = told(served, "/statistics" if view == MAIN else f"/statistics?view={view}")["data"]
    return found


def figures(served: Served, view: str) -> Mapping[str, dict[str, Any]]:
    return {one["name"]: one for group in statistics(served, view)["groups"] for one in group["figures"]}


@pytest.mark.parametrize("view", VIEWS)
def test_a_list_behind_a_figure_has_as_many_as_it_says(served: Served, view: str) -> None:
    wrong = {
        name: (one["value"], listed(served, one["records"]), one["records"])
        for name, one in figures(served, view).items()
        if one["records"] and not one["lists"] and listed(served, one["records"]) != one["value"]
    }
    assert not wrong


@pytest.mark.parametrize("view", VIEWS)
def test_states_add_up_and_no_share_is_over_a_whole(served: Served, view: str) -> None:
    found = {name: one["value"] for name, one in figures(served, view).items()}
    judged = found["papers with a judged entry"]
    data = statistics(served, view)
    for bar, whole in zip(data["bars"], (judged, found["claims"], found["verdicts"]), strict=True):
        assert sum(one["value"] for one in bar["parts"]) == whole, bar["name"]
    for one in figures(served, view).values():
        assert one["denominator"] is None or 0 <= one["value"] <= one["denominator"], one
        assert (one["percent"] is None) is not bool(one["denominator"]), one
    areas = data["coverage"]
    for area, figure in (("papers", "papers"), ("entered", "papers with an entry"), ("examined", None)):
        assert sum(one[area] for one in areas) == (found[figure] if figure else judged)
    assert sum(one["claims"] for one in areas) == found["claims"]
    assert sum(one["established"] for one in areas) == sum(
        found[f"claims {state}"] for state in ("verified", "falsified", "contested")
    )


def test_the_first_page_says_what_the_statistics_say(served: Served) -> None:
    known = figures(served, MAIN)
    for one in told(served, "/")["data"]["headlines"]:
        same = known[one["name"]]
        assert {key: one[key] for key in same if key in one} == {key: same[key] for key in same if key in one}
    assert {one["name"]: one["value"] for one in served.client.get("/api/v1/statistics").json()["data"]} == {
        name: one["value"] for name, one in known.items()
    }


def test_the_counts_of_filters_are_those_of_the_lists(served: Served) -> None:
    for filtered in told(served, "/papers")["data"]["filters"]:
        for choice in (*filtered["choices"], *filtered["more"]):
            assert listed(served, choice["where"]) == choice["count"], choice


def test_a_claim_that_is_retired_is_counted_nowhere(served: Served) -> None:
    rows = [one for page in pages(served, "/claims") for one in page["claims"]]
    assert f"{DESCENT}.c1" not in {one["claim"] for one in rows}
    paper = told(served, f"/papers/{DESCENT}")["data"]
    testable = sum(claim["testable"] for claim in paper["claims"])
    assert paper["standing"]["testable"] == testable
    assert told(served, f"/claims/{DESCENT}.c1")["data"]["consensus"] is None


def test_tallies_are_those_of_the_verdicts_beside_them(served: Served) -> None:
    for row in [one for page in pages(served, "/claims") for one in page["claims"]]:
        data = told(served, f"/claims/{row['claim']}")["data"]
        assert data["consensus"]["tally"] == row["tally"]
        paper = told(served, f"/papers/{row['paper']}")["data"]
        beside = next(one["consensus"] for one in paper["claims"] if one["id"] == row["claim"])
        assert beside["counts"] == data["consensus"]["counts"]
        counted = Counter(
            one["label"]
            for one in data["verdicts"]
            if one["scoring"]["state"] == "scores" and (not one["provisional"] or one["confirmed"])
        )
        for one in data["consensus"]["counts"]:
            assert counted[one["label"]] == one["teams"], (row["claim"], one)


@pytest.mark.parametrize("view", VIEWS)
def test_points_and_ranks_are_the_same_on_every_page(served: Served, view: str) -> None:
    asked = "" if view == MAIN else f"?view={view}"
    for board in ("points", "first-to-establish", "strength", "coverage"):
        lines = [one for page in pages(served, f"/leaderboard/{board}{asked}") for one in page["board"]["lines"]]
        population = told(served, f"/leaderboard/{board}{asked}")["data"]["board"]["population"]
        assert population == sum(one["rank"] is not None for one in lines)
        for line in lines:
            team = list(pages(served, line["why"]))
            rank = next(one for one in team[0]["ranks"] if one["where"].startswith(f"/leaderboard/{board}"))
            assert (rank["rank"], rank["value"], rank["population"]) == (line["rank"], line["value"], population)
            assert sum(page["listed_points"] for page in team) == team[0]["figures"]["points"]
            if board == "points":
                earned = [claim["points"] for page in team for one in page["entries"] for claim in one["claims"]]
                assert sum(earned) == int(line["value"]), line
    rows = [one for page in pages(served, f"/leaderboard/points{asked}") for one in page["board"]["lines"]]
    known = figures(served, view)
    assert sum(one["scoring_entries"] for one in rows) == known["scoring entries"]["value"]
    assert sum(one["logbooks"] for one in rows) == known["judged entries"]["value"]


def test_one_is_told_in_the_singular(served: Served) -> None:
    for line in told(served, "/leaderboard/points")["data"]["board"]["lines"]:
        answer = served.client.get(line["why"])
        assert answer.status_code == 200
        assert not re.findall(r"\b1 (?:claims|points|entries|judged entries|teams)\b", answer.text), line


class Chain(NamedTuple):
    """A list that goes on: the page, the constant that says how long one is, and what is listed."""

    where: str
    bound: str
    at: tuple[str, ...]
    name: str


CHAINS: Final = (
    Chain("/papers", "papers.ON_A_PAGE", ("papers",), "id"),
    Chain("/logbooks", "logbooks.ON_A_PAGE", ("entries",), "entry"),
    Chain("/logbooks?label=verified", "logbooks.ON_A_PAGE", ("entries",), "entry"),
    Chain("/verdicts", "verdicts.SHOWN", ("verdicts",), "id"),
    Chain("/verdicts?label=verified", "verdicts.SHOWN", ("verdicts",), "id"),
    Chain("/claims", "claim_list.LOOKED_AT", ("claims",), "claim"),
    Chain("/claims?state=verified", "claim_list.ON_A_PAGE", ("claims",), "claim"),
    Chain("/claims/demo-hedge.c1", "claim_verdicts.SHOWN", ("verdicts",), "id"),
    Chain("/papers/demo-hedge", "paper.ON_A_PAGE", ("attempts",), "entry"),
    Chain("/leaderboard/points", "leaderboard.ON_A_PAGE", ("board", "lines"), "team"),
    Chain("/teams/{bo}", "teams.ON_A_PAGE", ("entries",), "entry"),
)


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: chain.where)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_list_tells_everything_once_both_ways(
    served: Served, monkeypatch: pytest.MonkeyPatch, chain: Chain, size: int
) -> None:
    listed(served, "/papers")
    with served.installation.store.read() as tx:
        where = chain.where.format(bo=tx.people.named("bo")[0].team) if "{" in chain.where else chain.where
    whole = [name for page in pages(served, where) for name in _names(page, chain)]
    monkeypatch.setattr(f"openrepro.web.pages.{chain.bound}", size)
    parts = [told(served, where)]
    while parts[-1]["next"]:
        parts.append(told(served, parts[-1]["next"]))
        assert len(parts) <= 2 * len(whole) + 20
    found = [name for part in parts for name in _names(part["data"], chain)]
    assert sorted(found) == sorted(whole)
    assert len(set(found)) == len(found)
    for before, after in pairwise(parts):
        if after["previous"]:
            assert _names(told(served, after["previous"])["data"], chain) == _names(before["data"], chain)


def _names(page: Any, chain: Chain) -> list[str]:
    for key in chain.at:
        page = page[key]
    return [one[chain.name] for one in page]
