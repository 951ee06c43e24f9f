"""`openrepro claims audit`: what of a list of claims cannot be trusted, by code."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import click

from openrepro.claims.audit import Audit, Names, audited
from openrepro.claims.audit_checks import AuditCode, Finding
from openrepro.claims.listed import ListedClaims, read_listed
from openrepro.cli.output import Format, emit, emit_json, emit_row, emit_wrapped, format_option, hint, say
from openrepro.errors import OpenReproError
from openrepro.papers.catalogue import Catalogue, merged
from openrepro.papers.paper import Paper
from openrepro.papers.shapes import read_list
from openrepro.papers.text import MOST_BYTES, PaperText
from openrepro.papers.text_packing import unpacked
from openrepro.papers.text_reading import SUFFIXES
from openrepro.server.installation import open_installation
from openrepro.server.texts import TextFile
from openrepro.severity import Severity
from openrepro.store.papers import PaperCursor
from openrepro.store.store import Transaction

SCHEMA: Final = "openrepro.claimaudit/1"
SERIOUS_FINDINGS: Final = 1
MOST_ALIKE: Final = 5
PDF: Final = ".pdf"
MOST_AT_ONCE: Final = 1_000
_SIGNS: Final = {Severity.SERIOUS: "✗", Severity.WARNING: "!", Severity.NOTE: "·"}
_COLOURS: Final = {Severity.SERIOUS: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
_ORDER: Final = tuple(_SIGNS)


class _Papers(Names):
    """The papers of some lists, each once."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._ids = [paper.id for paper in catalogue.papers]

    @property
    def ids(self) -> Sequence[str]:
        return self._ids

    def named(self, name: str) -> frozenset[str]:
        return self._catalogue.named(name)


@click.command()
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--challenge", type=click.Path(path_type=Path, file_okay=False), help="Audit the claims in force of this challenge."
)
@click.option(
    "--texts",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder of papers' texts: PAPER.md, or PAPER/VERSION.md; also .html, .tex, .txt and .pdf.",
)
@click.option(
    "--papers",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Lists of the papers that there are, in any shape that `papers import` reads.",
)
@format_option
@click.pass_context
def audit(
    ctx: click.Context,
    file: Path | None,
    challenge: Path | None,
    texts: Path | None,
    papers: tuple[Path, ...],
    form: Format,
) -> None:
    """Say what of the claims in FILE, or in force in a challenge, cannot be trusted.

    FILE is a claims file, or an object of lists by paper. Looked for: quotes that are missing or stand nowhere in the
    paper, numbers that the paper does not have, wrong places, claims that say the same, that join several, that nobody
    can test, that say nothing definite, words on their status, papers without claims, and names of no paper.
    Exit status: 0 when nothing is serious, 1 when something is, 2 when FILE cannot be read at all.
    """
    if (file is None) is (challenge is None):
        raise OpenReproError("Say what to audit: a FILE, or a challenge with --challenge DIR.")
    names = _Papers(merged(paper for path in papers for paper in read_list(path.read_bytes()).papers))
    listed, held, known = _of_challenge(challenge) if challenge else _of_file(file)
    found = audited(listed, {**held, **(_texts(texts) if texts else {})}, names if papers else known)
    {Format.JSON: _print_json, Format.AGENT: _print_lines, Format.HUMAN: _print}[form](found)
    if found.severities()[Severity.SERIOUS]:
        ctx.exit(SERIOUS_FINDINGS)


def _of_file(file: Path | None) -> tuple[ListedClaims, Mapping[str, Sequence[PaperText]], Names | None]:
    assert file is not None
    return read_listed(file.read_bytes(), suffix=file.suffix), {}, None


