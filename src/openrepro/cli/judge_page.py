"""What `openrepro judge` prints for people and agents: each logbook with its claims, then the counts."""

import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from openrepro.cli.judged import Judged
from openrepro.cli.output import (
    Column,
    Format,
    Table,
    emit,
    emit_row,
    emit_table,
    emit_wrapped,
    hint,
    marked,
    paint,
    say,
)
from openrepro.judging.judge import ClaimJudgement, Judgement
from openrepro.judging.judgement import Unreadable, quote, quoted, summary
from openrepro.judging.label import Label
from openrepro.judging.look import cost_of, tokens_of
from openrepro.logbooks.logbook import Address, Logbook, Severity

MOST_FINDINGS: Final = 12


def shown(judged: Iterable[Judged], form: Format) -> Iterator[Judged]:
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
    if item.looks:
        emit_wrapped(f"looked at by {_looks(item)}", indent="      ", first="    - ")
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
        for look in claim.looks:
            silence = "-" if look.silence is None else look.silence.name.lower()
            emit_row("look", look.claim, look.role.value, look.model, silence, look.tokens, look.cost)
    for finding in item.judgement.findings:
        emit_row("finding", finding.code, finding.severity, finding.text)


def close(paths: tuple[Path, ...], judgements: list[Judgement], unreadable: list[Unreadable], form: Format) -> None:
    counts = summary(judgements, len(unreadable))
    rows = [(marked(label.value), counts[label.value.replace(" ", "_")]) for label in Label]
    claims = sum(len(judgement.claims) for judgement in judgements)
    emit(f"{len(judgements)} logbooks, {claims} claims")
    emit_table(Table.of((Column("label", paint=paint), Column("claims", right=True)), rows), form)
    for item in unreadable:
        say(f"could not be read: {item.path}: {item.text}")
    if judgements:
        hint(f"openrepro lint {shlex.join(map(str, paths))}", form)


def _looks(claim: ClaimJudgement) -> str:
    """The looks at one claim on one line: `reader tests-1, prosecutor tests-2 (…); 220 tokens, USD 0.004`."""
    told = ", ".join(
        f"{look.role.value}{f' again ({look.repeat})' if look.repeat else ''} {look.model}"
        f"{'' if look.silence is None else f' ({look.silence.value})'}"
        for look in claim.looks
    )
    return f"{told}; {tokens_of(claim.looks):,} tokens, USD {cost_of(claim.looks)}"
