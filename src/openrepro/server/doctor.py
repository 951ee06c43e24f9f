"""What an installation has and lacks: each part looked at by using it, and what it gives or would give."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from openrepro.errors import OpenReproError
from openrepro.ids import Json
from openrepro.settings import VARIABLES, Settings, settings_of


class Standing(StrEnum):
    """`absent` is a part that is not there and not needed; `look` works but wants attention; `broken` stops work."""

    OK = "ok"
    ABSENT = "absent"
    LOOK = "look"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one part. `gives` says what the part is good for, `todo` what to do, where something is."""

    part: str
    standing: Standing
    text: str
    gives: str = ""
    todo: str = ""

    def as_json(self) -> dict[str, Json]:
        return {
            "part": self.part,
            "standing": self.standing.value,
            "text": self.text,
            "gives": self.gives,
            "todo": self.todo,
        }


Environment = Mapping[str, str]
Check = Callable[["Patient"], Finding]


@dataclass(frozen=True, slots=True)
class Patient:
    """What is looked at: the folder and the environment. `hub` asks for the Hub to be tried."""

    folder: Path
    environment: Environment
    hub: bool = False

    @property
    def faults(self) -> dict[str, OpenReproError]:
        """The variables that hold something unusable, and what is wrong with each."""
        tried = {name: self.environment[name] for name in VARIABLES if name in self.environment}
        faults = {name: self._fault(name, value) for name, value in tried.items()}
        return {name: fault for name, fault in faults.items() if fault is not None}

    @property
    def settings(self) -> Settings:
        """What the usable variables say, so that one that is wrong does not hide all other parts."""
        faults = self.faults
        return settings_of(self.folder, {name: value for name, value in self.environment.items() if name not in faults})

    def _fault(self, name: str, value: str) -> OpenReproError | None:
        try:
            settings_of(self.folder, {name: value})
        except OpenReproError as error:
            return error
        return None


def examine(patient: Patient, checks: Mapping[str, Check]) -> tuple[Finding, ...]:
    """One finding for each check; a check that fails itself is a finding too."""
    return tuple(_found(part, check, patient) for part, check in checks.items())


def _found(part: str, check: Check, patient: Patient) -> Finding:
    try:
        return check(patient)
    except OpenReproError as error:
        return Finding(part, Standing.BROKEN, error.text, todo=error.hint)
    except OSError as error:
        return Finding(part, Standing.BROKEN, f"{error.strerror or error}.")
