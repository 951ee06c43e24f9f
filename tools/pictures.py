"""Pictures of every kind of page of a challenge: on a phone and a desk, light and dark, and sheets of many at once.

    .venv/bin/python -m tools.pictures FOLDER OUT [--only WORD] [--path /papers?q=x] [--way phone-dark]

It serves a copy of the folder, in which an operator of its own is signed in for the console, or who `--as` names.
"""

import argparse
import shutil
import struct
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page

from openrepro.people.accounts import Role
from openrepro.server.installation import open_installation
from openrepro.web.faults import ApiError
from openrepro.web.pages.kinds import KINDS
from openrepro.web.templating import address
from tests.browser import DESK, PHONE, browsing, tab
from tests.web.challenge import Served
from tests.web.live import live
from tests.web.pages.test_all_pages import cases
from tests.web.sights import sights

OPERATOR: Final = "photographer"
STATUSES: Final = (400, 401, 403, 404, 405, 410, 409, 413, 415, 429, 500, 503)
FAILING: Final = "/failures/{status}"
LONGEST: Final = 16_000
WIDTHS: Final = {"phone": PHONE, "desk": DESK}
COLUMNS: Final = {"phone": 4, "desk": 2}
SHEET: Final = {"width": 1110, "height": 1086}
TITLE: Final = 12
STYLE: Final = (
    "body{margin:0;display:flex;gap:4px;background:#888;font:10px/12px sans-serif} .column{flex:1;overflow:hidden} "
    ".part{overflow:hidden} img{width:100%;display:block}"
)


class Shot(NamedTuple):
    """A page to take a picture of, and the name of its file."""

    name: str
    where: str


class Way(NamedTuple):
    """How a page is looked at: on what, and in which scheme."""

    device: str
    scheme: str

    def __str__(self) -> str:
        return f"{self.device}-{self.scheme}"


WAYS: Final = tuple(Way(device, scheme) for device in WIDTHS for scheme in ("light", "dark"))


def shots(served: Served, who: str, words: str) -> Iterator[Shot]:
    """The first page of every kind, those of the console among them, and every failure."""
    seen = sights(served, who, words)
    first = {case.kind: address(case.path, case.query) for case in reversed(list(cases(served)))}
    yield from (Shot(kind.name, first[kind.name]) for kind in KINDS if kind.name in first and kind.name not in seen)
    names = _names(served, who)
    for kind in KINDS:
        if kind.name not in first and kind.name not in seen:
            yield Shot(kind.name, kind.path.format_map(names))
    yield from (Shot(name, where) for name, where in seen.items())
    yield from (Shot(f"failure-{status}", FAILING.format(status=status)) for status in STATUSES)


def _names(served: Served, who: str) -> Mapping[str, str]:
    """What stands in an address of which no copy is made; there is nothing of other names."""
    with served.installation.store.read() as tx:
        own = tx.people.by_name(who)
        assert own is not None
        token, said = tx.people.tokens(own.id)[0].id, tx.ledger.verdicts(limit=1)
    found = {"entry": said[0].entry, "revision": said[0].revision} if said else {}
    return defaultdict(lambda: "1", found, account=own.id, team=own.team, token=token)


def _fail(status: int) -> None:
    if status == 500:
        raise RuntimeError("a failure to look at")
    raise ApiError(status, f"This is what {status} looks like.", hint="Look at it, and go on.", where="query.after")


def _sign_in(page: Page, address: str, token: str) -> None:
    page.goto(f"{address}/sign-in")
    page.locator("input[name=token]").fill(token)
    page.locator("main button").first.click()
    page.wait_for_load_state()


