"""Judging in child processes: bytes of strangers cost at most the time and memory that a child may have."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, LifoQueue
from threading import Event
from typing import Final, ParamSpec, TypeVar

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.errors import OpenReproError
from openrepro.judging.judge import Judgement
from openrepro.server.bench_child import Answer, Fault, judge_files
from openrepro.server.bench_pipe import received, send, waiting

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

KEPT: Final = ("PATH", "PYTHONPATH", "PYTHONHOME", "LANG", "LC_ALL", "TZ", "VIRTUAL_ENV")
"""What of the environment a child sees: nothing that holds an address or a secret."""
LOOK_S: Final = 0.1
START: Final = "from openrepro.server.bench_child import serve; serve()"


class BeyondLimitsError(OpenReproError):
    """Twice in a row the bytes of an entry took more time or memory than there is. It is not tried again."""


class BrokenOffError(OpenReproError):
    """The work was broken off because its result is not wanted any more."""


class ChildError(OpenReproError):
    """The function raised something in the child: a fault of ours, not of the entry."""


class _LostError(Exception):
    """This child is gone, and why."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one call may take: `seconds`, and `memory` bytes of address space. A child is replaced after `calls`."""

    seconds: float = 120
    memory: int = 2**30
    calls: int = 200


class JudgeProcess:
    """One child, started when it is first needed. Not safe to share between threads."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._calls = 0
        self._child: subprocess.Popen[bytes] | None = None
        self._pipe: socket.socket | None = None

    def call(self, function: Callable[..., object], arguments: tuple[object, ...], stop: Event | None) -> Answer:
        """What the function gave or raised in the child. Raises _LostError or BrokenOffError: the child is gone."""
        if self._calls >= self._limits.calls:
            self.close()
        try:
            pipe = self._started()
            send(pipe, (function, arguments))
            return self._answer(pipe, stop)
        except (EOFError, OSError):
            raise _LostError(self._death()) from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the child at once."""
        if self._pipe is not None:
            self._pipe.close()
        if self._child is not None:
            self._child.kill()
            self._child.wait()
        self._child = self._pipe = None
        self._calls = 0

    def _started(self) -> socket.socket:
        if self._pipe is not None and self._child is not None and self._child.poll() is None:
            return self._pipe
        self.close()
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-B", "-c", START, str(theirs.fileno()), str(self._limits.memory)]
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # so that Ctrl-C in a terminal reaches the server only
                env={name: os.environ[name] for name in KEPT if name in os.environ},
                pass_fds=(theirs.fileno(),),
            )
        self._pipe = ours
        return ours

    def _answer(self, pipe: socket.socket, stop: Event | None) -> Answer:
        until = time.monotonic() + self._limits.seconds
        while not waiting(pipe, min(LOOK_S, until - time.monotonic())):
            if stop is not None and stop.is_set():
                raise BrokenOffError("The judge was interrupted.")
            if time.monotonic() >= until:
                self.close()
                raise _LostError(f"it needed more than {self._limits.seconds:g} s")
        answer = received(pipe)
        assert isinstance(answer, Answer)
        self._calls += 1
        if answer.fault is Fault.MEMORY:
            self.close()
            raise _LostError(f"it needed more than {self._limits.memory / 2**20:g} MB of memory")
        return answer

    def _death(self) -> str:
        child = self._child
        try:
            code = None if child is None else child.wait(5)
        except subprocess.TimeoutExpired:
            code = None
        self.close()
        if code is not None and code < 0:
            return f"its process was ended by {signal.Signals(-code).name}"
        return f"its process ended with exit code {code}"


class Bench:
    """As many children as there are calls at once. Safe to share between threads; `close` it in the end."""

    def __init__(self, limits: Limits = Limits()) -> None:
        self._limits = limits
        self._free: LifoQueue[JudgeProcess] = LifoQueue()

    def judge(
        self, name: str, files: Mapping[str, bytes], claims: ClaimSet | None, rules: Rules, stop: Event | None = None
    ) -> Judgement:
        """Judge a logbook given as bytes by path; `name` is how it is called. Raises what `run` raises."""
        return self.run(judge_files, name, dict(files), claims, rules, stop=stop)

    def run(self, function: Callable[..., Result], *arguments: object, stop: Event | None = None) -> Result:
        """What `function` gives in a child process; it must be importable, arguments and result must pickle.

        A child that dies, or takes too long or too much, is tried once more. Raises BeyondLimitsError when that happens
        again, BrokenOffError when `stop` is set, ChildError when the function raises.
        """
        first = self._attempt(function, arguments, stop)
        second = self._attempt(function, arguments, stop) if isinstance(first, _LostError) else first
        if isinstance(second, _LostError):
            raise BeyondLimitsError(f"It could not be judged within limits: {second}, twice in a row (first {first}).")
        return second

    def close(self) -> None:
        while True:
            try:
                self._free.get_nowait().close()
            except Empty:
                return

    def _attempt(
        self, function: Callable[..., Result], arguments: tuple[object, ...], stop: Event | None
    ) -> "Result | _LostError":
        with self._process() as process:
            try:
                answer = process.call(function, arguments, stop)
            except _LostError as lost:
                return lost
        if answer.fault is Fault.RAISED:
            raise ChildError(f"The judge failed: {answer.text}")
        result: Result = answer.result
        return result

    @contextmanager
    def _process(self) -> Iterator[JudgeProcess]:
        try:
            process = self._free.get_nowait()
        except Empty:
            process = JudgeProcess(self._limits)
        try:
            yield process
        finally:
            self._free.put(process)
