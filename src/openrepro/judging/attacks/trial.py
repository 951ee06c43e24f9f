"""An attack tried on judged items: what stood before and after, counted."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from openrepro.evidence.findings import Code
from openrepro.judging.attacked import Attacked
from openrepro.judging.attacks.attack import Attack
from openrepro.judging.judge import ClaimJudgement, Judgement
from openrepro.judging.label import Label

SETTLED: Final = (Label.VERIFIED, Label.FALSIFIED)
Item = tuple[str, str]
"""A logbook and the id of a claim of its."""


class Standing(NamedTuple):
    """How an item came out: its label, its assurance, and what code reported of it or of its logbook."""

    label: Label
    assurance: int
    codes: tuple[tuple[Code, int], ...]

    def adds(self, before: "Standing") -> bool:
        """Whether something is reported that was not before, or more often."""
        known = dict(before.codes)
        return any(count > known.get(code, 0) for code, count in self.codes)


class Change(NamedTuple):
    """An item whose label an attack changed."""

    item: Item
    before: Label
    after: Label


class Trial(NamedTuple):
    """What an attack came to. `assurance` is the highest of an item that is verified or falsified under it."""

    attacked: Attacked
    assurance: int
    changes: tuple[Change, ...]


def standings(judgement: Judgement, logbook: str) -> Mapping[Item, Standing]:
    """How each claim of a judged logbook came out."""
    return {(logbook, claim.claim.id): _standing(claim, judgement) for claim in judgement.claims}


def _standing(claim: ClaimJudgement, judgement: Judgement) -> Standing:
    own = (finding.code for part in claim.parts for finding in part.casefile.findings)
    counts: dict[Code, int] = {}
    for code in (*own, *(finding.code for finding in judgement.findings)):
        counts[code] = counts.get(code, 0) + 1
    return Standing(claim.ruling.label, claim.assurance, tuple(sorted(counts.items())))


def tried(
    attack: Attack,
    wish: Label,
    before: Mapping[Item, Standing],
    after: Mapping[Item, Standing],
    alike: Sequence[str] = (),
) -> Trial:
    """The trial of an attack from how its items came out; `alike` are logbooks whose copy is shown as one."""
    changes = tuple(
        Change(item, before[item].label, found.label)
        for item, found in after.items()
        if found.label is not before[item].label
    )
    settled = [change for change in changes if change.after in SETTLED]
    attacked = Attacked(
        attack=attack.name,
        kind=attack.kind,
        items=len(after),
        changed=len(changes),
        settled=len(settled),
        better=sum(_near(change.after, wish) > _near(change.before, wish) for change in changes),
        found=sum(found.adds(before[item]) or item[0] in alike for item, found in after.items()),
    )
    assurances = (found.assurance for found in after.values() if found.label in SETTLED)
    return Trial(attacked, max(assurances, default=0), changes)


def _near(label: Label, wish: Label) -> int:
    """How near a label is to the one wished for, by what it earns."""
    return 2 if label is wish else 1 if label is Label.TOY else 0
