from openrepro.search.words import Piece, asked_units, marked, units


def test_words_are_folded_as_titles_are() -> None:
    assert units("Rügamer's,").parts == ("rugamer", "s")
    assert units("$\\tau^2$-Gauge").parts == units("τ²-gauge").parts == ("tau2", "gauge")


def test_numbers_and_names_of_models_stay_whole() -> None:
    assert units("(3.1%)").parts == ("3.1",)
    assert units("GPT-4").words == ("gpt", "4", "gpt4")
    assert set(units("Llama-3.1-8B").words) == {"llama", "3.1", "8b", "llama3.18b"}


def test_a_long_chain_is_taken_apart_only() -> None:
    assert units("a-b-c-d-e").joined == ""
    assert len(units("x" * 10_000).parts[0]) == 60


def test_common_words_are_left_out_unless_there_is_nothing_else() -> None:
    assert [one.parts for one in asked_units("the loss of a model")] == [("loss",), ("model",)]
    assert [one.parts for one in asked_units("the")] == [("the",)]
    assert asked_units(" ,;! ") == ()


def test_a_question_is_bounded() -> None:
    assert len(asked_units("word " * 1_000)) == 8
    assert sum(len(part) for one in asked_units("-".join("ab" * 5_000)) for part in one.parts) < 200


def test_what_was_looked_for_is_marked_and_nothing_is_lost() -> None:
    pieces = marked("Deep  Learning, with <b>GPT-4</b>", ("learning", "gpt4"), "")
    assert "".join(piece.text for piece in pieces) == "Deep  Learning, with <b>GPT-4</b>"
    assert [piece.text for piece in pieces if piece.marked] == ["Learning,"]
    assert marked("Deep Learning", (), "lea")[-1] == Piece("Learning", marked=True)
    assert marked("Deep", (), "") == (Piece("Deep", marked=False),)
    assert marked("", ("a",), "b") == ()
