"""`openrepro judge`: rule every claim of the logbooks at PATH, with reasons, quotes and findings."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.cli.claims_file import ClaimsFile, claims_option, say_faults
from openrepro.cli.output import (
    Column,
    Format,
    Table,
    emit,
    emit_json,
    emit_row,
    emit_table,
    emit_wrapped,
    format_option,
    hint,
    marked,
    paint,
    say,
)
from openrepro.cli.rules_option import rules_option
from openrepro.clock import now
from openrepro.ids import digest
from openrepro.judging.judge import ClaimJudgement, Judgement
from openrepro.judging.judge import judge as judge_logbook
from openrepro.judging.judgement import Unreadable, document, quote, quoted, summary
from openrepro.judging.label import Label
from openrepro.judging.recording import Occasion, verdicts_of
from openrepro.judging.verdict import JudgeIdentity
from openrepro.logbooks.archive import load_all
from openrepro.logbooks.logbook import Address, Layout, Logbook, Severity

UNREADABLE = 1
MOST_FINDINGS = 12


@dataclass(frozen=True, slots=True)
class Judged:
    path: str
    judgement: Judgement


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@claims_option
@rules_option
@click.option(
    "--records",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Also write one verdict record per claim to this file, as JSON lines for `board show`.",
)
@format_option
@click.pass_context
def judge(
    ctx: click.Context,
    paths: tuple[Path, ...],
    claims: ClaimsFile | None,
    rules: Rules,
    records: Path | None,
    form: Format,
) -> None:
    """Rule every claim of the logbooks at PATH, a logbook or a folder of many.

    Without --claims the claims are taken from each logbook's own claim pages: text and guessed kind, no spec.
    Exit status: 0 when everything was read, 1 when some input (or claim of FILE) could not be, 2 on wrong usage.
    """
    faults = () if claims is None else claims.faults
    if claims is not None:
        say_faults(claims)
    unreadable: list[Unreadable] = []
    judged = _judged(paths, claims, rules, unreadable)
    if form is Format.JSON:
        done = [(item.path, item.judgement) for item in judged]
        judge_json = identity(rules).as_json()
        emit_json(document(done, unreadable, rules=rules.digest, judge=judge_json, claims_faults=faults))
    else:
        done = [(item.path, item.judgement) for item in _shown(judged, form)]
        _close(paths, [judgement for _, judgement in done], unreadable, form)
    if records is not None:
        _write_records(records, done, identity(rules))
    if unreadable or faults:
        ctx.exit(UNREADABLE)


def identity(rules: Rules) -> JudgeIdentity:
    """Which judge ruled: the embedded reader has no model, prompt or seed."""
    return JudgeIdentity(rules=rules.digest, reader="rules")


def _write_records(path: Path, done: list[tuple[str, Judgement]], judge: JudgeIdentity) -> None:
    """Write the records of all judgements; an entry is named by its path's digest, and each is a team of its own."""
    time = now().isoformat()
    with path.open("wb") as file:
        for name, judgement in done:
            entry = digest(name)[:16]
            for verdict in verdicts_of(judgement, Occasion(entry, "", judge, time)):
                file.write(verdict.leaf + b"\n")


def _judged(
    paths: tuple[Path, ...], claims: ClaimsFile | None, rules: Rules, unreadable: list[Unreadable]
) -> Iterator[Judged]:
    for loaded in load_all(paths):
        logbook = loaded.logbook
        if logbook is None:
            unreadable.append(Unreadable(str(loaded.path), loaded.error))
            continue
        if logbook.layout is Layout.EMPTY:
            unreadable.append(Unreadable(str(loaded.path), "There is no logbook here: no page and no result file."))
        yield Judged(str(loaded.path), judge_logbook(logbook, _chosen(claims, logbook.paper.ids, loaded.path), rules))


def _chosen(claims: ClaimsFile | None, papers: tuple[str, ...], path: Path) -> ClaimSet | None:
    """The claim set to judge against; when the file that was given has none for this paper, that is said."""
    found = None if claims is None else claims.of(papers)
    if claims is not None and found is None:
        paper = papers[0] if papers else "the paper, which the logbook does not name"
        say(f"{path}: {claims.path} has no claims of {paper}; the logbook's own claim pages are judged instead.")
    return found


def _shown(judged: Iterator[Judged], form: Format) -> Iterator[Judged]:
    for item in judged:
        if form is Format.AGENT:
            _show_lines(item)
        else:
            _show(item)
        yield item


def _show(item: Judged) -> None:
    judgement = item.judgement
    emit(f"{item.path}", colour="bright_blue")
    emit_wrapped(f"{judgement.logbook.title} · paper {judgement.paper} · revision {judgement.logbook.revision[:12]}")
    if judgement.guessed:
        emit_wrapped("The claims are this logbook's own claim pages: kinds are guessed and there is no spec.")
    if judgement.left_out:
        emit_wrapped(_left_out(judgement))
    if not judgement.claims:
        emit_wrapped("No claim is stated: no claims file was given and no page names a claim.")
    for claim in judgement.claims:
        _show_claim(claim, judgement)
    _show_findings(judgement)
    emit()


