"""Papers and claim sets as people look them up: by any of their names, page by page, at any version."""

import json
from pathlib import Path

import pytest

from openrepro.claims.claim import ClaimSet
from openrepro.demo.example import read_example
from openrepro.evidence.guess import unspecified
from openrepro.papers.paper import Alias, AliasKind, Match, Paper, Resolution
from openrepro.store.papers import ClaimCursor, LoadedClaims, LoadedPapers, PaperCursor
from openrepro.store.store import Store
from tests.claims.specs import CLEAN, claim_set, parsed

NOW = "2026-07-15T16:00:00Z"
LATER = "2026-07-16T16:00:00Z"

TAU = Paper(
    "aB3dE5fG7h",
    "$\\tau^2$-Gauge: Évaluating Agents",
    authors=("Ada Lovelace", "Émile Borel"),
    area="Theory",
    arxiv="2605.25234",
    abstract="An abstract.",
    aliases=(
        Alias("2605.25234", AliasKind.ARXIV),
        Alias("71132", AliasKind.ORAL),
        Alias("12345", AliasKind.SUBMISSION),
    ),
    source="index",
    facts={"spot": True, "i": 12345},
)
MINI = Paper("zZ9yY8xX7w", "MiniDLM: Diffusion language models", area="Deep Learning")
FLOW = Paper("flow000001", "Flow matching for language models", area="Theory")


def load(store: Store, *papers: Paper, now: str = NOW) -> LoadedPapers:
    with store.write() as tx:
        return tx.papers.put(papers, now=now)


def resolve(store: Store, *names: str) -> Resolution:
    with store.read() as tx:
        return tx.papers.resolve(names)


def put_claims(store: Store, *sets: ClaimSet, now: str = NOW) -> LoadedClaims:
    with store.write() as tx:
        return tx.papers.put_claims(sets, now=now, note="loaded")


def test_a_paper_comes_back_as_it_was_given(store: Store) -> None:
    load(store, TAU, MINI)
    with store.read() as tx:
        assert tx.papers.get("aB3dE5fG7h") == TAU
        assert tx.papers.get("zZ9yY8xX7w") == MINI
        assert tx.papers.get("AB3DE5FG7H") is None


def test_text_that_no_database_takes_is_made_visible(store: Store) -> None:
    load(store, Paper("odd", "Zero \x00 and half a pair \ud800", aliases=(Alias("a\x00b", AliasKind.OTHER),)))
    with store.read() as tx:
        found = tx.papers.get("odd")
    assert found is not None
    assert found.title == "Zero \ufffd and half a pair \ufffd"
    assert resolve(store, "a\x00b").paper == "odd"


@pytest.mark.parametrize(
    "name",
    [
        "aB3dE5fG7h",
        "paper-aB3dE5fG7h",
        "https://openreview.net/forum?id=aB3dE5fG7h",
        "2605.25234",
        "2605.25234v3",
        "arXiv:2605.25234",
        "https://arxiv.org/pdf/2605.25234v1.pdf",
        "https://huggingface.co/papers/2605.25234",
        "12345",
        "71132",
        "https://icml.cc/virtual/2026/oral/71132",
        " 71132 ",
    ],
)
def test_every_name_of_a_paper_leads_to_it(store: Store, name: str) -> None:
    load(store, TAU, MINI)
    assert resolve(store, name) == Resolution(Match.FOUND, "aB3dE5fG7h")


def test_another_case_is_told_and_never_taken(store: Store) -> None:
    load(store, TAU, MINI)
    told = resolve(store, "ab3de5fg7h")
    assert told.match is Match.UNKNOWN
    assert told.paper == ""
    assert told.nearest == ("aB3dE5fG7h",)
    assert told.sentence.startswith("There is no paper 'ab3de5fg7h'; did you mean 'aB3dE5fG7h' (")


@pytest.mark.parametrize("name", ["aB3dE5fG7i", "aB3dE5f7h", "aB3dE5fG77h", "xB3dE5fG7h", "Ba3dE5fG7h", "aB3dE5fGh7"])
def test_one_mistake_is_recognised_wherever_it_is(store: Store, name: str) -> None:
    load(store, TAU, MINI)
    assert resolve(store, name).nearest == ("aB3dE5fG7h",)


def test_a_nickname_is_recognised_by_the_title(store: Store) -> None:
    load(store, TAU, MINI, FLOW)
    assert resolve(store, "minidlm").nearest == ("zZ9yY8xX7w",)
    assert resolve(store, "paper-flow-matching").nearest == ("flow000001",)
    assert resolve(store, "language models").nearest == ("flow000001", "zZ9yY8xX7w")


def test_what_resembles_nothing_is_told_without_an_offer(store: Store) -> None:
    load(store, TAU, MINI)
    assert resolve(store, "nothing-like-it").sentence == "There is no paper 'nothing-like-it' in this challenge."
    assert resolve(store, "12346").nearest == ()  # every number has neighbours
    assert resolve(store, "x" * 5000, "\x00\ud800").match is Match.UNKNOWN


