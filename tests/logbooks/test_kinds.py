import pytest

from openrepro.logbooks.kinds import kind_of
from openrepro.logbooks.logbook import FileKind


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("pages/claim-1/page.md", FileKind.PAGE),
        ("design.MD", FileKind.PAGE),
        ("README.md", FileKind.README),
        ("submissions/x/readme.md", FileKind.README),
        ("evidence/bundle.json", FileKind.RESULT),
        ("results/metrics.csv", FileKind.RESULT),
        ("manifest.json", FileKind.RESULT),
        ("logbook.json", FileKind.MANIFEST),
        ("workspace.json", FileKind.MANIFEST),
        (".trackio/metadata.json", FileKind.METADATA),
        (".trackio/trace_sources.json", FileKind.TRACE),
        (".trackio/traces/raw/x.jsonl", FileKind.TRACE),
        ("traces/index.json", FileKind.TRACE),
        ("evidence/traces/run.json", FileKind.RESULT),
        ("index.html", FileKind.VIEWER),
        ("logbook.js", FileKind.VIEWER),
        ("train.py", FileKind.SOURCE),
        ("uv.lock", FileKind.SOURCE),
        ("requirements.txt", FileKind.SOURCE),
        ("package.json", FileKind.SOURCE),
        ("notes.ipynb", FileKind.SOURCE),
        ("poster_embed.html", FileKind.OTHER),
        ("acc.png", FileKind.OTHER),
        ("Makefile", FileKind.SOURCE),
        ("LICENSE", FileKind.OTHER),
    ],
)
def test_kinds(path: str, kind: FileKind) -> None:
    assert kind_of(path) is kind


def test_traces_are_those_beside_the_pages() -> None:
    assert kind_of("x/.trackio/logbook/traces/a/index.json", "x/.trackio/logbook/") is FileKind.TRACE
    assert kind_of("space/traces/a/index.json", "space/") is FileKind.TRACE
    assert kind_of("space/traces/a/index.json", "") is FileKind.RESULT
