"""Loading an event's papers and claims: one paper each, claims that keep their ids."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from openrepro.papers.paper import Alias, AliasKind, Match, Paper
from openrepro.papers.sources import ReadClaims, ReadPapers, read_claims, read_index, read_table
from openrepro.server.papers import Loaded, load_papers
from openrepro.store.store import Store

NOW = "2026-07-15T16:00:00Z"


def index(*rows: tuple[str, str]) -> bytes:
    return json.dumps({"papers": [{"orid": name, "title": title} for name, title in rows]}).encode()


def claims(texts: Mapping[str, Sequence[str]]) -> ReadClaims:
    return read_claims(json.dumps({name: [{"text": text} for text in given] for name, given in texts.items()}).encode())


def load(store: Store, *files: ReadClaims, rows: tuple[tuple[str, str], ...] = ()) -> Loaded:
    given = rows or (("aB3dE5fG7h", "Shared caches, measured"), ("71132", "SHARED caches measured"))
    with store.write() as tx:
        return load_papers(tx, [read_index(index(*given))], files, now=NOW, note="test")


def in_force(store: Store, paper: str = "aB3dE5fG7h") -> dict[str, str]:
    with store.read() as tx:
        found = tx.papers.claims(paper)
    return {} if found is None else {claim.id.removeprefix(f"{paper}."): claim.text for claim in found.claims}


def test_claims_under_another_name_go_to_their_paper(store: Store) -> None:
    loaded = load(store, claims({"71132": ["Fast.", "Small."]}))
    assert (loaded.papers_added, loaded.claim_sets_added, loaded.claims) == (1, 1, 2)
    assert [merge.ids for merge in loaded.merges] == [("aB3dE5fG7h", "71132")]
    assert loaded.faults == ()
    assert in_force(store) == {"c1": "Fast.", "c2": "Small."}


def test_the_claims_under_the_paper_s_own_id_count_and_the_others_stay_on_record(store: Store) -> None:
    load(store, claims({"aB3dE5fG7h": ["Fast.", "Small."], "71132": ["Quick."]}))
    assert in_force(store) == {"c1": "Fast.", "c2": "Small."}
    with store.read() as tx:
        first, _ = tx.papers.claim_sets(["aB3dE5fG7h"])["aB3dE5fG7h"]
    assert [claim.id for claim in first.claims] == ["aB3dE5fG7h.c3"]


def test_anchored_claims_replace_and_no_id_is_given_to_another_text(store: Store) -> None:
    plain = claims({"aB3dE5fG7h": ["Fast.", "Small."]})
    load(store, plain)
    loaded = load(store, plain, claims({"aB3dE5fG7h": ["Cheap.", "Small.", "Clean."]}))
    assert loaded.changed == ("aB3dE5fG7h",)
    assert in_force(store) == {"c3": "Cheap.", "c2": "Small.", "c4": "Clean."}
    assert load(store, plain, claims({"aB3dE5fG7h": ["Cheap.", "Small.", "Clean."]})).changed == ()


def test_claims_under_a_number_say_whether_none_or_several_have_it_and_what_gives_it(store: Store) -> None:
    given = claims({"71132": ["Fast."]})
    with store.write() as tx:
        loaded = load_papers(tx, [read_index(index(("aB3dE5fG7h", "Shared caches, measured")))], [given], now=NOW)
    (fault,) = loaded.faults
    assert fault.text.startswith("No paper has this number; its claims (1) were left out. The programme's table ")
    shared = Alias("71132", AliasKind.SUBMISSION)
    two = ReadPapers(tuple(Paper(name, f"A title of {name}", aliases=(shared,)) for name in ("x1", "x2")))
    with store.write() as tx:
        loaded = load_papers(tx, [two], [given], now=NOW)
    clash, fault = loaded.faults
    assert clash.place == "'71132'"
    assert fault.text == "2 papers have this name: 'x1', 'x2'; its claims (1) were left out."


def test_claims_of_no_paper_and_faults_of_files_are_told(store: Store) -> None:
    loaded = load(store, claims({"nobody": ["Fast."]}), read_claims(b"?"))
    assert [fault.place for fault in loaded.faults] == ["the file", "nobody"]
    assert loaded.faults[1].text == "No paper has this name; its claims (1) were left out."


def test_names_that_differ_in_case_only_are_told(store: Store) -> None:
    loaded = load(store, rows=(("aB3dE5fG7h", "One of the two"), ("Ab3dE5fG7h", "Another one of the two")))
    assert [clash.names for clash in loaded.clashes] == [("Ab3dE5fG7h", "aB3dE5fG7h")]


def test_the_real_event_loads_with_every_claim_at_its_paper(sqlite_url: str, shared_data: Path) -> None:
    store = Store.open(sqlite_url)
    files = [
        read_index((shared_data / "papers" / "index.json").read_bytes()),
        read_table((shared_data / "papers" / "accepted.csv").read_bytes()),
    ]
    given = read_claims((shared_data / "claims" / "curated_200.json").read_bytes())
    with store.write() as tx:
        loaded = load_papers(tx, files, [given], now=NOW)
        orals = [name for name in given.claims if name.isdecimal()]
        assert all(tx.papers.resolve([name]).match is Match.FOUND for name in orals)
        again = load_papers(tx, files, [given], now=NOW)
    store.close()
    assert (loaded.papers_added, loaded.clashes, loaded.faults) == (6_628, (), ())
    assert (len(loaded.changed), loaded.claim_sets_added) == (189, 199)
    assert (again.papers_replaced, again.changed, again.claim_sets_added) == (6_628, (), 0)
