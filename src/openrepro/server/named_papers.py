"""Names that many entries give their papers, looked up together: few queries for all that are plain."""

from collections.abc import Iterable, Sequence

from openrepro.papers.identity import forms_of
from openrepro.papers.paper import Match, Resolution
from openrepro.store.many import SqlMany
from openrepro.store.papers import SqlPapers
from openrepro.store.store import Transaction


class NamedPapers(SqlPapers):
    """The papers of a transaction. What `names` lead to was looked up beforehand; others are looked up one by one."""

    def __init__(self, tx: Transaction, names: Iterable[str]) -> None:
        super().__init__(tx.connection)
        self._names = SqlMany(tx.connection).names(form for name in dict.fromkeys(names) for form in forms_of(name))
        self._found: dict[tuple[str, ...], Resolution] = {}

    def resolve(self, names: Sequence[str]) -> Resolution:
        key = tuple(names)
        if key not in self._found:
            self._found[key] = self._plain(key) or super().resolve(key)
        return self._found[key]

    def _plain(self, names: tuple[str, ...]) -> Resolution | None:
        """The answer where it is plain: one name, of one paper."""
        if len(names) != 1:
            return None
        ids = next((self._names[form] for form in forms_of(names[0]) if form in self._names), frozenset[str]())
        return Resolution(Match.FOUND, next(iter(ids))) if len(ids) == 1 else None
