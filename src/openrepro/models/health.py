"""Whether an endpoint is worth asking at all: after too many failures in a row nobody waits for it for a while."""

from dataclasses import dataclass
from typing import Final

from openrepro.judging.readers.model.question import Silence

FORBIDDEN_AT_FIRST: Final = 3
FORBIDDEN_LATER: Final = 20
FAILED: Final = 5


@dataclass(frozen=True, slots=True)
class Manners:
    """How patient we are, in seconds: a question that an endpoint does not answer is put again up to `tries` times
    within `longest_s`, after `first_wait_s`, then twice that and so on up to `longest_wait_s`, each up to half as long
    again or as short. An endpoint that only fails for `give_up_s` is left alone for `shut_s`. While calls may
    leave something over of what was set aside for them, a full budget is looked at again every `settles_s`. At the
    end, calls in flight are waited for `linger_s`."""

    tries: int = 8
    first_wait_s: float = 1.0
    longest_wait_s: float = 60.0
    longest_s: float = 900.0
    give_up_s: float = 120.0
    shut_s: float = 60.0
    settles_s: float = 0.5
    linger_s: float = 20.0

    def back_off(self, tries: int, chance: float) -> float:
        """How long to wait after the `tries`-th failure (the first is 1); `chance` is between 0 and 1."""
        return min(self.first_wait_s * 2.0 ** min(tries - 1, 20), self.longest_wait_s) * (0.5 + chance)


class Health:
    """The run of failures of one endpoint. Not safe to share between threads."""

    def __init__(self, manners: Manners) -> None:
        self._manners = manners
        self._ever_good = False
        self._silence: Silence | None = None
        self._failures = 0
        self._since = 0.0
        self._shut_until = float("-inf")

    def good(self) -> None:
        self._ever_good = True
        self._failures = 0

    def bad(self, silence: Silence, now: float) -> bool:
        """Count a failure; True when the endpoint is left alone from now on."""
        if silence is not self._silence or not self._failures:
            self._silence, self._failures, self._since = silence, 0, now
        self._failures += 1
        if not self._enough(now):
            return False
        self._shut_until = now + self._manners.shut_s
        return True

    def shut(self, now: float) -> Silence | None:
        """Why the endpoint is left alone now, if it is."""
        return self._silence if now < self._shut_until else None

    def _enough(self, now: float) -> bool:
        if self._silence is Silence.FORBIDDEN:
            return self._failures >= (FORBIDDEN_LATER if self._ever_good else FORBIDDEN_AT_FIRST)
        return self._failures >= FAILED and now - self._since >= self._manners.give_up_s
