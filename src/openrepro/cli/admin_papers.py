"""`openrepro admin papers text`: the texts of papers that quotes are looked up in."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from openrepro.claims.anchoring import Anchor
from openrepro.cli.office import Deed, deed_options, folder_option, looking
from openrepro.cli.output import Column, Format, Table, emit_json, emit_table, format_option, say
from openrepro.entries.members import MIB, Limits
from openrepro.entries.upload import unpack
from openrepro.errors import OpenReproError
from openrepro.papers.latex_files import SUFFIX, flat
from openrepro.papers.text import MOST_BYTES, TextFormat
from openrepro.papers.text_reading import format_of
from openrepro.server.texts import TextFile, add_text, anchors_in, remove_text
from openrepro.store.store import Transaction
from openrepro.store.texts import KeptText

LARGEST: Final = max(MOST_BYTES.values())
PACKED: Final = (".zip", ".tar", ".tar.gz", ".tgz")
ARCHIVE: Final = Limits(archive=64 * MIB, total=64 * MIB, files=500)
"""Sources of a paper come with their pictures."""
FORMATS: Final = [form.value for form in TextFormat]


@click.group()
def papers() -> None:
    """Keep texts of papers, which quotes of claims are looked up in."""


@papers.group()
def text() -> None:
    """Add, list and remove texts of a paper. Readers are shown what stands around a quote, never the whole text."""


@text.command("add")
@click.argument("paper")
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option("--version", required=True, metavar="NAME", help="Which version of the paper it is: v1, v2, …")
@click.option("--format", "form", type=click.Choice(FORMATS), help="How FILE is written; told by its name otherwise.")
@deed_options
def add(deed: Deed, paper: str, file: Path, version: str, form: str | None) -> None:
    """Keep FILE as a text of PAPER: Markdown, HTML, LaTeX source, PDF, or plain text.

    LaTeX source in several files is a folder, a .zip or a .tar.gz: its .tex files are made one, which is kept.

    The quotes of the claims in force are looked up in it, and what is not found is told. A file that is on file already
    is read again.
    """
    handed = TextFile(paper, version, *_handed(file, form))
    with deed.opened() as here:
        read = handed.read()
        with deed.acting(here) as office:
            added = add_text(office, here.blobs, handed, read)
            found = anchors_in(office.tx, here.blobs, added.text)
    say(f"{'added' if added.new else 'read again'}: {added.text.characters:,} characters, SHA-256 {added.text.sha256}")
    for notice in read.notices:
        say(f"  {notice}")
    _tell(found)


@text.command("list")
@click.argument("paper")
@folder_option
@format_option
def list_all(folder: Path, paper: str, form: Format) -> None:
    """List the texts of PAPER, oldest first."""
    with looking(folder) as (tx, _):
        found = tx.texts.of(paper)
    if form is Format.JSON:
        emit_json([_as_json(one) for one in found])
        return
    columns = [Column("version"), Column("format"), Column("characters", right=True), Column("sha256"), Column("added")]
    rows = [(one.version, one.format.value, f"{one.characters:,}", one.sha256[:16], one.added_at) for one in found]
    emit_table(Table.of(columns, rows), form)


@text.command("remove")
@click.argument("paper")
@click.argument("sha256")
@deed_options
def remove(deed: Deed, paper: str, sha256: str) -> None:
    """Forget the text of PAPER whose SHA-256 begins so, with its bytes: who holds the rights may ask for it."""
    with deed.opened() as here, deed.acting(here) as office:
        remove_text(office, here.blobs, _the_one(office.tx, paper, sha256))
    say("removed; quotes that were taken from it are shown without what stood around them")


def _the_one(tx: Transaction, paper: str, sha256: str) -> KeptText:
    found = [one for one in tx.texts.of(paper) if sha256 and one.sha256.startswith(sha256.lower())]
    if len(found) != 1:
        what = f"{len(found)} texts of {paper[:60]!r} have" if found else f"No text of {paper[:60]!r} has"
        hint = f"List them: openrepro admin papers text list {paper[:60]}"
        raise OpenReproError(f"{what} a SHA-256 that begins with {sha256[:64]!r}.", hint=hint)
    return found[0]


def _tell(found: tuple[Anchor, ...]) -> None:
    held = sum(one.place is not None for one in found)
    say(f"quotes of claims in force that stand in it: {held} of {len(found)}")
    for one in found:
        for fault in one.faults:
            say(f"  {one.claim}: {fault.text} ({fault.code.value})")


def _as_json(one: KeptText) -> dict[str, str | int]:
    return {
        "version": one.version,
        "format": one.format.value,
        "characters": one.characters,
        "sha256": one.sha256,
        "added_at": one.added_at,
    }


def _handed(file: Path, form: str | None) -> tuple[TextFormat, bytes]:
    """The format and the bytes of what is handed in; of several files of LaTeX those of the one made of them."""
    if file.is_dir():
        return TextFormat.LATEX, flat(_in_folder(file)).source.encode()
    if form is None and file.name.endswith(PACKED):
        with unpack(_read(file), ARCHIVE) as files:
            return TextFormat.LATEX, flat(_sources(files)).source.encode()
    return TextFormat(form) if form else format_of(file.suffix), _read(file)


def _sources(files: Mapping[str, bytes]) -> dict[str, bytes]:
    return {path: files[path] for path in files if path.endswith(SUFFIX)}


def _in_folder(folder: Path) -> dict[str, bytes]:
    """The LaTeX files in a folder by their paths there; links are left out."""
    found: dict[str, bytes] = {}
    for at, _, names in os.walk(folder):
        for path in (Path(at, name) for name in sorted(names) if name.endswith(SUFFIX)):
            if path.is_file() and not path.is_symlink():
                found[path.relative_to(folder).as_posix()] = _read(path)
            if len(found) > ARCHIVE.files or sum(map(len, found.values())) > ARCHIVE.total:
                raise OpenReproError(f"{folder} holds more LaTeX files than a paper has.", hint="Give its own folder.")
    return found


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(LARGEST + 1)
    except OSError as error:
        raise OpenReproError(f"{file} cannot be read: {error.strerror}.") from error
