"""Raw replies of models kept in a folder: one file for each, written before anything is parsed."""

from decimal import Decimal
from pathlib import Path

from openrepro.judging.readers.model.question import Question
from openrepro.models.endpoint import Asked, Recorded, Sum


class FolderResponses:
    """Responses in `folder`, with a budget that is kept across runs. Safe for threads and for several processes."""

    def __init__(self, folder: Path, budget: Sum = Sum()) -> None:
        self.folder = folder
        self.budget = budget

    def get(self, request: str) -> Recorded | None:
        raise NotImplementedError

    def open(self, request: str, question: Question, endpoint: str, asked: Asked, most_usd: Decimal) -> bool:
        raise NotImplementedError

    def keep(self, recorded: Recorded) -> None:
        raise NotImplementedError

    def settle(self, request: str, *, tokens_in: int = 0, tokens_out: int = 0, cost_usd: Decimal = Decimal(0)) -> None:
        raise NotImplementedError

    def spent(self) -> Decimal:
        raise NotImplementedError
