"""LaTeX in several files is made one, and nothing leads out of them or goes on for ever."""

from time import process_time

import pytest

from openrepro.errors import OpenReproError
from openrepro.papers.latex_files import MOST_TOLD, flat, not_followed

HEAD = "\\begin{document}\n"


def made(**files: str) -> tuple[str, tuple[str, ...]]:
    return flat({name.replace("__", "/") + ".tex": text.encode() for name, text in files.items()})


def test_files_stand_in_their_places() -> None:
    source, notices = made(
        main=HEAD + "A \\input{parts/one} B \\include{ two.tex } % \\input{gone}\n\\\\input{gone} C",
        parts__one="one \\input{two}",
        two="2",
    )
    assert source == HEAD + "A one 2 B 2 % \\input{gone}\n\\\\input{gone} C"
    assert notices == ()


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "a/../../b", "nothing", "https://example.org/x"])
def test_what_is_not_among_the_files_is_told(name: str) -> None:
    source, notices = made(main=HEAD + f"A \\input{{{name}}} B", secret="no", b="no")
    assert source == HEAD + f"A \\input{{{name}}} B"
    assert len(notices) == 1
    assert name in notices[0]
    assert "is not among the files" in notices[0]


def test_circles_end() -> None:
    source, notices = made(main=HEAD + "\\input{a}", a="a\\input{b}", b="b\\input{a}\\input{main}\\input{b}")
    assert source.startswith(HEAD + "ab\\input{a}")
    assert len(notices) == 3
    assert all("leads back to itself" in one for one in notices)


def test_depth_count_and_size_have_bounds() -> None:
    deep = {f"f{number}": f"{number} \\input{{f{number + 1}}}" for number in range(50)}
    source, notices = made(main=HEAD + "\\input{f0}", **deep)
    assert ("9 " in source, "10 " in source) == (True, False)
    assert "deeper" in notices[0]
    began = process_time()
    doubling = {f"f{number}": f"\\input{{f{number + 1}}}" * 100 for number in range(9)}
    assert "behind 1,000 others" in made(main=HEAD + "\\input{f0}", **doubling, f9="x")[1][0]
    with pytest.raises(OpenReproError, match="more than 5,000,000 characters"):
        made(main=HEAD + "\\input{big}" * 900, big="x" * 10_000)
    made(main=HEAD + "\\input{" * 100_000 + "\\input" + " " * 100_000)
    assert process_time() - began < 3


def test_where_the_paper_begins_must_be_clear() -> None:
    assert made(main=HEAD, other=HEAD)[0] == HEAD
    for files in ({"a": HEAD, "b": HEAD}, {"a": "% \\begin{document}"}, {}):
        with pytest.raises(OpenReproError, match="not clear where the paper begins"):
            made(**files)
    with pytest.raises(OpenReproError, match=r"a.tex is not UTF-8 text: byte 0"):
        flat({"a.tex": b"\xff"})


def test_what_a_single_file_names_is_told() -> None:
    assert not_followed("Words % \\input{gone}") == ()
    (one,) = not_followed("\\input{intro} \\include{intro}")
    assert one == "\\input{intro} is not followed, so its text is missing: it is another file."
    many = not_followed("".join(f"\\input{{f{number}}}" for number in range(50)))
    assert (len(many), many[-1]) == (MOST_TOLD + 1, "45 more are not followed.")