def test_a_nickname_that_many_titles_share_offers_none(store: Store) -> None:
    load(store, *(Paper(f"p{at}", f"Language models, part {at}") for at in range(4)))
    assert resolve(store, "language-models").nearest == ()


def test_no_name_is_told(store: Store) -> None:
    load(store, TAU)
    assert resolve(store).match is Match.NONE_GIVEN
    assert resolve(store, "", "  ").match is Match.NONE_GIVEN


def test_names_of_one_paper_agree_and_names_of_two_are_told(store: Store) -> None:
    load(store, TAU, MINI)
    assert resolve(store, "71132", "aB3dE5fG7h", "unheard-of").paper == "aB3dE5fG7h"
    told = resolve(store, "aB3dE5fG7h", "zZ9yY8xX7w")
    assert told.match is Match.SEVERAL
    assert told.nearest == ("aB3dE5fG7h", "zZ9yY8xX7w")
    assert "'zZ9yY8xX7w' to 'zZ9yY8xX7w' ('MiniDLM" in told.sentence


def test_a_number_of_two_papers_is_ambiguous_until_another_name_settles_it(store: Store) -> None:
    loaded = load(store, TAU, Paper("other", "Other", aliases=(Alias("12345", AliasKind.EVENT),)))
    assert [clash.papers for clash in loaded.clashes] == [("aB3dE5fG7h", "other")]
    assert "is a name of several papers" in loaded.clashes[0].sentence
    told = resolve(store, "12345")
    assert told.match is Match.AMBIGUOUS
    assert told.nearest == ("aB3dE5fG7h", "other")
    assert resolve(store, "12345", "other").paper == "other"


def test_names_that_differ_only_in_case_are_reported_when_loaded(store: Store) -> None:
    assert load(store, TAU, MINI).clashes == ()
    loaded = load(store, Paper("AB3dE5fG7h", "Another paper"))
    assert [clash.names for clash in loaded.clashes] == [("AB3dE5fG7h", "aB3dE5fG7h")]
    assert "differ only in case" in loaded.clashes[0].sentence
    assert resolve(store, "AB3dE5fG7h").paper == "AB3dE5fG7h"
    with store.read() as tx:
        assert tx.papers.clashes() == loaded.clashes


def test_loading_again_replaces_and_keeps_place_and_claims(store: Store) -> None:
    load(store, TAU, MINI)
    put_claims(store, unspecified("aB3dE5fG7h", {1: "It works."}))
    renamed = Paper("aB3dE5fG7h", "Renamed", aliases=(Alias("777", AliasKind.EVENT),))
    assert load(store, renamed, FLOW, now=LATER)[:2] == (1, 1)
    assert resolve(store, "777").paper == "aB3dE5fG7h"
    assert resolve(store, "12345").match is Match.UNKNOWN
    with store.read() as tx:
        page = tx.papers.page()
        assert tx.papers.page(text="gauge").papers == ()
    assert [item.paper.id for item in page.papers] == ["aB3dE5fG7h", "zZ9yY8xX7w", "flow000001"]
    assert page.papers[0].claims == 1


def test_pages_follow_one_another_without_gap_or_repeat(store: Store) -> None:
    load(store, *(Paper(f"p{at}", f"Learning {at}", area="odd" if at % 2 else "even") for at in range(25)))
    ids: list[str] = []
    after: PaperCursor | None = None
    with store.read() as tx:
        while True:
            page = tx.papers.page(after=after, limit=10)
            ids += [item.paper.id for item in page.papers]
            if (after := page.next) is None:
                break
        assert ids == [f"p{at}" for at in range(25)]
        assert tx.papers.page(limit=25).next is None
        odd = tx.papers.page(area="odd", limit=10)
        assert [item.paper.id for item in odd.papers] == [f"p{at}" for at in range(1, 20, 2)]
        assert len(tx.papers.page(area="odd", after=odd.next).papers) == 2
        assert tx.papers.count() == 25
        assert tx.papers.count(area="odd") == 12


def test_titles_are_searched_by_whole_words(store: Store) -> None:
    load(store, TAU, MINI, FLOW)

    def found(text: str, area: str = "") -> list[str]:
        with store.read() as tx:
            return [item.paper.id for item in tx.papers.page(text=text, area=area).papers]

    assert found("LANGUAGE models") == ["zZ9yY8xX7w", "flow000001"]
    assert found("language models", "Theory") == ["flow000001"]
    assert found("evaluating τ²") == ["aB3dE5fG7h"]
    assert found("lang") == []
    assert found("%") == []
    assert found("language gauge") == []


def test_a_search_goes_on_behind_its_cursor(store: Store) -> None:
    load(store, *(Paper(f"p{at}", f"Learning {at}") for at in range(5)))
    with store.read() as tx:
        first = tx.papers.page(text="learning", limit=3)
        rest = tx.papers.page(text="learning", limit=3, after=first.next)
    assert [item.paper.id for item in (*first.papers, *rest.papers)] == [f"p{at}" for at in range(5)]
    assert rest.next is None


