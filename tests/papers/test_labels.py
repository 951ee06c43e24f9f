"""Parts are looked up by what people call them."""

import pytest

from openrepro.papers.labels import places_named
from tests.papers.texts import part, text_of

TEXT = text_of(
    """# T

## 4. Speed

**Table 3.** Caption.

| a | b |
| --- | --- |
| 1 | 2 |

**Lemma 2.1.** A lemma.

| c | d |
| --- | --- |
| 3 | 4 |

x = y (7)

## Appendix A: more

Words.
"""
)


@pytest.mark.parametrize(
    ("said", "begins"),
    [
        ("Table 3", ["Table 3. Caption. a b 1 2"]),
        ("Tab. 3", ["Table 3. Caption. a b 1 2"]),
        ("Lemma 2.1", ["Lemma 2.1. A lemma."]),
        ("Eq. (7)", ["x = y (7)"]),
        ("Equation 7", ["x = y (7)"]),
        ("§4", ["4. Speed"]),
        ("Sec. 4", ["4. Speed"]),
        ("Appendix A", ["Appendix A: more"]),
        ("Lemma 2.1 and Table 3", ["Lemma 2.1.", "Table 3."]),
        ("Section 4, table", ["a b 1 2", "c d 3 4", "4. Speed"]),
        ("Table 4", []),
        ("Section 9", []),
        ("somewhere", []),
        ("", []),
    ],
)
def test_places_are_found_by_their_names(said: str, begins: list[str]) -> None:
    found = [part(TEXT, span) for span in places_named(TEXT, said)]
    assert len(found) == len(begins)
    assert all(words.startswith(start) for words, start in zip(found, begins, strict=True))
