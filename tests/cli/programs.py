"""The program in processes of its own, for what only they show: sockets, signals, several at once."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue

PROGRAM = str(Path(sys.executable).with_name("openrepro"))
LONGEST_S = 60


@dataclass
class Program:
    """A program that runs; `lines` come from stdout and stderr as it prints them."""

    process: "subprocess.Popen[str]"
    lines: "Queue[str]" = field(default_factory=Queue)
    heard: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def says(self, words: str) -> str:
        """Wait for a line with these words."""
        while True:
            try:
                line = self.lines.get(timeout=LONGEST_S)
            except Empty:
                raise AssertionError(f"it never said {words!r}, but: {self.heard}") from None
            self.heard.append(line)
            if words in line:
                return line

    def end(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and give the exit status."""
        self.process.send_signal(number)
        return self.process.wait(LONGEST_S)


@contextmanager
def program(*arguments: str | Path, environment: Mapping[str, str] | None = None) -> Generator[Program]:
    """`openrepro` with these arguments; killed when the block ends, if it still runs."""
    process = subprocess.Popen(
        [PROGRAM, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={"PATH": os.environ.get("PATH", ""), "PYTHONUNBUFFERED": "1", "NO_COLOR": "1", **(environment or {})},
    )
    try:
        yield Program(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
