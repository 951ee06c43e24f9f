"""Texts of papers: files are read and kept, and claims' quotes are found in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple

from openrepro.claims.anchoring import Anchor, Anchors
from openrepro.claims.claim import Claim, Locator
from openrepro.clock import written
from openrepro.entries.ports import Blobs
from openrepro.errors import OpenReproError
from openrepro.ids import sha256
from openrepro.papers.excerpts import Excerpt, excerpt
from openrepro.papers.latex_files import not_followed
from openrepro.papers.text import READER, PaperText, TextFormat
from openrepro.papers.text_packing import packed, unpacked
from openrepro.papers.text_reading import read_text
from openrepro.people.operators import Action
from openrepro.sandbox.pdf import read_pdf
from openrepro.server.installation import Installation
from openrepro.server.operating import Office
from openrepro.server.quarantine import judge_lifted, look_again, of_paper
from openrepro.store.store import Transaction
from openrepro.store.texts import KeptText
from openrepro.visible import visible

LONGEST_VERSION: Final = 40
TEXTS_READY: Final = 4
"""Texts that are held ready for quotes to be found in them; each takes a few megabytes."""
QUOTES_READY: Final = 2_000


class Quoted(NamedTuple):
    """What came of looking a claim's quote up in a text, and the quote, or the passage nearest to it, in its place."""

    anchor: Anchor
    excerpt: Excerpt | None


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file of a paper's text as somebody hands it in."""

    paper: str
    version: str
    format: TextFormat
    data: bytes

    def read(self) -> "ReadText":
        """What it says; PDF is read in the sandbox. Raises OpenReproError when it cannot be read, or its version has
        no name."""
        name = self.version
        if not name or len(name) > LONGEST_VERSION or visible(name) != name or name != name.strip() or "\n" in name:
            text = f"{visible(name)[:60]!r} is no name of a version: at most {LONGEST_VERSION} characters on one line."
            raise OpenReproError(text, hint="Name it as its source does: v1, v2, camera-ready.")
        if self.format is TextFormat.PDF:
            return ReadText(*read_pdf(self.data, paper=self.paper, version=name))
        read = read_text(self.data, paper=self.paper, version=name, form=self.format)
        return ReadText(read, not_followed(self.data.decode()) if self.format is TextFormat.LATEX else ())


class ReadText(NamedTuple):
    """What a file says, and what a person should know of what it does not: a sentence each."""

    text: PaperText
    notices: tuple[str, ...] = ()


class Added(NamedTuple):
    """What is kept now, and whether the file is new."""

    text: KeptText
    new: bool


def add_text(office: Office, blobs: Blobs, file: TextFile, read: ReadText | None = None) -> Added:
    """Keep a paper's text, and record who added it. A file that is there is read again, and its record stays.

    `read` is what the file says, where it was read before the transaction began: a PDF may take half a minute.
    """
    before = of_paper(office.tx, file.paper)
    added = keep_text(office.tx, blobs, file, now=office.terms.now, read=read)
    judge_lifted(office.tx, file.paper, before, office.terms)
    _record(office, Action.TEXT_ADDED, added.text)
    return added


def keep_text(tx: Transaction, blobs: Blobs, file: TextFile, *, now: str, read: ReadText | None = None) -> Added:
    """Keep a paper's text and what was read of it. Raises OpenReproError when there is no such paper, or no text."""
    if tx.papers.get(file.paper) is None:
        hint = "Texts belong to a paper by its id; openrepro claims import adds papers with their claims."
        raise OpenReproError(f"There is no paper {visible(file.paper)[:80]!r}.", hint=hint)
    text = (file.read() if read is None else read).text
    tx.texts.hold()
    extracted = blobs.put(packed(text))
    name = blobs.put(file.data)
    kept = KeptText(file.paper, file.version, name, file.format, len(text.text), extracted, READER, now)
    added = Added(kept, tx.texts.put(kept))
    look_again(tx, blobs, [file.paper], now=now)
    return added


def remove_text(office: Office, blobs: Blobs, text: KeptText) -> None:
    """Forget a paper's text with its bytes, as far as nothing else needs them."""
    before, gone = of_paper(office.tx, text.paper), office.tx.texts.remove(text)
    look_again(office.tx, blobs, [text.paper], now=office.terms.now)
    judge_lifted(office.tx, text.paper, before, office.terms)
    for name in gone:
        blobs.delete(name)
    _record(office, Action.TEXT_REMOVED, text)


def load_texts(here: Installation, texts: Mapping[str, bytes], now: datetime) -> None:
    """Keep the Markdown texts of an example's papers, version v1 of each; those that are on file are left alone."""
    with here.store.write() as tx:
        for paper, data in texts.items():
            if tx.texts.get(paper, "v1", sha256(data)) is None:
                keep_text(tx, here.blobs, TextFile(paper, "v1", TextFormat.MARKDOWN, data), now=written(now))


def text_for(texts: Sequence[KeptText], locator: Locator | None) -> KeptText | None:
    """The text that a locator means: the very file, else one of the same version, else the newest one."""
    if locator is not None:
        same = [one for one in texts if one.sha256 == locator.sha256]
        same = same or [one for one in texts if one.version == locator.version]
        if same:
            return same[-1]
    return texts[-1] if texts else None


def quoted(blobs: Blobs, text: KeptText, claim: Claim) -> Quoted:
    """A claim's quote looked up in a text that is on file. Raises OpenReproError when the text cannot be read."""
    return _quoted(_Archived(text, blobs), claim)


def held_text(blobs: Blobs, text: KeptText) -> PaperText:
    """What a text that is on file says. Raises OpenReproError when it cannot be read."""
    return _anchors(_Archived(text, blobs)).text


def anchors_in(tx: Transaction, blobs: Blobs, text: KeptText) -> tuple[Anchor, ...]:
    """What comes of looking up the quotes of a paper's claims in force, and of their parts, in a text on file."""
    held = tx.papers.claims(text.paper)
    claims = () if held is None else (part for claim in held.claims for part in (claim, *claim.conjuncts))
    anchors = _anchors(_Archived(text, blobs))
    return tuple(anchors.anchor(claim) for claim in claims)


@dataclass(frozen=True, slots=True)
class _Archived:
    """A text, and where its bytes are; these are named by their hash, and so the same wherever they are."""

    text: KeptText
    blobs: Blobs = field(compare=False)


@lru_cache(maxsize=QUOTES_READY)
def _quoted(kept: _Archived, claim: Claim) -> Quoted:
    anchors = _anchors(kept)
    anchor = anchors.anchor(claim)
    place = anchor.place or (anchor.nearest.place if anchor.nearest else None)
    return Quoted(anchor, None if place is None else excerpt(anchors.text.text, place.span))


@lru_cache(maxsize=TEXTS_READY)
def _anchors(kept: _Archived) -> Anchors:
    data = kept.blobs.get(kept.text.extracted)
    if data is None:
        hint = "Add the file of the text again: openrepro admin papers text add."
        raise OpenReproError("What was read of the paper's file is not in the archive.", hint=hint)
    return Anchors(unpacked(data))


def _record(office: Office, action: Action, text: KeptText) -> None:
    target = f"{text.paper} {text.version} {text.sha256[:12]}"
    office.tx.operator.record(action, target, actor=office.actor, why=office.why, now=office.terms.now)
