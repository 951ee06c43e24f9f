"""`openrepro lint`: everything a participant should know before publishing a logbook."""

import shlex
from pathlib import Path

import click

from openrepro.challenge.rules import Rules
from openrepro.cli.claims_file import ClaimsFile, claims_option
from openrepro.cli.output import Format, emit, emit_json, emit_row, emit_wrapped, format_option, hint, say
from openrepro.cli.rules_option import rules_option
from openrepro.ids import Json
from openrepro.lint.lint import lint as lint_logbook
from openrepro.lint.notice import Notice, Topic
from openrepro.logbooks.archive import load_all
from openrepro.logbooks.logbook import Logbook
from openrepro.severity import Severity

UNREADABLE = 1
MOST_EACH = 8
SIGNS = {Severity.SERIOUS: "✗", Severity.WARNING: "!", Severity.NOTE: "·"}


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@claims_option
@rules_option
@format_option
@click.pass_context
def lint(ctx: click.Context, paths: tuple[Path, ...], claims: ClaimsFile | None, rules: Rules, form: Format) -> None:
    """Say what to mend in the logbooks at PATH before they are published; each with its place and what to do.

    Form is explained and never rejected. Exit status: 0 when everything was read, 1 when some input could not be.
    """
    unreadable = 0
    documents: list[Json] = []
    for loaded in load_all(paths):
        if loaded.logbook is None:
            unreadable += 1
            say(f"could not be read: {loaded.path}: {loaded.error}")
            continue
        chosen = None if claims is None else claims.of(loaded.logbook.paper.ids)
        notices = lint_logbook(loaded.logbook, rules, chosen)
        if form is Format.JSON:
            documents.append(_document(str(loaded.path), loaded.logbook, notices))
        else:
            _show(str(loaded.path), loaded.logbook, notices, form)
    if form is Format.JSON:
        emit_json(
            {"schema": "openrepro.lint/1", "rules": rules.digest, "logbooks": documents, "unreadable": unreadable}
        )
    else:
        hint(f"openrepro judge {shlex.join(map(str, paths))}", form)
    if unreadable:
        ctx.exit(UNREADABLE)


def _document(path: str, logbook: Logbook, notices: tuple[Notice, ...]) -> Json:
    return {
        "path": path,
        "revision": logbook.revision,
        "notices": [notice.as_json() for notice in notices],
        "counts": {severity.value: _count(notices, severity) for severity in Severity},
    }


def _count(notices: tuple[Notice, ...], severity: Severity) -> int:
    return sum(notice.severity is severity for notice in notices)


def _show(path: str, logbook: Logbook, notices: tuple[Notice, ...], form: Format) -> None:
    if form is Format.AGENT:
        emit_row("logbook", path, logbook.revision)
        for notice in notices:
            emit_row(notice.severity.value, notice.code, _place(notice), notice.text, notice.todo)
        return
    emit(f"{path}", colour="bright_blue")
    emit_wrapped(f"{logbook.title} · {len(logbook.pages)} pages · revision {logbook.revision[:12]}")
    for topic in Topic:
        _show_topic(topic, [notice for notice in notices if notice.topic is topic])
    counts = (_count(notices, severity) for severity in (Severity.SERIOUS, Severity.WARNING, Severity.NOTE))
    emit()
    emit("{} serious, {} warnings, {} notes".format(*counts))
    emit()


def _show_topic(topic: Topic, notices: list[Notice]) -> None:
    if not notices:
        return
    emit()
    emit(topic.value)
    for notice in notices[:MOST_EACH]:
        emit_wrapped(f"{notice.text} [{notice.code}]", indent="    ", first=f"  {SIGNS[notice.severity]} ")
        emit_wrapped(f"→ {notice.todo}", indent="      ", first="    ")
        if notice.at:
            emit(f"    at {_place(notice)}")
    if len(notices) > MOST_EACH:
        emit(f"    … and {len(notices) - MOST_EACH} more; --format json has all")


def _place(notice: Notice) -> str:
    if not notice.at:
        return "-"
    first = notice.at[0]
    more = f" and {len(notice.at) - 1} more" if len(notice.at) > 1 else ""
    return f"{first.file}:{first.start}-{first.end}{more}"
