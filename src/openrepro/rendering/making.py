"""A revision's files made into what a reader is shown: pages, figures, and the material beside them."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from openrepro.challenge.rules import ReaderKind, Rules
from openrepro.claims.claim import ClaimSet
from openrepro.ids import Json
from openrepro.judging.judge import Bench, Judgement, bench_of
from openrepro.judging.readers.rules import read
from openrepro.logbooks.trackio import parse
from openrepro.rendering.asking import Questions, questions_of
from openrepro.rendering.book import VERSION as BOOK
from openrepro.rendering.book import rendering_of
from openrepro.rendering.material import material_of
from openrepro.rendering.parts import PackedPart
from openrepro.rendering.quoted import Asked, found_in, to_mark

VERSION: Final = f"{BOOK}.3"
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
    read_so = _judged(bench_of(logbook, claims, rules))
    made = material_of(read_so.judgement, rendering, quotes, len(asked), read_so.questions)
    return Made(logbook.revision, made.body, made.parts)


class _Judged(NamedTuple):
    judgement: Judgement
    questions: Questions | None


def _judged(bench: Bench) -> _Judged:
    """A logbook judged by code alone; where a model reads in the challenge, with what it would be asked."""
    if bench.rules.judging.reader is not ReaderKind.MODEL or bench.guessed:
        return _Judged(bench.by(read), None)
    questions = questions_of(bench)
    return _Judged(questions.judgement, questions)
