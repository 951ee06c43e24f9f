"""A revision's files made into what a reader is shown: pages, figures, and the material beside them."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.ids import Json
from openrepro.judging.judge import judge
from openrepro.logbooks.trackio import parse
from openrepro.rendering.book import VERSION as BOOK
from openrepro.rendering.book import rendering_of
from openrepro.rendering.material import material_of
from openrepro.rendering.parts import PackedPart
from openrepro.rendering.quoted import Asked, found_in, to_mark

VERSION: Final = f"{BOOK}.2"
"""Changes whenever the same files would be shown otherwise: every logbook is then rendered again. Behind the dot stands
the version of the material."""


class Made(NamedTuple):
    """What came of rendering the files of `revision`."""

    revision: str
    body: Mapping[str, Json]
    parts: tuple[PackedPart, ...]


def render_files(files: Mapping[str, bytes], asked: Sequence[Asked], claims: ClaimSet | None, rules: Rules) -> Made:
    """Render the files of a revision, with the quotes `asked` for marked in it.

    Everything in them is a stranger's: call it in a process of its own.
    """
    logbook = parse(files, name="")
    quotes = found_in(logbook, asked)
    rendering = rendering_of(logbook, to_mark(quotes))
    made = material_of(judge(logbook, claims, rules), rendering, quotes, len(asked))
    return Made(logbook.revision, made.body, made.parts)
