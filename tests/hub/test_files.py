import hashlib

import pytest

from openrepro.hub.client import Hub
from openrepro.hub.fetching import FetchError
from openrepro.hub.files import Files
from openrepro.hub.rows import RemoteFile
from tests.hub.imitation import FakeSpace, Imitation, Reply, always, json_reply

SHA = "a" * 40
PAGES = {"README.md": b"# One\n", "pages/index.md": b"text\n", "empty.txt": b"", "pages/x y#?.md": b"odd\n"}


@pytest.fixture
def space(imitation: Imitation) -> FakeSpace:
    made = FakeSpace("ada/x", sha=SHA, files=dict(PAGES))
    imitation.add(made)
    return made


@pytest.fixture
def files(hub: Hub) -> Files:
    return Files(hub, ("localhost",))


def test_all_files_of_a_commit_are_read(space: FakeSpace, files: Files) -> None:
    tree = files.tree(space.id, SHA, 10)
    assert {file.path: files.content(space.id, SHA, file) for file in tree} == PAGES


def test_folders_are_no_files(imitation: Imitation, files: Files) -> None:
    imitation.rules.append(
        always("/tree/", json_reply([{"type": "directory", "path": "pages", "oid": "x", "size": 0}]))
    )
    assert files.tree("ada/x", SHA, 10) == ()


def test_a_long_list_of_files_is_read_page_by_page(imitation: Imitation, space: FakeSpace, files: Files) -> None:
    row = {"type": "file", "size": 1, "oid": SHA}
    second = json_reply([{**row, "path": "b"}])
    link = {"Link": f'<{imitation.url}/api/spaces/ada/x/tree/{SHA}?page=2>; rel="next"'}
    imitation.rules += [always("page=2", second), always("/tree/", json_reply([{**row, "path": "a"}], headers=link))]
    assert [file.path for file in files.tree("ada/x", SHA, 10)] == ["a", "b"]


def test_a_file_in_large_storage_comes_from_a_host_of_the_setting(
    imitation: Imitation, space: FakeSpace, files: Files, hub: Hub
) -> None:
    space.files["big.bin"] = b"0" * 1000
    space.large.add("big.bin")
    big = next(file for file in files.tree(space.id, SHA, 10) if file.path == "big.bin")
    assert big.sha256 == hashlib.sha256(b"0" * 1000).hexdigest()
    assert files.content(space.id, SHA, big) == b"0" * 1000
    with pytest.raises(FetchError, match=r"sends us to 'localhost' for 'big.bin'; not followed") as told:
        Files(hub, (".hf.co",)).content(space.id, SHA, big)
    assert "OPENREPRO_HUB_FILE_HOSTS" in told.value.hint


def test_a_host_below_one_of_the_setting_is_known_and_one_that_ends_alike_is_not(hub: Hub) -> None:
    files = Files(hub, (".hf.co",))
    assert files._allowed("https://cas-bridge.xethub.hf.co/x")
    assert not files._allowed("https://evilhf.co/x")
    assert not files._allowed("ftp://cdn.hf.co/x")
    assert not files._allowed("https://cdn.hf.co.evil.example/x")


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([{"type": "file", "path": "../x", "size": 1, "oid": SHA}], "a path that no file may have"),
        ([{"type": "file", "path": "/etc/passwd", "size": 1, "oid": SHA}], "a path that no file may have"),
        ([{"type": "file", "path": "a//b", "size": 1, "oid": SHA}], "a path that no file may have"),
        ([{"type": "file", "path": "a\\..\\b", "size": 1, "oid": SHA}], "a path that no file may have"),
        ([{"type": "file", "path": "a\n", "size": 1, "oid": SHA}], "a path that no file may have"),
        ([{"type": "file", "path": "\ud800", "size": 1, "oid": SHA}], "a path that no file may have"),
        ([{"type": "file", "path": 7, "size": 1, "oid": SHA}], "no usable path and size"),
        ([{"type": "file", "path": "a", "size": -1, "oid": SHA}], "no usable path and size"),
        ([{"type": "file", "path": "a", "size": True, "oid": SHA}], "no usable path and size"),
        ([{"type": "file", "path": "a", "size": 1, "oid": "main"}], "names no digest"),
        ([{"type": "file", "path": "a", "size": 1, "oid": SHA, "lfs": {"size": 3}}], "names no digest"),
        ([{"type": "link", "path": "a"}], "neither a file nor a folder"),
        (["x"], "neither a file nor a folder"),
        ([{"type": "file", "path": "a", "size": 1, "oid": SHA}] * 2, "names 'a' twice"),
        ([{"type": "file", "path": f"{at}", "size": 1, "oid": SHA} for at in range(11)], "more than 10 files"),
        ({"error": "no"}, "is not a list"),
    ],
)
def test_a_list_of_files_that_lies_is_one_sentence(
    imitation: Imitation, files: Files, rows: object, sentence: str
) -> None:
    imitation.rules.append(always("/tree/", json_reply(rows)))
    with pytest.raises(FetchError, match=sentence):
        files.tree("ada/x", SHA, 10)


def test_a_list_of_files_in_circles_ends(imitation: Imitation, files: Files) -> None:
    link = {"Link": f'<{imitation.url}/api/spaces/ada/x/tree/{SHA}?recursive=true>; rel="next"'}
    imitation.rules.append(always("/tree/", json_reply([], headers=link)))
    with pytest.raises(FetchError, match="in circles"):
        files.tree("ada/x", SHA, 10)


def test_a_commit_that_is_not_there_is_one_sentence(space: FakeSpace, files: Files) -> None:
    with pytest.raises(FetchError, match="status 404"):
        files.tree(space.id, "b" * 40, 10)
    with pytest.raises(FetchError, match="'x' could not be fetched: status 404"):
        files.content(space.id, SHA, RemoteFile("x", 1, blob=SHA))


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "as a pointer"),
        (b"# Two\n", "other bytes"),
        (b"# One\n more", "other bytes"),
        (b"x" * 70_000, "sent more than 65,536 bytes"),
    ],
)
def test_other_bytes_than_listed_are_not_taken(
    imitation: Imitation, space: FakeSpace, files: Files, body: bytes, sentence: str
) -> None:
    readme = files.tree(space.id, SHA, 10)[0]
    imitation.rules.append(always("/resolve/", Reply(200, body)))
    with pytest.raises(FetchError, match=sentence):
        files.content(space.id, SHA, readme)


def test_being_sent_on_for_ever_ends(imitation: Imitation, space: FakeSpace, files: Files) -> None:
    readme = files.tree(space.id, SHA, 10)[0]
    imitation.rules.append(always("/resolve/", Reply(302, headers={"Location": "/spaces/a/resolve/b/c"})))
    with pytest.raises(FetchError, match="more than 3 times"):
        files.content(space.id, SHA, readme)
    assert imitation.count("/resolve/") == 4
