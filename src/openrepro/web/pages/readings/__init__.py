"""Readings by persons: the queue, the form about one claim, and what the rules made of it."""

from typing import Final

from openrepro.web.pages.console.acting import FormKind
from openrepro.web.pages.page import Kind, none
from openrepro.web.pages.readings import acts, queue, reading

FORMS: Final[tuple[FormKind, ...]] = acts.FORMS
KINDS: Final[tuple[Kind, ...]] = (
    Kind("readings", "/readings", queue.readings, none, private=True),
    reading.KIND,
    *(form.kind for form in FORMS),
)
