"""Archived bytes in a folder: where they lie, damage, and disks that are full."""

import os
import time
from multiprocessing import get_context
from pathlib import Path

import pytest

from openrepro.ids import sha256
from openrepro.store.blob_faults import BlobError, DamagedError
from openrepro.store.folder_blobs import UNFINISHED, FolderBlobs
from tests.store.putting import put_limited

SOME = b"some bytes"
NAME = sha256(SOME)


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_file_is_named_by_its_content_and_kept_once(tmp_path: Path) -> None:
    blobs = FolderBlobs(tmp_path / "deep" / "archive")
    blobs.put(SOME)
    path = tmp_path / "deep" / "archive" / NAME[:2] / NAME[2:4] / NAME
    before = path.stat().st_ino
    blobs.put(SOME)
    assert files(tmp_path / "deep" / "archive") == [f"{NAME[:2]}/{NAME[2:4]}/{NAME}"]
    assert path.stat().st_ino == before


@pytest.mark.parametrize("damage", [b"some bytez", b"some", b""])
def test_damaged_bytes_are_not_returned_and_are_replaced_when_handed_in_again(tmp_path: Path, damage: bytes) -> None:
    blobs = FolderBlobs(tmp_path)
    blobs.put(SOME)
    path = tmp_path / NAME[:2] / NAME[2:4] / NAME
    path.write_bytes(damage)
    with pytest.raises(BlobError, match=f"archived bytes {NAME[:12]}… are damaged: {path}"):
        blobs.get(NAME)
    blobs.put(SOME)
    assert blobs.get(NAME) == SOME


def test_an_archive_that_was_moved_away_meanwhile_is_made_again(tmp_path: Path) -> None:
    blobs = FolderBlobs(tmp_path / "archive")
    (tmp_path / "archive").rename(tmp_path / "elsewhere")
    assert blobs.get(blobs.put(SOME)) == SOME


def test_a_file_that_cannot_be_read_is_told_from_an_archive_that_cannot(tmp_path: Path) -> None:
    blobs = FolderBlobs(tmp_path)
    (tmp_path / NAME[:2] / NAME[2:4] / NAME).mkdir(parents=True)
    with pytest.raises(DamagedError, match=f"{NAME} cannot be read: Is a directory"):
        blobs.get(NAME)


def test_a_write_that_stops_half_way_leaves_nothing(tmp_path: Path) -> None:
    with get_context("spawn").Pool(1) as pool:
        assert pool.apply(put_limited, (tmp_path,)) == (
            f"The disk that holds the archive ({tmp_path}) takes no file of this size."
        )
    assert files(tmp_path) == []


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    blobs = FolderBlobs(tmp_path)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BlobError, match=r"The disk that holds the archive \(.*\) is full") as told:
        blobs.put(SOME)
    assert told.value.hint == "Make room on it. Nothing was kept."
    assert files(tmp_path) == []


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "archive").write_text("")
    with pytest.raises(BlobError, match="is not a folder"):
        FolderBlobs(tmp_path / "archive")


def test_what_a_killed_process_left_is_removed_after_a_day(tmp_path: Path) -> None:
    FolderBlobs(tmp_path).put(SOME)
    old, new = tmp_path / UNFINISHED / "old", tmp_path / UNFINISHED / "new"
    old.write_bytes(b"x")
    new.write_bytes(b"x")
    yesterday = time.time() - 100_000
    os.utime(old, (yesterday, yesterday))
    FolderBlobs(tmp_path)
    assert not old.exists()
    assert new.exists()
