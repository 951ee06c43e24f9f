"""A served challenge, and the commands of participants as they are typed."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result

from openrepro.agents.scaffold import BOOK
from openrepro.cli import main
from tests.web.challenge import Served, founded, without_caps
from tests.web.live import live

RUN = """

---
<!-- trackio-cell
{{"type": "code", "id": "cell_00000000000a", "created_at": "2026-07-20T12:00:00+00:00", "title": "Count", \
"command": ["python", "count.py"], "exit_code": 0, "duration_s": 0.2}}
-->
````bash
$ python count.py
````

exit 0 · 0.2s


````output
{output}
````
"""
LINES = (
    '1200 lines\nRESULT {"claim": "demo-charlm.c3a", "quantity": "lines", "value": "1200", "unit": "lines", '
    '"scale": {"files": 1}, "premises": ["the released file demo-charlm-corpus.txt"]}'
)


@dataclass(frozen=True)
class Loop:
    """`token` is the participant's; every command is told of it and of the server by the environment."""

    served: Served
    url: str
    token: str

    def run(self, *given: object, env: Mapping[str, str] | None = None, answer: str = "") -> Result:
        told = {"OPENREPRO_SERVER": self.url, "OPENREPRO_TOKEN": self.token, "PATH": ""} | dict(env or {})
        return CliRunner(env=told).invoke(main, [*map(str, given)], input=answer)

    def started(self, folder: Path, paper: str = "demo-charlm") -> Path:
        """A workspace with a run on the page of claim 3."""
        assert self.run("start", paper, folder).exit_code == 0
        page = next((folder / BOOK / "pages").glob("claim-3-*/page.md"))
        page.write_text(page.read_text() + RUN.format(output=LINES))
        return folder


@contextmanager
def looped(folder: Path) -> Iterator[Loop]:
    """A challenge that is served while the block runs, without cool-down and caps, and one participant, amber."""
    os.environ.pop("OPENREPRO_TOKEN", None)
    served = Served(founded(folder, change=without_caps))
    served.add("amber")
    with live(served) as url:
        yield Loop(served, url, served.tokens["amber"])
    served.installation.close()
