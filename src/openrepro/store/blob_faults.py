"""What goes wrong with archived bytes, and the names they go by."""

import re
from typing import Final

from openrepro.errors import OpenReproError
from openrepro.ids import sha256

_NAME: Final = re.compile("[0-9a-f]{64}")


class BlobError(OpenReproError):
    """The archive could not do what was asked. Nothing was kept half.

    `passing`: the same may well succeed in a moment, without anybody doing something about it.
    """

    def __init__(self, text: str, *, hint: str = "", passing: bool = False) -> None:
        super().__init__(text, hint=hint)
        self.passing = passing


class DamagedError(BlobError):
    """What is kept under one name is not what was put there; the rest of the archive may be whole."""


def is_name(name: str) -> bool:
    """Whether `name` can be that of a blob: a SHA-256 in lower-case hex."""
    return _NAME.fullmatch(name) is not None


def checked(data: bytes, name: str, where: str) -> bytes:
    """`data`, which must be what `name` names. Raises DamagedError when something changed it."""
    if sha256(data) != name:
        raise DamagedError(
            f"The archived bytes {name[:12]}… are damaged: {where} holds something else.",
            hint="Put back a copy of it from a backup.",
        )
    return data
