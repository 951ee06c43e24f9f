import pytest

from openrepro.evidence.admissions import not_run_in, proxy_in
from openrepro.evidence.sentences import Form, Sentence, fields, sentences
from openrepro.logbooks.logbook import Severity


def weight(text: str) -> Severity | None:
    found = [not_run_in(one) for one in sentences(text)]
    return next((one for one in found if one is not None), None)


def proxy(text: str, claim: str = "") -> Severity | None:
    found = [proxy_in(one, claim) for one in sentences(text)]
    return next((one for one in found if one is not None), None)


@pytest.mark.parametrize(
    "text",
    [
        "## Claim 5 — BLOCKED",
        "**Not reproduced.**",
        "Local outcome: `not_reproduced`",
        "Status: unreplicated (needs 8 GPUs)",
        "| Claim | Audit status |\n| --- | --- |\n| Claim 3 | Unavailable |",
        "| Claim 3 | the text of it | not run |",
        "The benchmark results were not reproduced on this machine.",
        "Claims 4-6 remain unreplicated.",
        "No language model evaluation was run in this reproduction.",
        "It does not run the serving benchmarks.",
        "The two-layer experiments are out of scope for this bundle.",
        "GPU metrics and ablations are left inconclusive because nothing was recomputed.",
        "The Table 3 comparison could not be executed.",
    ],
)
def test_an_entry_that_did_not_run_the_claim_says_so(text: str) -> None:
    assert weight(text) is Severity.SERIOUS


@pytest.mark.parametrize(
    "text",
    [
        "The paid oracle calls were not rerun.",
        "Not tested: targets outside of the class.",
        "We use the small graph (the other experiment was not run here).",
        "The full 1.2 TB benchmark was not run.",
        "Only arithmetic on the printed paper values was done.",
        "A static audit of the released files.",
    ],
)
def test_a_part_that_was_not_run_weighs_less(text: str) -> None:
    assert weight(text) is Severity.WARNING


@pytest.mark.parametrize(
    "text",
    [
        "The experiment was run on three seeds.",
        "It is not only faster but also smaller.",
        "This claim was previously inconclusive; now all five graphs are measured.",
        "The model should not be evaluated on the training set.",
        "| This work | Full replication |\n| --- | --- |\n| Claims 1-3 exact | Not attempted |",
        "| Claim | Previous verdict | Status |\n| --- | --- | --- |\n| C1 | INCONCLUSIVE | VERIFIED |",
        "| C1 | INCONCLUSIVE 0/2 | VERIFIED |",
    ],
)
def test_what_was_run_is_not_called_not_run(text: str) -> None:
    assert weight(text) is None


def test_a_status_field_of_a_result_file_counts_and_another_field_does_not() -> None:
    assert [not_run_in(one) for one in fields('{"status": "unavailable"}')] == [Severity.SERIOUS]
    assert [not_run_in(one) for one in fields('{"gpu": "unavailable"}')] == [None]


@pytest.mark.parametrize(
    "text",
    [
        "This is a CPU-only, toy-scale mechanism reproduction.",
        "All numbers are measured on synthetic clips.",
        "We use a stand-in encoder.",
        "The run uses random embeddings.",
        "This is not the paper's model.",
        "A two-layer network instead of the pretrained backbone.",
        "Status: toy on one synthetic matrix",
    ],
)
def test_a_stand_in_is_found(text: str) -> None:
    assert proxy(text) is Severity.SERIOUS


@pytest.mark.parametrize(
    "text",
    [
        "No synthetic data was used.",
        "Numeric streams were not replaced with a proxy metric.",
        "The non-synthetic data set has 52 rows.",
        "We ran the official code on the released data.",
        "This is a proof rather than a toy example.",
        "### Claim 2: toy",
    ],
)
def test_a_denied_stand_in_is_none(text: str) -> None:
    assert proxy(text) is None


def test_words_of_the_claim_itself_are_no_stand_in() -> None:
    claim = "On the synthetic benchmark of the paper, the method halves the error."
    assert proxy("The synthetic benchmark was run with five seeds.", claim) is None
    assert proxy("The toy model was run with five seeds.", claim) is Severity.SERIOUS


def test_a_sentence_that_restates_the_claim_admits_nothing() -> None:
    claim = "The dataset holds question pairs built from synthetic generation and crowdsourcing."
    sentence = "The dataset holds question pairs built from synthetic generation and crowdsourcing."
    assert proxy_in(Sentence(sentence, 0, len(sentence), Form.PLAIN), claim) is None


def test_a_bare_verdict_admits_nothing() -> None:
    assert weight("### INCONCLUSIVE: table 2") is None
    assert weight("Status: inconclusive") is None
