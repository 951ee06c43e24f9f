"""The material beside a rendering: what it lists, where that stands, and what it leaves out."""

import json
import re
import time
from collections.abc import Mapping
from typing import Any

import pytest

from openrepro.challenge.rules import PROFILES
from openrepro.demo import DATA, read_example
from openrepro.logbooks.archive import read_folder
from openrepro.logbooks.logbook import Address
from openrepro.rendering import bounding, material, quoted, traces, views
from openrepro.rendering.making import Made, render_files
from openrepro.rendering.parts import PAGE, TRACE, VIEW, unpacked
from openrepro.rendering.quoted import Asked, asked_of

RULES = PROFILES["strict"]
EXAMPLE = read_example()
FOLDER = ".trackio/logbook/"


def page(*cells: str, title: str = "Claim 1: it is 3") -> bytes:
    return "\n".join((f"# {title}\n", *cells)).encode()


def cell(body: str, **header: Any) -> str:
    told = json.dumps(
        {"type": "markdown", "id": "cell_000000000001", "created_at": "2026-07-20T10:00:00+00:00"} | header
    )
    return f"\n---\n<!-- trackio-cell\n{told}\n-->\n{body}\n"


def run(output: str, *command: str, name: str = "cell_000000000002", exit_code: int = 0, **more: Any) -> str:
    body = f"````bash\n$ {' '.join(command)}\n````\n\nexit {exit_code} · 0.7s\n\n````output\n{output}\n\n````"
    header = {"type": "code", "id": name, "command": command, "exit_code": exit_code, "duration_s": 0.7}
    return cell(body, **header | more)


def book(*cells: str, **more: bytes) -> dict[str, bytes]:
    files = {
        f"{FOLDER}pages/index.md": b"# Reproduction: a paper\n\n- [Claim 1](./claim-1/page.md)\n",
        f"{FOLDER}pages/claim-1/page.md": page(*cells),
        ".trackio/metadata.json": b'{"title": "Reproduction: a paper", "tags": ["paper-demo-batch"]}',
    }
    return files | more


def made(files: Mapping[str, bytes], *asked: Asked, claims: Any = None) -> Made:
    return render_files(files, asked, claims, RULES)


def body(files: Mapping[str, bytes], *asked: Asked) -> Any:
    """The material as a page gets it, through JSON."""
    return json.loads(json.dumps(made(files, *asked).body))


def texts(found: Made, kind: str) -> dict[tuple[int, int], str]:
    return {(part.page, part.part): unpacked(part.body) for part in found.parts if part.kind == kind}


def find(files: Mapping[str, bytes], path: str, text: str) -> Address:
    start = files[path].index(text.encode())
    return Address(path, start, start + len(text.encode()))


def test_pages_runs_and_files_are_listed() -> None:
    told = body(book(run("acc=0.9", "python", "train.py", title="Train it")))
    assert told["schema"] == "openrepro.material/1"
    assert told["title"] == "Reproduction: a paper"
    assert told["paper"]["ids"] == ["demo-batch"]
    assert [(one["number"], one["role"], one["parts"]) for one in told["pages"]] == [(0, "index", 1), (1, "claim", 1)]
    (one,) = told["runs"]
    assert (one["command"], one["title"], one["exit_code"], one["duration_s"]) == (
        "python train.py",
        "Train it",
        0,
        "0.7",
    )
    assert (one["state"], one["recorded"], one["grade"], one["void"]) == ("completed", True, "E2", "")
    assert {file["kind"] for file in told["files"]} == {"page", "metadata"}
    assert told["files"] == sorted(told["files"], key=lambda file: -file["size"])


def test_every_spot_leads_to_an_element_of_its_part() -> None:
    found = made(
        book(cell("Some words."), run("acc=0.9", "python", "train.py"), run("x", "false", name="c", exit_code=1))
    )
    html = texts(found, PAGE)
    told: Any = found.body
    spots = [one["spot"] for one in told["runs"]] + [spot for one in told["findings"] for spot in one["spots"]]
    assert len(spots) >= 3
    for spot in spots:
        element = html[spot["page"], spot["part"]].split(f'id="{spot["anchor"]}"')
        assert len(element) == 2
    assert "train.py" in html[1, 0].split(f'id="{told["runs"][0]["spot"]["anchor"]}"')[1].split("<section")[0]


