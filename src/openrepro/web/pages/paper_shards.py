"""What a copy of the site searches in: the index cut into files, with the lines that are shown of papers."""

from collections.abc import Iterator, Sequence

from openrepro.board.consensus import PaperState
from openrepro.board.shown import PaperRow
from openrepro.search.shards import LINES_AT_ONCE, Line, ShardFile, shard_files
from openrepro.server.boards import MAIN
from openrepro.store.papers import ListedPaper
from openrepro.visible import visible
from openrepro.web.pages.page import Visit
from openrepro.web.pages.papers import LONGEST_AUTHOR, LONGEST_TITLE, MOST_AUTHORS, shelf_for
from openrepro.web.templating import cut, mark


def search_files(visit: Visit) -> Iterator[ShardFile]:
    """The files that a copy of the site searches in, relative to the folder `search` at its top."""
    shelf = shelf_for(visit)
    if shelf is not None:
        yield from shard_files(shelf.index, shelf.facets, _shard_lines(visit, shelf.index.papers))


def _shard_lines(visit: Visit, ids: Sequence[str]) -> Iterator[Line]:
    for at in range(0, len(ids), LINES_AT_ONCE):
        part = ids[at : at + LINES_AT_ONCE]
        held, stand = visit.tx.papers.several(part), visit.tx.boards.papers_of(MAIN, part)
        yield from (_shard_line(paper, held.get(paper), stand.get(paper)) for paper in part)


def _shard_line(name: str, listed: ListedPaper | None, stand: PaperRow | None) -> Line:
    if listed is None:
        return Line(name, "", "", "", "plain", "", "gone", "")
    paper, state = listed.paper, mark(stand.state if stand else PaperState.NOT_EXAMINED.value)
    return Line(
        id=name,
        title=visible(cut(paper.title, LONGEST_TITLE)),
        authors=visible(_authors(paper.authors)),
        area=visible(paper.area),
        tone=state.tone,
        sign=state.sign,
        state=state.word,
        rest=visible(_rest(listed, stand)),
    )


def _authors(names: Sequence[str]) -> str:
    more = len(names) - MOST_AUTHORS
    shown = ", ".join(name[:LONGEST_AUTHOR] for name in names[:MOST_AUTHORS])
    return f"{shown} and {more} more" if more > 0 else shown


def _rest(listed: ListedPaper, stand: PaperRow | None) -> str:
    counts = f"{listed.claims} claims · {stand.judged if stand else 0} judged entries"
    return " · ".join(filter(None, (counts, listed.paper.award, listed.paper.presentation)))
