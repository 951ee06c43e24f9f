"""Writes the parts of the documentation that are made from code; a test fails when one is out of step.

A made part stands between `<!-- made: NAME -->` and `<!-- end -->` in a page. `docs/cli.md` is made as a whole.
"""

import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
BEGIN = "<!-- made: {} -->"
END = "<!-- end -->"
COLUMNS = 100

CLI_HEAD = """\
# The command line

This page is made from the program's own help by `make docs`.

Every command prints its data on stdout and its talk on stderr. `--format human` (the default) is for people,
`--format json` gives one document, `--format agent` compact lines that end with the next command. Text from
logbooks is cleaned before it is shown: control characters, characters that reorder a line and characters without a
form of their own become `�` (in JSON, escapes).

| exit code | meaning |
|---|---|
| 0 | done, and everything was read |
| 1 | done, but some input could not be read, or something is wrong with it |
| 2 | not done: wrong usage, or input that the command cannot start without |
| 130 | stopped by Ctrl-C |
| 141 | whoever read the output closed it |
"""


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table; a bar within a cell is escaped."""
    lines = [list(head)]
    lines.append(["---"] * len(lines[0]))
    lines.extend([cell.replace("|", "\\|") for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def findings() -> str:
    """Every finding of the evidence room."""
    from openrepro.evidence.findings import MEANING

    return table(["code", "what it says"], ([f"`{code}`", text] for code, text in MEANING.items()))


def compute_classes() -> str:
    """Every class of machine that a paper may say it used."""
    from openrepro.papers.compute_words import MEANING, WORDS, Compute

    rows = ([f"`{one}`", WORDS[one], MEANING[one]] for one in Compute)
    return table(["class", "in words", "what it means"], rows)


def attacks() -> str:
    """Every attack of the suite, with what it does and what must not happen."""
    from openrepro.judging.attacks.suite import SUITE

    rows = ([f"`{one.name}`", one.kind.value, one.what, one.must_not] for one in SUITE)
    return table(["attack", "kind", "what is done", "what must not happen"], rows)


def rule_table() -> str:
    """Every row of the rule table."""
    from openrepro.judging.rule_table import RULE_TABLE

    return table(["row", "matches when", "outcome"], ([str(row.number), row.when, row.outcome] for row in RULE_TABLE))


def model_sayings() -> str:
    """Everything that a model may say, and what code makes of it."""
    from openrepro.judging.readers.model.taken import TAKEN

    return table(["a model says", "what code makes of it"], TAKEN)


def reader_problems() -> str:
    """Every problem that the logbook reader reports."""
    from openrepro.logbooks.problems import MEANING

    return table(["code", "what it says"], ([f"`{code}`", text] for code, text in MEANING.items()))


def lint_checks() -> str:
    """Every check that the lint makes beyond findings and problems."""
    from openrepro.lint.notice import MEANING

    return table(["code", "what it says"], ([f"`{code}`", text] for code, text in MEANING.items()))


def rule_file() -> str:
    """The rule file of the strict profile, with its comments."""
    from openrepro.challenge.template import default_toml

    return f"```toml\n{default_toml().rstrip()}\n```"


def api_addresses() -> str:
    """Every address of the API, with what it needs and what it does."""
    from fastapi import FastAPI

    from openrepro.web.api import api_routes

    app = FastAPI()
    app.router.routes.extend(api_routes())
    return table(
        ["", "address", "token", "what it does"],
        (
            [method.upper(), f"`{path}`", _token(path, method, operation), _summary(operation)]
            for path, taken in app.openapi()["paths"].items()
            for method, operation in taken.items()
        ),
    )


def _token(path: str, method: str, operation: dict[str, Any]) -> str:
    if "security" not in operation:
        return ""
    if "/operator/" in path:
        return "operate"
    return "read" if method == "get" or "/tokens/" in path else "submit"


def _summary(operation: dict[str, Any]) -> str:
    return " ".join(operation["description"].split())


def api_failures() -> str:
    """Every code of the error shape."""
    from openrepro.web.faults import MEANING

    return table(["code", "what it says"], ([f"`{code}`", text] for code, text in MEANING.items()))


def api_limits() -> str:
    """The variables that limit what callers may ask."""
    from openrepro.web.limits import VARIABLES

    return table(["variable", "what it sets"], ([f"`{name}`", text] for name, text in VARIABLES.items()))


def webhook_events() -> str:
    """Every event that webhooks hear of."""
    from openrepro.notify.webhook import EVENTS

    return ", ".join(f"`{event}`" for event in EVENTS)


def entry_reasons() -> str:
    """Every reason for the state of an entry, with the states it is given for."""
    from openrepro.entries.states import MEANING, REASONS

    states = {reason: ", ".join(state for state, held in REASONS.items() if reason in held) for reason in MEANING}
    head = ["reason", "state", "what it says", "what comes next"]
    rows = ([f"`{reason}`", states[reason], meaning.text, meaning.next] for reason, meaning in MEANING.items())
    return table(head, rows)


def families() -> str:
    """What is usual for each family of metrics."""
    from openrepro.claims.defaults import USUAL

    rows = []
    for family, usual in USUAL.items():
        relative = f"{usual.tolerance.relative} of the value" if usual.tolerance.relative else "none"
        within = usual.tolerance.absolute or relative
        axes = ", ".join(f"`{axis}`" for axis in usual.axes) or "none"
        seeds = "" if usual.seeds_needed is None else str(usual.seeds_needed)
        told = (usual.unit, usual.better or "neither", f"`{usual.comparator}`", within, usual.why)
        rows.append((family.value, usual.kind.value, *told, axes, seeds, usual.reduced_check.value))
    head = ("Family", "Kind", "Unit", "Better", "Comparator", "Tolerance", "Why", "Scale", "Seeds", "At reduced scale")
    return table(head, rows)


def upload_limits() -> str:
    """The most that an upload may be."""
    from openrepro.entries.members import MIB, USUAL

    rows = [
        ["the archive as sent", f"{USUAL.archive // MIB} MB"],
        ["all files, unpacked", f"{USUAL.total // MIB} MB"],
        ["unpacked against packed", f"{USUAL.ratio} times its size, or {USUAL.slack // MIB} MB if that is more"],
        ["one file", f"{USUAL.file // MIB} MB"],
        ["files", f"{USUAL.files:,} (of {USUAL.members:,} members, what is left out included)"],
        ["a path", f"{USUAL.name} bytes, {USUAL.depth - 1} folders deep"],
        ["the name of one file or folder", f"{USUAL.part} bytes"],
    ]
    return table(["what", "at most"], rows)


def demo() -> str:
    """What `make demo ONCE=1` prints: one of its papers, and the counts."""
    lines = printed("demo", "--once")
    paper = [*part(lines, "demo-descent"), CUT]
    return console("make demo ONCE=1", [lines[0], CUT, *paper, *part(lines, "* provisional", None)])


def judge() -> str:
    """What `openrepro judge` prints of one bundled logbook: its first two claims, and the counts."""
    logbook = "src/openrepro/demo/data/logbooks/dune/demo-descent"
    arguments = ["judge", logbook, "--claims", "src/openrepro/demo/data/claims.json"]
    lines = printed(*arguments)
    third = next(at for at, line in enumerate(lines) if "demo-descent.c3" in line)
    command = f".venv/bin/openrepro {' '.join(arguments[:2])} \\\n    {' '.join(arguments[2:])}"
    return console(command, [*lines[:third], CUT, *part(lines, "1 logbooks", None)])


CUT = "[…]"


def part(lines: list[str], begin: str, end: str | None = "") -> list[str]:
    """The lines from the one that starts with `begin` to the one that is `end`, or to the last."""
    first = next(at for at, line in enumerate(lines) if line.startswith(begin))
    last = len(lines) if end is None else lines.index(end, first)
    return lines[first : last + 1]


def printed(*arguments: str) -> list[str]:
    """The lines that a command prints on stdout, 100 columns wide, without colours."""
    program = str(Path(sys.executable).with_name("openrepro"))
    environment = {"PATH": "", "COLUMNS": str(COLUMNS), "NO_COLOR": "1", "PYTHONUTF8": "1"}
    done = subprocess.run([program, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def console(command: str, lines: list[str]) -> str:
    """A command and what it printed, as a fenced block."""
    text = "\n".join(lines).rstrip()
    return f"```console\n$ {command}\n{text}\n```"


def settings() -> str:
    """Every variable of the environment that an installation reads, but the limits of its API."""
    from openrepro.settings import VARIABLES

    return table(["variable", "what it sets"], ([f"`{name}`", text] for name, text in VARIABLES.items()))


BLOCKS: dict[str, Callable[[], str]] = {
    "settings": settings,
    "findings": findings,
    "attacks": attacks,
    "compute-classes": compute_classes,
    "rule-table": rule_table,
    "model-sayings": model_sayings,
    "reader-problems": reader_problems,
    "lint-checks": lint_checks,
    "rule-file": rule_file,
    "api-addresses": api_addresses,
    "api-failures": api_failures,
    "api-limits": api_limits,
    "webhook-events": webhook_events,
    "entry-reasons": entry_reasons,
    "families": families,
    "upload-limits": upload_limits,
    "demo": demo,
    "judge": judge,
}


def filled(text: str) -> str:
    """`text` with every made part written anew."""
    for name, make in BLOCKS.items():
        begin = BEGIN.format(name)
        if begin in text:
            head, _, rest = text.partition(begin)
            _, _, tail = rest.partition(END)
            text = f"{head}{begin}\n{make()}\n{END}{tail}"
    return text


def command_page() -> str:
    """The page of all commands, from their help."""
    from openrepro.cli import main

    parts = [CLI_HEAD]
    for context in contexts(main, "openrepro"):
        parts.append(f"## `{context.command_path}`\n\n```\n{context.get_help().rstrip()}\n```\n")
    return "\n".join(parts)


def contexts(command: click.Command, word: str, parent: click.Context | None = None) -> Iterable[click.Context]:
    """A command and all below it, each in the context that the program would make for it."""
    settings = {"terminal_width": COLUMNS, "max_content_width": COLUMNS, **command.context_settings}
    context = click.Context(command, info_name=word, parent=parent, **settings)
    yield context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from contexts(below, name, context)


def as_it_should_be(page: Path) -> str:
    """The text of a page with its made parts written anew."""
    return command_page() if page == DOCS / "cli.md" else filled(page.read_text("utf-8"))


def main() -> None:
    for page in [ROOT / "README.md", *DOCS.rglob("*.md")]:
        page.write_text(as_it_should_be(page), "utf-8")


if __name__ == "__main__":
    main()
