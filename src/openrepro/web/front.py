"""The page at `/`: what this challenge is, how it stands in numbers with their denominators, and where its data is."""

from base64 import b64encode
from collections.abc import Iterable, Mapping
from datetime import datetime
from hashlib import sha256
from html import escape
from typing import Final, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from openrepro import clock
from openrepro.challenge.rules import Rules
from openrepro.clock import written
from openrepro.ids import Json
from openrepro.server.boards import MAIN
from openrepro.store.boards import ShownView
from openrepro.visible import visible
from openrepro.web.api.access import Here

router = APIRouter(include_in_schema=False)

STYLE: Final = (
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;"
    "background:#fff}table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .8rem .2rem 0;"
    "border-bottom:1px solid #ccc;vertical-align:top}td.n,th.n{text-align:right}a{color:#0b4f9c}"
    ".note{border-left:.3rem solid #b35900;padding-left:.8rem}"
)
POLICY: Final = (
    f"default-src 'none'; style-src 'sha256-{b64encode(sha256(STYLE.encode()).digest()).decode()}'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
LINKS: Final[Mapping[str, str]] = {
    "/api/v1/papers": "papers",
    "/api/v1/entries": "entries, newest first",
    "/api/v1/verdicts": "verdicts",
    "/api/v1/board/views/main": "the board",
    "/api/v1/statistics": "these figures as data",
    "/api/v1/queue": "the queue",
    "/api/v1/rules": "the rules in full",
    "/api/v1/announcements": "announcements",
    "/api/v1/openapi.json": "the whole API (OpenAPI)",
}
LEAST_FIGURES: Final = "The board has not been computed yet."


class Shown(NamedTuple):
    """What the page tells."""

    rules: Rules
    now: datetime
    rehearsal: bool
    announcements: tuple[tuple[str, str], ...]
    view: ShownView | None
    figures: tuple[Mapping[str, Json], ...]


@router.get("/")
def front_page(_request: Request, here: Here) -> HTMLResponse:
    """The page at `/`."""
    now = clock.now()
    with here.installation.store.read() as tx:
        said = tuple((item.at, item.text) for item in tx.operator.announcements(limit=10))
        view = tx.boards.view(MAIN)
        figures = () if view is None else tx.boards.figures(MAIN)
    rules = here.installation.rules_now(now)
    page = page_of(Shown(rules, now, here.installation.rehearsal, said, view, figures))
    return HTMLResponse(page, headers={"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"})


def page_of(shown: Shown) -> str:
    """The page as HTML without scripts; everything in it is escaped."""
    rules = shown.rules
    title = _text(rules.name)
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{STYLE}</style><main><h1>{title}</h1>",
        *_notes(shown),
        f"<p>{_window(shown)}</p>",
        *(f'<p class="note"><b>{_text(at)}</b> {_text(told)}</p>' for at, told in shown.announcements),
        "<h2>Figures</h2>",
        *_figures(shown),
        "<h2>Data</h2><ul>",
        *(f'<li><a href="{address}">{_text(what)}</a></li>' for address, what in LINKS.items()),
        "</ul></main></html>",
    ]
    return "\n".join(parts)


def _notes(shown: Shown) -> Iterable[str]:
    if shown.rehearsal:
        yield '<p class="note"><b>This is a rehearsal.</b> Its entries are samples, and nothing here counts.</p>'
    certifier = shown.rules.not_certified_by
    if certifier:
        yield f"<p>This challenge is not certified by {_text(certifier)}.</p>"


def _window(shown: Shown) -> str:
    window, now = shown.rules.window, shown.now
    opens, closes = _instant(window.opens), _instant(window.closes)
    if now < window.opens:
        return f"It opens on {opens} and closes on {closes}."
    if now > window.closes:
        return f"It was open from {opens} to {closes}."
    return f"It is open since {opens} and closes on {closes}."


def _figures(shown: Shown) -> Iterable[str]:
    if shown.view is None or not shown.figures:
        yield f"<p>{LEAST_FIGURES}</p>"
        return
    view = shown.view
    yield (
        f"<p>From {view.ledger_size:,} records, computed {_text(view.computed_at)} "
        f"under the rules <code>{_text(view.rules[:12])}</code>.</p>"
    )
    yield '<table><tr><th>figure<th class="n">count<th class="n">of<th class="n">share<th>what is counted</tr>'
    yield from map(_row, shown.figures)
    yield "</table>"


def _row(figure: Mapping[str, Json]) -> str:
    percent = figure.get("percent")
    cells = [
        f"<td>{_cell(figure, 'name')}",
        f'<td class="n">{_cell(figure, "value")}',
        f'<td class="n">{_cell(figure, "denominator")}',
        f'<td class="n">{_text(f"{percent} %" if percent else "")}',
        f"<td>{_cell(figure, 'definition')}",
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _cell(figure: Mapping[str, Json], key: str) -> str:
    value = figure.get(key)
    return "" if value is None else _text(f"{value:,}" if isinstance(value, int) else str(value))


def _instant(instant: datetime) -> str:
    told = written(instant)
    return f'<time datetime="{told}">{told[:10]} {told[11:16]} UTC</time>'


def _text(text: str) -> str:
    return escape(visible(text))