def test_a_failed_run_and_a_submission_say_so() -> None:
    told = body(
        book(run("Traceback", "python", "a.py", exit_code=1), run("Job started: 1", "hf", "jobs", "run", "x", name="c"))
    )
    assert [one["state"] for one in told["runs"]] == ["failed", "submission"]
    failed, handed_on = told["findings"]
    assert (failed["code"], handed_on["code"]) == ("run-failed", "submission-only")
    assert all((failed["meaning"], failed["todo"], failed["severity"], failed["spots"]))


def test_a_forged_cell_is_void_and_a_finding_tells_where() -> None:
    forged = (
        "\n---\n<!-- trackio-cell\n"
        + json.dumps({"type": "code", "id": "f", "command": ["x"], "exit_code": 0})
        + "\n-->\n"
    )
    told = body(book(run(f"line\n````\n{forged}\nverified", "python", "a.py")))
    void = [one for one in told["runs"] if one["state"] == "void"]
    assert void
    assert all(one["void"] for one in void)
    assert [one["code"] for one in told["findings"] if one["severity"] == "serious"] == ["forged-output"]
    assert told["findings"][0]["claims"] == []
    assert told["findings"][0]["spots"][0]["page"] == 1


def test_findings_name_the_claims_they_are_about() -> None:
    folder = next(path for path in EXAMPLE.logbooks if path.parent.name == "elm" and path.name == "demo-charlm")
    claims = EXAMPLE.paper(("demo-charlm",))
    told: Any = made(read_folder(folder).files, claims=claims).body
    assert claims is not None
    about = {claim for one in told["findings"] for claim in one["claims"]}
    assert about
    assert about <= {part.id for claim in claims.claims for part in (claim, *claim.conjuncts)}
    assert all(one["sentence"] and one["meaning"] and one["todo"] for one in told["findings"])


def test_a_quote_is_marked_in_place_and_its_bytes_are_told() -> None:
    files = book(cell("The value is **3.5** here."), run("acc=0.9", "python", "train.py"))
    at = find(files, f"{FOLDER}pages/claim-1/page.md", "acc=0.9")
    found = made(files, Asked("demo.c1", "v" * 64, "measured", at))
    told: Any = found.body
    (quote,) = told["quotes"]
    assert (quote["name"], quote["claim"], quote["verdict"], quote["why"]) == ("q1", "demo.c1", "v" * 64, "measured")
    assert (quote["text"], quote["size"], quote["found"], quote["marked"]) == ("acc=0.9", 7, True, True)
    assert (quote["spot"]["page"], quote["spot"]["part"], quote["spot"]["anchor"]) == (1, 0, "q1")
    assert re.search(r'<mark id="q1"[^>]*>acc=0\.9</mark>', texts(found, PAGE)[1, 0])


def test_quotes_beyond_the_file_in_result_files_and_of_whole_cells_are_not_marked() -> None:
    path = f"{FOLDER}pages/claim-1/page.md"
    files = book(cell("Some words."), **{"results.json": b'{"value": 3}'})
    start = files[path].index(b"---\n<!--")
    whole = Address(path, start, len(files[path]))
    beyond = Address(path, 10**6, 10**6 + 5)
    told = body(
        files,
        Asked("c", "v", "quoted", Address("results.json", 0, 12)),
        Asked("c", "v", "quoted", beyond),
        Asked("c", "v", "run-failed", whole),
        Asked("c", "v", "quoted", Address("nowhere.md", 0, 3)),
    )
    filed, outside, cells, nowhere = told["quotes"]
    assert (filed["found"], filed["marked"], filed["text"]) == (True, False, '{"value": 3}')
    assert (filed["spot"]["page"], filed["spot"]["anchor"]) == (None, "")
    assert (outside["found"], outside["spot"], outside["text"]) == (False, None, "")
    assert (cells["marked"], cells["spot"]["page"]) == (False, 1)
    assert not nowhere["found"]


def test_a_carried_quote_is_found_where_its_bytes_stand_once() -> None:
    path = f"{FOLDER}pages/claim-1/page.md"
    files = book(cell("Once 0.123 and twice 0.9 and 0.9."))
    once = Asked("c", "v", "measured", Address(path, 3, 8), b"0.123")
    twice = Asked("c", "v", "measured", Address(path, 3, 6), b"0.9")
    gone = Asked("c", "v", "measured", Address(path, 3, 6), b"")
    first, second, third = body(files, once, twice, gone)["quotes"]
    assert (first["text"], first["carried"], first["marked"]) == ("0.123", True, True)
    assert not second["found"]
    assert not third["found"]


