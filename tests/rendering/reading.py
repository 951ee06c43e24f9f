"""Rendered HTML read as a browser would at first sight: only listed tags, attributes and schemes, and all balanced."""

import re
from html.parser import HTMLParser

from openrepro.rendering.allowance import Allowance
from openrepro.rendering.prose import prose
from openrepro.rendering.sanitise import MATH, REL, TAGS
from openrepro.rendering.weave import Weaver

VOID = {"br", "hr"}
FRAME = {"section", "h2", "mark", "details", "summary", "time"}
FREE = {"tabindex", "role", "aria-label", "aria-hidden", "title", "start", "datetime", "data-claim", "data-figure"}
NAMES = re.compile(r"q[0-9]+|c-[0-9]+")
CLASSES = re.compile(
    r"(?:leads|image-note|note|left-out|wide|formula|tex|unseen|quote|to-page|sr|sign|figure-slot|fence-name|command"
    r"|cell|cell-[a-z-]+|exit|exit-(?:zero|failed|unknown)|at-(?:right|center)|t-[cksmfb])"
)


def safe_html(markdown: str) -> str:
    """What a page shows for a cell of prose with that Markdown."""
    weaver = Weaver(())
    return "".join(weaver.piece(piece).html for piece in prose(markdown, (), Allowance()).pieces)


class Reading(HTMLParser):
    """Raises AssertionError at the first thing that must not be there; `text` gathers what is read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.text: list[str] = []
        self.marked: dict[str, list[str]] = {}
        self.ids: list[str] = []
        self._names: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS | FRAME, tag
        for name, value in attrs:
            self._attribute(tag, name, value or "")
        if tag not in VOID:
            self.open.append(tag)

    def _attribute(self, tag: str, name: str, value: str) -> None:
        if name == "id":
            assert NAMES.fullmatch(value), value
            self.ids.append(value)
        elif name == "class":
            assert all(CLASSES.fullmatch(one) for one in value.split()), value
        elif name == "href":
            assert tag == "a"
            assert re.fullmatch(r"(?:https?://[A-Za-z0-9.-]+(?::[0-9]+)?(?:[/?#][!-~]*)?|mailto:[!-~]+@[!-~]+)", value)
        elif name == "rel":
            assert value == REL
        elif name == "data-page":
            assert value.isdecimal()
        else:
            assert name in FREE or tag in MATH, (tag, name)
            assert name not in {"href", "src", "style"}
            assert not name.startswith("on")

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag, tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        raise AssertionError(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(decl)

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(data)

    def handle_pi(self, data: str) -> None:
        raise AssertionError(data)


def read(html: str) -> str:
    """The text of `html`, once all of it has been found to be allowed and balanced."""
    reading = Reading()
    reading.feed(html)
    reading.close()
    assert reading.open == []
    assert len(set(reading.ids)) == len(reading.ids)
    html.encode("utf-8")
    return "".join(reading.text)


class _Marks(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: dict[str, str] = {}
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "mark":
            self._open.append(dict(attrs)["data-claim"] or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "mark":
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for claim in self._open:
            self.texts[claim] = self.texts.get(claim, "") + data


def marked(html: str) -> dict[str, str]:
    """The text within marks, by the claim of the mark."""
    marks = _Marks()
    marks.feed(html)
    marks.close()
    return marks.texts
