"""Files become blobs, a revision, and what they say of themselves."""

from pathlib import Path

import pytest

from openrepro.challenge.rules import Rules
from openrepro.entries.archiving import archive
from openrepro.entries.members import Limits, UploadError
from openrepro.entries.upload import unpack
from openrepro.logbooks.trackio import parse
from tests.entries.archives import SMALL, files_of, zipped
from tests.entries.scene import EXAMPLE, MemoryBlobs

BOOK = files_of("amber/demo-hedge")


def test_the_revision_is_the_one_that_the_judge_will_find() -> None:
    blobs = MemoryBlobs()
    archived = archive(BOOK, blobs, EXAMPLE.rules)
    book = parse(BOOK, name="")
    assert archived.revision == book.revision
    assert archived.title == book.title
    assert archived.named[0] == "demo-hedge"
    assert not archived.cited
    assert {file.path: blobs.get(file.sha256) for file in archived.files} == BOOK


def test_an_upload_is_archived_as_its_files_are() -> None:
    with unpack(zipped(BOOK)) as unpacked:
        assert archive(unpacked, MemoryBlobs(), EXAMPLE.rules).files == unpacked.manifest


def test_declared_names_go_before_those_that_the_text_cites() -> None:
    cited = {"README.md": b"# Book\n\nPaper ID: abc123XYZ9\n"}
    assert archive(cited, MemoryBlobs(), Rules()).cited
    tagged = {"README.md": b"---\ntags:\n- paper-demo9\n- demo2026-repro\n---\n# Book\n\nPaper ID: abc123XYZ9\n"}
    archived = archive(tagged, MemoryBlobs(), Rules())
    assert archived.named == ("demo9",)
    assert not archived.cited


def test_the_licence_stands_in_the_highest_readme() -> None:
    files = {"a/README.md": b"---\nlicense: mit\n---\n", "README.md": b"---\nlicense: cc0-1.0\n---\n# Book\n"}
    assert archive(files, MemoryBlobs(), Rules()).licence == "cc0-1.0"


def test_titles_and_names_are_bounded_and_have_nothing_hidden_in_them() -> None:
    title = "\u202e" + "x" * 5000
    files = {
        "README.md": f"---\ntitle: {title}\ntags: [{', '.join('paper-p' + 'q' * n for n in range(30))}]\n---\n".encode()
    }
    archived = archive(files, MemoryBlobs(), Rules())
    assert len(archived.title) <= 300
    assert "\u202e" not in archived.title
    assert len(archived.named) <= 20


@pytest.mark.parametrize("path", ["../x.md", "/x.md", "a//b.md", "./x.md", "a\\b.md", "x/"])
def test_paths_that_are_not_plain_are_refused_and_nothing_is_kept(path: str) -> None:
    blobs = MemoryBlobs()
    with pytest.raises(UploadError):
        archive({**SMALL, path: b"x"}, blobs, Rules())
    assert blobs.held == {}


def test_sizes_are_bounded() -> None:
    with pytest.raises(UploadError, match="at most 1 are taken"):
        archive(SMALL, MemoryBlobs(), Rules(), limits=Limits(files=1))
    with pytest.raises(UploadError, match="larger than"):
        archive(SMALL, MemoryBlobs(), Rules(), limits=Limits(file=3))
    with pytest.raises(UploadError, match="no files"):
        archive({}, MemoryBlobs(), Rules())


def test_real_logbooks_are_archived(shared_data: Path) -> None:
    folder = next(iter(sorted((shared_data / "logbooks" / "trackio").iterdir())))
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    archived = archive(files, MemoryBlobs(), Rules())
    assert archived.revision == parse(files, name="").revision
    assert archived.named
