"""Programs that a stranger may wish to run in the sandbox. Given to it as `tried`, they do what the input says."""

import os
import socket
import subprocess
import time
from pathlib import Path


def main(data: bytes) -> bytes:
    try:
        return str(_tried(data.decode())).encode()
    except OSError as error:
        return f"refused: {type(error).__name__}".encode()


def _tried(what: str) -> object:
    if what == "time":
        time.sleep(60)
    if what == "cpu":
        while True:
            pass
    if what == "memory":
        return len(b"x" * (2 << 30))
    if what == "output":
        return "x" * 2_000_000
    if what == "crash":
        os.abort()
    if what == "raise":
        raise ValueError("an odd thing")
    if what == "network":
        return socket.create_connection(("127.0.0.1", 5432), timeout=1)
    if what == "program":
        return subprocess.run(["/bin/true"], check=True)
    if what == "environment":
        return sorted(os.environ)
    if what == "processes":
        return os.getpid(), Path("/proc").exists()
    if what == "write":
        return Path("/tmp/left").write_bytes(b"x" * 100)
    return sorted(os.listdir(what))
