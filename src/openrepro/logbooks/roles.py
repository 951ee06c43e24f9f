"""What a page is for: its role, and the claims that its slug or title names."""

import re

from openrepro.logbooks.logbook import PageRole

_MAX_CLAIMS = 50
_CLAIM = re.compile(r"(?<![a-z0-9])claim(?P<many>s?)[ _-]{0,3}[#(]?c?(?P<number>[0-9]{1,3})(?![0-9])", re.I)
_NEXT = re.compile(r"[ _]{0,2}(?P<join>[–—,&+-]|and|to|through)[ _]{0,2}(?P<c>c?)(?P<number>[0-9]{1,3})(?![0-9])", re.I)
_RANGE = ("-", "–", "—", "to", "through")
_SHORT_SLUG = re.compile(r"(?:^|[_-])c([0-9]{1,2})(?=$|[_-])")
_SHORT_TITLE = re.compile(r"^C([0-9]{1,2})(?=[ :.—–-])")
_ORDER = re.compile(r"^[0-9]{1,3}[_-]")
_WORDS = re.compile(r"[a-z]+")


def role_of(slug: str, title: str) -> PageRole:
    """The role of a page of a logbook (not of a README), by its slug first and its title then."""
    name = _ORDER.sub("", slug.rsplit("/", 1)[-1].lower())
    if slug.lower() == "index":
        return PageRole.INDEX
    for text in (name, title.lower()):
        words = _WORDS.findall(text)
        if words[:1] in (["conclusion"], ["conclusions"]):
            return PageRole.CONCLUSION
        if words[:1] == ["summary"] or words[:2] in (["executive", "summary"], ["evidence", "summary"]):
            return PageRole.SUMMARY
    return PageRole.CLAIM if claims_of(slug, title) else PageRole.OTHER


def claims_of(slug: str, title: str) -> tuple[int, ...]:
    """The claim numbers that a page's slug names, else those that its title names, in order and once each."""
    folders = [part for part in slug.lower().split("/") if part]
    for text in folders[::-1]:
        if numbers := _numbers(text):
            return numbers
    if numbers := _numbers(title) or _short(_SHORT_TITLE, title):
        return numbers
    return _short(_SHORT_SLUG, folders[-1]) if folders else ()


def _numbers(text: str) -> tuple[int, ...]:
    found: list[int] = []
    text = text[:1000]
    for match in _CLAIM.finditer(text):
        found.append(int(match["number"]))
        place = match.end()
        while (step := _NEXT.match(text, place)) and (match["many"] or step["c"]):
            found += _reach(found[-1], int(step["number"]), step["join"].lower() in _RANGE)
            place = step.end()
    return tuple(dict.fromkeys(found))[:_MAX_CLAIMS]


def _reach(first: int, last: int, spans: bool) -> list[int]:
    return list(range(first + 1, last + 1)) if spans and first < last <= first + _MAX_CLAIMS else [last]


def _short(pattern: re.Pattern[str], text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(int(match[1]) for match in pattern.finditer(text[:1000])))
