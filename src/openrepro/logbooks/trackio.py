"""The tolerant reader: the bytes of a folder in, a Logbook out, whatever the folder holds. Nothing is ever raised."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from openrepro.logbooks.about import About, read_about
from openrepro.logbooks.cells import read_cells
from openrepro.logbooks.documents import front_matter
from openrepro.logbooks.kinds import kind_of
from openrepro.logbooks.layout import Ground, find_ground, links_of, reading_order, slug_of
from openrepro.logbooks.logbook import (
    BlockKind,
    Cell,
    FileEntry,
    FileKind,
    Layout,
    Logbook,
    Page,
    PageRole,
    Problem,
    file_entry,
)
from openrepro.logbooks.names import from_result, from_text
from openrepro.logbooks.page_checks import check_bytes, check_pages, check_prose
from openrepro.logbooks.problems import bounded, named, problem
from openrepro.logbooks.roles import claims_of, role_of
from openrepro.logbooks.scan import headings


class _Pages(NamedTuple):
    pages: tuple[Page, ...]
    problems: tuple[Problem, ...]


def parse(files: Mapping[str, bytes], *, name: str) -> Logbook:
    """The logbook in `files` (POSIX paths relative to its root folder, to bytes); `name` is how it is called.

    Every fault is a problem of the result. Every Markdown file is a page; all other files are in the manifest.
    """
    ground = find_ground(files)
    about = read_about(files, ground)
    read = _read_pages(files, ground, about)
    _find_names(about, read.pages, files, ground)
    problems = [*about.problems, *read.problems, *check_pages(read.pages, about, ground, files)]
    problems += _whole(about, read.pages, ground)
    return Logbook(
        name=name,
        layout=ground.layout if read.pages else Layout.EMPTY,
        title=_title(about, read.pages, name),
        pages=read.pages,
        manifest=_manifest(files, about, ground),
        problems=bounded(problems),
        schema_version=about.schema_version,
        tags=tuple(about.tags),
        paper=about.names.result(),
        root=ground.root,
        files=files,
    )


def _manifest(files: Mapping[str, bytes], about: About, ground: Ground) -> tuple[FileEntry, ...]:
    return tuple(file_entry(path, files[path], _kind(path, about, ground)) for path in sorted(files))


def _kind(path: str, about: About, ground: Ground) -> FileKind:
    kind = kind_of(path, ground.root)
    return FileKind.RESULT if kind is FileKind.METADATA and path not in about.metadata_files else kind


def _read_pages(files: Mapping[str, bytes], ground: Ground, about: About) -> _Pages:
    paths = [path for path in files if kind_of(path) in (FileKind.PAGE, FileKind.README)]
    index = files.get(f"{ground.pages}index.md", b"").decode("utf-8", "surrogateescape")
    order = dict.fromkeys([*links_of(index), *(page.slug for page in about.listed)])
    taken: dict[str, int] = {}
    pages: list[Page] = []
    problems: list[Problem] = []
    for path in reading_order(paths, ground, tuple(order)):
        page, found = _read_page(path, files[path], ground, taken)
        pages.append(page)
        problems += check_bytes(path, files[path])
        problems += found
        problems += check_prose(page, ground)
    return _Pages(tuple(pages), tuple(problems))


def _read_page(path: str, data: bytes, ground: Ground, taken: dict[str, int]) -> tuple[Page, tuple[Problem, ...]]:
    readme = kind_of(path) is FileKind.README
    slug = slug_of(path, ground)
    matter = front_matter(data) if readme else None
    read = read_cells(file=path, data=data, slug=slug, taken=taken, skip=matter.end if matter else 0)
    title = _heading(read.cells) or (matter.scalars.get("title", "") if matter else "") or slug
    role = _role(path, slug, title, ground, is_list=b"(#/" in data)
    claims = () if role in (PageRole.README, PageRole.INDEX) else claims_of(slug, title)
    return Page(slug, title, path, role, read.cells, claims), read.problems


def _role(path: str, slug: str, title: str, ground: Ground, *, is_list: bool) -> PageRole:
    if kind_of(path) is FileKind.README:
        return PageRole.README
    if not path.startswith(ground.pages) and not _alone(path):
        return PageRole.OTHER
    is_page = slug == "index" and ground.layout is Layout.PLAIN and not is_list
    return role_of("" if is_page else slug, title)


def _alone(path: str) -> bool:
    """Whether a file outside `pages/` is named like a page that was copied out of one."""
    return path.rsplit("/", 1)[-1] == "page.md"


def _heading(cells: Sequence[Cell]) -> str:
    """The first top heading of a page outside fences, else its first heading."""
    first = ""
    for cell in cells:
        for block in cell.blocks:
            if block.kind is not BlockKind.PROSE or cell.void:
                continue
            for heading in headings(block.text.removeprefix("\ufeff")):
                if heading.level == 1:
                    return heading.title
                first = first or heading.title
    return first


def _title(about: About, pages: Sequence[Page], name: str) -> str:
    """The index's heading, else what the manifest, metadata or README declare, else a page's heading, else the name."""
    index = next((page for page in pages if page.role is PageRole.INDEX), None)
    if index and index.title not in ("", index.slug):
        return index.title
    if about.title:
        return about.title
    readme = next((page for page in pages if page.role is PageRole.README), None)
    best = readme or next((page for page in pages if page.title != page.slug), None)
    return best.title if best else name


def _find_names(about: About, pages: Sequence[Page], files: Mapping[str, bytes], ground: Ground) -> None:
    """Take the paper's names from the pages that introduce a logbook, then from result files."""
    telling = (PageRole.INDEX, PageRole.SUMMARY, PageRole.README)
    plain = ground.layout not in (Layout.WORKSPACE, Layout.SPACE)
    for page in sorted(pages, key=lambda page: page.role not in telling):
        if page.role in telling or plain:
            from_text(about.names, _prose(page))
    for path in sorted(files):
        if kind_of(path, ground.root) is FileKind.RESULT:
            from_result(about.names, files[path])


def _prose(page: Page) -> str:
    return "\n".join(cell.prose for cell in page.cells if not cell.void)


def _whole(about: About, pages: Sequence[Page], ground: Ground) -> list[Problem]:
    problems = []
    paper = about.names.result()
    if not any(cell.blocks for page in pages for cell in page.cells):
        problems.append(problem("empty-logbook", "No page with any text was found here."))
    if not paper.ids and not paper.arxiv:
        text = "Nothing names the paper; add the tag `paper-<id>` to metadata.json or to the README."
        problems.append(problem("no-paper", text))
    if len(set(about.names.declared)) > 1:
        text = f"Tags and metadata name several papers ({named(tuple(dict.fromkeys(about.names.declared)))}); keep one."
        problems.append(problem("several-papers", text))
    elif len(paper.ids) > 1 and about.names.declared and _first_stated_differs(about):
        text = f"The text names other papers than the tags do ({named(paper.ids)}); say which one is reproduced."
        problems.append(problem("several-papers", text))
    if ground.others:
        text = f"Other logbooks lie in this folder ({named(ground.others)}); their pages were read as further pages."
        problems.append(problem("several-logbooks", text))
    return problems


def _first_stated_differs(about: About) -> bool:
    return bool(about.names.stated) and about.names.stated[0] not in about.names.declared
