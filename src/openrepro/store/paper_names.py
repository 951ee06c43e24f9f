"""Looking up what an entry calls its paper, and the papers that a wrong name may mean."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from sqlalchemy import ColumnElement, Connection, select

from openrepro.papers.identity import forms_of, title_key
from openrepro.papers.nearest import MOST_OFFERED, nearest
from openrepro.papers.paper import Match, Resolution
from openrepro.papers.resolving import MOST_NAMES, Looked, resolution, settle
from openrepro.store.paper_lists import MOST_WORDS, Named, with_words
from openrepro.store.paper_loading import batches
from openrepro.store.tables import paper_aliases, paper_words, papers

MOST_PROBED: Final = 40
LAST: Final = "\U0010ffff"


def resolved(connection: Connection, names: Sequence[str]) -> Resolution:
    """What `SqlPapers.resolve` says."""
    given = tuple(dict.fromkeys(name.strip() for name in names if name.strip()))[:MOST_NAMES]
    looked = _look_up(connection, given)
    near = _nearest(connection, given) if settle(looked) is Match.UNKNOWN else ()
    mentioned = frozenset[str]().union(near, *(one.papers for one in looked))
    return resolution(looked, _titles(connection, mentioned), near)


def holders(connection: Connection, names: Sequence[str]) -> Mapping[str, frozenset[str]]:
    """The papers that each of some names leads to, exactly as it is written; names that lead nowhere are left out."""
    held: dict[str, set[str]] = {}
    for part in batches(names):
        query = select(paper_aliases.c.name, paper_aliases.c.paper_id).where(paper_aliases.c.name.in_(part))
        for row in connection.execute(query):
            held.setdefault(row.name, set()).add(row.paper_id)
    return {name: frozenset(papers) for name, papers in held.items()}


def _look_up(connection: Connection, names: Sequence[str]) -> list[Looked]:
    """Each name with the papers of the first of its forms that is known."""
    forms = {name: forms_of(name) for name in names}
    wanted = {form for one in forms.values() for form in one}
    query = select(paper_aliases.c.name, paper_aliases.c.paper_id).where(paper_aliases.c.name.in_(wanted))
    held: dict[str, set[str]] = {}
    for row in connection.execute(query) if wanted else ():
        held.setdefault(row.name, set()).add(row.paper_id)
    first = {name: next((held[form] for form in forms[name] if form in held), ()) for name in names}
    return [Looked(name, frozenset(first[name])) for name in names]


def _nearest(connection: Connection, names: Sequence[str]) -> tuple[str, ...]:
    """The papers that the first name with a near one may mean; none where nothing stands out."""
    for form in (form for name in names for form in forms_of(name)):
        known = _alike(connection, form)
        near = tuple(sorted({known[one] for one in nearest(form, known)}))[:MOST_OFFERED]
        if near or (near := _titled(connection, form)):
            return near
    return ()


def _alike(connection: Connection, form: str) -> Mapping[str, str]:
    """Known names, with their papers, that share the first or the second half of `form`: a single mistake leaves
    one half whole."""
    folded = form.casefold()
    half = len(folded) // 2
    if half < 2:
        return {}
    heads = _beginning(connection, paper_aliases.c.folded, folded[:half])
    tails = _beginning(connection, paper_aliases.c.mirrored, folded[::-1][:half])
    same = _beginning(connection, paper_aliases.c.folded, folded, whole=True)
    return {row.name: row.paper_id for row in (*heads, *tails, *same)}


def _beginning(
    connection: Connection, column: ColumnElement[str], start: str, *, whole: bool = False
) -> Iterable[Named]:
    query = select(paper_aliases.c.name, paper_aliases.c.paper_id).order_by(column).limit(MOST_PROBED)
    found = query.where(column == start) if whole else query.where(column >= start, column < start + LAST)
    return [Named(*row) for row in connection.execute(found)]


def _titled(connection: Connection, form: str) -> tuple[str, ...]:
    """The papers whose title has all words of a nickname, when they are few."""
    words = title_key(form).split()[:MOST_WORDS]
    if not words or "".join(words).isdecimal():
        return ()
    query = with_words(select(papers.c.id), words).order_by(paper_words.c.position).limit(MOST_OFFERED + 1)
    found = tuple(connection.scalars(query))
    return tuple(sorted(found)) if len(found) <= MOST_OFFERED else ()


def _titles(connection: Connection, ids: Iterable[str]) -> Mapping[str, str]:
    query = select(papers.c.id, papers.c.title).where(papers.c.id.in_(list(ids)))
    return {row.id: row.title for row in connection.execute(query)}
