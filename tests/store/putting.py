"""What other processes do in tests of the archive; light to import."""

import resource
from pathlib import Path

from openrepro.store.blob_faults import BlobError
from openrepro.store.blobs import open_blobs
from openrepro.store.folder_blobs import FolderBlobs


def put_many(url: str) -> list[str]:
    blobs = open_blobs(url)
    return [blobs.put(b"%d" % at * 10_000) for at in range(10)]


def put_limited(folder: Path) -> str:
    """Put more than this process may write to one file: it stops half-way, as on a full disk."""
    blobs = FolderBlobs(folder)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
    try:
        return blobs.put(b"x" * 1_000_000)
    except BlobError as fault:
        return fault.text
