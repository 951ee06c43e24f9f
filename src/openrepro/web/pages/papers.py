"""The list of papers: searched by words, narrowed by filters with counts, page by page."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from openrepro.board.consensus import PaperState
from openrepro.board.shown import PaperRow
from openrepro.ids import Json
from openrepro.papers.compute_words import WORDS as MACHINES
from openrepro.papers.compute_words import Compute
from openrepro.papers.data_words import WORDS as DATA
from openrepro.papers.signals import Code, Signals
from openrepro.search.asking import Term
from openrepro.search.words import marked
from openrepro.server.boards import MAIN
from openrepro.server.shelf import OF_THE_BOARD, SORTS_OF_THE_BOARD, Answer, Question, Shelf, Sort, Trait
from openrepro.store.papers import ListedPaper, PaperCursor
from openrepro.web.pages.page import Kind, Page, Visit
from openrepro.web.templating import address

PATH: Final = "/papers"
ON_A_PAGE: Final = 25
FIRST_AREAS: Final = 12
MOST_AUTHORS: Final = 5
LONGEST_AUTHOR: Final = 80
LONGEST_TITLE: Final = 400
MOST_PAGES: Final = 100_000
END: Final = "~"
ABOUT: Final = "Every paper of the challenge with its claims: search, and filter by area, state and attempts."


class Choice(NamedTuple):
    """A value of a filter, and the words for it; `shown` is false for one that only other pages lead to."""

    value: str
    words: str
    shown: bool = True


WORDS: Final[Mapping[Trait, str]] = {
    Trait.AREA: "Area",
    Trait.STATUS: "State",
    Trait.ATTEMPTS: "Attempts (judged entries)",
    Trait.CONTESTED: "Contested",
    Trait.TESTABLE: "Testable claims",
    Trait.AWARD: "Award and presentation",
    Trait.COMPUTE: "Machine, by the paper’s own words",
    Trait.DATA: "Data",
    Trait.CODE: "Code",
    Trait.ARXIV: "On arXiv",
    Trait.TEXT: "Text on file",
}
CHOICES: Final[Mapping[Trait, tuple[Choice, ...]]] = {
    Trait.STATUS: tuple(Choice(state.value, state.value) for state in PaperState),
    Trait.ATTEMPTS: (
        Choice("none", "none yet"),
        Choice("few", "few (1 or 2)"),
        Choice("many", "many (3 or more)"),
        Choice("some", "any number", shown=False),
    ),
    Trait.CONTESTED: (Choice("yes", "contested"), Choice("no", "not contested")),
    Trait.TESTABLE: (Choice("some", "some"), Choice("none", "none yet")),
    Trait.CODE: (Choice("yes", "code is linked"), Choice("no", "no code linked")),
    Trait.ARXIV: (Choice("yes", "on arXiv"), Choice("no", "not on arXiv, or not known")),
    Trait.COMPUTE: tuple(Choice(compute.value, words) for compute, words in MACHINES.items()),
    Trait.DATA: tuple(Choice(data.value, words) for data, words in DATA.items()),
    Trait.TEXT: (Choice("yes", "on file"), Choice("no", "not on file")),
}
SORTS: Final[Mapping[Sort, str]] = {
    Sort.RELEVANCE: "best match",
    Sort.INDEX: "order of the programme",
    Sort.TITLE: "title",
    Sort.MOST: "most attempts",
    Sort.LEAST: "fewest attempts",
    Sort.NEWEST: "newest judged",
}


class Asked(NamedTuple):
    """What the query says; `chosen` has a value by the name of its trait."""

    text: str
    chosen: Mapping[str, str]
    sort: Sort
    page: int

    def where(self, other: Mapping[str, str] | None = None, *, page: int = 1, drop: str = "") -> str:
        """The address of this list with something changed."""
        kept = {trait: value for trait, value in self.chosen.items() if trait != drop}
        usual = Sort.RELEVANCE if self.text else Sort.INDEX
        sort = "" if self.sort is usual else self.sort.value
        query = {"text": self.text, **kept, "sort": sort, "page": str(page) if page > 1 else ""}
        return address(PATH, {**query, **(other or {})})


def papers(visit: Visit) -> Page:
    """The page at `/papers`."""
    asked = asked_of(visit)
    shelf = shelf_for(visit)
    data: dict[str, Json] = {"text": asked.text, "kept": _kept(asked), "on_a_page": ON_A_PAGE}
    if shelf is None:
        return _unsearched(visit, asked, data)
    found = shelf.answer(Question(asked.text, asked.chosen, asked.sort, (asked.page - 1) * ON_A_PAGE, ON_A_PAGE))
    data |= {
        "state": "stale" if visit.catalogue.stale and not visit.static else "ready",
        "board": bool(shelf.board),
        "papers": _lines(visit, found.papers, found.hits.terms),
        "everything": shelf.size,
        **_place(asked, found.total),
        "filters": list(_filters(asked, found)),
        "sorts": _sorts(asked, shelf),
        "chosen": _chosen(asked, found),
        "missing": list(found.hits.missing),
        "suggestion": _suggestion(asked, found),
    }
    return _page(asked, data, found.total)


def _page(asked: Asked, data: Mapping[str, Json], total: int) -> Page:
    pages = max(1, -(-total // ON_A_PAGE))
    before = asked.where(page=min(asked.page - 1, pages)) if asked.page > 1 else ""
    after = asked.where(page=asked.page + 1) if asked.page < pages else ""
    return Page("papers.html", _title(asked), data, ABOUT, before, after)


def _title(asked: Asked) -> str:
    return f"Papers: {asked.text[:60]}" if asked.text else "Papers"


def asked_of(visit: Visit) -> Asked:
    """What the query of a visit says. Raises ApiError for values that there are not."""
    text = " ".join(visit.asked("text").split())
    chosen: dict[str, str] = {}
    for trait in WORDS:
        known = tuple(choice.value for choice in CHOICES.get(trait, ()))
        value = visit.one_of(trait.value, known) if known else visit.asked(trait.value)
        if value:
            chosen[trait.value] = value
    sort = visit.one_of("sort", tuple(Sort))
    usual = Sort.RELEVANCE if text else Sort.INDEX
    wanted = Sort(sort) if sort and (text or sort != Sort.RELEVANCE) else usual
    return Asked(text, chosen, wanted, visit.number("page", most=MOST_PAGES))


def shelf_for(visit: Visit) -> Shelf | None:
    """What a visit searches in; None while it is being prepared."""
    shown = visit.around.shown
    board = shown.digest if shown else ""
    if visit.static:
        return visit.catalogue.prepared(visit.tx, board)
    return visit.catalogue.shelf(visit.tx, board)


def _unsearched(visit: Visit, asked: Asked, data: Mapping[str, Json]) -> Page:
    """The list while the index is being prepared: in the order of the programme; words of titles and areas only."""
    area = asked.chosen.get(Trait.AREA, "")
    narrowed = bool(asked.text or asked.chosen)
    start = 0 if narrowed else (asked.page - 1) * ON_A_PAGE
    after = PaperCursor(start, END) if start else None
    found = visit.tx.papers.page(after=after, limit=ON_A_PAGE, area=area, text=asked.text)
    everything = visit.tx.papers.count()
    told: dict[str, Json] = {
        "state": "preparing",
        "board": False,
        "papers": _lines(visit, [listed.paper.id for listed in found.papers], ()),
        "everything": everything,
        **_place(asked, everything),
        **({"numbers": [], "pages": 1} if narrowed else {}),
        "narrowed": narrowed,
        "total": None if narrowed else everything,
        "more": narrowed and found.next is not None,
        "filters": [],
        "sorts": [],
        "chosen": [],
        "missing": [],
        "suggestion": None,
    }
    return _page(asked, {**data, **told}, 0 if narrowed else everything)


def _kept(asked: Asked) -> list[Json]:
    """What a new search keeps of this one."""
    sort = [("sort", asked.sort.value)] if asked.sort not in (Sort.RELEVANCE, Sort.INDEX) else []
    return [{"name": name, "value": value} for name, value in (*asked.chosen.items(), *sort)]


def _place(asked: Asked, total: int) -> dict[str, Json]:
    pages = max(1, -(-total // ON_A_PAGE))
    first = (asked.page - 1) * ON_A_PAGE + 1
    near = sorted({1, pages, *range(max(1, asked.page - 2), min(pages, asked.page + 2) + 1)})
    return {
        "total": total,
        "page": asked.page,
        "pages": pages,
        "first": first if first <= total else None,
        "last": min(first + ON_A_PAGE - 1, total) if first <= total else None,
        "beyond": bool(total) and first > total,
        "numbers": [{"page": page, "where": asked.where(page=page)} for page in near] if pages > 1 else [],
    }


def _lines(visit: Visit, ids: Sequence[str], terms: Sequence[Term]) -> list[Json]:
    held = visit.tx.papers.several(ids)
    stand = visit.tx.boards.papers_of(MAIN, ids)
    read = visit.tx.choosing.signals(ids)
    return [_line(held[paper], stand.get(paper), read.get(paper), terms) for paper in ids if paper in held]


def _line(listed: ListedPaper, stand: PaperRow | None, read: Signals | None, terms: Sequence[Term]) -> dict[str, Json]:
    paper = listed.paper
    return {
        "id": paper.id,
        "title": [list(piece) for piece in _marked(paper.title, terms)],
        "authors": [name[:LONGEST_AUTHOR] for name in paper.authors[:MOST_AUTHORS]],
        "more_authors": max(0, len(paper.authors) - MOST_AUTHORS),
        "area": paper.area,
        "presentation": paper.presentation,
        "award": paper.award,
        "arxiv": bool(paper.arxiv),
        "code": bool(paper.code_url) or (read is not None and read.code is Code.LINKED),
        "machine": MACHINES[read.compute] if read is not None and read.compute is not Compute.UNKNOWN else "",
        "claims": listed.claims,
        "state": stand.state if stand else None,
        "entries": stand.entries if stand else None,
        "judged": stand.judged if stand else None,
        "contested": stand.contested if stand else None,
    }


def _marked(title: str, terms: Sequence[Term]) -> Iterator[tuple[str, bool]]:
    cut = title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"
    prefix = next((term.word for term in terms if term.open and len(term.word) > 1), "")
    return ((piece.text, piece.marked) for piece in marked(cut, tuple(term.word for term in terms), prefix))


def _filters(asked: Asked, found: Answer) -> Iterator[Json]:
    for trait, words in WORDS.items():
        counts = found.counts.get(trait)
        if counts is None:
            continue
        now = asked.chosen.get(trait, "")
        choices = CHOICES.get(trait) or _by_count(counts, now)
        values = [_value(asked, trait, choice, counts) for choice in choices if choice.shown or choice.value == now]
        if not any(counts.values()) and not now:
            continue
        few = values if trait is not Trait.AREA else _first(values, now)
        more = [value for value in values if value not in few]
        yield {"name": trait.value, "words": words, "choices": few, "more": more}


def _first(values: Sequence[Mapping[str, Json]], now: str) -> list[Mapping[str, Json]]:
    return [value for at, value in enumerate(values) if at < FIRST_AREAS or value["value"] == now]


def _by_count(counts: Mapping[str, int], now: str) -> tuple[Choice, ...]:
    order = sorted(counts, key=lambda value: (-counts[value], value))
    unknown = [now] if now and now not in counts else []
    return tuple(Choice(value, value) for value in (*order, *unknown))


def _value(asked: Asked, trait: Trait, choice: Choice, counts: Mapping[str, int]) -> dict[str, Json]:
    chosen = asked.chosen.get(trait) == choice.value
    where = asked.where(drop=trait) if chosen else asked.where({trait.value: choice.value})
    count = counts.get(choice.value, 0)
    return {"value": choice.value, "words": choice.words, "count": count, "where": where, "chosen": chosen}


def _sorts(asked: Asked, shelf: Shelf) -> list[Json]:
    usual = Sort.RELEVANCE if asked.text else Sort.INDEX
    return [
        {
            "words": words,
            "where": asked.where({"sort": "" if sort is usual else sort.value}),
            "chosen": sort is asked.sort,
        }
        for sort, words in SORTS.items()
        if (asked.text or sort is not Sort.RELEVANCE) and (shelf.board or sort not in SORTS_OF_THE_BOARD)
    ]


def _chosen(asked: Asked, found: Answer) -> list[Json]:
    """The filters that hold, each with how many papers there would be without it."""
    return [
        {
            "name": trait,
            "filter": WORDS[Trait(trait)],
            "words": _words_of(Trait(trait), value),
            "where": asked.where(drop=trait),
            "without": found.without[trait],
            "known": trait in found.counts or trait not in OF_THE_BOARD,
        }
        for trait, value in asked.chosen.items()
    ]


def _words_of(trait: Trait, value: str) -> str:
    return next((choice.words for choice in CHOICES.get(trait, ()) if choice.value == value), value)


def _suggestion(asked: Asked, found: Answer) -> dict[str, Json] | None:
    text = found.hits.suggestion
    return {"text": text, "where": asked.where({"text": text})} if text else None


KINDS: Final = (Kind("papers", PATH, papers),)
