"""What makes one paper of many names: ids, arXiv ids, titles made comparable."""

import re
import unicodedata
from typing import Final

from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.visible import visible

LONGEST_NAME: Final = 200
LONGEST_TITLE: Final = 2_000

_NUMBER: Final = r"(?P<id>[0-9]{4}\.[0-9]{4,5}|[a-z-]{2,20}(?:\.[A-Z]{2})?/[0-9]{7})(?:v[0-9]{1,3})?"
_SITE: Final = r"(?:https?://)?(?:www\.|export\.)?"
_ARXIV: Final = re.compile(
    rf"(?:arxiv:\s?|{_SITE}(?:arxiv\.org/(?:abs|pdf|html)|alphaxiv\.org/(?:abs|overview)|huggingface\.co/papers)/)?"
    rf"{_NUMBER}(?:\.pdf)?",
    re.IGNORECASE,
)
_FORUM: Final = re.compile(
    rf"(?:openreview:|{_SITE}openreview\.net/(?:forum|pdf)\?id=)(?P<id>[A-Za-z0-9_-]{{4,40}})(?:[&#].{{0,100}})?",
    re.IGNORECASE,
)
_PROGRAMME: Final = re.compile(
    rf"{_SITE}(?:icml|neurips|nips|iclr)\.cc/virtual/[0-9]{{4}}/(?:poster|oral|spotlight)/(?P<id>[0-9]{{1,9}})",
    re.IGNORECASE,
)
_TAG: Final = "paper-"

_STYLES: Final = frozenset(
    (
        *("text", "textbf", "textit", "textsc", "texttt", "textrm", "emph", "operatorname", "left", "right"),
        *("mathbf", "mathbb", "mathcal", "mathrm", "mathsf", "mathtt", "mathit", "mathfrak", "boldsymbol", "bm"),
    )
)
_COMMAND: Final = re.compile(r"\\([a-zA-Z]{1,40})\s?")
_MARKUP: Final = re.compile(r"\\[^a-zA-Z]|[$^_{}]")
_APART: Final = re.compile(r"[\W_]+")


def arxiv_id(text: str) -> str:
    """The arXiv id that `text` is a form of (bare, `arXiv:…`, a link), without its version; else empty."""
    match = _ARXIV.fullmatch(text.strip()[:LONGEST_NAME])
    return match["id"] if match else ""


def forms_of(name: str) -> tuple[str, ...]:
    """What to look a name up as: itself, then the id in it when it is a link, a versioned arXiv id or a tag."""
    text = visible(name.strip()[:LONGEST_NAME])
    forms = [text, *_inner(text)]
    if text.startswith(_TAG):
        rest = text.removeprefix(_TAG)
        forms += [rest, *_inner(rest)]
    return tuple(dict.fromkeys(form for form in forms if form))


def _inner(text: str) -> list[str]:
    links = (_FORUM.fullmatch(text), _PROGRAMME.fullmatch(text))
    return [arxiv_id(text), *(link["id"] for link in links if link)]


def title_key(title: str) -> str:
    """A title made comparable: one case, words of letters and digits, no accents, no punctuation, no TeX.

    Greek letters are spelled out, so that `$\\tau^2$-Gauge` and `τ²-Gauge` are both `tau2 gauge`.
    """
    text = _MARKUP.sub("", _COMMAND.sub(_spelled, title[:LONGEST_TITLE]))
    if text.isascii():
        return _APART.sub(" ", text.casefold()).strip()
    plain = (mark for mark in unicodedata.normalize("NFKD", text) if not unicodedata.combining(mark))
    return _APART.sub(" ", "".join(map(_latin, plain)).casefold()).strip()


def _spelled(command: re.Match[str]) -> str:
    """A TeX command as the word it stands for; commands of style say nothing."""
    return "" if command[1] in _STYLES else command[1]


def _latin(letter: str) -> str:
    if "\u0370" <= letter <= "\u03ff":
        return unicodedata.name(letter, "").rpartition(" ")[2]
    return letter


def names_of(paper: Paper) -> tuple[Alias, ...]:
    """Every name a paper is found by, each once of a kind: its id, its aliases, its arXiv id."""
    given = dict.fromkeys(alias for alias in paper.aliases if alias.name)
    names = {alias.name for alias in given}
    own = [alias for alias in given if alias.name == paper.id] or [Alias(paper.id, AliasKind.OTHER)]
    if paper.arxiv and paper.arxiv not in names:
        given[Alias(paper.arxiv, AliasKind.ARXIV)] = None
    others = (alias for alias in given if alias.name != paper.id)
    return (*own, *sorted(others, key=lambda alias: (alias.kind.value, alias.name)))
