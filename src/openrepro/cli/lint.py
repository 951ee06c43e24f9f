"""`openrepro lint`: everything a participant should know before publishing a logbook."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
from click.core import ParameterSource

from openrepro.challenge.rules import Rules
from openrepro.cli.claims_file import ClaimsFile, claims_option, say_faults
from openrepro.cli.output import Format, emit, emit_json, emit_row, emit_wrapped, format_option, hint, say
from openrepro.cli.rules_option import rules_option
from openrepro.ids import Json
from openrepro.lint.lint import lint as lint_logbook
from openrepro.lint.notice import Notice
from openrepro.lint.secrets import masked
from openrepro.lint.structure import generation
from openrepro.logbooks.archive import Loaded, load_all
from openrepro.logbooks.logbook import Layout, Logbook
from openrepro.severity import Severity

UNREADABLE = 1
SIGNS = {Severity.SERIOUS: "✗", Severity.WARNING: "!", Severity.NOTE: "·"}
HEADS = {
    Severity.SERIOUS: "mend before publishing",
    Severity.WARNING: "worth mending",
    Severity.NOTE: "good to know",
}
COLOURS = {Severity.SERIOUS: "red", Severity.WARNING: "yellow", Severity.NOTE: ""}


@dataclass(frozen=True, slots=True)
class Linted:
    """One logbook and the notices about it."""

    path: str
    logbook: Logbook
    notices: tuple[Notice, ...]

    def count(self, severity: Severity) -> int:
        return sum(notice.severity is severity for notice in self.notices)


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@claims_option
@rules_option
@format_option
@click.pass_context
def lint(ctx: click.Context, paths: tuple[Path, ...], claims: ClaimsFile | None, rules: Rules, form: Format) -> None:
    """Say what to mend in the logbooks at PATH before they are published; each with its place and what to do.

    Without PATH it is the logbook of the workspace that you are in, exactly as `openrepro submit` would send it, with
    the claims and rules as they are now, and with what the judge would see and say.
    Form is explained and never rejected. With --claims it also tells which RESULT lines are missing, and what would
    keep the others from deciding their claims. Exit status: 0 when everything was read (whatever was found), 1 when
    some input (or claim of FILE) could not be, 2 on wrong usage.
    """
    if not paths:
        _here(ctx, form)
        return
    if claims is not None:
        say_faults(claims)
    unreadable: list[tuple[str, str]] = []
    linted = _linted(paths, claims, rules, unreadable)
    if form is Format.JSON:
        emit_json(_document(list(linted), unreadable, rules))
    else:
        for item in linted:
            _show(item, form)
        _close(paths, unreadable, form)
    if unreadable or (claims is not None and claims.faults):
        ctx.exit(UNREADABLE)


def _here(ctx: click.Context, form: Format) -> None:
    from openrepro.cli.lint_here import foreseen_json, look, show_foreseen

    if any(ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE for name in ("claims", "rules")):
        raise click.UsageError("In a workspace, claims and rules are its own; name a PATH to use others.")
    looked = look()
    for line in looked.news:
        say(line)
    item = Linted(str(looked.folder), looked.found.logbook, looked.found.notices)
    if form is Format.JSON:
        emit_json({**_document([item], [], looked.rules), "foreseen": foreseen_json(looked.foreseen)})
        return
    _show(item, form)
    show_foreseen(looked.foreseen, form)
    for line in looked.found.pack.left_out:
        say(f"left out: {line}")
    hint("openrepro submit", form)


def _linted(
    paths: tuple[Path, ...], claims: ClaimsFile | None, rules: Rules, unreadable: list[tuple[str, str]]
) -> Iterator[Linted]:
    papers = () if claims is None else tuple(name for one in claims.sets for name in (one.paper, *one.aliases))
    for loaded in load_all(paths):
        if (reason := _not_read(loaded)) is not None:
            unreadable.append((str(loaded.path), reason))
        if loaded.logbook is not None:
            chosen = None if claims is None else claims.of(loaded.logbook.paper.ids)
            notices = lint_logbook(loaded.logbook, rules, chosen, papers=papers)
            yield Linted(str(loaded.path), loaded.logbook, notices)


def _not_read(loaded: Loaded) -> str | None:
    if loaded.logbook is None:
        return loaded.error
    return "There is no logbook here: no page." if loaded.logbook.layout is Layout.EMPTY else None


def _document(linted: list[Linted], unreadable: list[tuple[str, str]], rules: Rules) -> dict[str, Json]:
    totals = {severity.value: sum(item.count(severity) for item in linted) for severity in Severity}
    return {
        "schema": "openrepro.lint/1",
        "rules": rules.digest,
        "logbooks": [_entry(item) for item in linted],
        "unreadable": [{"path": path, "text": text} for path, text in unreadable],
        "summary": totals,
    }


def _entry(item: Linted) -> Json:
    return {
        "path": item.path,
        "revision": item.logbook.revision,
        "title": masked(item.logbook.title),
        "generation": generation(item.logbook).value,
        "notices": [notice.as_json() for notice in item.notices],
        "counts": {severity.value: item.count(severity) for severity in Severity},
    }


def _show(item: Linted, form: Format) -> None:
    if form is Format.AGENT:
        emit_row("logbook", item.path, item.logbook.revision)
        for notice in item.notices:
            todo = f"{notice.todo} {notice.ready}".rstrip()
            emit_row(notice.severity.value, notice.code, _place(notice), notice.text, todo)
        return
    emit(item.path, colour="bright_blue")
    pages = len(item.logbook.pages)
    emit_wrapped(f"{masked(item.logbook.title)} · {pages} pages · revision {item.logbook.revision[:12]}")
    for severity in SIGNS:
        _show_weight(severity, [notice for notice in item.notices if notice.severity is severity])
    emit()
    counts = (item.count(severity) for severity in SIGNS)
    emit("{} serious, {} warnings, {} notes".format(*counts))
    emit()


def _show_weight(severity: Severity, notices: list[Notice]) -> None:
    if not notices:
        return
    emit()
    emit(HEADS[severity], colour=COLOURS[severity])
    for notice in notices:
        emit_wrapped(f"{notice.text} [{notice.code}]", indent="    ", first=f"  {SIGNS[severity]} ")
        emit_wrapped(f"→ {notice.todo}", indent="      ", first="    ")
        if notice.ready:
            emit(f"    {notice.ready}")
        if notice.at:
            emit(f"    at {_place(notice)}")


def _place(notice: Notice) -> str:
    """The first place, how many more are known, and the file alone where the place is a whole file."""
    if not notice.at:
        return "-"
    first = notice.at[0]
    count = len(notice.at) - 1
    more = f" and {count} more place{'s' * (count > 1)}" if count else ""
    span = f":{first.start}-{first.end}" if first.end else ""
    return f"{first.file}{span}{more}"


def _close(paths: tuple[Path, ...], unreadable: list[tuple[str, str]], form: Format) -> None:
    for path, reason in unreadable:
        if form is Format.AGENT:
            emit_row("unreadable", path, reason)
        else:
            say(f"could not be read: {path}: {reason}")
    hint(f"openrepro judge {shlex.join(map(str, paths))}", form)