def take(browser: Browser, way: Way, address: str, token: str, wanted: Sequence[Shot], out: Path) -> list[Path]:
    """Pictures of every page of `wanted`, by their order; what is longer than 16,000 pixels goes on in another."""
    size, made = WIDTHS[way.device], []
    with tab(browser, viewport=size, scheme=way.scheme) as seen:
        _sign_in(seen.page, address, token)
        for shot in wanted:
            page = seen.open(f"{address}{shot.where}")
            high, wide = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
            if wide > size["width"]:
                print(f"{way} {shot.where}: {wide - size['width']} pixels too wide")
            for number, top in enumerate(range(0, high, LONGEST), 1):
                made.append(out / (f"{shot.name}-{way}.png" if number == 1 else f"{shot.name}-{way}-{number}.png"))
                clip = {"x": 0, "y": top, "width": size["width"], "height": min(high - top, LONGEST)}
                page.screenshot(path=made[-1], full_page=True, clip=clip)  # type: ignore[arg-type]
    return made


def sheets(browser: Browser, way: Way, pictures: Sequence[Path], out: Path) -> None:
    """Sheets of all pictures whole, in columns; what is longer than its column goes on in the next."""
    many = COLUMNS[way.device]
    width = (SHEET["width"] - 4 * (many - 1)) / many
    columns = list(_columns(pictures, width / WIDTHS[way.device]["width"]))
    with tab(browser, viewport=SHEET) as seen:
        for first in range(0, len(columns), many):
            shown = [*columns[first : first + many], *[[]] * many][:many]
            body = "".join(f'<div class="column">{"".join(parts)}</div>' for parts in shown)
            made = out / "sheet.html"
            made.write_text(f"<style>{STYLE}</style>{body}", encoding="utf-8")
            seen.open(made.as_uri()).screenshot(path=out / f"sheet-{way}-{first // many + 1:02}.png")
            made.unlink()


def _columns(pictures: Sequence[Path], scale: float) -> Iterator[list[str]]:
    """The parts of pictures that stand in each column, as HTML."""
    column, left = list[str](), float(SHEET["height"])
    for picture in pictures:
        height, shown = _height(picture) * scale, 0.0
        while shown < height:
            if left < 10 * TITLE:
                yield column
                column, left = [], float(SHEET["height"])
            part = min(height - shown, left - TITLE)
            image = f'<img src="{picture.name}" style="margin-top:-{shown:.0f}px">'
            column.append(f'{picture.stem}<div class="part" style="height:{part:.0f}px">{image}</div>')
            shown, left = shown + part, left - part - TITLE
    yield column


def _height(picture: Path) -> int:
    """The height of a PNG, which its header states."""
    with picture.open("rb") as file:
        return int(struct.unpack(">I", file.read(24)[20:24])[0])


def picture(
    folder: Path, out: Path, who: str, words: str, only: Sequence[str], paths: Sequence[str], ways: Sequence[Way]
) -> None:
    """Serve a copy of the challenge in `folder`, and write its pictures and sheets to `out`."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as held:
        served = Served(open_installation(shutil.copytree(folder, Path(held) / "challenge"), environment={}))
        served.add(who, Role.ADMIN)
        served.app.add_api_route(FAILING, _fail)
        wanted = [
            shot
            for shot in shots(served, who, words)
            if (not only and not paths) or any(word in shot.name for word in only)
        ]
        wanted += [Shot(f"path-{number}", path) for number, path in enumerate(paths, 1)]
        with live(served) as address, browsing() as browser:
            for way in ways:
                sheets(browser, way, take(browser, way, address, served.tokens[who], wanted, out), out)
        served.installation.close()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("folder", type=Path)
    asked.add_argument("out", type=Path)
    asked.add_argument("--as", dest="who", default=OPERATOR, help="sign in as this account")
    asked.add_argument("--words", default="The batch is not named.", help="what disputes, proposals and such say")
    asked.add_argument("--only", action="append", default=[], help="only kinds whose name holds this word")
    asked.add_argument("--path", action="append", default=[], help="this address too (alone, without --only)")
    asked.add_argument("--way", action="append", choices=[str(way) for way in WAYS], help="only so; else in all ways")
    said = asked.parse_args()
    ways = [way for way in WAYS if not said.way or str(way) in said.way]
    picture(said.folder, said.out, said.who, said.words, said.only, said.path, ways)


if __name__ == "__main__":
    main()
