"""Recomputing everything that the ledger keeps from the bodies of its leaves, and naming what differs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, and_, delete, func, insert, or_, select, update

from openrepro.errors import OpenReproError
from openrepro.ids import canonical, sha256
from openrepro.judging.verdict import Verdict
from openrepro.record.acts import Act
from openrepro.record.ledger import Node, Peaks, leaf_hash
from openrepro.record.records import act_from_json, verdict_from_json
from openrepro.store.ledger_tree import SqlTree
from openrepro.store.record_rows import ACT, VERDICT, Leaf, Row, record_row
from openrepro.store.tables import acts, leaves, ledger_nodes, verdicts

PAGE: Final = 1024
LEDGER: Final = "ledger"
OF_KIND: Final[Mapping[str, Table]] = {VERDICT: verdicts, ACT: acts}


class Difference(NamedTuple):
    """Where a table says something else than the leaves do (or a leaf than its own name), and what.

    `place` is the row's key in words. `mend` is the row to put there instead; None where nothing can tell it, or
    where the row must go. `rebuilt`: building anew mends it.
    """

    table: str
    place: str
    text: str
    key: Row
    mend: Row | None = None
    rebuilt: bool = True

    @property
    def sentence(self) -> str:
        return f"{self.table}, {self.place}: {self.text}"

    @property
    def mendable(self) -> bool:
        """Whether the leaves tell what should stand there."""
        return self.rebuilt and not self.damaging

    @property
    def damaging(self) -> bool:
        """Whether it is the leaves themselves, or the row that states their tree, that nothing can be proven by."""
        return self.table in (leaves.name, LEDGER)


def differences(connection: Connection) -> Iterator[Difference]:
    """Every difference, in the order of the leaves; memory does not grow with the ledger.

    Each may be mended before the next one is asked for. Flags come last, since they follow from the other columns.
    """
    walk = _Walk(connection)
    yield from walk.leaves()
    yield from walk.tree()
    yield from _flags(connection)


def mend(connection: Connection, found: Difference) -> None:
    """Write what the leaves say in the place of what a row says. Only for mendable differences."""
    assert found.mendable, found
    table = {item.name: item for item in (verdicts, acts, ledger_nodes)}[found.table]
    wheres = [table.c[name] == value for name, value in found.key.items()]
    if found.mend is not None and found.mend.keys() == {"current"}:
        connection.execute(update(table).where(*wheres).values(**found.mend))
        return
    connection.execute(delete(table).where(*wheres))
    if found.mend is not None:
        connection.execute(insert(table), [found.mend])


class _Walk:
    """One pass over the leaves, which grows the tree anew."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._peaks = Peaks()
        self._whole = True

    def leaves(self) -> Iterator[Difference]:
        last = -1
        while page := self._page(last):
            rows = {kind: _rows(self._connection, table, last, page[-1].seq) for kind, table in OF_KIND.items()}
            grown: dict[Node, bytes] = {}
            for leaf in page:
                yield from self._missing(leaf.seq, last)
                yield from _leaf(leaf, rows)
                self._peaks, nodes = self._peaks.grown(leaf_hash(leaf.data))
                grown.update(nodes)
                last = leaf.seq
            yield from _strays(rows)
            if self._whole:
                yield from self._nodes(grown)
        yield from _strays({kind: _rows(self._connection, table, last, None) for kind, table in OF_KIND.items()})

    def tree(self) -> Iterator[Difference]:
        """What the row of the ledger and the number of nodes say, once all leaves are read."""
        if not self._whole:
            return
        yield from self._stated()
        size = self._peaks.size
        expected = sum(size >> level for level in range(1, size.bit_length()))
        held = self._connection.scalar(select(func.count()).select_from(ledger_nodes)) or 0
        if held > expected:
            yield from self._beyond(size)

    def _page(self, last: int) -> Sequence[Leaf]:
        query = select(leaves).where(leaves.c.seq > last).order_by(leaves.c.seq).limit(PAGE)
        return [Leaf(*row) for row in self._connection.execute(query)]

    def _missing(self, seq: int, last: int) -> Iterator[Difference]:
        """A gap before leaf `seq`; from there on the tree cannot be what it was, and is not compared."""
        if seq != last + 1:
            self._whole = False
            place = f"leaf {last + 1}" if seq == last + 2 else f"leaves {last + 1} to {seq - 1}"
            yield Difference(leaves.name, place, "Missing.", {"seq": last + 1})

    def _stated(self) -> Iterator[Difference]:
        key: Row = {"id": 1}
        try:
            stated = SqlTree(self._connection).peaks()
        except OpenReproError as error:
            yield Difference(LEDGER, "its one row", error.text, key)
            return
        if stated.size != self._peaks.size:
            says = f"It states {stated.size} leaves, but there are {self._peaks.size}."
            yield Difference(LEDGER, "its one row", says, key)
            return
        for at, (told, found) in enumerate(zip(stated.hashes, self._peaks.hashes, strict=True)):
            if told != found:
                yield Difference(LEDGER, f"peak {at}", f"It is {told.hex()}, but the leaves give {found.hex()}.", key)

    def _beyond(self, size: int) -> Iterator[Difference]:
        held = ledger_nodes.c
        inside = [and_(held.level == level, held.position < size >> level) for level in range(1, size.bit_length())]
        query = select(held.level, held.position).where(~or_(*inside) if inside else held.level >= 0)
        for level, position in self._connection.execute(query).all():
            yield _node(Node(level, position), "It belongs to no leaves.", None)

    def _nodes(self, grown: Mapping[Node, bytes]) -> Iterator[Difference]:
        """The subtrees that the leaves of a page completed, against those on record."""
        held = ledger_nodes.c
        levels: dict[int, list[int]] = {}
        for node in grown:
            levels.setdefault(node.level, []).append(node.position)
        wheres = [
            and_(held.level == level, held.position.between(min(positions), max(positions)))
            for level, positions in levels.items()
        ]
        rows = self._connection.execute(select(ledger_nodes).where(or_(*wheres))) if wheres else ()
        stored = {Node(level, position): hash_ for level, position, hash_ in rows}
        for node, hash_ in grown.items():
            if stored.get(node) != hash_:
                says = "Missing." if node not in stored else f"It is {stored[node].hex()}, not {hash_.hex()}."
                yield _node(node, says, hash_)


