"""What the names of an entry lead to, and the sentence that tells its owner when that is not one paper."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from openrepro.papers.paper import Match, Resolution
from openrepro.visible import visible

MOST_NAMES: Final = 20
_SHOWN: Final = 60
_SHOWN_TITLE: Final = 90


class Looked(NamedTuple):
    """One name that was looked up, and the papers it is a name of."""

    name: str
    papers: frozenset[str]


def settle(looked: Sequence[Looked]) -> Match:
    """What the names come to together. A name that leads nowhere counts only when all do; one that leads to two
    papers is settled by another name that leads to one of them."""
    leading = [one.papers for one in looked if one.papers]
    if not looked:
        return Match.NONE_GIVEN
    if not leading:
        return Match.UNKNOWN
    common = frozenset.intersection(*leading)
    if len(common) == 1:
        return Match.FOUND
    return Match.AMBIGUOUS if common else Match.SEVERAL


def resolution(looked: Sequence[Looked], titles: Mapping[str, str], near: Sequence[str] = ()) -> Resolution:
    """The answer for the names in `looked`; `titles` has those of every paper mentioned, `near` are ids to offer."""
    match = settle(looked)
    leading = [one for one in looked if one.papers]
    if match is Match.FOUND:
        (paper,) = frozenset.intersection(*(one.papers for one in leading))
        return Resolution(match, paper)
    if match is Match.NONE_GIVEN:
        return Resolution(match, sentence="No paper is named: tag the entry with the id of its paper.")
    if match is Match.UNKNOWN:
        return Resolution(match, sentence=_unknown(looked, near, titles), nearest=tuple(near))
    told = _ambiguous(leading, titles) if match is Match.AMBIGUOUS else _several(leading, titles)
    return Resolution(match, sentence=told, nearest=tuple(sorted(frozenset().union(*(one.papers for one in leading)))))


def _unknown(looked: Sequence[Looked], near: Sequence[str], titles: Mapping[str, str]) -> str:
    names = " or ".join(quoted(one.name) for one in looked[:3])
    offer = " or ".join(_titled(paper, titles) for paper in near)
    return f"There is no paper {names}{f'; did you mean {offer}?' if offer else ' in this challenge.'}"


def _ambiguous(leading: Sequence[Looked], titles: Mapping[str, str]) -> str:
    papers = sorted(frozenset.intersection(*(one.papers for one in leading)))
    named = " and ".join(_titled(paper, titles) for paper in papers[:3])
    return f"{quoted(leading[0].name)} is a name of {len(papers)} papers, {named}: name the paper by its id."


def _several(leading: Sequence[Looked], titles: Mapping[str, str]) -> str:
    first: dict[frozenset[str], str] = {}
    for one in leading:
        first.setdefault(one.papers, one.name)
    told = ", ".join(f"{quoted(name)} to {_titled(min(papers), titles)}" for papers, name in list(first.items())[:3])
    return f"The names lead to different papers ({told}): keep those of one."


def _titled(paper: str, titles: Mapping[str, str]) -> str:
    title = _line(titles.get(paper, ""), _SHOWN_TITLE)
    return f"'{paper}' ('{title}')" if title else f"'{paper}'"


def quoted(name: str) -> str:
    """A stranger's text as it may stand in a sentence: one line, cut, with nothing hidden in it."""
    return f"'{_line(name, _SHOWN)}'"


def _line(text: str, most: int) -> str:
    line = " ".join(visible(text[: 4 * most]).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
