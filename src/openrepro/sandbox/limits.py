"""What work in the sandbox may take, and how a program of ours takes these limits on before it reads anything."""

import resource
from typing import NamedTuple


class Limits(NamedTuple):
    """`seconds` of the clock and `cpu` seconds of the processor; bytes of `memory` (address space), of `output`, and
    of any file that is written (`file`)."""

    seconds: int = 30
    cpu: int = 20
    memory: int = 1 << 30
    output: int = 128 << 20
    file: int = 0
    processes: int = 1
    open_files: int = 32


def take_on(limits: Limits) -> None:
    """Bound this process by `limits` for good. Time of the clock and output are watched from outside."""
    for what, most in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_CPU, limits.cpu),
        (resource.RLIMIT_FSIZE, limits.file),
        (resource.RLIMIT_NPROC, limits.processes),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (bound, bound))
