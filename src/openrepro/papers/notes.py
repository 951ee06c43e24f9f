"""Submissions as OpenReview gives them, of either API: version 2 wraps what a submission says, version 1 does not."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from openrepro.papers.fields import Row, parsed, rows_of
from openrepro.papers.identity import LONGEST_TITLE
from openrepro.papers.paper import AliasKind, Paper
from openrepro.papers.resolving import quoted
from openrepro.papers.sources import Fault, ReadPapers, aliases_of, arxiv_of, papers_of, titled

SOURCE: Final = "openreview"
NOT_ACCEPTED: Final = (
    "withdrawn",
    "rejected",
    "desk_reject",
    "desk reject",
    "submitted to",
    "/submission",
    "retracted",
)
"""What the venue of a submission contains that is not, or no longer, an accepted paper."""
PRESENTED: Final = ("oral", "spotlight", "poster")
_CODE: Final = ("code", "code_url", "code_link", "github")
_CONTENT: Final = frozenset(
    ("title", "authors", "abstract", "primary_area", "area", "subject_area", "award", "arxiv", *_CODE)
)
_NOTE: Final = frozenset(("id", "forum", "number", "content", "replyto", "details", "invitation", "invitations"))
_UNKEPT: Final = frozenset(("readers", "writers", "nonreaders", "license", "parentInvitations", "domain"))


def read_notes(data: bytes) -> ReadPapers:
    """The papers of `{"notes": [{id, forum, number, content: {title, authors, abstract, …}}]}`, or of the list alone.

    Replies, and submissions whose venue says that they were withdrawn or rejected, are left out and named. What else
    notes say is kept in `facts`, but for e-mail addresses and accounts.
    """
    faults: list[Fault] = []
    rows = list(rows_of(parsed(data, faults), "notes", faults))
    papers = papers_of(of_note, rows)
    return ReadPapers(papers, tuple(faults), dict(_refused(rows)))


def _refused(rows: Iterable[Row]) -> Iterator[tuple[str, str]]:
    """The ids of submissions that are not accepted, each with its venue."""
    for row in rows:
        name, content = row.values.get("forum") or row.values.get("id"), row.values.get("content")
        if isinstance(name, str) and isinstance(content, Mapping):
            said = Row(dict(_unwrapped(content)), row.place, [])
            if _is_refused(said):
                yield name, said.text("venue") or said.text("venueid")


def of_note(row: Row) -> Paper | None:
    """The paper of one note; None, with a fault, where it is none."""
    content = row.values.get("content")
    if not isinstance(content, Mapping):
        row.fault("It has no content; the note was left out.")
        return None
    said = row.of(dict(_unwrapped(content)))
    forum = row.id("forum") if row.values.get("forum") else row.id("id")
    if not forum or not _submission(row, said, forum):
        return None
    title = said.text("title", LONGEST_TITLE)
    if not titled(row, title):
        return None
    area = next((found for key in ("primary_area", "area", "subject_area") if (found := said.text(key))), "")
    return Paper(
        id=forum,
        title=title,
        authors=said.people("authors"),
        area=area,
        presentation=_presented(said),
        award=said.text("award"),
        arxiv=arxiv_of(said, "arxiv"),
        code_url=next((found for key in _CODE if (found := said.text(key))), ""),
        abstract=said.text("abstract"),
        aliases=aliases_of((forum, AliasKind.OPENREVIEW), (row.number("number"), AliasKind.SUBMISSION)),
        source=SOURCE,
        facts=said.others(_CONTENT) | row.others(_NOTE | _UNKEPT),
    )


def _unwrapped(content: Mapping[object, object]) -> Iterator[tuple[str, object]]:
    for key, value in content.items():
        if isinstance(key, str):
            yield key, value["value"] if isinstance(value, Mapping) and "value" in value else value


def _submission(row: Row, said: Row, forum: str) -> bool:
    """Whether a note is a submission that stands; says what it is otherwise."""
    own = row.values.get("id")
    if own not in (None, "", forum):
        row.fault(f"It is a reply to {quoted(forum)}, not a submission; it was left out.")
        return False
    if _is_refused(said):
        venue = said.text("venue") or said.text("venueid")
        row.fault(f"{quoted(forum)} is not an accepted paper: its venue is {quoted(venue)}; it was left out.")
        return False
    return True


def _is_refused(said: Row) -> bool:
    told = f"{said.text('venueid')} {said.text('venue')}".lower()
    return any(word in told for word in NOT_ACCEPTED)


def _presented(said: Row) -> str:
    words = said.text("venue").lower().replace("(", " ").replace(")", " ").split()
    return next((word for word in PRESENTED if word in words), "")
