"""The page at `/`: what this challenge is, how it stands in numbers with their denominators, and where its data is."""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from html import escape
from typing import Final, NamedTuple
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from openrepro import clock
from openrepro.board.consensus import ClaimState
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
    "background:#fff}.wide{overflow-x:auto}"
    "table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .8rem .2rem 0;"
    "border-bottom:1px solid #ccc;vertical-align:top}td.n,th.n{text-align:right;white-space:nowrap}a{color:#0b4f9c}"
    ".note{border-left:.3rem solid #b35900;padding-left:.8rem}"
    "@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}th,td{border-color:#444}a{color:#8ab8f0}}"
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
    "/api/v1/board/views": "all views of the board",
    "/api/v1/statistics": "these figures as data",
    "/api/v1/queue": "the queue",
    "/api/v1/rules": "the rules in full",
    "/api/v1/announcements": "announcements",
    "/api/v1/openapi.json": "the whole API (OpenAPI)",
}
STATES: Final = tuple(state.value for state in ClaimState if state is not ClaimState.NOT_TESTABLE)
COMPARED: Final = ("verdicts", "claims", *(f"claims {state}" for state in STATES))
"""The figures in which views differ or should not."""
MOST_VIEWS: Final = 8
LEAST_FIGURES: Final = "The board has not been computed yet."


Figures = tuple[Mapping[str, Json], ...]


class Shown(NamedTuple):
    """What the page tells; `views` are all views of the board with their figures, the challenge's own among them."""

    rules: Rules
    now: datetime
    rehearsal: bool
    announcements: tuple[tuple[str, str], ...]
    view: ShownView | None
    figures: Figures
    views: tuple[tuple[str, Figures], ...] = ()


@router.get("/")
def front_page(_request: Request, here: Here) -> HTMLResponse:
    """The page at `/`."""
    now = clock.now()
    with here.installation.store.read() as tx:
        said = tuple((item.at, item.text) for item in tx.operator.announcements(limit=10))
        view = tx.boards.view(MAIN)
        figures = () if view is None else tx.boards.figures(MAIN)
        names = sorted((one.view for one in tx.boards.views()), key=lambda name: (name != MAIN, name))[:MOST_VIEWS]
        views = tuple((name, tx.boards.figures(name)) for name in names)
    rules = here.installation.rules_now(now)
    page = page_of(Shown(rules, now, here.installation.rehearsal, said, view, figures, views))
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
        *_compared(shown.views),
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
    heads = "".join(f'<th class="n">{name}' for name in ("count", "of", "share"))
    yield f'<div class="wide"><table><tr><th>figure{heads}<th>what is counted</tr>'
    yield from map(_row, shown.figures)
    yield "</table></div>"


def _compared(views: Sequence[tuple[str, Figures]]) -> Iterable[str]:
    """The states of claims in several views side by side; nothing where there is one view only."""
    if len(views) < 2:
        return
    yield "<h2>The same records under other rules</h2>"
    yield "<p>Each column is a view of the board: <b>main</b> is under this challenge's own rules, the others under"
    yield "the rules that they are named after.</p>"
    heads = (f'<th class="n"><a href="/api/v1/board/views/{quote(name)}">{_text(name)}</a>' for name, _ in views)
    yield f'<div class="wide"><table><tr><th>figure{"".join(heads)}<th>what is counted</tr>'
    by_view = [{figure.get("name"): figure for figure in figures} for _, figures in views]
    for name in COMPARED:
        held = [figures.get(name, {}) for figures in by_view]
        if any(held):
            yield _side_by_side(name, held)
    yield "</table></div>"


def _side_by_side(name: str, held: Sequence[Mapping[str, Json]]) -> str:
    definition = next((_cell(figure, "definition") for figure in held if figure), "")
    cells = "".join(f'<td class="n">{_share(figure)}' for figure in held)
    return f"<tr><td>{_text(name)}{cells}<td>{definition}</tr>"


def _share(figure: Mapping[str, Json]) -> str:
    """A count with what it is a part of."""
    whole = _cell(figure, "denominator")
    return f"{_cell(figure, 'value')} of {whole}" if whole else _cell(figure, "value")


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
