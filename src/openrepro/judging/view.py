"""What a reader is given of a logbook: fenced cells, self-verdicts withheld, payloads as notes, cuts marked."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from openrepro.claims.claim import Claim
from openrepro.evidence.findings import Code
from openrepro.judging.masking import Mask, mask_of
from openrepro.judging.parts import CHARACTERS_PER_TOKEN, Part, describe, neutralised, parts_of
from openrepro.judging.parts import tokens_of as tokens_of
from openrepro.logbooks.logbook import Address, Logbook
from openrepro.visible import MARK, visible

LEAST_KEPT = 200
"""Tokens of a cell that are shown at least when it is cut, half of them its head, half its tail."""
FENCE_TOKENS = 40
"""Tokens that the fence and header of one cell cost at most, reserved in the budget."""
_ONE_LINE = {ord("\n"): MARK, ord("\t"): MARK}


class PageTokens(NamedTuple):
    """A page and its size as the reader would be given it, and how much of that was given."""

    page: str
    tokens: int
    shown: int


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of a cell that the reader was not given for lack of budget."""

    at: Address
    tokens: int


@dataclass(frozen=True, slots=True)
class View:
    """The text for a reader. `cut` says which bytes were left out; `withheld` counts what was held back, by code."""

    text: str
    tokens: int
    pages: tuple[PageTokens, ...]
    cut: tuple[Cut, ...]
    withheld: tuple[tuple[Code, int], ...]


def judge_view(
    logbook: Logbook,
    claim: Claim | None,
    places: tuple[Address, ...] | None,
    *,
    boundary: str,
    budget: int = 24_000,
) -> View:
    """What a reader of `claim` is given, in at most `budget` tokens (estimated).

    The cells and parts of result files at `places` come first, then cells that mention the claim; without a claim all
    cells are shown, without places all result files. Within each the outputs come first, then the prose, then the
    code. Each block stands between two lines that hold `boundary`, which the caller draws at random; the boundary is
    broken up where the content has it. Titles of the book and account names are withheld, and no character is left
    that could steer a terminal or hide (`openrepro.visible`). Raises ValueError when `boundary` is empty.
    """
    if not boundary:
        raise ValueError("the boundary of a view must not be empty")
    mask = mask_of(logbook)
    parts = sorted(parts_of(logbook, claim, places, mask), key=lambda part: part.rank)
    shown, cuts = _within(parts, budget)
    text = visible("\n".join(_fenced(part, body, boundary, mask) for part, body in shown))
    return View(text, tokens_of(text), _page_tokens(parts, shown), tuple(cuts), _held(parts))


def _within(parts: list[Part], budget: int) -> tuple[list[tuple[Part, str]], list[Cut]]:
    """The parts that fit, the last ones cut in the middle, and what was cut."""
    shown: list[tuple[Part, str]] = []
    cuts: list[Cut] = []
    left = budget
    for part in parts:
        need = tokens_of(part.text) + FENCE_TOKENS
        if need <= left:
            shown.append((part, part.text))
            left -= need
            continue
        room = left - 2 * FENCE_TOKENS
        body = _head_and_tail(part.text, room) if room >= LEAST_KEPT else ""
        cuts.append(_cut(part, body, room if body else 0))
        if body:
            shown.append((part, body))
            left -= tokens_of(body) + FENCE_TOKENS
    return shown, cuts


def _head_and_tail(text: str, room: int) -> str:
    keep = int(room * CHARACTERS_PER_TOKEN) // 2
    gone = tokens_of(text[keep : len(text) - keep])
    return f"{text[:keep]}\n[cut: {gone:,} tokens]\n{text[len(text) - keep :]}"


def _cut(part: Part, body: str, room: int) -> Cut:
    """The bytes that were cut: all of the block, or its middle, taken a little wide where notes shifted the text."""
    at = part.block.at
    if not body:
        return Cut(at, tokens_of(part.text))
    keep = int(room * CHARACTERS_PER_TOKEN) // 2
    narrow = max(0, keep - abs(len(part.block.text) - len(part.text)))
    head = len(part.block.text[:narrow].encode("utf-8", "surrogateescape"))
    tail = len(part.block.text[len(part.block.text) - narrow :].encode("utf-8", "surrogateescape")) if narrow else 0
    gone = tokens_of(part.text) - tokens_of(body)
    return Cut(Address(at.file, at.start + head, max(at.start + head, at.end - tail), at.cell), max(gone, 1))


def _fenced(part: Part, body: str, boundary: str, mask: Mask) -> str:
    at = part.block.at
    place = f"{visible(at.file).translate(_ONE_LINE)} bytes {at.start}-{at.end}"
    return f"{boundary} {place} {describe(part, mask)}\n{neutralised(body, boundary)}\n{boundary} end\n"


def _page_tokens(parts: Iterable[Part], shown: Iterable[tuple[Part, str]]) -> tuple[PageTokens, ...]:
    total: dict[str, int] = {}
    given: dict[str, int] = {}
    for part in parts:
        total[part.page.file] = total.get(part.page.file, 0) + tokens_of(part.text)
    for part, body in shown:
        given[part.page.file] = given.get(part.page.file, 0) + tokens_of(body)
    return tuple(PageTokens(page, tokens, given.get(page, 0)) for page, tokens in total.items())


def _held(parts: Iterable[Part]) -> tuple[tuple[Code, int], ...]:
    counts: dict[Code, int] = {}
    for part in parts:
        for code in part.held:
            counts[code] = counts.get(code, 0) + 1
    return tuple(sorted(counts.items()))
