"""Claims whose quote does not stand in their paper are quarantined, on record, until quote or text are mended."""

from collections.abc import Generator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from openrepro import clock
from openrepro.claims.canonical import claim_json
from openrepro.claims.claim import Claim, ClaimSet, Locator
from openrepro.clock import written
from openrepro.demo import copy_example, read_example
from openrepro.entries.window import Terms
from openrepro.papers.text import TextFormat
from openrepro.people.accounts import Role
from openrepro.server.installation import Installation, open_installation
from openrepro.server.loading import load_claim_sets
from openrepro.server.operating import Office
from openrepro.server.quarantine import of_paper
from openrepro.server.texts import TextFile, add_text, load_texts, remove_text
from openrepro.store import backlog
from openrepro.store.projection_check import projection_differences
from tests.web.challenge import Served, founded, without_caps

EXAMPLE = read_example()
PAPER = "demo-descent"
CLAIMS = next(one for one in EXAMPLE.papers if one.paper == PAPER)


@pytest.fixture
def here(tmp_path: Path) -> Generator[Installation]:
    copy_example(tmp_path / "challenge")
    with open_installation(tmp_path / "challenge", environment={}) as made:
        yield made


def with_quote(quote: str, locator: Locator | None = None) -> ClaimSet:
    """The claims of the paper, the second with another quote."""
    second = replace(CLAIMS.claims[1], quote=quote, locator=locator)
    claims: tuple[Claim, ...] = (CLAIMS.claims[0], second, *CLAIMS.claims[2:])
    return replace(CLAIMS, claims=claims, source=[claim_json(claim) for claim in claims])


BROKEN = with_quote("for curvature 1/2 the iterate after ten steps is 0.9999.")
WRONG = BROKEN.claims[1].id


def held(here: Installation) -> frozenset[str]:
    with here.store.read() as tx:
        return of_paper(tx, PAPER)


def load(here: Installation, claims: ClaimSet) -> None:
    load_claim_sets(here, [claims], clock.now())


def test_without_a_text_nothing_is_quarantined_and_a_text_brings_it_to_light(here: Installation) -> None:
    load(here, BROKEN)
    assert held(here) == frozenset()
    load_texts(here, {PAPER: EXAMPLE.texts[PAPER]}, clock.now())
    assert held(here) == {WRONG}
    with here.store.read() as tx:
        [one] = tx.quarantine.of(PAPER)
    assert "after ten steps is 0.1762" in one.nearest
    assert one.version == "v1"


def test_a_mended_quote_lifts_it_and_good_ones_are_never_held(here: Installation) -> None:
    load_texts_of(here)
    assert held(here) == frozenset()
    load(here, BROKEN)
    assert held(here) == {WRONG}
    load(here, CLAIMS)
    assert held(here) == frozenset()


def test_a_quote_of_a_version_that_is_not_on_file_is_not_held_against_a_claim(here: Installation) -> None:
    load_texts_of(here)
    load(here, with_quote("Words of another version of the paper.", Locator("v7", "")))
    assert held(here) == frozenset()
    load(here, with_quote("Words of another version of the paper.", Locator("v1", "")))
    assert held(here) == {WRONG}


def test_a_newer_text_with_the_words_lifts_it_and_its_removal_brings_it_back(here: Installation) -> None:
    load_texts_of(here)
    load(here, BROKEN)
    data = EXAMPLE.texts[PAPER].replace(b"is 0.1762", b"is 0.9999")
    now = clock.now() + timedelta(seconds=1)
    with here.store.write() as tx:
        actor = tx.people.add("op", role=Role.ADMIN, now=written(now))
        office = Office(tx, Terms(here.rules_now(now), written(now)), actor.id, "for tests")
        added = add_text(office, here.blobs, TextFile(PAPER, "v1", TextFormat.MARKDOWN, data))
        where = replace(BROKEN.claims[1], locator=Locator("v1", added.text.sha256))
    claims = tuple(where if one.id == WRONG else one for one in BROKEN.claims)
    load(here, replace(BROKEN, claims=claims, source=[claim_json(one) for one in claims]))
    assert held(here) == frozenset()
    with here.store.write() as tx:
        office = Office(tx, Terms(here.rules_now(now), written(now)), actor.id, "for tests")
        remove_text(office, here.blobs, added.text)
    assert held(here) == {WRONG}


def load_texts_of(here: Installation) -> None:
    load(here, CLAIMS)
    load_texts(here, {PAPER: EXAMPLE.texts[PAPER]}, clock.now())


