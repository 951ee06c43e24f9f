"""The site as files: the same pages, whole, with no link that leads nowhere, and replaced only when complete."""

import json
import re
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar, NamedTuple
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from jinja2 import PackageLoader

from openrepro import clock
from openrepro.cli import main
from openrepro.clock import written
from openrepro.errors import OpenReproError
from openrepro.papers.paper import Paper
from openrepro.server.boards import refresh_view
from openrepro.web import export as exporting
from openrepro.web.export import MARKER, Written, export
from openrepro.web.export_extras import framed
from openrepro.web.templating import load_templates
from openrepro.web.workshop import LOCK, holding
from tests.browser import browsing, tab
from tests.web.challenge import Served, founded, without_caps

LINK = re.compile(r'(?:href|src|action|data-shards)="([^"]*)"')


class Copy(NamedTuple):
    served: Served
    out: Path
    written: Written


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Generator[Copy]:
    folder = tmp_path_factory.mktemp("export")
    made = Served(founded(folder / "challenge", change=without_caps))
    made.add("ada")
    for book in ("dune/demo-descent", "amber/demo-batch"):
        made.submit("ada", book)
    made.judge_all()
    refresh_view(made.installation.store, "icml-2026", clock.now())
    yield Copy(made, folder / "site", export(folder / "challenge", folder / "site", jobs=2))
    made.installation.close()


def test_no_link_of_any_page_leads_nowhere(copy: Copy) -> None:
    assert not copy.written.dead
    dead = []
    for page in copy.out.rglob("*.html"):
        for found in LINK.findall(page.read_text(encoding="utf-8")):
            link = unescape(found).partition("#")[0].partition("?")[0]
            top = copy.out if link.startswith("/") else page.parent
            if link and not re.match(r"[a-z]+:", link) and not (top / unquote(link).lstrip("/")).is_file():
                dead.append((page.name, link))
    assert not dead


def test_pages_and_twins_tell_what_the_server_tells(copy: Copy) -> None:
    entry = copy.served.client.get("/api/v1/entries").json()["data"][0]["id"]
    for path in ("/papers/demo-batch", "/claims/demo-batch.c1", f"/logbooks/{entry}/pages/1", "/leaderboard"):
        told = json.loads((copy.out / f"{path[1:]}.json").read_text())
        asked = copy.served.client.get(f"{path}.json").json()
        assert {name: told[name] for name in ("page", "address", "title")} == {
            name: asked[name] for name in ("page", "address", "title")
        }
        shown = copy.served.client.get(path).text
        page = (copy.out / f"{path[1:]}.html").read_text()
        heading = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)
        assert heading.findall(page) == heading.findall(shown)
    assert json.loads((copy.out / MARKER).read_text())["schema"] == "openrepro.site/1"
    for name in ("llms.txt", "llms-full.txt", "404.html", "README.md", "search/index.json"):
        assert (copy.out / name).stat().st_size


def test_nothing_of_operators_and_nothing_hidden_is_copied(tmp_path: Path) -> None:
    made = Served(founded(tmp_path / "challenge", change=without_caps))
    made.add("ada")
    receipt = made.submit("ada", "dune/demo-descent")
    made.judge_all()
    name = receipt["entry"]["id"] if "entry" in receipt else receipt["id"]
    with made.installation.store.write() as tx:
        entry = tx.entries.get(name)
        assert entry is not None
        tx.entries.save(replace(entry, hidden=True))
    export(tmp_path / "challenge", tmp_path / "site", jobs=1)
    made.installation.close()
    files = [str(one.relative_to(tmp_path / "site")) for one in (tmp_path / "site").rglob("*")]
    assert not [one for one in files if name in one or "console" in one or "sign-in" in one]
    assert not [one for one in (tmp_path / "site").rglob("*.html") if name in one.read_text()]


def test_a_copy_replaces_a_copy_and_nothing_else(copy: Copy, tmp_path: Path) -> None:
    folder = copy.served.installation.settings.folder
    out = tmp_path / "site"
    out.mkdir()
    (out / "mine.txt").write_text("keep")
    with pytest.raises(OpenReproError, match="holds files that are no copy of a site"):
        export(folder, out, jobs=1)
    assert (out / "mine.txt").read_text() == "keep"
    with pytest.raises(OpenReproError, match="is no folder"):
        export(folder, out / "mine.txt", jobs=1)
    (out / "mine.txt").rename(out / MARKER)
    export(folder, out, jobs=1)
    assert (out / "index.html").is_file()
    assert "schema" in (out / MARKER).read_text()
    assert [one.name for one in tmp_path.iterdir()] == ["site"]


