"""Archives become files, or a sentence."""

import bz2
import gzip
import io
import os
import shutil
import subprocess
import tarfile
import time
import tracemalloc
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path

import pytest

from openrepro.entries.members import USUAL, Source
from openrepro.entries.upload import Limits, UploadError, unpack
from tests.entries.archives import SMALL, files_of, folder_of, linked_zip, patched, special, tarred, zipped

BOOK = files_of("amber/demo-hedge")
MANY = zipped({f"f/{number}.md": b"" for number in range(100_000)}, method=zipfile.ZIP_STORED)
TINY = Limits(archive=200_000, total=50_000, file=20_000, files=10, members=30, slack=20_000)


def contents(archive: Source | bytes) -> dict[str, bytes]:
    with unpack(archive) as unpacked:
        return dict(unpacked)


def refusal(archive: bytes, limits: Limits = USUAL) -> str:
    with pytest.raises(UploadError) as caught:
        unpack(archive, limits)
    assert caught.value.text.endswith(".")
    assert len(caught.value.text) < 400
    return caught.value.text


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT])
@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_a_tar_of_a_logbook_becomes_its_files(mode: str, form: int) -> None:
    assert contents(tarred(BOOK, mode=mode, form=form)) == BOOK


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_zip_of_a_logbook_becomes_its_files(method: int) -> None:
    with unpack(zipped(BOOK, method=method)) as unpacked:
        assert dict(unpacked) == BOOK
        assert set(BOOK) <= set(unpacked)
        assert max(BOOK) in unpacked
        assert "elsewhere.md" not in unpacked
        assert [file.path for file in unpacked.manifest] == sorted(BOOK)
        assert unpacked.notes == ()


@pytest.mark.skipif(shutil.which("tar") is None, reason="there is no tar program")
def test_what_the_tar_program_packs_is_taken(tmp_path: Path) -> None:
    folder_of(tmp_path / "book", BOOK | {"pages/" + "long-" * 40 + ".md": b"# Long\n"})
    done = subprocess.run(["tar", "-C", tmp_path, "-czf", "-", "./book"], capture_output=True, check=True)
    assert sorted(contents(done.stdout)) == sorted([*BOOK, "pages/" + "long-" * 40 + ".md"])


def test_a_file_that_is_open_is_read_as_bytes_are(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped(BOOK))
    with (tmp_path / "a.zip").open("rb") as source:
        assert contents(source) == BOOK


def test_one_folder_around_everything_is_taken_away() -> None:
    assert contents(zipped({f"my-book/{name}": data for name, data in BOOK.items()})) == BOOK


@pytest.mark.parametrize("top", [".trackio", "pages"])
def test_a_folder_that_means_something_stays(top: str) -> None:
    assert list(contents(zipped({f"{top}/x.md": b"x"}))) == [f"{top}/x.md"]


def test_what_is_no_part_of_a_logbook_is_left_out_and_said() -> None:
    junk = {".git/config": b"x", ".git/HEAD": b"x", ".venv/bin/activate": b"x", "__MACOSX/._README.md": b"x"}
    with unpack(zipped({**BOOK, **junk, "pages/.DS_Store": b"x"})) as unpacked:
        assert dict(unpacked) == BOOK
        (note,) = unpacked.notes
    assert "'.git' (2)" in note
    assert "'.venv' (1)" in note


def test_links_within_what_is_left_out_do_no_harm() -> None:
    link = special(".venv/bin/python", tarfile.SYMTYPE, "/usr/bin/python3")
    assert contents(tarred(BOOK, link)) == BOOK


def test_archives_within_the_archive_stay_packed() -> None:
    bomb = zipped({"zeros": bytes(10_000_000)})
    assert contents(zipped({**SMALL, "inner.zip": bomb}))["inner.zip"] == bomb


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("../outside.md", "leads out of the folder"),
        ("pages/../../outside.md", "leads out of the folder"),
        ("/etc/passwd", "begins at the root"),
        ("C:/windows/x.md", "begins at the root"),
        ("pages\\x.md", "backslash"),
        ("pages/a\nb.md", "control or hidden"),
        ("pages/a\tb.md", "control or hidden"),
        ("pages/\x1b[2Jb.md", "control or hidden"),
        ("pages/\u202egpj.md", "control or hidden"),
        ("a" * 5000, "a name of 5,000 characters"),
        ("b" * 256, "more than 255 bytes"),
        ("d/" * 25 + "x.md", "25 folders deep"),
    ],
)
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_names_that_could_do_harm_are_refused(pack: object, name: str, told: str) -> None:
    assert callable(pack)
    assert told in refusal(pack({**SMALL, name: b"x"}))


