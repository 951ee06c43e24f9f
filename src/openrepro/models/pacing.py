"""How fast an endpoint is asked: slots that grow with success and halve when it is crowded, fairly over teams."""

from typing import NamedTuple, Protocol

from openrepro.models.endpoint import Endpoint


class Part(NamedTuple):
    """What this process may do at an endpoint now: calls at once, and for how many seconds none may begin."""

    slots: int
    quiet_s: float = 0


class Share(Protocol):
    """How several processes share what one endpoint takes. Safe to share between threads.

    The parts that are given out never add up to more than `endpoint.in_flight`. A part that is not asked for again
    lapses, at the earliest after `endpoint.timeout_s`, since a call may take so long.
    """

    def part(self, endpoint: Endpoint, holding: int, wanted: int) -> Part:
        """This process's part, asked for again every few seconds while something waits. `holding` are its calls in
        flight, which stay within its part; `wanted` those and what waits; 0 gives the part back."""
        ...

    def hush(self, endpoint: Endpoint, seconds: float) -> None:
        """Let nobody begin a call at this endpoint for so long."""
        ...