def _node(node: Node, text: str, hash_: bytes | None) -> Difference:
    key: Row = {"level": node.level, "position": node.position}
    mended = None if hash_ is None else key | {"hash": hash_}
    return Difference(ledger_nodes.name, f"level {node.level}, position {node.position}", text, key, mended)


def _rows(connection: Connection, table: Table, after: int, upto: int | None) -> dict[int, Row]:
    query = select(table).where(table.c.seq > after)
    found = connection.execute(query if upto is None else query.where(table.c.seq <= upto))
    return {row["seq"]: dict(row) for row in found.mappings()}


def _strays(rows: Mapping[str, Mapping[int, Row]]) -> Iterator[Difference]:
    """Rows that no leaf accounts for."""
    for kind, left in rows.items():
        for seq in left:
            yield Difference(OF_KIND[kind].name, f"leaf {seq}", f"No leaf is that {kind}.", {"seq": seq})


def _leaf(leaf: Leaf, rows: Mapping[str, dict[int, Row]]) -> Iterator[Difference]:
    """One leaf against its name and its row, which is taken out of `rows`."""
    place, key = f"leaf {leaf.seq}", {"seq": leaf.seq}
    row = rows[leaf.kind].pop(leaf.seq, None) if leaf.kind in rows else None
    name = sha256(leaf.data)
    if name != leaf.id:
        yield Difference(leaves.name, place, f"Its body has the hash {name}, but it is named {leaf.id}.", key)
        return
    record = _record(leaf)
    if isinstance(record, str):
        yield Difference(leaves.name, place, record, key)
        return
    table = OF_KIND[leaf.kind].name
    expected = record_row(leaf.seq, record, leaf.id)
    if row is None:
        yield Difference(table, place, "Missing.", key, expected)
        return
    wrong = [column for column, value in expected.items() if row[column] != value]
    if wrong:
        column = wrong[0]
        says = f"{column} is {_shown(row[column])}, but the record says {_shown(expected[column])}."
        flag = {"current": row["current"]} if "current" in row else {}
        yield Difference(table, place, says, key, expected | flag)


def _record(leaf: Leaf) -> Verdict | Act | str:
    """The record that a leaf is; where it is none, a sentence that says so."""
    try:
        value = json.loads(leaf.body)
        record = verdict_from_json(value) if leaf.kind == VERDICT else act_from_json(value)
    except (OpenReproError, ValueError, RecursionError) as error:
        told = error.text if isinstance(error, OpenReproError) else "It is not JSON."
        return f"It is no record of the kind {leaf.kind}: {told}"
    if not _is_canonical(leaf.body, value):
        return "Its body is not canonical JSON."
    return record


def _is_canonical(body: str, value: Any) -> bool:
    """Whether `body` is how `value` is written; the standard library writes nearly every record the same way, and
    faster."""
    quick = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return quick == body or canonical(value) == body.encode()


def _flags(connection: Connection) -> Iterator[Difference]:
    """Verdicts whose flag `current` is not what the column `supersedes` of all verdicts makes it."""
    held = verdicts.c
    superseded = held.id.in_(select(held.supersedes).where(held.supersedes != ""))
    query = select(held.seq, held.current).where(or_(and_(held.current, superseded), and_(~held.current, ~superseded)))
    for seq, current in connection.execute(query.order_by(held.seq)).all():
        says = "It is marked as current, but a later one supersedes it." if current else "Nothing supersedes it."
        yield Difference(verdicts.name, f"leaf {seq}", f"current: {says}", {"seq": seq}, {"current": not current})


def _shown(value: object) -> str:
    return repr(value)[:80]
