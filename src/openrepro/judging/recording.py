"""From a judgement to verdict records: one per claim, ready for the ledger."""

from dataclasses import dataclass

from openrepro.ids import digest
from openrepro.judging.judge import ClaimJudgement, Judgement, Part
from openrepro.judging.look import cost_of, tokens_of
from openrepro.judging.verdict import JudgeIdentity, Verdict


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a record says beside the ruling: the pseudonyms of entry and team, the judge, and the instant (ISO 8601)."""

    entry: str
    team: str
    judge: JudgeIdentity
    time: str


def verdicts_of(judgement: Judgement, occasion: Occasion) -> tuple[Verdict, ...]:
    """One verdict record per claim of `judgement`."""
    return tuple(_verdict(item, judgement, occasion) for item in judgement.claims)


def case_file_digest(item: ClaimJudgement) -> str:
    """The digest of a claim's case file, or of those of its conjuncts together."""
    return item.case_file or digest_of(item.parts)


def digest_of(parts: tuple[Part, ...]) -> str:
    """The digest of the case file of one part, or of those of several together."""
    digests = [part.casefile.digest for part in parts]
    return digests[0] if len(digests) == 1 else digest(digests)


def _verdict(item: ClaimJudgement, judgement: Judgement, occasion: Occasion) -> Verdict:
    return Verdict(
        claim=item.claim.id,
        claim_version=item.parts[0].casefile.claim_version,
        paper=judgement.paper,
        revision=judgement.logbook.revision,
        entry=occasion.entry,
        team=occasion.team,
        judge=occasion.judge,
        case_file=case_file_digest(item),
        ruling=item.ruling,
        grade=item.grade,
        time=occasion.time,
        reading=item.parts[0].reading if len(item.parts) == 1 else None,
        tokens=tokens_of(item.looks),
        cost=cost_of(item.looks),
        raw_reply=next((look.raw_reply for look in item.looks), ""),
        looks=item.looks,
    )
