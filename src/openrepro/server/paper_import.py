"""Lists of papers taken into a challenge: planned, told, and written in one transaction; twice changes nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from openrepro.papers.importing import PaperPlan, PlannedMerge, plan_of
from openrepro.papers.paper import Paper
from openrepro.server.paper_merging import known_papers, merge
from openrepro.store.papers import Clash
from openrepro.store.store import Store, Transaction

AT_ONCE = 2_000
FOUND = "found by an import"

Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class PaperImport:
    """Takes `rows` into a challenge at the instant `now`, for an operator of that name. `sign` records the act in the
    same transaction, where something changes."""

    store: Store
    rows: Sequence[Paper]
    now: str
    actor: str
    sign: Callable[[Transaction], object] = str
    tell: Told = lambda _text: None

    def rehearse(self) -> PaperPlan:
        """What `run` would do now; nothing is written."""
        with self.store.read() as tx:
            return self._plan(tx)

    def run(self) -> PaperPlan:
        """Plan and write, all or nothing; gives what was done."""
        with self.store.write() as tx:
            tx.merges.hold()
            plan = self._plan(tx)
            if plan.writes:
                write(tx, plan, actor=self.actor, now=self.now, tell=self.tell)
                self.sign(tx)
        return plan

    def clashes(self) -> tuple[Clash, ...]:
        """The names that do not lead to one paper now."""
        with self.store.read() as tx:
            return tx.papers.clashes()

    def _plan(self, tx: Transaction) -> PaperPlan:
        self.tell("reading the papers of the challenge")
        known = known_papers(tx)
        self.tell(f"comparing {len(self.rows):,} rows with {len(known.papers):,} papers")
        return plan_of(known, self.rows)


def write(tx: Transaction, plan: PaperPlan, *, actor: str, now: str, tell: Told = lambda _text: None) -> None:
    """Write what was planned: papers, then merges; each of papers that the challenge had, or that nothing but a title,
    an arXiv id or a bare number makes one, can be undone."""
    merging = {one.paper: one for one in plan.merges if one.gone or one.joined}
    papers = [_alone(paper, merging) for paper in (*plan.added, *(one.paper for one in plan.changed))]
    papers += [joined.alone for one in merging.values() for joined in one.joined]
    for start in range(0, len(papers), AT_ONCE):
        tx.papers.put(papers[start : start + AT_ONCE], now=now, clashing=False)
        tell(f"{min(start + AT_ONCE, len(papers)):,} of {len(papers):,} papers written")
    for one in merging.values():
        found: list[tuple[str, Paper | None]] = [(joined.alone.id, joined.together) for joined in one.joined]
        for gone, together in (*found, *((gone, None) for gone in one.gone)):
            merge(tx, one.paper, gone, actor=actor, why=FOUND, now=now, shared=one.by, together=together)


def _alone(paper: Paper, merging: "dict[str, PlannedMerge]") -> Paper:
    return merging[paper.id].alone if paper.id in merging else paper
