from openrepro.evidence.sentences import Form, excerpt, fields, sentences


def texts(text: str) -> list[tuple[str, str]]:
    return [(one.form.value, one.text.strip()) for one in sentences(text)]


def test_prose_is_cut_at_sentence_ends_and_offsets_are_exact() -> None:
    text = "We ran it, e.g. on one GPU. It\nfailed; then we stopped.\n\nNo more."
    found = list(sentences(text))
    assert [one.text for one in found] == ["We ran it, e.g. on one GPU.", "It\nfailed;", "then we stopped.", "No more."]
    assert all(text[one.start : one.end] == one.text for one in found)


def test_a_table_cell_knows_its_column_and_its_row() -> None:
    text = "| Claim | Status |\n| --- | --- |\n| C1 | blocked |\n"
    cells = [one for one in sentences(text) if one.text.strip() == "blocked"]
    assert [(one.key, one.row.strip()) for one in cells] == [("status", "| C1 | blocked |")]


def test_headings_and_items_are_told_apart() -> None:
    assert texts("# A\n- b\n\nc\n") == [("heading", "# A"), ("item", "- b"), ("plain", "c")]


def test_fields_give_json_strings_with_their_keys_even_when_the_json_is_broken() -> None:
    text = '{"status": "blocked", "n": 3, "note": "cut off'
    found = list(fields(text))
    assert [(one.key, one.text) for one in found] == [("status", "blocked"), ("note", "cut off")]
    assert all(text[one.start : one.end] == one.text for one in found)
    assert all(one.form is Form.FIELD for one in found)


def test_a_very_long_sentence_is_cut_into_pieces() -> None:
    assert [len(one.text) for one in sentences("x" * 5000)] == [2000, 2000, 1000]


def test_an_excerpt_is_short_and_printable() -> None:
    assert excerpt("**a**\x1b[31m\nb " + "c" * 500).startswith("a** [31m b ccc")
    assert len(excerpt("c" * 500)) == 140
