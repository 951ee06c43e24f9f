"""Problems of pages beyond their cells: bytes, prose that Trackio hides, index and manifest against the disk."""

from collections.abc import Iterator, Mapping, Sequence

from openrepro.logbooks.about import About
from openrepro.logbooks.layout import Ground, links_of
from openrepro.logbooks.logbook import Address, BlockKind, Cell, CellType, Layout, Page, PageRole, Problem
from openrepro.logbooks.problems import named, problem
from openrepro.logbooks.scan import ends_in_returns, headings

_BOM = b"\xef\xbb\xbf"
_TRACKIO = (Layout.WORKSPACE, Layout.SPACE)


def check_bytes(path: str, data: bytes) -> Iterator[Problem]:
    """A page's line ends, byte order mark and encoding."""
    if data.startswith(_BOM):
        text = f"`{path}` starts with a byte order mark; save it as UTF-8 without one."
        yield problem("bom", text, Address(path, 0, 3))
    if (place := data.find(b"\r\n")) >= 0:
        text = f"`{path}` has Windows line ends; save it with `\\n`, or Trackio's viewer shows no cells."
        yield problem("crlf", text, Address(path, place, place + 2))
    if ends_in_returns(data):
        place = data.find(b"\r")
        text = f"The lines of `{path}` end in carriage returns alone; save it with `\\n` line ends."
        yield problem("cr", text, Address(path, place, place + 1))
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = f"`{path}` is not UTF-8 at byte {error.start}; save it as UTF-8, or Trackio reads no page at all."
        yield problem("not-utf8", text, Address(path, error.start, error.end))


def check_prose(page: Page, ground: Ground) -> Iterator[Problem]:
    """Text of a Trackio page that its reader doesn't show, since it stands in no cell."""
    if ground.layout not in _TRACKIO or not page.file.startswith(ground.pages) or page.role is PageRole.INDEX:
        return
    loose = [cell for cell in page.cells if cell.type is CellType.PROSE and _says_something(cell)]
    if not loose:
        return
    at = loose[0].at
    if all(cell.type is CellType.PROSE for cell in page.cells):
        text = f"Page `{page.slug}` has no cell; add its text with `trackio logbook cell markdown`."
        yield problem("page-without-cells", text, at)
    else:
        text = f"Page `{page.slug}` has text outside its cells; move it into a cell."
        yield problem("prose-outside-cells", text, at)


def _says_something(cell: Cell) -> bool:
    """Whether a stretch of prose holds more than one heading."""
    texts = [block.text for block in cell.blocks if block.kind is not BlockKind.FENCE or block.text.strip()]
    if len(texts) == 1 and cell.blocks[0].kind is BlockKind.PROSE:
        text = texts[0].removeprefix("\ufeff").strip()
        return not ("\n" not in text and "\r" not in text and any(headings(text)))
    return bool(texts)


def check_pages(pages: Sequence[Page], about: About, ground: Ground, files: Mapping[str, bytes]) -> Iterator[Problem]:
    """The pages on disk against the index and the manifest of a Trackio logbook, and how deep they lie."""
    if ground.layout not in _TRACKIO:
        return
    own = [page for page in pages if page.file.startswith(ground.pages) and page.slug != "index"]
    yield from _nested(own, about)
    yield from _index(own, ground, files)
    yield from _listed(own, about, ground)


def _nested(own: Sequence[Page], about: About) -> Iterator[Problem]:
    deep = [page for page in own if "/" in page.slug]
    if deep:
        names = named([page.slug for page in deep])
        text = f"Pages below other pages ({names}) are not shown by Trackio since 0.30.3; move them one level up."
        yield problem("nested-page", text, *(Address(page.file, 0, 0) for page in deep))


def _index(own: Sequence[Page], ground: Ground, files: Mapping[str, bytes]) -> Iterator[Problem]:
    path = f"{ground.pages}index.md"
    if path not in files:
        return
    links = links_of(files[path].decode("utf-8", "surrogateescape"))
    slugs = {page.slug for page in own}
    if missing := [link for link in links if link not in slugs | {"index"}]:
        text = f"The index links to pages that do not exist: {named(missing)}."
        yield problem("page-missing", text, Address(path, 0, len(files[path])))
    if unlisted := [page for page in own if page.slug not in links and "/" not in page.slug]:
        text = f"The index does not link to {named([page.slug for page in unlisted])}; add a row for each page."
        yield problem("page-unlisted", text, *(Address(page.file, 0, 0) for page in unlisted))


def _listed(own: Sequence[Page], about: About, ground: Ground) -> Iterator[Problem]:
    if not about.has_manifest:
        return
    path = f"{ground.root}logbook.json"
    at = Address(path, 0, 0)
    on_disk = {page.file for page in own} | {f"{ground.pages}index.md"}
    listed = {f"{ground.root}{page.file}" for page in about.listed}
    if gone := [page.slug for page in about.listed if f"{ground.root}{page.file}" not in on_disk]:
        yield problem("manifest-disagrees", f"`{path}` lists pages that do not exist: {named(gone)}.", at)
    if extra := [page.slug for page in own if page.file not in listed]:
        yield problem("manifest-disagrees", f"`{path}` does not list {named(extra)}.", at)
