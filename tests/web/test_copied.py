"""File names of a copy: plain where they can be, always different, and never outside of it."""

from hypothesis import given
from hypothesis import strategies as st

from openrepro.web.copied import FileLinks, file_of


def test_addresses_become_files() -> None:
    assert file_of("/") == "index.html"
    assert file_of("/", ending="json") == "index.json"
    assert file_of("/papers") == "papers.html"
    assert file_of("/papers", {"page": "2", "area": "x"}) == "papers.page-2.html"
    assert file_of("/claims", {"view": "strict", "state": "toy"}) == "claims.view-strict.state-toy.html"
    assert file_of("/logbooks", {"state": "judged"}) == "logbooks.html"
    assert file_of("/claims/demo1.c2b") == "claims/demo1.c2b.html"


def test_links_are_relative_and_keep_what_scripts_read() -> None:
    links = FileLinks("papers/x.html", "https://site.example")
    assert links.page("/", {}) == "../index.html"
    assert links.page("/papers", {"page": "2"}) == "../papers.page-2.html"
    assert links.page("/papers", {"area": "Deep learning"}) == "../papers.html?area=Deep+learning"
    assert links.raw("/logbooks/e1/pages/2?part=3#q1") == "../logbooks/e1/pages/2.part-3.html#q1"
    assert links.page("/api/v1/papers", {}) == "https://site.example/api/v1/papers"
    assert links.used.files == {
        "index.html",
        "papers.page-2.html",
        "papers.html",
        "logbooks/e1/pages/2.part-3.html",
    }


def test_without_a_known_server_what_only_it_has_is_explained() -> None:
    assert FileLinks("index.html").page("/api/v1/papers", {}) == "data.html"


@given(st.lists(st.text(min_size=1), min_size=1, max_size=3))
def test_no_name_leads_out_of_the_copy(parts: list[str]) -> None:
    path = "/" + "/".join(part.replace("/", "-") for part in parts)
    made = file_of(path, {"before": parts[0]})
    assert not made.startswith("/")
    assert not any(part in ("", ".", "..") for part in made.split("/"))
    assert all(len(part.encode()) < 255 and part.isprintable() for part in made.split("/"))


def test_different_texts_have_different_files() -> None:
    names = {file_of(f"/papers/{name}") for name in ("a b", "a_b", "a/b", "ä", "a%20b", "a" * 200, "a" * 201)}
    assert len(names) == 7
