import json
from typing import Any

from openrepro.search.building import Document, build
from openrepro.search.facets import facets_of
from openrepro.search.shards import MOST_BYTES, Line, shard_files
from tests.search.documents import DOCUMENTS


def files(documents: tuple[Document, ...]) -> dict[str, Any]:
    index = build(documents, "b")
    facets = facets_of(len(documents), {"area": [("vision",) if at % 2 else () for at in range(len(documents))]})
    lines = (Line(one.id, one.title, one.authors, "", "plain", "·", "untested", "") for one in documents)
    return {file.path: file.data for file in shard_files(index, facets, lines)}


def spread(gaps: list[int]) -> list[int]:
    return [sum(gaps[: at + 1]) for at in range(len(gaps))]


def test_every_word_is_in_one_file_with_the_papers_that_have_it() -> None:
    made = files(DOCUMENTS)
    index = build(DOCUMENTS, "b")
    found: dict[str, Any] = {}
    for path, data in made.items():
        if path.startswith("words-"):
            shard = json.loads(data)
            assert not found.keys() & shard.keys()
            found |= shard
    assert sorted(found) == index.words
    for number, word in enumerate(index.words):
        span = index.where(number)
        assert spread(found[word][0]) == index.postings[span.start : span.end].tolist()
        assert found[word][1] == index.weights[span.start : span.end].tolist()


def test_files_are_small_and_the_list_of_them_says_where_each_begins() -> None:
    many = tuple(Document(f"p{n}", " ".join(f"w{n * 7 % 991}x{at}" for at in range(30))) for n in range(500))
    made = files(many)
    words = [path for path in made if path.startswith("words-")]
    top = json.loads(made["index.json"])
    assert len(words) == len(top["words"]) > 1
    assert max(len(made[path]) for path in words) <= MOST_BYTES
    for number, first in enumerate(top["words"]):
        assert next(iter(json.loads(made[f"words-{number}.json"]))) == first
    assert top["words"] == sorted(top["words"])


def test_lines_and_traits_are_by_number() -> None:
    many = tuple(Document(f"p{n}", f"title {n}") for n in range(250))
    made = files(many)
    assert [len(json.loads(made[f"papers-{part}.json"])) for part in range(3)] == [100, 100, 50]
    assert json.loads(made["papers-2.json"])[7][0] == "p207"
    assert spread(json.loads(made["trait-area.json"])["vision"]) == list(range(1, 250, 2))


def test_no_papers_make_an_index_that_can_be_read() -> None:
    made = files(())
    assert list(made) == ["trait-area.json", "index.json"]
    assert json.loads(made["index.json"])["papers"] == 0
