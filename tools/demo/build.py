"""Make the demo's logbooks: run every team's experiments under trackio's own command line and keep what it writes.

Usage: python tools/demo/build.py TRACKIO_BIN TRACKIO_0_30_BIN [TEAM/PAPER ...]

Each BIN is the bin folder of a virtual environment with trackio (0.43.0; 0.30.0 with huggingface_hub < 1.20) and numpy.
Everything runs offline in LAB, so that no path of the machine gets into a logbook. A story (experiments/<team>/<paper>/
story.md) holds one directive per line: `@page TITLE`, `@note TITLE` with its text, `@figure TITLE` with its HTML,
`@run TITLE | COMMAND`, `@pin`.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
DATA = HERE.parents[1] / "src/openrepro/demo/data"
LAB = Path("/tmp/demo-lab")
OLD = {"cobalt/demo-charlm"}
"""Entries made with trackio 0.30.0, whose manifests have schema version 1."""
LEFT_OUT = ("*.html", "*.css", "*.js", "*.png", "*.svg", ".serve.log", "workspace.json", "traces")
"""Files of trackio's viewer (not ours to pass on), its log, and what its own .gitignore leaves out of git."""


class Step(NamedTuple):
    verb: str
    title: str
    body: str


def main(current: str, old: str, *chosen: str) -> None:
    for story in sorted((HERE / "experiments").glob("*/*/story.md")):
        team, paper = story.parts[-3:-1]
        entry = f"{team}/{paper}"
        if chosen and entry not in chosen:
            continue
        workspace = LAB / team / paper
        perform(story, workspace, Path(old if entry in OLD else current), schema_1=entry in OLD)
        keep(workspace / ".trackio", DATA / "logbooks" / team / paper / ".trackio")
        print(entry)
    write_teams()


def write_teams() -> None:
    """teams.json: who entered what, when, under which licence."""
    entries = {}
    for metadata in sorted((DATA / "logbooks").glob("*/*/.trackio/metadata.json")):
        team, paper = metadata.parts[-4:-2]
        created = json.loads(metadata.read_text(encoding="utf-8"))["created_at"]
        entries[f"{team}/{paper}"] = {"team": team, "paper": paper, "created_at": created, "licence": "CC-BY-4.0"}
    text = json.dumps({"schema": "openrepro.demo-teams/1", "entries": entries}, indent=1)
    (DATA / "teams.json").write_text(text + "\n", encoding="utf-8")


def perform(story: Path, workspace: Path, programs: Path, *, schema_1: bool) -> None:
    """Play one story in a fresh workspace."""
    shutil.rmtree(workspace, ignore_errors=True)
    shutil.copytree(story.parent, workspace, ignore=shutil.ignore_patterns("story.md"))
    shutil.copy(DATA / "papers/demo-charlm-corpus.txt", workspace)
    lines = story.read_text(encoding="utf-8").splitlines()
    environment = {
        "PATH": f"{programs}:/usr/bin:/bin", "HOME": str(LAB / "home"), "LANG": "C.UTF-8", "PYTHONHASHSEED": "0",
        "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip

    def trackio(*words: str) -> None:
        command = ["trackio", "logbook", *words]
        done = subprocess.run(command, cwd=workspace, env=environment, capture_output=True, text=True, check=False)
        if done.returncode and words[0] != "run":
            raise SystemExit(f"{shlex.join(command)} failed: {done.stderr}")

    quiet = () if schema_1 else ("--no-serve",)
    trackio("open", "--title", f"{lines[0].removeprefix('# ')}", *quiet)
    page = ""
    for step in steps(lines[1:]):
        if step.verb == "page":
            page = step.title
            trackio("page", page)
        elif step.verb == "note":
            trackio("cell", "markdown", step.body, "--page", page, "--title", step.title)
        elif step.verb == "figure":
            trackio("cell", "figure", "--html-text", step.body, "--page", page, "--title", step.title)
        elif step.verb == "pin":
            trackio("pin", "--page", page)
        else:
            title, command = step.title.split(" | ")
            trackio("run", "--page", page, "--title", title, "--", *shlex.split(command))
    describe(workspace, workspace.name)
    trackio("page", page)


def steps(lines: list[str]) -> Iterator[Step]:
    """The directives of a story, each with the lines that follow it."""
    verb = title = ""
    body: list[str] = []
    for line in [*lines, "@end"]:
        if not line.startswith("@"):
            body.append(line)
            continue
        if verb:
            yield Step(verb, title, "\n".join(body).strip())
        verb, _, title = line.removeprefix("@").partition(" ")
        body = []


def describe(workspace: Path, paper: str) -> None:
    """What participants write by hand: the tags and the paper in metadata.json, the paper's link in the index."""
    metadata = workspace / ".trackio/metadata.json"
    content = json.loads(metadata.read_text(encoding="utf-8"))
    content["tags"] = ["demo2026-repro", f"paper-{paper}"]
    content["paper"] = {"paper_id": paper}
    for artifact in content.get("local_path_artifacts", ()):
        artifact.pop("abs_path", None)
    metadata.write_text(json.dumps(content, indent=2, ensure_ascii=False), encoding="utf-8")
    index = workspace / ".trackio/logbook/pages/index.md"
    title, rest = index.read_text(encoding="utf-8").split("\n", 1)
    index.write_text(f"{title}\n\nPaper: {paper} (an example paper of the demo)\n{rest}", encoding="utf-8")


def keep(made: Path, target: Path) -> None:
    """Copy a logbook as trackio wrote it, without the viewer."""
    shutil.rmtree(target.parent, ignore_errors=True)
    shutil.copytree(made, target, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for folder, _, files in os.walk(target):
        for name in files:
            if str(HERE.parents[1]).encode() in (Path(folder) / name).read_bytes():
                raise SystemExit(f"a path of this machine is in {folder}/{name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