def test_a_copy_goes_where_a_link_or_a_dot_leads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    founded(tmp_path / "challenge").close()
    (tmp_path / "link").symlink_to(tmp_path / "far")
    export(tmp_path / "challenge", tmp_path / "link", jobs=1)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "far" / "index.html").is_file()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    export(tmp_path / "challenge", Path(), jobs=1)
    assert (tmp_path / "here" / "index.html").is_file()


def test_whatever_interrupts_it_an_earlier_copy_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    founded(tmp_path / "challenge").close()
    out = tmp_path / "site"
    export(tmp_path / "challenge", out, jobs=1)
    rename = Path.rename

    def interrupted(path: Path, target: Path) -> Path:
        if target == out and path.name == "site":
            raise KeyboardInterrupt
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        export(tmp_path / "challenge", out, jobs=1)
    assert (out / "index.html").is_file()
    assert {one.name for one in tmp_path.iterdir()} == {"challenge", "site"}


def test_names_that_differ_in_case_only_are_told(tmp_path: Path) -> None:
    here = founded(tmp_path / "challenge")
    with here.store.write() as tx:
        tx.papers.put([Paper("Abc", "One"), Paper("aBc", "Another")], now=written(clock.now()))
    here.close()
    alike = export(tmp_path / "challenge", tmp_path / "site", jobs=1).alike
    assert alike == ("papers/Abc.html", "papers/Abc.json", "papers/aBc.html", "papers/aBc.json")


def test_what_a_killed_export_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    founded(tmp_path / "challenge").close()
    out = tmp_path / "site"
    left, alive, foreign, other = (tmp_path / f".site-{name}" for name in ("left", "alive", "foreign", "other"))
    for folder, text in ((left, f"{out}\n"), (alive, f"{out}\n"), (other, f"{tmp_path / 'elsewhere'}\n")):
        (folder / "site").mkdir(parents=True)
        (folder / LOCK).write_text(text)
    foreign.mkdir()
    (left / "old").mkdir()
    (left / "old" / MARKER).write_text("{}")
    (tmp_path / ".site-link").symlink_to(left)
    with holding(alive):
        export(tmp_path / "challenge", out, jobs=1)
        assert {one.name for one in tmp_path.glob(".site-*")} == {
            ".site-alive",
            ".site-foreign",
            ".site-link",
            ".site-other",
        }
    export(tmp_path / "challenge", out, jobs=1)
    assert not alive.exists()
    assert (out / "index.html").is_file()


def test_who_comes_after_a_workshop_was_cleared_makes_nothing_there(tmp_path: Path) -> None:
    gone = tmp_path / ".site-gone"
    with pytest.raises(FileNotFoundError), holding(gone):
        pass
    with holding(tmp_path):
        assert not gone.exists()


def test_a_copy_that_was_moved_aside_when_it_was_killed_is_put_back(tmp_path: Path) -> None:
    out, left = tmp_path / "site", tmp_path / ".site-left"
    (left / "old").mkdir(parents=True)
    (left / "old" / MARKER).write_text("{}")
    (left / LOCK).write_text(f"{out}\n")
    with pytest.raises(OpenReproError):
        export(tmp_path / "no challenge", out, jobs=1)
    assert (out / MARKER).is_file()
    assert not left.exists()


def test_the_page_for_what_is_not_there_is_whole_at_any_depth(copy: Copy, tmp_path: Path) -> None:
    folder = copy.served.installation.settings.folder
    assert {link[0] for link in LINK.findall((copy.out / "404.html").read_text())} == {"/", "#"}
    export(folder, tmp_path / "a b" / "site", jobs=1, base="a b/site")
    links = LINK.findall((tmp_path / "a b" / "site" / "404.html").read_text())
    links.remove("#content")
    assert all(link.startswith("/a%20b/site/") and (tmp_path / unquote(link[1:])).is_file() for link in links)
    assert any(link.endswith("site.css") for link in links)
    with pytest.raises(OpenReproError, match="is no path"):
        export(folder, tmp_path / "site", base="https://example.org/site")


