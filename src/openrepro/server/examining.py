"""How an examination of the judge gets on record: an act of an operator, with its reason."""

from openrepro.errors import OpenReproError
from openrepro.judging.examined import read_examination
from openrepro.people.operators import Action
from openrepro.server.operating import Office


def add_examination(office: Office, data: bytes) -> int:
    """Put on record what `openrepro examine --format json` printed, and give its number; the reason is its note.

    Raises OpenReproError for what is no such document, and for one that is on record already.
    """
    number = office.tx.examinations.add(read_examination(data), note=office.why, now=office.terms.now)
    if number is None:
        hint = "openrepro admin examination list shows all that are."
        raise OpenReproError("This very examination is on record already.", hint=hint)
    office.tx.operator.record(
        Action.EXAMINATION_ADDED, str(number), actor=office.actor, why=office.why, now=office.terms.now
    )
    return number