def test_nothing_is_recorded_on_a_quarantined_claim_before_it_is_mended(tmp_path: Path) -> None:
    served = Served(founded(tmp_path / "challenge", change=without_caps))
    with served.installation as here:
        load_texts_of(here)
        load(here, BROKEN)
        served.add("ada")
        entry = str(served.submit("ada", "dune/demo-descent")["entry"]["id"])
        served.judge_all()
        assert ruled(here, entry) == {claim.id for claim in BROKEN.claims} - {WRONG}
        load(here, with_first_mended())
        assert due(here) == ()
        load(here, CLAIMS)
        assert len(due(here)) == 1


def test_entries_are_judged_on_a_claim_that_a_new_text_clears(tmp_path: Path) -> None:
    served = Served(founded(tmp_path / "challenge", change=without_caps))
    with served.installation as here:
        load_texts_of(here)
        load(here, BROKEN)
        served.add("ada")
        entry = str(served.submit("ada", "dune/demo-descent")["entry"]["id"])
        served.judge_all()
        data = EXAMPLE.texts[PAPER].replace(b"is 0.1762", b"is 0.9999")
        now = clock.now() + timedelta(seconds=1)  # of two texts of one version the later one counts
        with here.store.write() as tx:
            actor = tx.people.add("op", role=Role.ADMIN, now=written(now))
            office = Office(tx, Terms(here.rules_now(now), written(now)), actor.id, "the right file")
            add_text(office, here.blobs, TextFile(PAPER, "v1", TextFormat.MARKDOWN, data))
        assert held(here) == frozenset()
        assert served.judge_all() == 1
        assert WRONG in ruled(here, entry)


def with_first_mended() -> ClaimSet:
    """Another version, in which the second claim is as broken as before and nothing else is judged otherwise."""
    first = replace(BROKEN.claims[0], locator=Locator("v1", ""))
    claims = (first, *BROKEN.claims[1:])
    return replace(BROKEN, claims=claims, source=[claim_json(one) for one in claims])


def ruled(here: Installation, entry: str) -> set[str]:
    with here.store.read() as tx:
        return {verdict.claim for verdict in tx.ledger.current(entry)}


def due(here: Installation) -> tuple[tuple[int, str], ...]:
    """The entries that the keeper would have judged again."""
    with here.store.read() as tx:
        return backlog.outdated(tx.connection, after=0, limit=10)


def test_every_denominator_follows_the_claims_that_count(tmp_path: Path) -> None:
    served = Served(founded(tmp_path / "challenge", change=without_caps))
    with served.installation as here:
        load_texts_of(here)
        served.add("ada")
        served.submit("ada", "dune/demo-descent")
        served.judge_all()
        claims, everything = len(CLAIMS.testable), counted(served)
        assert everything == Counted(claims, claims, claims, claims)
        load(here, BROKEN)
        served.judge_all()
        assert counted(served) == Counted(claims - 1, claims - 1, claims - 1, claims - 1)
        told = served.client.get(f"/papers/{PAPER}").text
        assert "quarantined" in told
        assert "after ten steps is 0.1762" in told
        line = served.client.get(f"/api/v1/claims/{WRONG}").json()["data"]
        assert (line["testable"], line["quarantined"]) == (False, True)
        assert served.client.get(f"/api/v1/papers/{PAPER}/claims").json()["data"]["quarantined"] == [WRONG]
        assert WRONG in served.client.get("/claims?state=quarantined").text
        with here.store.read() as tx:
            assert not [one for one in projection_differences(tx.connection) if one.table in ("papers", "claims")]
        load(here, with_one_more(CLAIMS))
        served.judge_all()
        assert counted(served) == Counted(claims + 1, claims + 1, claims + 1, claims + 1)


class Counted(NamedTuple):
    """The testable claims of the paper as the board, its page, the facets of the list, and the figures count them."""

    board: int
    page: int
    listed: int
    figures: int


def counted(served: Served) -> Counted:
    with served.installation.store.read() as tx:
        row = tx.boards.paper("main", PAPER)
        [traits] = [one for one in tx.search.traits() if one.paper == PAPER]
    told = served.client.get(f"/papers/{PAPER}.json").json()["data"]
    assert row is not None
    assert sum(one["testable"] for one in told["claims"]) == told["standing"]["testable"]
    others = sum(len(one.testable) for one in EXAMPLE.papers if one.paper != PAPER)
    figures = {one["name"]: one for one in served.client.get("/api/v1/statistics").json()["data"]}
    return Counted(row.testable, told["standing"]["testable"], traits.testable, figures["claims"]["value"] - others)


def with_one_more(claims: ClaimSet) -> ClaimSet:
    added = replace(claims.claims[0], id=f"{PAPER}.c{len(claims.claims) + 1}", text="Another claim of the paper.")
    members = (*claims.claims, added)
    return replace(claims, claims=members, source=[claim_json(one) for one in members])