def _left_out(judgement: Judgement) -> str:
    count = judgement.left_out
    rest = f"{count} more claim{'s' * (count > 1)} of its own pages {'were' if count > 1 else 'was'} left out"
    return f"{rest}: without a claims file the first {len(judgement.claims)} are judged."


def _show_claim(item: ClaimJudgement, judgement: Judgement) -> None:
    ruling = item.ruling
    grade = f"grade {item.grade}" if item.grade is not None else "no evidence"
    direction = "" if ruling.direction.value == "none" else f", {ruling.direction.value}"
    provisional = ", provisional" if ruling.provisional else ""
    emit()
    emit(f"  {marked(ruling.label.value)}  {item.claim.id}  ({item.claim.kind.value}; {grade}{direction}{provisional})")
    emit_wrapped(item.claim.text, indent="    ")
    for reason in ruling.reasons:
        emit_wrapped(f"{reason.text} [{reason.code}]", indent="      ", first="    - ")
    for part in item.parts if len(item.parts) > 1 else ():
        emit_wrapped(f"{marked(part.ruling.label.value)} {part.claim.id}: {part.claim.text}", indent="      ")
    if ruling.review:
        emit_wrapped(f"for a person: {ruling.review}", indent="      ", first="    - ")
    if others := _other_findings(item):
        emit_wrapped(f"also found: {', '.join(others)}", indent="      ", first="    - ")
    for address in [address for part in item.parts for address in quoted(part)][:3]:
        emit_wrapped(_quoted(address, judgement.logbook), indent="      ")


def _other_findings(item: ClaimJudgement) -> list[str]:
    """The codes of what was found about the claim and is no reason of its ruling; notes are left out, and so are the
    findings about a claim that the entry does not address."""
    told = {reason.code for reason in item.ruling.reasons}
    parts = (part for part in item.parts if part.casefile.addressed is not False)
    found = (finding for part in parts for finding in part.casefile.findings)
    return sorted({item.code.value for item in found if item.severity is not Severity.NOTE} - told)


def _quoted(address: Address, logbook: Logbook) -> str:
    """The quote with its address; a cut one ends in an ellipsis and says how long it is."""
    shown = quote(address, logbook)
    place = f"{address.file}:{address.start}-{address.end}"
    text = str(shown["text"]).strip()
    return (
        f"“{text}…” (cut; {address.end - address.start} bytes in all) {place}" if shown["cut"] else f"“{text}” {place}"
    )


def _show_findings(judgement: Judgement) -> None:
    serious = [finding for finding in judgement.findings if finding.severity is not Severity.NOTE]
    problems = [problem for problem in judgement.logbook.problems if problem.severity is not Severity.NOTE]
    if not serious and not problems:
        return
    emit()
    emit("  findings about the entry")
    lines = [f"{item.text} [{item.code}]" for item in serious]
    lines += [f"{item.text} [{item.code}]" for item in problems]
    for line in lines[:MOST_FINDINGS]:
        emit_wrapped(line, indent="      ", first="    - ")
    if len(lines) > MOST_FINDINGS:
        emit(f"    … and {len(lines) - MOST_FINDINGS} more; --format json has all")


def _show_lines(item: Judged) -> None:
    emit_row("logbook", item.path, item.judgement.paper, item.judgement.logbook.revision)
    if item.judgement.left_out:
        emit_row("left-out", item.judgement.left_out, _left_out(item.judgement))
    for claim in item.judgement.claims:
        ruling = claim.ruling
        reason = ruling.reasons[0].text if ruling.reasons else ""
        grade = "-" if claim.grade is None else claim.grade
        emit_row("claim", claim.claim.id, ruling.label.value, grade, ruling.row, reason)
    for finding in item.judgement.findings:
        emit_row("finding", finding.code, finding.severity, finding.text)


def _close(paths: tuple[Path, ...], judgements: list[Judgement], unreadable: list[Unreadable], form: Format) -> None:
    counts = summary(judgements, len(unreadable))
    rows = [(marked(label.value), counts[label.value.replace(" ", "_")]) for label in Label]
    claims = sum(len(judgement.claims) for judgement in judgements)
    emit(f"{len(judgements)} logbooks, {claims} claims")
    emit_table(Table.of((Column("label", paint=paint), Column("claims", right=True)), rows), form)
    for item in unreadable:
        say(f"could not be read: {item.path}: {item.text}")
    if judgements:
        hint(f"openrepro lint {shlex.join(map(str, paths))}", form)
