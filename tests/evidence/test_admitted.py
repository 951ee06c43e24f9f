"""What an entry admits about one claim, in that claim's own passages or in a sentence that is plainly about it."""

import pytest

from openrepro.evidence.admitted import clauses
from openrepro.evidence.findings import Code, Finding
from openrepro.evidence.sentences import Form, Sentence
from openrepro.judging.judge import judge
from openrepro.logbooks.logbook import Logbook, Severity
from tests.judging.books import STRICT, book, claim_page, claim_set, declared, one_page, run, said, value_claim


def found(logbook: Logbook, code: Code) -> tuple[Finding, ...]:
    return judge(logbook, claim_set(value_claim()), STRICT).claims[0].parts[0].casefile.of(code)


def sentence(text: str) -> Sentence:
    return Sentence(text, 0, len(text), Form.PLAIN)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("It was run for an hour, but not longer.", ["It was run for an hour, but not longer."]),
        ("Claim 1 was run; claim 2 was not run.", ["Claim 1 was run", "claim 2 was not run."]),
        ("Claim 1 was run, while claim 2 was skipped.", ["Claim 1 was run", "claim 2 was skipped."]),
    ],
)
def test_a_sentence_about_several_claims_is_cut_where_it_turns(text: str, parts: list[str]) -> None:
    found_parts = list(clauses(sentence(text)))
    assert [part.text for part in found_parts] == parts
    assert [text[part.start : part.end] for part in found_parts] == parts


def test_an_admission_quotes_itself_and_says_what_to_do() -> None:
    logbook = one_page(said("This claim was not run for lack of time."), run(declared("3.2")))
    (finding,) = found(logbook, Code.NOT_RUN)
    assert finding.severity is Severity.SERIOUS
    assert "not run for lack of time" in finding.text
    assert b"not run for lack of time" in (logbook.read(finding.at[0]) or b"")


def test_a_part_that_was_not_run_weighs_less_than_the_whole() -> None:
    logbook = one_page(said("The remaining two larger settings were not run."), run(declared("3.2")))
    assert Severity.SERIOUS not in [finding.severity for finding in found(logbook, Code.NOT_RUN)]


def test_a_sentence_elsewhere_counts_when_its_words_are_the_claims() -> None:
    pages = {"claim-1": claim_page(run(declared("3.2")))}
    about_it = "The perplexity of the cache-sharing variant at half the cache was not measured."
    other = "The throughput of the gating network on eight devices was not measured."
    assert found(book(pages | {"notes": f"# Notes\n\n{about_it}\n"}), Code.NOT_RUN)
    assert not found(book(pages | {"notes": f"# Notes\n\n{other}\n"}), Code.NOT_RUN)


def test_what_a_run_printed_admits_nothing() -> None:
    logbook = one_page(run(f"this claim was not run\ntoy model on synthetic data\n{declared('3.2')}"))
    assert not found(logbook, Code.NOT_RUN)
    assert not found(logbook, Code.PROXY)
