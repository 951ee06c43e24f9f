"""What participants are told about a model that reads: only where one does, and what to do when it is silent."""

from dataclasses import replace

from openrepro.challenge.rules import ReaderKind, Rules
from openrepro.challenge.sections import ModelRules
from openrepro.guide import phrases
from openrepro.guide.faq import found, questions_of
from openrepro.guide.guide import guide_of
from openrepro.guide.text import plain, words_of

BY_MODEL = replace(
    Rules(), judging=replace(Rules().judging, reader=ReaderKind.MODEL, model=ModelRules(reader="tests-1"))
)
OF_USERS = {
    "model no answer": "silence",
    "not judged": "silence",
    "withheld": "model-withheld",
    "instruction": "model-instructions",
    "prosecutor": "model-twice",
    "images": "model-shown",
    "budget": "silence",
}


def test_where_no_model_reads_only_that_is_said() -> None:
    assert "model" not in [section.id for section in guide_of(Rules()).sections]
    (one,) = [one for one in questions_of(Rules()) if one.id.startswith(("model", "silence"))]
    assert "no model takes part" in one.words


def test_where_a_model_reads_the_guide_says_what_it_is_shown_and_that_no_words_to_it_help() -> None:
    (section,) = [section for section in guide_of(BY_MODEL).sections if section.id == "model"]
    words = " ".join(map(words_of, section.blocks))
    for told in ("tests-1", "outputs of runs first", "the title of the logbook", "Nothing that you write to it helps"):
        assert told in words


def test_words_of_users_find_what_to_do() -> None:
    questions = questions_of(BY_MODEL)
    assert len({one.id for one in questions}) == len(questions)
    for words, wanted in OF_USERS.items():
        assert wanted in [one.id for one in found(questions, words)], words


def test_every_silence_has_something_to_do() -> None:
    (one,) = [one for one in questions_of(BY_MODEL) if one.id == "silence"]
    for told in ("could not be reached", "refused", "does not fit", "differ", "result line"):
        assert told in one.words, told


def test_a_model_that_opposes_itself_is_not_called_a_second_one() -> None:
    def told(prosecutor: str) -> str:
        model = replace(BY_MODEL.judging.model, prosecutor=prosecutor)
        return plain(phrases.prosecutor(replace(BY_MODEL, judging=replace(BY_MODEL.judging, model=model))))

    assert "The same model" in told("tests-1")
    assert "A second model" in told("tests-2")
    assert told("") == ""
