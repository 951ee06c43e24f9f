"""Manifests of revisions on both databases: pages of files, and what differs."""

import pytest
import sqlalchemy as sa

from openrepro.entries.entry import Revision, RevisionFile
from openrepro.store.manifests import Changes, FileChange
from openrepro.store.store import Store
from openrepro.store.tables import revision_files, teams
from tests.store.test_gallery import NOW, entry

OLD = {"a.md": "1", "b.csv": "2", "gone.txt": "3"}
NEW = {"a.md": "1", "b.csv": "9", "new/x.json": "4", "new/y.json": "5"}


@pytest.fixture
def filled(store: Store) -> Store:
    with store.write() as tx:
        for revision, files in (("old", OLD), ("new", NEW)):
            rows = [{"revision": revision, "path": path, "size": 10, "sha256": sha} for path, sha in files.items()]
            tx.connection.execute(sa.insert(revision_files), rows)
    return store


def test_what_differs_is_counted_and_named_by_path(filled: Store) -> None:
    with filled.read() as tx:
        assert tx.manifests.changes("old", "new") == Changes(added=2, changed=1, removed=1)
        assert tx.manifests.changed_files("old", "new", limit=3) == (
            FileChange("b.csv", "changed", 10),
            FileChange("gone.txt", "removed", 10),
            FileChange("new/x.json", "added", 10),
        )


def test_nothing_differs_from_itself(filled: Store) -> None:
    with filled.read() as tx:
        assert tx.manifests.changes("new", "new") == Changes()
        assert tx.manifests.changed_files("new", "new") == ()


def test_files_come_in_pages(filled: Store) -> None:
    with filled.read() as tx:
        parts = [tx.manifests.files("new", skip=skip, limit=3) for skip in (0, 3, 6)]
    assert [[file.path for file in part] for part in parts] == [["a.md", "b.csv", "new/x.json"], ["new/y.json"], []]


def test_revisions_come_newest_first_with_what_they_hold(store: Store) -> None:
    with store.write() as tx:
        tx.connection.execute(sa.insert(teams).values(id="t1", name="t1", created_at=NOW))
        tx.entries.add(entry("e1"))
        for name in ("r1", "r2", "r3"):
            files = tuple(RevisionFile(f"{at}.md", 10, f"{name}{at}") for at in range(3))
            tx.entries.add_revision(Revision("e1", name, NOW, files=files))
        found = tx.manifests.newest("e1", limit=2)
        assert [(one.revision, one.files, one.bytes) for one in found] == [("r3", 3, 30), ("r2", 3, 30)]
        assert [one.revision for one in tx.manifests.newest("e1", before=found[-1].seq)] == ["r1"]
        assert tx.manifests.revision("e1", "r2") == found[1]
        assert tx.manifests.revision("e1", "r9") is None
        assert tx.manifests.newest("e2") == ()
