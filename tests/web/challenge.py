"""A challenge to serve in tests: the papers of the example, open now, with people, and entries judged for real."""

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from secrets import token_bytes
from threading import Event
from typing import Any, Final

from fastapi import FastAPI
from starlette.testclient import TestClient

from openrepro import clock
from openrepro.challenge.rules import Rules
from openrepro.clock import written
from openrepro.demo.example import DATA, read_example
from openrepro.papers.paper import Alias, AliasKind, Paper
from openrepro.people.accounts import Role, Scope
from openrepro.people.tokens import TOKEN_BYTES, token_text
from openrepro.server.boards import MAIN, refresh_view
from openrepro.server.founding import found_challenge, rules_for
from openrepro.server.installation import Installation, open_installation
from openrepro.server.judging import Judging
from openrepro.server.rendering import Rendering
from openrepro.server.texts import load_texts
from openrepro.web.api.access import Uses
from openrepro.web.app import make_app
from openrepro.web.limits import Limits
from openrepro.web.pages.routing import front
from openrepro.web.rates import Rate

UNLIMITED: Final = Limits(requests=Rate(0, 1), uploads=Rate(0, 1))
LOGBOOKS: Final = DATA / "logbooks"


class Here:
    """A bench that judges in this very thread."""

    def run(self, function: Callable[..., Any], *arguments: Any, stop: Event | None = None) -> Any:
        return function(*arguments)


@dataclass
class Served:
    """A challenge and clients of it. `as_` gives a client with a token. An `app` that nothing else uses any more is
    turned to this challenge, since making one takes long."""

    installation: Installation
    limits: Limits = UNLIMITED
    tokens: dict[str, str] = field(default_factory=dict)
    teams: dict[str, str] = field(default_factory=dict)
    app: FastAPI = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        self.app = self.app or make_app(self.installation, self.limits)
        self.app.state.desk = replace(self.app.state.desk, installation=self.installation, uses=Uses())
        self.app.state.front = front(self.app.state.desk)
        self.client = TestClient(self.app)

    def as_(self, name: str) -> TestClient:
        return TestClient(self.app, headers={"Authorization": f"Bearer {self.tokens[name]}"})

    def add(self, name: str, role: Role = Role.PARTICIPANT, scopes: Sequence[Scope] = tuple(Scope)) -> None:
        """An account of that name with a token."""
        now, secret = written(clock.now()), token_text(token_bytes(TOKEN_BYTES))
        with self.installation.store.write() as tx:
            account = tx.people.add(name, role=role, now=now)
            tx.people.add_token(account.id, secret, scopes, now=now)
        self.tokens[name], self.teams[name] = secret, account.team

    def submit(self, name: str, logbook: str, **said: str) -> dict[str, Any]:
        """Submit a bundled logbook as `name`, and give its receipt."""
        answer = self.as_(name).post(
            "/api/v1/entries", content=zipped(logbook), params=said, headers={"Content-Type": "application/zip"}
        )
        assert answer.status_code in (200, 201), answer.text
        found: dict[str, Any] = answer.json()["data"]
        return found

    def judge_all(self) -> int:
        """Judge whatever waits, bring the board up to date, and make the pages of the logbooks."""
        here, judged = self.installation, 0
        judging = Judging(here.store, here.blobs, Here(), here.rules_now)  # type: ignore[arg-type]
        while True:
            now = clock.now()
            with here.store.write() as tx:
                job = tx.jobs.lease("test", now=written(now), until=written(now + timedelta(minutes=5)))
            if job is None:
                refresh_view(here.store, MAIN, now)
                self.render_all()
                return judged
            judging(job, Event())
            judged += 1

    def render_all(self) -> int:
        """Make the pages of every logbook that is due."""
        here = self.installation
        return Rendering(here.store, here.blobs, here.rules_now, Here().run).render_all(clock.now())


def zipped(logbook: str, extra: Mapping[str, bytes] | None = None) -> bytes:
    """A bundled logbook (`amber/demo-batch`) as a .zip archive."""
    folder, held = LOGBOOKS / logbook, io.BytesIO()
    with zipfile.ZipFile(held, "w") as made:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                made.write(path, str(path.relative_to(folder)))
        for name, data in (extra or {}).items():
            made.writestr(name, data)
    return held.getvalue()


def founded(
    folder: Path, environment: Mapping[str, str] | None = None, change: Callable[[Rules], Rules] = lambda rules: rules
) -> Installation:
    """A challenge in `folder` that opened more than an hour ago, with the papers and claims of the example."""
    found_challenge(folder, change(rules_for("Web tests", "strict", clock.now() - timedelta(hours=1))))
    here = open_installation(folder, environment=environment or {})
    example = read_example()
    sets, now = example.papers, written(clock.now())
    with here.store.write() as tx:
        tx.papers.put([_paper(claims.paper, claims.title, claims.aliases) for claims in sets], now=now)
        tx.papers.put_claims(sets, now=now)
    load_texts(here, example.texts, clock.now())
    return here


def archived(here: Installation) -> set[str]:
    """The names of all files in the archive, but for those of papers' texts."""
    with here.store.read() as tx:
        kept = [text for paper in read_example().texts for text in tx.texts.of(paper)]
    texts = {name for text in kept for name in (text.sha256, text.extracted)}
    return {path.name for path in Path(here.settings.blob_url).rglob("*") if path.is_file()} - texts


def without_caps(rules: Rules) -> Rules:
    return replace(rules, entries=replace(rules.entries, cooldown_hours=0, daily_cap=0))


def _paper(name: str, title: str, aliases: Sequence[str]) -> Paper:
    return Paper(
        name, title, ("A. Author",), area="demo", aliases=tuple(Alias(one, AliasKind.OTHER) for one in aliases)
    )
