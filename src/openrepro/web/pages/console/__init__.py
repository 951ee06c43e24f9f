"""The console: what signed-in people see and do, operators of the challenge and its participants."""

from typing import Final

from openrepro.web.pages.console import (
    challenge,
    checks,
    claim_editor,
    dispute_forms,
    disputes,
    entries,
    entry_acts,
    log,
    mine,
    overview,
    people,
    proposals,
)
from openrepro.web.pages.console.acting import FormKind
from openrepro.web.pages.page import Kind

FORMS: Final[tuple[FormKind, ...]] = (
    *entry_acts.FORMS,
    *people.FORMS,
    *challenge.FORMS,
    *dispute_forms.FORMS,
    *disputes.FORMS,
)
KINDS: Final[tuple[Kind, ...]] = (
    *overview.KINDS,
    *entries.KINDS,
    *people.KINDS,
    *challenge.KINDS,
    *checks.KINDS,
    *log.KINDS,
    claim_editor.KIND,
    proposals.KIND,
    *disputes.KINDS,
    *mine.KINDS,
    *(form.kind for form in FORMS),
)
