"""A person's form: what stands in the passages that were pasted becomes a reading, what does not a fault beside it."""

import time
from dataclasses import replace

from openrepro.claims.claim import Claim, Kind
from openrepro.entries.looked import parts_in_form, read_by_form, shown_to_person
from openrepro.judging.judge import bench_of, judge
from openrepro.judging.label import Label
from openrepro.judging.quotes import confirm
from openrepro.judging.readers.model.doubts import DoubtCode
from openrepro.judging.readers.model.located import Places
from openrepro.judging.readers.person import Filled, filled
from openrepro.judging.readers.sheet import LONGEST_BLOCK, Sort, blocks_of, sheet_of
from openrepro.judging.reading import Answer, Reader
from openrepro.judging.recording import Occasion, case_file_digest
from openrepro.judging.verdict import JudgeIdentity
from openrepro.logbooks.logbook import Logbook
from tests.judging.books import STRICT, claim_set, one_page, run, said, universal_claim, value_claim

OUTPUT = "read 245000 tokens of held-out text\nincrease 8.3 percent over 3 seeds\n"
TALK = "We reproduce the claim. Our verdict: VERIFIED. The shared cache loses 8.3 percent."
BOOK = one_page(run(OUTPUT), said(TALK))
ME = Reader("person", "acc-1")
BY = JudgeIdentity(STRICT.digest, "person", model="acc-1")
ANSWERED = {"addressed": "yes", "method": "experiment", "supports": "no"}
VALUE = {"value": "8.3", "unit": "percent", "value-quote": "increase 8.3 percent", "seeds": ""}
SCALE = {"scale-1": "245000", "scale-1-quote": "read 245000 tokens"}


def form(fields: dict[str, str], claim: Claim | None = None, book: Logbook = BOOK) -> Filled:
    claim = claim or value_claim()
    bench = bench_of(book, claim_set(claim), STRICT)
    return filled(fields, claim, Places(blocks_of(bench, claim), book), book, ME)


def faults(fields: dict[str, str], claim: Claim | None = None, book: Logbook = BOOK) -> dict[str, str]:
    found = form(fields, claim, book)
    assert found.reading is None or not found.faults
    return dict(found.faults)


def test_passages_are_found_as_exact_bytes_and_nothing_else_is_changed_by_confirming() -> None:
    found = form(ANSWERED | VALUE | SCALE | {"quote-1": "over 3 seeds", "seeds": ""}).reading
    assert found is not None
    assert [BOOK.read(one.at) for one in found.measured] == [b"increase 8.3 percent"]
    assert BOOK.read(found.quotes[0]) == b"over 3 seeds"
    assert (found.by, found.supports, found.premises_met) == (ME, Answer.NO, Answer.YES)
    assert found.scale["eval_tokens"].value == "245000"
    assert confirm(found, BOOK) == found


def test_the_ends_of_lines_of_a_form_are_those_of_the_page() -> None:
    whole = "read 245000 tokens of held-out text\r\nincrease 8.3 percent"
    found = form(ANSWERED | VALUE | {"value-quote": whole}).reading
    assert found is not None
    assert BOOK.read(found.measured[0].at) == whole.replace("\r\n", "\n").encode()


def test_what_is_missing_is_told_beside_its_field() -> None:
    assert set(faults({})) == {"addressed"}
    assert set(faults({"addressed": "yes"})) == {"method", "supports"}
    assert set(faults(ANSWERED)) == {"quote-1"}
    assert set(faults(ANSWERED | {"value": "8.3"})) == {"value-quote"}
    assert set(faults(ANSWERED | {"unit": "percent"})) >= {"value"}
    assert faults({"addressed": "no"}) == {}
    assert set(faults({"addressed": "maybe"})) == {"addressed"}


