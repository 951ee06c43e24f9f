"""A logbook being changed: text put in or replaced at places that its own reader found."""

import json
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from openrepro.evidence.sentences import is_output
from openrepro.judging.attacks.attack import Aim, Files, Target
from openrepro.logbooks.logbook import Address, Block, BlockKind, CellType, FileKind, Logbook, Page, PageRole
from openrepro.logbooks.trackio import parse

MOST_AIMED: Final = 6
CELL: Final = "\n\n---\n<!-- trackio-cell\n{header}\n-->\n{body}\n"


class Edit(NamedTuple):
    """Bytes `[start, end)` of a file to be replaced."""

    file: str
    start: int
    end: int
    text: str


class Draft:
    """The changes to one logbook. Places are those of the logbook before any of them."""

    def __init__(self, files: Files) -> None:
        self.logbook: Logbook = parse(files, name="")
        self._files = files
        self._edits: list[Edit] = []

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages that say something of claims: all but the index, and that where there is no other."""
        other = tuple(page for page in self.logbook.pages if page.role is not PageRole.INDEX)
        return other or self.logbook.pages

    @property
    def outputs(self) -> Iterator[tuple[Page, Block]]:
        """The whole outputs of recorded runs, else the fences that pages call outputs."""
        blocks = ((page, cell, block) for page in self.logbook.pages for cell in page.cells for block in cell.blocks)
        found = [(page, cell, block) for page, cell, block in blocks if is_output(block) and block.balanced]
        runs = [(page, block) for page, cell, block in found if cell.is_run]
        return iter(runs or [(page, block) for page, _cell, block in found])

    def targets(self, page: Page, aim: Aim) -> tuple[Target, ...]:
        """The targets that belong on a page: those that it numbers as its own, and on the first page the others."""
        own = tuple(target for target in aim.targets if target.number in page.claims)
        if page is not self.pages[0]:
            return own
        numbered = {number for one in self.pages for number in one.claims}
        return own + tuple(target for target in aim.targets if target.number not in numbered)

    def aimed(self, page: Page, aim: Aim) -> tuple[Target, ...]:
        """The targets that a page numbers as its own, else the first few of all."""
        own = tuple(target for target in aim.targets if target.number in page.claims)
        return own or aim.targets[:MOST_AIMED]

    def put(self, file: str, place: int, text: str) -> None:
        self._edits.append(Edit(file, place, place, text))

    def replace(self, at: Address, text: str) -> None:
        self._edits.append(Edit(at.file, at.start, at.end, text))

    def say(self, page: Page, text: str, *, title: str = "Notes") -> None:
        """Put prose under the page's heading and once more at its end, there as a cell where the page has cells."""
        heading = self._after_heading(page)
        if heading is not None:
            self.put(page.file, heading, f"\n{text}\n")
        self.append(page, text, title=title)

    def append(self, page: Page, text: str, *, title: str = "Notes") -> None:
        """Put prose at the end of a page."""
        size = len(self._files[page.file])
        celled = any(cell.type is not CellType.PROSE for cell in page.cells)
        body = cell_text({"type": "markdown", "title": title}, text, page, "n") if celled else f"\n\n{text}\n"
        self.put(page.file, size, body)

    def head(self, page: Page, text: str) -> None:
        """Put text at the end of the page's first heading."""
        after = self._after_heading(page)
        if after is not None:
            line_end = after - 1 if self._files[page.file][after - 1 : after] == b"\n" else after
            self.put(page.file, line_end, text)

    def print_in(self, block: Block, text: str) -> None:
        """Put whole lines at the end of a fence's content."""
        data = self._files[block.at.file][block.at.start : block.at.end]
        lead = "" if not data or data.endswith(b"\n") else "\n"
        self.put(block.at.file, block.at.end, f"{lead}{text}\n")

    def note(self, fields: dict[str, str]) -> None:
        """Put fields at the start of every result file that is a JSON object."""
        for entry in self.logbook.files_of(FileKind.RESULT):
            data = self._files.get(entry.path, b"")
            place = len(data) - len(data.lstrip())
            if data[place : place + 1] == b"{":
                more = "" if data[place + 1 :].lstrip()[:1] == b"}" else ","
                told = ",".join(f"{json.dumps(key)}:{json.dumps(value)}" for key, value in fields.items())
                self.put(entry.path, place + 1, told + more)

    def files(self) -> Files:
        """The files with all changes; the very same mapping where there are none."""
        if not self._edits:
            return self._files
        changed = dict(self._files)
        ordered = sorted(enumerate(self._edits), key=lambda item: (item[1].start, item[0]), reverse=True)
        for _number, edit in ordered:
            data = changed[edit.file]
            changed[edit.file] = data[: edit.start] + edit.text.encode("utf-8", "surrogateescape") + data[edit.end :]
        return changed

    def _after_heading(self, page: Page) -> int | None:
        """The byte after the line of the page's first heading, where it opens with one."""
        first = next((block for cell in page.cells for block in cell.blocks if block.text.strip()), None)
        if first is None or first.kind is not BlockKind.PROSE or not first.text.lstrip().startswith("# "):
            return None
        lead = first.text[: len(first.text) - len(first.text.lstrip())]
        line = first.text[len(lead) :].partition("\n")[0]
        after = first.at.start + len((lead + line).encode("utf-8", "surrogateescape"))
        return after + 1 if self._files[page.file][after : after + 1] == b"\n" else after


def cell_text(header: dict[str, object], body: str, page: Page, name: str) -> str:
    """A cell as it is appended to a page, dated as its last one."""
    dates = [cell.created_at for cell in page.cells if cell.created_at]
    told = {**header, "id": f"cell_{page.slug[:40]}_{name}", "created_at": max(dates, default="")}
    return CELL.format(header=json.dumps(told), body=body)


def on_pages(files: Files, aim: Aim, text: Callable[[Page, Target], str], *, title: str = "Notes") -> Files:
    """The pages with what `text` says of each of the targets that belong there."""
    draft = Draft(files)
    for page in draft.pages:
        if targets := draft.targets(page, aim):
            draft.say(page, "\n\n".join(text(page, target) for target in targets), title=title)
    return draft.files()


def in_outputs(files: Files, aim: Aim, text: Callable[[Target], str]) -> Files:
    """Every output with what `text` says of each target of its page."""
    draft = Draft(files)
    for page, block in draft.outputs:
        draft.print_in(block, "\n".join(text(target) for target in draft.aimed(page, aim)))
    return draft.files()
