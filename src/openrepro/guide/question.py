"""A common question with its answer."""

from dataclasses import dataclass

from openrepro.guide.text import Block, words_of


@dataclass(frozen=True, slots=True)
class Question:
    """`id` names it in addresses and never changes; questions of one `topic` stand together."""

    id: str
    topic: str
    ask: str
    answer: tuple[Block, ...]

    @property
    def words(self) -> str:
        """All that a search looks at, in small letters."""
        return "\n".join([self.ask, self.topic, *map(words_of, self.answer)]).casefold()
