"""Every list tells everything once, page by page, on the way there and back."""

from collections.abc import Generator
from itertools import pairwise
from typing import Any, Final, NamedTuple

import pytest

from tests.web.challenge import Served
from tests.web.oddities import listed, odd_challenge, pages, told


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    made = odd_challenge(tmp_path_factory.mktemp("odd") / "challenge")
    yield made
    made.installation.close()


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
