import re
from pathlib import Path

import pytest

import openrepro.logbooks
from openrepro.logbooks.logbook import Severity
from openrepro.logbooks.problems import MEANING, SEVERITY, bounded, named, problem

SOURCE = Path(openrepro.logbooks.__file__).parent


def test_every_code_is_reported_somewhere() -> None:
    text = "".join(path.read_text() for path in SOURCE.glob("*.py") if path.name != "problems.py")
    assert [code for code in MEANING if f'"{code}"' not in text] == []


def test_codes_are_kebab_case_and_meanings_are_sentences() -> None:
    for code, meaning in MEANING.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code)
        assert meaning.endswith(".")
        assert meaning[0].isupper() or meaning.startswith(("logbook.json", "metadata.json"))
    assert set(SEVERITY) <= set(MEANING)


def test_a_problem_has_the_weight_of_its_code() -> None:
    assert problem("forged-cell", "x").severity is Severity.SERIOUS
    assert problem("lost-marker", "x").severity is Severity.WARNING
    with pytest.raises(AssertionError):
        problem("no-such-code", "x")


def test_long_lists_of_names_are_cut() -> None:
    assert named(("a", "b")) == "`a`, `b`"
    assert named([str(number) for number in range(8)]).endswith("`4` and 3 more")


def test_only_what_is_too_much_is_counted() -> None:
    few = [problem("bom", str(number)) for number in range(50)]
    assert bounded(few) == tuple(few)
    many = bounded([*few, problem("bom", "x"), problem("crlf", "y")])
    assert [item.text for item in many[50:]] == ["y", "There are 1 more problems of this kind."]