def test_specs_come_back_whole_and_under_the_same_version(store: Store) -> None:
    for given in (*read_example().papers, *parsed(claim_set(CLEAN)).sets):
        load(store, Paper(given.paper, given.title))
        put_claims(store, given)
        with store.read() as tx:
            found = tx.papers.claims(given.paper)
        assert found == given
        assert found is not None
        assert found.version == given.version


def test_claims_without_specs_stay_marked(store: Store) -> None:
    load(store, TAU)
    given = unspecified("aB3dE5fG7h", {1: "Beats every baseline.", 3: "The loss is 3.1."})
    put_claims(store, given)
    with store.read() as tx:
        found = tx.papers.claims("aB3dE5fG7h")
    assert found == given
    assert found is not None
    assert found.version == given.version
    assert not any(claim.specified for claim in found.claims)


def test_a_new_set_comes_into_force_and_the_old_one_stays_on_record(store: Store) -> None:
    load(store, TAU, MINI)
    old, new = unspecified("aB3dE5fG7h", {1: "Old."}), unspecified("aB3dE5fG7h", {2: "New.", 3: "Newer."})
    assert put_claims(store, old) == LoadedClaims(1, ("aB3dE5fG7h",), ())
    assert put_claims(store, old, new, now=LATER) == LoadedClaims(1, ("aB3dE5fG7h",), ())
    assert put_claims(store, new, now=LATER) == LoadedClaims(0, (), ())
    with store.read() as tx:
        assert tx.papers.claims("aB3dE5fG7h") == new
        assert tx.papers.claims("aB3dE5fG7h", old.version) == old
        assert tx.papers.claims("aB3dE5fG7h", "0" * 64) is None
        assert tx.papers.claims("zZ9yY8xX7w") is None
        assert tx.papers.claim_sets(["aB3dE5fG7h", "zZ9yY8xX7w"]) == {"aB3dE5fG7h": (old, new)}
        versions = tx.papers.claim_versions("aB3dE5fG7h")
        assert tx.papers.claim("aB3dE5fG7h.c1") is None
        assert tx.papers.listed_claims() == {"aB3dE5fG7h": ("aB3dE5fG7h.c2", "aB3dE5fG7h.c3")}
    assert [(one.version, one.added_at, one.effective) for one in versions] == [
        (old.version, NOW, False),
        (new.version, LATER, True),
    ]


def test_sets_that_belong_to_no_paper_are_refused_by_name(store: Store) -> None:
    load(store, TAU)
    strange = unspecified("nobody", {1: "x"})
    stolen = ClaimSet("aB3dE5fG7h", strange.claims, [])
    twice = ClaimSet("aB3dE5fG7h", unspecified("aB3dE5fG7h", {1: "x"}).claims * 2, [])
    loaded = put_claims(store, strange, stolen, twice)
    assert loaded[:2] == (0, ())
    assert [one.sentence for one in loaded.refused] == [
        "There is no paper 'nobody'; load it before its claims.",
        "The claim 'nobody.c1' must be called 'aB3dE5fG7h.c' and a number.",
        "Two claims are called 'aB3dE5fG7h.c1'.",
    ]


def test_claims_are_listed_by_paper_and_page(store: Store) -> None:
    load(store, TAU, MINI)
    put_claims(store, *(unspecified(paper, {at: f"Claim {at}" for at in (1, 2, 3)}) for paper in (TAU.id, MINI.id)))
    with store.read() as tx:
        first = tx.papers.claims_page(limit=4)
        rest = tx.papers.claims_page(limit=4, after=first.next)
        assert first.next == ClaimCursor("zZ9yY8xX7w", 0)
        assert [claim.id for claim in (*first.claims, *rest.claims)] == [
            f"{paper}.c{at}" for paper in (TAU.id, MINI.id) for at in (1, 2, 3)
        ]
        assert rest.next is None
        assert [claim.text for claim in tx.papers.claims_page(paper=MINI.id, limit=2).claims] == ["Claim 1", "Claim 2"]
        one = tx.papers.claim("zZ9yY8xX7w.c2")
    assert one is not None
    assert (one.paper, one.kind, one.testable) == ("zZ9yY8xX7w", "value", True)


def test_the_real_index_is_loaded_and_resolved(store: Store, shared_data: Path) -> None:
    rows = json.loads((shared_data / "papers" / "index.json").read_bytes())["papers"]
    loaded = load(store, *(Paper(row["orid"], row["title"], arxiv=row["arxiv"]) for row in rows))
    assert (loaded.added, loaded.clashes) == (6341, ())
    assert resolve(store, rows[4000]["orid"]).paper == rows[4000]["orid"]
    assert resolve(store, rows[4000]["orid"].swapcase()).nearest == (rows[4000]["orid"],)
