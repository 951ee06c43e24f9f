"""Names are readable, and nothing unseen is in them."""

import pytest

from openrepro.errors import OpenReproError
from openrepro.people.names import checked_name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("ada", "ada"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("Пётр Ильич", "Пётр Ильич"),
        ("田中\u3000太郎", "田中 太郎"),
        ("नमस्ते", "नमस्ते"),
        ("Nguyễn", "Nguyễn"),
        ("team 🎲🧪", "team 🎲🧪"),
        ("x" * 64, "x" * 64),
    ],
)
def test_honest_names_are_kept_in_one_form(given: str, kept: str) -> None:
    assert checked_name(given) == kept
    assert checked_name(kept) == kept


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("", "is empty"),
        (" \t\u3000", "is empty"),
        ("x" * 65, "longer than 64"),
        ("x" * 10_000_000, "longer than 64"),
        ("ada\x00", "cannot be seen"),
        ("ada\x1b[31m", "cannot be seen"),
        ("ada\u200b", "cannot be seen"),
        ("\u202eada", "cannot be seen"),
        ("ad\u00ada", "cannot be seen"),
        ("\u3164", "cannot be seen"),
        ("\u2800", "cannot be seen"),
        ("ada\ud800", "cannot be seen"),
        ("ada\ue000", "cannot be seen"),
        ("a" + "\u0335" * 9, "piles marks"),
    ],
)
def test_deceiving_names_are_refused(given: str, sentence: str) -> None:
    with pytest.raises(OpenReproError, match=sentence) as told:
        checked_name(given, "name of a team")
    assert told.value.text.startswith("The name of a team")
