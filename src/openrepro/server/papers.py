"""Loading the papers and claims of an event into a challenge: read, made one paper each, numbered, kept."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openrepro.claims.claim import ClaimSet
from openrepro.evidence.guess import unspecified
from openrepro.papers.catalogue import Catalogue, Merge, catalogue_of
from openrepro.papers.importing import plan_of
from openrepro.papers.resolving import quoted
from openrepro.papers.sources import Fault, ReadClaims, ReadPapers
from openrepro.server.paper_import import write
from openrepro.server.paper_merging import known_papers
from openrepro.store.papers import Clash, SqlPapers
from openrepro.store.store import Transaction

AT_ONCE: Final = 400
ACTOR: Final = "event import"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of loading: counts, the papers whose claims are others now, which rows became one paper, which names
    clash, and everything that was left out. `claims` counts those of the sets given that are in force now."""

    papers_added: int
    papers_replaced: int
    claim_sets_added: int
    claims: int
    changed: tuple[str, ...]
    merges: tuple[Merge, ...]
    clashes: tuple[Clash, ...]
    faults: tuple[Fault, ...]


def load_papers(
    tx: Transaction, papers: Sequence[ReadPapers], claims: Sequence[ReadClaims] = (), *, now: str, note: str = ""
) -> Loaded:
    """Load papers and their claims, in one transaction that the caller opened.

    Where lists of papers differ, `papers.precedence` says what counts; all names are kept, and nothing known is
    blanked. Of several lists of claims the last replaces the others for the papers it has (`claims_anchored.json` after
    `claims.json`); the sets it replaces stay on record. Where a paper has claims under two of its names, those under
    its id count. A claim keeps its id as long as its text stays, and no id is given to another text. Loading the same
    again changes nothing.
    """
    plan = plan_of(known_papers(tx), [paper for read in papers for paper in read.papers])
    write(tx, plan, actor=ACTOR, now=now)
    merges = (Merge(one.paper, tuple(dict.fromkeys((one.paper, *one.gone, *one.names))), one.by) for one in plan.merges)
    catalogue = catalogue_of(plan.papers, merges, (*plan.apart, *plan.rejected))
    clashes = tx.papers.clashes()
    stated = _stated(catalogue, claims)
    kept = tx.papers.put_claims(_numbered(tx.papers, stated), now=now, note=note)
    refused = (Fault(one.paper, one.sentence) for one in kept.refused)
    unread = [fault for file in papers for fault in file.faults]
    unread += [fault for file in claims for fault in file.faults]
    return Loaded(
        papers_added=len(plan.added),
        papers_replaced=len(plan.changed) + len(plan.same),
        claim_sets_added=kept.added,
        claims=sum(len(sets[-1]) for sets in stated.values()),
        changed=kept.changed,
        merges=catalogue.merges,
        clashes=clashes,
        faults=(*unread, *catalogue.faults, *_clashing(clashes), *_homeless(catalogue, claims), *refused),
    )


def _stated(catalogue: Catalogue, files: Sequence[ReadClaims]) -> Mapping[str, list[tuple[str, ...]]]:
    """By paper the texts of its claim sets, the one that shall be in force last."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for file in files:
        by_own_id_last = sorted(file.claims, key=lambda name: catalogue.find(name) == name)
        for name in by_own_id_last:
            paper, texts = catalogue.find(name), tuple(claim.text for claim in file.claims[name])
            if paper and texts:
                found.setdefault(paper, []).append(texts)
    return found


def _homeless(catalogue: Catalogue, files: Sequence[ReadClaims]) -> Iterator[Fault]:
    for file in files:
        for name, claims in file.claims.items():
            found = catalogue.named(name)
            if len(found) != 1:
                yield Fault(
                    name, f"{_whose(name, found)}; its claims ({len(claims)}) were left out.{_more(name, found)}"
                )


def _whose(name: str, found: frozenset[str]) -> str:
    if found:
        return f"{len(found)} papers have this name: {', '.join(map(quoted, sorted(found)[:3]))}"
    return "No paper has this number" if name.isdecimal() else "No paper has this name"


def _more(name: str, found: frozenset[str]) -> str:
    """What would help: an index does not have the numbers of the programme, by which some lists of claims go."""
    if found or not name.isdecimal():
        return ""
    return " The programme's table (accepted.csv), as a second --papers, gives such numbers."


def _clashing(clashes: Sequence[Clash]) -> Iterator[Fault]:
    for clash in clashes:
        yield Fault(" and ".join(map(quoted, clash.names)), clash.sentence)


def _numbered(papers: SqlPapers, stated: Mapping[str, list[tuple[str, ...]]]) -> Iterator[ClaimSet]:
    """The claim sets of all papers, numbered on from what is on record; what is in force already is left alone."""
    names = list(stated)
    for start in range(0, len(names), AT_ONCE):
        part = names[start : start + AT_ONCE]
        on_record = papers.claim_sets(part)
        for paper in part:
            yield from _sets(paper, stated[paper], on_record.get(paper, ()))


def _sets(paper: str, stated: Sequence[tuple[str, ...]], on_record: Sequence[ClaimSet]) -> Iterator[ClaimSet]:
    in_force = tuple(claim.text for claim in on_record[-1].claims) if on_record else ()
    if sorted(stated[-1]) == sorted(in_force):
        return
    numbers = {claim.text: claim.number for held in on_record for claim in held.claims if claim.number is not None}
    for text in (text for texts in reversed(stated) for text in texts):
        numbers.setdefault(text, max(numbers.values(), default=0) + 1)
    for texts in stated:
        yield unspecified(paper, {numbers[text]: text for text in texts})
