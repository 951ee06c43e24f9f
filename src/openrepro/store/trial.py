"""Whether a challenge can keep anything at all: tried by keeping something, since only that shows a full disk."""

import secrets
from typing import Final

from openrepro.entries.ports import Blobs
from openrepro.store.blob_faults import BlobError
from openrepro.store.statements import upsert
from openrepro.store.store import Store
from openrepro.store.tables import notes

TRIED: Final = "tried"


def try_to_write(store: Store, now: str) -> None:
    """Write a note of the instant, for good. Raises StoreError where that is not possible."""
    changed = f"{now} {secrets.token_hex(4)}"  # SQLite writes nothing where nothing changes
    with store.write() as tx:
        upsert(tx.connection, notes, [{"key": TRIED, "value": changed}])


def try_to_keep(blobs: Blobs, data: bytes) -> None:
    """Keep `data`, read it and forget it. Raises BlobError where that is not possible.

    What another process may try at the same time must be something else.
    """
    name = blobs.put(data)
    if blobs.get(name) != data:
        raise BlobError("The archive does not give back what was put there.")
    blobs.delete(name)
