"""The whole site as files for any static host: every page and its twin, as a server would show them."""

import errno
import gc
import json
import os
import re
import shutil
from collections import ChainMap, Counter
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from openrepro import clock
from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.server.installation import Installation, open_installation
from openrepro.server.searching import Catalogue
from openrepro.store.store import Transaction
from openrepro.web.assets import assets
from openrepro.web.copied import FileLinks, Used, file_of
from openrepro.web.export_extras import extras, figures, whole_base
from openrepro.web.pages.around import Around, look_around
from openrepro.web.pages.entries import all_entries
from openrepro.web.pages.kinds import KINDS
from openrepro.web.pages.page import Address, Kind, Page, Share, Visit
from openrepro.web.pages.routing import html, twin_text
from openrepro.web.remembering import remembering
from openrepro.web.templating import load_templates
from openrepro.web.visitors import NOBODY
from openrepro.web.workshop import OLD, SITE, holding, workshop

MARKER: Final = "openrepro-site.json"
SCHEMA: Final = "openrepro.site/1"
GARBAGE: Final = 100_000
"""Objects made between two looks for garbage. Pages leave little, and the usual 700 cost a tenth of the time."""
LOGBOOK: Final = next(kind for kind in KINDS if kind.name == "logbook")


class Written(NamedTuple):
    """What was written: pages (each with its twin), all files, bytes; links that lead to no file of the copy; files
    whose names differ from another's in case only, of which some file systems keep one."""

    pages: int
    files: int
    bytes: int
    dead: tuple[str, ...]
    alike: tuple[str, ...] = ()


