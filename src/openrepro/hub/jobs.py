"""Jobs on the Hub: what became of one, how long it ran, and the end of its log."""

import json
import re
from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple
from urllib.parse import quote, urlsplit

import httpx2

from openrepro.errors import OpenReproError
from openrepro.hub.fetching import AGENT, LOOPBACK, Fetcher, FetchError
from openrepro.hub.rows import decoded
from openrepro.ids import Json
from openrepro.visible import one_line

LINK: Final = re.compile(
    r"https?://(?:huggingface\.co|hf\.co)/jobs/([A-Za-z0-9][\w.-]{0,95})/([A-Za-z0-9]{6,64})(?![\w-])"
)
ENDED: Final = frozenset(("COMPLETED", "CANCELED", "ERROR", "DELETED"))
STATUS_CAP: Final = 2**18
LOG_CAP: Final = 2 * 2**20
SILENCE_S: Final = 5.0
"""A log is sent at once as far as it goes, and then only kept open: after so long a pause it has come to its end."""
TAIL: Final = 20
LONGEST_LINE: Final = 400


class JobName(NamedTuple):
    """Whose job, and its id; the address of its page names both."""

    owner: str
    id: str

    def __str__(self) -> str:
        return f"{self.owner}/{self.id}"


class JobFound(NamedTuple):
    """What the Hub says of a job. `stage` is its own word (COMPLETED, ERROR, RUNNING, …), `running_s` how long it ran,
    None where it does not say; `tail` the last lines of its log. `fault` says why nothing is known, empty otherwise."""

    name: JobName
    stage: str = ""
    message: str = ""
    running_s: int | None = None
    tail: tuple[str, ...] = ()
    fault: str = ""

    @property
    def ended(self) -> bool:
        return self.stage in ENDED


def jobs_named(text: str) -> tuple[JobName, ...]:
    """The jobs whose pages a text links to, once each, in order."""
    return tuple(dict.fromkeys(JobName(*match) for match in LINK.findall(text)))


def job_found(fetcher: Fetcher, hub: str, token: str, name: JobName) -> JobFound:
    """What the Hub at `hub` says of a job. Nothing is raised: a Hub that does not answer is a fault of the result."""
    url = f"{hub.rstrip('/')}/api/jobs/{quote(name.owner, safe='')}/{quote(name.id, safe='')}"
    try:
        answer = fetcher.get(url, cap=STATUS_CAP)
    except FetchError as fault:
        return JobFound(name, fault=fault.text)
    if answer.status != 200:
        return JobFound(name, fault=_refusal(answer.status, fetcher.has_token))
    try:
        told = decoded(answer.body, f"The description of job {name}")
    except OpenReproError as fault:
        return JobFound(name, fault=fault.text)
    status, durations = _object(told, "status"), _object(told, "durations")
    stage, seconds = status.get("stage"), durations.get("runningSecs")
    if not isinstance(stage, str) or not stage:
        return JobFound(name, fault="The Hub's answer says nothing of its state.")
    return JobFound(
        name,
        one_line(stage, 40),
        _line(status.get("message")),
        seconds if isinstance(seconds, int) and seconds >= 0 else None,
        log_tail(f"{url}/logs?tail={TAIL}", token),
    )


def log_tail(url: str, token: str) -> tuple[str, ...]:
    """The last lines of a log that is sent as events; none where it cannot be read. It is read for a few seconds at
    most after its last line, since a log is kept open for lines to come."""
    headers = {"User-Agent": AGENT} | ({"Authorization": f"Bearer {token}"} if token else {})
    lines: deque[str] = deque(maxlen=TAIL)
    try:
        with (
            httpx2.Client(timeout=SILENCE_S, trust_env=urlsplit(url).hostname not in LOOPBACK) as client,
            client.stream("GET", url, headers=headers) as answer,
        ):
            if answer.status_code == 200:
                lines.extend(_events(answer))
    except httpx2.HTTPError:
        pass
    return tuple(lines)


def _events(answer: httpx2.Response) -> Iterator[str]:
    """The texts of the events until the stream ends, falls silent, or has been too long."""
    size, held = 0, ""
    try:
        for piece in answer.iter_text():
            size += len(piece)
            *whole, held = (held + piece).split("\n")
            yield from (line for row in whole if (line := _said(row)))
            held = held[-2 * LONGEST_LINE :]
            if size > LOG_CAP:
                return
    except httpx2.ReadTimeout:
        return


def _said(row: str) -> str:
    if not row.startswith("data:"):
        return ""
    try:
        value: Json = json.loads(row[5:])
    except (ValueError, RecursionError):
        return ""
    return _line(value.get("data")) if isinstance(value, dict) else ""


def _refusal(status: int, has_token: bool) -> str:
    if status in (404, 410):
        return "The Hub knows no such job, or shows it to its owner only."
    if status in (401, 403):
        return "The Hub shows this job to its owner only" + (
            "; the token is not theirs." if has_token else ": set OPENREPRO_HUB_TOKEN to a token of theirs."
        )
    return f"The Hub answers with status {status}."


def _object(value: object, key: str) -> dict[str, Json]:
    found = value.get(key) if isinstance(value, dict) else None
    return dict(found) if isinstance(found, dict) else {}


def _line(value: Json) -> str:
    return one_line(value, LONGEST_LINE) if isinstance(value, str) else ""