def _of_challenge(folder: Path) -> tuple[ListedClaims, Mapping[str, Sequence[PaperText]], Names | None]:
    """The claims in force of a challenge, with the texts on file, oldest first, and its papers."""
    with open_installation(folder, found=False) as here, here.store.read() as tx:
        papers = list(_all_papers(tx))
        sets = [held for paper in papers if (held := tx.papers.claims(paper.id)) is not None]
        kept = {one.paper: [here.blobs.get(text.extracted) for text in tx.texts.of(one.paper)] for one in sets}
    texts = {paper: [unpacked(data) for data in files if data is not None] for paper, files in kept.items()}
    return ListedClaims(tuple(sets)), texts, _Papers(merged(papers))


def _all_papers(tx: Transaction) -> Iterator[Paper]:
    after: PaperCursor | None = None
    while True:
        page = tx.papers.page(after=after, limit=MOST_AT_ONCE)
        yield from (listed.paper for listed in page.papers)
        after = page.next
        if after is None:
            return


def _texts(folder: Path) -> Mapping[str, Sequence[PaperText]]:
    """The texts of a folder by paper, in the order of their versions' names."""
    found: dict[str, list[PaperText]] = {}
    paths = [path for path in (*sorted(folder.glob("*")), *sorted(folder.glob("*/*"))) if path.is_file()]
    named = {path.with_suffix("") for path in paths if path.suffix.lower() in SUFFIXES and path.suffix.lower() != PDF}
    for path in paths:
        double = path.suffix.lower() == PDF and path.with_suffix("") in named
        if path.suffix.lower() in SUFFIXES and not double:
            paper, version = (path.stem, "v1") if path.parent == folder else (path.parent.name, path.stem)
            found.setdefault(paper, []).extend(_read(path, paper, version))
    return found


def _read(path: Path, paper: str, version: str) -> Iterator[PaperText]:
    form = SUFFIXES[path.suffix.lower()]
    try:
        with path.open("rb") as opened:
            data = opened.read(MOST_BYTES[form] + 1)
        yield TextFile(paper, version, form, data).read().text
    except OpenReproError as error:
        say(f"{path}: {error.text}")


def _print_json(found: Audit) -> None:
    emit_json(
        {
            "schema": SCHEMA,
            "summary": {
                "papers": found.papers,
                "claims": found.claims,
                "papers_with_text": found.texts,
                "codes": {code.value: count for code, count in found.counts().items()},
            }
            | {severity.value: count for severity, count in found.severities().items()},
            "findings": [
                {"of": one.of, "code": one.code.value, "severity": one.severity.value, "text": one.text}
                for one in found.findings
            ],
        }
    )


def _print_lines(found: Audit) -> None:
    for one in _sorted(found.findings):
        emit_row(one.severity.value, one.of, one.code.value, one.text)
    emit(_summary(found))
    hint("openrepro claims extract PAPER  (finds quotes in a paper's text)", Format.AGENT)


def _print(found: Audit) -> None:
    groups: dict[tuple[Severity, AuditCode], list[Finding]] = {}
    for one in _sorted(found.findings):
        groups.setdefault((one.severity, one.code), []).append(one)
    for (severity, code), alike in groups.items():
        count = sum(one.times for one in alike)
        emit(f"{_SIGNS[severity]} {severity.value}  {code.value}: {count:,}", colour=_COLOURS[severity])
        for one in alike[:MOST_ALIKE]:
            emit_wrapped(f"{one.of}: {one.text}", indent="      ", first="    ")
        if len(alike) > MOST_ALIKE:
            emit(f"    and {count - MOST_ALIKE:,} more like these (all of them: --format json)")
        emit()
    emit(_summary(found))


def _sorted(findings: Sequence[Finding]) -> list[Finding]:
    codes = tuple(AuditCode)
    return sorted(findings, key=lambda one: (_ORDER.index(one.severity), codes.index(one.code)))


def _summary(found: Audit) -> str:
    counts = ", ".join(f"{count:,} {severity.value}" for severity, count in found.severities().items())
    return f"{found.claims:,} claims of {found.papers:,} papers, {found.texts:,} of them with a text: {counts}"
