"""The board as rows, and the digest that names all of them."""

import hashlib
import json

from openrepro.board.fold import fold
from openrepro.board.shown import Shown, canonical_text, shown
from openrepro.challenge.rules import PROFILES
from openrepro.ids import Json, canonical
from tests.board.ballots import entry, event

STRICT, ICML = PROFILES["strict"], PROFILES["icml-2026"]


def made(*letters: str, rules: str = "strict") -> Shown:
    votes = event(*(entry(f"team{at}", text) for at, text in enumerate(letters)))
    return shown(fold(votes, PROFILES[rules]))


def test_the_digest_follows_the_content_and_nothing_else() -> None:
    assert made("v", "t").digest == made("v", "t").digest
    assert made("v", "t").digest != made("v", "i").digest
    assert made("v", "f").digest != made("v", "f", rules="icml-2026").digest


def test_the_digest_can_be_taken_from_the_rows() -> None:
    board = made("vt", "f")
    lines = [row.body for row in (*board.papers, *board.teams)]
    lines += [canonical(list(row)).decode() for row in (*board.boards, *board.lines)]
    lines += [row.body for row in board.scores]
    text = "".join(f"{line}\n" for line in (*lines, board.figures, board.charts))
    assert hashlib.sha256(text.encode()).hexdigest() == board.digest


def test_a_paper_is_contested_whatever_the_rules_make_of_it() -> None:
    for rules, state in (("strict", "contested"), ("icml-2026", "fully reproduced")):
        (paper,) = made("v", "f", rules=rules).papers
        assert (paper.state, paper.contested) == (state, True)
    assert not made("v", "p").papers[0].contested


def test_bodies_are_canonical() -> None:
    value: Json = {"ü": ["\u0001", "\u007f", "𝔸", '"\\/'], "b": 1, "a": None, "c": {"z": True, "y": -7}}
    assert canonical_text(value).encode() == canonical(value)
    body = made("vt").papers[0].body
    assert canonical(json.loads(body)).decode() == body
