"""Where archived bytes are kept: a folder, or a bucket by its URL."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from openrepro.entries.ports import Blobs
from openrepro.store.blob_faults import BlobError
from openrepro.store.folder_blobs import FolderBlobs

INSTALL: Final = "pip install 'openrepro[server,s3]'"
"""What brings the client of S3."""

_KINDS = "Use the path of a folder, or s3://bucket/prefix (OPENREPRO_BLOB_URL)."


def open_blobs(url: str) -> Blobs:
    """The archive at `url`: a folder (`/path`, `file:///path`), or `s3://bucket/prefix`.

    Keys and endpoint of S3 come from the environment, as all its tools take them (`AWS_ACCESS_KEY_ID`,
    `AWS_ENDPOINT_URL`, …). Raises BlobError when the URL names nothing that is known, or the folder cannot be made.
    """
    folder = folder_of(url)
    if folder is not None:
        return FolderBlobs(folder)
    scheme, _, rest = url.partition("://")
    if scheme != "s3":
        raise BlobError(f"Nothing is known that keeps an archive at {scheme[:40]!r}.", hint=_KINDS)
    return _bucket(rest)


def folder_of(url: str) -> Path | None:
    """The folder that is the archive at `url`; None when it is elsewhere."""
    scheme, found, _ = url.partition("://")
    if not found:
        return Path(url)
    return Path(unquote(urlsplit(url).path)) if scheme == "file" else None


def _bucket(path: str) -> Blobs:
    bucket, _, prefix = path.partition("/")
    if "@" in bucket:
        hint = "Give the keys as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead."
        raise BlobError("The address of the archive holds keys; they would be shown in messages.", hint=hint)
    if not bucket:
        raise BlobError("The address of the archive names no bucket.", hint=_KINDS)
    if find_spec("s3fs") is None:
        raise BlobError("The archive is on S3, and what speaks with S3 is not here.", hint=INSTALL)
    from openrepro.store.s3_blobs import S3Blobs

    return S3Blobs(bucket, prefix)
