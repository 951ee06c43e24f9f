"""Texts of papers as they are on file, for those who take part."""

from typing import Annotated

from fastapi import Query

from openrepro.papers.text import TextFormat
from openrepro.server.texts import held_text, text_for
from openrepro.web.api.access import Here, Reader
from openrepro.web.api.envelope import Envelope, Shape
from openrepro.web.api.papers import known_paper
from openrepro.web.api.parameters import Name
from openrepro.web.api.routing import routes_of
from openrepro.web.faults import ApiError, not_found

router = routes_of("papers")


class TextLine(Shape):
    """A file of a paper's text: its version, the SHA-256 of its bytes, and its format."""

    version: str
    sha256: str
    format: TextFormat
    characters: int
    added_at: str


class PaperWords(TextLine):
    """What one file of a paper says, as plain text; `texts` are all that are on file, oldest first."""

    paper: str
    text: str
    texts: list[TextLine]


@router.get("/papers/{paper}/text")
def get_paper_text(
    here: Here,
    who: Reader,
    paper: Name,
    version: Annotated[str, Query(max_length=100, description="A version of the paper; the newest if empty.")] = "",
) -> Envelope[PaperWords]:
    """The text of a paper that quotes of claims are looked up in. It is shown to those who take part, not published."""
    installation = here.installation
    with installation.store.read() as tx:
        known_paper(tx, paper)
        texts = tx.texts.of(paper)
    wanted = [one for one in texts if one.version == version] if version else texts
    kept = text_for(wanted, None)
    if kept is None and version:
        raise not_found("version of this paper's text", version)
    if kept is None:
        raise ApiError(404, "No text of this paper is on file.", hint="Read the paper where its page leads to.")
    line, lines = TextLine.model_validate(kept), [TextLine.model_validate(one) for one in texts]
    words = held_text(installation.blobs, kept).text
    data = PaperWords(**line.model_dump(), paper=paper, text=words, texts=lines)
    return Envelope(data=data)
