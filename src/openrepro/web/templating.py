"""Templates: everything in them is escaped, and every character of a stranger is made visible."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from typing import Final, Protocol
from urllib.parse import quote, urlencode

from jinja2 import PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from openrepro import __version__
from openrepro.clock import instant_of
from openrepro.visible import visible
from openrepro.web import charts
from openrepro.web.assets import assets
from openrepro.web.compiled import Templates, shown
from openrepro.web.interval_plot import drawing
from openrepro.web.kept import kept
from openrepro.web.marks import MARKS, NO_MARK, Mark

SHORT: Final = 12
_QUOTED: Final = json.JSONEncoder(ensure_ascii=False).encode
LONGEST_JSON: Final = 40_000
_HYPHEN: Final = re.compile(
    r"(`[^`]{0,400}`|\"[^\"]{0,400}\"|“[^”]{0,400}”|(?<!\w)'[^']{0,400}'(?!\w))"
    r"|(?<![^\s(\[,;:=<>±])-(?=\.?\d)|(?<![\w.])\d[\d.]*[eE]-(?=\d)"
)
"""What is quoted, or a hyphen that stands for a minus sign."""
SAFE: Final = "/:@!$'()*+,;=-._~"


class Linker(Protocol):
    """How a page names another one."""

    def page(self, path: str, query: Mapping[str, object]) -> str: ...

    def twin(self, path: str, query: Mapping[str, object]) -> str: ...

    def asset(self, name: str) -> str: ...

    def raw(self, where: str) -> str:
        """A page by its whole address (path and query), as data hold it."""
        ...

    def text(self, name: str) -> str:
        """A text file at the top of the site (`llms.txt`)."""
        ...

    def once(self, piece: str, caller: Callable[[], Markup]) -> Markup:
        """A piece of the frame around pages, which `caller` makes: the same wherever it has that name."""
        ...


@dataclass(frozen=True, slots=True)
class ServerLinks:
    """Addresses on a server."""

    def page(self, path: str, query: Mapping[str, object]) -> str:
        return address(path, query)

    def twin(self, path: str, query: Mapping[str, object]) -> str:
        return address(f"{'/index' if path == '/' else path}.json", query)

    def asset(self, name: str) -> str:
        return assets()[name].address

    def raw(self, where: str) -> str:
        return where

    def text(self, name: str) -> str:
        return f"/{name}"

    def once(self, piece: str, caller: Callable[[], Markup]) -> Markup:
        return caller()


def address(path: str, query: Mapping[str, object]) -> str:
    """A path with its query; what is empty in the query is left out."""
    said = {name: value for name, value in query.items() if value not in ("", None)}
    return quote(path, safe=SAFE) + (f"?{urlencode(said)}" if said else "")


def render(template: str, context: Mapping[str, object], links: Linker) -> str:
    """The HTML of a template."""
    return _environment().get_template(template).render({**context, "links": links, "version": __version__})


def load_templates() -> None:
    """Compile all templates, so that one that is replaced while the program runs changes nothing in it."""
    for name in _environment().list_templates(extensions=("html",)):
        _environment().get_template(name)


@cache
def _environment() -> Templates:
    made = Templates(
        loader=PackageLoader("openrepro.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=shown,
        auto_reload=False,
        cache_size=-1,
        extensions=["jinja2.ext.loopcontrols"],
    )
    made.filters |= {"number": number, "instant": instant, "day": day, "short": short, "cut": cut, "mark": mark}
    made.filters |= {"coded": coded, "pretty": pretty, "minus": minus, "lasting": lasting}
    made.globals |= {"drawn": charts, "mark": mark, "interval_drawing": drawing, "kept": kept}
    return made


def number(value: object) -> str:
    """An integer with its thousands apart; anything else as it is, and a dash for nothing."""
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


@lru_cache(maxsize=5_000)
def instant(text: str) -> Markup:
    """A UTC instant (`2026-08-03T11:59:59Z`) as an element that scripts show in the reader's own zone too."""
    if not text:
        return Markup('<span class="quiet">never</span>')
    try:
        at = instant_of(text)
    except ValueError:
        return Markup("{}").format(visible(text))
    return Markup('<time datetime="{}">{} UTC</time>').format(text, _minutes(at))


def _minutes(at: datetime) -> str:
    return at.strftime("%-d %B %Y, %H:%M")


@lru_cache(maxsize=5_000)
def day(text: str) -> Markup:
    """The day of a UTC instant."""
    try:
        return Markup('<time datetime="{}">{}</time>').format(text, instant_of(text).strftime("%-d %b %Y"))
    except ValueError:
        return Markup("{}").format(visible(text))


def short(text: str) -> Markup:
    """A long hash by its beginning; the whole of it is its title."""
    return Markup(f'<code title="{shown(text)}">{shown(text[:SHORT])}</code>')


def cut(text: str, most: int) -> str:
    """At most so many characters of a text, whole words where possible; a cut is marked."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    at = kept.rfind(" ")
    return f"{kept[:at] if at > most // 2 else kept}…"


def coded(text: str) -> Markup:
    """A sentence of ours whose words between backticks are code."""
    parts = enumerate(visible(text).split("`"))
    return Markup("").join(Markup("<code>{}</code>").format(part) if at % 2 else escape(part) for at, part in parts)


def minus(text: str) -> str:
    """A sentence or number of ours with true minus signs; what it quotes, names and dates stays as it is."""
    return _HYPHEN.sub(lambda found: found[1] or found[0].replace("-", "−"), text)


def lasting(minutes: int) -> str:
    """A stretch of time in words: its two largest units."""
    hours, days = minutes // 60, minutes // 1440
    if hours < 1:
        return f"{minutes} min"
    if days < 1:
        return f"{hours} h {minutes % 60} min"
    return f"{days:,} day{'' if days == 1 else 's'} {hours % 24} h"


def pretty(value: object) -> str:
    """A JSON value as text to read, cut where it is very long; the whole of it is in the page's twin."""
    written: list[str] = []
    _lay_out(value, "\n", written)
    return cut("".join(written), LONGEST_JSON)


def _lay_out(value: object, margin: str, written: list[str]) -> None:
    """Write what `json.dumps` does with an indent of two, which is slow: it has no compiled way for that."""
    if not value or not isinstance(value, (dict, list)):
        written.append(_QUOTED(value) if isinstance(value, str) else json.dumps(value))
        return
    named = isinstance(value, dict)
    inner, before = f"{margin}  ", "{" if named else "["
    for item in value:
        written.append(f"{before}{inner}{_QUOTED(item)}: " if named else f"{before}{inner}")
        _lay_out(value[item] if named else item, inner, written)
        before = ","
    written.append(f"{margin}{'}' if named else ']'}")


def mark(state: str) -> Mark:
    """Colour class, sign and word of a label or state."""
    return MARKS.get(state, NO_MARK._replace(word=state))
