"""Archived bytes in a bucket of S3 or of what speaks like it: one object each, named by its content."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError  # type: ignore[import-untyped]
from s3fs import S3FileSystem  # type: ignore[import-untyped]

from openrepro.ids import sha256
from openrepro.store.blob_faults import BlobError, checked, is_name

# What fails is tried three times by the client below, which waits at most about a minute and a half in all; s3fs need
# not try again on top of that.
_PATIENCE: Final = {"connect_timeout": 5, "read_timeout": 30, "retries": {"mode": "standard", "total_max_attempts": 3}}
_RETRIES: Final = 1
_PUT_AT_ONCE: Final = 2**30
_GONE: Final = ("NoSuchKey", "404")


class S3Blobs:
    """Bytes named by their SHA-256, as objects `prefix/ab/cd/abcd…`. Safe for threads and processes."""

    def __init__(self, bucket: str, prefix: str = "") -> None:
        self._bucket = bucket
        self._root = "/".join(part for part in (bucket, prefix.strip("/")) if part)
        self._files = S3FileSystem(config_kwargs=_PATIENCE, use_listings_cache=False, skip_instance_cache=True)
        self._files.retries = _RETRIES

    def put(self, data: bytes) -> str:
        """Keep `data` and give its name; the same bytes twice are kept once."""
        name = sha256(data)
        with self._told():
            if self._size(name) != len(data):
                self._files.pipe_file(self._path(name), data, chunksize=_PUT_AT_ONCE)
        return name

    def get(self, name: str) -> bytes | None:
        """The bytes of that name; None when they are not there. Raises BlobError when they were changed."""
        if not is_name(name):
            return None
        with self._told():
            try:
                data: bytes = self._files.cat_file(self._path(name), max_concurrency=1)
            except FileNotFoundError as error:
                if _code(error) not in _GONE:
                    raise
                return None
        return checked(data, name, f"s3://{self._path(name)}")

    def has(self, name: str) -> bool:
        with self._told():
            return is_name(name) and self._size(name) is not None

    def delete(self, name: str) -> None:
        """Forget the bytes; nothing happens when they are not there."""
        if is_name(name):
            with self._told():
                self._files.rm_file(self._path(name))

    def _size(self, name: str) -> int | None:
        try:
            return int(self._files.info(self._path(name))["size"])
        except FileNotFoundError:
            return None

    def _path(self, name: str) -> str:
        return f"{self._root}/{name[:2]}/{name[2:4]}/{name}"

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (OSError, BotoCoreError, ClientError) as error:
            raise self._error(error) from error

    def _error(self, error: Exception) -> BlobError:
        where = f"The archive s3://{self._root}"
        if isinstance(error, NoCredentialsError):
            hint = "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
            return BlobError(f"{where} needs keys, and none are set.", hint=hint)
        if isinstance(error, PermissionError):
            return BlobError(f"{where} does not let these keys in.", hint="Look at the keys and what they may do.")
        if isinstance(error, FileNotFoundError):
            hint = "Make it, or correct OPENREPRO_BLOB_URL and AWS_ENDPOINT_URL."
            return BlobError(f"There is no bucket {self._bucket!r} for the archive.", hint=hint)
        told = " ".join(str(error).split())[:200] or type(error).__name__
        hint = "Nothing was kept. Is it running, and is AWS_ENDPOINT_URL right?"
        return BlobError(f"{where} does not do what it is asked: {told}.", hint=hint, passing=True)


def _code(error: Exception) -> str:
    """S3's own code of what went wrong; empty when it said none."""
    response: Any = getattr(error.__cause__, "response", {})
    return str(response.get("Error", {}).get("Code", ""))
