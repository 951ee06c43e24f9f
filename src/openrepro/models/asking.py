"""Asks questions of models: recorded answers first, then within the budget, at the endpoint's pace, kept raw."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from threading import Event
from types import TracebackType

from openrepro.judging.readers.model.question import Question, Reply, Role
from openrepro.models.abilities import Abilities
from openrepro.models.endpoint import Asked, Endpoint, Responses
from openrepro.models.pacing import Share

Accepts = Callable[[Question, str], bool]
"""Whether the text of an answer is the form that the question asks for."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What asking would take: calls not yet recorded, tokens of their questions, US dollars at most and likely."""

    calls: int
    tokens: int
    usd_at_most: Decimal
    usd_likely: Decimal


def anything(_question: Question, text: str) -> bool:
    """Any answer that says something."""
    return bool(text.strip())


class Asker:
    """Asks the endpoint of each role. One for a process; safe to share between threads; close it at the end.

    `accepts` says whether an answer is the form; one that is not is asked for again, twice. With `recorded_only`
    nothing is ever called: what is not recorded is `Silence.NOT_RECORDED`.
    """

    def __init__(
        self,
        endpoints: Mapping[Role, Endpoint],
        responses: Responses,
        *,
        accepts: Accepts = anything,
        abilities: Abilities | None = None,
        share: Share | None = None,
        recorded_only: bool = False,
    ) -> None:
        raise NotImplementedError

    def ask(self, questions: Iterable[Question], asked: Asked = Asked(), stop: Event | None = None) -> dict[str, Reply]:
        """What came back, by the key of the question. Blocks until all is answered or given up; once `stop` is set
        it ends soon, and what was not answered by then is left out."""
        raise NotImplementedError

    def estimate(self, questions: Iterable[Question]) -> Estimate:
        """What asking these would take, without asking."""
        raise NotImplementedError

    def close(self) -> None:
        """End the threads; calls in flight are still kept."""

    def __enter__(self) -> "Asker":
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()
