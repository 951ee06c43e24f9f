"""The child process in which judging is done: takes a function with its arguments from a pipe, and answers."""

import os
import pickle
import resource
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from openrepro.challenge.rules import Rules
from openrepro.claims.claim import ClaimSet
from openrepro.judging.judge import Judgement, judge
from openrepro.logbooks.trackio import parse
from openrepro.server.bench_pipe import receive, send

NICER: Final = 5
OPEN_FILES: Final = 64


class Fault(StrEnum):
    RAISED = "raised"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call gave, or what kind of fault it was and what was raised."""

    result: Any = None
    fault: Fault | None = None
    text: str = ""


def judge_files(name: str, files: Mapping[str, bytes], claims: ClaimSet | None, rules: Rules) -> Judgement:
    """Judge a logbook given as bytes by path."""
    return judge(parse(files, name=name), claims, rules)


def serve() -> None:
    """Answer calls until the pipe is closed. Run as `python -c … FILE_DESCRIPTOR MEMORY`."""
    pipe = socket.socket(fileno=int(sys.argv[1]))
    _restrict(int(sys.argv[2]))
    calls: SimpleQueue[bytearray | None] = SimpleQueue()
    Thread(target=_read, args=(pipe, calls), daemon=True).start()
    while True:
        _send(pipe, _answer(calls.get()))


def _read(pipe: socket.socket, calls: SimpleQueue[bytearray | None]) -> None:
    """Hand calls on; when the parent is gone, end at once, whatever is being done."""
    try:
        while True:
            calls.put(receive(pipe))
    except BaseException:
        os._exit(1)


def _answer(call: bytearray | None) -> Answer:
    if call is None:
        return Answer(fault=Fault.MEMORY)
    try:
        function, arguments = pickle.loads(call)
        return Answer(function(*arguments))
    except MemoryError:
        return Answer(fault=Fault.MEMORY)
    except Exception as error:
        return Answer(fault=Fault.RAISED, text=f"{type(error).__name__}: {error}"[:300])


def _send(pipe: socket.socket, answer: Answer) -> None:
    try:
        send(pipe, answer)
    except MemoryError:
        send(pipe, Answer(fault=Fault.MEMORY))
    except OSError:
        os._exit(1)
    except Exception as error:
        send(pipe, Answer(fault=Fault.RAISED, text=f"the result cannot be sent: {error}"[:300]))


def _restrict(memory: int) -> None:
    """Bound memory and open files, forbid writing to files, and let the server go first."""
    for what, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (bound, bound))
    os.nice(NICER)
