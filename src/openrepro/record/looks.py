"""The looks of models, as they come from files: read strictly, the first fault raised as a sentence."""

from typing import Final

from openrepro.challenge.table import Table, one_of
from openrepro.judging.look import Look
from openrepro.judging.readers.model.question import Role, Silence
from openrepro.record.readings import optional, read_reading

SILENCES: Final = {silence.name.lower(): silence for silence in Silence}


def look_from_json(value: object) -> Look:
    """The look that `value` (as `Look.as_json` writes it) states; OpenReproError when it is not one."""
    return read_look(Table(value))


def read_look(table: Table) -> Look:
    """A whole look: it has a reading or says why there is none. Raises OpenReproError on the first wrong value."""
    table.amount("cost")
    look = Look(
        claim=table.text("claim", empty=False),
        role=table.choice("role", Role),
        repeat=table.whole("repeat"),
        reading=optional(table, "reading", read_reading),
        silence=_silence(table),
        question=table.text("question"),
        prompt=table.text("prompt"),
        raw_reply=table.text("raw_reply"),
        model=table.text("model"),
        provider=table.text("provider"),
        decoding=table.text("decoding"),
        seed=None if table.value("seed") is None else table.whole("seed"),
        tokens_in=table.whole("tokens_in"),
        tokens_out=table.whole("tokens_out"),
        cost=table.text("cost"),
    )
    if (look.reading is None) == (look.silence is None):
        raise table.refuse("silence", "null beside a reading, and a reason where there is no reading")
    table.end()
    return look


def _silence(table: Table) -> Silence | None:
    value = table.value("silence")
    if value is None:
        return None
    if not isinstance(value, str) or value not in SILENCES:
        raise table.refuse("silence", f"{one_of(SILENCES)}, or null")
    return SILENCES[value]
