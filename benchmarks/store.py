"""Time the store on SQLite and on a PostgreSQL of its own: steps of the schema, inserts, transactions, blobs.

Run `python benchmarks/store.py`. Without PostgreSQL only SQLite is timed.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from openrepro.store.folder_blobs import FolderBlobs
from openrepro.store.store import Store
from openrepro.store.tables import notes
from tests.postgres import OwnServer, binaries

INSERTS = 10_000
TRANSACTIONS = 1_000
BLOBS = 1_000
VALUE = "x" * 100


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        time_store("SQLite", f"sqlite:///{folder}/openrepro.db")
        time_blobs(FolderBlobs(Path(folder) / "blobs"))
    if binaries() is not None:
        with postgresql() as url:
            time_store("PostgreSQL (fsync off)", url)


@contextmanager
def postgresql() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="openrepro-pg-") as folder:
        Path(folder).chmod(0o711)
        server = OwnServer(Path(folder) / "server")
        try:
            yield server.url()
        finally:
            server.stop()


def time_store(name: str, url: str) -> None:
    store = Store.open(url)
    print(f"{name}:")
    told("all steps of the schema", store.migrate, 1)
    told(f"{INSERTS:,} rows in one statement", lambda: insert_many(store), 1)
    told(f"{INSERTS:,} statements in one transaction", lambda: insert_each(store), INSERTS)
    told(f"{TRANSACTIONS:,} writing transactions", lambda: write(store), TRANSACTIONS)
    told(f"{TRANSACTIONS:,} reading transactions", lambda: read(store), TRANSACTIONS)
    store.close()


def told(what: str, work: Callable[[], object], times: int) -> None:
    before = time.perf_counter()
    work()
    took = time.perf_counter() - before
    each = f", {took / times * 1e3:.2f} ms each" if times > 1 else ""
    print(f"  {what}: {took:.2f} s{each}")


def insert_many(store: Store) -> None:
    with store.write() as tx:
        tx.connection.execute(sa.insert(notes), [{"key": f"a{at}", "value": VALUE} for at in range(INSERTS)])


def insert_each(store: Store) -> None:
    with store.write() as tx:
        for at in range(INSERTS):
            tx.connection.execute(sa.insert(notes), {"key": f"b{at}", "value": VALUE})


def write(store: Store) -> None:
    for at in range(TRANSACTIONS):
        with store.write() as tx:
            tx.connection.execute(sa.insert(notes), {"key": f"c{at}", "value": VALUE})


def read(store: Store) -> None:
    for at in range(TRANSACTIONS):
        with store.read() as tx:
            tx.connection.scalar(sa.select(notes.c.value).where(notes.c.key == f"a{at}"))


def time_blobs(blobs: FolderBlobs) -> None:
    print("A folder of blobs:")
    names: list[str] = []
    told(
        f"put {BLOBS:,} of 3 kB",
        lambda: names.extend(blobs.put(b"%d" % at + b"x" * 3000) for at in range(BLOBS)),
        BLOBS,
    )
    told(f"put {BLOBS:,} that are there", lambda: [blobs.put(b"%d" % at + b"x" * 3000) for at in range(BLOBS)], BLOBS)
    told(f"get {BLOBS:,}", lambda: [blobs.get(name) for name in names], BLOBS)


if __name__ == "__main__":
    main()
