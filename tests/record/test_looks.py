"""Looks of models read back from records: as they were written, and nothing that is not one."""

from typing import Any

import pytest

from openrepro.errors import OpenReproError
from openrepro.judging.look import Look, cost_of, tokens_of
from openrepro.judging.readers.model.question import Role, Silence
from openrepro.judging.reading import Answer, PremiseMet, Reader, Reading
from openrepro.logbooks.logbook import Address
from openrepro.record.looks import look_from_json

READ = Reading(
    "demo1.c1",
    Reader("model", "tests-1", "sha256:0"),
    premises=(PremiseMet("held-out text", Answer.YES, Address("a.md", 3, 9)), PremiseMet("another")),
)
HEARD = Look("demo1.c1", Role.READER, 1, READ, model="tests-1", tokens_in=100, tokens_out=7, cost="0.0012", seed=3)
SILENT = Look("demo1.c1", Role.PROSECUTOR, silence=Silence.OVER_BUDGET)


@pytest.mark.parametrize("look", [HEARD, SILENT])
def test_a_look_is_read_back_as_it_was_written(look: Look) -> None:
    assert look_from_json(look.as_json()) == look


@pytest.mark.parametrize(
    "change",
    [
        {"role": "judge"},
        {"silence": "tired"},
        {"silence": "refused"},
        {"reading": None},
        {"cost": "-1"},
        {"cost": 0.5},
        {"tokens_in": -1},
        {"repeat": "1"},
        {"claim": ""},
        {"label": "verified"},
    ],
)
def test_what_is_no_look_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(OpenReproError):
        look_from_json(HEARD.as_json() | change)


def test_tokens_and_cost_add_up_exactly() -> None:
    looks = (HEARD, HEARD, SILENT)
    assert (tokens_of(looks), cost_of(looks)) == (214, "0.0024")
    assert cost_of(()) == "0"
