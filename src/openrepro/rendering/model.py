"""What a rendered logbook is: pages of HTML in parts, figures apart, and the quotes that are marked in them."""

from dataclasses import dataclass
from typing import NamedTuple

from openrepro.logbooks.logbook import Address


class Quoted(NamedTuple):
    """Bytes that the verdict on `claim` rests on. `name` (`q1`) is the id of the first element that marks them."""

    at: Address
    name: str
    claim: str


class Placed(NamedTuple):
    """Where a quote is to be found: the page (from 0) and its part (from 0)."""

    name: str
    page: int
    part: int


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as HTML fragments, each small enough to send (`parts`, never empty). Every fragment is well-formed by
    itself, holds no script, no style, no form, no remote resource and no address but those of allowed schemes."""

    slug: str
    title: str
    file: str
    role: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RenderedFigure:
    """A figure as a whole HTML document of a stranger, shown in a frame of an opaque origin only."""

    number: int
    cell: str
    title: str
    document: str


class Gap(NamedTuple):
    """Something that is not shown, and why."""

    where: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Rendering:
    """`places` holds every quote that was found; one that was not is among the gaps."""

    pages: tuple[RenderedPage, ...]
    figures: tuple[RenderedFigure, ...]
    places: tuple[Placed, ...]
    gaps: tuple[Gap, ...]