def test_what_does_not_stand_in_its_passage_is_told_beside_its_field() -> None:
    assert set(faults(ANSWERED | VALUE | {"value": "8.5"})) == {"value"}
    assert set(faults(ANSWERED | VALUE | {"unit": "points"})) == {"unit"}
    assert set(faults(ANSWERED | VALUE | {"n": "7", "seeds": "4", "plus_minus": "0.1"})) == {"n", "seeds", "plus_minus"}
    assert set(faults(ANSWERED | VALUE | {"values": "8.3 9.9"})) == {"values"}
    assert set(faults(ANSWERED | VALUE | SCALE | {"scale-1": "999"})) == {"scale-1"}
    assert set(faults(ANSWERED | VALUE | {"quote-2": "no such words"})) == {"quote-2"}


def test_numbers_that_are_none_and_texts_without_end_are_told() -> None:
    for text in ("nine", "9" * 61, "1e999999", "٩"):
        assert "value" in faults(ANSWERED | VALUE | {"value": text}), text
    assert set(faults(ANSWERED | VALUE | {"points": "1 2 3"})) == {"points"}
    assert set(faults(ANSWERED | VALUE | {"quote-1": "x" * 2_001})) == {"quote-1"}
    assert "substitution" in faults(ANSWERED | VALUE | {"substitution": "x" * 1_001, "substitution-contribution": "no"})


def test_self_verdicts_are_withheld_and_nobody_quotes_them() -> None:
    claims = claim_set(value_claim())
    sheet = sheet_of(bench_of(BOOK, claims, STRICT), claims.claims[0])
    assert [block.name for block in sheet.blocks] == ["R1", "C1", "C2", "P1", "P2", "P3"]
    assert [block.sort for block in sheet.blocks if block.name[0] in "RP"] == [Sort.OUTPUT, *[Sort.PROSE] * 3]
    assert not any("VERIFIED" in block.text for block in sheet.blocks)
    assert set(faults(ANSWERED | VALUE | {"quote-1": "Our verdict: VERIFIED."})) == {"quote-1"}


def test_doubts_contradictions_and_substitutions_are_read_with_their_places() -> None:
    more = {
        "doubt": DoubtCode.SELECTED.value,
        "doubt-why": "one of many",
        "doubt-quote": "over 3 seeds",
        "contradiction": "the text says otherwise",
        "contradiction-quote": "The shared cache loses 8.3 percent.",
        "substitution": "a smaller model",
        "substitution-contribution": "no",
    }
    found = form(ANSWERED | VALUE | more).reading
    assert found is not None
    assert [(one.code, one.why) for one in found.doubts] == [("selected", "one of many")]
    assert [one.why for one in found.contradictions] == ["the text says otherwise"]
    assert [(one.what, one.is_contribution, one.at) for one in found.substitutions] == [
        ("a smaller model", Answer.NO, None)
    ]
    assert set(faults(ANSWERED | VALUE | {"doubt-why": "because"})) == {"doubt"}
    assert set(faults(ANSWERED | VALUE | {"substitution": "a model"})) == {"substitution-contribution"}


def test_a_premise_that_was_met_names_what_shows_it() -> None:
    claim = value_claim(premises=("evaluation on held-out text",))
    assert set(faults(ANSWERED | VALUE, claim)) == {"premise-1"}
    assert set(faults(ANSWERED | VALUE | {"premise-1": "yes"}, claim)) == {"premise-1-quote"}
    met = form(ANSWERED | VALUE | {"premise-1": "yes", "premise-1-quote": "held-out text"}, claim).reading
    open_ = form(ANSWERED | VALUE | {"premise-1": "unknown"}, claim).reading
    assert met is not None
    assert open_ is not None
    assert (met.premises_met, open_.premises_met) == (Answer.YES, Answer.UNKNOWN)
    assert open_.unknown == ("premise: evaluation on held-out text",)


def read(fields: dict[str, str], *claims: Claim, book: Logbook = BOOK) -> tuple[Label | None, dict[str, str]]:
    occasion = Occasion("e1", "t1", BY, "2026-07-20T12:00:00Z")
    made = read_by_form(book.files, claim_set(*claims), STRICT, claims[0].id, fields, occasion)
    assert made.revision == book.revision
    return None if made.verdict is None else made.verdict.label, dict(made.faults)


