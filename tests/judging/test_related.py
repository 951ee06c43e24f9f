"""A run that stands under no claim counts for the one that its title and output speak of, never for two."""

from openrepro.evidence.model import Run
from openrepro.judging.judge import bench_of
from openrepro.judging.label import Label
from openrepro.judging.related import related_runs, with_carriers
from openrepro.logbooks.logbook import Logbook
from tests.judging.books import OTHER, STRICT, book, claim_page, claim_set, declared, run, said, value_claim
from tests.judging.readers.model.answers import found, heard

TITLE = "Cache-sharing variant: perplexity lost at half the cache"
VALUE = "perplexity increase: 3.2 %"
OUTPUT = f"cache-sharing variant loses perplexity at half the cache\neval_tokens: 245000\n{VALUE}"
SAID = claim_page(said("The cache-sharing variant loses 3.2 % perplexity at half the cache."))


def beside(*cells: str, title: str = "Environment") -> Logbook:
    """A logbook whose page on the claim only says something, and another page with `cells`."""
    return book({"claim-1": SAID, "environment": claim_page(*cells, title=title)})


def related(logbook: Logbook) -> tuple[Run, ...]:
    claims = claim_set(value_claim(), OTHER)
    bench = bench_of(logbook, claims, STRICT)
    return related_runs(value_claim(), claims, bench.case_file(value_claim(), value_claim()), bench.evidence)


def label(logbook: Logbook, answer: str) -> Label:
    step, _asked, _replies = heard(logbook, lambda _question: answer, claims=claim_set(value_claim(), OTHER))
    return step.judgement.claims[0].ruling.label


def test_a_run_that_speaks_of_the_claim_carries_what_a_model_finds_there() -> None:
    logbook = beside(run(OUTPUT, title=TITLE))
    assert [one.title for one in related(logbook)] == [TITLE]
    assert label(logbook, found("3.2", VALUE, unit="%")) is Label.VERIFIED


def test_a_run_of_other_words_of_another_claim_or_without_an_end_is_not_related() -> None:
    assert related(beside(run(f"eval_tokens: 245000\n{VALUE}"))) == ()
    assert related(beside(run(OUTPUT, title=TITLE, exit_code=1))) == ()
    assert related(beside(run(OUTPUT, title=TITLE, exit_code=None))) == ()
    assert related(beside(run(f"{OUTPUT}\n{declared('3.2', claim='demo1.c2')}", title=TITLE))) == ()
    assert related(beside(run(f"{OUTPUT}\n{OTHER.text}", title=TITLE))) == ()
    for title in ("Claim 2: eight devices", OTHER.text):
        assert related(beside(run(OUTPUT, title=TITLE), said(OTHER.text, cell="cell_two"), title=title)) == ()


def test_what_the_carrying_run_states_of_the_scale_goes_first() -> None:
    small = OUTPUT.replace("245000", "900")
    logbook = beside(run(small, title=TITLE))
    claim, claims = value_claim(), claim_set(value_claim(), OTHER)
    bench = bench_of(logbook, claims, STRICT)
    file = bench.case_file(claim, claim)
    runs = related_runs(claim, claims, file, bench.evidence)
    after = with_carriers(file, (runs[0].outputs[0].at,), runs, claim, bench.evidence)
    assert (after.scale[0].state.value, after.runs) == ("below", runs)
    assert with_carriers(file, (), runs, claim, bench.evidence) is file
    assert label(logbook, found("3.2", VALUE, unit="%")) is Label.TOY