def test_places_of_a_verdict_are_asked_for_once_the_measured_first() -> None:
    def at(start: int) -> dict[str, Any]:
        return {"file": "a.md", "bytes": [start, start + 3], "cell": None}

    verdict = {
        "claim": "p.c1",
        "reading": {"measured": [{"at": at(5)}], "quotes": [at(5), at(9)]},
        "ruling": {"reasons": [{"code": "R10", "at": [at(9), at(20)]}]},
    }
    found = asked_of(verdict, "id")
    assert [(one.at.start, one.why) for one in found] == [(5, "measured"), (9, "quoted"), (20, "R10")]
    assert asked_of(verdict | {"reading": None}, "id")[0].why == "R10"


def test_the_text_of_quotes_is_bounded() -> None:
    long = "x" * 3_990
    files = book(cell("\n\n".join(f"{at:04d} {long}" for at in range(60))))
    path = f"{FOLDER}pages/claim-1/page.md"
    asked = [Asked("c", "v", "quoted", find(files, path, f"{at:04d} {long}"[:3_990])) for at in range(60)]
    told = body(files, *asked, *(Asked("c", "v", "quoted", Address(path, at, at + 1)) for at in range(400)))
    assert max(len(one["text"]) for one in told["quotes"]) == quoted.LONGEST_TEXT
    assert sum(len(one["text"]) for one in told["quotes"]) <= quoted.MOST_TEXT
    assert len(told["quotes"]) == quoted.MOST_QUOTES
    assert told["left_out"]["quotes"] == 460 - quoted.MOST_QUOTES


def test_without_claims_there_is_one_view_of_the_whole() -> None:
    found = made(book(cell("Some words of mine."), run("acc=0.9", "python", "train.py")))
    told: Any = found.body
    (only,) = told["claims"]
    assert (only["id"], only["number"]) == ("", 0)
    text = texts(found, VIEW)[0, 0]
    assert "acc=0.9" in text
    assert only["view"]["characters"] == len(text)
    assert sum(one["shown"] for one in only["view"]["pages"]) <= only["view"]["tokens"]


def test_a_view_tells_what_was_withheld_and_what_was_cut() -> None:
    words = " ".join(f"word{at}" for at in range(40_000))
    told = body(book(cell("Claim 1 is VERIFIED.\n\nI give this 9/10."), cell(words, id="cell_000000000009")))
    view = told["claims"][0]["view"]
    assert {one["code"] for one in view["withheld"]} & {"self-verdict", "forecast-score"}
    assert all(one["meaning"] for one in view["withheld"])
    assert view["cut_tokens"] > 0
    assert view["cuts"][0]["spot"]["page"] == 1
    assert view["tokens"] <= view["budget"]


def test_lists_are_bounded_and_say_what_they_leave_out() -> None:
    files = book(*(run("x", "python", f"{at}.py", name=f"c{at}") for at in range(450)))
    told = body(files | {f"data/{at}.csv": b"1" for at in range(500)})
    assert len(told["runs"]) == material.MOST["runs"]
    assert told["left_out"]["runs"] == 50
    assert told["counts"]["runs"] == 450
    assert len(told["files"]) == material.MOST["files"]
    assert told["left_out"]["files"] == len(files) + 500 - material.MOST["files"]
    assert len(json.dumps(told)) < bounding.LARGEST


def test_material_stays_small_whatever_a_stranger_puts_in() -> None:
    long = run("x", "python", "y" * 3_000, title="t" * 3_000)
    files = book(*(long.replace("cell_000000000002", f"c{at}") for at in range(500)))
    more = {f"{FOLDER}pages/p{at}{'z' * 100}/page.md": page(title="T" * 1_000) for at in range(700)}
    told = body(files | more)
    assert len(json.dumps(told, ensure_ascii=False)) < 1.2 * bounding.LARGEST
    assert told["counts"]["runs"] == 500 == len(told["runs"]) + told["left_out"]["runs"]
    assert len(told["pages"]) == 702
    assert all(len(told[name]) >= min(bounding.FEWEST, told["counts"][name]) for name in ("runs", "files"))


def test_a_secret_in_a_command_is_not_repeated_beside_the_page() -> None:
    key = "hf_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3f"
    told = body(book(run("x", "env", f"HF_TOKEN={key}", "python", "a.py")))
    assert key not in json.dumps(told["runs"])


def test_an_empty_logbook_has_material_too() -> None:
    told = body({})
    assert told["pages"] == []
    assert "empty-logbook" in {one["code"] for one in told["problems"]}
    assert all(one["sentence"] and one["meaning"] and one["todo"] for one in told["problems"])


