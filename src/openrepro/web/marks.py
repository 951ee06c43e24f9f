"""The signs of labels and states: a colour, a sign and a word, never a colour alone."""

from typing import Final, NamedTuple


class Mark(NamedTuple):
    """`tone` is a class of the style sheet."""

    tone: str
    sign: str
    word: str


NO_MARK: Final = Mark("plain", "·", "")

MARKS: Final[dict[str, Mark]] = {
    "verified": Mark("verified", "✓", "verified"),
    "falsified": Mark("falsified", "✗", "falsified"),
    "contested": Mark("contested", "⇄", "contested"),
    "toy": Mark("toy", "◔", "toy"),
    "inconclusive": Mark("inconclusive", "?", "inconclusive"),
    "not judged": Mark("unjudged", "…", "not judged"),
    "not testable": Mark("untestable", "–", "not testable"),
    "quarantined": Mark("toy", "⚠", "quarantined"),
    "untested": Mark("untested", "·", "untested"),
    "fully reproduced": Mark("verified", "✓", "fully reproduced"),
    "partly reproduced": Mark("verified", "✓", "partly reproduced"),
    "mixed": Mark("mixed", "±", "mixed"),
    "all falsified": Mark("falsified", "✗", "all falsified"),
    "toy only": Mark("toy", "◔", "toy only"),
    "nothing established": Mark("inconclusive", "?", "nothing established"),
    "not examined": Mark("untested", "·", "not examined"),
    "discovered": Mark("moving", "○", "discovered"),
    "resolved": Mark("moving", "○", "resolved"),
    "queued": Mark("moving", "◌", "queued"),
    "judging": Mark("moving", "◍", "judging"),
    "judged": Mark("verified", "●", "judged"),
    "rejected": Mark("falsified", "⊘", "rejected"),
    "late": Mark("toy", "◷", "late"),
    "withdrawn": Mark("untested", "⊖", "withdrawn"),
}
