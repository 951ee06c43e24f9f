"""What procrastinate tells is told on in sentences."""

import logging

import pytest

from openrepro.queue.procrastinate_log import tell_in_sentences


def ours(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name.startswith("openrepro")]


def test_a_traceback_becomes_the_sentence_of_its_cause(caplog: pytest.LogCaptureFixture) -> None:
    tell_in_sentences()
    tell_in_sentences()
    try:
        try:
            raise OSError("the server closed the connection")
        except OSError as cause:
            raise RuntimeError("Database error.") from cause
    except RuntimeError:
        logging.getLogger("procrastinate.worker").exception("listener error")
    (record,) = ours(caplog)
    assert record.getMessage() == "procrastinate: OSError: the server closed the connection"
    assert record.exc_info is None


def test_talk_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    tell_in_sentences()
    logging.getLogger("procrastinate.worker").info("Starting worker")
    logging.getLogger("procrastinate.worker").warning("Something\nis odd")
    assert [record.getMessage() for record in ours(caplog)] == ["procrastinate: Something is odd"]


def test_an_outage_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    tell_in_sentences()
    for _ in range(5):
        logging.getLogger("psycopg.pool").warning("error connecting in %r: %s", "pool-1", "connection refused")
    (record,) = ours(caplog)
    assert record.getMessage() == "PostgreSQL does not answer; it is asked again until it does. Does it run?"
