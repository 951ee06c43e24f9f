"""A disk that takes nothing more, without one."""

import resource
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def no_room() -> Generator[None]:
    """While the block runs, this process can write no byte to a file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
