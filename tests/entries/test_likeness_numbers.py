"""Copied outputs: long numbers that two runs do not share by chance."""

import json
import time

import pytest

from openrepro.entries.likeness import Shared
from openrepro.entries.likeness_numbers import compare_numbers, digits_in, digits_of, numbers_of
from openrepro.logbooks.logbook import Logbook
from tests.entries.prose import book
from tests.judging.books import one_page, run

SCORES = [0.734512, 0.691207, 0.812344, 0.655191, 0.702938, 0.748113]


def compared(left: Logbook, right: Logbook, *common: str) -> Shared | None:
    return compare_numbers(numbers_of(left), numbers_of(right), digits_in(common))


@pytest.mark.parametrize(
    ("printed", "digits"),
    [
        ("0.734512", "734512"),
        ("73.4512", "734512"),
        ("7.34512e-1", "734512"),
        ("1,234,567", "1234567"),
        ("0.7345", ""),
        ("245000", ""),
        ("65536", ""),
        ("0.015625", ""),
        ("131072", ""),
        ("20260801", ""),
        ("0.30000000000000004", ""),
        ("0.5039999999999999", ""),
        ("0.3333333333333333", ""),
        ("1.7763568394002505e-15", ""),
        ("1.99864982014", "199864982014"),
        ("65.51910000000001", "655191"),
        ("0.19986498201412386", "199864982014"),
        ("0.090909090909", ""),
        ("2.1666666667", ""),
        ("0", ""),
        ("1e9999", ""),
    ],
)
def test_only_numbers_that_tell_their_origin_count(printed: str, digits: str) -> None:
    assert digits_of(printed) == digits


def test_copied_outputs_are_found_across_forms() -> None:
    mine = one_page(run("\n".join(f"fold {at}: accuracy {score}" for at, score in enumerate(SCORES))))
    theirs = book("# Results", evidence_json=json.dumps({"scores": [score * 100 for score in SCORES]}))
    found = compared(mine, theirs)
    assert found is not None
    assert (found.count, found.share) == (6, "1.00")
    first = found.passages[0]
    assert mine.read(first.left) == b"0.734512"
    assert theirs.read(first.right) == b"73.4512"


def test_runs_with_other_seeds_are_not_alike() -> None:
    mine = one_page(run("\n".join(map(str, SCORES))))
    theirs = one_page(run("\n".join(str(score + 0.000013) for score in SCORES)))
    assert compared(mine, theirs) is None


def test_two_shared_numbers_are_not_enough() -> None:
    mine, theirs = (one_page(run(f"0.734512\n0.691207\n{other}")) for other in ("0.1234567", "0.7654321"))
    assert compared(mine, theirs) is None


def test_numbers_of_the_paper_are_nobody_s_own() -> None:
    mine = one_page(run("\n".join(map(str, SCORES))))
    assert compared(mine, mine) is not None
    assert compared(mine, mine, f"The scores are {', '.join(map(str, SCORES))}.") is None


def test_numbers_that_are_only_said_do_not_count() -> None:
    said = "The paper reports " + ", ".join(map(str, SCORES)) + ".\n"
    assert compared(book(said), book(said)) is None


def test_some_numbers_in_two_large_files_are_chance_and_many_are_not() -> None:
    own = [f"0.{at * 7919 % 1_000_000:06}" for at in range(1, 2_000)]
    other = [f"0.{at * 104_729 % 900_000 + 100_000:06}1" for at in range(1, 2_000)]
    assert compared(book("", a_json=json.dumps(own)), book("", b_json=json.dumps(other))) is None
    assert compared(book("", a_json=json.dumps(own)), book("", b_json=json.dumps(other + own[:200]))) is not None


def test_time_grows_with_the_outputs_and_no_faster() -> None:
    for text in ("1" * 1_000_000, "1," * 500_000, "1.5e" * 250_000, "0.734512 " * 120_000):
        start = time.perf_counter()
        numbers_of(book("", a_json=text))
        assert time.perf_counter() - start < 10
