"""What a copy of the site holds beside pages: texts, the index of words, figures in frames, and files for hosts."""

import json
from collections.abc import Iterator
from html import escape
from typing import Final
from urllib.parse import quote

from openrepro.errors import OpenReproError
from openrepro.rendering.parts import FIGURE
from openrepro.web.copied import FileLinks, file_of
from openrepro.web.faults import Code, Failure
from openrepro.web.pages.book import book_of
from openrepro.web.pages.failing import TITLES
from openrepro.web.pages.page import Visit
from openrepro.web.pages.paper_shards import search_files
from openrepro.web.pages.texts import text_files
from openrepro.web.templating import SAFE, render
from openrepro.web.visitors import NOBODY

FRAME_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-src 'none'; base-uri 'none'; "
    "form-action 'none'"
)
FRAME: Final = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    f'<meta http-equiv="Content-Security-Policy" content="{FRAME_POLICY}"><title>Figure</title>'
    "<style>html,body{margin:0;height:100%}iframe{width:100%;height:calc(100% - 2.2rem);border:0}"
    "p{font:.85rem/1.5 sans-serif;margin:.3rem .6rem}</style></head><body>"
    "<p>In this copy of the site no script of a figure runs: what needs one stays empty.</p>"
    '<iframe sandbox title="A figure by a participant; not checked" srcdoc="DOCUMENT"></iframe></body></html>'
)


def extras(visit: Visit, base: str) -> Iterator[tuple[str, bytes]]:
    """The files with their paths in the copy, which will be served at the path `base`."""
    yield "404.html", _missing(visit, base).encode()
    for file in search_files(visit):
        yield f"search/{file.path}", file.data
    for name, text in text_files(visit):
        yield name, text.encode("utf-8", "replace")
    yield "README.md", _readme(visit).encode()
    yield ".nojekyll", b""


def figures(visit: Visit) -> Iterator[tuple[str, bytes]]:
    """The figures of the logbook that is visited, each in a file of ours."""
    book = book_of(visit)
    revision = "" if book.revision is None else book.revision.revision
    for one in book.items("figures"):
        document = visit.tx.renderings.part(book.entry.id, revision, FIGURE, one["number"], 0)
        if document is not None:
            yield file_of(f"/logbooks/{book.entry.id}/figures/{one['number']}"), framed(document).encode()


def framed(document: str) -> str:
    """A stranger's document in a file of ours: in a frame of an opaque origin, without scripts, under a policy that
    the frame takes over.

    A static host sends no headers, and no policy within a page keeps scripts of a frame from connecting (WebRTC does).
    """
    return FRAME.replace("DOCUMENT", escape(document))


def _missing(visit: Visit, base: str) -> str:
    """The page for addresses that are not there. Hosts show it at any depth, so that relative links would not do."""
    failure = Failure(code=Code.NOT_FOUND, text="There is no such page in this copy.", hint="Begin at the first page.")
    context = {
        "data": {"status": 404, **failure.model_dump(mode="json")},
        "page": {"title": TITLES[404], "kind": "failure", "path": "", "query": {}},
        "site": visit.around.site,
        "visitor": NOBODY,
        "static": True,
    }
    return render("failure.html", context, FileLinks(file_of("/404"), up=base))


def whole_base(base: str) -> str:
    """The path that a copy is served at, with a stroke at both its ends, as it stands in a link. Raises OpenReproError
    for a whole address."""
    if "://" in base:
        raise OpenReproError(f"{base} is no path.", hint="Leave out the host: /event/ for https://example.org/event/.")
    inner = "/".join(part for part in base.split("/") if part)
    return f"/{quote(inner, safe=SAFE)}/" if inner else "/"


def _readme(visit: Visit) -> str:
    """What a static Space and people who find the folder read."""
    name = visit.around.rules.name
    return (
        f"---\ntitle: {json.dumps(name)}\nsdk: static\napp_file: index.html\npinned: false\n---\n\n"
        f"A copy of the site of {json.dumps(name)} as files. It begins at `index.html`; every page has a twin that "
        "ends in `.json`. Any static host can serve it.\n"
    )
