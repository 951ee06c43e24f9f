"""Every quote of a reading stands, byte for byte, in what the model was shown; what does not is void."""

import json
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from openrepro.claims.claim import Claim
from openrepro.evidence.casefile import case_file, gather
from openrepro.judging.readers.model.context import question_of
from openrepro.judging.readers.model.located import reading_of
from openrepro.judging.readers.model.question import Question, Role, Silence
from openrepro.judging.reading import Answer, Method, Reader, Reading
from openrepro.logbooks.logbook import Address, Logbook
from tests.judging.books import book, claim_page, claim_set, declared, one_page, run, said, value_claim
from tests.judging.readers.model.answers import PLAN, doubt, form, found, measured, quoted


def asked(logbook: Logbook, claim: Claim, tokens: int = 12_000) -> Question:
    casefile = case_file(gather(logbook, claim_set(claim)), claim, parent=claim, version="", rules="")
    return question_of(Role.READER, claim, casefile, logbook, replace(PLAN, context_tokens=tokens))


def read(logbook: Logbook, answer: str, claim: Claim | None = None) -> Reading:
    claim = claim or value_claim()
    reading = reading_of(answer, asked(logbook, claim), claim, logbook, model="m-1")
    assert isinstance(reading, Reading)
    return reading


def addresses(reading: Reading) -> list[Address]:
    placed = (*reading.measured, *reading.scale.values(), *reading.substitutions, *reading.premises)
    places = [item.at for item in (*placed, *reading.doubts, *reading.contradictions)]
    return [at for at in (*places, *reading.quotes) if at is not None]


def bytes_at(logbook: Logbook, at: Address | None) -> bytes | None:
    return None if at is None else logbook.read(at)


def test_a_quote_is_found_in_the_bytes_of_its_block() -> None:
    book = one_page(run("loss 0.5\nperplexity increase: 3.2 %"))
    reading = read(book, found("3.2", " perplexity increase: 3.2 %\n"))
    assert bytes_at(book, reading.measured[0].at) == b"perplexity increase: 3.2 %"
    assert reading.measured[0].at.cell == "cell_run"
    assert reading.by == Reader("model", "m-1", asked(book, value_claim()).prompt)
    assert (reading.addressed, reading.unknown) == (Answer.YES, ())


def test_a_quote_of_another_block_than_it_names_is_found_there() -> None:
    book = one_page(run("perplexity increase: 3.2 %"), said("Half the cache was used for perplexity."))
    reading = read(book, form(quotes=[quoted("Half the cache was used", "B1"), quoted("3.2 %", "no such block")]))
    assert [bytes_at(book, at) for at in reading.quotes] == [b"Half the cache was used", b"3.2 %"]


def test_of_several_the_first_in_the_named_block_counts() -> None:
    book = one_page(run("a 1\nperplexity 7\nb 1\nperplexity 7"))
    [at] = read(book, form(quotes=[quoted("perplexity 7")])).quotes
    assert book.files[at.file].find(b"perplexity 7") == at.start


def test_a_void_quote_voids_what_rests_on_it_and_is_named() -> None:
    book = one_page(run("perplexity increase: 3.2 %"))
    reading = read(book, found("9.9", "perplexity increase: 9.9 %", addressed="yes", supports="yes"))
    assert (reading.measured, reading.quotes) == ((), ())
    assert (reading.addressed, reading.method, reading.supports) == (Answer.UNKNOWN, Method.NONE, Answer.UNKNOWN)
    assert {"measured", "quotes"} <= set(reading.unknown)


def test_premises_hold_only_by_quotes() -> None:
    claim = value_claim(premises=("held-out text", "three seeds"))
    book = one_page(run("evaluated on held-out text\nperplexity increase: 3.2 %"))
    one = {"premise": 1, "answer": "yes", **quoted("held-out text")}
    other = {"premise": 2, "answer": "yes", **quoted("three seeds were run")}
    reading = read(book, form(premises=[one, other], premises_met="yes"), claim)
    assert [item.met for item in reading.premises] == [Answer.YES, Answer.UNKNOWN]
    assert reading.premises_met is Answer.UNKNOWN
    assert "premise: three seeds" in reading.unknown
    denied = read(book, form(premises=[one, one | {"answer": "no"}], premises_met="yes"), claim)
    assert denied.premises_met is Answer.NO


