"""An examination to put on record in tests: the figures of a small set of items, as the judge's own code makes them."""

from openrepro.challenge.rules import Rules
from openrepro.cli.examine import document
from openrepro.ids import Json
from openrepro.judging.examination import Gold, Item
from openrepro.judging.label import Label
from openrepro.judging.verdict import JudgeIdentity

PAIRS = (
    (Gold.VERIFIED, Label.VERIFIED, Label.VERIFIED),
    (Gold.TOY, Label.TOY, Label.VERIFIED),
    (Gold.INCONCLUSIVE, Label.INCONCLUSIVE, Label.TOY),
    (Gold.FALSIFIED, Label.FALSIFIED, Label.FALSIFIED),
    (Gold.INCONCLUSIVE, Label.VERIFIED, Label.VERIFIED),
    (Gold.NEEDS_PERSON, Label.NOT_JUDGED, Label.VERIFIED),
)


def examination(rounds: int = 5, *, listed: bool = False) -> dict[str, Json]:
    """The document of `rounds` times the six pairs above."""
    items = tuple(
        Item(
            id=f"i{turn}-{at}",
            logbook="book",
            kind="value" if at % 2 else "exact",
            specified=at < 4,
            gold=gold,
            label=label,
            review=label is Label.NOT_JUDGED,
            author=author,
            row="row-13",
            quotes=2,
            valid_quotes=2,
            again=(label,),
        )
        for turn in range(rounds)
        for at, (gold, label, author) in enumerate(PAIRS)
    )
    return document(items, JudgeIdentity(Rules().digest, "rules"), listed)
