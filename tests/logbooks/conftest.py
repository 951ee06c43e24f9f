"""What must hold for every logbook, as a fixture."""

from collections.abc import Callable

import pytest

from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.scan import readable


def _check(logbook: Logbook) -> None:
    """Cells tile their pages, blocks stand at their bytes, ids are unique, problems point at what exists."""
    ids = [cell.id for page in logbook.pages for cell in page.cells if cell.id is not None]
    assert len(ids) == len(set(ids))
    for page in logbook.pages:
        data, place = readable(logbook.files[page.file]), 0
        for cell in page.cells:
            assert cell.at.start == place < cell.at.end
            place = cell.at.end
            last = cell.at.start
            for block in cell.blocks:
                assert last <= block.at.start <= block.at.end <= cell.at.end
                assert block.text.encode("utf-8", "surrogateescape") == data[block.at.start : block.at.end]
                last = block.at.end
        assert place == len(data)
    for item in logbook.problems:
        assert all(logbook.read(at) is not None for at in item.at)


@pytest.fixture(scope="session")
def check() -> Callable[[Logbook], None]:
    return _check