def test_a_name_with_a_nul_is_refused() -> None:
    archive = zipped({**SMALL, "pages/aXb.md": b"x"}).replace(b"pages/aXb.md", b"pages/a\0b.md")
    assert "control or hidden" in refusal(archive)


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        ("pages/a.md", "pages/A.md", "capital letters"),
        ("pages/a.md", "Pages/b.md", "capital letters"),
        ("pages/\u00e9.md", "pages/e\u0301.md", "Unicode"),
        ("pages/x", "pages/x/y.md", "both a file and a folder"),
        ("pages/x/y.md", "pages/x", "both a file and a folder"),
        ("pages/a.md", "pages/./a.md", "there twice"),
    ],
)
def test_names_that_are_one_on_some_machine_are_refused(one: str, other: str, told: str) -> None:
    assert told in refusal(zipped({one: b"1", other: b"2"}))


def test_the_same_name_twice_is_refused() -> None:
    archive = zipped([*SMALL.items(), ("READYY.md", b"another")]).replace(b"READYY.md", b"README.md")
    assert "there twice" in refusal(archive)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (tarfile.SYMTYPE, "is a link"),
        (tarfile.LNKTYPE, "is a link"),
        (tarfile.CHRTYPE, "is a device"),
        (tarfile.FIFOTYPE, "is a device, pipe"),
        (b"Z", "not taken here"),
    ],
)
def test_what_is_neither_file_nor_folder_is_refused(kind: bytes, told: str) -> None:
    assert told in refusal(tarred(SMALL, special("pages/x.md", kind, "/etc/passwd")))


def test_links_in_a_zip_are_refused() -> None:
    assert "is a link" in refusal(linked_zip("pages", "/etc"))


def test_sparse_files_are_refused() -> None:
    info = tarfile.TarInfo("x.md")
    info.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0"}
    assert "sparse" in refusal(tarred(SMALL, info))


def test_too_many_files_are_refused_before_they_are_read() -> None:
    begin = time.perf_counter()
    assert "at least 65,535 files" in refusal(MANY)
    assert time.perf_counter() - begin < 1
    some = tarred({f".git/{number}": b"" for number in range(31)})
    assert "31 files" in refusal(some, TINY)
    assert "more than 10 files" in refusal(zipped({f"{number}.md": b"" for number in range(11)}), TINY)


