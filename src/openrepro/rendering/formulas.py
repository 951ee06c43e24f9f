"""TeX as MathML; what is not understood stays TeX."""

from html import escape, unescape
from xml.etree.ElementTree import tostring

from latex2mathml.converter import convert_to_element

from openrepro.rendering.limits import FORMULA
from openrepro.rendering.weave import around, cleared, sentinels, uprooted
from openrepro.visible import visible

_DEPTH = 40


def formula(tex: str, *, block: bool) -> str:
    """MathML for `tex` (not yet sanitised), or its source as code; a quote within it marks all of it."""
    quotes = dict.fromkeys(span.quote for span in uprooted(tex)[1]) if sentinels(tex) else {}
    left = "".join(sentinels(tex)) if not quotes else ""
    return around(_formula(visible(cleared(tex)).strip(), block), quotes) + left


def source(tex: str) -> str:
    """The TeX of a formula that is not laid out."""
    return f'<code class="tex">{escape(tex)}</code>'


def _formula(tex: str, block: bool) -> str:
    if not tex or len(tex) > FORMULA or _depth(tex) > _DEPTH:
        return source(tex)
    try:
        tree = convert_to_element(tex, display="block" if block else "inline")
        for element in tree.iter():
            # The library writes entities into the text of its elements, and would write a stranger's tags there too.
            element.text = unescape(element.text or "")
        return tostring(tree, encoding="unicode")
    except Exception:
        return source(tex)


def _depth(tex: str) -> int:
    depth = most = 0
    for character in tex:
        depth += (character == "{") - (character == "}")
        most = max(most, depth)
    return most + tex.count("\\left") + tex.count("\\begin") + tex.count("\\sqrt")