@dataclass
class _Slice:
    """One process's part of the work: every `of`-th page, from the `part`-th on."""

    here: Installation
    out: Path
    part: int
    of: int
    pages: set[str] = field(default_factory=set)
    made: dict[str, int] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)
    used: Used = field(default_factory=Used)

    def write(self, file: str, data: bytes) -> None:
        """Keep one file of the copy."""
        folder = file.rpartition("/")[0]
        if folder not in self.folders:
            (self.out / folder).mkdir(parents=True, exist_ok=True)
            self.folders.add(folder)
        target = os.open(f"{self.out}/{file}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        try:
            kept = os.write(target, data)
        finally:
            os.close(target)
        if kept != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.made[file] = len(data)


def export(folder: Path, out: Path, *, jobs: int = 0, base: str = "/") -> Written:
    """Write the site of the challenge in `folder` to `out`: a new or empty folder, or an earlier copy, which is
    replaced as a whole once the new one is complete. Where `out` is a link, what it leads to is meant. Raises
    OpenReproError when `out` holds anything else.

    `jobs` processes work at once (0: one per processor). `base` is the path that the host will serve the copy at: the
    page for addresses that are not there is shown at any depth, so its links begin there.
    """
    out, base = out.resolve(), whole_base(base)
    _refuse_others(out)
    try:
        return _export(folder, out, jobs or os.cpu_count() or 1, base)
    except OSError as error:
        hint = "Look at the space on its disk and the rights of its folder; an earlier copy is still there."
        raise OpenReproError(f"The copy could not be written: {error.strerror or error}.", hint=hint) from None


def _export(folder: Path, out: Path, jobs: int, base: str) -> Written:
    out.parent.mkdir(parents=True, exist_ok=True)
    with workshop(out) as held:
        fresh = held / SITE
        fresh.mkdir()
        written = _all_parts(folder, fresh, jobs, base)
        fresh.chmod(0o755)
        _replace(out, fresh, held / OLD)
    return written


def _refuse_others(out: Path) -> None:
    if not out.exists():
        return
    if not out.is_dir():
        raise OpenReproError(f"{out} is no folder.", hint="Name a new folder for the copy of the site.")
    if any(out.iterdir()) and not (out / MARKER).is_file():
        raise OpenReproError(f"{out} holds files that are no copy of a site.", hint="Name a new or empty folder.")


def _replace(out: Path, fresh: Path, old: Path) -> None:
    if out.exists():
        out.rename(old)
    try:
        fresh.rename(out)
    except BaseException:
        if old.exists():
            old.rename(out)
        raise
    shutil.rmtree(old, ignore_errors=True)


class _Part(NamedTuple):
    """What one process did."""

    pages: frozenset[str]
    made: Mapping[str, int]
    used: frozenset[str]


def _all_parts(folder: Path, out: Path, jobs: int, base: str) -> Written:
    if jobs == 1:
        parts = [_part(folder, out, 0, 1, base)]
    else:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            begun = [pool.submit(_part, folder, out, number, jobs, base) for number in range(jobs)]
            parts = [one.result() for one in begun]
    made = dict(ChainMap(*(dict(part.made) for part in parts)))
    used = frozenset[str]().union(*(part.used for part in parts))
    pages = len(frozenset[str]().union(*(part.pages for part in parts)))
    return Written(pages, len(made), sum(made.values()), tuple(sorted(used - made.keys())), _alike(made))


def _alike(files: Collection[str]) -> tuple[str, ...]:
    counts = Counter(map(str.casefold, files))
    return tuple(sorted(file for file in files if counts[file.casefold()] > 1))


def _part(folder: Path, out: Path, number: int, of: int, base: str = "/") -> _Part:
    gc.set_threshold(GARBAGE)
    with holding(out.parent), open_installation(folder, found=False) as here:
        load_templates()
        part = _Slice(here, out, number, of)
        _write_pages(part)
        if number == 0:
            _write_rest(part, base)
        return _Part(frozenset(part.pages), part.made, frozenset(part.used.files))


def _write_pages(part: _Slice) -> None:
    catalogue = Catalogue(part.here)
    with part.here.store.read() as opened:
        tx = remembering(opened)
        around = look_around(part.here, tx, clock.now())
        visit = _visit(part, tx, around, catalogue)
        for kind, where in _addresses(visit):
            if visit.mine(where.group or next(iter(where.params.values()), kind.name)):
                _write_chain(part, kind, where, visit)


def _visit(part: _Slice, tx: Transaction, around: Around, catalogue: Catalogue) -> Visit:
    share = Share(part.part, part.of)
    return Visit(part.here, tx, around, catalogue, NOBODY.caller, around.read_at, static=True, share=share)


def _addresses(visit: Visit) -> Iterator[tuple[Kind, Address]]:
    for name in all_entries(visit):
        mine = replace(visit, share=visit.share._replace(entry=name))
        yield from ((kind, where) for kind in KINDS if kind.about_entries for where in kind.addresses(mine))
    yield from ((kind, where) for kind in KINDS if not kind.about_entries for where in kind.addresses(visit))


def _write_chain(part: _Slice, kind: Kind, where: Address, visit: Visit) -> None:
    """A page, and those of its kind that follow it."""
    following: Address | None = where
    while following is not None:
        path, shown = kind.path_of(following), replace(visit, params=following.params, query=following.query)
        if file_of(path, following.query) in part.made:
            return
        page = kind.make(shown)
        _write_page(part, kind, path, page, shown)
        following = _place(kind, page.next)


def _place(kind: Kind, where: str) -> Address | None:
    """An address as one of a kind; None when it is none."""
    split = urlsplit(where)
    found = re.fullmatch(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(kind.path)), unquote(split.path))
    return Address(found.groupdict(), dict(parse_qsl(split.query))) if where and found else None


def _write_page(part: _Slice, kind: Kind, path: str, page: Page, visit: Visit) -> None:
    file = file_of(path, visit.query)
    links = FileLinks(file, part.here.settings.public_url.rstrip("/"), part.used)
    part.write(file, html(kind, path, page, visit, links, NOBODY).encode("utf-8", "replace"))
    part.write(file_of(path, visit.query, ending="json"), twin_text(kind, path, page, visit.around).encode())
    if kind is LOGBOOK:
        for file, data in figures(visit):
            part.write(file, data)
    part.pages.add(file)


def _write_rest(part: _Slice, base: str) -> None:
    """Style, scripts, texts, the index of words, figures, and what hosts want to find."""
    for asset in assets().values():
        part.write(f"assets/{asset.name}", asset.body)
    catalogue = Catalogue(part.here)
    with part.here.store.read() as tx:
        around = look_around(part.here, tx, clock.now())
        for file, data in extras(_visit(part, tx, around, catalogue), base):
            part.write(file, data)
        part.write(MARKER, json.dumps(_marker(around), indent=1, sort_keys=True).encode() + b"\n")


def _marker(around: Around) -> dict[str, Json]:
    return {"schema": SCHEMA, **around.as_json()}
