import time

import pytest

from openrepro.search.asking import ask, near_word
from openrepro.search.building import Document, build
from openrepro.search.index import Index
from tests.search.documents import DOCUMENTS


@pytest.fixture(scope="module")
def index() -> Index:
    return build(DOCUMENTS, "b")


def found(index: Index, question: str) -> list[str]:
    return [index.papers[number] for number in ask(index, question).best_first]


def test_titles_weigh_more_than_authors_claims_and_abstracts(index: Index) -> None:
    assert found(index, "learning")[0] == "p1"
    assert set(found(index, "learning")) == {"p1", "p2", "p4"}
    assert found(index, "deep learning") == ["p1", "p4"]


def test_all_words_must_match(index: Index) -> None:
    assert found(index, "attention borel") == ["p2"]
    assert found(index, "attention lovelace") == []


def test_accents_and_case_do_not_matter(index: Index) -> None:
    assert found(index, "EMILE") == found(index, "émile") == ["p2"]


def test_the_last_word_may_be_a_beginning_and_the_word_itself_comes_first(index: Index) -> None:
    assert found(index, "transf") == ["p3", "p4"]
    assert found(index, "transformer") == ["p4", "p3"]
    assert found(index, "transf tables") == []


def test_decimals_and_names_of_models_are_found(index: Index) -> None:
    assert found(index, "3.1") == found(index, "gpt-4") == found(index, "gpt4") == found(index, "GPT 4") == ["p1"]
    assert found(index, "3.2") == []


def test_what_common_words_stand_beside_decides(index: Index) -> None:
    assert found(index, "the graphs") == ["p1"]
    assert found(index, "   ") == []


def test_a_mistyped_word_is_mended_where_nothing_is_found(index: Index) -> None:
    assert ask(index, "reinforcment").suggestion == "reinforcement"
    assert ask(index, "deep lerning").suggestion == "deep learning"
    assert ask(index, "learning").suggestion == ""
    assert ask(index, "zzzzqqqq").suggestion == ""
    assert ask(index, "zzzzqqqq").missing == ("zzzzqqqq",)
    assert near_word(index, "reinfrocemnt") == "reinforcement"
    assert near_word(index, "3.7") == ""


def test_nothing_is_found_in_an_empty_index() -> None:
    empty = build((), "b")
    assert ask(empty, "deep learning").best_first == []


def test_more_hits_of_a_word_never_lower_a_paper_of_equal_length() -> None:
    once = Document("once", "graph other words", "", "")
    twice = Document("twice", "graph graph words", "", "")
    assert found(build((once, twice), "b"), "graph") == ["twice", "once"]


def test_a_hostile_question_costs_no_more_than_a_usual_one(index: Index) -> None:
    began = time.perf_counter()
    for question in ("a" * 100_000, "a-" * 50_000, "\\" * 50_000, "é" * 50_000, "ab " * 50_000, '"' * 50_000):
        ask(index, question)
    assert time.perf_counter() - began < 0.5


def test_the_beginning_of_very_many_words_reads_a_bounded_number_of_papers() -> None:
    many = build((Document(f"p{n}", f"pre{n:05} shared") for n in range(3_000)), "b")
    assert len(ask(many, "pre").scores) == 50
    assert len(ask(many, "pre shared").scores) == 0 or len(ask(many, "shared pre").scores) == 50
