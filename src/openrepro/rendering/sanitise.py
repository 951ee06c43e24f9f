"""The one list of what HTML made from strangers' Markdown may hold."""

import nh3

MATH = frozenset(
    (
        *("math", "mrow", "mi", "mo", "mn", "ms", "mtext", "mspace", "msup", "msub", "msubsup", "mfrac", "msqrt"),
        *("mroot", "mover", "munder", "munderover", "mtable", "mtr", "mtd", "mstyle", "mpadded", "mphantom"),
    )
)
TAGS = MATH | frozenset(
    (
        *("p", "br", "hr", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "s"),
        *("a", "span", "div", "table", "thead", "tbody", "tr", "th", "td"),
    )
)
_MATHS = {"mathvariant", "stretchy", "fence", "form", "separator", "width", "height", "depth", "lspace", "rspace"}
_MATHS |= {"linethickness", "columnalign", "displaystyle", "scriptlevel", "accent", "movablelimits", "largeop"}
_MATHS |= {"symmetric", "minsize", "maxsize", "rowspacing", "columnspacing", "voffset"}
CLASSES = {
    "span": {"leads", "image-note", "note", *("t-c", "t-k", "t-s", "t-m", "t-f", "t-b")},
    "p": {"left-out", "note"},
    "div": {"wide", "formula"},
    "code": {"tex"},
    "th": {"at-right", "at-center"},
    "td": {"at-right", "at-center"},
}
ATTRIBUTES = {
    "a": {"href"},
    "ol": {"start"},
    "div": {"tabindex", "role", "aria-label"},
    "pre": {"tabindex", "role", "aria-label"},
    "math": {"display"},
    **dict.fromkeys(MATH - {"math"}, _MATHS),
}
REL = "nofollow noopener noreferrer ugc"
SCHEMES = frozenset(("http", "https", "mailto"))

_CLEANER = nh3.Cleaner(
    tags=set(TAGS),
    attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
    allowed_classes=CLASSES,
    url_schemes=set(SCHEMES),
    url_relative="deny",
    link_rel=REL,
    clean_content_tags={"script", "style"},
)


def clean(html: str) -> str:
    """`html` (UTF-8 text without lone surrogates) with nothing but what is listed here."""
    return _CLEANER.clean(html)
