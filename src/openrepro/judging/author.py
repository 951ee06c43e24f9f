"""What the entry's author says of a claim: a control to compare the judge with, never evidence."""

from openrepro.evidence.sentences import sentences
from openrepro.evidence.verdict_words import Stance, self_verdicts
from openrepro.judging.judge import ClaimJudgement
from openrepro.judging.label import Label
from openrepro.logbooks.logbook import Logbook

LABEL_OF = {
    Stance.FOR: Label.VERIFIED,
    Stance.AGAINST: Label.FALSIFIED,
    Stance.TOY: Label.TOY,
    Stance.OPEN: Label.INCONCLUSIVE,
}


def author_label(logbook: Logbook, judged: ClaimJudgement) -> Label:
    """The label that most of the author's own verdicts on this claim amount to; inconclusive without any."""
    votes: dict[Label, int] = {}
    for address in judged.parts[0].casefile.places:
        text = (logbook.read(address) or b"").decode("utf-8", "surrogateescape")
        for sentence in sentences(text):
            for verdict in self_verdicts(sentence):
                label = LABEL_OF[verdict.stance]
                votes[label] = votes.get(label, 0) + 1
    return max(votes, key=lambda label: votes[label]) if votes else Label.INCONCLUSIVE
