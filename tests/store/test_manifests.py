"""Manifests of revisions on both databases: pages of files, and what differs."""

import pytest
import sqlalchemy as sa

from openrepro.store.manifests import FileChange, Totals
from openrepro.store.store import Store
from openrepro.store.tables import revision_files

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
        found = tx.manifests.between("old", "new", limit=3)
    assert (found.added, found.changed, found.removed) == (2, 1, 1)
    assert found.some == (
        FileChange("b.csv", "changed", 10),
        FileChange("gone.txt", "removed", 10),
        FileChange("new/x.json", "added", 10),
    )


def test_nothing_differs_from_itself(filled: Store) -> None:
    with filled.read() as tx:
        found = tx.manifests.between("new", "new")
    assert (found.any, found.some) == (False, ())


def test_files_come_in_pages(filled: Store) -> None:
    with filled.read() as tx:
        assert tx.manifests.totals("new") == Totals(4, 40)
        assert tx.manifests.totals("unknown") == Totals(0, 0)
        parts = [tx.manifests.files("new", skip=skip, limit=3) for skip in (0, 3, 6)]
    assert [[file.path for file in part] for part in parts] == [["a.md", "b.csv", "new/x.json"], ["new/y.json"], []]
