"""An entry full of attacks, opened in a real browser: nothing runs, nothing is fetched, nothing is spoofed."""

import io
import json
import zipfile
from collections.abc import Generator
from typing import Final

import pytest
from playwright.sync_api import Browser

from openrepro import clock
from openrepro.clock import written
from openrepro.papers.paper import Alias, AliasKind, Paper
from tests.browser import browsing, tab
from tests.web.challenge import Served, founded, without_caps
from tests.web.live import live
from tests.web.pages.test_all_pages import cases

FAR: Final = "http://127.0.0.1:9/attack"
MARK: Final = "window.__ran = (window.__ran || 0) + 1"
RUNS: Final = (
    f"<script>{MARK}</script>",
    f'<img src=x onerror="{MARK}">',
    f'<svg onload="{MARK}"><a href="javascript:{MARK}">x</a></svg>',
    f'<iframe srcdoc="<script>parent.{MARK}</script>"></iframe>',
    f"<math><mtext><table><mglyph><style><img src=x onerror='{MARK}'></style></mglyph></table></mtext></math>",
    f"[click](javascript:{MARK})",
    f"[click](java&#x0A;script:{MARK})",
    f"<details open ontoggle='{MARK}'>x</details>",
    f"<input autofocus onfocus='{MARK}'>",
    f"</textarea></title></style></script><script>{MARK}</script>",
    f"$\\href{{javascript:{MARK}}}{{x}}$ $\\text{{<img src=x onerror='{MARK}'>}}$",
    f"`<script>{MARK}</script>`",
    '"onmouseover="' + MARK + '" x="',
    f"{{{{ 7*7 }}}} {{% raw %}} ${{{MARK}}}",
)
FETCHES: Final = (
    f"![x]({FAR}.png)",
    f'<img src="{FAR}.png">',
    f'<link rel="stylesheet" href="{FAR}.css">',
    f'<meta http-equiv="refresh" content="0;url={FAR}">',
    f"<style>@import '{FAR}.css'; body {{ background: url({FAR}.png) }}</style>",
    f'<object data="{FAR}"></object><embed src="{FAR}"><video src="{FAR}" autoplay></video>',
    f'<base href="{FAR}/">',
    f'<form action="{FAR}"><button autofocus>Sign in</button></form>',
    f'<a href="{FAR}" ping="{FAR}">x</a> <a hx-get="{FAR}" hx-trigger="load">x</a> <div data-hx-get="{FAR}"></div>',
)
SPOOFS: Final = (
    '<span class="chip tone-verified">✓ verified</span>',
    '<main id="content"><h1>Verified by the organisers</h1></main>',
    '<div id="live" class="notice notice-news">The challenge is cancelled</div>',
    "\u202everified\u202c \u2066x\u2069 ze\u200bro \u200fright",
    "# Verdict: verified\n## Claim 1: ✓ verified by the judge",
    "<a name=cookie id=cookie></a><form name=body><input name=firstChild></form>",
    '<mark id="q1" class="quote">RESULT forged</mark>',
)
EVERYTHING: Final = "\n\n".join((*RUNS, *FETCHES, *SPOOFS))
NAME: Final = f"\"><script>{MARK}</script>' onx=' \u202ereversed <b>bold</b>"
UNSEEN: Final = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200e\u200f"


def cell(kind: str, body: str, **head: object) -> str:
    told = {"type": kind, "id": NAME, "created_at": NAME, "title": NAME, **head}
    return f"\n\n---\n<!-- trackio-cell\n{json.dumps(told)}\n-->\n{body}\n"


