"""Progress on stderr: redrawn on a terminal, a line now and then elsewhere."""

import pytest

from openrepro.cli.progress import Progress, duration


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_on_a_terminal_the_line_is_redrawn_and_cleared(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = Progress(10, "logbooks", lambda: "USD 0.2 so far", terminal=True, seconds=clock)
    progress.show(0)
    clock.now = 60
    progress.show(2)
    progress.clear()
    progress.clear()
    told = capsys.readouterr().err
    assert "\n" not in told
    assert told.count("\r\033[K") == 3
    assert "2 of 10 logbooks · USD 0.2 so far · about 4 min left" in told


def test_elsewhere_a_line_is_written_every_half_minute(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    progress = Progress(10, "logbooks", lambda: "", terminal=False, seconds=clock)
    for second in range(0, 100, 10):
        clock.now = second
        progress.show(1)
    progress.clear()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert not any("\033" in line or "\r" in line for line in lines)


@pytest.mark.parametrize(
    ("seconds", "told"), [(0, "1 s"), (59.4, "59 s"), (60, "1 min"), (3599, "60 min"), (7500, "2 h 5 min")]
)
def test_durations_are_said_as_people_say_them(seconds: float, told: str) -> None:
    assert duration(seconds) == told