def test_the_rules_rule_what_a_person_read() -> None:
    claim = value_claim(tolerance=replace(value_claim().tolerance, absolute="0.5"))
    assert read(ANSWERED | VALUE | SCALE, claim) == (Label.FALSIFIED, {})
    assert read({"addressed": "no"}, claim)[0] is Label.INCONCLUSIVE
    assert read({}, claim) == (None, {"addressed": "Choose one; “cannot tell” is an answer too."})


def test_an_axis_that_code_cannot_tell_is_met_or_below_where_a_person_quotes_it() -> None:
    book = one_page(run("increase 8.3 percent, with heldout 245000 and warmup 12"))
    assert read(ANSWERED | VALUE, value_claim(), book=book)[0] is Label.INCONCLUSIVE
    met, below = ({"scale-1": number, "scale-1-quote": "heldout 245000 and warmup 12"} for number in ("245000", "12"))
    assert read(ANSWERED | VALUE | met, value_claim(), book=book)[0] is Label.FALSIFIED
    assert read(ANSWERED | VALUE | below, value_claim(), book=book)[0] is Label.TOY
    assert read(ANSWERED | VALUE | {"scale-1": "12", "scale-1-quote": "heldout"}, value_claim(), book=book)[0] is None


def test_the_case_file_that_a_verdict_is_kept_by_is_the_machines() -> None:
    book, claims = one_page(run("increase 8.3 percent, with heldout 245000")), claim_set(value_claim())
    scale = {"scale-1": "245000", "scale-1-quote": "heldout 245000"}
    occasion = Occasion("e1", "t1", BY, "2026-07-20T12:00:00Z")
    made = read_by_form(book.files, claims, STRICT, "demo1.c1", ANSWERED | VALUE | scale, occasion).verdict
    assert made is not None
    assert made.case_file == case_file_digest(judge(book, claims, STRICT).claims[0])
    assert (made.reader, made.judge.model, made.reading and made.reading.by) == ("person", "acc-1", ME)


def test_a_person_may_say_that_a_written_proof_was_checked() -> None:
    book = one_page(said("Proof. By induction on t the product stays below 6.5. QED", title="Proof"))
    claim = universal_claim(premises=())
    fields = {"addressed": "yes", "method": "written proof", "supports": "yes", "quote-1": "By induction on t"}
    assert read(fields, claim, book=book)[0] is Label.VERIFIED
    assert read(fields | {"supports": "no"}, claim, book=book)[0] is Label.FALSIFIED
    assert read(fields | {"supports": "unknown"}, claim, book=book)[0] is Label.NOT_JUDGED


def test_parts_of_a_compound_claim_are_asked_for_one_by_one() -> None:
    parts = (replace(value_claim(), id="demo1.c1a"), replace(value_claim("8.3"), id="demo1.c1b"))
    whole = Claim("demo1.c1", Kind.VALUE, "Both hold.", conjuncts=parts)
    assert [part.prefix for part in parts_in_form(whole)] == ["p1.", "p2."]
    label, found = read({f"p1.{name}": text for name, text in (ANSWERED | VALUE | SCALE).items()}, whole)
    assert (label, set(found)) == (None, {"p2.addressed"})
    fields = {f"{part}{name}": text for part in ("p1.", "p2.") for name, text in (ANSWERED | VALUE | SCALE).items()}
    assert read(fields, whole)[0] is Label.FALSIFIED


def test_long_blocks_are_cut_in_the_middle_and_what_is_shown_is_bounded() -> None:
    book = one_page(*(run(f"line {at}\n" * 9_000, cell=f"cell_{at}") for at in range(30)))
    sheet = shown_to_person(book.files, claim_set(value_claim()), STRICT, "demo1.c1")
    first = sheet.blocks[0]
    assert first.cut > 0
    assert len(first.text) < LONGEST_BLOCK + 60
    assert sum(len(block.text) for block in sheet.blocks) < 300_000
    assert sheet.left_out > 0


def test_a_hostile_form_takes_linear_time() -> None:
    book = one_page(run("a" * 400_000))
    fields = ANSWERED | {f"quote-{at}": "a" * 1_999 + "b" for at in (1, 2, 3)} | {"values": "1 " * 1_900}
    begun = time.perf_counter()
    assert "quote-1" in faults(fields, book=book)
    assert time.perf_counter() - begun < 3
