"""Runs a program of ours in the sandbox: bytes in, bounded bytes out, or one fault of a closed set."""

import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Final, NamedTuple

import openrepro
from openrepro.sandbox.faults import SandboxError, SandboxFault
from openrepro.sandbox.inside import OUT_OF_MEMORY
from openrepro.sandbox.limits import Limits
from openrepro.sandbox.walls import CODE, interpreter, walls

CHUNK: Final = 1 << 16
MOST_SAID: Final = 4_096
USUAL: Final = Limits()
_START: Final = f"import sys; sys.path.append({CODE!r}); from openrepro.sandbox.inside import begin; begin()"


class _Ended(NamedTuple):
    status: int
    output: bytes
    said: str


def run(module: str, data: bytes, *, given: Mapping[str, Path] | None = None, limits: Limits = USUAL) -> bytes:
    """What `main(data)` of our module `module` gives in the sandbox: `given` are further files that it sees, under
    `walls.CODE`. A process of its own for each call; nothing is left of it.

    Raises SandboxError. What comes back is as trustworthy as `data`: whoever wrote them may have written it.
    """
    package = Path(openrepro.__file__).parent
    command = [
        *walls({"openrepro": package, **(given or {})}),
        *interpreter(),
        "-c",
        _START,
        module,
        repr(tuple(limits)),
    ]
    with _held(data) as held:
        ended = _run(command, held, limits)
    if ended.status:
        raise _fault(ended, limits)
    return ended.output


def _held(data: bytes) -> IO[bytes]:
    """`data` as a file in memory, which the program reads in its own time."""
    held = os.fdopen(os.memfd_create("input"), "w+b")
    held.write(data)
    held.seek(0)
    return held


def _run(command: list[str], held: IO[bytes], limits: Limits) -> _Ended:
    until = time.monotonic() + limits.seconds
    with subprocess.Popen(
        command, stdin=held, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={}, bufsize=0
    ) as child:
        try:
            output, said = _heard(child, until, limits)
            return _Ended(_waited(child, until, limits), output, said.decode("utf-8", "replace"))
        finally:
            child.kill()


def _heard(child: "subprocess.Popen[bytes]", until: float, limits: Limits) -> tuple[bytes, bytes]:
    """All that the program prints, and the beginning of what it complains of."""
    assert child.stdout is not None
    assert child.stderr is not None
    kept = {child.stdout.fileno(): bytearray(), child.stderr.fileno(): bytearray()}
    output, said = kept.values()
    open_ = set(kept)
    while open_:
        for ready in _ready(open_, until, limits):
            part = os.read(ready, CHUNK)
            kept[ready] += part
            if not part:
                open_.discard(ready)
        if len(output) > limits.output:
            raise SandboxError(SandboxFault.OUTPUT, f"{limits.output:,} bytes")
        del said[MOST_SAID:]
    return bytes(output), bytes(said)


def _ready(ends: set[int], until: float, limits: Limits) -> list[int]:
    poll = select.poll()
    for end in ends:
        poll.register(end, select.POLLIN)
    found = [end for end, _ in poll.poll(max(0.0, until - time.monotonic()) * 1_000)]
    if not found:
        raise SandboxError(SandboxFault.TIME, f"{limits.seconds} s")
    return found


def _waited(child: "subprocess.Popen[bytes]", until: float, limits: Limits) -> int:
    try:
        return child.wait(max(0.1, until - time.monotonic()))
    except subprocess.TimeoutExpired:
        raise SandboxError(SandboxFault.TIME, f"{limits.seconds} s") from None


def _fault(ended: _Ended, limits: Limits) -> SandboxError:
    """What a program's end says; bubblewrap tells of a signal as a shell does."""
    if ended.status == OUT_OF_MEMORY or "MemoryError" in ended.said:
        return SandboxError(SandboxFault.MEMORY, f"{limits.memory >> 20} MB")
    number = -ended.status if ended.status < 0 else ended.status - 128
    if number in (signal.SIGXCPU, signal.SIGKILL):
        return SandboxError(SandboxFault.TIME, f"{limits.cpu} s of the processor")
    if number in set(signal.Signals):
        return SandboxError(SandboxFault.SIGNAL, signal.Signals(number).name)
    last = ended.said.strip().rpartition("\n")[2][:200].rstrip(".") or f"it ended with status {ended.status}"
    forbidden = last.startswith("bwrap:")
    return SandboxError(SandboxFault.FORBIDDEN if forbidden else SandboxFault.BROKEN, last)


def trial() -> None:
    """Run the least program there is. Raises SandboxError when the sandbox does not work on this machine."""
    told = run("openrepro.sandbox.trying", b"doctor", limits=Limits(seconds=10, cpu=5))
    if told != b"doctor":
        raise SandboxError(SandboxFault.BROKEN, "it did not answer")
