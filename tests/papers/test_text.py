"""A text knows its parts, and where its characters came from."""

from openrepro.papers.text import Label, Origins, PaperText, Run, Section, Span, TextFormat, TextPage, nested


def test_sections_reach_to_the_next_one_that_is_not_deeper() -> None:
    found = nested([(1, "A", 0), (2, "A.1", 10), (2, "A.2", 20), (1, "B", 30)], 50)
    assert [(one.title, *one.span) for one in found] == [("A", 0, 30), ("A.1", 10, 20), ("A.2", 20, 30), ("B", 30, 50)]


def test_places_are_told_by_the_deepest_section_and_the_shortest_label() -> None:
    text = PaperText(
        paper="p",
        version="v1",
        sha256="0" * 64,
        format=TextFormat.PLAIN,
        text="x" * 100,
        sections=(Section(1, "1 A", Span(10, 100)), Section(2, "1.1 B", Span(20, 60))),
        labels=(Label("Theorem 1", Span(20, 50)), Label("Equation (1)", Span(30, 40))),
        pages=(TextPage(1, Span(0, 30)), TextPage(2, Span(30, 100))),
    )
    assert [text.section(at) for at in (0, 10, 30, 70)] == ["", "1 A", "1.1 B", "1 A"]
    assert [text.label(at) for at in (0, 25, 35)] == ["", "Theorem 1", "Equation (1)"]
    assert [text.page(at) for at in (0, 30, 99, 100)] == [1, 2, 2, None]


def test_origins_lead_word_for_word_or_to_the_whole_of_what_was_replaced() -> None:
    # "ab" from 5, then "é" made of 8 characters, a paragraph break, "cd" from 20
    origins = Origins([Run(0, Span(5, 7)), Run(2, Span(7, 15)), Run(3, Span(15, 15)), Run(5, Span(20, 22))])
    assert origins.of(Span(0, 2)) == Span(5, 7)
    assert origins.of(Span(1, 3)) == Span(6, 15)
    assert origins.of(Span(2, 6)) == Span(7, 21)
    assert origins.of(Span(5, 7)) == Span(20, 22)
    assert origins.of(Span(6, 6)) == Span(21, 21)