def test_a_template_that_is_replaced_meanwhile_changes_nothing(
    copy: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        raise AssertionError("a template was read while pages were written")

    def loaded() -> None:
        load_templates()
        monkeypatch.setattr(PackageLoader, "get_source", gone)

    monkeypatch.setattr(exporting, "load_templates", loaded)
    export(copy.served.installation.settings.folder, tmp_path / "site", jobs=1)
    assert (tmp_path / "site" / "index.html").is_file()


def test_the_questions_of_a_copy_are_searched_by_a_script(copy: Copy) -> None:
    with serving(copy.out) as root, browsing() as browser, tab(browser) as seen:
        page = seen.open(f"{root}/faq.html")
        every = page.locator("details.question:visible").count()
        assert every > 10
        page.get_by_role("searchbox").fill("cool-down")
        assert 0 < page.locator("details.question:visible").count() < every
        assert page.locator("details.question[open]").count() == page.locator("details.question:visible").count()
        assert page.locator("h2:visible").count() < page.locator("h2").count()
        assert "hold “cool-down”" in (page.locator("#found [role=status]").text_content() or "")
        page.reload()
        assert 0 < page.locator("details.question:visible").count() < every
        page.get_by_role("searchbox").fill("zebra <b>")
        assert page.locator("details.question:visible").count() == 0
        assert "0 of" in (page.locator("#found [role=status]").text_content() or "")
        page.get_by_role("searchbox").fill("")
        assert page.locator("details.question:visible").count() == every
        assert page.url == f"{root}/faq.html"
        assert not seen.complaints


def test_what_cannot_be_written_is_said(copy: Copy, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OpenReproError, match="could not be written"):
        export(copy.served.installation.settings.folder, tmp_path / "file" / "site", jobs=1)


def test_the_command_says_what_it_wrote(copy: Copy, tmp_path: Path) -> None:
    folder = str(copy.served.installation.settings.folder)
    done = CliRunner().invoke(
        main, ["site", "export", str(tmp_path / "out"), folder, "--jobs", "1", "--format", "json"]
    )
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert (told["pages"], told["dead"]) == (copy.written.pages, [])
    assert CliRunner().invoke(main, ["site", "export", str(tmp_path / "x"), str(tmp_path)]).exit_code == 2


class Noting(SimpleHTTPRequestHandler):
    """Serves a folder, and notes what was asked for."""

    asked: ClassVar[list[str]] = []

    def log_message(self, *_: Any) -> None:
        self.asked.append(self.path)


@contextmanager
def serving(folder: Path) -> Generator[str]:
    """The address of a host that serves `folder` as it is."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), lambda *given: Noting(*given, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def test_a_framed_figure_is_shown_and_runs_nothing(tmp_path: Path) -> None:
    attack = (
        "<meta http-equiv=refresh content='0;url=/elsewhere'><h1 id=h>figure</h1><img src=/image>"
        "<script>document.getElementById('h').textContent = 'drawn';"
        "for (const go of [() => fetch('/x'), () => { parent.document.title = 'spoofed' },"
        "() => { localStorage.a = 1 }, () => { top.location = '/spoofed' }, () => open('/popup'),"
        "() => { new Image().src = '/image' }]) { try { go() } catch (e) {} }"
        "document.addEventListener('click', () => { location = '/elsewhere' })"
        "</script>"
    )
    Noting.asked.clear()
    (tmp_path / "figure.html").write_text(framed(attack))
    (tmp_path / "page.html").write_text("<title>page</title><iframe src=figure.html sandbox=allow-scripts></iframe>")
    with serving(tmp_path) as root, browsing() as browser:
        for name in ("page.html", "figure.html"):
            with tab(browser) as seen:
                page = seen.open(f"{root}/{name}")
                page.wait_for_timeout(300)
                assert page.frames[-1].locator("h1").text_content() == "figure"
                page.frames[-1].locator("h1").click()
                page.wait_for_timeout(300)
                assert page.url == f"{root}/{name}"
                assert page.title() in ("page", "Figure")
                assert set(Noting.asked) <= {f"/{name}", "/figure.html", "/favicon.ico"}
                Noting.asked.clear()