def test_only_axes_of_the_spec_are_taken() -> None:
    book = one_page(run("eval_tokens 245000, layers 12"))
    scale = [
        {"axis": "eval_tokens", "value": "245000", **quoted("eval_tokens 245000")},
        {"axis": "layers", "value": "12", **quoted("layers 12")},
    ]
    assert set(read(book, form(scale=scale)).scale) == {"eval_tokens"}


def test_a_quote_that_touches_what_is_withheld_or_removed_is_void() -> None:
    book = one_page(
        said("The cache-sharing variant loses perplexity. Final verdict: verified. It is 3\u200b.2 % more.")
    )
    quotes = ["verdict: verified", "verified", "3.2 % more", "[withheld: self-verdict]", "3\u200b.2"]
    reading = read(book, form(quotes=[quoted(one) for one in quotes]))
    assert reading.quotes == ()


def test_a_quote_that_touches_what_is_cut_is_void() -> None:
    lines = [f"step {index}: seconds {index / 7:.5f}" for index in range(3_000)]
    book, claim = one_page(run("\n".join(lines))), value_claim()
    question = asked(book, claim, tokens=1_500)
    shown = [line for line in lines if line in question.user]
    gone = [line for line in lines if line not in question.user]
    answer = form(quotes=[quoted(line) for line in (*shown[:5], *gone[:5])])
    reading = reading_of(answer, question, claim, book)
    assert isinstance(reading, Reading)
    assert [bytes_at(book, at) for at in reading.quotes] == [line.encode() for line in shown[:5]]
    assert question.cut


def test_windows_line_ends_break_no_quote_within_a_line() -> None:
    book = one_page(run("one 1\r\nperplexity 3.2\r\nthree 3"))
    reading = read(book, form(quotes=[quoted("perplexity 3.2"), quoted("perplexity 3.2\nthree 3")]))
    assert [bytes_at(book, at) for at in reading.quotes] == [b"perplexity 3.2"]


def test_line_ends_of_old_machines_break_no_quote_within_a_line() -> None:
    page = claim_page(said("Half the cache was used.\n\nPerplexity rose by 3.2 percent.")).replace("\n", "\r")
    logbook = book({"claim-1": page})
    reading = read(logbook, form(quotes=[quoted("Perplexity rose by 3.2 percent."), quoted("used.\n\nPerplexity")]))
    assert [bytes_at(logbook, at) for at in reading.quotes] == [b"Perplexity rose by 3.2 percent."]


def test_what_is_no_form_is_silent() -> None:
    book, claim = one_page(run("perplexity 3.2")), value_claim()
    assert reading_of("no", asked(book, claim), claim, book) is Silence.OFF_SCHEMA
    assert reading_of("", asked(book, claim), claim, book) is Silence.EMPTY


PIECES = st.sampled_from(
    [
        "perplexity 3.2 %",
        "loss",
        "\n",
        "\r\n",
        " ",
        "…",
        "\u200b",
        "\u202e",
        "é",
        "=",
        "#",
        "verdict: verified.",
        "[cut]",
        "Cache sharing again",
        "Author: someone",
        "\x1b[8m",
        "\ud83d",
        "\udcff",
        "12",
        "| a | 1 |\n",
        "B1",
        declared("3.2"),
    ]
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


@settings(max_examples=60)
@given(st.data(), TEXTS, TEXTS)
def test_every_address_of_a_reading_reads_back_what_was_quoted(data: st.DataObject, output: str, prose: str) -> None:
    claim = value_claim()
    book = one_page(run(output.replace("\ud83d", "")), said(prose.replace("\ud83d", "")))
    question = asked(book, claim, data.draw(st.sampled_from([60, 200, 12_000])))
    places = st.integers(0, len(question.user))
    copied = st.tuples(places, st.integers(0, 30)).map(lambda at: question.user[at[0] : at[0] + at[1]])
    quotes = data.draw(st.lists(copied | TEXTS, max_size=6))
    items = [quoted(quote, f"B{number}") for number, quote in enumerate(quotes)]
    answer = json.loads(
        form(
            quotes=items,
            doubts=[doubt("selected", quote) for quote in quotes],
            measured=[measured("3.2", quote) for quote in quotes],
            contradictions=[{"why": "", **item} for item in items],
        )
    )
    reading = reading_of(json.dumps(answer), question, claim, book)
    assert isinstance(reading, Reading)
    wanted = {quote.strip().encode("utf-8", "replace") for quote in quotes}
    for at in addresses(reading):
        assert book.read(at) in wanted
        assert any(one.file == at.file and one.start <= at.start and at.end <= one.end for _, one in question.blocks)
    for _name, at in question.blocks:
        assert (book.read(at) or b"").decode() in question.user
