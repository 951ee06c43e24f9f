"""Many logbooks judged through a scripted endpoint, as `openrepro examine` does it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from openrepro.cli.attacking import JudgeAll
from openrepro.cli.judged import Judged, Opened
from openrepro.judging.label import Label
from openrepro.judging.readers.model.question import Plan, Role
from openrepro.models.asking import Asker
from openrepro.models.folder_responses import FolderResponses
from openrepro.models.judging import ask_through, is_form
from tests.models.obedient import obedient


@contextmanager
def judging_by(wish: Label, folder: Path, *, scheming: bool = False, guess: int = 0) -> Iterator[JudgeAll]:
    """How the obedient model, or the scheming one, judges; `folder` keeps its answers."""
    with obedient(wish.value, scheming=scheming, guess=guess) as server:
        endpoint = server.endpoint(timeout_s=60.0)
        endpoints = {Role.READER: endpoint, Role.PROSECUTOR: endpoint}
        with Asker(endpoints, FolderResponses(folder), accepts=is_form) as asker:

            def judge_all(opened: Iterable[Opened], fresh: int) -> Iterator[Judged]:
                plan = Plan(salt="a salt that nobody knows", fresh=fresh)
                for one in opened:
                    yield Judged(one.path, ask_through(one.bench, plan, asker).step.judgement)

            yield judge_all
