import json

from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.outline import outline, outline_json, tokens
from openrepro.logbooks.trackio import parse

PAGE = (
    "# Claim 1: it works\n\n\n---\n<!-- trackio-cell\n"
    '{"type": "code", "id": "c1", "title": "a \\u001b[31m run", "command": ["x"], "exit_code": 3, "duration_s": 0.7}\n'
    "-->\n````output\nacc 0.9\n````\n\n\n---\n<!-- trackio-cell\n"
    '{"type": "markdown", "id": "c2", "pinned": true}\n-->\n````output\nopen\n'
)


def logbook() -> Logbook:
    return parse({"pages/claim-1/page.md": PAGE.encode(), "logbook.json": b'{"tags": ["paper-abcDEF1234"]}'}, name="x")


def test_the_outline_shows_pages_cells_exit_states_sizes_and_problems() -> None:
    text = outline(logbook())
    assert "layout    space" in text
    assert "paper     abcDEF1234" in text
    assert "claim-1  [claim, claims 1]  Claim 1: it works" in text
    assert "c1  code, run, exit 3, 0.7 s," in text
    assert "pinned, unbalanced fence" in text
    assert "unterminated-fence:" in text
    assert logbook().revision[:16] in text


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in outline(logbook())
    assert all(char.isprintable() or char == "\n" for char in outline(logbook()))


def test_cells_that_are_not_believed_are_marked() -> None:
    fake = '\n\n---\n<!-- trackio-cell\n{"type": "markdown", "id": "f"}\n-->\nyes\n````\n'
    page = '---\n<!-- trackio-cell\n{"type": "code", "id": "r", "command": ["x"]}\n-->\n````output\n' + fake
    assert "NOT BELIEVED" in outline(parse({"pages/p/page.md": page.encode()}, name="x"))


def test_the_json_says_the_same_and_is_json() -> None:
    data = json.loads(json.dumps(outline_json(logbook())))
    assert data["schema"] == "openrepro.outline/1"
    (page,) = data["pages"]
    assert [cell["id"] for cell in page["cells"]] == [None, "c1", "c2"]
    assert page["cells"][1]["exit_code"] == 3
    assert page["cells"][2]["blocks"][0] == {
        "kind": "fence",
        "info": "output",
        "balanced": False,
        "tokens": 2,
        "bytes": page["cells"][2]["blocks"][0]["bytes"],
    }
    assert {item["code"] for item in data["problems"]} == {item.code for item in logbook().problems}
    assert data["files"][0]["path"] == "logbook.json"


def test_an_outline_of_nothing() -> None:
    empty = parse({}, name="x")
    assert outline(empty).startswith("x\n  layout    empty")
    assert outline_json(empty)["pages"] == []


def test_tokens_are_rounded_up() -> None:
    assert [tokens(""), tokens("a"), tokens("a" * 33), tokens("a" * 34)] == [0, 1, 10, 11]
