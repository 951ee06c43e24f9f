"""Teams take turns, and what may not go yet holds up nobody."""

from openrepro.models.line import Line


def taken(line: Line[str], now: float = 0.0) -> list[str]:
    found = []
    while (item := line.take(now)) is not None:
        found.append(item)
    return found


def test_a_team_with_a_thousand_does_not_hold_up_one_with_one() -> None:
    line: Line[str] = Line()
    for number in range(1000):
        line.add("many", f"m{number}")
    line.add("few", "f0")
    assert [line.take(0) for _ in range(4)] == ["m0", "f0", "m1", "m2"]


def test_teams_take_turns_and_each_keeps_its_order() -> None:
    line: Line[str] = Line()
    for team, count in (("a", 3), ("b", 1), ("c", 2)):
        for number in range(count):
            line.add(team, f"{team}{number}")
    assert len(line) == 6
    assert taken(line) == ["a0", "b0", "c0", "a1", "c1", "a2"]
    assert len(line) == 0


def test_what_waits_for_its_time_lets_others_pass() -> None:
    line: Line[str] = Line()
    line.add_later("a", "late", 10.0)
    line.add_later("a", "later", 20.0)
    line.add("b", "now")
    assert line.next_due() == 10.0
    assert taken(line, 5.0) == ["now"]
    assert taken(line, 10.0) == ["late"]
    assert taken(line, 30.0) == ["later"]
    assert line.next_due() is None


def test_those_that_nobody_waits_for_are_taken_out() -> None:
    line: Line[str] = Line()
    for item in ("a0", "a1"):
        line.add("a", item)
    line.add("b", "b0")
    line.add_later("b", "b1", 9.0)
    assert sorted(line.remove(lambda item: item.startswith("b"))) == ["b0", "b1"]
    assert line.next_due() is None
    assert taken(line, 99.0) == ["a0", "a1"]
