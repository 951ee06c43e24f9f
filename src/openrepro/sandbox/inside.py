"""The beginning of every program in the sandbox: its limits, then its input, its work and what it gives."""

import ast
import os
import sys
from importlib import import_module
from typing import Final

from openrepro.sandbox.limits import Limits, take_on

OUT_OF_MEMORY: Final = 77
"""The exit status of a program that found no memory."""


def begin() -> None:
    """Run `main` of the module that the command line names, bytes to bytes; the parent reads the exit status."""
    module, limits = sys.argv[1:3]
    work = import_module(module).main
    take_on(Limits(*ast.literal_eval(limits)))
    try:
        sys.stdout.buffer.write(work(sys.stdin.buffer.read()))
        sys.stdout.buffer.flush()
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
