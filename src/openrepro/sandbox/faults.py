"""What can become of work in the sandbox: a closed set, a sentence and a way out for each."""

from enum import StrEnum
from typing import Final

from openrepro.errors import OpenReproError

INSTALL: Final = "Install bubblewrap (Debian and Ubuntu: apt install bubblewrap), then look with `openrepro doctor`."
ALLOW: Final = (
    "Let bubblewrap make user namespaces: an AppArmor profile for /usr/bin/bwrap on Ubuntu 23.10 and later, or "
    "`sysctl kernel.unprivileged_userns_clone=1`; in a container, as its host allows. `openrepro doctor` tries it."
)


class SandboxFault(StrEnum):
    """`missing`, `forbidden` and `broken` are faults of this machine, all others of what was to be read."""

    MISSING = "missing"
    FORBIDDEN = "forbidden"
    BROKEN = "broken"
    TIME = "time"
    MEMORY = "memory"
    SIGNAL = "signal"
    OUTPUT = "output"


_TEXTS: Final = {
    SandboxFault.MISSING: "There is no sandbox on this machine: bubblewrap is not installed{}.",
    SandboxFault.FORBIDDEN: "This system lets bubblewrap make no sandbox: {}.",
    SandboxFault.BROKEN: "The program in the sandbox did not do its work: {}.",
    SandboxFault.TIME: "It took more time than it may: {}.",
    SandboxFault.MEMORY: "It took more memory than it may: {}.",
    SandboxFault.SIGNAL: "The program that read it crashed and was ended by {}.",
    SandboxFault.OUTPUT: "It gave more than {}.",
}
_HINTS: Final = {SandboxFault.MISSING: INSTALL, SandboxFault.FORBIDDEN: ALLOW}


class SandboxError(OpenReproError):
    """The work was not done, and nothing of it is used. It is never tried outside the sandbox."""

    def __init__(self, fault: SandboxFault, what: str = "") -> None:
        super().__init__(_TEXTS[fault].format(what), hint=_HINTS.get(fault, ""))
        self.fault = fault

    @property
    def of_the_machine(self) -> bool:
        """Whether it says nothing of what was to be read."""
        return self.fault in (SandboxFault.MISSING, SandboxFault.FORBIDDEN, SandboxFault.BROKEN)
