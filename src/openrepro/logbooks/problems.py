"""What can be wrong with a logbook: the codes the reader reports, their meaning and their weight."""

from collections import Counter

from openrepro.logbooks.logbook import Address, Problem, Severity

MEANING: dict[str, str] = {
    "bad-cell-header": "The JSON of a cell header cannot be read as an object; the cell's text is kept.",
    "bad-paper-field": "The `paper` field holds something that names no paper.",
    "bom": "A page starts with a byte order mark; Trackio loses the title of such a page.",
    "command-outside-run": "A cell that is no code cell has a command; only code cells are taken for runs.",
    "cr": "The lines of a page end in carriage returns alone; they were read as line ends.",
    "crlf": "A page has Windows line ends; Trackio's viewer shows no cells on such a page.",
    "dates-out-of-order": "A cell's date does not fit those around it: it was edited, moved, or printed by a program.",
    "duplicate-cell-id": "Two cells have the same id; the later one is addressed with a suffix.",
    "empty-logbook": "Nothing here can be read as a page of a logbook.",
    "file-skipped": "A file or folder was not read: too large, a link, or not readable.",
    "forged-cell": "A cell header was printed by a run or stands inside a code fence; the cell is not believed.",
    "lost-marker": "A cell marker is malformed; Trackio does not see the cell, this reader recovered it.",
    "manifest-disagrees": "logbook.json lists pages that do not exist, or misses pages that do.",
    "manifest-unreadable": "logbook.json is not valid JSON of the expected shape; the pages were read without it.",
    "metadata-unreadable": "metadata.json is not a JSON object; tags and paper may be missing.",
    "misplaced-metadata": "metadata.json lies where Trackio does not look for it; it was read all the same.",
    "missing-cell-id": "A cell has no id; it is addressed by its page and position.",
    "nested-logbook": "Another logbook lies below this one; it was not read as part of it.",
    "nested-page": "A page lies below another page; Trackio shows only one level since version 0.30.3.",
    "no-paper": "Nothing in the logbook names its paper.",
    "not-utf8": "A page is not valid UTF-8; Trackio cannot read any page of such a logbook.",
    "output-breaks-fence": "A run printed a code fence line, so where its output ends is uncertain.",
    "page-missing": "The index links to a page that does not exist.",
    "page-unlisted": "A page exists but the index does not link to it; it was read all the same.",
    "page-without-cells": "A page of a Trackio logbook has text but no cell; Trackio's reader shows nothing of it.",
    "prose-outside-cells": "A page has text outside its cells; Trackio's reader does not show it.",
    "schema-1": "The logbook was written by Trackio 0.31 or older (schema 1).",
    "several-logbooks": "More than one logbook lies in this folder; the pages of all of them were read.",
    "several-outputs": "A run has not just one output fence of backticks, so what it printed is unknown.",
    "several-papers": "The logbook names more than one paper.",
    "unknown-cell-type": "A cell has a type that Trackio does not write.",
    "unterminated-fence": "A code fence never closes; everything to the end of the cell was read as its content.",
    "wrong-type": "A field holds a value of the wrong type; it was converted or left out.",
}

SEVERITY: dict[str, Severity] = {
    "cr": Severity.NOTE,
    "crlf": Severity.NOTE,
    "bom": Severity.NOTE,
    "forged-cell": Severity.SERIOUS,
    "empty-logbook": Severity.SERIOUS,
    "no-paper": Severity.NOTE,
    "page-unlisted": Severity.NOTE,
    "page-without-cells": Severity.NOTE,
    "prose-outside-cells": Severity.NOTE,
    "schema-1": Severity.NOTE,
    "misplaced-metadata": Severity.NOTE,
}

_NAMED = 5
_EACH = 50


def problem(code: str, text: str, *at: Address) -> Problem:
    """A problem of a known `code`; `text` is one sentence that a participant can act on."""
    assert code in MEANING, code
    return Problem(code=code, text=text, at=at, severity=SEVERITY.get(code, Severity.WARNING))


def named(names: list[str] | tuple[str, ...]) -> str:
    """The first few of `names` for a sentence, and how many more there are."""
    shown = ", ".join(f"`{name[:80]}`" for name in names[:_NAMED])
    return shown if len(names) <= _NAMED else f"{shown} and {len(names) - _NAMED} more"


def bounded(problems: list[Problem]) -> tuple[Problem, ...]:
    """At most fifty problems of each code; the rest of a code is one problem that counts them."""
    kept: list[Problem] = []
    counts: Counter[str] = Counter()
    for item in problems:
        counts[item.code] += 1
        if counts[item.code] <= _EACH:
            kept.append(item)
    more = {code: count - _EACH for code, count in counts.items() if count > _EACH}
    return (*kept, *(problem(code, f"There are {count} more problems of this kind.") for code, count in more.items()))
