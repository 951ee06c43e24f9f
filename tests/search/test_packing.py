import zlib

import pytest

from openrepro.errors import OpenReproError
from openrepro.search.building import build
from openrepro.search.packing import packed, unpacked
from tests.search.documents import DOCUMENTS


def test_an_index_comes_back_as_it_was() -> None:
    index = build(DOCUMENTS, "basis é")
    assert unpacked(packed(index)) == index
    assert unpacked(packed(build((), ""))) == build((), "")


def test_the_same_papers_give_the_same_bytes() -> None:
    assert packed(build(DOCUMENTS, "b")) == packed(build(DOCUMENTS, "b"))


@pytest.mark.parametrize("data", [b"", b"nonsense", zlib.compress(b'{"form": "other"}\n'), zlib.compress(b"[]")])
def test_other_bytes_are_told(data: bytes) -> None:
    with pytest.raises(OpenReproError, match="another form"):
        unpacked(data)


def test_a_cut_index_is_told() -> None:
    whole = zlib.decompress(packed(build(DOCUMENTS, "b")))
    with pytest.raises(OpenReproError, match="damaged"):
        unpacked(zlib.compress(whole[:-1]))
