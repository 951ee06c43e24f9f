"""Markdown as HTML tokens: which syntax is read, and what each construct of a stranger becomes."""

import re
from collections.abc import Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.dollarmath import dollarmath_plugin

from openrepro.rendering.allowance import Allowance
from openrepro.rendering.formulas import formula, source
from openrepro.rendering.links import host_of, leads, page_of, unlinked, where
from openrepro.rendering.listings import listing
from openrepro.rendering.weave import cleared, uprooted

NESTING = 20
PAGES = "https://page.invalid/"
"""Before the number of a page in a link to a page of the same logbook, until it is written for the site."""
_ALIGN = re.compile(r"text-align:(right|center)")


class Renderer(RendererHTML):
    """The tokens of a stranger as HTML; `env["allowance"]` is an Allowance."""

    def heading_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f"<{_lower(tokens[idx].tag)}>"

    def heading_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f"</{_lower(tokens[idx].tag)}>\n"

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</table></div>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return _aligned(tokens[idx])

    def td_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return _aligned(tokens[idx])

    def list_item_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return self.renderToken(tokens, idx, options, env)

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return listing(*uprooted(tokens[idx].content)) + "\n"

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        language = cleared(tokens[idx].info).split()[:1]
        return listing(*uprooted(tokens[idx].content), language="".join(language), allowance=env["allowance"]) + "\n"

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        alt = escape(self.renderInlineAsText(tokens[idx].children, options, env))
        place = where(cleared(str(tokens[idx].attrGet("src") or "")))
        return f'<span class="image-note">[image not loaded: {alt} ({place})]</span>'

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        address = str(tokens[idx].attrGet("href") or "")
        allowance: Allowance = env["allowance"]
        host, page = host_of(address), page_of(address, allowance.slugs)
        if page is not None:
            env["link"] = "</a>"
            return f'<a href="{PAGES}{page}">'
        if host is None or not allowance.takes_link():
            env["link"] = unlinked(address)
            return ""
        env["link"] = "</a>" + leads(cleared(_text_of(tokens, idx)), host)
        return f'<a href="{escape(address)}">'

    def link_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return str(env.pop("link", ""))

    def math_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return _math(tokens[idx].content, env, block=False)

    def math_inline_double(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return _math(tokens[idx].content, env, block=True)

    def math_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f'<div class="formula">{_math(tokens[idx].content, env, block=True)}</div>\n'


class Reader(MarkdownIt):
    """CommonMark with tables, strikethrough and TeX between dollars; raw HTML is text."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"html": False, "maxNesting": NESTING}, renderer_cls=Renderer)
        self.enable(["table", "strikethrough"])
        dollarmath_plugin(
            self, allow_labels=False, allow_space=False, allow_digits=False, allow_blank_lines=False, double_inline=True
        )
        self.add_render_rule("math_inline", Renderer.math_inline)
        self.add_render_rule("math_inline_double", Renderer.math_inline_double)
        self.add_render_rule("math_block", Renderer.math_block)

    def validateLink(self, url: str) -> bool:  # noqa: N802
        """Every address is read; what is linked is decided when it is written."""
        return True


def _math(tex: str, env: EnvType, *, block: bool) -> str:
    return formula(tex, block=block) if env["allowance"].takes_formula(tex) else source(tex)


def _lower(tag: str) -> str:
    return f"h{min(6, int(tag[1]) + 2)}"


def _aligned(token: Token) -> str:
    match = _ALIGN.search(str(token.attrGet("style") or ""))
    return f'<{token.tag} class="at-{match[1]}">' if match else f"<{token.tag}>"


def _text_of(tokens: Sequence[Token], start: int) -> str:
    pieces: list[str] = []
    for index in range(start + 1, len(tokens)):
        if tokens[index].type == "link_close":
            break
        pieces.append(tokens[index].content)
    return "".join(pieces)
