"""The log of commands that run on: one harmless line per message."""

import logging

import pytest

from openrepro.cli.talking import Telling


@pytest.fixture
def log() -> logging.Logger:
    made = logging.Logger("openrepro.test")
    made.addHandler(Telling())
    return made


def test_a_message_is_one_line_with_its_time(log: logging.Logger, capsys: pytest.CaptureFixture[str]) -> None:
    log.info("job %d ended", 7)
    assert capsys.readouterr().err.partition(" ")[2] == "job 7 ended\n"


def test_what_strangers_wrote_steers_no_terminal(log: logging.Logger, capsys: pytest.CaptureFixture[str]) -> None:
    log.warning("%s", "red \x1b[31m and\na second line\u202e")
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "\x1b" not in told
    assert " warning: red " in told


def test_a_mistake_of_ours_comes_with_its_trace(log: logging.Logger, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        raise ValueError("a mistake")
    except ValueError:
        log.exception("the board failed")
    assert "ValueError: a mistake" in capsys.readouterr().err
