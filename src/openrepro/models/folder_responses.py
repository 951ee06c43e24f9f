"""Raw replies of models kept in a folder, one file for each, and an account of what they cost that outlives a run.

A reply is a line of JSON and then the bytes of the body; it appears whole or not at all. The account is a file that
is only added to, a line for what was set aside and a line for what it cost, under a lock between processes.
"""

import fcntl
import json
import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import IO, Final, NamedTuple

from openrepro import clock
from openrepro.errors import OpenReproError
from openrepro.ids import Json, sha256
from openrepro.judging.readers.model.question import Question
from openrepro.models.durable import sync, write_whole
from openrepro.models.endpoint import Asked, Recorded, Sum

USUAL_FOLDER: Final = "openrepro-responses"
SCHEMA: Final = "openrepro.reply/1"
ACCOUNT: Final = "account.jsonl"
LARGEST_HEAD: Final = 10_000
UNBOUNDED: Final = Sum()
_NAME: Final = re.compile(r"[0-9a-f]{64}")


class _Held(NamedTuple):
    """What is set aside for a call, and on which day (UTC)."""

    usd: Decimal
    day: str


class FolderResponses:
    """Responses in `folder`, with a budget that is kept across runs. Safe for threads and for several processes.

    What is set aside is on disk before a call is made. What it cost may be lost when the machine goes down, and then
    what was set aside stays spent.

    Raises OpenReproError when the folder cannot be made or written to.
    """

    def __init__(self, folder: Path, budget: Sum = UNBOUNDED) -> None:
        self.folder = folder
        self.budget = budget
        self._lock = threading.Lock()
        self._account = _Account()
        self._made = False

    def get(self, request: str) -> Recorded | None:
        try:
            data = self._place(request).read_bytes()
        except FileNotFoundError:
            return None
        return _recorded(data, request)

    def held(self, requests: Sequence[str]) -> frozenset[str]:
        return frozenset(request for request in requests if self._place(request).exists())

    def open(self, request: str, question: Question, endpoint: str, asked: Asked, most_usd: Decimal) -> bool:
        at = clock.written(clock.now())
        with self._accounts() as file:
            if not self._account.allows(most_usd, at[:10], self.budget):
                return False
            line: dict[str, Json] = {"open": request, "at": at, "most_usd": format(most_usd, "f"), "endpoint": endpoint}
            about = {"claim": question.claim, "role": question.role.value, "entry": asked.entry, "team": asked.team}
            self._write(file, line | about)
        sync(self.folder / ACCOUNT)
        return True

    def keep(self, recorded: Recorded) -> None:
        self._make()
        head = {
            "schema": SCHEMA,
            "request": recorded.request,
            "endpoint": recorded.endpoint,
            "status": recorded.status,
            "at": recorded.at,
            "sha256": sha256(recorded.body),
        }
        write_whole(self._place(recorded.request), json.dumps(head).encode() + b"\n" + recorded.body)

    def settle(self, request: str, *, tokens_in: int = 0, tokens_out: int = 0, cost_usd: Decimal = Decimal(0)) -> None:
        with self._accounts() as file:
            if request not in self._account.held:
                return
            line: dict[str, Json] = {"settle": request, "cost_usd": format(cost_usd, "f")}
            self._write(file, line | {"tokens_in": tokens_in, "tokens_out": tokens_out})

    def spent(self) -> Decimal:
        with self._accounts():
            return self._account.total

    def _place(self, request: str) -> Path:
        if not _NAME.fullmatch(request):
            raise ValueError(f"{request[:80]!r} is not the digest of a request")
        return self.folder / "replies" / request[:2] / request

    def _make(self) -> None:
        if self._made:
            return
        try:
            (self.folder / "replies").mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise OpenReproError(
                f"The folder for replies of models, {self.folder}, cannot be made ({fault.strerror}).",
                hint="Name a folder that can be written to.",
            ) from None
        self._made = True

    @contextmanager
    def _accounts(self) -> Iterator[IO[bytes]]:
        """The account, up to date and held by this thread of this process alone."""
        self._make()
        with self._lock, (self.folder / ACCOUNT).open("a+b", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(self._account.read_to)
            self._account.take(file.read())
            yield file

    def _write(self, file: IO[bytes], line: dict[str, Json]) -> None:
        """Add a line, begun anew where a process was killed within one."""
        data = (b"\n" if self._account.torn else b"") + json.dumps(line).encode() + b"\n"
        file.write(data)
        self._account.take(data)


class _Account:
    """What the lines of an account add up to, read as far as they are whole."""

    def __init__(self) -> None:
        self.read_to = 0
        self.torn = False
        self.total = Decimal(0)
        self.days: dict[str, Decimal] = {}
        self.held: dict[str, _Held] = {}

    def allows(self, usd: Decimal, day: str, budget: Sum) -> bool:
        """Whether so much more may be spent on this day."""
        in_all = budget.in_all is None or self.total + usd <= budget.in_all
        return in_all and (budget.per_day is None or self.days.get(day, Decimal(0)) + usd <= budget.per_day)

    def take(self, data: bytes) -> None:
        """Add further bytes of the account; a line without its end waits for it, and is void if none comes."""
        whole = data.rfind(b"\n") + 1
        self.read_to += whole
        self.torn = whole < len(data)
        for line in data[:whole].splitlines():
            self._count(line)

    def _count(self, line: bytes) -> None:
        try:
            value = json.loads(line)
            if "open" in value:
                self._open(value["open"], Decimal(value["most_usd"]), value["at"][:10])
            else:
                self._settle(value["settle"], Decimal(value["cost_usd"]))
        except (ValueError, KeyError, TypeError, InvalidOperation):
            return

    def _open(self, request: str, usd: Decimal, day: str) -> None:
        self.held[request] = _Held(usd, day)
        self._add(usd, day)

    def _settle(self, request: str, usd: Decimal) -> None:
        held = self.held.pop(request)
        self._add(usd - held.usd, held.day)

    def _add(self, usd: Decimal, day: str) -> None:
        self.total += usd
        self.days[day] = self.days.get(day, Decimal(0)) + usd


def _recorded(data: bytes, request: str) -> Recorded | None:
    """The reply in a file; None where the file is not what was written."""
    head, _, body = data.partition(b"\n")
    try:
        value = json.loads(head) if len(head) <= LARGEST_HEAD else {}
        if value["request"] != request or value["sha256"] != sha256(body):
            return None
        return Recorded(request, str(value["endpoint"]), int(value["status"]), body, str(value["at"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
