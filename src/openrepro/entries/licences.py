"""The licence of an entry: an SPDX id of the list in the rule file, in the spelling of that list."""

import re
from typing import Final, NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.entries.desk import IntakeError
from openrepro.papers.resolving import quoted

_SPDX: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]{0,63}")
HASHES_ONLY: Final = "No licence is named, so it is judged, but only hashes of its files are released."


class Licence(NamedTuple):
    """The licence that is taken, or empty, and what its owner should know."""

    id: str
    note: str = ""


def stated_licence(name: str, rules: Rules) -> str:
    """The licence that a submission states. Raises IntakeError when the challenge does not take it."""
    wanted = name.strip()
    if not wanted:
        return ""
    found = _listed(wanted, rules)
    if not found:
        taken = ", ".join(rules.entries.licence)
        text = f"The licence {quoted(wanted)} is not taken here; the challenge takes {taken}."
        raise IntakeError(text, hint="Name one of these, or none: then only hashes of the files are released.")
    return found


def found_licence(name: str, rules: Rules) -> Licence:
    """The licence that the files or tags of an entry name; one that is not taken counts as none."""
    wanted = name.strip()
    if not wanted:
        return Licence("", HASHES_ONLY if rules.entries.licence else "")
    found = _listed(wanted, rules)
    if found:
        return Licence(found)
    taken = ", ".join(rules.entries.licence)
    note = f"The licence {quoted(wanted)} is none of {taken}, so only hashes of the files are released."
    return Licence("", note)


def _listed(name: str, rules: Rules) -> str:
    """The licence as the rules spell it; rules without a list take whatever looks like an SPDX id."""
    if not rules.entries.licence:
        return name if _SPDX.fullmatch(name) else ""
    return next((known for known in rules.entries.licence if known.lower() == name.lower()), "")
