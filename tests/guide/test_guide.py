"""Following the guide to the letter gives a logbook that passes the lint and whose claim is decided."""

import json
import subprocess
import sys
from dataclasses import replace

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import Claim, ClaimSet, Comparator, Kind, QuantitySpec, ScaleAxis, Statement, Tolerance
from openrepro.guide import examples
from openrepro.guide.guide import guide_of
from openrepro.guide.markdown import markdown
from openrepro.judging.judge import judge
from openrepro.judging.label import Label
from openrepro.lint.lint import lint
from openrepro.logbooks.logbook import Logbook
from openrepro.logbooks.trackio import parse
from openrepro.severity import Severity

CLAIM = Claim(
    id="PAPER.c1",
    kind=Kind.VALUE,
    text="The mean of the samples is 0.5.",
    quantity=QuantitySpec("mean"),
    statement=Statement(Comparator.EQUAL, value="0.5"),
    tolerance=Tolerance(absolute="0.01"),
    scale=(ScaleAxis("samples", "100000", "100000"),),
    premises=("the samples are independent",),
    seeds_needed=3,
)
CLAIMS = ClaimSet("PAPER", (CLAIM,))


def printed() -> str:
    done = subprocess.run([sys.executable, "-c", examples.SCRIPT], capture_output=True, text=True, check=True)
    return done.stdout


def followed(output: str) -> Logbook:
    """The logbook that the guide's commands make, as the tool writes it."""
    head = {"type": "code", "id": "cell_0123456789ab", "created_at": "2026-07-20T12:00:00+00:00"}
    head |= {"title": "Run", "command": ["python", "measure.py"], "exit_code": 0, "duration_s": 0.4}
    said = {"type": "markdown", "id": "cell_0123456789aa", "created_at": "2026-07-20T11:59:00+00:00", "title": "How"}
    page = (
        f"# Claim 1: the mean is a half\n\n\n---\n<!-- trackio-cell\n{json.dumps(said)}\n-->\n"
        "We measure the mean over three seeds.\n\n\n"
        f"---\n<!-- trackio-cell\n{json.dumps(head)}\n-->\n````bash\n$ python measure.py\n````\n\nexit 0 · 0.4s\n\n\n"
        f"````python title=measure.py\n{examples.SCRIPT}````\n\n\n````output\n{output}\n````\n"
    )
    index = "# Reproduction: A paper\n\n## Pages\n\n| Page |\n| --- |\n| [Claim 1](#/claim-1-the-mean-is-a-half) |\n"
    files = {
        "pages/index.md": index,
        "pages/claim-1-the-mean-is-a-half/page.md": page,
        "README.md": f"---\nlicense: cc-by-4.0\ntags: {examples.space_metadata(Rules())[9:-1]}\n---\n",
    }
    return parse({name: text.encode() for name, text in files.items()}, name="book")


def test_the_script_prints_the_line_that_the_guide_shows() -> None:
    assert printed().splitlines()[-1] == examples.RESULT_LINE


def test_a_logbook_made_as_the_guide_says_is_decided() -> None:
    (judged,) = judge(followed(printed()), CLAIMS, Rules()).claims
    assert judged.ruling.label is Label.VERIFIED, judged.ruling


def test_a_logbook_made_as_the_guide_says_passes_the_lint() -> None:
    notices = lint(followed(printed()), Rules(), CLAIMS, papers=("PAPER",))
    assert [one.text for one in notices if one.severity is Severity.SERIOUS] == []


def test_without_what_the_guide_asks_for_it_is_not_decided() -> None:
    bare = "\n".join(line for line in printed().splitlines() if not line.startswith("RESULT"))
    (judged,) = judge(followed(bare), CLAIMS, Rules()).claims
    assert judged.ruling.label not in (Label.VERIFIED, Label.FALSIFIED)


def test_commands_name_the_site_and_the_rules() -> None:
    text = markdown(guide_of(Rules(), "https://repro.example").sections, site="https://repro.example")
    assert "https://repro.example/api/v1/entries?paper=PAPER&licence=CC-BY-4.0" in text
    assert "openrepro start PAPER --server https://repro.example" in text
    assert "openrepro submit --licence CC-BY-4.0" in text
    assert '{"tags": ["demo2026-repro", "paper-PAPER"]}' in text
    assert examples.SERVER not in text
    unlicensed = replace(Rules(), entries=replace(Rules().entries, licence=()))
    assert "licence=" not in markdown(guide_of(unlicensed).sections)
    assert "--licence" not in markdown(guide_of(unlicensed).sections)
