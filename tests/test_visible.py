"""Characters that steer, reorder or hide are shown, and the short way for plain text gives what the long one does."""

from openrepro.visible import BREAKS, MARK, UNSEEN, counted, visible


def test_every_plain_character_is_taken_as_the_whole_table_says() -> None:
    for code in range(128):
        for text in (chr(code), f"x{chr(code)}\n y", f"\r{chr(code)}\t"):
            assert counted(text) == UNSEEN.subn(MARK, BREAKS.sub("\n", text)), code


def test_what_hides_is_shown_and_lines_stay() -> None:
    assert visible("a\x1b[2Jb\r\nc\u202ed") == f"a{MARK}[2Jb\nc{MARK}d"
    assert counted("one\n\ttwo") == ("one\n\ttwo", 0)
