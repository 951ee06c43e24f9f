"""What is left out of a very long logbook is told, decides nothing, and costs no declared result."""

from openrepro.challenge.rules import PROFILES
from openrepro.evidence.bounds import MOST_OUTPUT, MOST_PIECES, MOST_TEXT, bounded, bounded_runs
from openrepro.evidence.enclosing import Enclosing
from openrepro.evidence.findings import Code
from openrepro.evidence.runs import runs_of
from openrepro.judging.judge import Judgement, judge
from openrepro.judging.label import Label
from openrepro.logbooks.logbook import Address, Logbook
from openrepro.logbooks.trackio import parse
from openrepro.severity import Severity

HEADER = (
    '\n---\n<!-- trackio-cell\n{"type": "code", "id": "c", "command": ["python", "a.py"], "exit_code": 0, '
    '"duration_s": 1.0}\n-->\n````bash\n$ python a.py\n````\n\nexit 0\n\n````output\n'
)
RESULT = 'RESULT {"claim": "unknown.c1", "quantity": "accuracy", "value": "0.912"}\n'


def book(text: str) -> Logbook:
    return parse(
        {"pages/index.md": b"# t\n", "pages/claim-1/page.md": f"# Claim 1: it is 0.912\n{text}".encode()}, name="h"
    )


def with_output(output: str) -> Logbook:
    return book(f"{HEADER}{output}\n````\n")


def judged(logbook: Logbook) -> Judgement:
    return judge(logbook, None, PROFILES["strict"])


def unread(judgement: Judgement) -> list[Severity]:
    return [finding.severity for finding in judgement.findings if finding.code is Code.UNREAD]


def test_a_logbook_within_the_bounds_is_read_as_it_is() -> None:
    logbook = with_output("accuracy 0.912\n" * 100)
    assert bounded(logbook) == (logbook, ())
    assert bounded_runs(runs_of(logbook)) == (runs_of(logbook), ())
    assert unread(judged(logbook)) == []


def test_prose_beyond_the_bounds_is_told_and_decides_nothing() -> None:
    for text in ("word " * (MOST_TEXT // 5 + 1), "line\n" * (MOST_PIECES + 1), "Yes. " * (MOST_PIECES + 1)):
        logbook = book(f"{text}The end was not run.\n")
        judgement = judged(logbook)
        assert unread(judgement) == [Severity.SERIOUS]
        (claim,) = judgement.claims
        assert claim.ruling.label is Label.NOT_JUDGED
        assert Code.UNREAD in [finding.code for finding in claim.parts[0].casefile.findings]


def test_the_place_of_what_was_not_read_is_exact() -> None:
    logbook = book("é line\n" * (MOST_PIECES + 10))
    (at,) = bounded(logbook).unread
    whole = logbook.files[at.file]
    read = bounded(logbook).logbook.pages[-1].cells[0].blocks[0]
    assert at.end == len(whole.rstrip(b"\n"))
    assert whole[: at.start].decode() == read.text
    assert read.at == Address(at.file, 0, at.start)


def test_a_result_in_the_middle_of_a_long_output_is_taken() -> None:
    noise = "step 1 loss 0.5\n" * MOST_OUTPUT
    judgement = judged(with_output(noise[:MOST_OUTPUT] + "\n" + RESULT + noise[:MOST_OUTPUT]))
    casefile = judgement.claims[0].parts[0].casefile
    assert [item.value for item in casefile.results if item.claim is not None] == ["0.912"]
    assert unread(judgement) == [Severity.NOTE]
    assert not casefile.unread


def test_the_head_and_the_tail_of_a_long_output_are_read() -> None:
    logbook = with_output("first = 7.25\n" + "." * 2 * MOST_OUTPUT + "\nlast = 8.25\n")
    (run,) = bounded_runs(runs_of(logbook)).runs
    head, tail = run.outputs
    assert head.text.startswith("first = 7.25")
    assert tail.text.rstrip().endswith("last = 8.25")
    assert logbook.read(tail.at) == tail.text.encode()
    values = {item.value for item in judged(logbook).claims[0].parts[0].casefile.results}
    assert {"7.25", "8.25"} <= values


def test_every_run_is_kept_when_outputs_fill_the_bounds() -> None:
    headers = [HEADER.replace('"c"', f'"c{number}"') for number in range(1, 8)]
    outputs = ["x " * 20_000 + f"\nacc = 0.{number}\n````\n" for number in range(1, 8)]
    logbook = book("".join(header + output for header, output in zip(headers, outputs, strict=True)))
    runs = bounded_runs(runs_of(logbook)).runs
    assert len(runs) == 7
    assert all(run.outputs[-1].text.rstrip().endswith(f"acc = 0.{n}") for n, run in enumerate(runs, 1))


def test_enclosing_places() -> None:
    places = Enclosing([Address("a", 10, 20), Address("a", 12, 14), Address("a", 30, 40), Address("b", 0, 5)])
    assert places.hold(Address("a", 13, 20))
    assert places.hold(Address("a", 30, 40, "cell"))
    assert not places.hold(Address("a", 15, 35))
    assert not places.hold(Address("a", 5, 12))
    assert not places.hold(Address("c", 0, 1))
    assert not Enclosing([])