def test_a_zip_cannot_lie_about_how_many_files_it_lists() -> None:
    archive = zipped({f"{number}.md": b"" for number in range(40)})
    end = archive.rfind(b"PK\x05\x06")
    few = patched(archive, (end + 8, "<H", 3), (end + 10, "<H", 3))
    assert "damaged" in refusal(few, TINY)


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_bombs_are_refused_within_bounded_time_and_memory(pack: object) -> None:
    assert callable(pack)
    bomb = pack({f"zeros-{number}": bytes(30_000_000) for number in range(5)})
    tracemalloc.start()
    begin = time.perf_counter()
    assert "far more than its own size" in refusal(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert time.perf_counter() - begin < 5
    assert peak < 30_000_000


def test_a_gzip_that_never_ends_is_refused() -> None:
    engine = zlib.compressobj(9, wbits=31)
    zeros = bytes(1_000_000)
    bomb = b"".join(engine.compress(zeros) for _ in range(100)) + engine.flush()
    assert "unpacks to more than" in refusal(bomb)
    tar = tarred(SMALL, mode="w") + bytes(100_000_000)
    assert "unpacks to more than" in refusal(gzip.compress(tar))


def test_sizes_are_bounded() -> None:
    assert "at most" in refusal(os.urandom(200_001), TINY)
    assert "larger than" in refusal(zipped({"x.bin": bytes(20_001)}), TINY)
    assert "unpacks to more than" in refusal(zipped({f"{n}.bin": os.urandom(15_000) for n in range(4)}), TINY)


def test_honest_repetition_is_taken() -> None:
    log = b"".join(b"step %d loss 0.5\n" % number for number in range(50_000))
    assert contents(zipped({**SMALL, "run.log": log}))["run.log"] == log


def test_overlapping_members_are_refused() -> None:
    """Two listed files that share their packed bytes: how a small archive is made to unpack to terabytes."""
    archive = zipped([("a.md", b"x" * 5000), ("b.md", b"y" * 5000)])
    second = archive.rfind(b"PK\x01\x02")
    assert "overlap" in refusal(patched(archive, (second + 42, "<L", 1)))
    assert "damaged" in refusal(patched(archive, (second + 42, "<L", 57)))
    first = patched(archive.replace(b"b.md", b"a.md"), (second + 42, "<L", 0))
    assert "overlap" in refusal(first)


def test_zip_fields_that_disagree_are_refused() -> None:
    archive = zipped(SMALL)
    last = archive.rfind(b"PK\x01\x02")
    assert "encrypted" in refusal(patched(archive, (last + 8, "<H", 1)))
    assert "not taken here" in refusal(patched(archive, (last + 10, "<H", 14)))
    assert "bytes it should have" in refusal(patched(archive, (last + 16, "<L", 7)))
    assert "more than it says" in refusal(patched(archive, (last + 24, "<L", 1)))
    assert "zip64" in refusal(patched(archive, (last + 24, "<L", 0xFFFFFFFF)))
    assert "overlap" in refusal(patched(archive, (last + 20, "<L", 100_000)))
    renamed = archive.replace(b"README.md", b"OTHERS.md", 1)
    assert "two names" in refusal(renamed)


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_an_archive_cut_anywhere_is_refused(pack: object) -> None:
    assert callable(pack)
    whole = pack(BOOK)
    for end in range(0, len(whole) - 1, max(1, len(whole) // 60)):
        refusal(whole[:end])


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_no_damage_ends_otherwise_than_in_files_or_a_sentence(pack: object) -> None:
    assert callable(pack)
    whole = bytearray(pack(SMALL))
    for at in range(len(whole)):
        for value in (0, 0xFF, whole[at] ^ 1):
            kept, whole[at] = whole[at], value
            with suppress(UploadError):
                contents(bytes(whole))
            whole[at] = kept


def test_headers_of_a_plain_tar_may_be_damaged_too() -> None:
    whole = bytearray(tarred({"a": b"x"}, mode="w", form=tarfile.GNU_FORMAT))
    for at in range(512):
        kept, whole[at] = whole[at], whole[at] ^ 0x55
        refusal(bytes(whole))
        whole[at] = kept


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is empty"),
        (b"hello", "neither .zip nor .tar"),
        (bz2.compress(b"x" * 100), "neither .zip nor .tar"),
        (zipped({}), "no files"),
        (zipped({".git/config": b"x"}), "no files"),
        (gzip.compress(b"", mtime=0), "damaged"),
        (gzip.compress(bytes(1024), mtime=0), "no files"),
        (b"PK\x03\x04" + bytes(100), "damaged"),
    ],
)
def test_what_is_no_archive_of_files_is_refused(data: bytes, told: str) -> None:
    assert told in refusal(data)


def test_names_of_old_windows_programs_are_read() -> None:
    archive = zipped({"pages/aXb.md": b"x"}).replace(b"aXb", b"a\x81b")
    assert list(contents(archive)) == ["pages/a\u00fcb.md"]


def test_a_name_in_no_encoding_is_refused() -> None:
    assert "not UTF-8" in refusal(tarred({"pages/a\udcffb.md": b"x"}, form=tarfile.GNU_FORMAT))


def test_an_endless_note_in_a_tar_is_refused() -> None:
    info = tarfile.TarInfo("x" * 70_000)
    assert "name or note" in refusal(tarred(SMALL, info, form=tarfile.GNU_FORMAT))


def test_a_large_upload_is_not_held_in_memory() -> None:
    archive = io.BytesIO(zipped({f"{n}.bin": os.urandom(10_000_000) for n in range(4)}, method=zipfile.ZIP_STORED))
    tracemalloc.start()
    unpacked = unpack(archive)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000
    assert len(unpacked["2.bin"]) == 10_000_000
    unpacked.close()