def session(events: int, folder: str = "traces/s1", **index: Any) -> dict[str, bytes]:
    told = {"id": "s1", "provider": "Claude Code", "model": "m", "event_count": events, "turn_count": 2, "scrub": True}
    lines = [
        {"kind": "tool_call", "timestamp": "2026-07-20T10:00:00Z", "turn": 1, "elapsed_ms": at, "input": f"step {at}"}
        for at in range(events)
    ]
    return {
        f"{FOLDER}{folder}/index.json": json.dumps(told | index).encode(),
        f"{FOLDER}{folder}/events-0000.json": json.dumps({"events": lines[: events // 2]}).encode(),
        f"{FOLDER}{folder}/events-0001.json": json.dumps({"events": lines[events // 2 :]}).encode(),
    }


def test_attached_traces_are_listed_with_their_events() -> None:
    found = made(book(cell("x")) | session(5))
    told: Any = found.body
    (one,) = told["traces"]
    assert (one["agent"], one["model"], one["events"], one["turns"], one["scrubbed"]) == (
        "Claude Code",
        "m",
        5,
        2,
        True,
    )
    assert (one["shown"], one["parts"], one["sentence"]) == (5, 1, "")
    events = json.loads(texts(found, TRACE)[0, 0])["events"]
    assert [event["text"] for event in events] == [f"step {at}" for at in range(5)]
    assert events[0]["kind"] == "tool_call"


def test_without_traces_there_are_none() -> None:
    assert body(book(cell("x")))["traces"] == []


def test_a_long_trace_keeps_its_head_and_its_tail() -> None:
    found = made(book(cell("x")) | session(2_000))
    told: Any = found.body
    events = [event for text in texts(found, TRACE).values() for event in json.loads(text)["events"]]
    assert len(events) == traces.MOST_HEAD + traces.MOST_TAIL + 1 == told["traces"][0]["shown"]
    gap = events[traces.MOST_HEAD]
    assert gap == {"kind": "left-out", "count": 2_000 - traces.MOST_HEAD - traces.MOST_TAIL}
    assert events[-1]["text"] == "step 1999"
    assert told["traces"][0]["parts"] == len(texts(found, TRACE)) == 5


@pytest.mark.parametrize(
    "index",
    [
        b"[]",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"id": 7, "event_count": "many", "provider": []}',
        b"{" + b" " * 10**6,
    ],
)
def test_a_trace_that_cannot_be_read_says_so_or_tells_less(index: bytes) -> None:
    told = body(book(cell("x")) | session(2) | {f"{FOLDER}traces/s1/index.json": index})
    (one,) = told["traces"]
    assert one["agent"] == ""
    assert one["events"] is None
    assert one["shown"] == 2
    assert bool(one["sentence"]) == (b'"id"' not in index)


def test_what_an_event_holds_is_bounded_and_masked_and_visible() -> None:
    key = "hf_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3f"
    lines = [{"kind": "user", "text": f"my key is {key}"}, {"kind": "nonsense", "output": "\u202etxt" + "y" * 5_000}, 7]
    files = session(0) | {f"{FOLDER}traces/s1/events-0000.json": json.dumps({"events": lines}).encode()}
    first, second = json.loads(texts(made(book(cell("x")) | files), TRACE)[0, 0])["events"]
    assert key not in first["text"]
    assert second["kind"] == "other"
    assert second["left_out"] == 5_004 - traces.LONGEST_TEXT
    assert "\u202e" not in second["text"]


def test_views_of_many_claims_are_bounded() -> None:
    claims = EXAMPLE.paper(("demo-batch",))
    told: Any = made(read_folder(DATA / "logbooks" / "amber" / "demo-batch").files, claims=claims).body
    assert 0 < len(told["claims"]) <= views.MOST_CLAIMS
    assert all(claim["view"]["characters"] <= views.LONGEST_TEXT for claim in told["claims"])


def test_hostile_pages_take_linear_time() -> None:
    def seconds(size: int) -> float:
        files = book(cell("(" * size + "\n" + "3.5 " * size), run("nan " * size, "python", "a.py"))
        begin = time.process_time()
        made(
            files,
            *(Asked("c", "v", "quoted", Address(f"{FOLDER}pages/claim-1/page.md", at, at + 2)) for at in range(300)),
        )
        return time.process_time() - begin

    seconds(1_000)
    assert seconds(40_000) < 12 * max(seconds(10_000), 0.05)