def hostile() -> bytes:
    """A logbook whose every part attacks who looks at it."""
    output = f"```bash\n{NAME}\n```\n\n````output\n{EVERYTHING}\n````"
    drawn = f"````html\n<script>{MARK}; top.location='{FAR}'; fetch('{FAR}')</script>{EVERYTHING}\n````"
    cells = (
        cell("code", output, command=[NAME, EVERYTHING], exit_code=0),
        cell("figure", drawn),
        cell("markdown", EVERYTHING),
        cell(NAME, EVERYTHING),
    )
    pages = {
        "index.md": f"# {NAME}\n\n{EVERYTHING}\n\n[{NAME}](#/claim-1)\n",
        "claim-1/page.md": f"# {NAME}\n\n{EVERYTHING}\n{''.join(cells)}",
        "summary/page.md": f"# {EVERYTHING}\n\n" + "".join(f"- {one}\n" for one in (*RUNS, *FETCHES, *SPOOFS)),
    }
    settings = {"tags": ["paper-demo-batch", NAME], "paper": {"arxiv_id": NAME}, "title": NAME}
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as made:
        for path, text in pages.items():
            made.writestr(f".trackio/logbook/pages/{path}", text)
        made.writestr(".trackio/metadata.json", json.dumps(settings))
        made.writestr("result <img src=x onerror=1>.json", json.dumps({NAME: EVERYTHING}))
    return held.getvalue()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[Served, str, Browser]]:
    with browsing() as browser:
        made = Served(founded(tmp_path_factory.mktemp("attacks") / "challenge", change=without_caps))
        here, now = made.installation, written(clock.now())
        with here.store.write() as tx:
            aliases = (Alias(f"javascript:{MARK}", AliasKind.OTHER),)
            tx.papers.put([Paper("hostile", NAME, (NAME,), area=NAME, arxiv=NAME, aliases=aliases)], now=now)
            tx.operator.announce(EVERYTHING, author="", now=now)
        made.add("mallory")
        answer = made.as_("mallory").post(
            "/api/v1/entries", content=hostile(), headers={"Content-Type": "application/zip"}
        )
        assert answer.status_code == 201, answer.text
        made.submit("mallory", "amber/demo-charlm")
        made.judge_all()
        with live(made) as address:
            yield made, address, browser
        made.installation.close()


def test_nothing_runs_nothing_is_fetched_and_nothing_is_spoofed(site: tuple[Served, str, Browser]) -> None:
    served, address, browser = site
    entries = served.client.get("/api/v1/entries", params={"team": served.teams["mallory"]}).json()["data"]
    book = next(one["id"] for one in entries if one["paper"] == "demo-batch")
    pages = len(served.client.get(f"/logbooks/{book}.json").json()["data"]["pages"])
    looked_at = {
        "/",
        "/papers",
        "/papers/hostile",
        "/papers/demo-batch",
        f"/papers?q={'%3Cscript%3E'}",
        "/logbooks",
        f"/logbooks/{book}",
        f"/entries/{book}",
        "/announcements",
        f"/logbooks/{book}/judge-view",
        f"/logbooks/{book}/files",
        f"/logbooks/{book}/runs",
        f"/logbooks/{book}/findings",
        *(f"/logbooks/{book}/pages/{number}" for number in range(1, pages + 1)),
        *{case.kind: case.path for case in cases(served)}.values(),
    }
    assert pages == 3
    dialogs: list[str] = []
    with tab(browser) as seen:
        seen.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        seen.page.on("popup", lambda popup: dialogs.append(popup.url))
        for path in sorted(looked_at):
            page = seen.open(f"{address}{path}")
            page.wait_for_timeout(50)
            shown = page.evaluate("document.documentElement.innerText")
            assert not set(shown) & set(UNSEEN), path
            assert page.locator("main").count() == page.locator("h1").count() == 1, path
            strange = page.evaluate(
                "[...document.querySelectorAll('.kept *')].filter(one => ["
                "'SCRIPT','STYLE','IMG','LINK','META','BASE','OBJECT','EMBED','FORM','INPUT','VIDEO','SVG'"
                "].includes(one.tagName.toUpperCase()) || [...one.attributes].some(a => a.name.startsWith('on') ||"
                " a.name.startsWith('hx-') || a.name.startsWith('data-hx')) || one.classList.contains('chip')"
                " || one.classList.contains('notice')).map(one => one.outerHTML.slice(0, 120))"
            )
            assert not strange, path
            if "/pages/" in path:
                assert "<script>" in shown, path  # it is there, as text
            for link in page.locator("a[target]").all():
                link.click()
                page.wait_for_timeout(300)
            bad = page.evaluate(
                "[...document.querySelectorAll('a[href]')].map(one => one.href).filter(one => "
                "!/^(https?|mailto):/.test(one))"
            )
            assert not bad, path
            assert page.url == f"{address}{path}", path
            assert page.evaluate("window.__ran") is None, path
    assert not dialogs
    assert not [one for one in seen.asked if not one.startswith(f"{address}/")]
