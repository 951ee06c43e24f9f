"""Markdown is read as what it says: marks go, words stay, and parts are found."""

from tests.papers.texts import labelled, paragraphs, part, text_of

PAPER = """# A *short* paper

> An example.

Abstract
--------

It is **3.1 %** faster, see [the code](https://example.org/a_b) and `x_1 * y`.

## 2. Results ##

**Theorem 1 (Rate).** For every *n*, $a_n * b_n \\le 6/5$.

- first
- second &amp; third

**Table 3:** Times of both.

| scorer | time |
| --- | --- |
| single | 158 |
| `a|b` | 0.75 |

```
code_with_stars ** 2
```

Price is $5, and eta_t stays; 2*3 and a * b too.
"""


def test_words_stay_and_marks_go() -> None:
    found = paragraphs(text_of(PAPER))
    assert found[0] == "A short paper"
    assert found[1] == "An example."
    assert "It is 3.1 % faster, see the code and x_1 * y." in found
    assert "Theorem 1 (Rate). For every n, a_n * b_n \\le 6/5." in found
    assert "first second & third" in found
    assert "code_with_stars ** 2" in found
    assert found[-1] == "Price is $5, and eta_t stays; 2*3 and a * b too."


def test_headings_are_sections_with_all_below_them() -> None:
    text = text_of(PAPER)
    assert [(one.level, one.title) for one in text.sections] == [
        (1, "A short paper"),
        (2, "Abstract"),
        (2, "2. Results"),
    ]
    assert text.section(text.text.index("158")) == "2. Results"
    assert text.sections[0].span.end == len(text.text)


def test_labels_and_tables_are_found() -> None:
    text = text_of(PAPER)
    assert [label.name for label in text.labels] == ["Theorem 1", "Table 3"]
    assert labelled(text, "Table 3").startswith("Table 3: Times of both. scorer time single 158")
    (table,) = text.tables
    assert part(text, table).startswith("scorer time single 158")
    assert text.label(text.text.index("0.75")) == "Table 3"


def test_a_sentence_about_a_table_is_no_caption() -> None:
    assert text_of("Table 3 shows that it works.\n\nTheorem 2 says more.").labels == ()


def test_spans_lead_back_to_the_characters_of_the_file() -> None:
    text = text_of(PAPER)
    for words in ("It is", "faster, see", "the code", "158", "code_with_stars ** 2", "second"):
        at = text.text.index(words)
        start, end = text.source(type(text.sections[0].span)(at, at + len(words)))
        assert PAPER[start:end] == words
    at = text.text.index("& third")
    start, end = text.source(type(text.sections[0].span)(at, at + 1))
    assert PAPER[start:end] == "&amp;"


def test_what_never_ends_is_words() -> None:
    assert paragraphs(text_of("a `b $c [e <h")) == ["a `b $c [e <h"]
    assert paragraphs(text_of("```\nopen")) == ["open"]
