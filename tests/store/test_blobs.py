"""Archived bytes: what holds for a folder and for a bucket alike."""

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from openrepro.entries.ports import Blobs
from openrepro.ids import sha256
from openrepro.store.blob_faults import BlobError
from openrepro.store.blobs import open_blobs
from tests.store import buckets
from tests.store.putting import put_many

SOME = b"some bytes"
LARGE = bytes(range(256)) * 4096


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    with buckets.s3_server() as found:
        yield found


@pytest.fixture
def bucket(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An empty bucket on loopback, which the environment leads to."""
    for name, value in (buckets.KEYS | {"AWS_ENDPOINT_URL": endpoint}).items():
        monkeypatch.setenv(name, value)
    made = f"archive-{os.urandom(4).hex()}"
    client = buckets.client(endpoint)
    client.create_bucket(Bucket=made)
    yield made
    client.close()


@pytest.fixture(params=["folder", "bucket"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "folder":
        return str(tmp_path / "archive")
    return f"s3://{request.getfixturevalue('bucket')}/demo-2026"


@pytest.fixture
def blobs(url: str) -> Blobs:
    return open_blobs(url)


@pytest.mark.parametrize("data", [SOME, b"", b"\r\n\0\xff", LARGE])
def test_bytes_come_back_under_their_hash(blobs: Blobs, data: bytes) -> None:
    name = blobs.put(data)
    assert name == sha256(data)
    assert blobs.has(name)
    assert blobs.get(name) == data


def test_what_is_not_there_is_none(blobs: Blobs) -> None:
    assert blobs.get(sha256(SOME)) is None
    assert not blobs.has(sha256(SOME))
    blobs.delete(sha256(SOME))


@pytest.mark.parametrize("name", ["", "..", "../../../etc/passwd", "x" * 64, "AB" * 32, sha256(SOME)[:-1], "é" * 5000])
def test_what_is_no_name_is_not_there(blobs: Blobs, name: str) -> None:
    assert blobs.get(name) is None
    assert not blobs.has(name)
    blobs.delete(name)


def test_deleted_bytes_are_gone_and_can_be_put_again(blobs: Blobs) -> None:
    name = blobs.put(SOME)
    blobs.delete(name)
    assert blobs.get(name) is None
    assert blobs.put(SOME) == name
    assert blobs.get(name) == SOME


def test_the_archive_is_there_when_it_is_opened_again(url: str) -> None:
    name = open_blobs(url).put(SOME)
    assert open_blobs(url).get(name) == SOME


def test_threads_may_put_the_same_bytes_at_once(blobs: Blobs) -> None:
    ready = threading.Barrier(6)

    def put(_: int) -> str:
        ready.wait()
        return blobs.put(LARGE)

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(put, range(6))) == {sha256(LARGE)}
    assert blobs.get(sha256(LARGE)) == LARGE


def test_processes_may_put_the_same_bytes_at_once(url: str) -> None:
    with get_context("spawn").Pool(2) as pool:
        first, second = pool.map(put_many, [url, url])
    assert first == second
    blobs = open_blobs(url)
    assert [blobs.get(name) for name in first] == [b"%d" % at * 10_000 for at in range(10)]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("ftp://host/path", "Nothing is known that keeps an archive at 'ftp'"),
        ("s3://", "names no bucket"),
        ("s3://key:hunter2@bucket/x", "holds keys"),
    ],
)
def test_an_address_that_names_nothing(url: str, sentence: str) -> None:
    with pytest.raises(BlobError, match=sentence) as told:
        open_blobs(url)
    assert told.value.hint
    assert "hunter2" not in str(told.value)


def test_a_bucket_without_what_speaks_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openrepro.store.blobs.find_spec", lambda _: None)
    with pytest.raises(BlobError, match="what speaks with S3 is not here") as told:
        open_blobs("s3://bucket")
    assert told.value.hint == "pip install 'openrepro[server,s3]'"


def test_damaged_objects_of_a_bucket_are_not_returned(bucket: str, endpoint: str) -> None:
    blobs = open_blobs(f"s3://{bucket}/demo")
    name = blobs.put(SOME)
    client = buckets.client(endpoint)
    key = f"demo/{name[:2]}/{name[2:4]}/{name}"
    client.put_object(Bucket=bucket, Key=key, Body=b"other byte")
    client.close()
    with pytest.raises(BlobError, match=f"archived bytes {name[:12]}… are damaged: s3://{bucket}/{key}"):
        blobs.get(name)


@pytest.mark.parametrize("act", ["put", "get"])
def test_a_bucket_that_is_not_there(bucket: str, act: str) -> None:
    blobs = open_blobs("s3://absent-bucket")
    with pytest.raises(BlobError, match="no bucket 'absent-bucket'"):
        blobs.put(SOME) if act == "put" else blobs.get(sha256(SOME))


def test_an_endpoint_that_is_not_there(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
    blobs = open_blobs(f"s3://{bucket}")
    with pytest.raises(BlobError, match="does not do what it is asked: Could not connect") as told:
        blobs.put(SOME)
    assert told.value.passing


def test_a_bucket_without_keys(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in buckets.KEYS:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    with pytest.raises(BlobError, match="needs keys"):
        open_blobs(f"s3://{bucket}").put(SOME)


def test_an_endpoint_that_breaks_off_for_good_leaves_nothing(
    bucket: str, endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = buckets.Wire(endpoint, cut_after=100_000, cuts=1000)
    monkeypatch.setenv("AWS_ENDPOINT_URL", wire.endpoint)
    with pytest.raises(BlobError, match="does not do what it is asked") as told:
        open_blobs(f"s3://{bucket}").put(LARGE)
    wire.close()
    monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
    assert told.value.passing
    assert not open_blobs(f"s3://{bucket}").has(sha256(LARGE))


def test_an_endpoint_that_breaks_off_once_is_asked_again(
    bucket: str, endpoint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = buckets.Wire(endpoint, cut_after=100_000, cuts=1)
    monkeypatch.setenv("AWS_ENDPOINT_URL", wire.endpoint)
    blobs = open_blobs(f"s3://{bucket}")
    assert blobs.get(blobs.put(LARGE)) == LARGE
    assert wire.cuts == 0
    wire.close()
