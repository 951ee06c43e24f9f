"""The index of words and filters that a process holds in memory, so that no search grows with the event."""

import logging
import threading
import time
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from openrepro.clock import written
from openrepro.errors import OpenReproError
from openrepro.search.building import build
from openrepro.search.index import Index
from openrepro.search.packing import FORM, packed, unpacked
from openrepro.server.boards import MAIN
from openrepro.server.installation import Installation
from openrepro.server.shelf import Shelf, shelf_of
from openrepro.store.store import Store, Transaction

log = logging.getLogger("openrepro.search")
NAME: Final = "search"
LOOK_S: Final = 1.0
BOARD_S: Final = 3.0
AFTER_FAULT_S: Final = 10.0
WAIT_S: Final = 1.0
"""How long the first who searches wait for an index that is kept already."""
AT_ONCE: Final = 200
"""Up to so many papers an index is made before the first page that needs it is answered; it takes a few ms."""
WITHOUT_KEEPER: Final = 2_000
"""Up to so many papers a process makes the index by itself; of more, one process makes it for all."""


def basis_now(tx: Transaction) -> str:
    """What an index that is made now would be made from."""
    return f"{FORM} {tx.search.mark()}"


def words_due(store: Store) -> bool:
    """Whether the kept index is not that of the papers and claims as they are."""
    with store.read() as tx:
        return tx.search.basis(NAME) != basis_now(tx)


def made_index(tx: Transaction) -> Index:
    """An index of all papers, made now."""
    return build(tx.search.documents(), basis_now(tx))


def keep_words(store: Store, now: datetime) -> str:
    """Make the index anew and keep it for every process, and give a sentence about it."""
    with store.read() as tx:
        index = made_index(tx)
    body = packed(index)
    with store.write() as tx:
        tx.search.keep(NAME, index.basis, body, now=written(now))
    return f"{len(index.papers):,} papers can be searched by {len(index.words):,} words ({len(body):,} bytes)."


@dataclass
class Catalogue:
    """What this process searches in. Safe to share between threads; nobody waits for it but where there are few
    papers."""

    here: Installation
    _shelf: Shelf | None = None
    _mark: str = ""
    _look_at: float = 0.0
    _board_at: float = 0.0
    _busy: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def shelf(self, tx: Transaction, board: str) -> Shelf | None:
        """What is searched in now; None while it is being prepared. `board` is the digest of the board shown: where it
        is another one than before, the filters are made anew meanwhile."""
        at = time.monotonic()
        if at >= self._look_at:
            self._look_at = at + LOOK_S
            self._look(tx, board)
        return self._shelf

    @property
    def stale(self) -> bool:
        """Whether papers or claims changed since the index was made."""
        return self._shelf is not None and self._shelf.index.basis != self._mark

    def prepared(self, tx: Transaction, board: str) -> Shelf:
        """What is searched in, however long it takes to make it: for copies of the whole site."""
        self._mark, held = basis_now(tx), self._shelf
        fresh = held is not None and held.index.basis == self._mark
        signals = tx.choosing.mark()
        if held is None or not fresh or held.board != board or held.signals != signals:
            index = (
                held.index if held is not None and fresh else self._index(tx, makes=tx.search.basis(NAME) != self._mark)
            )
            held = self._shelf = shelf_of(index or made_index(tx), tx.search, MAIN, board, signals)
        return held

    def _look(self, tx: Transaction, board: str) -> None:
        self._mark = basis_now(tx)
        kept, held = tx.search.basis(NAME), self._shelf
        papers = tx.papers.count() if kept != self._mark else 0
        makes = kept != self._mark and papers <= WITHOUT_KEEPER
        wanted = self._mark if makes else kept
        new_words = wanted is not None and (held is None or held.index.basis != wanted)
        other = held is not None and (held.board != board or held.signals != tx.choosing.mark())
        new_board = other and time.monotonic() >= self._board_at
        if not (new_words or new_board):
            return
        if makes and papers <= AT_ONCE:
            self._renew(tx, board, makes=makes, words=new_words)
        elif self._begin():
            told = {"board": board, "makes": makes, "words": new_words}
            thread = threading.Thread(target=self._renew_apart, kwargs=told, name="search", daemon=True)
            thread.start()
            if held is None:
                thread.join(WAIT_S)

    def _begin(self) -> bool:
        with self._lock:
            free, self._busy = not self._busy, True
        return free

    def _renew_apart(self, *, board: str, makes: bool, words: bool) -> None:
        try:
            with self.here.store.read() as tx:
                self._renew(tx, board, makes=makes, words=words)
        except OpenReproError as error:
            log.warning("the index of words could not be loaded: %s", error.text)
            self._look_at = time.monotonic() + AFTER_FAULT_S
        except Exception:
            log.exception("the index of words could not be loaded")
            self._look_at = time.monotonic() + AFTER_FAULT_S
        finally:
            self._busy = False

    def _renew(self, tx: Transaction, board: str, *, makes: bool, words: bool) -> None:
        held = self._shelf
        index = held.index if held is not None and not words else self._index(tx, makes=makes)
        if index is None:
            return
        self._shelf = shelf_of(index, tx.search, MAIN, board, tx.choosing.mark())
        self._board_at = time.monotonic() + BOARD_S

    def _index(self, tx: Transaction, *, makes: bool) -> Index | None:
        if makes:
            return made_index(tx)
        body = tx.search.body(NAME)
        return None if body is None else unpacked(body)
